"""`books/<id>/book.yaml`: the head of a book, its editions and its chapters."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from pokerlogic import foreign
from pokerlogic.forms import Form, Raw, read_yaml
from pokerlogic.library import Book, Chapter, atom_of
from pokerlogic.messages import msg

from .numbers import Numbers, edition_help
from .table import Rows
from .topics import add_parameters, read_topic

_BOOK = {"id", "title", "publisher", "rights", "editions", "over", "parameters"}
_BOOK |= {"uncovered", "chapters"}
_OVER = {"book", "basis"}
_CHAPTER = {"title", "in"}
_RANGE = re.compile(r"(.*?)(\d+|[A-Z])\.\.(\d+|[A-Z])")
_EDITION = {"label", "version", "date", "language"}


def read_book(path: Path) -> tuple[Book, Form]:
    """A book with its topics, and the mapping of its head."""
    form = Form(msg("the.book"), path, read_yaml(path))
    form.keys(_BOOK, ("id", "title", "rights", "editions"))
    id = form.word("id")
    if not re.fullmatch(r"[a-z][a-z0-9_-]*", id):
        help = msg("name.logic.help")
        raise form.fault("PL291", msg("name.logic", name=id), "id", help)
    if atom_of(id) != atom_of(path.parent.name):
        said = msg("book.folder_name", id=id, folder=path.parent.name)
        raise form.fault("PL229", said, "id", msg("meant", near=path.parent.name))
    editions = _editions(id, form)
    chapters = tuple(_chapters(form, editions))
    numbers = Numbers(id, editions, chapters)
    clauses: Rows = {}
    readings: Rows = {}
    parameters: Rows = {}
    add_parameters(parameters, form, numbers)
    for topic_path in sorted(p for p in path.parent.rglob("*.yaml") if p != path):
        read_topic(topic_path, id, numbers, clauses, readings, parameters)
    book = Book(
        id,
        form.text("title", ()),
        form.word("publisher"),
        form.word("rights"),
        editions,
        form.strings("over"),
        {id: clause for id, (clause, _, _) in clauses.items()},
        {name: reading for name, (reading, _, _) in readings.items()},
        {name: parameter for name, (parameter, _, _) in parameters.items()},
        tuple(_uncovered(form)),
        chapters,
    )
    return book, form


def check_over(form: Form, editions: Collection[str]) -> None:
    """The edition that a book lies over is one that there is."""
    form.keys(_OVER, ("book",))
    if form.word("book") not in editions:
        said = msg("book.edition", name=form.word("book"))
        raise form.fault("PL227", said, "book", edition_help(form.word("book"), editions))


def _editions(id: str, form: Form) -> dict[str, dict[str, str]]:
    named = form.part("editions", "`editions`")
    found = {}
    for name in named.raw:
        if not re.fullmatch(rf"{re.escape(id)}@[A-Za-z0-9._-]+", name):
            said = msg("book.edition_name", name=name)
            raise named.fault("PL227", said, name, msg("meant", near=f"{id}@1"))
        row = named.part(name, f"`{name}`").keys(_EDITION)
        found[name] = {key: row.word(key) for key in row.raw}
    if not found:
        help = msg("book.no_editions.help", edition=f"{id}@1")
        raise form.fault("PL227", msg("book.no_editions"), "editions", help)
    return found


def _uncovered(form: Form) -> Iterator[dict[str, str]]:
    need = ("edition", "locator", "reason")
    for row in form.rows("uncovered"):
        if not isinstance(row, Raw):
            said = msg("book.kind", what="`uncovered`", kind=msg("kind.mappings"))
            raise form.fault("PL289", said, "uncovered")
        one = Form("`uncovered`", form.path, row, form.at("uncovered")).keys(need, need[1:])
        yield {key: one.word(key) for key in row}


def _chapters(form: Form, editions: dict[str, Any]) -> Iterator[Chapter]:
    """The chapters of a book; `in` names the locators: `1..6, 9-A..B, 13`."""
    for id, row in form.parts("chapters", lambda id: f"`chapters.{id}`"):
        row.keys(_CHAPTER, ("title", "in"))
        locators = {}
        named = row.part("in", f"`chapters.{id}.in`")
        for edition in named.raw:
            if edition not in editions:
                said = msg("book.edition", name=edition)
                raise named.fault("PL227", said, edition, edition_help(edition, editions))
            locators[edition] = tuple(islice(_listed(named.word(edition)), foreign.FILES + 1))
            if len(locators[edition]) > foreign.FILES:
                said = msg("book.locators", edition=edition, most=foreign.FILES)
                raise named.fault("PL264", said, edition, msg("book.locator.help"))
        yield Chapter(id, row.text("title", ()), locators)


def _listed(text: str) -> Iterator[str]:
    for part in (p.strip() for p in text.split(",")):
        found = _RANGE.fullmatch(part)
        if found is None:
            yield part
            continue
        before, first, last = found.groups()
        if first.isdigit():
            yield from (f"{before}{n}" for n in range(int(first), int(last) + 1))
        else:
            yield from (f"{before}{chr(n)}" for n in range(ord(first), ord(last) + 1))
