"""`vocabulary/*.yaml`: what a table may say."""

from __future__ import annotations

import re
from pathlib import Path

from pokerlogic.forms import ARGS_EXAMPLE, SORTS, Form
from pokerlogic.library import Entry
from pokerlogic.messages import listed, msg

from .table import Found, named

_ENTRY = {"kind", "args", "en", "ja", "says", "denied", "asks", "classes", "ruled"}
_KINDS = ("incident", "observation", "mark", "setting", "word", "settled", "motion", "fact")
_SAYS = "says"


def entries_of(path: Path) -> Found:
    """The entries of a file."""
    for id, form in named(path, lambda id: msg("the.entry", id=id)):
        form.keys(_ENTRY, ("kind",))
        args = form.args(SORTS)
        names = [name for name, _ in args]
        entry = Entry(
            id,
            form.one_of("kind", _KINDS, "PL289"),
            args,
            form.text("says", names),
            form.text("asks", {*names, "P"}),
            form.words("classes"),
            form.flag("ruled", True),
            form.text("denied", names),
        )
        _classes(entry, form)
        if not entry.says and not entry.asks:
            said = msg("book.says_or_asks", what=form.what)
            raise form.fault("PL226", said, None, msg("book.languages.help", lang=_SAYS))
        yield id, (entry, form, id)


def _classes(entry: Entry, form: Form) -> None:
    """A class is a name, or a name `of` an argument."""
    names = [name for name, _ in entry.args]
    for written in entry.classes:
        name, _, whose = written.partition(" of ")
        if not re.fullmatch(r"[a-z]\w*", name, re.ASCII) or (
            " of " in written and whose not in names
        ):
            said = msg("book.class", what=form.what, name=written)
            help = msg("book.class.help", names=listed(f"`{n}`" for n in names))
            raise form.fault("PL289", said, "classes", help)
        if name == "gesture" and "player" not in [sort for _, sort in entry.args[:1]]:
            help = msg("vocabulary.args.help", example=ARGS_EXAMPLE)
            raise form.fault("PL289", msg("book.gesture", what=form.what), "classes", help)
