"""The cases that pin a clause, read from the table files as data; kept by content.

A wheel brings the list with it; a checkout reads its own table files, each once.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from . import caching, resources
from .errors import PokerlogicError
from .library import Library, Parts, parts_of

FORMAT = "2"

Row = dict[str, Any]


@dataclass(frozen=True)
class Cited:
    """One expectation of a case: its profile, what it cites as (book or None, locator) pairs, and
    the ids of the answers it claims, none for a line about options or pots.  `refutes` if the
    locators must not be cited."""

    profile: str
    by: tuple[tuple[str | None, str], ...]
    answers: tuple[str, ...]
    refutes: bool = False


@dataclass(frozen=True)
class Pinned:
    """A case: where it stands, its title and source as written, and what its expectations cite."""

    file: str
    line: int
    title: str
    source: str
    cited: tuple[Cited, ...]


@lru_cache(maxsize=8)
def cases(folders: tuple[Path, ...] = ()) -> tuple[Pinned, ...]:
    """The cases of the shipped knowledge base and of these folders of own books."""
    found: list[Pinned] = []
    shipped = resources.built("cases.json")
    if shipped is not None:
        found += map(_decoded, json.loads(shipped.read_bytes()))
    else:
        with suppress(FileNotFoundError):
            found += _kept(resources.folder("cases"), ())
    for folder in folders:
        for name in ("books", "cases"):
            if (folder / name).is_dir():
                found += _kept(folder / name, folders)
    return tuple(found)


def places(library: Library, cases: Iterable[Pinned]) -> Iterator[tuple[Pinned, Cited, str, Parts]]:
    """What each case cites, with the edition and the parts of the locator that are meant.

    It is the top edition of the profile unless the expectation names a book.
    """
    tops = {p.id: p.editions for p in library.profiles.values()}
    for case in cases:
        for cited in case.cited:
            editions = tops.get(cited.profile, ())
            for book, locator in cited.by:
                for edition in editions[-1:] if book is None else editions:
                    if book in (None, edition.partition("@")[0]):
                        yield case, cited, edition, parts_of(locator)


def rows(folder: Path, books: Sequence[Path] = ()) -> list[Row]:
    """The cases of every table file below a folder, as JSON data."""
    return [row for path in _files(folder) for row in _read(path, folder, books)]


def _kept(folder: Path, books: tuple[Path, ...]) -> list[Pinned]:
    """The cases below a folder; only files that changed are read anew."""
    from .notation import grammar

    # What a table may say depends on the vocabulary.
    place = "\n".join(map(str, (folder.resolve(), *books, grammar.key(books))))
    where = hashlib.sha256(place.encode()).hexdigest()
    file = caching.place(f"cases-{FORMAT}-{where[:16]}")
    read = caching.read(file)
    old: dict[str, Any] = read if isinstance(read, dict) else {}
    new: dict[str, Any] = {}
    found: list[Pinned] = []
    for path in _files(folder):
        with suppress(OSError):
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
            name = str(path.relative_to(folder))
            new[name] = old.get(name)
            pinned = _pinned(new[name], digest)
            if pinned is None:
                new[name] = {"digest": digest, "rows": _read(path, folder, books)}
                pinned = [_decoded(row) for row in new[name]["rows"]]
            found += pinned
    if new != old:
        caching.keep(file, new)
    return found


def _pinned(known: Any, digest: str) -> list[Pinned] | None:
    """The cases kept of a file of this content; what is kept is not trusted."""
    if isinstance(known, dict) and known.get("digest") == digest:
        with suppress(Exception):
            return [_decoded(row) for row in known["rows"]]
    return None


def _files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.table"))


def _read(path: Path, folder: Path, books: Sequence[Path]) -> list[Row]:
    """The cases of a file; one that cannot be read has none."""
    from .notation import parse

    name = path.relative_to(folder.parent).as_posix()
    try:
        situations = parse(path.read_text(encoding="utf-8"), name, books)
    except (PokerlogicError, OSError, UnicodeDecodeError):
        return []
    return [
        {
            "file": name,
            "line": s.span[0],
            "title": s.title or path.stem,
            "source": s.source or "",
            "cited": list(_cited(s.expectations)),
        }
        for s in situations
        if s.expectations
    ]


def _cited(expectations: Sequence[Any]) -> Iterator[Row]:
    seen = set()
    for e in expectations:
        if not e.by:
            continue
        answers = sorted({o.answer for o in getattr(e.claim, "outcomes", ())})
        by = [(loc.book, loc.text) for loc in e.by]
        told = (e.profile, tuple(by), tuple(answers), e.not_by)
        if told not in seen:
            seen.add(told)
            yield {"profile": e.profile, "by": by, "answers": answers, "refutes": e.not_by}


def _decoded(row: Row) -> Pinned:
    cited = tuple(
        Cited(
            c["profile"],
            tuple((book, loc) for book, loc in c["by"]),
            tuple(c["answers"]),
            bool(c["refutes"]),
        )
        for c in row["cited"]
    )
    return Pinned(row["file"], row["line"], row["title"], row["source"], cited)
