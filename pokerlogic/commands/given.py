"""What a command line gives every command: language, books, files and profiles."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pokerlogic import engine, guard, options, reasons
from pokerlogic.errors import shown, wrong
from pokerlogic.library import Library
from pokerlogic.messages import msg
from pokerlogic.program import Setup
from pokerlogic.situation import Situation
from pokerlogic.store import library_of
from pokerlogic.usage import UsageError


def language(arguments: argparse.Namespace) -> str:
    """The language to answer in."""
    return options.language(arguments.lang)


def folders_of(arguments: argparse.Namespace) -> tuple[Path, ...]:
    """The folders of own books, which may take no longer than was asked for."""
    if arguments.limit < 1:
        raise UsageError("PL603", msg("ask.limit"))
    guard.allow(arguments.limit)
    for name in arguments.books:
        if not Path(name).is_dir():
            raise wrong("PL221", msg("book.no_folder", name=shown(name)))
    return tuple(Path(d) for d in arguments.books)


def library_for(arguments: argparse.Namespace) -> Library:
    """The shipped books and those of the folders."""
    return library_of(folders_of(arguments))


def read(name: str, arguments: argparse.Namespace) -> str:
    """The text of a file, or of standard input for `-`; kept for messages."""
    texts: dict[str | None, str] = arguments.__dict__.setdefault("texts", {})
    known = file_name(name)
    if known in texts:
        return texts[known]
    try:
        text = (_standard_input() if known is None else Path(name).read_bytes()).decode("utf-8")
    except UnicodeDecodeError:
        raise UsageError.not_read(name, msg("file.no_utf8")) from None
    except OSError as error:
        raise UsageError.not_read(name, reasons.of_system(error)) from None
    except ValueError:
        raise UsageError.not_read(name, msg("file.no_name")) from None
    texts[known] = text
    return text


def _standard_input() -> bytes:
    return b"" if sys.stdin is None else sys.stdin.buffer.read()


def file_name(name: str) -> str | None:
    """The name of a file as messages and answers have it; standard input has none."""
    return None if name == "-" else name


def situations_in(name: str, arguments: argparse.Namespace) -> list[Situation]:
    """The situations of a file."""
    from pokerlogic.notation import parse

    text, folders = read(name, arguments), folders_of(arguments)
    if folders:
        # What is wrong with a house is told by the loader, which knows more than the notation.
        library_for(arguments)
    return parse(text, file_name(name), folders)


def as_json(data: Any) -> str:
    """An answer as JSON text, with the end of its line."""
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def print_json(data: Any) -> None:
    """Write an answer as JSON."""
    print(as_json(data), end="")


def one_or_all(rows: Sequence[Any]) -> Any:
    """What JSON gives: an array only where there is more than one answer."""
    return rows[0] if len(rows) == 1 else list(rows)


def book_of(situation: Situation) -> str:
    """The profile that a situation is judged under where none is asked for."""
    given = situation.setting("book")
    return str(given[0]) if given else os.environ.get("POKERLOGIC_BOOK") or "tda2026"


def setups(names: Sequence[str], arguments: argparse.Namespace) -> list[Setup]:
    """The profiles asked for; a reading is switched in those that have it."""
    over, folders = arguments.over, folders_of(arguments)
    plain = engine.setups(names, over, (), folders)
    unders = []
    for name, under in zip(names, plain, strict=True):
        readings = tuple(r for r in arguments.reading if _has_reading(under, r))
        unders.append(engine.profile(name, over, readings, folders))
    for reading in arguments.reading:
        if not any(_has_reading(under, reading) for under in plain):
            known = {f"{b}:{r}" for under in plain for b, r, _ in under.readings}
            raise UsageError.unknown(msg("what.reading"), reading.partition("=")[0], known)
    return unders


def _has_reading(under: Setup, reading: str) -> bool:
    book, _, short = reading.partition("=")[0].rpartition(":")
    return any(short == r and book in ("", b) for b, r, _ in under.readings)


def check_event(event: int, situations: Sequence[Situation]) -> None:
    """Raises UsageError for an event that no situation has."""
    if event < 1:
        raise UsageError("PL603", msg("ask.event_from_1"))
    most = max(sum(1 for _ in s.events()) for s in situations)
    if event > most:
        raise UsageError(
            "PL603", msg("ask.event", event=event), help=msg("ask.event.last", most=most)
        )
