"""The commands' answers over HTTP (the extra `web`)."""
