"""Errors a user can see: a code, a sentence, the places in the text and a help line.

Nothing else may leave the package for anything a user can type.  Codes go by area:
PL1xx the notation, PL2xx books and vocabulary, PL3xx a situation that contradicts itself,
PL4xx one that says too little to be judged, PL5xx limits, PL6xx what was asked for, PL7xx recorded
hands.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path

from pokerlogic.messages import LANGUAGES, Message, Value, catalogue, msg, written
from pokerlogic.situation import Place

Spot = tuple[Place, Value]
"""A place and the words that stand under it."""


class PokerlogicError(Exception):
    """Base of everything reported to a user.

    `said` is what is wrong and `advice` what helps, `message` and `help` the same in English;
    `spots` are places with a note each, the one to look at first; `exit_code` is what a command
    ends with.
    """

    exit_code = 2

    def __init__(
        self,
        code: str,
        said: Message,
        place: Place | Sequence[Spot] | None = None,
        help: Message | None = None,
        file: str | None = None,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.said = said
        self.spots: tuple[Spot, ...] = (
            ((place, ""),) if isinstance(place, Place) else tuple(place or ())
        )
        self.advice = help
        self.file = file

    @property
    def message(self) -> str:
        """What is wrong, in English."""
        return self.said.text("en")

    @property
    def help(self) -> str | None:
        """What helps, in English."""
        return self.advice.text("en") if self.advice else None

    @property
    def place(self) -> Place | None:
        """The place to look at first, if the error has one."""
        return self.spots[0][0] if self.spots else None

    def render(self, source: str = "", lang: str = "en") -> str:
        """The error with the lines of `source` it points at; ends without a newline."""
        lines = split_lines(source)
        parts = [msg("frame.error", code=self.code, said=self.said).text(lang)]
        if self.spots:
            place = self.spots[0][0]
            file = self.file or msg("frame.table").text(lang)
            parts.append(f"  --> {file}:{place.line}:{place.column}")
            parts += _excerpt(self.spots, lines, lang) if source else []
        elif self.file:
            parts.append(f"  --> {self.file}")
        if self.advice:
            parts.append(msg("frame.help", advice=self.advice).text(lang))
        return "\n".join(parts)

    def to_json(self, lang: str = "en") -> dict[str, object]:
        """The error as data: texts in a language, and what is said in both."""
        place = self.place
        return {
            "code": self.code,
            "about": _both(about(self.code)),
            "message": self.said.text(lang),
            "text": _both(self.said),
            "file": self.file,
            "line": place.line if place else None,
            "column": place.column if place else None,
            "help": self.advice.text(lang) if self.advice else None,
            "help_text": _both(self.advice) if self.advice else None,
        }

    def __str__(self) -> str:
        return self.render()


def _both(said: Message) -> dict[str, str]:
    return {lang: said.text(lang) for lang in LANGUAGES}


class TableError(PokerlogicError):
    """A table text that cannot be read or contradicts itself."""


class BookError(PokerlogicError):
    """A book, a vocabulary file or a profile that cannot be used; `file` names it."""


def wrong(
    code: str,
    said: Message,
    *,
    file: str | Path | None = None,
    line: int | None = None,
    help: Message | None = None,
) -> BookError:
    """A BookError at a line of a file."""
    place = Place(line, 1) if line else None
    return BookError(code, said, place, help, str(file) if file is not None else None)


class LimitError(PokerlogicError):
    """A limit was reached before an answer was found; the result is "at least"."""

    exit_code = 3


def split_lines(text: str) -> list[str]:
    """The lines of a text as editors count them, without their ends."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def nearest(word: str, words: Iterable[str]) -> str | None:
    """The word most like `word`, or None if none is like it."""
    if len(word) > 60:
        return None
    import difflib

    by_folded = {w.casefold(): w for w in words}
    found = difflib.get_close_matches(word.casefold(), by_folded, n=1, cutoff=0.6)
    return by_folded[found[0]] if found else None


def meant(word: str, words: Iterable[str]) -> Message | None:
    """The help line that names the word most like `word`, or None if none is like it."""
    near = nearest(word, words)
    return msg("meant", near=near) if near else None


def codes() -> set[str]:
    """Every code that there is."""
    return {id.partition(".")[2] for id in catalogue() if id.startswith("code.")}


def about(code: str) -> Message:
    """What a code stands for."""
    return Message(f"code.{code}", {})


def shown(text: str, limit: int = 40) -> str:
    """A piece of user text fit for a message: printable and short."""
    safe = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)
    return safe if len(safe) <= limit else safe[: limit - 1] + "…"


def _excerpt(spots: Sequence[Spot], lines: Sequence[str], lang: str) -> list[str]:
    """The quoted lines, each once, with a mark under each place, in the order of the text."""
    known = [(place, note) for place, note in spots if 0 < place.line <= len(lines)]
    if not known:
        return []
    gutter = len(str(max(place.line for place, _ in known)))
    bar = " " * gutter + " |"
    out = [bar]
    quoted = 0
    for place, note in sorted(known, key=lambda s: (s[0].line, s[0].column)):
        start, text = _window(lines[place.line - 1], place)
        if place.line != quoted:
            out.append(f"{place.line:>{gutter}} | {text}".rstrip())
            quoted = place.line
        offset = place.column - 1 - start
        marked = text[offset : offset + place.length]
        mark = ("^" if place is spots[0][0] else "-") * max(width(marked), 1)
        words = written(note, lang)
        out.append(f"{bar} {' ' * width(text[:offset])}{mark} {words}".rstrip())
    return out


def _window(line: str, place: Place, around: int = 60) -> tuple[int, str]:
    """The part of a long line to show, printable, and the index at which it begins."""
    start = max(place.column - 1 - around, 0) if len(line) > 2 * around else 0
    cut = line[start : start + 2 * around]
    return start, "".join(c if c.isprintable() else " " for c in cut)


def width(text: str) -> int:
    """Columns a terminal uses for the text."""
    wide = ("W", "F")
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in wide else 1
        for c in text
    )
