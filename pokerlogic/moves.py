"""The state of a chain, and what the effects of an answer do to its items."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from .asp import Symbol, plain
from .facts import IDLE, OBSERVATIONS, RULED, SPENT, WAITS, Item, Table, raw_item
from .library import Rule
from .program import Setup
from .ruling import Answer, Finding, Outcome, Ruling
from .situation import Place, Raw
from .solver import World

BRANCH_LIMIT = 8

FINDS = "finds"
"""The operation that says what other rulings of the moment rest on."""

Effects = dict[tuple[Symbol, Symbol], list[Symbol]]
"""Operations by issue and answer."""


@dataclass
class Found:
    """One ruling with its issue term and the answer terms it leaves open."""

    ruling: Ruling
    issue: Symbol
    terms: list[Symbol]


@dataclass(frozen=True)
class Moment:
    """A solved moment with all that explanations need.

    `world` holds every atom of the answer set, `rules` those that were in force; `places` are
    those of the items at that moment, `lines` those of the facts without a time.
    """

    world: World
    rules: tuple[Rule, ...]
    places: tuple[Place | None, ...]
    lines: dict[tuple[object, ...], int]


@dataclass(frozen=True)
class Solved(Moment):
    """A ruling with everything it was derived from."""

    ruling: Ruling
    issue: Symbol
    terms: tuple[Symbol, ...]


@dataclass(frozen=True)
class Ended(Moment):
    """The end of what is written, or of one way on, with what was told of it."""

    outcome: Outcome


@dataclass(frozen=True)
class Watched:
    """A solved moment as a sweep over many situations sees it.

    `path` holds what was taken for granted on the way there: observations and answers that were
    left open, as text.
    """

    path: tuple[str, ...]
    world: World


@dataclass
class Watch:
    """Takes the moments of a run that is only asked for its rulings.

    `ends` asks for the end of what is written too.
    """

    ends: bool
    moments: list[Watched] = field(default_factory=list)


@dataclass
class State:
    """What the chain has so far.

    `kept` holds the rulings by issue, `waiting` per player the ruling that leaves him something to
    do, `floored` the line by which the floor settled an issue, `budget` the branches left (one
    list for all branches), `depth` the questions asked above this state, `stopped` that nothing
    further down is ruled; `trace` takes what
    explanations need, if anybody wants them, and `lines` are those of facts without a time;
    `watch` takes every moment, `path` being what was taken for granted so far.
    """

    setup: Setup
    facts: list[tuple[object, ...]]
    items: list[Item]
    seats: tuple[str, ...]
    kept: dict[str, Ruling] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    waiting: dict[str, tuple[Ruling, tuple[Answer, ...]]] = field(default_factory=dict)
    budget: list[int] = field(default_factory=lambda: [BRANCH_LIMIT])
    depth: int = 0
    stopped: bool = False
    floored: dict[str, Item] = field(default_factory=dict)
    trace: list[Moment] | None = None
    lines: dict[tuple[object, ...], int] = field(default_factory=dict)
    watch: Watch | None = None
    path: tuple[str, ...] = ()

    def table(self) -> Table:
        """The table as it stands, for the next solve."""
        return Table(tuple(self.facts), tuple(self.items))

    def copy(self) -> State:
        """A state to try one way on; the budget of branches stays shared."""
        return replace(
            self,
            facts=list(self.facts),
            items=list(self.items),
            kept=dict(self.kept),
            findings=list(self.findings),
            waiting=dict(self.waiting),
            floored=dict(self.floored),
        )

    def report(self, kind: str, item: Item | None, en: str, ja: str) -> None:
        """Note a finding, at the line of an item."""
        line = item.place.line if item is not None and item.place else None
        self.findings.append(Finding(kind, line, {"en": en, "ja": ja}))


def effects_of(world: World) -> Effects:
    """The operations of an answer set, by issue and answer."""
    found: Effects = {}
    for atom in world.of("effect"):
        found.setdefault((atom.arguments[0], atom.arguments[1]), []).append(atom.arguments[2])
    return found


def time_of(issue: Symbol) -> int | None:
    """The time an issue is about: its last number; None if it names none."""
    numbers = [a.number for a in issue.arguments if a.type.name == "Number"]
    return numbers[-1] if numbers else None


def now_of(world: World) -> int:
    """The last time the fold reached; 0 at the start."""
    atoms = world.of("now")
    return int(atoms[0].arguments[0].number) if atoms else 0


def carry_out(
    state: State,
    effects: Effects,
    issue: Symbol,
    answer: Symbol,
    world: World,
) -> None:
    """Carries out the effects of an answer: moves, amends and marks items."""
    now = now_of(world)
    time = time_of(issue)
    after = now
    for op in sorted(effects.get((issue, answer), []), key=lambda o: _ORDER[o.name]):
        name, arguments = op.name, op.arguments
        if name == "fact":
            state.facts.append(fact_of(arguments[0]))
            place = next((i.place for i in state.items[max(now - 1, 0) :] if i.place), None)
            if place is not None:
                # Why looks for it by plain values.
                values = (plain(a) for a in arguments[0].arguments)
                state.lines.setdefault((arguments[0].name, *values), place.line)
        elif name == "amend":
            index = arguments[0].number - 1
            item = state.items[index]
            state.items[index] = replace(item, facts=(fact_of(arguments[1]),)).flagged(RULED)
        elif name == "settle":
            assert time is not None
            item = state.items[time - 1]
            new = Item(
                (fact_of(arguments[0]), *observed_facts(item)),
                frozenset({RULED}),
                item.event,
                item.place,
                item.player,
                item.source,
                item.moment,
            )
            if time == now + 1:
                state.items[time - 1] = new
            else:
                state.items[time - 1] = item.passed()
                state.items.insert(now, new)
            after = now + 1
        elif name in ("then", "note"):
            flags = {RULED} if name == "then" else {IDLE}
            player = str(plain(arguments[0].arguments[0]))
            at = max(after, now + 1)
            base = state.items[min(at, len(state.items)) - 1] if state.items else None
            state.items.insert(
                at,
                Item(
                    (fact_of(arguments[0]),),
                    frozenset(flags),
                    base.event if base else None,
                    base.place if base else None,
                    player,
                ),
            )
        elif name == "join":
            assert time is not None
            first, later = arguments[0].number - 1, time - 1
            state.items[first], state.items[later] = joined(state.items[first], state.items[later])
        elif name == "lapse":
            index = arguments[0].number - 1
            state.items[index] = replace(state.items[index].passed(), facts=())
        elif name == FINDS:
            assert time is not None
            item = state.items[time - 1]
            state.items[time - 1] = replace(item, facts=(*item.facts, fact_of(arguments[0])))
        elif name == "tag_at":
            index = arguments[0].number - 1
            item = state.items[index]
            state.items[index] = replace(item, facts=(*item.facts, fact_of(arguments[1])))
        elif name == "tag":
            index = after - 1 if after > now else (time or 1) - 1
            item = state.items[index]
            state.items[index] = replace(item, facts=(*item.facts, fact_of(arguments[0])))
        elif name in ("hold", "drop"):
            assert time is not None
            item = state.items[time - 1]
            if name == "hold":
                state.items[time - 1] = item.flagged(IDLE, WAITS)
            else:
                state.items[time - 1] = item.over()
            after = max(after, time if time == now + 1 else now)


_ORDER = {
    "fact": 0,
    FINDS: 0,
    "amend": 1,
    "settle": 2,
    "hold": 2,
    "drop": 2,
    "join": 2,
    "tag": 3,
    # Places are those before anything is put in between.
    "tag_at": 3,
    "lapse": 3,
    "then": 4,
    "note": 4,
}


def joined(first: Item, later: Item) -> tuple[Item, Item]:
    """Two lines of a player as one action in the order seen, and what is left of the later one."""
    last = max(p.moment for p in first.parts)
    parts = tuple(replace(p, moment=p.moment + last) for p in later.parts)
    assert first.place is not None and isinstance(first.source, Raw)
    one = raw_item((*first.parts, *parts), first.event or 0, first.place, first.source)
    facts = (*one.facts, *observed_facts(first), *observed_facts(later))
    return replace(one, facts=facts, flags=first.flags), replace(later.passed(), facts=())


def observed_facts(item: Item) -> list[tuple[object, ...]]:
    """The observations stated of an item, which outlast its other facts."""
    return [f for f in item.facts if f[0] in OBSERVATIONS]


def fact_of(symbol: Symbol) -> tuple[object, ...]:
    """A term of an effect as a fact; an item's time is added when it is solved."""
    return (symbol.name, *symbol.arguments)


def next_index(state: State, world: World) -> int:
    """The index of the item after the judged one; what has been dealt with is passed over."""
    now = now_of(world)
    here = {a.arguments[-1].number for a in (*world.of("judged"), *world.of("happens"))}
    index = now + 1 if now + 1 in here else now
    while index < len(state.items) and SPENT in state.items[index].flags:
        index += 1
    return index


def settle_alone(state: State, one: Found) -> None:
    """An answer without an effect: the event is over."""
    time = time_of(one.issue)
    if time is not None:
        state.items[time - 1] = state.items[time - 1].over()


def leave_trace(
    state: State, ruling: Ruling, issue: Symbol, terms: Sequence[Symbol], world: World
) -> None:
    """Leaves what a ruling was derived from, where that is asked for."""
    if state.trace is not None:
        places = tuple(i.place for i in state.items)
        state.trace.append(
            Solved(world, world.rules, places, state.lines, ruling, issue, tuple(terms))
        )
