"""What a client may ask of the server, and for how long it is waited."""

BODY = 64 * 1024
"""Bytes of a request."""
PATIENCE = 10
"""Seconds for the head of a request, and as many for its body."""
LINGER = 1
"""Seconds for which the rest of a body that is refused is read."""
QUEUE = 64
"""Requests that may wait until a process is free."""
RETRY = 1
"""Seconds after which a client that was sent away may come again."""


def by_the_clock(seconds: int) -> int:
    """How long an answer that may compute for so many seconds is waited for."""
    # Time that passes is no computing: another program may have the machine.
    return 3 * seconds + 10
