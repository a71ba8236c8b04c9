"""What several files define, by id, and where it stands; the same id twice is refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pokerlogic.forms import Form, read_yaml
from pokerlogic.messages import Message, msg

Found = Iterable[tuple[str, tuple[Any, Form, str]]]
"""What a file defines: by id, with the mapping and the key that say where."""
Rows = dict[str, tuple[Any, Form, str]]
"""The same, gathered within one book."""


class Table(dict[str, Any]):
    """What several files define, by id, and where each stands."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.places: dict[str, str] = {}


def add(into: Table, new: Found | Rows, what: Message) -> None:
    """Adds what a file defines; raises BookError for an id that is there already."""
    for id, (value, form, key) in new.items() if isinstance(new, dict) else new:
        if id in into:
            help = TWICE
            if id in into.places:
                help = msg("book.twice.there", place=into.places[id])
            raise form.fault("PL222", msg("book.twice", what=what, id=id), key, help)
        into[id] = value
        into.places[id] = f"{form.path}:{form.at(key)}"


TWICE = msg("book.twice.help")


def named(path: Path, called: Any) -> Iterator[tuple[str, Form]]:
    """The mappings of a file, by name."""
    whole = Form(msg("the.file"), path, read_yaml(path))
    for name in whole.raw:
        yield name, whole.part(whole.name(name), called(name))


def add_row(into: Rows, id: str, value: Any, form: Form, key: str, what: Message) -> None:
    """Adds one thing of a book; raises BookError, with the other place, if it is there already."""
    if id in into:
        _, other, where = into[id]
        place = f"{other.path}:{other.at(where)}"
        help = msg("vocabulary.twice.help", place=place)
        raise form.fault("PL222", msg("book.twice", what=what, id=id), None, help)
    into[id] = (value, form, key)
