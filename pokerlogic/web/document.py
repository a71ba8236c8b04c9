"""The OpenAPI document, made of the fields by which requests are checked."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Any

from pokerlogic.messages import LANGUAGES, catalogue

from .fields import OPERATIONS, Field, Operation

Json = dict[str, Any]

_REFUSED = {
    "POST": (400, 404, 408, 413, 415, 422, 503),
    "GET": (404, 422, 503),
}

_KEYS: dict[str, dict[str, str]] = {
    "rule": {
        "schema": "integer",
        "profile": "string",
        "rulings": "array",
        "options": "array",
        "barred": "array",
        "pots": "array",
        "questions": "array",
        "findings": "array",
    },
    "why": {"schema": "integer", "profile": "string"},
    "diff": {"left": "string", "right": "string", "domains": "array", "kinds": "array"},
    "books": {"schema": "integer", "profiles": "array"},
    "show": {"clause": "string", "book": "string", "locators": "object", "paraphrase": "object"},
}
"""The keys of an answer that never go away, with the kinds of their values."""


def document() -> Json:
    """What the server answers, for programs that read it."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "pokerlogic",
            "version": own_version(),
            "description": catalogue()["help.pokerlogic"]["en"],
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": {
            **{one.path: {one.method.lower(): _operation(one)} for one in OPERATIONS},
            "/api/health": {"get": _told("health", "web.health", _HEALTH)},
            "/openapi.json": {"get": _told("document", "web.document", {"type": "object"})},
        },
        "components": {
            "schemas": {
                "Error": _ERROR,
                **{one.name.title(): _object(_KEYS[one.name]) for one in OPERATIONS},
            }
        },
    }


def own_version() -> str:
    """The version of this package."""
    try:
        return version("pokerlogic")
    except PackageNotFoundError:
        return "0"


def _operation(one: Operation) -> Json:
    answers = {"200": _content(_answer(one))}
    answers |= {
        str(n): _content({"$ref": "#/components/schemas/Error"}) for n in _REFUSED[one.method]
    }
    told: Json = {"operationId": one.name, **_words(one.means), "responses": answers}
    if one.method == "GET":
        return told | {"parameters": [_parameter(field) for field in one.fields]}
    body = {
        "type": "object",
        "properties": {f.name: {**f.schema, **_words(f.means, "description")} for f in one.fields},
        "required": [f.name for f in one.fields if f.required],
        "additionalProperties": False,
    }
    content = {"application/json": {"schema": body}}
    return told | {"requestBody": {"required": True, "content": content}}


def _parameter(field: Field) -> Json:
    return {
        "name": field.name,
        "in": "query",
        "required": field.required,
        "schema": dict(field.schema),
        **_words(field.means, "description"),
    }


def _answer(one: Operation) -> Json:
    """The shape of an answer: several situations or profiles make an array."""
    schema: Json = {"$ref": f"#/components/schemas/{one.name.title()}"}
    several: Json = {"type": "array", "items": schema}
    if one.name == "show":
        return several
    return {"anyOf": [schema, several]} if one.name in ("rule", "why") else schema


def _told(id: str, means: str, schema: Json) -> Json:
    return {"operationId": id, **_words(means), "responses": {"200": _content(schema)}}


def _content(schema: Json) -> Json:
    return {"description": "JSON", "content": {"application/json": {"schema": schema}}}


def _words(id: str, key: str = "summary") -> Json:
    texts = catalogue()[id]
    return {key: texts["en"], f"x-{key}-ja": texts["ja"]}


def _object(keys: dict[str, str]) -> Json:
    properties = {name: {"type": kind} for name, kind in keys.items()}
    return {"type": "object", "properties": properties, "required": list(keys)}


_TEXTS = _object(dict.fromkeys(LANGUAGES, "string"))

_ERROR: Json = {
    "type": "object",
    "required": ["schema", "error"],
    "properties": {
        "schema": {"const": 1},
        "error": {
            "type": "object",
            "required": ["code", "about", "message", "text", "file", "line", "column", "help"],
            "properties": {
                "code": {"type": "string", "pattern": "^PL[0-9]{3}$"},
                "about": _TEXTS,
                "message": {"type": "string"},
                "text": _TEXTS,
                "file": {"type": ["string", "null"]},
                "line": {"type": ["integer", "null"]},
                "column": {"type": ["integer", "null"]},
                "help": {"type": ["string", "null"]},
                "help_text": {"anyOf": [_TEXTS, {"type": "null"}]},
            },
        },
    },
}

_HEALTH = _object({"schema": "integer", "status": "string", "version": "string"})
