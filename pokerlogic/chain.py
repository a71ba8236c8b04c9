"""A query as a chain of solves: cut at the event that needs a ruling, take it, solve again.

The chain names no action.  The core says where it stops, what is judged there and what an answer
does; this file only moves items about and keeps count of what is open.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import replace
from enum import Enum, auto
from itertools import pairwise

from . import answers as reading
from .asking import differ, open_question, said_further_down, told_by_floor
from .asp import Symbol
from .ending import end_of, in_order
from .errors import LimitError
from .facts import IDLE, RULED, WAITS, Table, observation
from .floor import floor_ruled, rests_on_floor
from .merging import decided, led_nowhere, merged, too_many, went_otherwise
from .messages import msg
from .moves import (
    FINDS,
    Effects,
    Found,
    Moment,
    State,
    Watch,
    Watched,
    carry_out,
    effects_of,
    leave_trace,
    settle_alone,
    time_of,
)
from .program import Setup
from .reports import conflict, impossible, more_than_there, over, silent
from .ruling import Answer, Branch, Outcome, Question, Ruling, Text
from .settling import goes_on, join_parts, last_word, leave_open, leave_waiting, wait_for_later
from .situation import FloorRules, Noticed, Raw, Settled
from .solver import Request, World
from .taking import OTHERWISE, forget, played_otherwise, taken_by_action, taken_by_words, told_apart

Run = Generator[Request, list[World], "Outcome"]

QUESTION_LIMIT = 6


def run(
    setup: Setup,
    table: Table,
    seats: tuple[str, ...],
    trace: list[Moment] | None = None,
    lines: dict[tuple[object, ...], int] | None = None,
    watch: Watch | None = None,
) -> Run:
    """Solves a table to its outcome; yields requests and expects the answer sets of each.

    With a `trace` every ruling and every end leave there what they were derived from.  With a
    `watch` every moment is left there; the outcome then only holds what was ruled and found.
    """
    state = State(setup, list(table.facts), list(table.items), seats)
    state.trace = trace
    state.lines = lines or {}
    state.watch = watch
    _spoken_of(state)
    return (yield from _run(state))


def _spoken_of(state: State) -> None:
    """An action that the floor speaks of right below is judged, however plain it is."""
    specs = state.setup.library.issues
    for before, (settled, item) in enumerate(pairwise(state.items)):
        if not isinstance(item.source, FloorRules) or not isinstance(settled.source, Settled):
            continue
        said = item.source.outcome
        takes = specs[said.issue].answers[said.answer].taken_by if said.issue in specs else ()
        if takes and said.who in (None, settled.player):
            state.items[before] = replace(settled, facts=(*settled.facts, ("floor_speaks",)))


def _run(state: State) -> Run:
    for _ in range(8 * len(state.items) + 24):
        if _seen_enough(state):
            return _watched(state)
        worlds = yield from _solve(state)
        if more_than_there(state, worlds[0]) or goes_on(state, worlds[0]):
            continue
        if len(worlds) > 1 and differ(state, worlds):
            return (yield from _ask(state, worlds))
        world = worlds[0]
        if state.watch is not None:
            # What is open and changes nothing may still rest on other clauses.
            state.watch.moments += [Watched(state.path, w) for w in worlds]
        found = _record(state, worlds)
        moved, branching = yield from _apply(state, world, found)
        if branching:
            if state.watch is not None and not state.watch.ends and _nothing_follows(state, world):
                return _watched(state)
            return (yield from _branch(state, branching, world))
        if not moved:
            return end_of(state, world) if state.watch is None else _watched(state, world)
    raise LimitError("PL503", msg("limit.end"))


def _seen_enough(state: State) -> bool:
    """Whether a run that is only watched has ruled on everything that is written."""
    watch = state.watch
    if watch is None or watch.ends or not watch.moments or not state.items:
        return False
    return all(WAITS not in i.flags for i in state.items) and bool(
        state.items[-1].flags & {IDLE, RULED}
    )


def _nothing_follows(state: State, world: World) -> bool:
    """Whether what is judged now is the last that is written."""
    times = [a.arguments[1].number for a in world.of("judged")]
    times += [a.arguments[0].number for a in world.of("happens")]
    return max(times, default=0) == len(state.items)


def _watched(state: State, end: World | None = None) -> Outcome:
    """What was found on the way, and what the next hand is told; the moments tell the rest."""
    kept = in_order(state.kept.values())
    found = tuple(state.findings)
    left = reading.left(end) if end is not None else ()
    return Outcome(kept, None, (), (), (), (), (), (), (), (), found, left=left)


_NOT_THE_END = frozenset({"finished/0"})
_IN_TURN = _NOT_THE_END | {"out_of_turn/2"}
_NOTHING_JUDGED = frozenset({"judged/2", "happens/1"})


def _solve(state: State) -> Generator[Request, list[World], list[World]]:
    """The answer sets of this moment.

    An event that is not settled ends the fold before the end, and is expected to come in turn;
    without one nothing is expected to be judged.  A wrong guess costs one more solve; where many
    tables are watched in one grounding, that is more than a right one saves.
    """
    facts = state.table().all_facts()
    whole = state.trace is not None
    pending = any(WAITS in i.flags for i in state.items)
    if any(i.unsettled for i in state.items):
        if not pending:
            worlds = yield Request(state.setup, facts, _IN_TURN, whole)
            if all(w.has("in_turn") or not w.has("judged") for w in worlds):
                return worlds
        return (yield Request(state.setup, facts, _NOT_THE_END, whole))
    if not pending:
        worlds = yield Request(state.setup, facts, _NOTHING_JUDGED, whole)
        if all(w.has("finished") for w in worlds):
            return worlds
    return (yield Request(state.setup, facts, whole=whole))


# --- taking rulings ---------------------------------------------------------------------------


def _record(state: State, worlds: Sequence[World]) -> list[Found]:
    """New rulings of this moment, added to what is kept."""
    fresh = []
    cited = state.watch is None
    for ruling, issue, terms in reading.rulings_alike(
        state.setup, worlds, state.items, cited=cited
    ):
        if state.setup.library.issues[ruling.issue].bounds:
            continue
        mark = str(issue)
        known = state.kept.get(mark)
        if known is not None and known.answers == ruling.answers:
            continue
        if mark in state.floored and _settled_by_floor(state, issue):
            impossible(state, state.floored[mark], known)
            continue
        if mark in state.floored and known is not None and _as_found(known, ruling):
            continue
        if ruling.decides == "rule" and len(ruling.answers) > 1:
            conflict(state, ruling)
        state.kept.pop(mark, None)
        _forget_alike(state, ruling)
        state.kept[mark] = ruling
        fresh.append(Found(ruling, issue, terms))
        leave_trace(state, ruling, issue, terms, worlds[0])
    return fresh


def _settled_by_floor(state: State, issue: Symbol) -> bool:
    time = time_of(issue)
    return time is not None and RULED in state.items[time - 1].flags


def _as_found(known: Ruling, ruling: Ruling) -> bool:
    """Whether a ruling only repeats what the floor has found, or may find on this way on."""
    return {*ruling.answers} <= {*known.answers, known.chosen}


def _forget_alike(state: State, ruling: Ruling) -> None:
    """An event that was put off is judged again; it is told once."""
    told = (ruling.issue, ruling.event, ruling.who, ruling.answers)
    for mark, other in list(state.kept.items()):
        if other.event and (other.issue, other.event, other.who, other.answers) == told:
            del state.kept[mark]


class _Step(Enum):
    """What taking one ruling did."""

    NOTHING = auto()
    MOVED = auto()
    BRANCHES = auto()
    STUCK = auto()


def _apply(
    state: State, world: World, found: list[Found]
) -> Generator[Request, list[World], tuple[bool, Sequence[Found]]]:
    """Does what the rulings say; tells whether anything moved, and from which on one is open."""
    effects = effects_of(world)
    judged = _judged(world)
    for one in found:
        if (yield from rests_on_floor(state, world, one)):
            yield from floor_ruled(state, world, one, time_of(one.issue), judged, effects)
            _rule_again(state, [f for f in found if f is not one])
            return True, ()
    step, rest = yield from _take_all(state, world, found, effects, judged)
    if step is _Step.BRANCHES:
        return True, rest
    if step is _Step.STUCK:
        return False, ()
    moved = step is _Step.MOVED
    passed = _pass_over(state, world, found, judged, moved)
    return moved or passed, ()


def _judged(world: World) -> set[int]:
    """The times of what is judged at this moment."""
    return {a.arguments[1].number for a in world.of("judged")}


def _take_all(
    state: State, world: World, found: Sequence[Found], effects: Effects, judged: set[int]
) -> Generator[Request, list[World], tuple[_Step, Sequence[Found]]]:
    """Takes the rulings one by one, up to one that is open: from that one on they are left."""
    done = _Step.NOTHING
    for n, one in enumerate(found):
        step = yield from _take(state, world, one, effects, judged)
        if step in (_Step.BRANCHES, _Step.STUCK):
            return step, found[n:]
        if step is _Step.MOVED:
            done = step
    return done, ()


def _rule_again(state: State, found: Iterable[Found]) -> None:
    """Forgets rulings of this moment, which rest on what the floor has found since."""
    for one in found:
        forget(state, one)


def _take(
    state: State, world: World, one: Found, effects: Effects, judged: set[int]
) -> Generator[Request, list[World], _Step]:
    """Takes one ruling: by the floor's word, its effect, what the player does next, or open."""
    time = time_of(one.issue)
    if (yield from floor_ruled(state, world, one, time, judged, effects)):
        return _Step.MOVED
    here = time is not None and time in judged
    if len(one.terms) == 1:
        if (one.issue, one.terms[0]) in effects:
            carry_out(state, effects, one.issue, one.terms[0], world)
            return _Step.MOVED
        return _Step.NOTHING
    taken = taken_by_action(state, world, one, time)
    if taken is None and here and time is not None:
        taken = yield from taken_by_words(state, world, one, time)
    if taken is OTHERWISE:
        leave_open(state, one)
        return _Step.STUCK
    if taken is not None:
        carry_out(state, effects, one.issue, taken, world)
        return _Step.MOVED
    if here and time is not None:
        if (yield from told_apart(state, world, one, time)):
            return _Step.MOVED
        if join_parts(state, one, time, world):
            return _Step.MOVED
        if one.ruling.decides == "player" and last_word(state, world):
            leave_waiting(state, one, time)
            return _Step.MOVED
        if wait_for_later(state, one, time, world):
            return _Step.MOVED
    if one.ruling.decides != "rule" and any(issue == one.issue for issue, _ in effects):
        return _Step.BRANCHES
    return _Step.NOTHING


def _pass_over(
    state: State, world: World, found: list[Found], judged: set[int], moved: bool
) -> bool:
    """Incidents that were ruled are passed; events that no clause speaks of are reported."""
    passed = False
    floored = {state.kept[mark].event for mark in state.floored if mark in state.kept}
    talk = {a.arguments[0].number for a in world.of("needs_no_ruling")}
    for time in (a.arguments[0].number for a in world.of("happens")):
        item = state.items[time - 1]
        if moved and isinstance(item.source, Noticed):
            # Once that has been put right, more may turn out to be wrong.
            continue
        if not item.flags & {IDLE, RULED}:
            spoken = (
                time in talk
                or item.event in floored
                or any(time_of(f.issue) == time or f.ruling.event == item.event for f in found)
            )
            if not spoken and isinstance(item.source, Raw) and world.has("betting_over"):
                chips = any(p.chips or p.total for p in item.parts)
                over(state, item, "otherwise" if chips else "over")
                state.items[time - 1] = item.flagged(IDLE)
                passed = True
                continue
            if not spoken and not isinstance(item.source, Noticed):
                silent(state, item)
            state.items[time - 1] = item.over()
            passed = True
    for time in judged:
        item = state.items[time - 1]
        ruled = any(f.ruling.issue == "act" and time_of(f.issue) == time for f in found)
        untouched = WAITS in item.flags or not item.flags & {IDLE, RULED}
        if not moved and not ruled and untouched:
            silent(state, item)
    return passed


# --- several ways on ---------------------------------------------------------------------------


def _branch(state: State, found: Sequence[Found], world: World) -> Run:
    """Rules the rest for each open answer, and keeps what the table did not make impossible.

    The first of what was found is open; the others of its moment are taken on each way.
    """
    one, others = found[0], found[1:]
    state.budget[0] -= len(one.terms) - 1
    if state.budget[0] < 1:
        raise too_many(state)
    effects, judged = effects_of(world), _judged(world)
    branches = []
    terms = [t for t in one.terms if not played_otherwise(state, one, t, world)] or one.terms
    before = len(state.findings)
    for term in terms:
        side = state.copy()
        side.path = (*state.path, f"{one.issue}={term}")
        if (one.issue, term) in effects:
            carry_out(side, effects, one.issue, term, world)
        else:
            settle_alone(side, one)
        if any(op.name == FINDS for op in effects.get((one.issue, term), ())):
            _rest_on(side, one)
        else:
            _pass_incident(side, one, world)
        step, rest = yield from _take_all(side, world, others, effects, judged)
        open_too = step is _Step.BRANCHES
        outcome = yield from _branch(side, rest, world) if open_too else _run(side)
        shown = reading.answer(state.setup, one.issue.name, term)
        branches.append(Branch(shown, one.ruling.who, outcome))
    possible = [b for b in branches if not went_otherwise(b.outcome, before)]
    if len(possible) == 1:
        return decided(possible[0].outcome, one.ruling, possible[0].answer)
    if possible and all(b.outcome == possible[0].outcome for b in possible):
        return possible[0].outcome
    if possible:
        return merged(possible, state)
    return led_nowhere(merged(branches, state), branches, before)


def _rest_on(side: State, one: Found) -> None:
    """The incident is ruled once more, with this as what the floor found."""
    time = time_of(one.issue)
    assert time is not None
    side.floored[str(one.issue)] = side.items[time - 1]


def _pass_incident(side: State, one: Found, world: World) -> None:
    """The incident that was ruled is over, whichever answer is followed."""
    for time in (a.arguments[0].number for a in world.of("happens")):
        item = side.items[time - 1]
        if item.event == one.ruling.event and not item.flags & {IDLE, RULED}:
            side.items[time - 1] = item.over()


def _ask(state: State, worlds: list[World]) -> Run:
    """Forks over one open observation."""
    if state.depth >= QUESTION_LIMIT:
        raise LimitError("PL501", msg("limit.observations"))
    id, time, player = open_question(state, worlds)
    if said_further_down(state, id, time) or told_by_floor(state, worlds, id, time):
        return (yield from _run(state))
    entry = state.setup.library.vocabulary[id]
    outcomes = []
    for holds in (True, False):
        side = state.copy()
        side.path = (*state.path, f"{'' if holds else 'not '}{id}@{time}")
        side.depth += 1
        side.budget = [state.budget[0]]
        if time > 0:
            side.items[time - 1] = observation(side.items[time - 1], id, holds)
        else:
            name = "observed" if holds else "not_observed"
            side.facts += [(n, (id,), 0) for n in (name, "stated")]
        outcomes.append((yield from _run(side)))
    text: Text = {lang: t.replace("{P}", player or "?") for lang, t in entry.asks.items()}
    place = state.items[time - 1].place if time > 0 else None
    line = place.line if place else None
    question = Question(id, player, text, outcomes[0], outcomes[1], line)
    both = merged(
        [
            Branch(Answer("yes", "yes"), None, outcomes[0]),
            Branch(Answer("no", "no"), None, outcomes[1]),
        ],
        state,
    )
    return replace(both, questions=(question,), branches=())
