"""`concepts/*.yaml`: derived predicates and constants of the logic in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pokerlogic.forms import SORTS, Form, Raw, read_yaml, text_in
from pokerlogic.messages import msg

from .table import Found

_CONCEPTS = {"concepts", "history", "plumbing", "silent", "words"}
_CONCEPT = {"args", "en", "ja", "denied", "bare", "books_too"}


def concepts_of(path: Path) -> Found:
    """The words of the core's predicates, by name."""
    form = Form(msg("the.concepts"), path, read_yaml(path)).keys(_CONCEPTS)
    for group, kind in (("concepts", "concept"), ("history", "history")):
        yield from _concepts_in(form, group, kind)
    for kind in ("plumbing", "silent"):
        for name in form.words(kind):
            found = {"kind": kind, "args": [], "says": {}, "denied": {}, "bare": False}
            yield name, (found, form, kind)


def words_of(path: Path) -> Found:
    """The constants of the logic in words."""
    form = Form(msg("the.concepts"), path, read_yaml(path))
    for name, words in form.parts("words", lambda name: f"`{name}`"):
        yield name, (text_in(words, words.what), words, name)


def own_concepts(path: Path) -> Found:
    """The words of the predicates that a topic of a book gives to others."""
    yield from _concepts_in(Form(msg("the.topic"), path, read_yaml(path)), "concepts", "concept")


def _concepts_in(form: Form, group: str, kind: str) -> Found:
    for name, found in form.parts(group, lambda name: msg("the.concept", id=name)):
        yield name, (_concept(found, kind), found, name)


def _concept(form: Form, kind: str) -> dict[str, Any]:
    form.keys(_CONCEPT, ("args", "en", "ja"))
    args = form.args(SORTS)
    names = [name for name, _ in args]
    said = Raw()
    for lang in ("en", "ja"):
        said[lang], said.lines[lang] = form.raw[lang], form.at(lang)
    return {
        "kind": kind,
        "args": [list(pair) for pair in args],
        "says": text_in(Form(form.what, form.path, said, form.line), form.what, names),
        "denied": form.text("denied", names),
        "bare": form.flag("bare", False),
        "books_too": form.flag("books_too", False),
    }
