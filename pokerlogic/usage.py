"""Errors of asking: a book, a reading or an option that does not exist."""

from __future__ import annotations

from collections.abc import Iterable

from .errors import PokerlogicError, nearest, shown


class UsageError(PokerlogicError):
    """A command or a call was given something that does not exist."""

    @classmethod
    def unknown(cls, what: str, word: str, known: Iterable[str]) -> UsageError:
        """An unknown name, with the nearest known one."""
        names = sorted(known)
        short = {name.rpartition(":")[2]: name for name in names}
        near = nearest(word, names) or short.get(nearest(word, short) or "")
        hint = f"did you mean `{near}`?" if near else "known: " + ", ".join(names[:12])
        return cls("PL601", f"there is no {what} `{shown(word)}`", help=hint)

    @classmethod
    def no_file(cls, name: object, why: str, what: str = "read") -> UsageError:
        """A file that cannot be read or written, with the reason."""
        return cls("PL602", f"`{shown(str(name), 200)}` cannot be {what}: {why}")
