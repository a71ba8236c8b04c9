"""The program: one command, and then the end."""

import gc
import sys


def program() -> int:
    """Runs the command of the shell and returns its exit code."""
    # One command makes much and throws little away: collecting seldom starts it sooner.
    gc.set_threshold(200_000)
    from .cli import main

    code = main()
    # What is left is given back as a whole; nobody need look through it once more.
    gc.freeze()
    return code


if __name__ == "__main__":
    sys.exit(program())
