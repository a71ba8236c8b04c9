"""The page of a clause: all that belongs to it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from . import pins
from .citing import Citing, Pin
from .finding import Index, issues_of
from .library import Clause, Library, Parameter, Reading, Rule, Text

_CORE = "core"
_INTO_CORE = 1
_ALIKE = 0.6


@dataclass(frozen=True)
class Reference:
    """Another clause: what it is called, where it stands by edition, and `why` it is named.

    `why` is `excepts` (a declared exception), `above` (a higher book answers the same question),
    `see_also`, `topic` (a clause beside it) or `counterpart` (the same topic of another book).
    """

    clause: str
    locators: dict[str, str]
    title: Text
    paraphrase: Text
    why: str


@dataclass(frozen=True)
class Found:
    """A clause that was looked up, and what belongs to it.

    `issues` are the questions it answers, `now` its number in the newest edition of its book or
    None, `words` the words of the query it has with its `score` (0 where it was named).
    """

    clause: Clause
    now: str | None
    newest: str
    issues: tuple[str, ...]
    overridden_by: tuple[Reference, ...]
    overrides: tuple[Reference, ...]
    related: tuple[Reference, ...]
    readings: tuple[Reading, ...]
    parameters: tuple[tuple[str, Parameter], ...]
    cases: tuple[Pin, ...]
    score: float = 0.0
    words: tuple[str, ...] = ()


@dataclass
class Pages:
    """Puts together what belongs to a clause."""

    library: Library
    index: Index
    folders: tuple[Path, ...]

    @cached_property
    def rules(self) -> dict[str, list[Rule]]:
        """The rules of each clause, by its constant."""
        found: dict[str, list[Rule]] = defaultdict(list)
        for rule in self.library.rules:
            if rule.clause:
                found[rule.clause].append(rule)
        return found

    @cached_property
    def helpers(self) -> dict[str, list[Rule]]:
        """The rules that give a predicate, except those that a resolution stands between."""
        found: dict[str, list[Rule]] = defaultdict(list)
        for rule in self.library.rules:
            for name in {h.split(":")[0] for h in rule.heads}:
                if name.split("/")[0] not in ("concludes", "effect", "ruling"):
                    found[name].append(rule)
        return found

    @cached_property
    def issues(self) -> dict[str, frozenset[str]]:
        """The questions each clause answers, by id."""
        clauses = (c for b in self.library.books.values() for c in b.clauses.values())
        return {c.id: frozenset(issues_of(self.rules.get(c.atom, ()))) for c in clauses}

    @cached_property
    def exceptions(self) -> dict[str, list[Clause]]:
        """The clauses that are declared exceptions to a clause, by its id."""
        found: dict[str, list[Clause]] = defaultdict(list)
        for book in self.library.books.values():
            for clause in book.clauses.values():
                for target in clause.excepts:
                    found[target].append(clause)
        return found

    @cached_property
    def above(self) -> dict[str, set[str]]:
        """The books that lie above each book in some profile."""
        found: dict[str, set[str]] = defaultdict(set)
        for profile in self.library.profiles.values():
            books = [e.partition("@")[0] for e in profile.editions]
            for at, book in enumerate(books):
                found[book] |= set(books[at + 1 :])
        return found

    @cached_property
    def pinned(self) -> Citing:
        """The cases by what they cite."""
        return Citing(self.library, pins.cases(self.folders), self.rules)

    def of(self, clause: Clause, score: float = 0.0, words: tuple[str, ...] = ()) -> Found:
        """A clause with all that belongs to it."""
        book = self.library.books[clause.book]
        newest = max(book.editions, key=lambda e: (book.editions[e].get("date", ""), e))
        readings, parameters = self._depends(clause)
        answered = self.issues[clause.id]
        return Found(
            clause,
            clause.locators.get(newest),
            newest,
            tuple(i for i in self.library.issues if i in answered),
            tuple(self._overriding(clause)),
            tuple(self._overridden(clause)),
            tuple(self._related(clause)),
            readings,
            parameters,
            self.pinned.of(clause),
            round(score, 2),
            words,
        )

    def _overriding(self, clause: Clause) -> Iterator[Reference]:
        for other in self.exceptions.get(clause.id, ()):
            yield _reference(other, "excepts")
        yield from self._same_question(clause, self.above.get(clause.book, set()))

    def _overridden(self, clause: Clause) -> Iterator[Reference]:
        for target in clause.excepts:
            other = self.library.clause(target)
            if other is not None:
                yield _reference(other, "excepts")
        below = {b for b, above in self.above.items() if clause.book in above}
        yield from self._same_question(clause, below)

    def _same_question(self, clause: Clause, books: Iterable[str]) -> Iterator[Reference]:
        """The clauses of other books that answer the same questions, the most alike first."""
        found = [
            other
            for book in sorted(books)
            for other in self.library.books[book].clauses.values()
            if self.issues[other.id] & self.issues[clause.id]
        ]
        if not found:
            return
        like = self.index.like(clause)
        least = _ALIKE * max(like[o.id] for o in found)
        for other in sorted(found, key=lambda o: -like[o.id]):
            # The same question about another situation overrides nothing.
            if like[other.id] >= least and like[other.id] > 0:
                yield _reference(other, "above")

    def _related(self, clause: Clause) -> Iterator[Reference]:
        own = self.library.books[clause.book].clauses.values()
        for name in clause.see_also:
            book, _, topic = name.rpartition(":")
            owner = self.library.books.get(book or clause.book)
            for other in owner.clauses.values() if owner else ():
                if topic in (other.topic, other.id.partition(":")[2]):
                    yield _reference(other, "see_also")
        for other in own:
            if other.topic == clause.topic and other.id != clause.id:
                yield _reference(other, "topic")
        for other in own:
            if clause.topic in other.see_also and other.topic not in clause.see_also:
                yield _reference(other, "see_also")
        for owner in self.library.books.values():
            if owner.id != clause.book:
                for other in owner.clauses.values():
                    if other.topic == clause.topic:
                        yield _reference(other, "counterpart")

    def _depends(
        self, clause: Clause
    ) -> tuple[tuple[Reading, ...], tuple[tuple[str, Parameter], ...]]:
        """The readings and numbers its rules look at, also through names that books give.

        The core is followed one step only: beyond that everything hangs together.
        """
        books = self.library.books
        keys: dict[str, None] = {}
        seen: set[int] = set()
        todo = [(rule, 0) for rule in self.rules.get(clause.atom, ())]
        while todo:
            rule, depth = todo.pop()
            for read in rule.reads:
                keys[read] = None
                for helper in self.helpers.get(read.split(":")[0], ()):
                    deeper = depth + (Path(helper.file).parent.name == _CORE)
                    if deeper <= _INTO_CORE and id(helper) not in seen:
                        seen.add(id(helper))
                        todo.append((helper, deeper))
        readings: dict[tuple[str, str], Reading] = {}
        parameters: dict[tuple[str, str], tuple[str, Parameter]] = {}
        for read in keys:
            name, _, said = read.partition(":")
            parts = [p.split("/")[0] for p in said.split(",")]
            owner = self.library.book_by_atom.get(parts[0])
            if name.startswith("reading/") and len(parts) > 1 and owner is not None:
                reading = owner.readings.get(parts[1])
                if reading is not None:
                    readings[reading.book, reading.name] = reading
            elif name.startswith("parameter/"):
                for book in books.values():
                    if parts[0] in book.parameters:
                        parameters[book.id, parts[0]] = (book.id, book.parameters[parts[0]])
        order = sorted(readings, key=lambda r: (r[0] != clause.book, r))
        return tuple(readings[r] for r in order), tuple(parameters[p] for p in sorted(parameters))


def _reference(clause: Clause, why: str) -> Reference:
    return Reference(clause.id, clause.locators, clause.title, clause.paraphrase, why)
