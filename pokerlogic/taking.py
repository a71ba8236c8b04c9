"""Which of the open answers a player takes by what he does next."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Set
from dataclasses import replace

from . import answers as reading
from .asp import Function, Number, Symbol
from .facts import IDLE, SPENT, Item, raw_item
from .library import Answer as Spec
from .moves import Found, Solved, State, next_index, observed_facts
from .situation import Incident, Raw, Settled
from .solver import Request, World

OTHERWISE = Function("otherwise")
"""What follows is none of the open answers."""

AS_PLAYED = Function("as_played")
"""What follows is one of those that an open answer allows."""


def taken_by_action(state: State, world: World, one: Found, time: int | None) -> Symbol | None:
    """The answer that the player's next settled action takes, if it follows at once."""
    index = next_index(state, world)
    if index >= len(state.items):
        return None
    item = state.items[index]
    specs = state.setup.library.issues[one.issue.name].answers
    act = _deed(item, specs)
    if act is None or item.player != one.ruling.who:
        return None
    amount = item.source.amount if isinstance(item.source, Settled) else None
    chosen = _choose(state, one, {act}, amount, index, time)
    if chosen is not None:
        return chosen
    if any(term.name not in specs or not specs[term.name].taken_by for term in one.terms):
        # An answer that names no action leaves the player free: each way on is tried.
        return None
    went_otherwise(state, item)
    return OTHERWISE


def taken_by_words(
    state: State, world: World, one: Found, time: int
) -> Generator[Request, list[World], Symbol | None]:
    """The answer that the player's next words or chips take."""
    index = next_index(state, world)
    if index >= len(state.items):
        return None
    item = state.items[index]
    if not isinstance(item.source, Raw) or item.player != one.ruling.who or not item.parts:
        return None
    if not _words_tell(state, one, item):
        return None
    meant = yield from _meant_by(state, one, time, index)
    if meant is None:
        return None
    chosen = _choose(state, one, *meant, index, time)
    if chosen is not None or one.ruling.decides != "player":
        return chosen
    went_otherwise(state, item)
    return OTHERWISE


def _words_tell(state: State, one: Found, item: Item) -> bool:
    """Whether a player's words or chips may take one of the answers.

    Of those somebody else decides on, words do, where each answer is an action of its own.
    """
    if len(one.terms) < 2 or one.ruling.decides == "player":
        return len(one.terms) > 1
    specs = state.setup.library.issues[one.issue.name].answers
    taken = [specs[t.name].taken_by[:1] for t in one.terms if t.name in specs]
    ranges = any("min" in dict(a.values) for a in one.ruling.answers)
    apart = len(set(taken)) == len(one.terms) and () not in taken
    return apart and not ranges and all(p.said for p in item.parts)


def _meant_by(
    state: State, one: Found, time: int, index: int
) -> Generator[Request, list[World], tuple[frozenset[str], int | None] | None]:
    """The deeds that words or chips at an index mean, and their amount if only that one will do.

    They are judged as if the open event had not been; more chips alone go with those of before.
    """
    trial = state.copy()
    before, item = trial.items[time - 1], trial.items[index]
    trial.items[time - 1] = replace(before.passed(), facts=())
    chips_alone = all(p.said == () and p.act is None for p in item.parts)
    if chips_alone and before.parts and isinstance(item.source, Raw):
        chips = tuple(replace(p, moment=1) for p in (*before.parts, *item.parts) if not p.said)
        trial.items[index] = raw_item(chips, item.event or 0, item.source.place, item.source)
    worlds = yield Request(state.setup, trial.table().all_facts())
    specs = state.setup.library.issues[one.issue.name].answers
    meant = {
        reading.inner(a.arguments[1])
        for w in worlds
        for a in w.of("ruling")
        if a.arguments[0] == Function(one.issue.name, [Number(index + 1)])
    }
    if len(meant) != 1:
        return None
    answer = meant.pop()
    spec = specs.get(answer.name)
    if spec is None or not spec.taken_by:
        return None
    return frozenset(spec.taken_by), answer.arguments[0].number if spec.exact else None


def told_apart(
    state: State, world: World, one: Found, time: int
) -> Generator[Request, list[World], bool]:
    """Parts a line whose last words take the answer that the rest of it leaves to the player.

    "Check, call" is then what the same words in two lines are.
    """
    item = state.items[time - 1]
    index = next_index(state, world)
    for first, rest in _ways_to_part(item):
        if not _words_tell(state, one, rest):
            return False
        trial = state.copy()
        trial.items[time - 1] = first
        trial.items.insert(index, rest)
        worlds = yield Request(state.setup, trial.table().all_facts())
        if not all(_leaves_open(w, one) for w in worlds):
            continue
        meant = yield from _meant_by(trial, one, time, index)
        if meant is not None and _choose(trial, one, *meant, index, None) is not None:
            state.items[time - 1] = first
            state.items.insert(index, rest)
            forget(state, one)
            return True
    return False


def forget(state: State, one: Found) -> None:
    """What was ruled is ruled again; the reasons are those of the second time."""
    del state.kept[str(one.issue)]
    if state.trace is not None:
        state.trace[:] = [
            m for m in state.trace if not (isinstance(m, Solved) and m.ruling is one.ruling)
        ]


def _leaves_open(world: World, one: Found) -> bool:
    """Whether the same answers are open here."""
    found = [a.arguments[1] for a in world.of("ruling") if a.arguments[0] == one.issue]
    return {reading.inner(a) for a in found} == set(one.terms)


def _ways_to_part(item: Item) -> Iterator[tuple[Item, Item]]:
    """The line up to some of its last words, and these words."""
    source = item.source
    if not isinstance(source, Raw):
        return
    last = max((p.moment for p in item.parts), default=0)
    for number, part in enumerate(item.parts):
        before, after = item.parts[:number], item.parts[number + 1 :]
        if not all(p.said for p in after):
            continue
        for at in range(len(part.said)):
            first = (*before, *([replace(part, said=part.said[:at])] if at else []))
            if not first or (not at and first[-1].moment == part.moment):
                continue
            words = (replace(part, said=part.said[at:]), *after)
            rest = tuple(replace(p, moment=p.moment + last) for p in words)
            one, other = (
                raw_item(parts, item.event or 0, source.place, source) for parts in (first, rest)
            )
            facts = (*one.facts, *observed_facts(item))
            yield replace(one, facts=facts, flags=item.flags), other


def _choose(
    state: State,
    one: Found,
    acts: Set[str],
    amount: int | None,
    index: int,
    time: int | None,
) -> Symbol | None:
    """The open answer that an action at an index takes; the line that chose it has done its part.

    Of a range the line itself says how much, so it stays as it was played.
    """
    specs = state.setup.library.issues[one.issue.name].answers
    for term in one.terms:
        spec = specs.get(term.name)
        if spec is None or acts.isdisjoint(spec.taken_by):
            continue
        if spec.exact and amount not in (None, term.arguments[0].number):
            continue
        if spec.args and spec.args[0][0] == "min":
            if time is not None:
                state.items[time - 1] = state.items[time - 1].over()
            return AS_PLAYED
        item = state.items[index]
        state.items[index] = Item((), frozenset({IDLE, SPENT}), item.event, item.place, item.player)
        chosen = reading.answer(state.setup, one.issue.name, term)
        state.kept[str(one.issue)] = replace(one.ruling, chosen=chosen)
        return term
    return None


def _deed(item: Item, specs: Mapping[str, Spec]) -> str | None:
    """What a player did here that can take an answer: an action, or an incident that is one."""
    if isinstance(item.source, Settled):
        return item.source.act
    named = {deed for spec in specs.values() for deed in spec.taken_by}
    if isinstance(item.source, Incident) and item.source.id in named:
        return item.source.id
    return None


def played_otherwise(state: State, one: Found, term: Symbol, world: World) -> bool:
    """Whether the player's next settled action is another one than this answer names."""
    index = next_index(state, world)
    if index >= len(state.items):
        return False
    item = state.items[index]
    spec = state.setup.library.issues[one.issue.name].answers.get(term.name)
    act = _deed(item, state.setup.library.issues[one.issue.name].answers)
    return (
        act is not None
        and item.player == one.ruling.who
        and spec is not None
        and bool(spec.taken_by)
        and act not in spec.taken_by
    )


def went_otherwise(state: State, item: Item) -> None:
    """Report that what follows is none of the open answers."""
    state.report(
        "otherwise",
        item,
        "the table went on otherwise than this ruling allows",
        "この裁定と異なる形で進行している",
    )
