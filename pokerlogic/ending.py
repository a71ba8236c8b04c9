"""The outcome at the end of what is written."""

from __future__ import annotations

from collections.abc import Iterable

from . import answers as reading
from .asp import plain
from .moves import Ended, State, leave_trace
from .reports import stuck
from .ruling import Answer, Option, Outcome, Ruling
from .situation import FloorRules
from .solver import World


def end_of(state: State, world: World) -> Outcome:
    """What was ruled, and where the hand stands at the end of what is written."""
    setup = state.setup
    to_act = next((str(plain(a.arguments[0])) for a in world.of("to_act")), None)
    options = reading.options(setup, world)
    barred = reading.barred(setup, world)
    chooses = to_act in state.waiting and (state.stopped or world.has("finished"))
    if chooses and to_act is not None:
        ruling, answers = state.waiting[to_act]
        options = tuple(_as_option(to_act, a, ruling) for a in answers)
        barred = ()
    for item in state.items:
        if isinstance(item.source, FloorRules):
            state.report(
                "unused",
                item,
                "the floor's word settles nothing here",
                "このフロアの裁定が決めるものはない",
            )
    if not world.has("finished"):
        stuck(state, world)
        options, barred = (options if chooses else ()), ()
    rights = []
    for ruling, issue, terms in reading.rulings(setup, world, state.items):
        if setup.library.issues[ruling.issue].bounds:
            rights.append(ruling)
            leave_trace(state, ruling, issue, terms, world)
    outcome = Outcome(
        in_order(state.kept.values()),
        to_act,
        options,
        barred,
        reading.pots(setup, world, state.seats),
        reading.uncalled(world),
        tuple(rights),
        reading.behind(world, state.seats) if world.has("finished") else (),
        (),
        (),
        tuple(state.findings),
        reading.left(world),
    )
    if state.trace is not None:
        places = tuple(i.place for i in state.items)
        state.trace.append(Ended(world, world.rules, places, state.lines, outcome))
    return outcome


def _as_option(who: str, answer: Answer, ruling: Ruling) -> Option:
    values = dict(answer.values)
    number = {k: v for k, v in values.items() if isinstance(v, int)}
    return Option(
        who,
        answer.do,
        number.get("to"),
        number.get("min"),
        number.get("max"),
        answer.then,
        number.get("amount"),
        ruling.by,
    )


def in_order(rulings: Iterable[Ruling]) -> tuple[Ruling, ...]:
    """By event, the action before what follows from it; who wins the pots comes last.

    What belongs to no event stands where it was ruled.
    """
    placed = []
    last = 0
    for ruling in rulings:
        last = ruling.event if ruling.event is not None else last
        placed.append(((ruling.pot is not None, last, ruling.issue != "act"), ruling))
    return tuple(ruling for _, ruling in sorted(placed, key=lambda pair: pair[0]))
