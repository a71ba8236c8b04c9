"""Answers a question as its command does with `--json`: the status, and the text."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from pokerlogic.commands import books, desk, ruling
from pokerlogic.commands.given import as_json
from pokerlogic.errors import BookError, LimitError, PokerlogicError, TableError
from pokerlogic.messages import msg
from pokerlogic.usage import UsageError

COMMANDS: dict[str, Callable[[argparse.Namespace], Any]] = {
    "rule": ruling.rule_json,
    "why": ruling.why_json,
    "diff": desk.diff_json,
    "books": books.books_json,
    "show": books.show_json,
}

STATUS = {
    "PL506": 503,
    "PL507": 503,
    "PL508": 503,
    "PL601": 404,
    "PL608": 500,
    "PL611": 413,
    "PL612": 415,
    "PL613": 400,
    "PL616": 408,
    "PL617": 503,
    "PL618": 503,
}
"""The statuses of errors that have one of their own."""


def answered(
    name: str, fields: dict[str, Any], folders: list[str], limit: int, lang: str
) -> tuple[int, str]:
    """What the server says to a question."""
    lang = fields.get("lang", lang)
    try:
        return 200, as_json(COMMANDS[name](_arguments(fields, folders, limit, lang)))
    except PokerlogicError as error:
        return refused(error, lang)
    except RecursionError:
        return refused(TableError("PL505", msg("limit.nesting")), lang)


def refused(error: PokerlogicError, lang: str) -> tuple[int, str]:
    """An error as the commands give it, with its status."""
    return status(error), as_json({"schema": 1, "error": error.to_json(lang)})


def status(error: PokerlogicError) -> int:
    """400 for a table that cannot be ruled on, 404 for a name that nobody knows."""
    if error.code in STATUS:
        return STATUS[error.code]
    return 422 if isinstance(error, (BookError, LimitError, UsageError)) else 400


def _arguments(
    fields: dict[str, Any], folders: list[str], limit: int, lang: str
) -> argparse.Namespace:
    """What the command line would have given; the table stands for standard input."""
    return argparse.Namespace(
        files=["-"],
        texts={None: fields.get("table", "")},
        book=fields.get("books") or None,
        over=fields.get("over"),
        reading=fields.get("readings", []),
        readings=fields.get("every_reading", False),
        event=fields.get("event"),
        unlike=fields.get("not"),
        depth=None,
        left=fields.get("left"),
        right=fields.get("right"),
        what=[fields.get("words", "")],
        books=folders,
        limit=limit,
        lang=lang,
        json=True,
    )
