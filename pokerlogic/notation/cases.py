"""What is collected of one case while its lines are read."""

from __future__ import annotations

from dataclasses import dataclass, field

from lark import Tree
from lark.lexer import Token

from pokerlogic.errors import TableError
from pokerlogic.messages import msg
from pokerlogic.notation.grammar import Notation
from pokerlogic.notation.numerals import LARGEST
from pokerlogic.notation.text import Line
from pokerlogic.situation import (
    Event,
    Expectation,
    NextHand,
    Place,
    Posts,
    Seat,
    Setting,
    Situation,
    Step,
    Street,
)

Node = Tree[Token]


@dataclass
class Case:
    """One case in the making.

    `table` is the name of the `table` line above, if any; of the hand that is being read, `began`
    is where it began, `playing` whether a street is open, `happened` whether there was an event.
    """

    notation: Notation
    line: Line
    file: str | None = None
    title: str | None = None
    source: str | None = None
    table: str | None = None
    settings: list[Setting] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    expectations: list[Expectation] = field(default_factory=list)
    began: Place | None = None
    playing: bool = False
    happened: bool = False
    denominations: list[int] = field(default_factory=list)

    def set(self, id: str, *values: int | str, at: Token | None = None) -> None:
        """Note a header line; raises TableError when the table has begun."""
        place = place_of(at) if at is not None else self.place()
        self.check_header()
        if id == "denomination":
            self.denominations.append(int(values[0]))
        setting = Setting(id, values, place)
        hand = self.steps[-1] if self.steps else None
        if isinstance(hand, NextHand):
            self.steps[-1] = NextHand((*hand.settings, setting), hand.seats, hand.place)
        else:
            self.settings.append(setting)

    def sit(self, seat: Seat) -> None:
        """Note a seat line; raises TableError when the table has begun."""
        self.check_header()
        hand = self.steps[-1] if self.steps else None
        if isinstance(hand, NextHand):
            self.steps[-1] = NextHand(hand.settings, (*hand.seats, seat), hand.place)
        else:
            self.seats.append(seat)

    def step(self, step: Step) -> None:
        """Note what happened."""
        if isinstance(step, NextHand):
            self.began, self.playing, self.happened = None, False, False
        elif not isinstance(step, Posts) and self.began is None:
            self.began = step.place
        self.playing = self.playing or isinstance(step, Street)
        self.happened = self.happened or isinstance(step, Event)
        self.steps.append(step)

    def check_header(self) -> None:
        """Refuse a header or seat line below the first street or event."""
        if self.began is not None:
            raise TableError(
                "PL112",
                msg("place.header"),
                [(self.place(), msg("note.too_late")), (self.began, msg("note.hand_began"))],
                msg("place.header.help"),
            )

    def check_street(self) -> None:
        """Refuse an action before any street is written."""
        if not self.playing:
            raise TableError(
                "PL306",
                msg("street.none_yet"),
                self.place(),
                msg("street.none_yet.help"),
            )

    def place(self) -> Place:
        """The place of the whole line that is being read."""
        return self.line.place(0, len(self.line.text))

    def done(self, lines: tuple[str, ...], span: tuple[int, int]) -> Situation:
        """The case as it is handed out."""
        return Situation(
            settings=tuple(self.settings),
            seats=tuple(self.seats),
            steps=tuple(self.steps),
            expectations=tuple(self.expectations),
            title=self.title,
            source=self.source,
            file=self.file,
            lines=lines,
            span=span,
        )


def tokens(node: Node, *terminals: str) -> list[Token]:
    """The tokens directly under a node, of the given terminals or all."""
    return [
        t for t in node.children if isinstance(t, Token) and (not terminals or t.type in terminals)
    ]


def token(node: Node, *terminals: str) -> Token:
    """The first token of the given terminals; the grammar says that there is one."""
    return tokens(node, *terminals)[0]


def trees(node: Node, *names: str) -> list[Node]:
    """The nodes directly under a node, of the given names or all."""
    return [t for t in node.children if isinstance(t, Tree) and (not names or t.data in names)]


def number(t: Token) -> int:
    """The amount of a token; raises TableError if no table could have it."""
    value = t.value[0] if isinstance(t.value, tuple) else int(t.value)
    if value > LARGEST:
        raise TableError(
            "PL310",
            msg("amount.too_large", most=LARGEST),
            place_of(t),
            msg("amount.unit.help"),
        )
    return int(value)


def numbers(node: Node) -> list[int]:
    """The amounts directly under a node."""
    return [number(t) for t in tokens(node, "NUMBER")]


def place_of(first: Token, last: Token | None = None) -> Place:
    """The place of a token, or from one token to another."""
    start = first.column or 1
    end = (last or first).end_column or start + 1
    return Place(first.line or 1, start, max(end - start, 1))


def span_of(node: Node) -> Place:
    """The place of a node, from its first token to its last."""
    inside = list(node.scan_values(lambda t: isinstance(t, Token)))
    return place_of(inside[0], inside[-1])
