"""The readings of a book that rule differently, found by switching each where it is looked at.

Situations of a domain in which the same clauses give the same answers are alike; the smallest of
them is judged under each other reading and stands for the rest.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from typing import Any, NamedTuple

from pokerlogic import caching
from pokerlogic.program import Setup

from .judging import Judged, Moment, Question
from .sweep import Progress, Swept, judged_each
from .verdicts import Verdict, answer, name_of, verdicts

Alike = tuple[int, ...]
"""The numbers of situations that are alike, the smallest one first."""

GROUPS = 20
"""How many kinds of situations a reading is tried on in a domain, the smallest ones first."""

Switch = tuple[str, str, str]
"""A reading as `book:name`, its alternative in force, and another one."""


class Fork(NamedTuple):
    """A reading that rules otherwise: on which issues, by which clauses, in which situations."""

    switch: Switch
    issues: frozenset[str]
    clauses: frozenset[str]
    situations: Alike


class _Trial(NamedTuple):
    """Situations that are alike, to be judged under another reading."""

    swept: Swept
    switch: Switch
    group: Alike

    @property
    def question(self) -> Question:
        swept = self.swept
        reading, _, other = self.switch
        readings = (*swept.under.readings, f"{reading}={other}")
        under = swept.under._replace(readings=readings)
        return swept.text(self.group[0]), swept.domain.ends, under


def forks(
    every: Sequence[Swept],
    pool: Executor | None = None,
    progress: Progress | None = None,
    until: float | None = None,
) -> Iterator[tuple[Swept, list[Fork]]]:
    """The forks that each domain shows; what was found before is kept.

    A domain for which time did not suffice is left out.
    """
    # A sweep that was cut short is no ground for a kept result.
    files = {s.domain.id: s.kept("forks", ("desk/forks", "desk/verdicts")) for s in every}
    found: dict[str, list[Fork]] = {}
    for swept in every:
        data = caching.read(files[swept.domain.id])
        if data is not None:
            with suppress(Exception):
                found[swept.domain.id] = _decoded(data)
    new = [s for s in every if s.domain.id not in found]
    for swept, told in _tried(new, pool, progress, until):
        found[swept.domain.id] = told
        if len(swept.judged) == swept.total:
            caching.keep(files[swept.domain.id], _encoded(told))
    for swept in every:
        if swept.domain.id in found:
            yield swept, found[swept.domain.id]


def _tried(
    every: Sequence[Swept],
    pool: Executor | None,
    progress: Progress | None,
    until: float | None,
) -> Iterator[tuple[Swept, list[Fork]]]:
    trials = [trial for swept in every for trial in _trials(swept)]
    left = dict.fromkeys((s.domain.id for s in every), 0)
    for trial in trials:
        left[trial.swept.domain.id] += 1
    told: dict[str, dict[Switch, list[Fork]]] = {id: defaultdict(list) for id in left}
    # Trials of one reading share their rules, whatever the domain.
    trials.sort(key=lambda trial: trial.switch)
    for done, (trial, judged) in enumerate(
        zip(trials, judged_each([t.question for t in trials], pool, until), strict=False), 1
    ):
        fork = _fork(trial, judged)
        left[trial.swept.domain.id] -= 1
        if fork is not None:
            told[trial.swept.domain.id][trial.switch].append(fork)
        if progress is not None:
            progress("readings", done, len(trials))
    for swept in every:
        if not left[swept.domain.id]:
            found = told[swept.domain.id]
            yield swept, [_joined(switch, found[switch]) for switch in sorted(found)]


def _trials(swept: Swept) -> Iterator[_Trial]:
    setup = swept.under.setup()
    groups = _groups(swept)
    for book, name, current in setup.readings:
        key = f"{book}:{name}"
        mark = key.replace("-", "_")
        here = [g for g in groups if mark in swept.judged[g[0]].touched][:GROUPS]
        for other in setup.library.books[book].readings[name].alternatives:
            if other != current:
                yield from (_Trial(swept, (key, current, other), group) for group in here)


def _fork(trial: _Trial, judged: Judged) -> Fork | None:
    swept = trial.swept
    before = swept.judged[trial.group[0]].moments
    changed = _changed(before, judged, swept.under.setup())
    if not changed:
        return None
    issues = frozenset(name_of(issue) for issue, _ in changed)
    return Fork(trial.switch, issues, frozenset(c for _, by in changed for c in by), trial.group)


def _joined(switch: Switch, found: Sequence[Fork]) -> Fork:
    return Fork(
        switch,
        frozenset().union(*(f.issues for f in found)),
        frozenset().union(*(f.clauses for f in found)),
        tuple(n for f in found for n in f.situations),
    )


def _encoded(found: Sequence[Fork]) -> list[Any]:
    return [[f.switch, sorted(f.issues), sorted(f.clauses), f.situations] for f in found]


def _decoded(data: Any) -> list[Fork]:
    return [
        Fork((reading, current, other), frozenset(i), frozenset(c), tuple(map(int, s)))
        for (reading, current, other), i, c, s in data
    ]


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
