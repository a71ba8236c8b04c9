"""What a class says of an incident is read by a rule, or by the notation."""

from __future__ import annotations

from pokerlogic.errors import meant
from pokerlogic.forms import Form
from pokerlogic.library import Library
from pokerlogic.messages import listed, msg

_READ_BY_NOTATION = ("gesture", "own_cards", "after_the_hand", "apart", "explains_")
"""How the classes begin that the notation and the machinery read."""


def check_classes(library: Library, entries: dict[str, Form]) -> None:
    """What a class says of an incident is read by a rule, or by the notation."""
    read = {key.partition(":")[0].partition("/")[0] for r in library.rules for key in r.reads}
    for entry in library.vocabulary.values():
        for written in entry.classes:
            name = written.partition(" of ")[0]
            if name not in read and not name.startswith(_READ_BY_NOTATION):
                form, known = entries[entry.id], _known_classes(library, entry.id)
                said = msg("book.class_unread", what=form.what, name=name)
                names = msg("known", names=listed(f"`{n}`" for n in known))
                raise form.fault("PL288", said, "classes", meant(name, known) or names)


def _known_classes(library: Library, but: str) -> list[str]:
    others = (e for e in library.vocabulary.values() if e.id != but)
    return sorted({c.partition(" of ")[0] for e in others for c in e.classes})
