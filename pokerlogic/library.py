"""The registry of the knowledge base: books, clauses, readings, issues, vocabulary, profiles.

Everything here is read from YAML; no rule of any book is in Python.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

Text = dict[str, str]
"""A sentence in each language: keys `en` and `ja`."""


class Answer(NamedTuple):
    """One answer an issue may have: `do` is its name in JSON, `args` its (name, sort) pairs.

    `option` is what `do` is called among the options of a player; an `exact` answer is taken only
    with its own amount.  `strict` ranks the answers of an issue from lenient to strict, where that
    can be said.
    """

    id: str
    do: str
    args: tuple[tuple[str, str], ...]
    then: str | None
    decides: str | None
    taken_by: tuple[str, ...]
    phrases: dict[str, tuple[str, ...]]
    option: Text
    exact: bool
    strict: int | None = None


class Issue(NamedTuple):
    """A question that a rule answers.

    `supports` names the issue it only prepares, `bounds` the options whose bounds it sets.
    `stake` says what it is about for those at the table: 5 hands and pots, 4 chips, 3 rights,
    2 penalties, 1 procedure.
    """

    id: str
    about: str
    asks: Text
    answers: dict[str, Answer]
    supports: str | None
    bounds: tuple[str, ...]
    stake: int = 1


class Entry(NamedTuple):
    """A vocabulary entry: what a table may say, with its arguments as (name, sort) pairs."""

    id: str
    kind: str
    args: tuple[tuple[str, str], ...]
    says: Text
    asks: Text
    classes: tuple[str, ...]
    ruled: bool
    denied: Text


def placeholders(because: Text) -> set[str]:
    """The variables that a sentence names in braces."""
    return {m for text in because.values() for m in re.findall(r"\{(\w+)'?\}", text)}


_IN_ATOMS = str.maketrans(":.-", "___")


def atom_of(id: str) -> str:
    """The constant that stands for a clause or a book in the logic."""
    return id.translate(_IN_ATOMS)


class Clause(NamedTuple):
    """The smallest citable unit of a book; `locators` maps an edition to the book's number.

    `weigh` is what the book tells whoever decides to consider, empty where it says nothing.
    """

    id: str
    book: str
    topic: str
    title: Text
    locators: dict[str, str]
    paraphrase: Text
    because: Text
    excepts: tuple[str, ...]
    sourced: str
    decidable: str
    interpretation: str | None
    see_also: tuple[str, ...]
    file: str
    line: int
    weigh: Text

    @property
    def atom(self) -> str:
        """The constant that stands for the clause in the logic."""
        return atom_of(self.id)


class Reading(NamedTuple):
    """An ambiguous point with its named alternatives."""

    book: str
    name: str
    default: str
    reason: str
    alternatives: dict[str, Text]
    topic: str


class Parameter(NamedTuple):
    """A number of a book with its locator per edition."""

    name: str
    value: int
    means: Text
    locators: dict[str, str]


class Chapter(NamedTuple):
    """A chapter of a book: the locators that each edition has in it, in order."""

    id: str
    title: Text
    locators: dict[str, tuple[str, ...]]


class Book(NamedTuple):
    """A rule book with its editions."""

    id: str
    title: Text
    publisher: str
    rights: str
    editions: dict[str, dict[str, str]]
    over: dict[str, str]
    clauses: dict[str, Clause]
    readings: dict[str, Reading]
    parameters: dict[str, Parameter]
    uncovered: tuple[dict[str, str], ...]
    chapters: tuple[Chapter, ...]


STANDING = frozenset({"rank", "rank_in_use", "reading", "parameter"})
"""What a profile says and no situation does: told once, however many worlds are under it."""


class Profile(NamedTuple):
    """An ordered list of editions, the later one on top."""

    id: str
    title: Text
    editions: tuple[str, ...]


class Search(NamedTuple):
    """How clauses are looked up by words.

    `weights` say how much a word counts by the kind of text, `groups` which words mean one thing;
    `numbers` are words around a rule number, `filler` words that say nothing.
    """

    weights: dict[str, int]
    numbers: tuple[str, ...]
    filler: tuple[str, ...]
    groups: dict[str, tuple[str, ...]]


class Rule(NamedTuple):
    """One logic rule, prepared: its text, its text over worlds, and what it needs.

    `heads` are the keys it can make true, `needs` the keys of its positive body (all must be
    derivable), `reads` every key it looks at, `blocked` the keys it wants not to hold, `writes`
    the facts that an effect adds for later solves.  A key is name/arity, refined by constants
    where that tells rules apart (see `syntax.key`).
    """

    text: str
    lifted: str
    heads: tuple[str, ...]
    needs: tuple[str, ...]
    reads: tuple[str, ...]
    blocked: tuple[str, ...]
    clause: str | None
    bindings: tuple[str, ...]
    file: str
    line: int
    writes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Concept:
    """A derived predicate in words: its (name, sort) arguments, the sentence, and its denial.

    `kind` is `concept`; `history`, what happened up to a moment; `plumbing`, told by what it rests
    on; or `silent`, what goes without saying.  The comparisons of a `bare` one are not shown.
    """

    name: str
    kind: str
    args: tuple[tuple[str, str], ...] = ()
    says: Text = field(default_factory=dict)
    denied: Text = field(default_factory=dict)
    bare: bool = False


@dataclass(frozen=True)
class Library:
    """The whole knowledge base, checked.

    `concepts` holds the rows of `Concept` by predicate name, `words` the constants of the logic
    in words.  `outside` are the folders of books from outside that it has.
    """

    books: dict[str, Book]
    profiles: dict[str, Profile]
    issues: dict[str, Issue]
    vocabulary: dict[str, Entry]
    rules: tuple[Rule, ...]
    resolution: dict[str, tuple[Rule, ...]]
    version: str
    search: Search
    concepts: dict[str, dict[str, Any]]
    words: dict[str, Text]
    outside: tuple[str, ...] = ()

    def concept(self, name: str) -> Concept | None:
        """The words of a derived predicate, or None."""
        row = self.concepts.get(name)
        if row is None:
            return None
        args = tuple((a, sort) for a, sort in row["args"])
        return Concept(name, row["kind"], args, row["says"], row["denied"], row["bare"])

    def clause(self, id: str) -> Clause | None:
        """The clause with that id (`tda:oversized_chip.call`), or None."""
        book = self.books.get(id.split(":", 1)[0])
        return book.clauses.get(id) if book else None

    def place(self, edition: str, locator: str) -> str:
        """`TDA 2026 46`, `EVERY 33`: the book, its edition and the locator."""
        book = self.books[edition.split("@")[0]]
        label = book.editions[edition].get("label", "")
        return " ".join(part for part in (book.id.upper(), label, locator) if part)

    @cached_property
    def by_atom(self) -> dict[str, Clause]:
        """All clauses by their constant in the logic."""
        return {c.atom: c for b in self.books.values() for c in b.clauses.values()}

    @cached_property
    def option_words(self) -> dict[str, Text]:
        """What each `do` is called among the options."""
        answers = (a for issue in self.issues.values() for a in issue.answers.values())
        return {a.do: a.option for a in answers if a.option}

    @cached_property
    def quiet(self) -> frozenset[str]:
        """The incidents that need no ruling of their own."""
        return frozenset(
            e.id for e in self.vocabulary.values() if e.kind == "incident" and not e.ruled
        )

    @cached_property
    def apart(self) -> frozenset[str]:
        """The words with which something begins that is judged by itself."""
        return frozenset(e.id for e in self.vocabulary.values() if "apart" in e.classes)

    @cached_property
    def book_by_atom(self) -> dict[str, Book]:
        """All books by their constant in the logic."""
        return {atom_of(id): book for id, book in self.books.items()}

    def book_of_edition(self, edition: str) -> Book | None:
        """The book an edition label (`tda@2026`) belongs to."""
        return next((b for b in self.books.values() if edition in b.editions), None)


Parts = tuple[str, ...]
"""The parts of a locator."""


def parts_of(locator: str) -> Parts:
    """The parts of a locator: `53-B(2)`, `53B2` and `53-b-2` are one."""
    return tuple(re.findall(r"[A-Z]+|[0-9]+", locator.upper()))


def pairs(args: list[dict[str, str]] | None) -> tuple[tuple[str, str], ...]:
    """`[{to: chips}, ...]` as pairs of name and sort."""
    return tuple((name, sort) for item in args or [] for name, sort in item.items())
