"""The editions of a book and the numbers each has; what names another one is refused."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pokerlogic.errors import meant, nearest
from pokerlogic.forms import Form
from pokerlogic.library import Chapter, parts_of
from pokerlogic.messages import Message, Value, listed, msg


def edition_help(edition: str, editions: Iterable[str]) -> Message:
    """What helps where an edition is not known."""
    known = sorted(editions)
    return meant(edition, known) or msg("known", names=listed(f"`{e}`" for e in known))


class Numbers:
    """The numbers that each edition of a book has."""

    def __init__(self, book: str, editions: dict[str, Any], chapters: Iterable[Chapter]) -> None:
        self.book, self.editions = book, editions
        self.known: dict[str, dict[tuple[str, ...], str]] = {edition: {} for edition in editions}
        for chapter in chapters:
            for edition, found in chapter.locators.items():
                self.known[edition].update((parts_of(locator), locator) for locator in found)

    def check(self, what: Value, form: Form, where: dict[str, str]) -> None:
        """Every number is one of its edition, or a part of one, or what several are parts of."""
        key = "in" if "in" in form.raw else None
        for edition, locator in where.items():
            if edition not in self.editions:
                said = msg("book.clause_edition", what=what, edition=edition)
                raise form.fault("PL227", said, key, edition_help(edition, self.editions))
            known = self.known[edition]
            for one in (n.strip() for n in locator.split(",")):
                number = parts_of(one)
                fits = (number[: len(n)] == n or n[: len(number)] == number for n in known)
                if known and not (number and any(fits)):
                    said = msg("book.locator", what=what, locator=one, edition=edition)
                    near = nearest(one, known.values())
                    help = msg("book.locator.near", near=near) if near else None
                    raise form.fault("PL282", said, key, help or msg("book.locator.help"))
