"""Judges every situation of a domain under several profiles, in batches on all cores.

What a sweep keeps of a situation is what each clause concluded at each moment that was ruled;
who prevails follows from that.  It is kept in the user's cache by the content of the domain and
of every rule that the domain can reach, so that an unchanged chapter is not swept again.
"""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from pokerlogic import caching, facts, resources, solver
from pokerlogic.asp import clingo_version
from pokerlogic.notation import format
from pokerlogic.program import Setup, reachable
from pokerlogic.situation import Situation, hands
from pokerlogic.store import library_of

from .domains import Domain, domains, situations
from .judging import (
    Judged,
    Question,
    Row,
    Under,
    decoded,
    encoded,
    judge_batch,
    judge_each,
)

FORMAT = "1"
BATCH = 600
"""Situations judged in one grounding."""


@dataclass(frozen=True)
class Swept:
    """A domain under one profile; `judged` stands in the order of its situations.

    There are fewer than `total` where the time was over before; `key` is a digest of all that they
    rest on, whichever readings are switched.
    """

    domain: Domain
    deep: bool
    without: tuple[str, ...]
    under: Under
    judged: tuple[Judged, ...]
    total: int
    key: str

    def text(self, index: int) -> str:
        """The situation with that number as table text."""
        return _scenes(self.domain.id, self.deep, self.without).texts[index]

    def size(self, index: int) -> tuple[int, int]:
        """How large a situation is: its lines, then the sum of its numbers."""
        return _scenes(self.domain.id, self.deep, self.without).sizes[index]

    def kept(self, kind: str, modules: Sequence[str], also: str = "") -> Path:
        """The file that keeps what these modules make of the sweep, and of other text."""
        return caching.place(f"{kind}-{_digest(self.key, _code(*modules), also)}")


@dataclass(frozen=True)
class Given(Swept):
    """Situations that somebody wrote, in place of those of a domain; nothing of them is kept."""

    texts: tuple[str, ...]

    def text(self, index: int) -> str:
        """The situation as table text."""
        return self.texts[index]

    def size(self, index: int) -> tuple[int, int]:
        """Its lines, then the sum of its numbers."""
        return _size(self.texts[index])


@lru_cache(maxsize=2)
def _all(domain: str, deep: bool, without: tuple[str, ...]) -> tuple[Situation, ...]:
    return tuple(situations(domains()[domain], deep=deep, without=without))


def keys_of_all(domain: Domain) -> frozenset[str]:
    """The keys of every fact that situations of a domain can have, also after rulings."""
    return _scenes(domain.id, False, ()).keys


class _Scenes(NamedTuple):
    """The situations of a domain as text, their sizes, and the keys of all their facts."""

    texts: tuple[str, ...]
    sizes: tuple[tuple[int, int], ...]
    keys: frozenset[str]


@lru_cache(maxsize=64)
def _scenes(domain: str, deep: bool, without: tuple[str, ...]) -> _Scenes:
    code, program = _code(*_JUDGES), domains()[domain].program
    name = _digest(FORMAT, clingo_version, code, program, str((deep, without)))
    return caching.kept(f"domain-{name}", lambda: _written(_all(domain, deep, without)), _read)


def _read(data: dict[str, Any]) -> _Scenes:
    texts = tuple(data["texts"])
    return _Scenes(texts, tuple(map(_size, texts)), frozenset(data["keys"]))


def _written(every: Sequence[Situation]) -> dict[str, Any]:
    return {"texts": [format([s]) for s in every], "keys": sorted(_keys_of(every))}


def _size(text: str) -> tuple[int, int]:
    numbers = (int(n.replace(",", "")) for n in re.findall(r"\d[\d,]*", text))
    return text.count("\n"), sum(numbers)


Progress = Callable[[str, int, int], None]
"""Told of the domain, the situations that are done, and all of them."""


@dataclass
class _Job:
    """A sweep that was begun: what is known already, and the batches of the rest."""

    domain: Domain
    deep: bool
    off: tuple[str, ...]
    unders: tuple[Under, ...]
    keys: dict[Under, str]
    found: dict[Under, tuple[Judged, ...]]
    every: tuple[Situation, ...] = ()
    batches: Iterator[list[list[Row]]] = field(default_factory=lambda: iter(()))

    @property
    def missing(self) -> tuple[Under, ...]:
        """The profiles that are not known yet."""
        return tuple(u for u in self.unders if u not in self.found)

    def finish(self, progress: Progress | None, until: float | None) -> list[Swept]:
        """Waits for the batches; after `until` for no more of them."""
        missing = self.missing
        rows: dict[Under, list[Row]] = {u: [] for u in missing}
        for batch in self.batches if missing else ():
            for under, judged in zip(missing, batch, strict=True):
                rows[under] += judged
            if progress is not None:
                progress(self.domain.id, len(rows[missing[0]]), len(self.every))
            if over(until):
                break
        for under in missing:
            data = encoded(rows[under])
            if len(rows[under]) == len(self.every):
                caching.keep(_file(self.keys[under]), data)
            self.found[under] = decoded(data)
        total = len(_scenes(self.domain.id, self.deep, self.off).texts)
        return [
            Swept(self.domain, self.deep, self.off, u, self.found[u], total, self.keys[u])
            for u in self.unders
        ]


def _begin(
    domain: Domain,
    unders: Sequence[Under],
    deep: bool,
    off: tuple[str, ...],
    pool: Executor | None,
) -> _Job:
    """Begins a sweep: with a pool its batches are judged from now on."""
    keys = {u: _key(domain, deep, off, u) for u in unders}
    found: dict[Under, tuple[Judged, ...]] = {}
    for under, key in keys.items():
        data = caching.read(_file(key))
        if data is not None:
            # A kept file is not trusted.
            with suppress(Exception):
                found[under] = decoded(data)
    job = _Job(domain, deep, off, tuple(unders), keys, found)
    if job.missing:
        job.every = _all(domain.id, deep, off)
        job.batches = _batches(domain, job.every, job.missing, pool)
    return job


def sweep(
    domain: Domain,
    unders: Sequence[Under],
    *,
    deep: bool = False,
    without: Collection[str] = (),
    pool: Executor | None = None,
    progress: Progress | None = None,
    until: float | None = None,
) -> list[Swept]:
    """Every situation of a domain under each of these profiles.

    `pool` runs the batches, in this process without one; none is begun after `until`, a time of
    `time.monotonic`.
    """
    job = _begin(domain, unders, deep, tuple(sorted(without)), pool)
    return job.finish(progress, until)


AHEAD = 4
"""How many domains are begun before the first of them is done, so that no core waits."""


def sweeps(
    wanted: Sequence[Domain],
    unders: Sequence[Under],
    *,
    deep: bool = False,
    without: Collection[str] = (),
    pool: Executor | None = None,
    progress: Progress | None = None,
    until: float | None = None,
) -> Iterator[tuple[Domain, list[Swept] | None]]:
    """Each of these domains, as `sweep`; None for one that time did not suffice for."""
    off = tuple(sorted(without))
    begun: deque[_Job] = deque()
    ahead = AHEAD if pool is not None else 0
    left = deque(wanted)
    while begun or left:
        while left and len(begun) <= ahead and not over(until):
            begun.append(_begin(left.popleft(), unders, deep, off, pool))
        if begun:
            job = begun.popleft()
            yield job.domain, job.finish(progress, until)
        else:
            yield left.popleft(), None


def given(
    domain: Domain,
    every: Sequence[Situation],
    unders: Sequence[Under],
    pool: Executor | None = None,
) -> list[Swept]:
    """Written situations under each of these profiles."""
    texts = tuple(format([s], None, unders[0].folders) for s in every)
    rows: list[list[Row]] = [[] for _ in unders]
    for batch in _batches(domain, every, tuple(unders), pool):
        for row, judged in zip(rows, batch, strict=True):
            row += judged
    return [
        Given(domain, False, (), u, decoded(encoded(row)), len(every), "", texts)
        for u, row in zip(unders, rows, strict=True)
    ]


def over(until: float | None) -> bool:
    """Whether the time that was given is over."""
    return until is not None and time.monotonic() >= until


def _mapping(pool: Executor | None) -> Callable[..., Iterator[Any]]:
    """Runs batches in the worker processes, in this one without them."""
    return pool.map if pool is not None else map


def pool(processes: int | None = None) -> ProcessPoolExecutor:
    """Worker processes, one for each core by default."""
    count = processes or len(os.sched_getaffinity(0))
    return ProcessPoolExecutor(count, mp_context=get_context("spawn"))


def _batches(
    domain: Domain, every: Sequence[Situation], unders: tuple[Under, ...], pool: Executor | None
) -> Iterator[list[list[Row]]]:
    rest = iter(every)
    batches = [
        (batch, unders, domain.ends) for batch in iter(lambda: tuple(islice(rest, BATCH)), ())
    ]
    return iter(_mapping(pool)(judge_batch, batches))


def judged_each(
    asked: Sequence[Question],
    pool: Executor | None = None,
    until: float | None = None,
) -> Iterator[Judged]:
    """Situations, each under a profile of its own, in this order; no more of them after `until`."""
    parts = [asked[n : n + BATCH] for n in range(0, len(asked), BATCH)]
    for rows in _mapping(pool)(judge_each, parts):
        yield from decoded(encoded(rows))
        if over(until):
            return


# --- what a sweep rests on ----------------------------------------------------------------------


def _key(domain: Domain, deep: bool, without: tuple[str, ...], under: Under) -> str:
    """A digest of all that a sweep depends on, whichever of its readings are switched."""
    setup = under.probed()
    readings = [
        setup.switched(book, name, other)
        for book, name, _ in setup.readings
        for other in setup.library.books[book].readings[name].alternatives
    ]
    standing = {key for one in (setup, *readings) for key in one.standing}
    return _digest(
        FORMAT,
        clingo_version,
        _code(*_JUDGES),
        domain.program,
        str((domain.id, domain.ends, deep, without)),
        str(sorted(setup.standing.items())),
        *_rules(setup, _scenes(domain.id, deep, without).keys | standing),
    )


def _digest(*texts: str) -> str:
    digest = hashlib.sha256()
    for text in texts:
        digest.update(text.encode() + b"\0")
    return digest.hexdigest()[:24]


def _file(key: str) -> Path:
    return caching.place(f"sweep-{key}")


def _rules(setup: Setup, keys: frozenset[str]) -> list[str]:
    """The rules that facts with these keys can reach, with their ranks."""
    rules = [r for r in setup.library.rules if r.clause is None or r.clause in setup.ranks]
    reached = reachable(rules, keys)
    return sorted(f"{setup.ranks.get(r.clause or '', 0)} {r.text}" for r in reached)


def _keys_of(every: Iterable[Situation]) -> set[str]:
    """The keys of every fact that situations can have, also after rulings."""
    library = library_of()
    found = {w for rule in library.rules for w in rule.writes}
    found |= {"idle/1", "ruled/1", "waits/2", "spent/1", "returned/1", "alongside/2", "step/1"}
    for situation in every:
        for hand in hands(situation):
            table = facts.table(hand, library.quiet, library.apart)
            found |= solver.keys(table.all_facts())
    return found


_JUDGES = (
    *("answers", "asp", "chain", "engine", "facts", "floor", "implied", "logic", "moves"),
    *("program", "ruling", "settling", "situation", "solver", "statements", "syntax", "taking"),
    *("notation/numerals", "notation/rows", "notation/speech"),
    *("desk/domains", "desk/judging", "desk/sweep"),
)
"""The modules that decide what a sweep gives."""


@lru_cache(maxsize=8)
def _code(*modules: str) -> str:
    """A digest of modules of this package."""
    files = (resources.package() / f"{name}.py" for name in modules)
    return _digest(*(file.read_text(encoding="utf-8") for file in files))
