"""The score of the cases by chapter, and the mutants that no case notices."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import yaml

from .. import caching, cases, resources
from ..library import Library
from ..messages import msg, written
from ..store import library_of
from ..usage import UsageError
from . import survey as surveys
from .making import Mutant
from .trying import Tried

EXPLAINED = "mutants.yaml"
"""Beside the cases: the mutants that no case can notice, with the reason."""


@dataclass(frozen=True)
class Fate:
    """A mutant, what became of it, and why it may live; empty if nobody has said."""

    mutant: Mutant
    tried: Tried
    because: str = ""

    @property
    def lives(self) -> bool:
        """Whether no expectation failed under it."""
        return self.tried.killed is None


@dataclass(frozen=True)
class Score:
    """How many mutants of a chapter were tried, noticed, and explained without being noticed."""

    chapter: str
    every: int
    noticed: int
    explained: int

    @property
    def percent(self) -> float:
        """The part that is noticed."""
        return round(100 * self.noticed / self.every, 1) if self.every else 100.0


def check(
    profiles: Sequence[str] = (),
    chapter: str | None = None,
    sample: int | None = None,
    folders: tuple[Path, ...] = (),
    progress: Callable[[int], Callable[[int], object]] = lambda _: lambda _: None,
) -> list[Fate]:
    """What becomes of the mutants of the books of these profiles, of all books without one.

    With a `sample` only so many, always the same ones.  `progress` is told how many there are,
    and gives what is told of each step.
    """
    library, kb, folder = library_of(folders), resources.folder("kb"), resources.folder("cases")
    mutants = surveys.mutants_of(folders, library, kb)
    wanted = _wanted(mutants, library, profiles, chapter)
    if sample is not None:
        wanted = sorted(wanted, key=lambda n: _digest(mutants[n].key.encode()))[:sample]
    paths = [folder, *(f / "cases" for f in folders if (f / "cases").is_dir())]
    files = cases.table_files(paths)
    kept = caching.place(f"mutation-{_version(library, files)}")
    known: dict[str, Any] = caching.read(kept) or {}
    new = [n for n in wanted if mutants[n].key not in known]
    if new:
        found = surveys.survey(
            mutants, new, files, kb, folders, progress=progress(len(files) + len(new))
        )
        known |= {mutants[n].key: asdict(tried) for n, tried in found.items()}
        caching.keep(kept, known)
    reasons = {m: because for path in paths for m, because in explained(path / EXPLAINED)}
    return [
        Fate(mutants[n], _tried(known[mutants[n].key]), reasons.get(mutants[n].key, ""))
        for n in sorted(wanted)
    ]


def _tried(row: dict[str, Any]) -> Tried:
    places = {k: tuple(row[k]) if row[k] else None for k in ("killed", "changed")}
    return Tried(**{**row, **places})


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _version(library: Library, files: Iterable[Path]) -> str:
    """What a result depends on: the books, the cases and the program that judges."""
    code = sorted(Path(__file__).parents[1].rglob("*.py"))
    parts = [_digest(path.read_bytes()) for path in (*code, *files)]
    return _digest("\n".join([library.version, surveys.FORMAT, *parts]).encode())[:16]


def _wanted(
    mutants: Sequence[Mutant], library: Library, profiles: Sequence[str], chapter: str | None
) -> list[int]:
    books = {m.original.book for m in mutants}
    for name in profiles:
        if name not in library.profiles:
            raise UsageError.unknown(msg("what.book"), name, library.profiles)
    if profiles:
        books = {e.split("@")[0] for p in profiles for e in library.profiles[p].editions}
    chapters = sorted({m.original.where for m in mutants})
    if chapter is not None and chapter not in chapters:
        raise UsageError.unknown(msg("what.chapter"), chapter, chapters)
    return [
        n
        for n, m in enumerate(mutants)
        if m.original.book in books and chapter in (None, m.original.where)
    ]


def explained(path: Path) -> list[tuple[str, str]]:
    """The mutants that a list explains, by key, each with the reason."""
    if not path.is_file():
        return []
    return [
        (f"{row['file']}: {row['rule']} [{change}]", str(row["because"]))
        for row in yaml.safe_load(path.read_text(encoding="utf-8")) or ()
        for change in row["changes"]
    ]


def scores(fates: Iterable[Fate]) -> list[Score]:
    """The score of each chapter, in order."""
    found: dict[str, list[Fate]] = defaultdict(list)
    for fate in fates:
        found[fate.mutant.original.where].append(fate)
    return [_score(chapter, found[chapter]) for chapter in sorted(found)]


def _score(chapter: str, fates: Sequence[Fate]) -> Score:
    lives = [f for f in fates if f.lives]
    why = sum(1 for f in lives if f.because)
    return Score(chapter, len(fates), len(fates) - len(lives), why)


def unexplained(fates: Iterable[Fate]) -> list[Fate]:
    """The mutants that no case notices and nobody explains."""
    return [f for f in fates if f.lives and not f.because]


def to_json(fates: Sequence[Fate]) -> dict[str, Any]:
    """The scores, and every mutant that lives, with fixed keys."""
    return {
        "schema": 1,
        "chapters": [
            {**asdict(score), "percent": score.percent} for score in (*scores(fates), _all(fates))
        ],
        "survivors": [
            {
                "file": f.mutant.original.file,
                "line": f.mutant.original.line,
                "rule": f.mutant.original.text,
                "change": f.mutant.change,
                "stirs": f.tried.stirs,
                "trials": f.tried.trials,
                "changed": ":".join(map(str, f.tried.changed)) if f.tried.changed else None,
                "because": f.because or None,
            }
            for f in fates
            if f.lives
        ],
    }


def _all(fates: Sequence[Fate]) -> Score:
    return _score("", fates)


def to_text(fates: Sequence[Fate], lang: str) -> str:
    """What lives unexplained by place, then the score of each chapter."""
    lines = []
    for f in unexplained(fates):
        original = f.mutant.original
        lines.append(f"{original.file}:{original.line}: {written(f.mutant.told(), lang)}")
        lines.append(f"    {original.text}")
        lines.append(f"    {written(_how(f.tried), lang)}")
    for score in (*scores(fates), _all(fates)):
        told = msg(
            "mutant.score",
            percent=f"{score.percent:5.1f}",
            noticed=score.noticed,
            every=score.every,
            explained=score.explained,
            left=score.every - score.noticed - score.explained,
        )
        name = score.chapter or written(msg("mutant.every"), lang)
        lines.append(f"{name:22} {told.text(lang)}")
    return "\n".join(lines)


def _how(tried: Tried) -> Any:
    if tried.changed is not None:
        file, line = tried.changed
        return msg("mutant.changes", file=file, line=line)
    if tried.stirs:
        return msg("mutant.stirs", n=tried.stirs, m=tried.trials)
    return msg("mutant.idle")
