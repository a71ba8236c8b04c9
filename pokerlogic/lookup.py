"""Looks clauses up by id, by locator in any edition, or by the words of a situation.

Nothing is ruled on here: what is shown is what the knowledge base says of itself and what the case
files say they pin.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path

from . import engine
from .errors import shown
from .finding import Index
from .library import Clause, Library
from .messages import msg
from .pages import Found, Pages
from .places import Places, ids, topics
from .store import library_of
from .usage import UsageError

LONGEST = 300
"""Characters of a question; nobody types more."""

_SLIP = 0.8


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
    def places(self) -> Places:
        """What a question can name."""
        return Places(self.library, self.editions)

    @cached_property
    def index(self) -> Index:
        """The clauses by words."""
        return Index(self.library)

    @cached_property
    def pages(self) -> Pages:
        """What belongs to a clause."""
        return Pages(self.library, self.index, self.folders)

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
        named = self.places.called(asked, here) or self.places.placed(asked, here, editions)
        if named is not None:
            found = tuple(self.pages.of(c) for c in named.clauses)
            return Lookup(asked, named.by, found, named.at)
        return self._described(asked, here)

    def _layered(self) -> Iterator[str]:
        """The editions of books that rest on one another; those that stand alone come later."""
        for profile in self.library.profiles.values():
            if len(profile.editions) > 1:
                yield from profile.editions

    def _described(self, asked: str, here: Sequence[Clause]) -> Lookup:
        """The clauses that words of a situation describe; raises UsageError if there are none."""
        tokens = self.places.tokens(asked)
        within, _ = self.places.scope(tokens, by_edition="@" in asked)
        near = {e.partition("@")[0] for e in within or self._layered()}
        # An id that is nearly right is no situation.
        slug = re.fullmatch(r"[\w:.\-]*[:._][\w:.\-]*", asked)
        if slug is None:
            hits = self.index.find(asked, near)
            allowed = {c.id for c in here}
            kept = [h for h in hits.hits if h.clause.id in allowed]
            unknown = tuple(u for u in hits.unknown if not self.places.is_book(u))
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
        names = {n for c in here for n in (*ids(c), *topics(c))}
        if slug is not None:
            raise UsageError.unknown(msg("what.clause"), asked, names)
        raise UsageError(
            "PL601",
            msg("ask.no_clause", asked=shown(asked)),
            help=msg("ask.no_clause.help"),
        )
