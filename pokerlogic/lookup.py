"""Finds clauses by what people call them: an id, a topic, `46`, `TDA 2024 44`."""

from __future__ import annotations

from collections.abc import Iterator

from .library import Clause, Library


def clauses(what: str, editions: set[str], library: Library) -> Iterator[Clause]:
    """The clauses of some editions that words name.

    The words are an id, a topic, or a locator with or without its book and edition.
    """
    words = what.split()
    found = [c for c in library.by_atom.values() if editions.intersection(c.locators)]
    if len(words) == 1:
        named = [c for c in found if words[0] in _names(c)]
        if named:
            yield from named
            return
    for size in range(1, len(words) + 1):
        here = editions
        for word in words[:-size]:
            here = here & _editions_called(word, library)
        if here:
            locator = "-".join(words[-size:]).upper()
            yield from (c for c in found if any(_at(c, e, locator) for e in here))
            return


def _names(clause: Clause) -> tuple[str, ...]:
    """What a clause can be called: its id and its topic, with and without the book."""
    topic, short = f"{clause.book}:{clause.topic}", clause.id.partition(":")[2]
    return (clause.id, short, topic, clause.topic)


def _editions_called(word: str, library: Library) -> set[str]:
    """The editions a word may mean: `tda`, `2024`, `tda@2024`, or a profile as `tda2024`."""
    word = word.casefold()
    found = {
        edition
        for book in library.books.values()
        for edition, about in book.editions.items()
        if word in (book.id, edition, edition.partition("@")[2], about.get("label"))
    }
    profile = library.profiles.get(word)
    return found or set(profile.editions if profile else ())


def _at(clause: Clause, edition: str, locator: str) -> bool:
    """Whether a clause stands at a locator of an edition, or at a part of it."""
    own = clause.locators.get(edition, "").upper()
    return own == locator or own.startswith(locator + "-")


def known(what: str, library: Library) -> set[str]:
    """The names nearest in kind to one that is not there."""
    every = library.by_atom.values()
    if what.split(" ")[-1][:1].isdigit():
        return {loc for c in every for loc in c.locators.values()}
    return {name for c in every for name in _names(c)}
