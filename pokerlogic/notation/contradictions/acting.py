"""Actions of who is out, and what is noticed or observed and cannot be."""

from __future__ import annotations

from pokerlogic.errors import TableError
from pokerlogic.messages import msg
from pokerlogic.notation.contradictions.hand import Hand, acts_of, contradict
from pokerlogic.notation.words import Lexicon
from pokerlogic.situation import (
    FloorRules,
    Incident,
    Noticed,
    Observed,
    Posts,
    Raw,
    Settled,
    Step,
    Street,
)

# Marks of a seat whose player has no action in the hand; one of them says that he had folded.
_OUT = {
    "folded_before": msg("note.folded_before"),
    "sitting_out": msg("note.sits_out"),
    "absent": msg("note.away"),
}


def check_acting(hand: Hand) -> None:
    """A settled action of a player who is out of the hand; what is seen or heard is ruled."""
    out = {
        seat.player: (mark.place, _OUT[mark.id], mark.id == "folded_before")
        for seat in hand.seats.values()
        for mark in seat.marks
        if mark.id in _OUT
    }
    for step in hand.steps:
        if isinstance(step, FloorRules) and step.outcome.who:
            # The floor may overturn anything, a fold too.
            out.pop(step.outcome.who, None)
        for act, place in acts_of(step):
            if act.player in out:
                there, note, folded = out[act.player]
                player = act.player
                said = (
                    msg("acts.folded", player=player) if folded else msg("acts.out", player=player)
                )
                contradict("PL308", said, (place, msg("note.acts")), (there, note))
            if act.act == "folds":
                out[act.player] = (place, msg("note.folds"), True)


def check_noticed(hand: Hand) -> None:
    """An action that is noticed was seen before."""
    for i, step in enumerate(hand.steps):
        if not isinstance(step, Noticed):
            continue
        if not any(_may_be(earlier, step) for earlier in hand.steps[:i]):
            raise TableError(
                "PL312",
                msg("noticed.nothing", player=step.player),
                step.place,
                msg("noticed.nothing.help"),
            )


def _may_be(earlier: Step, noticed: Noticed) -> bool:
    """A raw motion may have been ruled to be any action; an all-in is a bet, call or raise too."""
    if isinstance(earlier, Settled):
        return earlier.player == noticed.player and earlier.act in (noticed.act, "all_in")
    if isinstance(earlier, Raw):
        return any(p.player == noticed.player for p in earlier.parts)
    return isinstance(earlier, (FloorRules, Posts)) and noticed.player in (
        earlier.outcome.who if isinstance(earlier, FloorRules) else earlier.player,
    )


_HOLDS = {True: msg("note.so"), False: msg("note.not_so")}


def check_observed(hand: Hand) -> None:
    """An observation of one event that is said to hold and not to hold."""
    said: dict[str, Observed] = {}
    for step in hand.steps:
        if not isinstance(step, Observed):
            said = {}
            continue
        other = said.setdefault(step.id, step)
        if other.holds != step.holds:
            contradict(
                "PL318",
                msg("observation.both"),
                (step.place, _HOLDS[step.holds]),
                (other.place, _HOLDS[other.holds]),
                help=msg("observation.both.help"),
            )


def check_after_hand(hand: Hand, lexicon: Lexicon) -> None:
    """What comes when a hand is over is not written where the next one is yet to be dealt."""
    street = next((i for i, s in enumerate(hand.steps) if isinstance(s, Street)), 0)
    if hand.begun is None:
        return
    for step in hand.steps[:street]:
        if isinstance(step, Incident) and lexicon.by_id[step.id].after:
            contradict(
                "PL319",
                msg("hand.over"),
                (step.place, msg("note.hand_over")),
                (hand.begun.place, msg("note.next_hand")),
                help=msg("hand.over.help"),
            )
