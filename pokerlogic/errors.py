"""Errors a user can see: a code, a sentence, the places in the text and a help line.

Nothing else may leave the package for anything a user can type.  Codes go by area:
PL1xx the notation, PL2xx books and vocabulary, PL3xx a situation that contradicts itself,
PL4xx one that says too little to be judged, PL5xx limits, PL6xx what was asked for, PL7xx recorded
hands.
"""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path

from pokerlogic.situation import Place

CODES = {
    "PL101": "a line that nothing begins like this",
    "PL102": "something else was expected here",
    "PL103": "an unknown player",
    "PL104": "a quotation without an end",
    "PL105": "a character that does not belong in a table",
    "PL106": "a table that is too long",
    "PL107": "a name that cannot be used",
    "PL108": "a number that cannot be used",
    "PL109": "a chip that is none",
    "PL110": "value and count of chips turned round",
    "PL111": "an unknown profile or book",
    "PL112": "a line in the wrong part of the table",
    "PL113": "an observation that belongs to nothing",
    "PL114": "who does it is not clear",
    "PL115": "a seat number out of range",
    "PL116": "nothing stands between the quotes",
    "PL201": "a vocabulary file that cannot be read",
    "PL202": "a phrase that cannot be used",
    "PL203": "a phrase that cannot be told from another",
    "PL301": "two players in a seat",
    "PL302": "one player in two seats",
    "PL303": "no seats, or none with the button",
    "PL304": "two buttons",
    "PL305": "one card twice",
    "PL306": "a street that cannot be next",
    "PL307": "a wrong number of board cards",
    "PL308": "a player acts after folding",
    "PL309": "more chips than the player has",
    "PL310": "more chips than can be counted",
    "PL311": "two settings that exclude each other",
    "PL312": "nothing of the player to notice",
    "PL313": "chips taken back that are not in front",
    "PL314": "blinds, limits or antes that cannot be",
    "PL315": "a stack that cannot be",
    "PL316": "a pot that follows from what is written",
    "PL317": "a blind posted too late",
    "PL401": "too few players for a hand",
    "PL402": "a game that is not said",
    "PL403": "blinds that are not said",
    "PL404": "a pot that is not said",
    "PL221": "a folder of books that is none",
    "PL222": "something that is defined twice",
    "PL223": "a file of a book that cannot be read",
    "PL224": "an unknown key",
    "PL225": "a key that is missing",
    "PL226": "a text that is not there in both languages",
    "PL227": "an unknown edition",
    "PL228": "a parameter that is no whole number",
    "PL229": "a topic whose files do not belong together",
    "PL230": "a default that is none of the alternatives",
    "PL231": "an unknown source or kind of decision",
    "PL232": "an issue with different numbers of arguments",
    "PL233": "a clause without logic",
    "PL234": "an exception to a clause that is not there",
    "PL235": "an unknown issue",
    "PL236": "clauses or issues that run in a circle",
    "PL240": "logic that is not allowed in a book",
    "PL241": "logic that cannot be read",
    "PL242": "a conclusion that is none",
    "PL243": "a conclusion that belongs to no clause of the file",
    "PL244": "a sentence with a value that its rule does not have",
    "PL245": "a predicate that nothing gives",
    "PL246": "an unknown reading",
    "PL247": "an unknown parameter",
    "PL248": "an unknown observation",
    "PL249": "a variable that nothing binds",
    "PL250": "words for looking things up that cannot be used",
    "PL501": "too many open observations",
    "PL502": "no answer within the limits",
    "PL503": "a hand without an end",
    "PL504": "too many open answers",
    "PL505": "input that is nested too deeply",
    "PL601": "something asked for that is not there",
    "PL602": "a file that cannot be read",
    "PL603": "an option that cannot be used",
    "PL604": "a question about no action and no ruling",
    "PL701": "a recorded hand that cannot be read",
    "PL702": "a recorded game without words in the notation",
    "PL703": "a recorded action without words in the notation",
}
"""Every code and what it stands for."""

Spot = tuple[Place, str]
"""A place and the words that stand under it."""


class PokerlogicError(Exception):
    """Base of everything reported to a user.

    `spots` are places with a note each, the one to look at first; `exit_code` is what a command
    ends with.
    """

    exit_code = 2

    def __init__(
        self,
        code: str,
        message: str,
        place: Place | Sequence[Spot] | None = None,
        help: str | None = None,
        file: str | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.spots: tuple[Spot, ...] = (
            ((place, ""),) if isinstance(place, Place) else tuple(place or ())
        )
        self.help = help
        self.file = file

    @property
    def place(self) -> Place | None:
        """The place to look at first, if the error has one."""
        return self.spots[0][0] if self.spots else None

    def render(self, source: str = "") -> str:
        """The error with the lines of `source` it points at; ends without a newline."""
        lines = split_lines(source)
        parts = [f"error[{self.code}]: {self.message}"]
        if self.spots:
            place = self.spots[0][0]
            parts.append(f"  --> {self.file or 'table'}:{place.line}:{place.column}")
            parts += _excerpt(self.spots, lines) if source else []
        elif self.file:
            parts.append(f"  --> {self.file}")
        if self.help:
            parts.append(f"help: {self.help}")
        return "\n".join(parts)

    def __str__(self) -> str:
        return self.render()


class TableError(PokerlogicError):
    """A table text that cannot be read or contradicts itself."""


class BookError(PokerlogicError):
    """A book, a vocabulary file or a profile that cannot be used; `file` names it."""


def wrong(
    code: str,
    message: str,
    *,
    file: str | Path | None = None,
    line: int | None = None,
    help: str | None = None,
) -> BookError:
    """A BookError at a line of a file."""
    place = Place(line, 1) if line else None
    return BookError(code, message, place, help, str(file) if file is not None else None)


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
    by_folded = {w.casefold(): w for w in words}
    found = difflib.get_close_matches(word.casefold(), by_folded, n=1, cutoff=0.6)
    return by_folded[found[0]] if found else None


def meant(word: str, words: Iterable[str]) -> str | None:
    """The help line that names the word most like `word`, or None if none is like it."""
    near = nearest(word, words)
    return f"did you mean `{near}`?" if near else None


def shown(text: str, limit: int = 40) -> str:
    """A piece of user text fit for a message: printable and short."""
    safe = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)
    return safe if len(safe) <= limit else safe[: limit - 1] + "…"


def _excerpt(spots: Sequence[Spot], lines: Sequence[str]) -> list[str]:
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
        mark = ("^" if place is spots[0][0] else "-") * max(_width(marked), 1)
        out.append(f"{bar} {' ' * _width(text[:offset])}{mark} {note}".rstrip())
    return out


def _window(line: str, place: Place, around: int = 60) -> tuple[int, str]:
    """The part of a long line to show, printable, and the index at which it begins."""
    start = max(place.column - 1 - around, 0) if len(line) > 2 * around else 0
    cut = line[start : start + 2 * around]
    return start, "".join(c if c.isprintable() else " " for c in cut)


def _width(text: str) -> int:
    """Columns a terminal uses for the text."""
    wide = ("W", "F")
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in wide else 1
        for c in text
    )
