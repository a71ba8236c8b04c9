"""Runs a command and tells its error.  Exit 0 answered, 1 an expectation failed or findings or
differences, 2 bad input or usage, 3 a limit was reached."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from . import options
from .commandline import parser_in
from .commands.given import language, print_json
from .errors import PokerlogicError
from .messages import msg
from .usage import UsageError


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character gets a substitute, not a broken answer.
        getattr(stream, "reconfigure", _nothing)(errors="replace")
    arguments = options.wanted(sys.argv[1:] if argv is None else argv)
    try:
        arguments = parser_in(language(arguments)).parse_args(argv)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 2
    except PokerlogicError as error:
        return _complain(error, arguments)
    try:
        code = _run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except PokerlogicError as error:
        return _complain(error, arguments)
    except BrokenPipeError:
        # Nobody reads on.  What is left in the buffer must not fail once more at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _complain(UsageError.not_used(error), arguments)
    except KeyboardInterrupt:
        return 2
    except RecursionError:
        return _complain(UsageError("PL505", msg("limit.nesting")), arguments)


def _run(arguments: argparse.Namespace) -> int:
    """Runs the command; what the others need is not imported."""
    module, _, name = arguments.run.rpartition(".")
    return int(getattr(import_module(f".{module}", __package__), name)(arguments))


def _nothing(**_: object) -> None:
    """A stream that cannot be set up otherwise stays as it is."""


def _complain(error: PokerlogicError, arguments: argparse.Namespace) -> int:
    lang = language(arguments)
    if getattr(arguments, "json", False):
        print_json({"schema": 1, "error": error.to_json(lang)})
    print(error.render(_source(error, arguments), lang), file=sys.stderr)
    return error.exit_code


_SHOWN = 4_000_000
"""The most bytes of a file of which a line is shown."""


def _source(error: PokerlogicError, arguments: argparse.Namespace) -> str:
    """The text an error points into."""
    known: dict[str | None, str] = getattr(arguments, "texts", {})
    if error.file in known:
        return known[error.file]
    try:
        path = Path(error.file or "")
        # Nobody may ever write into a pipe, and a huge file is shown by its name alone.
        if not path.is_file() or path.stat().st_size > _SHOWN:
            return ""
        return path.read_text(encoding="utf-8", errors="replace")
    except (OSError, ValueError):
        return ""


if __name__ == "__main__":
    sys.exit(main())
