"""A table as a picture: where everybody sits, what lies in front of whom, the board and the pot."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pokerlogic import engine
from pokerlogic.errors import PokerlogicError
from pokerlogic.messages import Each, Value
from pokerlogic.notation.grammar import notation
from pokerlogic.program import Setup
from pokerlogic.ruling import Outcome
from pokerlogic.situation import Observed, Posts, Seat, Situation, Step, Street, hands, here

from .story import event, latest

WIDTH, HEIGHT = 500, 380
RAIL = (184, 124)
"""The radii of the table's edge."""

_CENTRE = (WIDTH / 2, HEIGHT / 2)
_PLATES = (188, 160)
_DISC = (140, 96)
_FRONT = (112, 70)
_SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_NAME = 12
"""Letters of a name that a plate has room for."""


@dataclass(frozen=True)
class Card:
    """A card of the board, at its left edge; `red` by its suit."""

    x: float
    rank: str
    suit: str
    red: bool


@dataclass(frozen=True)
class Plate:
    """A player at his place: name, chips behind and in front, marks; `out` of the pots or not."""

    x: float
    y: float
    name: str
    behind: int | None
    front: int
    front_at: tuple[float, float]
    disc: tuple[float, float] | None
    marks: tuple[Value, ...]
    out: bool
    acts: bool


@dataclass(frozen=True)
class Drawing:
    """A table just before the last thing happened, and that in words."""

    plates: tuple[Plate, ...]
    board: tuple[Card, ...]
    pot: int
    last: Value | None


@dataclass(frozen=True)
class _Cut:
    """A situation up to its last event, and up to the beginning of the street of that event."""

    hand: Situation
    before: Situation
    street: Situation | None


def drawings(
    situations: Sequence[Situation], setup: Setup, folders: tuple[Path, ...] = ()
) -> list[Drawing | None]:
    """The pictures of situations, None where nobody is seated."""
    cuts = [_cut(s) for s in situations]
    asked = [s for cut in cuts for s in (cut.before, cut.street) if s is not None]
    outcomes = dict(zip(map(id, asked), _judged(asked, setup), strict=True))
    return [
        _drawing(
            situation,
            cut,
            outcomes[id(cut.before)],
            outcomes[id(cut.street)] if cut.street is not None else None,
            folders,
        )
        for situation, cut in zip(situations, cuts, strict=True)
    ]


def _judged(situations: Sequence[Situation], setup: Setup) -> list[Outcome | None]:
    """How far each one has come; None where a part of a hand says too little."""
    try:
        return [j.outcome for j in engine.judge_many([(s, setup) for s in situations])]
    except PokerlogicError:
        return [_outcome(s, setup) for s in situations]


def _outcome(situation: Situation, setup: Setup) -> Outcome | None:
    try:
        return engine.judge(situation, setup).outcome
    except PokerlogicError:
        return None


def _cut(situation: Situation) -> _Cut:
    steps = situation.steps
    last = max((n for n, s in enumerate(steps) if _is_event(s)), default=len(steps))
    streets = [n for n, s in enumerate(steps[:last]) if isinstance(s, Street)]
    earlier = streets and any(_is_event(s) for s in steps[: streets[-1]])
    bare = replace(situation, expectations=())
    return _Cut(
        hands(situation)[-1],
        replace(bare, steps=steps[:last]),
        replace(bare, steps=steps[: streets[-1]]) if earlier else None,
    )


def _is_event(step: Step) -> bool:
    return not isinstance(step, (Street, Posts, Observed))


def _drawing(
    situation: Situation,
    cut: _Cut,
    now: Outcome | None,
    earlier: Outcome | None,
    folders: tuple[Path, ...],
) -> Drawing | None:
    hand = cut.hand
    table = here(hand)
    seats = sorted((s for s in hand.seats if s.table == table), key=lambda s: s.number)
    if not seats:
        return None
    behind = dict(now.behind) if now is not None else {}
    began = dict(earlier.behind) if earlier is not None else {s.player: s.stack for s in seats}
    front = {
        s.player: max(began.get(s.player, 0) - behind.get(s.player, began.get(s.player, 0)), 0)
        for s in seats
    }
    pots = now.pots if now is not None else ()
    step = latest(situation)
    acting = getattr(step, "player", None) or _first_player(step)
    plates = tuple(
        _plate(
            seat,
            at / len(seats),
            behind.get(seat.player, None if hand.follows else seat.stack),
            front[seat.player],
            out=bool(pots) and not any(seat.player in p.eligible for p in pots),
            acts=seat.player == acting,
            kept=not hand.follows,
            folders=folders,
        )
        for at, seat in enumerate(seats)
    )
    pot = sum(p.amount for p in pots) - sum(front.values())
    last = event(step, folders) if step is not None else None
    return Drawing(plates, _board(hand, cut.before), max(pot, 0), last)


def _first_player(step: Step | None) -> str | None:
    parts = getattr(step, "parts", ())
    return parts[0].player if parts else None


def _plate(
    seat: Seat,
    turn: float,
    behind: int | None,
    front: int,
    *,
    out: bool,
    acts: bool,
    kept: bool,
    folders: tuple[Path, ...],
) -> Plate:
    # The lowest seat is at the bottom; the others follow clockwise.
    angle = math.pi / 2 + 2 * math.pi * turn
    x, y = _at(_PLATES, angle)
    button = kept and seat.has("button")
    lexicon = notation(folders).lexicon
    marks = tuple(
        Each(entry.phrases("en")[0], entry.phrases("ja")[0])
        for mark in seat.marks
        if mark.id != "button" and (entry := lexicon.by_id.get(mark.id)) is not None
    )
    name = seat.player if len(seat.player) <= _NAME else f"{seat.player[: _NAME - 1]}…"
    disc = _at(_DISC, angle + 0.3) if button else None
    return Plate(x, y, name, behind, front, _at(_FRONT, angle), disc, marks, out, acts)


def _at(radii: tuple[int, int], angle: float) -> tuple[float, float]:
    x = _CENTRE[0] + radii[0] * math.cos(angle)
    y = _CENTRE[1] + radii[1] * math.sin(angle)
    return round(x, 1), round(y, 1)


def _board(hand: Situation, before: Situation) -> tuple[Card, ...]:
    """The cards of the streets that were dealt before the last event."""
    dealt = hands(before)[-1].steps if hands(before) else hand.steps
    cards = [card for step in dealt if isinstance(step, Street) for card in step.cards]
    left = _CENTRE[0] - (len(cards) * 34 - 4) / 2
    return tuple(
        Card(
            round(left + 34 * n, 1),
            card[:-1].replace("T", "10"),
            _SUITS.get(card[-1], ""),
            card[-1] in "dh",
        )
        for n, card in enumerate(cards)
    )
