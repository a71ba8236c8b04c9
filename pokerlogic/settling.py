"""What becomes of an open answer that nothing takes at once: it waits, stays open, or goes on."""

from __future__ import annotations

from dataclasses import replace

from .facts import IDLE, Item
from .moves import Found, State, joined, next_index, time_of
from .situation import FloorRules, Raw, Settled, Street
from .solver import World


def wait_for_later(state: State, one: Found, time: int, world: World) -> bool:
    """Puts an open action off until the player acts on, or the floor decides it, further below.

    Only lines that are no action of others may stand between, unless the floor names this one.
    """
    index = next_index(state, world)
    between = True
    for at in range(index, len(state.items)):
        item = state.items[at]
        source = item.source
        if isinstance(source, Street):
            return False
        named = (
            isinstance(source, FloorRules)
            and source.outcome.issue == one.ruling.issue
            and source.outcome.who in (None, one.ruling.who)
        )
        own = isinstance(source, (Settled, Raw)) and item.player == one.ruling.who
        if at > index and (named or (own and between and not item.flags)):
            before = state.items[time - 1]
            state.items.insert(at, replace(before, flags=frozenset()))
            state.items[time - 1] = before.passed()
            return True
        if named or own:
            return False
        between = between and (IDLE in item.flags or not _moves_chips(item))
    return False


def _moves_chips(item: Item) -> bool:
    """Whether somebody acted here, or put or took chips; words alone do not count."""
    if isinstance(item.source, Settled):
        return True
    return any(p.chips or p.total or p.back or p.all_back or p.act for p in item.parts)


def leave_open(state: State, one: Found) -> None:
    """Nothing below can be ruled; the answers are what the player may do."""
    state.stopped = True
    if one.ruling.decides == "player":
        _leave_to_him(state, one)


def _leave_to_him(state: State, one: Found) -> None:
    if one.ruling.who is not None:
        state.waiting[one.ruling.who] = (one.ruling, one.ruling.answers)


def last_word(state: State, world: World) -> bool:
    """Whether nothing is written after the judged event."""
    return next_index(state, world) >= len(state.items)


def leave_waiting(state: State, one: Found, time: int) -> None:
    """The event is over; its answers become what the player may do next."""
    state.items[time - 1] = state.items[time - 1].over()
    _leave_to_him(state, one)


def join_parts(state: State, one: Found, time: int, world: World) -> bool:
    """Chips or words of the same player right after: one action, in the order seen."""
    index = next_index(state, world)
    if index >= len(state.items) or one.ruling.decides != "player":
        return False
    return _join_at(state, time, index)


def _join_at(state: State, time: int, index: int) -> bool:
    before, after = state.items[time - 1], state.items[index]
    if not isinstance(after.source, Raw) or after.player != before.player or not before.parts:
        return False
    whole, rest = joined(before, after)
    # It is ruled where it came to an end.
    state.items[index] = replace(whole, event=after.event, place=after.place, source=after.source)
    state.items[time - 1] = replace(rest, event=before.event, place=before.place)
    return True


def _ruled_on(world: World, time: int) -> bool:
    return any(time_of(a.arguments[0]) == time for a in world.of("ruling"))


def goes_on(state: State, world: World) -> bool:
    """A line that the core takes for the beginning of a motion goes on in the player's next one.

    Nothing but talk may stand between.
    """
    for time in (a.arguments[0].number for a in world.of("unfinished")):
        for index in range(next_index(state, world), len(state.items)):
            item = state.items[index]
            if item.player == state.items[time - 1].player and not item.flags:
                if isinstance(item.source, Settled) and not _ruled_on(world, time):
                    # The settled action says what became of the motion.
                    state.items[time - 1] = state.items[time - 1].passed()
                    return True
                return _join_at(state, time, index)
            talk = isinstance(item.source, Raw) and not _moves_chips(item)
            if isinstance(item.source, FloorRules) or not (talk or IDLE in item.flags):
                break
    return False
