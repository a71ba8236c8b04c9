"""The readings of a book that rule differently, found by switching each where it is looked at.

Situations of a domain in which the same clauses give the same answers are alike; the smallest of
them is judged under each other reading and stands for the rest.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from typing import NamedTuple

from pokerlogic.program import Setup

from .sweep import Judged, Moment, Swept, Under, judged_each
from .verdicts import Verdict, answer, name_of, verdicts

Alike = tuple[int, ...]
"""The numbers of situations that are alike, the smallest one first."""

GROUPS = 60
"""How many kinds of situations a reading is tried on in a domain, the smallest ones first."""


class Fork(NamedTuple):
    """A reading that rules otherwise: on which issues, by which clauses, in which situations."""

    reading: str
    current: str
    alternative: str
    issues: frozenset[str]
    clauses: frozenset[str]
    situations: Alike


def forks(swept: Swept, pool: Executor | None = None) -> Iterator[Fork]:
    """The forks that a domain shows."""
    under = swept.under
    setup = under.setup()
    groups = _groups(swept)
    asked: list[tuple[int, Under]] = []
    tried: list[tuple[str, str, str, Alike]] = []
    for book, name, current in setup.readings:
        key = f"{book}:{name}"
        mark = key.replace("-", "_")
        here = [g for g in groups if mark in swept.judged[g[0]].touched][:GROUPS]
        for other in setup.library.books[book].readings[name].alternatives:
            if other == current:
                continue
            switched = under._replace(readings=(*under.readings, f"{key}={other}"))
            for group in here:
                asked.append((group[0], switched))
                tried.append((key, current, other, group))
    told: dict[tuple[str, str, str], list[Fork]] = defaultdict(list)
    for one, judged in zip(tried, judged_each(swept, asked, pool), strict=True):
        changed = _changed(swept.judged[one[3][0]].moments, judged, setup)
        if changed:
            issues = frozenset(name_of(issue) for issue, _ in changed)
            clauses = frozenset(c for _, by in changed for c in by)
            told[one[:3]].append(Fork(*one[:3], issues, clauses, one[3]))
    for names, found in told.items():
        yield Fork(
            *names,
            frozenset().union(*(f.issues for f in found)),
            frozenset().union(*(f.clauses for f in found)),
            tuple(n for f in found for n in f.situations),
        )


def _groups(swept: Swept) -> list[Alike]:
    """The situations that are alike, the smallest groups of lines first."""
    found: dict[object, list[int]] = defaultdict(list)
    for index, judged in enumerate(swept.judged):
        found[_likeness(judged)].append(index)
    groups = [tuple(sorted(g, key=swept.size)) for g in found.values()]
    return sorted(groups, key=lambda g: swept.size(g[0]))


def _likeness(judged: Judged) -> object:
    said = frozenset(
        (len(m.path), c.clause, name_of(c.issue), answer(c.answer)._replace(amounts=()))
        for m in judged.moments
        for c in m.said
    )
    return said, judged.touched, judged.findings


def _changed(
    before: Sequence[Moment], after: Judged, setup: Setup
) -> list[tuple[str, tuple[str, ...]]]:
    """The issues that are ruled otherwise, with the clauses of both sides."""
    one, other = _every(before, setup), _every(after.moments, setup)
    found = []
    for issue in sorted({*one, *other}):
        mine, theirs = one.get(issue), other.get(issue)
        if (mine.answers if mine else None) != (theirs.answers if theirs else None):
            found.append((issue, tuple(c for v in (mine, theirs) if v is not None for c in v.by)))
    return found


def _every(moments: Sequence[Moment], setup: Setup) -> dict[str, Verdict]:
    return {issue: one for moment in moments for issue, one in verdicts(moment, setup).items()}
