"""Tries many mutants on all cases, by several processes."""

from __future__ import annotations

import multiprocessing
import queue
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import caching, cases
from ..library import Library, Rule
from ..notation import parse
from ..situation import Situation
from ..store import library_of
from . import making
from .making import Mutant, Original
from .trying import Trials, Tried, judged
from .worlds import Base, Watched

FORMAT = "1"

Progress = Callable[[int], object]
"""Told of files that were read and of mutants that were noticed."""


def mutants_of(folders: tuple[Path, ...], library: Library, kb: Path) -> list[Mutant]:
    """The mutants of the shipped books and of these folders, kept by content."""
    every = [kb, *folders]
    name = f"mutants-{FORMAT}-{library.version}"
    return caching.kept(name, lambda: _encoded(making.mutants(library, every)), _decoded)


def _encoded(mutants: Iterable[Mutant]) -> list[Any]:
    found: dict[Original, list[Any]] = defaultdict(list)
    for m in mutants:
        found[m.original].append([m.was, m.now, m.rules])
    return [
        [[o.book, o.chapter, o.file, o.line, o.text, o.rules], changes]
        for o, changes in found.items()
    ]


def _decoded(rows: list[Any]) -> list[Mutant]:
    found = []
    for (book, chapter, file, line, text, rules), changes in rows:
        original = Original(book, chapter, file, line, text, _rules(rules))
        found += [Mutant(original, was, now, _rules(new)) for was, now, new in changes]
    return found


def _rules(rows: list[Any]) -> tuple[Rule, ...]:
    return tuple(Rule._make(tuple(v) if isinstance(v, list) else v for v in row) for row in rows)


@dataclass(frozen=True)
class _Part:
    """What one process does: its files of cases, and the mutants by number."""

    files: tuple[Path, ...]
    wanted: frozenset[int]
    folders: tuple[Path, ...]
    kb: Path


def survey(
    mutants: Sequence[Mutant],
    wanted: Iterable[int],
    files: Sequence[Path],
    kb: Path,
    folders: tuple[Path, ...] = (),
    processes: int = 2,
    progress: Progress = lambda _: None,
) -> dict[int, Tried]:
    """What became of the wanted ones among these mutants on the cases of these files."""
    parts = [_Part(p, frozenset(wanted), folders, kb) for p in _parts(files, processes)]
    if len(parts) == 1:
        killed = bytearray(len(mutants))
        return _work(parts[0], mutants, killed, progress)
    context = multiprocessing.get_context("spawn")
    shared = context.Array("b", len(mutants), lock=False)
    told = context.Queue()
    workers = [context.Process(target=_worker, args=(part, shared, told)) for part in parts]
    for worker in workers:
        worker.start()
    found: dict[int, Tried] = {}
    try:
        left = len(workers)
        while left:
            try:
                said = told.get(timeout=1)
            except queue.Empty:
                if any(w.exitcode for w in workers):
                    raise RuntimeError("a process ended too early") from None
                continue
            if isinstance(said, int):
                progress(said)
            else:
                left -= 1
                for number, tried in said.items():
                    found[number] = _both(found.get(number, Tried()), tried)
    finally:
        for worker in workers:
            worker.terminate()
            worker.join()
    return found


def _both(one: Tried, other: Tried) -> Tried:
    return Tried(
        one.killed or other.killed,
        one.changed or other.changed,
        one.stirs + other.stirs,
        one.trials + other.trials,
    )


def _parts(files: Iterable[Path], count: int) -> list[tuple[Path, ...]]:
    """The files in so many parts of about one size, each folder in one of them."""
    folders: dict[Path, list[Path]] = defaultdict(list)
    for file in files:
        folders[file.parent].append(file)
    sizes = {f: sum(path.stat().st_size for path in found) for f, found in folders.items()}
    parts: list[list[Path]] = [[] for _ in range(count)]
    full = [0] * count
    for folder in sorted(folders, key=lambda f: (-sizes[f], f)):
        least = full.index(min(full))
        parts[least] += folders[folder]
        full[least] += sizes[folder]
    return [tuple(part) for part in parts if part]


def _worker(part: _Part, killed: Any, told: Any) -> None:
    library = library_of(part.folders)
    mutants = mutants_of(part.folders, library, part.kb)
    told.put(_work(part, mutants, killed, told.put))


def _work(
    part: _Part, mutants: Sequence[Mutant], killed: Any, progress: Progress
) -> dict[int, Tried]:
    base = Base(library_of(part.folders), dict.fromkeys(m.original for m in mutants))
    watched: Watched = {number: mutants[number] for number in sorted(part.wanted)}
    questions = list(judged(base, _situations(part, progress), watched, part.folders))
    trials = Trials(base, questions, watched, killed, part.folders)
    for _ in trials.run():
        progress(1)
    return trials.found


def _situations(part: _Part, progress: Progress) -> Iterable[Situation]:
    for file in part.files:
        progress(1)
        yield from parse(cases.read_table(file), str(file), part.folders)
