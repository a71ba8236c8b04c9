"""`books/<id>/<chapter>/<topic>.yaml`: the clauses, readings and parameters of a topic."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pokerlogic import foreign
from pokerlogic.errors import meant
from pokerlogic.forms import Form, read_yaml
from pokerlogic.library import Clause, Parameter, Reading
from pokerlogic.messages import listed, msg

from .numbers import Numbers
from .shape import beside
from .table import Rows, add_row

_TOPIC = {
    "topic",
    "title",
    "in",
    "sourced",
    "decidable",
    "clauses",
    "readings",
    "see_also",
    "parameters",
    "concepts",
}
_CLAUSE = {
    "part",
    "in",
    "paraphrase",
    "because",
    "weigh",
    "excepts",
    "sourced",
    "interpretation",
    "decidable",
}
_READING = {"default", "reason", "alternatives"}
_SOURCED = ("primary", "official", "translation", "secondary", "inferred")
_DECIDABLE = ("fully", "with-observations", "discretion", "none")
_VALUE = "value"


def _parameters(form: Form) -> Iterator[tuple[Parameter, Form]]:
    need = ("value", "means", "in")
    for name, row in form.parts("parameters", lambda name: msg("the.parameter", id=name)):
        row.keys(need, need)
        value = row.whole("value", row.what)
        if abs(value) > foreign.NUMBER:
            said = msg("book.too_large", id=name, most=foreign.NUMBER)
            raise row.fault("PL264", said, "value", msg("book.whole.help", key=_VALUE))
        yield Parameter(name, value, row.text("means", ()), row.strings("in")), row


def add_parameters(into: Rows, form: Form, numbers: Numbers) -> None:
    """Adds the numbers that a book or a topic names."""
    for parameter, row in _parameters(form):
        numbers.check(row.what, row, parameter.locators)
        add_row(into, parameter.name, parameter, row, "value", msg("what.parameter"))


def read_topic(
    path: Path,
    book: str,
    numbers: Numbers,
    clauses: Rows,
    readings: Rows,
    parameters: Rows,
) -> None:
    """Adds what a topic of a book has."""
    form = Form(msg("the.topic"), path, read_yaml(path))
    form.keys(_TOPIC, ("topic", "title", "in", "sourced", "decidable", "clauses"))
    topic = form.word("topic")
    if topic != path.stem:
        said = msg("book.topic_name", id=topic, file=path.name)
        raise form.fault("PL229", said, "topic", msg("meant", near=path.stem))
    if not path.with_suffix(".lp").exists():
        said = msg("book.no_logic", file=f"{path.stem}.lp")
        raise form.fault("PL229", said, "topic", beside(path, ".lp"))
    title = form.text("title", ())
    add_parameters(parameters, form, numbers)
    for name, row in form.parts("readings", lambda name: msg("the.reading", id=name)):
        reading = _reading(book, topic, name, row)
        add_row(readings, name, reading, row, "default", msg("what.reading"))
    for name, row in form.parts("clauses", lambda name: msg("the.clause", id=f"{topic}.{name}")):
        clause = _clause(f"{book}:{topic}.{name}", book, topic, title, form, row)
        where = row if "in" in row.raw or "part" in row.raw else form
        numbers.check(f"`{clause.id}`", where, clause.locators)
        add_row(clauses, clause.id, clause, row, "paraphrase", msg("what.clause"))


def _reading(book: str, topic: str, name: str, form: Form) -> Reading:
    form.keys(_READING, ("default", "reason", "alternatives"))
    named = form.part("alternatives", f"`{name}.alternatives`")
    alternatives = {
        named.name(alternative): named.text(alternative, ()) for alternative in named.raw
    }
    default = form.word("default")
    if default not in alternatives:
        names = sorted(alternatives)
        help = meant(default, names) or msg("known", names=listed(f"`{n}`" for n in names))
        raise form.fault("PL230", msg("book.default", id=name), "default", help)
    return Reading(book, name, default, form.word("reason"), alternatives, topic)


def _clause(
    id: str, book: str, topic: str, title: dict[str, str], whole: Form, form: Form
) -> Clause:
    form.keys(_CLAUSE, ("paraphrase", "because"))
    where = (form if "in" in form.raw else whole).strings("in")
    part = form.word("part")
    sourced = (form if "sourced" in form.raw else whole).one_of("sourced", _SOURCED, "PL231")
    decidable = (form if "decidable" in form.raw else whole).one_of(
        "decidable", _DECIDABLE, "PL231"
    )
    return Clause(
        id,
        book,
        topic,
        title,
        {e: f"{loc}-{part}" if part else loc for e, loc in where.items()},
        form.text("paraphrase", ()),
        form.text("because"),
        form.words("excepts"),
        sourced,
        decidable,
        form.word("interpretation") or None,
        (form if "see_also" in form.raw else whole).words("see_also"),
        str(form.path),
        form.line,
        form.text("weigh", ()),
    )
