"""Errors of asking: a book, a reading or an option that does not exist."""

from __future__ import annotations

from collections.abc import Iterable

from .errors import PokerlogicError, nearest, shown
from .messages import Message, Value, listed, msg
from .reasons import of_system


class UsageError(PokerlogicError):
    """A command or a call was given something that does not exist."""

    @classmethod
    def unknown(cls, what: Message, word: str, known: Iterable[str]) -> UsageError:
        """An unknown name, with the nearest known one."""
        names = sorted(known)
        short = {name.rpartition(":")[2]: name for name in names}
        near = nearest(word, names) or short.get(nearest(word, short) or "")
        hint = msg("meant", near=near) if near else msg("known", names=listed(names[:12]))
        said = msg("ask.unknown", what=what, word=shown(word))
        return cls("PL601", said, help=hint)

    @classmethod
    def not_read(cls, name: object, why: Value) -> UsageError:
        """A file that cannot be read, with the reason."""
        return cls("PL602", msg("file.not_read", name=shown(str(name), 200), why=why))

    @classmethod
    def not_written(cls, name: object, why: Value) -> UsageError:
        """A file that cannot be written, with the reason."""
        return cls("PL602", msg("file.not_written", name=shown(str(name), 200), why=why))

    @classmethod
    def not_used(cls, error: OSError) -> UsageError:
        """A file, or the output, that the system refuses."""
        name: Value = (
            f"`{shown(str(error.filename), 200)}`" if error.filename else msg("file.output")
        )
        return cls("PL602", msg("file.not_used", name=name, why=of_system(error)))
