"""A process that answers one question after the other, until nobody asks any more.

The solver cannot be interrupted, so a question that takes too long ends its process, and the server
begins another one.  Lines of JSON come in; a status, a length and the answer go out.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from pokerlogic import engine, guard
from pokerlogic.errors import PokerlogicError
from pokerlogic.notation import parse
from pokerlogic.store import library_of

from .answering import answered

READY = b"ready\n"
OUT_OF_MEMORY = 3
"""What the process ends with when there is no memory left."""


def main() -> int:
    """The life of the process."""
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    # What a library prints is no answer.
    os.dup2(2, 1)
    setting = json.loads(questions.readline())
    _warm(tuple(Path(folder) for folder in setting["folders"]))
    guard.bound_memory()
    _say(answers, READY)
    try:
        for line in questions:
            status, text = _timed(json.loads(line), setting)
            body = text.encode()
            _say(answers, b"%d %d\n" % (status, len(body)) + body)
    except MemoryError:
        return OUT_OF_MEMORY
    return 0


def _timed(question: dict[str, Any], setting: dict[str, Any]) -> tuple[int, str]:
    """The answer; the process dies of computing for longer than it may."""
    seconds = setting["limit"]
    _alarm(seconds)
    try:
        return answered(
            question["ask"], question["fields"], setting["folders"], seconds, setting["lang"]
        )
    finally:
        _alarm(0)


def _alarm(seconds: int) -> None:
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _warm(folders: tuple[Path, ...]) -> None:
    """Read what every question needs before the first one comes."""
    library = library_of(folders)
    for name in library.profiles:
        engine.profile(name, folders=folders)
    with suppress(PokerlogicError):
        parse("", None, folders)
    gc.collect()
    gc.freeze()


def _say(answers: BinaryIO, data: bytes) -> None:
    answers.write(data)
    answers.flush()


if __name__ == "__main__":
    sys.exit(main())
