"""The lexer of tables: it knows the players, and sees what the parser can take next.

At each place it collects what the text may be (a player, a word, a number, cards ...) and tries
the longest first, then a player, then a word.  A line is read as a whole: if a choice leads to a
dead end, the next one is tried, so that a player may be called like any word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from lark.lexer import Lexer, Token
from lark.parsers.lalr_analysis import Shift

from pokerlogic.errors import TableError
from pokerlogic.messages import msg
from pokerlogic.notation.lalr import Parser, Stack, States
from pokerlogic.notation.numerals import amount_at
from pokerlogic.notation.phrases import PARTICLES
from pokerlogic.notation.text import (
    CLOSERS,
    Line,
    is_boundary,
    is_joined,
    name_end,
    normal,
    read_line,
)
from pokerlogic.notation.words import Lexicon
from pokerlogic.situation import Place

_MARKS = (
    ("...", "RANGE"), ("..", "RANGE"), ("~", "RANGE"), ("〜", "RANGE"), ("–", "RANGE"),
    ("-", "RANGE"), ("-", "DASH"), ("–", "DASH"), ("/", "SLASH"), (",", "COMMA"), ("、", "COMMA"),
    (":", "COLON"), ("|", "BAR"), ("=", "EQUALS"), ("'s", "POSSESSIVE"), ("'", "POSSESSIVE"),
)  # fmt: skip
_PUNCTUATION = {first: [m for m in _MARKS if m[0][0] == first] for first in ".~〜–-/,、:|='"}
_SKIPPED = PARTICLES + "、"
_MOST_SKIPPED = 3
_PATTERNS = {
    "WORD": re.compile(r"\w[\w.-]*"),
    "PROFILE": re.compile(r"[A-Za-z][A-Za-z0-9_@.+-]*"),
    "LOCATOR": re.compile(r"[A-Za-z0-9][A-Za-z0-9_.@]*(?:-[A-Za-z0-9_]+)*(?:\([A-Za-z0-9]+\))*"),
    "SECONDS": re.compile(r"([0-9]{1,6}) ?(?:seconds?|secs?|s|秒)"),
    "PERCENT": re.compile(r"([0-9]{1,3})(?:\.([0-9]{1,2}))? ?%"),
}
_READ: Mapping[str, Callable[[re.Match[str]], Any]] = {
    "SECONDS": lambda m: int(m[1]),
    # Hundredths, so that it is a whole number.
    "PERCENT": lambda m: int(m[1] + (m[2] or "").ljust(2, "0")),
}
_CARD = re.compile(r"(10|[2-9TJQKAtjqka])([shdcSHDC♠♥♦♣♤♡♢♧])\ufe0f?")
_SUITS = dict(zip("♠♥♦♣♤♡♢♧", "shdcshdc", strict=True))
_TIMES = re.compile(
    r" ?[x×*✕X] ?([0-9]{1,6})(?: ?枚)?"
    r"|(?:(?: ?の)? ?チップ(?: ?[をが])? ?| ?[をの] ?| |(?<=点))([0-9]{1,6}) ?枚"
)
# `チップ` behind an amount is the noun where more of the sentence follows, else the verb.
_CHIP_OF = re.compile("(?: ?の)? ?チップ(?= ?(?:を|と ?[0-9]))")

MAX_PLAYERS = 200

# What may stand for a player who is not at the table, in the search for a better message.
STRANGER = "STRANGER"


@dataclass(frozen=True)
class Source:
    """What the lexer reads: lines, and the players known in each line."""

    lines: Sequence[Line]
    lexicon: Lexicon
    names: Mapping[int, tuple[str, ...]]
    strangers: bool = False


class Piece(NamedTuple):
    """One token of a line: `text[start:end]`, the terminal it is, and its value."""

    start: int
    end: int
    terminal: str
    value: Any


@dataclass
class Failure(Exception):
    """A line that cannot be read: how far the search came, and the parser's stacks there."""

    line: Line
    at: int
    stacks: list[Stack] = field(default_factory=list)


class TableLexer(Lexer):
    """Yields the tokens of all lines; raises Failure at the first line that cannot be read."""

    __future_interface__ = 2

    def __init__(self, conf: Any) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Token]:
        """The tokens of the `Source` that is given to the parser instead of a text."""
        source: Source = lexer_state.text
        states: States = parser_state.parse_conf.states
        for line in source.lines:
            if not line.text:
                continue
            pieces = search(states, tuple(parser_state.state_stack), source, line)
            for piece in pieces:
                place = line.place(piece.start, piece.end)
                yield Token(
                    piece.terminal,
                    piece.value,
                    start_pos=piece.start,
                    end_pos=piece.end,
                    line=line.number,
                    column=place.column,
                    end_column=place.column + place.length,
                )
            yield Token("_NL", "\n", line=line.number)


def scan_names(lines: Sequence[Line], lexicon: Lexicon) -> dict[int, tuple[str, ...]]:
    """The players known in each line, by line number: all that are seated in its case.

    Raises TableError for more players than a case can need.
    """
    names: dict[int, tuple[str, ...]] = {}
    case: list[Line] = []
    for line in [*lines, None]:
        if line is None or begins(lexicon, line, "CASE"):
            seated = tuple(dict.fromkeys(n for c in case for n in _seated(lexicon, c)))
            if len(seated) > MAX_PLAYERS:
                raise TableError(
                    "PL106",
                    msg("long.players", most=MAX_PLAYERS),
                    case[0].place(0, len(case[0].text)),
                )
            names.update((c.number, seated) for c in case)
            case = []
        if line is not None:
            case.append(line)
    return names


def begins(lexicon: Lexicon, line: Line, terminal: str) -> int:
    """Where the word of a terminal ends that the line begins with, or 0."""
    if not line.text:
        return 0
    return max((p.end for p in _words(lexicon, line, 0, {terminal})), default=0)


def _seated(lexicon: Lexicon, line: Line) -> Iterator[str]:
    """The player of a seat line: what stands after the word and a number."""
    text = line.text
    at = _skip(text, begins(lexicon, line, "SEAT"))
    amount = amount_at(text, at) if at else None
    if amount is None:
        return
    at = amount[0] + (text[amount[0] : amount[0] + 1] == " ")
    after = _skip(text, at)
    if after > at and amount_at(text, after) is None:
        at = after
    quote = line.quotes.get(at)
    if quote:
        yield normal(quote.written)
    elif name_end(text, at) > at:
        yield text[at : name_end(text, at)]


def _skip(text: str, at: int) -> int:
    """The index after spaces and particles."""
    while text[at : at + 1] and text[at] in " " + PARTICLES:
        at += 1
    return at


def card_places(number: int, written: str, card: str) -> list[Place]:
    """Where a card stands in a written line."""
    line = read_line(written, number)
    places = []
    for m in _CARD.finditer(line.text):
        alone = m.start() == 0 or not is_joined(line.text[m.start() - 1])
        begins_here = alone or _CARD.match(line.text, max(m.start() - 2, 0))
        if begins_here and _card(m) == card:
            places.append(line.place(m.start(), m.end()))
    return places


def _card(m: re.Match[str]) -> str:
    rank = "T" if m[1] == "10" else m[1].upper()
    return rank + _SUITS.get(m[2], m[2].lower())


def search_line(parser: Parser, source: Source, line: Line) -> list[Piece] | None:
    """The tokens of a line read on its own, or None if it cannot be read."""
    try:
        return search(parser.states, parser.start, source, line)
    except Failure:
        return None


def search(states: States, stack: Stack, source: Source, line: Line) -> list[Piece]:
    """The tokens of one line, the first reading in the order of preference.

    Raises Failure if there is none.
    """
    failure = Failure(line, -1)
    dead: set[tuple[int, Stack]] = set()
    collected: dict[tuple[int, int], list[Piece]] = {}
    path: list[Piece] = []
    # Each level of the search: its stack, and what is still to be tried there.
    levels: list[tuple[int, Stack, Iterator[tuple[Piece, Stack]]]] = []

    def enter(at: int, here: Stack) -> None:
        state = at, here[-1]
        if state not in collected:
            collected[state] = candidates(source, line, at, states[here[-1]])
        after = ((p, advance(states, here, p.terminal)) for p in collected[state])
        levels.append((at, here, ((p, s) for p, s in after if s is not None)))

    enter(0, stack)
    while levels:
        at, here, untried = levels[-1]
        for piece, after in untried:
            end = piece.end + (line.text[piece.end : piece.end + 1] == " ")
            if (end, after) in dead:
                continue
            if end >= len(line.text) and advance(states, after, "_NL") is not None:
                return [*path, piece]
            path.append(piece)
            enter(end, after)
            break
        else:
            levels.pop()
            dead.add((at, here))
            if path:
                path.pop()
            if at > failure.at:
                failure.at, failure.stacks = at, []
            if at == failure.at:
                failure.stacks.append(here)
    raise failure


def advance(states: States, stack: Stack, terminal: str) -> Stack | None:
    """The parser's stack after one more token, or None if it cannot take it."""
    now = list(stack)
    while True:
        step = states[now[-1]].get(terminal)
        if step is None:
            return None
        action, to = step
        if action is Shift:
            return (*now, to)
        if to.expansion:
            del now[-len(to.expansion) :]
        now.append(states[now[-1]][to.origin.name][1])


def expected(states: States, stack: Stack) -> list[str]:
    """The terminals that the parser could take."""
    row = states[stack[-1]]
    return [t for t in row if t.isupper() and advance(states, stack, t) is not None]


def candidates(source: Source, line: Line, at: int, wanted: Container[str]) -> list[Piece]:
    """What the text at an index may be, as far as it is wanted: longer before shorter, players
    before words.

    A particle or a Japanese comma may also be skipped; what is read then comes last.
    """
    text = line.text
    found: list[Piece] = []
    for skipped in range(_MOST_SKIPPED + 1):
        if at >= len(text):
            break
        here = [
            *_players(source, line, at, wanted),
            *_words(source.lexicon, line, at, wanted),
            *_values(line, at, wanted),
        ]
        found += sorted(here, key=lambda p: -p.end)
        if text[at] not in _SKIPPED or (at == 0 and skipped == 0):
            break
        at += 1 + (text[at + 1 : at + 2] == " ")
    return found


def _players(source: Source, line: Line, at: int, wanted: Container[str]) -> Iterator[Piece]:
    text = line.text
    quote = line.quotes.get(at)
    names = source.names.get(line.number, ())
    if quote:
        name = normal(quote.written)
        if name in names:
            yield Piece(at, quote.end, "NAME", name)
        yield Piece(at, quote.end, "NEW_NAME", name)
        return
    known = [n for n in names if text.startswith(n, at) and is_boundary(text, at + len(n))]
    for name in sorted(known, key=len, reverse=True):
        yield Piece(at, at + len(name), "NAME", name)
    end = name_end(text, at)
    if end > at and "NEW_NAME" in wanted:
        yield Piece(at, end, "NEW_NAME", text[at:end])
    stranger = end > at and source.strangers and not known and not text[at:end].isdigit()
    # A word that fits here is no stranger.
    if stranger and all(p.end < end for p in _words(source.lexicon, line, at, wanted)):
        yield Piece(at, end, "NAME", STRANGER)


def _words(lexicon: Lexicon, line: Line, at: int, wanted: Container[str]) -> Iterator[Piece]:
    for surface in lexicon.surfaces.get(line.low[at], ()):
        if surface.terminal in wanted and line.low.startswith(surface.text, at):
            end = at + len(surface.text)
            if is_boundary(line.text, end):
                yield Piece(at, end, surface.terminal, surface.value)


def _values(line: Line, at: int, wanted: Container[str]) -> Iterator[Piece]:
    text = line.text
    quote = line.quotes.get(at)
    if quote:
        yield Piece(at, quote.end, "STRING", quote.written)
        return
    if text[at] in CLOSERS:
        return
    if "NUMBER" in wanted or "CHIP" in wanted:
        yield from _amounts(text, at)
    for terminal, pattern in _PATTERNS.items():
        m = pattern.match(text, at) if terminal in wanted else None
        if m and is_boundary(text, m.end()):
            yield Piece(at, m.end(), terminal, _READ[terminal](m) if terminal in _READ else m[0])
    m = _CARD.match(text, at) if "CARD" in wanted else None
    if m and (is_boundary(text, m.end()) or _CARD.match(text, m.end())):
        yield Piece(at, m.end(), "CARD", _card(m))
    for mark, terminal in _PUNCTUATION.get(text[at], ()):
        if text.startswith(mark, at) and (mark[0] != "'" or is_boundary(text, at + len(mark))):
            yield Piece(at, at + len(mark), terminal, mark)


def _amounts(text: str, at: int) -> Iterator[Piece]:
    """`1000` is an amount or one chip, `100x5` five chips: value and count as written."""
    amount = amount_at(text, at, whole=False)
    if amount is None:
        return
    end, value = amount
    if amount_at(text, at):
        yield Piece(at, end, "NUMBER", value)
        yield Piece(at, end, "CHIP", (value, 1))
    named = _CHIP_OF.match(text, end)
    if named:
        yield Piece(at, named.end(), "CHIP", (value, 1))
    times = _TIMES.match(text, end)
    if times and is_boundary(text, times.end()):
        yield Piece(at, times.end(), "CHIP", (value, int(times[1] or times[2])))
