"""The cases that pin a clause, by the places that their expectations and sources cite."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from . import pins
from .library import Clause, Library, Parts, Rule, parts_of


@dataclass(frozen=True)
class Pin:
    """A case that pins a clause: file and line, title, source, the profiles that cite it.

    `why` is `by` where an expectation cites the clause's own number, `part` where it cites the
    number above it, `source` where only the case names it as its source.
    """

    file: str
    line: int
    title: str
    source: str
    profiles: tuple[str, ...]
    why: str


class Citing:
    """The cases by the places they cite."""

    def __init__(
        self, library: Library, cases: Sequence[pins.Pinned], rules: dict[str, list[Rule]]
    ) -> None:
        self.library = library
        self.answers = {atom: _answers(found) for atom, found in rules.items()}
        self.at: dict[tuple[str, Parts], list[Clause]] = defaultdict(list)
        for book in library.books.values():
            for clause in book.clauses.values():
                for edition, locator in clause.locators.items():
                    parts = parts_of(locator)
                    for size in range(1, len(parts) + 1):
                        self.at[edition, parts[:size]].append(clause)
        self.cites: dict[tuple[str, Parts], list[tuple[pins.Pinned, str, Parts]]]
        self.cites = defaultdict(list)
        self.names: dict[tuple[str, Parts], list[pins.Pinned]] = defaultdict(list)
        for case, cited, edition, parts in pins.places(library, cases):
            if not cited.refutes:
                self.cites[edition, parts].append((case, cited.profile, cited.answers))
        for case in cases:
            for place in self._source(case.source):
                self.names[place].append(case)

    def _source(self, source: str) -> Iterator[tuple[str, Parts]]:
        """The place that the source of a case begins with: `TDA 2026 55-A-1 example 1`."""
        words = source.split()
        for edition in (e for b in self.library.books.values() for e in b.editions):
            book = self.library.books[edition.partition("@")[0]]
            label = [book.id, *book.editions[edition].get("label", "").casefold().split()]
            rest = words[len(label) :]
            if [w.casefold() for w in words[: len(label)]] == label and rest:
                yield edition, parts_of(rest[0].rstrip(",.;:"))

    def of(self, clause: Clause) -> tuple[Pin, ...]:
        """The cases that pin a clause, those that cite its own number first."""
        found: dict[tuple[str, int], tuple[int, pins.Pinned, list[str]]] = {}
        for edition, locator in clause.locators.items():
            parts = parts_of(locator)
            for size in range(len(parts), 0, -1):
                place = (edition, parts[:size])
                rank = 0 if size == len(parts) else 1
                for case, profile, answers in self.cites.get(place, ()):
                    if self._agrees(clause, place, answers):
                        key = (case.file, case.line)
                        old = found.setdefault(key, (rank, case, []))
                        if profile not in old[2]:
                            old[2].append(profile)
                        found[key] = (min(rank, old[0]), case, old[2])
            for case in self.names.get((edition, parts), ()):
                found.setdefault((case.file, case.line), (2, case, []))
        whys = ("by", "part", "source")
        ranked = sorted(found.values(), key=lambda f: (f[0], f[1].file, f[1].line))
        return tuple(
            Pin(c.file, c.line, c.title, c.source, tuple(profiles), whys[rank])
            for rank, c, profiles in ranked
        )

    def _agrees(self, clause: Clause, place: tuple[str, Parts], answers: Parts) -> bool:
        """Whether the expectation may be about this one of the clauses at a number."""
        if not answers:
            return True
        said = {*answers, _ANY}
        agree = [c for c in self.at.get(place, ()) if said & self.answers.get(c.atom, set())]
        return not agree or clause in agree


_ANY = "*"
"""Stands for an answer that a rule takes from elsewhere, by a variable."""


def _answers(rules: Iterable[Rule]) -> set[str]:
    """The names of the answers that rules conclude."""
    found: set[str] = set()
    for rule in rules:
        head = rule.text.partition(":-")[0]
        inner = _arguments(head.strip().rstrip("."))
        if len(inner) >= 3:
            answer = inner[2]
            if answer.startswith("open("):
                answer = (_arguments(answer) or ["", ""])[-1]
            found.add(_ANY if answer[:1].isupper() else answer.partition("(")[0])
    return found


def _arguments(term: str) -> list[str]:
    """The arguments of a term, as written."""
    start = term.find("(")
    if start < 0:
        return []
    found, depth, begun = [], 0, start + 1
    for at in range(start, len(term)):
        if term[at] == "(":
            depth += 1
        elif term[at] == ")":
            depth -= 1
            if depth == 0:
                found.append(term[begun:at])
                break
        elif term[at] == "," and depth == 1:
            found.append(term[begun:at])
            begun = at + 1
    return [f.strip() for f in found]
