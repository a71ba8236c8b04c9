"""Stacks of nothing, more chips than a player has, chips taken back that are not there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from pokerlogic.errors import Spot
from pokerlogic.messages import Message, msg
from pokerlogic.notation.contradictions.hand import Hand, contradict, streets_of
from pokerlogic.notation.words import Lexicon
from pokerlogic.situation import (
    Chips,
    FloorRules,
    Incident,
    Part,
    Place,
    Posts,
    Raw,
    Settled,
    Street,
)

# Words that are no action of the player who says them.
_IDLE_WORDS = (
    "said_unofficial", "said_hand", "said_result", "said_question", "said_talk", "said_inquiry",
    "said_condition",
)  # fmt: skip
_IDLE_ROLES = ("asked_", "if_", "promised_", "loose_", "denied_")


def check_dealt_in(hand: Hand) -> None:
    """A stack of nothing: none if the player is all-in from before, never before the flop."""
    opening = next(streets_of(hand), None)
    for seat in hand.dealt:
        mark = next((m for m in seat.marks if m.id == "all_in_before"), None)
        if mark is not None and seat.stack > 0:
            contradict(
                "PL315",
                msg("stack.all_in", player=seat.player, stack=seat.stack),
                (mark.place, msg("note.all_in")),
                (seat.place, msg("note.has", stack=seat.stack)),
                help=msg("stack.all_in.help"),
            )
        preflop = opening is not None and opening.name == "preflop"
        if opening and preflop and seat.stack == 0 and not seat.has("sitting_out"):
            contradict(
                "PL315",
                msg("stack.none", player=seat.player),
                (seat.place, msg("note.has", stack=seat.stack)),
                (opening.place, msg("note.hand_begins")),
                help=msg("stack.none.help"),
            )


def _is_idle(word: str) -> bool:
    return word in _IDLE_WORDS or word.startswith(_IDLE_ROLES)


def check_stacks(hand: Hand, lexicon: Lexicon) -> None:
    """Chips put in that are more than the stack."""
    for step in hand.steps:
        if isinstance(step, Posts):
            _afford(hand, step.player, step.amount, step.place)
        elif isinstance(step, Settled):
            _afford(hand, step.player, _worth(step.chips), step.place)
        elif isinstance(step, Raw):
            for player in dict.fromkeys(p.player for p in step.parts):
                _motion(hand, player, [p for p in step.parts if p.player == player])
        elif isinstance(step, FloorRules):
            said = step.outcome
            if said.who and lexicon.by_id[f"{said.issue}.{said.answer}"].action:
                most = max((v for v in said.values if isinstance(v, int)), default=0)
                _afford(hand, said.who, most, step.place)


@dataclass
class _Front:
    """The chips in front of a player, where each of them is known, and what says so."""

    chips: Counter[int] = field(default_factory=Counter)
    place: Place | None = None

    def add(self, chips: Iterable[Chips], place: Place) -> None:
        for one in chips:
            self.chips[one.value] += one.count
        self.place = place


def check_taken_back(hand: Hand) -> None:
    """Chips taken back must be among those in front, where they are known.

    Known are chips posted or given by `with`, and that there are none when a street begins.
    """
    known: dict[str, _Front] = {}
    for step in hand.steps:
        if isinstance(step, Street):
            if step.name != "preflop":
                known = {player: _Front(place=step.place) for player in hand.seats}
        elif isinstance(step, Posts):
            known.pop(step.player, None)
            if step.chips:
                known[step.player] = _Front()
                known[step.player].add(step.chips, step.place)
        elif isinstance(step, Settled):
            _put_in(known, step)
        elif isinstance(step, Raw):
            for part in step.parts:
                _back_or_forth(known, part)
            for part in step.parts:
                # How much of this stays in front is for a clause to say.
                known.pop(part.player, None)
        elif isinstance(step, (Incident, FloorRules)):
            values = step.values if isinstance(step, Incident) else (step.outcome.who,)
            for player in [p for p in known if p in values]:
                del known[player]


def _put_in(known: dict[str, _Front], step: Settled) -> None:
    front = known.get(step.player)
    if front is not None and step.chips:
        front.add(step.chips, step.place)
    elif step.act not in ("folds", "checks"):
        known.pop(step.player, None)


def _back_or_forth(known: dict[str, _Front], part: Part) -> None:
    """One thing a player does: what he takes back is checked, what he puts in is added."""
    front = known.get(part.player)
    if front is None:
        return
    if part.act is not None:
        _put_in(known, part.act)
    elif part.total is not None or not all(_is_idle(s.word) for s in part.said):
        del known[part.player]
    elif part.chips:
        front.add(part.chips, part.place)
    elif part.all_back:
        if not +front.chips:
            _none_there(part, front, msg("note.all_of_it"), msg("note.nothing_there"))
        front.chips.clear()
    for chips in part.back:
        there = front.chips[chips.value]
        if chips.count > there:
            said = (
                msg("note.chip_there", value=chips.value)
                if there == 1
                else msg("note.chips_there", count=there, value=chips.value)
            )
            wanted = msg("note.chips", count=chips.count, value=chips.value)
            _none_there(part, front, wanted, said)
        front.chips[chips.value] -= chips.count


def _none_there(part: Part, front: _Front, wanted: Message, there: Message) -> None:
    spots: list[Spot] = [(part.place, wanted), *([(front.place, there)] if front.place else [])]
    contradict("PL313", msg("back.none", player=part.player), *spots)


def _motion(hand: Hand, player: str, parts: Iterable[Part]) -> None:
    """Chips taken back may be put in again, so the sum is followed along the line."""
    put = 0
    for part in parts:
        put += _worth(part.chips) + (part.total or 0) + _worth(part.act.chips if part.act else ())
        _afford(hand, player, put, part.place)
        put = 0 if part.all_back else max(put - _worth(part.back), 0)


def _worth(chips: Iterable[Chips]) -> int:
    return sum(c.value * c.count for c in chips)


def _afford(hand: Hand, player: str, amount: int, place: Place) -> None:
    seat = hand.seats.get(player)
    if seat is not None and amount > seat.stack:
        contradict(
            "PL309",
            msg("stack.short", player=player, amount=amount),
            (place, f"{amount:,}"),
            (seat.place, msg("note.has", stack=seat.stack)),
        )
