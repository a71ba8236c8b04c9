"""One hand of a situation as it is checked, and how it is refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pokerlogic.errors import Spot, TableError
from pokerlogic.messages import Message
from pokerlogic.notation.words import Lexicon
from pokerlogic.situation import (
    Incident,
    NextHand,
    Place,
    Raw,
    Seat,
    Settled,
    Situation,
    Step,
    Street,
)


@dataclass(frozen=True)
class Hand:
    """One hand of a situation: who sits where, what happened, and the incidents that explain.

    `seats` has everybody named so far, `dealt` those who are at the table in this hand; `follows`
    tells that their stacks are those that the hand before left, `begun` is the line that begins it.
    """

    situation: Situation
    seats: dict[str, Seat]
    dealt: Sequence[Seat]
    steps: Sequence[Step]
    begun: NextHand | None
    explained: frozenset[str]
    twice: frozenset[str]
    follows: bool


def hands_of(situation: Situation, lexicon: Lexicon) -> Iterator[Hand]:
    """The hands of a situation."""
    seats = {s.player: s for s in situation.seats}
    dealt: Sequence[Seat] = situation.seats
    steps: list[Step] = []
    follows = False
    begun: NextHand | None = None
    for step in (*situation.steps, None):
        if step is not None and not isinstance(step, NextHand):
            steps.append(step)
            continue
        incidents = [(s, lexicon.by_id[s.id].explains) for s in steps if isinstance(s, Incident)]
        twice = (s for s, explains in incidents if "card_twice" in explains)
        yield Hand(
            situation,
            seats,
            dealt,
            tuple(steps),
            begun,
            frozenset(e for _, explains in incidents for e in explains),
            frozenset(c for s in twice for v in s.values if isinstance(v, tuple) for c in v),
            follows,
        )
        steps = []
        if step is not None:
            begun = step
            seats = seats | {s.player: s for s in step.seats}
            dealt, follows = step.seats or dealt, not step.seats


def acts_of(step: Step) -> Iterator[tuple[Settled, Place]]:
    """The settled actions of a step, and where they stand."""
    if isinstance(step, Settled):
        yield step, step.place
    elif isinstance(step, Raw):
        for part in step.parts:
            if part.act is not None:
                yield part.act, part.place


def streets_of(hand: Hand) -> Iterator[Street]:
    """The streets of a hand."""
    return (s for s in hand.steps if isinstance(s, Street))


def contradict(code: str, said: Message, *spots: Spot, help: Message | None = None) -> None:
    """Raise TableError with the places that contradict each other."""
    raise TableError(code, said, spots, help)
