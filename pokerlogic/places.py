"""What a question names: clauses by id or topic, or those at a number of a book."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from . import spelling
from .errors import nearest, shown
from .library import Clause, Library, Parts, parts_of
from .messages import Message, listed, msg
from .usage import UsageError

_TOKENS = re.compile(r"[a-z_]+|[0-9]+|[^\W_]")
_STRANGE = re.compile(r"[^\w\s()\[\].,:;@#§/‐-―−-]")


@dataclass(frozen=True)
class Named:
    """The clauses a question names, before anything is told of them."""

    by: str
    clauses: tuple[Clause, ...]
    at: tuple[tuple[str, str], ...] = ()


class Places:
    """The clauses of a library by their ids, and by the numbers of its editions."""

    def __init__(self, library: Library, editions: Sequence[str]) -> None:
        self.library, self.editions = library, editions

    def called(self, asked: str, here: Sequence[Clause]) -> Named | None:
        """The clauses with that id, or of that topic."""
        name = unicodedata.normalize("NFKC", asked).casefold().replace(" ", "")
        for by, names in (("id", ids), ("topic", topics)):
            # One word is looked up as a word: it finds the topic, and what else speaks of it.
            if by == "topic" and not {"_", ":"}.intersection(name):
                break
            found = tuple(c for c in here if name in names(c))
            if found:
                return Named(by, found)
        return None

    def placed(self, asked: str, here: Sequence[Clause], editions: set[str]) -> Named | None:
        """The clauses at a locator; None if the question is none.

        Raises UsageError for a locator that no clause has.
        """
        tokens = self.tokens(asked)
        within, rest = self.scope(tokens, by_edition="@" in asked)
        looked = editions & within if within is not None else editions
        if not rest and within is not None:
            found = tuple(c for c in here if looked.intersection(c.locators))
            return Named("book", found) if found else None
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
                return Named("locator", tuple(called), tuple(there))
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
            return Named("locator", tuple(placed), meant)
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

    def tokens(self, asked: str) -> list[str]:
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

    def scope(self, tokens: Sequence[str], by_edition: bool) -> tuple[set[str] | None, list[str]]:
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

    def is_book(self, word: str) -> bool:
        """Whether a word is what a book or an edition is called."""
        return _scope_key(word) in self._scopes


def ids(clause: Clause) -> tuple[str, ...]:
    """The ways to write the id of a clause."""
    return (clause.id, clause.id.partition(":")[2])


def topics(clause: Clause) -> tuple[str, ...]:
    """The ways to write its topic."""
    return (f"{clause.book}:{clause.topic}", clause.topic)


def _in_order(locator: str) -> tuple[tuple[bool, int, str], ...]:
    return tuple((not p.isdigit(), int(p) if p.isdigit() else 0, p) for p in parts_of(locator))


def _may_stand(part: str, heads: set[str]) -> bool:
    """Whether a token can be a part of a locator: a number, a letter, or what some begin with."""
    return part.isdigit() or part in heads or (len(part) == 1 and part.isascii())


def _scope_key(name: str) -> Parts:
    return tuple(_TOKENS.findall(spelling.smooth(name)))
