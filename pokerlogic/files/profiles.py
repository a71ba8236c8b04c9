"""`profiles/*.yaml`: editions on top of each other."""

from __future__ import annotations

from pathlib import Path

from pokerlogic.forms import Form, read_yaml
from pokerlogic.library import Profile
from pokerlogic.messages import msg

from .numbers import edition_help

_AN_EDITION = "house@1"


def read_profile(path: Path, editions: set[str]) -> tuple[Profile, Form]:
    """A profile of known editions, and its mapping."""
    need = ("id", "title", "books")
    form = Form(msg("the.profile"), path, read_yaml(path)).keys(need, need)
    id, books = form.word("id"), form.words("books")
    if id != path.stem:
        said = msg("book.file_name", id=id, file=path.name)
        raise form.fault("PL229", said, "id", msg("meant", near=path.stem))
    if not books:
        help = msg("book.no_books.help", edition=max(editions, default=_AN_EDITION))
        raise form.fault("PL227", msg("book.no_books"), "books", help)
    below: set[str] = set()
    for edition in books:
        if edition not in editions:
            raise form.fault(
                "PL227",
                msg("book.edition", name=edition),
                "books",
                edition_help(edition, editions),
            )
        book = edition.split("@")[0]
        if book in below:
            raise form.fault(
                "PL227", msg("book.two_editions", book=book), "books", msg("book.two_editions.help")
            )
        below.add(book)
    return Profile(id, form.text("title", ()), books), form
