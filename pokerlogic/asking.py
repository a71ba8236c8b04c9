"""Which observation is asked about, and whether the table tells it further down."""

from __future__ import annotations

from dataclasses import replace

from .asp import Symbol, plain
from .facts import OBSERVATIONS, observation
from .moves import State, time_of
from .situation import FloorRules
from .solver import World


def differ(state: State, worlds: list[World]) -> bool:
    """Whether it matters to the rulings how an open observation is answered."""
    return len({_signature(state, w) for w in worlds}) > 1


def _signature(state: State, world: World) -> frozenset[str]:
    issues = state.setup.library.issues
    told = [a for a in world.of("ruling") if not issues[a.arguments[0].name].supports]
    return frozenset(str(a) for a in (*told, *world.of("option"), *world.of("effect")))


def open_question(state: State, worlds: list[World]) -> tuple[str, int, str | None]:
    """The observation that tells the outcomes apart best, its time, and whom it is about."""
    asked: dict[tuple[str, int], str | None] = {}
    for world in worlds:
        for atom in world.of("asks"):
            about = atom.arguments[2]
            asked.setdefault(
                (str(atom.arguments[0]), atom.arguments[1].number),
                about.string if about.type.name == "String" else None,
            )
    best: tuple[int, tuple[str, int]] | None = None
    for id, time in asked:
        sides: dict[bool, set[frozenset[str]]] = {True: set(), False: set()}
        for world in worlds:
            held = any(
                str(a.arguments[0]) == id and a.arguments[1].number == time
                for a in world.of("observed")
            )
            sides[held].add(_signature(state, world))
        if not sides[True] or not sides[False] or sides[True] == sides[False]:
            continue
        rest = len(sides[True]) + len(sides[False])
        if best is None or (rest, (id, time)) < best:
            best = (rest, (id, time))
    assert best is not None
    id, time = best[1]
    return id, time, asked[(id, time)]


def said_further_down(state: State, id: str, time: int) -> bool:
    """Takes an observation that was written later to the event it answers.

    Where several events stand between, it is not clear which of them it is about.
    """
    index = next(
        (n for n in range(time, len(state.items)) if ("stated", (id,)) in state.items[n].facts),
        None,
    )
    if index is None or time == 0:
        return False
    item = state.items[index]
    if any(i.unsettled for i in state.items[time : index + 1]):
        return False
    holds = ("affirmed", (id,)) in item.facts
    told = {(name, (id,)) for name in OBSERVATIONS}
    state.items[index] = replace(item, facts=tuple(f for f in item.facts if f not in told))
    state.items[time - 1] = observation(state.items[time - 1], id, holds)
    return True


def told_by_floor(state: State, worlds: list[World], id: str, time: int) -> bool:
    """Takes an observation from the floor's word right below, if only one side rules like it."""
    below = (i.source for i in state.items[time:])
    said = next((s for s in below if s is not None), None)
    if time == 0 or not isinstance(said, FloorRules):
        return False
    player = state.items[time - 1].player
    sides: dict[bool, set[bool]] = {True: set(), False: set()}
    for world in worlds:
        held = any(
            str(a.arguments[0]) == id and a.arguments[1].number == time
            for a in world.of("observed")
        )
        sides[held].add(any(_is_said(said, time, player, *a.arguments) for a in world.of("ruling")))
    if sides[True] == sides[False] or len(sides[True]) != 1 or len(sides[False]) != 1:
        return False
    state.items[time - 1] = observation(state.items[time - 1], id, sides[True] == {True})
    return True


def _is_said(
    said: FloorRules, time: int, player: str | None, issue: Symbol, answer: Symbol
) -> bool:
    """Whether a ruling of an event is what the floor said."""
    outcome = said.outcome
    if issue.name != outcome.issue or time_of(issue) != time or answer.name != outcome.answer:
        return False
    named = [a.string for a in issue.arguments if a.type.name == "String"]
    about = (None, *named) if named else (None, player)
    values = [plain(a) for a in answer.arguments]
    return outcome.who in about and (not outcome.values or values == [*outcome.values])
