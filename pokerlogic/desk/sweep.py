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
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from pokerlogic import caching, engine, facts, resources, solver
from pokerlogic.asp import clingo_version
from pokerlogic.desk.domains import Domain, domains, posed, situations
from pokerlogic.errors import LimitError
from pokerlogic.library import Library
from pokerlogic.logic import parse_rules, reading_probes
from pokerlogic.notation import format, parse
from pokerlogic.program import Setup, reachable
from pokerlogic.situation import Situation, hands
from pokerlogic.solver import World
from pokerlogic.store import library_of

FORMAT = "1"
BATCH = 600
"""Situations judged in one grounding."""

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


@dataclass(frozen=True)
class Swept:
    """A domain under one profile; `judged` stands in the order of its situations.

    There are fewer than `total` where the time was over before.
    """

    domain: Domain
    deep: bool
    without: tuple[str, ...]
    under: Under
    judged: tuple[Judged, ...]
    total: int

    def text(self, index: int) -> str:
        """The situation with that number as table text."""
        return _scenes(self.domain.id, self.deep, self.without).texts[index]

    def size(self, index: int) -> tuple[int, int]:
        """How large a situation is: its lines, then the sum of its numbers."""
        return _scenes(self.domain.id, self.deep, self.without).sizes[index]

    @cached_property
    def proof(self) -> Path:
        """Where it is kept whether the domain holds every outcome combination under these rules."""
        return caching.place(f"proof-{_key(self.domain, self.deep, self.without, self.under)}")

    @property
    def certified(self) -> bool | None:
        """What was proved of the domain; None as long as nobody tried."""
        kept = caching.read(self.proof)
        return kept if isinstance(kept, bool) else None


@dataclass(frozen=True)
class Given(Swept):
    """Situations that somebody wrote, in place of those of a domain."""

    texts: tuple[str, ...]

    @property
    def certified(self) -> bool | None:
        """Nothing is proved of situations that somebody chose."""
        return None

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
    parts = (FORMAT, clingo_version, _code(), domains()[domain].program, str((deep, without)))
    name = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]
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


class _Row(NamedTuple):
    """The moments of a situation, what was found, and the readings it touches."""

    moments: list[tuple[tuple[str, ...], tuple[Conclusion, ...]]]
    findings: tuple[str, ...]
    touched: tuple[str, ...] = ()


@dataclass
class _Job:
    """A sweep that was begun: what is known already, and the batches of the rest."""

    domain: Domain
    deep: bool
    off: tuple[str, ...]
    unders: tuple[Under, ...]
    files: dict[Under, Path]
    found: dict[Under, tuple[Judged, ...]]
    every: tuple[Situation, ...] = ()
    batches: Iterator[list[list[_Row]]] = field(default_factory=lambda: iter(()))

    @property
    def missing(self) -> tuple[Under, ...]:
        """The profiles that are not known yet."""
        return tuple(u for u in self.unders if u not in self.found)

    def finish(self, progress: Progress | None, until: float | None) -> list[Swept]:
        """Waits for the batches; after `until` for no more of them."""
        missing = self.missing
        rows: dict[Under, list[_Row]] = {u: [] for u in missing}
        for batch in self.batches if missing else ():
            for under, judged in zip(missing, batch, strict=True):
                rows[under] += judged
            if progress is not None:
                progress(self.domain.id, len(rows[missing[0]]), len(self.every))
            if over(until):
                break
        for under in missing:
            data = _interned(rows[under])
            if len(rows[under]) == len(self.every):
                caching.keep(self.files[under], data)
            self.found[under] = _decoded(data)
        total = len(_scenes(self.domain.id, self.deep, self.off).texts)
        return [
            Swept(self.domain, self.deep, self.off, u, self.found[u], total) for u in self.unders
        ]


def _begin(
    domain: Domain,
    unders: Sequence[Under],
    deep: bool,
    off: tuple[str, ...],
    pool: Executor | None,
) -> _Job:
    """Begins a sweep: with a pool its batches are judged from now on."""
    files = {u: caching.place(f"sweep-{_key(domain, deep, off, u)}") for u in unders}
    found: dict[Under, tuple[Judged, ...]] = {}
    for under, file in files.items():
        data = caching.read(file)
        if data is not None:
            # A kept file is not trusted.
            with suppress(Exception):
                found[under] = _decoded(data)
    job = _Job(domain, deep, off, tuple(unders), files, found)
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
    rows: list[list[_Row]] = [[] for _ in unders]
    for batch in _batches(domain, every, tuple(unders), pool):
        for row, judged in zip(rows, batch, strict=True):
            row += judged
    return [
        Given(domain, False, (), u, _decoded(_interned(row)), len(every), texts)
        for u, row in zip(unders, rows, strict=True)
    ]


def over(until: float | None) -> bool:
    """Whether the time that was given is over."""
    return until is not None and time.monotonic() >= until


def pool(processes: int | None = None) -> ProcessPoolExecutor:
    """Worker processes, one for each core by default."""
    count = processes or len(os.sched_getaffinity(0))
    return ProcessPoolExecutor(count, mp_context=get_context("spawn"))


def _batches(
    domain: Domain, every: Sequence[Situation], unders: tuple[Under, ...], pool: Executor | None
) -> Iterator[list[list[_Row]]]:
    rest = iter(every)
    batches = [
        (batch, unders, domain.ends) for batch in iter(lambda: tuple(islice(rest, BATCH)), ())
    ]
    return iter((pool.map if pool is not None else map)(judge_batch, batches))


Question = tuple[str, bool, Under]
"""A situation as table text, whether its end is looked at, and the profile it is judged under."""


def judged_each(
    asked: Sequence[Question],
    pool: Executor | None = None,
    until: float | None = None,
) -> Iterator[Judged]:
    """Situations, each under a profile of its own, in this order; no more of them after `until`."""
    parts = [asked[n : n + BATCH] for n in range(0, len(asked), BATCH)]
    for rows in (pool.map if pool is not None else map)(judge_each, parts):
        yield from _decoded(_interned(rows))
        if over(until):
            return


def judge_each(asked: Sequence[Question]) -> list[_Row]:
    """The row of each situation under its own profile; runs in a worker."""
    found: dict[int, _Row] = {}
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
) -> list[list[_Row]]:
    """The rows of some situations under each profile; runs in a worker."""
    batch, unders, ends = asked
    setups = [under.probed() for under in unders]
    # Each profile has a grounding of its own, with its own clauses alone.
    return [
        [_row(one, setup) for one in engine.watch_many([(s, setup) for s in batch], ends)]
        for setup in setups
    ]


def _row(told: Any, setup: Setup) -> _Row:
    if isinstance(told, LimitError):
        return _Row([], (LIMIT,))
    moments, findings = told
    touched = {
        f"{book}:{name}"
        for watched in moments
        for book, name in (map(str, a.arguments) for a in watched.world.of("touches"))
    }
    silent = {UNANSWERED + name for w in moments for name in _unanswered(w.world)}
    return _Row(
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


def _interned(rows: Iterable[_Row]) -> dict[str, Any]:
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


def _decoded(data: dict[str, Any]) -> tuple[Judged, ...]:
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


# --- what a sweep rests on ----------------------------------------------------------------------


def _key(domain: Domain, deep: bool, without: tuple[str, ...], under: Under) -> str:
    """A digest of all that a sweep depends on."""
    return _digest(domain, deep, without, under.probed(), frozenset(under.setup().standing))


def key_with_readings(swept: Swept) -> str:
    """A digest of all that a sweep depends on, whichever of its readings are switched."""
    setup = swept.under.probed()
    standing = set(setup.standing)
    for book, name, _ in setup.readings:
        for other in setup.library.books[book].readings[name].alternatives:
            standing.update(setup.switched(book, name, other).standing)
    return _digest(swept.domain, swept.deep, swept.without, setup, frozenset(standing))


def _digest(
    domain: Domain, deep: bool, without: tuple[str, ...], setup: Setup, standing: frozenset[str]
) -> str:
    digest = hashlib.sha256()
    keys = _scenes(domain.id, deep, without).keys | standing
    for text in (
        FORMAT,
        clingo_version,
        _code(),
        domain.program,
        str((domain.id, domain.ends, deep, without)),
        str(sorted(setup.standing.items())),
        str(sorted(standing)),
        *_rules(setup, keys),
    ):
        digest.update(text.encode() + b"\0")
    return digest.hexdigest()[:24]


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
    *("answers", "asp", "chain", "engine", "facts", "logic", "moves", "program", "ruling"),
    *("settling", "situation", "solver", "notation/numerals", "notation/speech"),
    *("desk/domains", "desk/forks", "desk/sweep"),
)
"""The modules that decide what a sweep gives."""


@lru_cache(maxsize=1)
def _code() -> str:
    """A digest of the code that judges."""
    digest = hashlib.sha256()
    for name in _JUDGES:
        digest.update((resources.package() / f"{name}.py").read_bytes())
    return digest.hexdigest()
