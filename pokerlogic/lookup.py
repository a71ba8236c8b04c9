"""Looks clauses up by id, by locator in any edition, or by the words of a situation.

Nothing is ruled on here: what is shown is what the knowledge base says of itself and what the case
files say they pin.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path

from . import engine, pins, spelling
from .errors import nearest, shown
from .finding import Index, issues_of
from .library import Clause, Library, Parameter, Parts, Reading, Rule, Text, parts_of
from .messages import Message, listed, msg
from .store import library_of
from .usage import UsageError

LONGEST = 300
"""Characters of a question; nobody types more."""

_TOKENS = re.compile(r"[a-z_]+|[0-9]+|[^\W_]")
_STRANGE = re.compile(r"[^\w\s()\[\].,:;@#§/‐-―−-]")
_CORE = "core"
_INTO_CORE = 1
_ALIKE = 0.6
_SLIP = 0.8


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


@dataclass(frozen=True)
class Lookup:
    """What was asked and found: `by` is `id`, `topic`, `locator`, `book` or `words`.

    `at` are the places that a locator means, as (edition, locator); `unknown` are words of the
    query that no clause has, `near` the word that may have been meant.
    """

    asked: str
    by: str
    found: tuple[Found, ...]
    at: tuple[tuple[str, str], ...] = ()
    unknown: tuple[str, ...] = ()
    near: str | None = None


@dataclass(frozen=True)
class _Named:
    """The clauses a question names, before anything is told of them."""

    by: str
    clauses: tuple[Clause, ...]
    at: tuple[tuple[str, str], ...] = ()


def look_up(
    what: str,
    profiles: Sequence[str] = (),
    over: str | None = None,
    folders: tuple[Path, ...] = (),
) -> Lookup:
    """The clauses that a question names or describes, best first.

    `what` is an id (`tda:oversized_chip.call`), a topic, a locator with or without its book and
    edition (`TDA 2024 44`, `53-B(2)`), or words of a situation in either language.  `profiles`
    limit the editions looked in.  Raises UsageError with the nearest suggestion when nothing fits.
    """
    finder = _finder(folders)
    editions = set(finder.editions)
    if profiles:
        unders = engine.setups(profiles, over, (), folders)
        editions = {e for u in unders for e in u.profile.editions}
    return finder.look_up(what, editions)


@lru_cache(maxsize=4)
def _finder(folders: tuple[Path, ...]) -> _Finder:
    return _Finder(library_of(folders), folders)


@dataclass
class _Finder:
    library: Library
    folders: tuple[Path, ...]
    editions: tuple[str, ...] = ()
    by_id: dict[str, Clause] = field(default_factory=dict)

    def __post_init__(self) -> None:
        books = self.library.books.values()
        self.editions = tuple(e for b in books for e in b.editions)
        self.by_id = {c.id: c for b in books for c in b.clauses.values()}

    @cached_property
    def index(self) -> Index:
        """The clauses by words."""
        return Index(self.library)

    @cached_property
    def pages(self) -> _Pages:
        """What belongs to a clause."""
        return _Pages(self.library, self.index, self.folders)

    def look_up(self, what: str, editions: set[str]) -> Lookup:
        """See `look_up`."""
        asked = " ".join(what.split())
        if len(asked) > LONGEST:
            raise UsageError(
                "PL601",
                msg("ask.long", most=LONGEST),
                help=msg("ask.long.help"),
            )
        here = tuple(c for c in self.by_id.values() if editions.intersection(c.locators))
        named = self._named(asked, here) or self._placed(asked, here, editions)
        if named is not None:
            found = tuple(self.pages.of(c) for c in named.clauses)
            return Lookup(asked, named.by, found, named.at)
        return self._described(asked, here)

    def _named(self, asked: str, here: Sequence[Clause]) -> _Named | None:
        """The clauses with that id, or of that topic."""
        name = unicodedata.normalize("NFKC", asked).casefold().replace(" ", "")
        for by, names in (("id", _ids), ("topic", _topics)):
            # One word is looked up as a word: it finds the topic, and what else speaks of it.
            if by == "topic" and not {"_", ":"}.intersection(name):
                break
            found = tuple(c for c in here if name in names(c))
            if found:
                return _Named(by, found)
        return None

    def _placed(self, asked: str, here: Sequence[Clause], editions: set[str]) -> _Named | None:
        """The clauses at a locator; None if the question is none.

        Raises UsageError for a locator that no clause has.
        """
        tokens = self._tokens(asked)
        within, rest = self._scope(tokens, by_edition="@" in asked)
        looked = editions & within if within is not None else editions
        if not rest and within is not None:
            found = tuple(c for c in here if looked.intersection(c.locators))
            return _Named("book", found) if found else None
        if _STRANGE.search(unicodedata.normalize("NFKC", asked)):
            return None
        slug = parts_of(" ".join(rest))
        if within is not None and not any(p.isdigit() for p in slug):
            places_here = dict.fromkeys(
                p for c in here for p in c.locators.items() if p[0] in looked
            )
            there = [place for place in places_here if parts_of(place[1]) == slug]
            if there:
                called = [c for c in here if any(c.locators.get(e) == loc for e, loc in there)]
                return _Named("locator", tuple(called), tuple(there))
        parts = tuple(t.upper() for t in rest)
        own = {parts_of(loc)[0] for c in here for e, loc in c.locators.items() if e in looked}
        prefixed = len(own) == 1 and not any(p.isdigit() for p in own)
        if within is not None and prefixed and parts[0].isdigit():
            # Where all numbers begin with one word, it may be the last one of the book's name.
            parts = (*own, *parts)
        heads = {parts_of(loc)[0] for c in here for loc in c.locators.values()}
        if not any(t.isdigit() for t in rest) or not all(_may_stand(t, heads) for t in parts):
            return None
        at: dict[tuple[str, str], None] = {}
        placed: list[Clause] = []
        for clause in here:
            places = [(e, loc) for e, loc in clause.locators.items() if e in looked]
            places = [(e, loc) for e, loc in places if parts_of(loc)[: len(parts)] == parts]
            if places:
                placed.append(clause)
                at.update(dict.fromkeys(places))
        if placed:
            exact = {e for e, loc in at if parts_of(loc) == parts}
            meant = tuple((e, loc) for e, loc in at if parts_of(loc) == parts or e not in exact)
            return _Named("locator", tuple(placed), meant)
        known = [loc for c in here for e, loc in c.locators.items() if e in looked]
        spelt = "-".join(parts)
        if (within or len(rest) == 1) and known:
            near = nearest(spelt, known)
            known = sorted(set(known), key=_in_order)[:12]
            # A number far from all others is no slip of the finger.
            close = near if near is not None and parts_of(near)[0] == parts[0] else None
            help = msg("meant", near=close) if close else msg("known", names=listed(known))
            help = self._left_out(parts, looked) or help
            raise UsageError("PL601", msg("ask.no_clause", asked=shown(asked)), help=help)
        raise UsageError.unknown(msg("what.clause"), asked, known or self.editions)

    def _left_out(self, parts: Parts, editions: set[str]) -> Message | None:
        """Why a book leaves a number out, if it says so."""
        for book in self.library.books.values():
            for row in book.uncovered if editions.intersection(book.editions) else ():
                if parts_of(row.get("locator", "")) == parts:
                    return msg("ask.uncovered", why=row.get("reason", ""))
        return None

    def _tokens(self, asked: str) -> list[str]:
        """The letters and numbers of a locator, without words that only stand around one."""
        text = spelling.smooth(asked)
        for word in sorted(self.library.search.numbers, key=len, reverse=True):
            said = spelling.smooth(word)
            text = (
                text.replace(said, " ")
                if spelling.is_spaceless(said)
                else re.sub(rf"(?<![a-z]){re.escape(said)}(?![a-z])", " ", text)
            )
        return _TOKENS.findall(text)

    def _scope(self, tokens: Sequence[str], by_edition: bool) -> tuple[set[str] | None, list[str]]:
        """The editions named at the beginning or end of a question, and the rest of it.

        `by_edition` tells that an edition is named by its id, else the last number is a locator
        unless it is the label of an edition.
        """
        names = self._scopes
        labels = {
            about.get("label") for b in self.library.books.values() for about in b.editions.values()
        }
        within: set[str] | None = None
        rest = list(tokens)
        for at_end in (False, True):
            for size in range(min(4, len(rest)), 0, -1):
                part = tuple(rest[-size:] if at_end else rest[:size])
                last = size == len(rest) > 1 and part[-1].isdigit() and part[-1] not in labels
                if last and part[:-1] in names and not by_edition:
                    continue
                # A bare number at the end is a locator, whatever edition is called so.
                if part in names and not (at_end and (within is not None or part[0].isdigit())):
                    within = names[part]
                    rest = rest[:-size] if at_end else rest[size:]
                    break
        return within, rest

    @cached_property
    def _scopes(self) -> dict[Parts, set[str]]:
        """What editions can be called: a book, an edition, its label, both, or a profile."""
        found: dict[Parts, set[str]] = defaultdict(set)
        for profile in self.library.profiles.values():
            found[_scope_key(profile.id)] |= set(profile.editions[-1:])
        for book in self.library.books.values():
            for edition, about in book.editions.items():
                label = about.get("label", "")
                spelt = (book.id, edition, label, f"{book.id} {label}", *book.title.values())
                for name in spelt:
                    if _scope_key(name):
                        found[_scope_key(name)].add(edition)
        return dict(found)

    def _layered(self) -> Iterator[str]:
        """The editions of books that rest on one another; those that stand alone come later."""
        for profile in self.library.profiles.values():
            if len(profile.editions) > 1:
                yield from profile.editions

    def _described(self, asked: str, here: Sequence[Clause]) -> Lookup:
        """The clauses that words of a situation describe; raises UsageError if there are none."""
        tokens = self._tokens(asked)
        within, _ = self._scope(tokens, by_edition="@" in asked)
        near = {e.partition("@")[0] for e in within or self._layered()}
        # An id that is nearly right is no situation.
        slug = re.fullmatch(r"[\w:.\-]*[:._][\w:.\-]*", asked)
        if slug is None:
            hits = self.index.find(asked, near)
            allowed = {c.id for c in here}
            kept = [h for h in hits.hits if h.clause.id in allowed]
            unknown = tuple(u for u in hits.unknown if not self._is_book(u))
            if kept:
                meant = None
                if unknown:
                    meant = self.index.nearest(asked, _SLIP) or self.index.nearest(unknown[0])
                found = tuple(self.pages.of(h.clause, h.score, h.words) for h in kept)
                return Lookup(asked, "words", found, (), unknown, meant)
            meant = self.index.nearest(asked) or next(
                (w for u in hits.unknown if (w := self.index.nearest(u))), None
            )
            if meant:
                said = msg("ask.no_clause", asked=shown(asked))
                raise UsageError("PL601", said, help=msg("meant", near=meant))
        names = {n for c in here for n in (*_ids(c), *_topics(c))}
        if slug is not None:
            raise UsageError.unknown(msg("what.clause"), asked, names)
        raise UsageError(
            "PL601",
            msg("ask.no_clause", asked=shown(asked)),
            help=msg("ask.no_clause.help"),
        )

    def _is_book(self, word: str) -> bool:
        return _scope_key(word) in self._scopes


@dataclass
class _Pages:
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
    def pinned(self) -> _Pinned:
        """The cases by what they cite."""
        return _Pinned(self.library, pins.cases(self.folders), self.rules)

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


class _Pinned:
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


def _ids(clause: Clause) -> tuple[str, ...]:
    return (clause.id, clause.id.partition(":")[2])


def _topics(clause: Clause) -> tuple[str, ...]:
    return (f"{clause.book}:{clause.topic}", clause.topic)


def _reference(clause: Clause, why: str) -> Reference:
    return Reference(clause.id, clause.locators, clause.title, clause.paraphrase, why)


def _in_order(locator: str) -> tuple[tuple[bool, int, str], ...]:
    return tuple((not p.isdigit(), int(p) if p.isdigit() else 0, p) for p in parts_of(locator))


def _may_stand(part: str, heads: set[str]) -> bool:
    """Whether a token can be a part of a locator: a number, a letter, or what some begin with."""
    return part.isdigit() or part in heads or (len(part) == 1 and part.isascii())


def _scope_key(name: str) -> Parts:
    return tuple(_TOKENS.findall(spelling.smooth(name)))
