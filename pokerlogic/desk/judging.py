"""Judges situations under profiles, as the workers of a sweep do, and writes down what they said.

What is kept of a situation is what each clause concluded at each moment that was ruled; who
prevails follows from that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from pokerlogic import engine
from pokerlogic.desk.domains import posed
from pokerlogic.errors import LimitError
from pokerlogic.library import Library
from pokerlogic.logic import parse_rules, reading_probes
from pokerlogic.notation import parse
from pokerlogic.program import Setup
from pokerlogic.situation import Situation
from pokerlogic.solver import World
from pokerlogic.store import library_of

UNANSWERED = "unanswered "
"""Begins the finding that nobody answers an issue, before its name."""

LIMIT = "limit"
"""The finding of a situation that reached a limit."""


class Under(NamedTuple):
    """A profile by name, as another process can make it again."""

    profile: str
    over: str | None = None
    readings: tuple[str, ...] = ()
    folders: tuple[Path, ...] = ()

    def setup(self) -> Setup:
        """The profile ready to rule."""
        return engine.profile(*self)

    def probed(self) -> Setup:
        """The profile with rules added that tell which readings matter."""
        return _probed(self)


@lru_cache(maxsize=512)
def _probed(under: Under) -> Setup:
    return replace(under.setup(), library=_with_probes(under.folders), _slices={})


@lru_cache(maxsize=4)
def _with_probes(folders: tuple[Path, ...]) -> Library:
    library = library_of(folders)
    added = tuple(probe for rule in library.rules for probe in reading_probes(rule))
    asked = parse_rules(posed(), "posed")
    return replace(library, rules=(*library.rules, *added, *asked))


class Conclusion(NamedTuple):
    """What one clause says on one issue: the clause and the answer by their terms."""

    clause: str
    issue: str
    answer: str


@dataclass(frozen=True)
class Moment:
    """A moment that was ruled; `path` is what was taken for granted on the way there."""

    path: tuple[str, ...]
    said: tuple[Conclusion, ...]

    @cached_property
    def issues(self) -> dict[str, list[Conclusion]]:
        """What was said, by issue."""
        found: dict[str, list[Conclusion]] = {}
        for one in self.said:
            found.setdefault(one.issue, []).append(one)
        return found


@dataclass(frozen=True)
class Judged:
    """A situation under one profile: its moments, and the kinds of what was found on the way.

    `touched` are the readings, as `book:name`, on which something here may rest: a rule that looks
    at one has everything else it needs.
    """

    moments: tuple[Moment, ...]
    findings: tuple[str, ...]
    touched: tuple[str, ...] = ()


class Row(NamedTuple):
    """The moments of a situation, what was found, and the readings it touches."""

    moments: list[tuple[tuple[str, ...], tuple[Conclusion, ...]]]
    findings: tuple[str, ...]
    touched: tuple[str, ...] = ()


Question = tuple[str, bool, Under]
"""A situation as table text, whether its end is looked at, and the profile it is judged under."""


def judge_each(asked: Sequence[Question]) -> list[Row]:
    """The row of each situation under its own profile; runs in a worker."""
    found: dict[int, Row] = {}
    for ends in (False, True):
        own = [(n, text, under) for n, (text, end, under) in enumerate(asked) if end is ends]
        # Under one folder of books a text is read but once.
        read = {(t, u.folders): _read_text(t, u.folders) for _, t, u in own}
        questions = [(read[t, u.folders], u.probed()) for _, t, u in own]
        told = engine.watch_many(questions, ends)
        for (number, _, _), one, (_, setup) in zip(own, told, questions, strict=True):
            found[number] = _row(one, setup)
    return [found[number] for number in range(len(asked))]


def _read_text(text: str, folders: tuple[Path, ...]) -> Situation:
    (situation,) = parse(text, None, folders)
    return situation


def judge_batch(
    asked: tuple[Sequence[Situation], tuple[Under, ...], bool],
) -> list[list[Row]]:
    """The rows of some situations under each profile; runs in a worker."""
    batch, unders, ends = asked
    setups = [under.probed() for under in unders]
    # Each profile has a grounding of its own, with its own clauses alone.
    return [
        [_row(one, setup) for one in engine.watch_many([(s, setup) for s in batch], ends)]
        for setup in setups
    ]


def _row(told: Any, setup: Setup) -> Row:
    if isinstance(told, LimitError):
        return Row([], (LIMIT,))
    moments, findings = told
    touched = {
        f"{book}:{name}"
        for watched in moments
        for book, name in (map(str, a.arguments) for a in watched.world.of("touches"))
    }
    silent = {UNANSWERED + name for w in moments for name in _unanswered(w.world)}
    return Row(
        [(w.path, tuple(_conclusions(w.world, setup))) for w in moments],
        tuple(sorted({f.kind for f in findings} | silent)),
        tuple(sorted(touched)),
    )


def _unanswered(world: World) -> set[str]:
    """The issues that are posed and that nothing answers."""
    answered = {a.arguments[0] for a in world.of("ruling")}
    posed = (a.arguments[0] for a in world.of("posed"))
    return {issue.name for issue in posed if issue not in answered}


def _conclusions(world: World, setup: Setup) -> Iterator[Conclusion]:
    for atom in world.of("concludes"):
        clause, issue, answer, _ = atom.arguments
        if clause.name in setup.ranks:
            yield Conclusion(clause.name, str(issue), str(answer))


def encoded(rows: Iterable[Row]) -> dict[str, Any]:
    """Rows as JSON data in which each text stands once."""
    known: dict[str, int] = {}

    def number(text: str) -> int:
        return known.setdefault(text, len(known))

    def moment(path: Iterable[str], said: Iterable[Conclusion]) -> list[Any]:
        return [list(map(number, path)), [list(map(number, one)) for one in said]]

    data = [
        [
            [moment(*one) for one in row.moments],
            list(map(number, row.findings)),
            list(map(number, row.touched)),
        ]
        for row in rows
    ]
    return {"texts": list(known), "rows": data}


def decoded(data: dict[str, Any]) -> tuple[Judged, ...]:
    texts = data["texts"]
    return tuple(
        Judged(
            tuple(
                Moment(
                    tuple(texts[n] for n in path),
                    tuple(Conclusion(texts[c], texts[i], texts[a]) for c, i, a in said),
                )
                for path, said in moments
            ),
            tuple(texts[n] for n in findings),
            tuple(texts[n] for n in touched),
        )
        for moments, findings, touched in data["rows"]
    )
