"""What of each book is encoded: every locator with its clauses and the cases about it.

The locators are those of the chapters in `book.yaml`; a case is about a locator if an expectation
cites it, or a part of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from . import pins
from .library import Book, Clause, Library, Parts, Text, parts_of
from .render import say


@dataclass(frozen=True)
class Row:
    """A locator: its clauses, how they are decided, and the cases that cite it or must not.

    `reason` is why it has no clause, empty if it has one or nobody has said.
    """

    locator: str
    clauses: tuple[str, ...]
    decidable: tuple[str, ...]
    firing: int
    refuting: int
    reason: str = ""


@dataclass(frozen=True)
class Section:
    """A chapter of an edition."""

    chapter: str
    title: Text
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Coverage:
    """An edition of a book; `name` is the book alone where it has one edition only."""

    name: str
    edition: str
    title: Text
    sections: tuple[Section, ...]

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The locators of all chapters, in order."""
        return tuple(row for section in self.sections for row in section.rows)


def coverage(library: Library, folders: tuple[Path, ...] = ()) -> list[Coverage]:
    """Every edition of every book that says which locators it has."""
    cases = _Cases(library, pins.cases(folders))
    return [
        Coverage(
            edition if len(book.editions) > 1 else book.id,
            edition,
            book.title,
            tuple(_sections(book, edition, cases)),
        )
        for book in library.books.values()
        for edition in book.editions
        if any(edition in c.locators for c in book.chapters)
    ]


def _sections(book: Book, edition: str, cases: _Cases) -> Iterator[Section]:
    by_parts: dict[Parts, list[Clause]] = defaultdict(list)
    for clause in book.clauses.values():
        if edition in clause.locators:
            by_parts[parts_of(clause.locators[edition])].append(clause)
    reasons = {
        parts_of(row["locator"]): row["reason"]
        for row in book.uncovered
        if row.get("edition", edition) == edition
    }
    for chapter in book.chapters:
        rows = []
        for locator in chapter.locators.get(edition, ()):
            at = parts_of(locator)
            found = [c for p, there in by_parts.items() if p[: len(at)] == at for c in there]
            rows.append(
                Row(
                    locator,
                    tuple(c.id for c in found),
                    tuple(d for d in DECIDED if any(c.decidable == d for c in found)),
                    cases.count(edition, at, refuting=False),
                    cases.count(edition, at, refuting=True),
                    "" if found else reasons.get(at, ""),
                )
            )
        if rows:
            yield Section(chapter.id, chapter.title, tuple(rows))


DECIDED = {
    "fully": "decidable_fully",
    "with-observations": "decidable_with-observations",
    "discretion": "decidable_discretion",
    "none": "decidable_none",
}
"""How a clause is decided, and the phrase for it."""


class _Cases:
    """The cases by the places that they cite, and by those that they must not."""

    def __init__(self, library: Library, cases: Iterable[pins.Pinned]) -> None:
        self._at: dict[tuple[str, bool], dict[Parts, set[tuple[str, int]]]]
        self._at = defaultdict(lambda: defaultdict(set))
        for case, cited, edition, parts in pins.places(library, cases):
            self._at[edition, cited.refutes][parts].add((case.file, case.line))

    def count(self, edition: str, at: Parts, *, refuting: bool) -> int:
        """How many cases cite the place or a part of it; one that must not, also what it is in."""
        found: set[tuple[str, int]] = set()
        for parts, cases in self._at[edition, refuting].items():
            if parts[: len(at)] == at or (refuting and at[: len(parts)] == parts):
                found |= cases
        return len(found)


def to_json(found: Iterable[Coverage]) -> dict[str, Any]:
    """One entry a book, with the locators, those encoded, those that are not and why."""
    return {
        one.name: {
            "edition": one.edition,
            "locators": [r.locator for r in one.rows],
            "encoded": [r.locator for r in one.rows if r.clauses],
            "uncovered": [
                {"locator": r.locator, "reason": r.reason} for r in one.rows if not r.clauses
            ],
            "chapters": [
                {
                    "title": section.title,
                    "locators": [
                        {
                            "locator": r.locator,
                            "clauses": list(r.clauses),
                            "decidable": list(r.decidable),
                            "cases": r.firing,
                            "not_cases": r.refuting,
                        }
                        for r in section.rows
                    ],
                }
                for section in one.sections
            ],
        }
        for one in found
    }


def to_text(found: Iterable[Coverage], lang: str) -> str:
    """A line a locator, by chapter; what is missing stands out."""
    lines: list[str] = []
    for one in found:
        done = sum(1 for r in one.rows if r.clauses)
        lines.append(f"{one.title[lang]} ({one.edition})")
        lines.append(f"  {say('encoded', lang, n=done, m=len(one.rows))}")
        for section in one.sections:
            lines.append(f"  {section.title[lang]}")
            lines += [f"    {_line(row, lang)}" for row in section.rows]
    return "\n".join(lines)


def _line(row: Row, lang: str) -> str:
    if not row.clauses:
        return f"{row.locator:8} {row.reason or say('not_encoded', lang)}"
    kinds = ", ".join(say(DECIDED[kind], lang) for kind in row.decidable)
    counts = say("case_counts", lang, n=row.firing, m=row.refuting)
    clauses = say("clause_count", lang, n=len(row.clauses))
    return f"{row.locator:8} {clauses}; {kinds}; {counts}"
