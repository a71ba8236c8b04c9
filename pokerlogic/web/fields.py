"""What a request says: one list of fields, by which it is checked and which the document tells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pokerlogic.errors import nearest, shown
from pokerlogic.messages import LANGUAGES, Message, any_of, listed, msg
from pokerlogic.usage import UsageError

from .limits import BODY


@dataclass(frozen=True)
class Field:
    """A field of a request: its JSON schema, and what it is there for."""

    name: str
    schema: Mapping[str, Any]
    means: str
    required: bool = False


@dataclass(frozen=True)
class Operation:
    """A question that can be asked: what it is called, and the fields it takes."""

    name: str
    method: str
    means: str
    fields: tuple[Field, ...]

    @property
    def path(self) -> str:
        """Its address."""
        return f"/api/{self.name}"


def _text(most: int, least: int = 1) -> dict[str, Any]:
    return {"type": "string", "minLength": least, "maxLength": most}


def _several(most: int) -> dict[str, Any]:
    return {"type": "array", "items": _text(100), "maxItems": most}


TABLE = Field("table", _text(BODY, 0), "web.field.table", required=True)
BOOKS = Field("books", _several(4), "help.book")
OVER = Field("over", _text(100), "help.over")
READINGS = Field("readings", _several(16), "help.reading")
LANG = Field("lang", {"type": "string", "enum": list(LANGUAGES)}, "help.lang")
EVENT = {"type": "integer", "minimum": 1, "maximum": 100_000}
COMMON = (OVER, READINGS, LANG)

OPERATIONS = (
    Operation(
        "rule",
        "POST",
        "help.rule",
        (
            TABLE,
            BOOKS,
            Field("event", EVENT, "help.rule.event"),
            Field("every_reading", {"type": "boolean"}, "help.rule.readings"),
            *COMMON,
        ),
    ),
    Operation(
        "why",
        "POST",
        "help.why",
        (
            TABLE,
            BOOKS,
            Field("event", EVENT, "help.why.event"),
            Field("not", _text(300), "help.why.not"),
            *COMMON,
        ),
    ),
    Operation(
        "diff",
        "POST",
        "help.diff",
        (
            TABLE,
            Field("left", _text(100), "help.diff.left", required=True),
            Field("right", _text(100), "help.diff.right", required=True),
            *COMMON,
        ),
    ),
    Operation("books", "GET", "help.books", (BOOKS, *COMMON)),
    Operation(
        "show",
        "GET",
        "help.show",
        (Field("words", _text(300), "help.show.what", required=True), BOOKS, OVER, LANG),
    ),
)


def checked(given: object, operation: Operation) -> dict[str, Any]:
    """The fields of a request; raises UsageError for one that cannot be used."""
    if not isinstance(given, dict):
        raise _wrong(msg("web.no_object"))
    known = {field.name: field for field in operation.fields}
    for name in given:
        if name not in known:
            near = nearest(name, known)
            names = listed(f"`{n}`" for n in known)
            help = msg("meant", near=near) if near else msg("known", names=names)
            raise _wrong(msg("web.unknown_field", name=shown(name)), help)
    for field in operation.fields:
        if field.name in given:
            _check(given[field.name], field.schema, field.name)
        elif field.required:
            raise _wrong(msg("web.missing_field", name=field.name))
    return given


def in_query(pairs: Iterable[tuple[str, str]], operation: Operation) -> dict[str, Any]:
    """The fields that the query of an address gives."""
    lists = {f.name for f in operation.fields if f.schema["type"] == "array"}
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in lists:
            found.setdefault(name, []).append(value)
        elif name in found:
            raise _wrong(msg("web.field_twice", name=shown(name)))
        else:
            found[name] = value
    return found


def _check(value: object, schema: Mapping[str, Any], name: str) -> None:
    kind = schema["type"]
    if kind == "array":
        if not isinstance(value, list) or len(value) > schema["maxItems"]:
            raise _wrong(msg("web.field_list", name=name, most=schema["maxItems"]))
        for item in value:
            _check(item, schema["items"], name)
    elif kind == "boolean":
        if not isinstance(value, bool):
            raise _wrong(msg("web.field_boolean", name=name))
    elif kind == "integer":
        most = schema["maximum"]
        if type(value) is not int or not schema["minimum"] <= value <= most:
            raise _wrong(msg("web.field_number", name=name, most=most))
    elif "enum" in schema:
        if value not in schema["enum"]:
            choices = any_of(f"`{c}`" for c in schema["enum"])
            raise _wrong(msg("web.field_choice", name=name, choices=choices))
    elif not isinstance(value, str) or not _fits(value, schema):
        raise _wrong(msg("web.field_text", name=name, most=schema["maxLength"]))


def _fits(value: str, schema: Mapping[str, Any]) -> bool:
    # Half of a character, as JSON can write it, is no text.
    whole = not any("\ud800" <= c <= "\udfff" for c in value)
    return whole and schema["minLength"] <= len(value) <= schema["maxLength"]


def _wrong(said: Message, help: Message | None = None) -> UsageError:
    return UsageError("PL614", said, help=help)
