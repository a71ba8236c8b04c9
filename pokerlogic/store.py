"""The checked knowledge base, kept prepared: in the wheel, or by content in the user's cache."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import asdict, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, cast

from . import caching, foreign, guard, resources
from .library import (
    Answer,
    Book,
    Chapter,
    Clause,
    Entry,
    Issue,
    Library,
    Parameter,
    Profile,
    Reading,
    Rule,
    Search,
    Text,
)

FORMAT = "32"


def library_of(folders: tuple[Path, ...] = ()) -> Library:
    """The shipped knowledge base with these folders of books added, checked."""
    return _library_of(folders)


@lru_cache(maxsize=8)
def _library_of(folders: tuple[Path, ...]) -> Library:
    shipped = resources.built("library.json")
    if shipped is not None and not folders:
        return decode(json.loads(shipped.read_bytes()))
    for folder in folders:
        foreign.survey(folder)
    every = [resources.folder("kb"), *folders]
    name = f"library-{FORMAT}-{resources.fingerprint(every)}"
    if not folders:
        return caching.kept(name, lambda: _made(every), _trusted)
    # Rules know their files, so that the same books in another folder are other rules.
    name += f"-{hashlib.sha256(repr(folders).encode(errors='replace')).hexdigest()[:8]}"
    library = caching.kept(name, lambda: _made_outside(every), _trusted)
    return replace(library, outside=tuple(map(str, folders)))


def _made(folders: list[Path]) -> dict[str, Any]:
    from .loading import load

    return encode(load(folders))


def _made_outside(folders: list[Path]) -> dict[str, Any]:
    """The library with folders from outside, which are read apart."""
    from .loading import load
    from .statements import vet

    base = library_of()

    def work() -> dict[str, Any]:
        for folder in folders[1:]:
            for path in foreign.check(folder):
                if path.suffix == ".lp":
                    vet(path)
        return encode(load(folders, base))

    return cast(dict[str, Any], guard.reading(work))


_NO_RULE = re.compile(r"#(?!(?:sum\+?|count|min|max|true|false|inf|sup)\b)|@")


def _trusted(data: dict[str, Any]) -> Library:
    """The library from data that may be anything; raises ValueError for what is no rule."""
    for text in (*data["rules"]["text"], *data["rules"]["lifted"]):
        if ("#" in text or "@" in text) and _NO_RULE.search(text):
            raise ValueError(text)
    return decode(data)


_LISTS = ("heads", "needs", "reads", "blocked", "bindings", "writes")
"""The parts of a rule that are lists; many rules have the same ones."""


def encode(library: Library) -> dict[str, Any]:
    """The library as JSON data.

    Rules stand part by part, those of the issues behind the others; a list stands once in `lists`
    and by its number in the rules.
    """
    rules = [*library.rules, *(r for found in library.resolution.values() for r in found)]
    parts: dict[str, list[Any]] = {
        name: list(values)
        for name, values in zip(Rule._fields, zip(*rules, strict=True), strict=True)
    }
    lists = list(dict.fromkeys(value for name in _LISTS for value in parts[name]))
    number_of = {value: n for n, value in enumerate(lists)}
    for name in _LISTS:
        parts[name] = [number_of[value] for value in parts[name]]
    resolution = {issue: len(found) for issue, found in library.resolution.items()}
    rest = asdict(replace(library, rules=(), resolution={}))
    return {**rest, "lists": lists, "rules": parts, "resolution": resolution}


def relative_to(root: Path, library: Library) -> Library:
    """The library with its files named from a folder on, as a wheel ships it."""

    def short(file: str) -> str:
        return file.removeprefix(f"{root}/")

    def shortened(rules: tuple[Rule, ...]) -> tuple[Rule, ...]:
        return tuple(rule._replace(file=short(rule.file)) for rule in rules)

    books = {
        id: book._replace(
            clauses={k: c._replace(file=short(c.file)) for k, c in book.clauses.items()}
        )
        for id, book in library.books.items()
    }
    return replace(library, books=books, rules=shortened(library.rules))


Row = list[Any]
Rows = dict[str, list[Any]]


def _pairs(values: Any) -> tuple[tuple[str, str], ...]:
    return tuple((a, b) for a, b in values)


def decode(data: dict[str, Any]) -> Library:
    """The library from its JSON data."""
    issues = {id: _issue(*row) for id, row in data["issues"].items()}
    vocabulary = {id: _entry(*row) for id, row in data["vocabulary"].items()}
    books = {id: _book(row) for id, row in data["books"].items()}
    profiles = {id: _profile(*row) for id, row in data["profiles"].items()}
    rules, resolution = _rules(data)
    return Library(
        books,
        profiles,
        issues,
        vocabulary,
        rules,
        resolution,
        data["version"],
        _search(*data["search"]),
        data["concepts"],
        data["words"],
    )


def _rules(data: dict[str, Any]) -> tuple[tuple[Rule, ...], dict[str, tuple[Rule, ...]]]:
    lists = [tuple(found) for found in data["lists"]]
    parts = dict(data["rules"])
    for name in _LISTS:
        parts[name] = [lists[number] for number in parts[name]]
    every = map(Rule, *(parts[name] for name in Rule._fields))
    ahead = len(parts["text"]) - sum(data["resolution"].values())
    rules = tuple(islice(every, ahead))
    return rules, {issue: tuple(islice(every, n)) for issue, n in data["resolution"].items()}


def _issue(
    id: str, about: str, asks: Text, answers: Rows, supports: str | None, bounds: Row, stake: int
) -> Issue:
    found = {name: _answer(*row) for name, row in answers.items()}
    return Issue(id, about, asks, found, supports, tuple(bounds), stake)


def _answer(
    id: str, do: str, args: Row, then: str, decides: str, taken_by: Row, phrases: Rows, *more: Any
) -> Answer:
    said = {lang: tuple(found) for lang, found in phrases.items()}
    return Answer(id, do, _pairs(args), then, decides, tuple(taken_by), said, *more)


def _entry(
    id: str, kind: str, args: Row, says: Text, asks: Text, classes: Row, *more: Any
) -> Entry:
    return Entry(id, kind, _pairs(args), says, asks, tuple(classes), *more)


def _profile(id: str, title: Text, editions: Row) -> Profile:
    return Profile(id, title, tuple(editions))


def _search(weights: dict[str, int], numbers: Row, filler: Row, groups: Rows) -> Search:
    found = {id: tuple(words) for id, words in groups.items()}
    return Search(weights, tuple(numbers), tuple(filler), found)


def _book(row: Row) -> Book:
    book = Book._make(row)
    return book._replace(
        clauses={id: Clause._make(map(_tupled, one)) for id, one in book.clauses.items()},
        readings={name: Reading._make(one) for name, one in book.readings.items()},
        parameters={name: Parameter._make(one) for name, one in book.parameters.items()},
        uncovered=tuple(book.uncovered),
        chapters=tuple(map(_chapter, book.chapters)),
    )


def _tupled(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _chapter(row: Any) -> Chapter:
    id, title, locators = row
    return Chapter(id, title, {edition: tuple(found) for edition, found in locators.items()})
