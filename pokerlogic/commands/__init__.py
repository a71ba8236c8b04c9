"""What each command does, by what it is asked for; each is imported when it is run."""
