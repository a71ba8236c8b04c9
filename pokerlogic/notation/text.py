"""Lines of a table, NFKC-normalised, with a map from every character back to its column."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import NamedTuple

from pokerlogic.errors import TableError, shown, split_lines
from pokerlogic.messages import msg
from pokerlogic.situation import Place

MAX_TEXT = 1_000_000
MAX_LINES = 20_000
MAX_LINE = 2_000

# What opens a quotation and what may close it; a phone turns straight quotes into curly ones.
CLOSERS = {'"': '"“”', "“": '"“”', "”": '"“”', "「": "」", "『": "』"}

_SPECIAL = re.compile(r"^ |  | $|[#\"]")
_SPACES = re.compile(r"\s+")
_INVISIBLE = {"\ufeff", "\u200b", "\u2060"}
_APOSTROPHES = {"\u2019": "'", "\u2018": "'", "\u02bc": "'"}


class Quote(NamedTuple):
    """A quotation: indices of its marks in the normalised line, and the words as written."""

    start: int
    end: int
    written: str


@dataclass(frozen=True)
class Line:
    """One line of the text.

    `text` is normalised, without comment, with single spaces, `low` the same in small letters;
    `starts[i]` and `ends[i]` are the indices in the written line of what became `text[i]`.
    """

    number: int
    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    quotes: dict[int, Quote]
    comment: str = ""
    low: str = ""

    def place(self, start: int, end: int) -> Place:
        """The place in the written text of `text[start:end]`; past the end it is the line's end."""
        if not self.text:
            return Place(self.number, 1)
        if start >= len(self.text):
            return Place(self.number, self.ends[-1] + 1)
        first, last = self.starts[start], self.ends[max(end - 1, start)]
        return Place(self.number, first + 1, max(last - first, 1))


def lines_of(text: str) -> list[Line]:
    """The normalised lines; raises TableError for a text that is too long or no text."""
    if len(text) > MAX_TEXT:
        raise TableError("PL106", msg("long.text", most=MAX_TEXT), Place(1, 1))
    written = split_lines(text)
    if len(written) > MAX_LINES:
        raise TableError("PL106", msg("long.lines", most=MAX_LINES), Place(MAX_LINES + 1, 1))
    return [read_line(raw, i) for i, raw in enumerate(written, start=1)]


def read_line(raw: str, number: int = 1) -> Line:
    """One written line, normalised."""
    if len(raw) > MAX_LINE:
        raise TableError(
            "PL106",
            msg("long.line", line=str(number), most=MAX_LINE),
            Place(number, MAX_LINE + 1),
        )
    if raw.isascii() and raw.isprintable() and not _SPECIAL.search(raw):
        starts = tuple(range(len(raw)))
        return Line(number, raw, starts, tuple(range(1, len(raw) + 1)), {}, "", raw.lower())
    for i, c in enumerate(raw):
        if c != "\t" and unicodedata.category(c) in ("Cc", "Cs"):
            raise TableError(
                "PL105",
                msg("text.character", character=shown(c)),
                Place(number, i + 1),
            )
    return _collapse(raw, _normalise(raw), number)


def normal(text: str) -> str:
    """A short piece of text normalised like a line, without the map."""
    pieces = "".join(piece for piece, _, _ in _normalise(text))
    return _SPACES.sub(" ", pieces).strip()


def lowered(text: str) -> str:
    """The text in small letters, as long as it was."""
    low = text.lower()
    if len(low) == len(text):
        return low
    return "".join(low if len(low := c.lower()) == 1 else c for c in text)


def _normalise(raw: str) -> list[tuple[str, int, int]]:
    """Normalised pieces with the written indices each comes from."""
    if raw.isascii():
        return [(c, i, i + 1) for i, c in enumerate(raw)]
    pieces = []
    start = 0
    while start < len(raw):
        end = start + 1
        # A mark that follows belongs to the letter before it: ｶ and ﾞ become one character.
        while end < len(raw) and unicodedata.combining(unicodedata.normalize("NFKC", raw[end])[0]):
            end += 1
        piece = unicodedata.normalize("NFKC", raw[start:end])
        piece = "".join(_APOSTROPHES.get(c, c) for c in piece if c not in _INVISIBLE)
        pieces.append((piece, start, end))
        start = end
    return pieces


def _collapse(raw: str, pieces: list[tuple[str, int, int]], number: int) -> Line:
    """Join the pieces: runs of spaces become one, the comment is cut off, quotations are found."""
    text: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    quotes: dict[int, Quote] = {}
    opened: int | None = None
    comment = ""
    for c, first, last in ((c, first, last) for piece, first, last in pieces for c in piece):
        if opened is not None:
            if c in CLOSERS[text[opened]]:
                written = raw[ends[opened] : first]
                quotes[opened] = Quote(opened, len(text) + 1, written)
                opened = None
        elif c == "#":
            comment = raw[first:].rstrip()
            break
        elif c in CLOSERS:
            opened = len(text)
        elif c.isspace():
            if not text or text[-1] == " ":
                continue
            c = " "
        text.append(c)
        starts.append(first)
        ends.append(last)
    if opened is not None:
        raise TableError(
            "PL104",
            msg("text.quotation"),
            Place(number, starts[opened] + 1),
            msg("text.quotation.help"),
        )
    while text and text[-1] in " 。":
        text.pop(), starts.pop(), ends.pop()
    joined = "".join(text)
    return Line(number, joined, tuple(starts), tuple(ends), quotes, comment, lowered(joined))


def name_end(text: str, at: int) -> int:
    """Where a one-word name ends that begins at an index; the index itself if none does.

    A name is letters of any script, their marks, digits, and apostrophes inside.
    """
    end = at
    while end < len(text):
        c = text[end]
        inside = end > at and (
            unicodedata.category(c)[0] == "M"
            or (c == "'" and text[end + 1 : end + 2].isalnum() and not is_boundary(text, end))
        )
        if not (c.isalnum() or inside):
            break
        end += 1
    return end


def is_joined(c: str) -> bool:
    """Whether a character is of the kind that makes up words written with spaces between them."""
    return (c.isalnum() and not is_spaceless(c)) or c == "_"


def is_spaceless(c: str) -> bool:
    """Whether a character is of a script written without spaces: kana and Chinese characters."""
    return (
        "\u3040" <= c <= "\u30ff"
        or "\u3005" <= c <= "\u3007"
        or "\u31f0" <= c <= "\u31ff"
        or "\u3400" <= c <= "\u9fff"
        or "\uf900" <= c <= "\ufaff"
        or "\U00020000" <= c <= "\U0003ffff"
    )


def is_boundary(text: str, end: int) -> bool:
    """Whether a word may end before `text[end]`; `'s` may follow a name."""
    if end >= len(text) or end == 0 or text[end] == " ":
        return True
    before, after = text[end - 1], text[end]
    if after == "'" and is_joined(before):
        rest = text[end + 1 : end + 3]
        return (
            not rest
            or not is_joined(rest[0])
            or (rest[0] in "sS" and (len(rest) == 1 or not is_joined(rest[1])))
        )
    return not (is_joined(before) and is_joined(after))
