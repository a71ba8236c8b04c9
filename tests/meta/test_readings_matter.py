"""Each alternative of a reading changes a ruling of a case that is asked of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from pokerlogic import cases, engine, readings
from pokerlogic.cases import Question
from pokerlogic.notation import parse
from pokerlogic.situation import Situation
from pokerlogic.store import library_of

ROOT = Path(__file__).parents[2]
LIBRARY = library_of()
ALTERNATIVES = [
    (book.id, reading.name, other)
    for book in LIBRARY.books.values()
    for reading in book.readings.values()
    for other in reading.alternatives
    if other != reading.default
]
Switched = tuple[str, str, str]
"""A book, a reading of it and the alternative that is in force."""


@cache
def _texts() -> list[tuple[str, set[str]]]:
    """The cases that name a reading, short ones first, with each `name=alternative` they name."""
    found = []
    for path in sorted((ROOT / "cases").rglob("*.table")):
        for text in re.split(r"\n(?=(?:case|ケース) )", path.read_text(encoding="utf-8")):
            named = set(re.findall(r"(?:reading|読み|解釈) (?:[\w-]+:)?(\w+=\w+)", text))
            if named:
                found.append((text, named))
    return sorted(found, key=lambda case: len(case[0]))


@cache
def _situation(text: str) -> Situation:
    (situation,) = parse(text)
    return situation


def _asked(switched: Switched) -> Iterator[tuple[Situation, Question]]:
    """The cases that ask what this alternative says."""
    book, name, other = switched
    for text, named in _texts():
        if f"{name}={other}" not in named:
            continue
        situation = _situation(text)
        for profile, reading in cases.questions(situation):
            if reading is None or reading.split(":")[-1] != f"{name}={other}":
                continue
            if any((b, r) == (book, name) for b, r, _ in engine.profile(profile).readings):
                yield situation, (profile, reading)
                break


@cache
def _changed() -> dict[Switched, bool]:
    """Whether a case says something else, for each alternative that a case asks about.

    One case of each is judged at first, the others only for those that it did not settle.
    """
    waiting = {switched: _asked(switched) for switched in ALTERNATIVES}
    found: dict[Switched, bool] = {}
    while waiting:
        tried = [(switched, next(rest, None)) for switched, rest in waiting.items()]
        batch = [(switched, case) for switched, case in tried if case is not None]
        pairs = [
            (situation, cases.under((profile, other)))
            for _, (situation, (profile, reading)) in batch
            for other in (None, reading)
        ]
        told = [readings.told(j.outcome) for j in engine.judge_many(pairs)]
        for (switched, _), plain, changed in zip(batch, told[::2], told[1::2], strict=True):
            found[switched] = plain != changed
        open_ones = [switched for switched, _ in batch if not found[switched]]
        waiting = {switched: waiting[switched] for switched in open_ones}
    return found


@pytest.mark.parametrize("switched", ALTERNATIVES, ids=":".join)
def test_another_reading_rules_otherwise(switched: Switched) -> None:
    changed = _changed()
    assert switched in changed, "no case asks about it"
    assert changed[switched], "it changes no case that asks about it"
