"""A query as a chain of solves: cut at the event that needs a ruling, take it, solve again.

The chain names no action.  The core says where it stops, what is judged there and what an answer
does; this file only moves items about and keeps count of what is open.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace

from . import answers as reading
from .asp import Function, Number, String, Symbol, plain
from .errors import LimitError
from .facts import IDLE, RULED, SPENT, WAITS, Item, Table, observation, raw_item
from .program import Setup
from .ruling import Answer, Branch, Finding, Option, Outcome, Question, Ruling, Text
from .situation import FloorRules, Raw, Settled
from .solver import Request, World

Run = Generator[Request, list[World], "Outcome"]

BRANCH_LIMIT = 8
QUESTION_LIMIT = 6
RIGHTS = ("may_raise", "least", "most")


@dataclass
class _Found:
    """One ruling with its issue term and the answer terms it leaves open."""

    ruling: Ruling
    issue: Symbol
    terms: list[Symbol]


@dataclass
class _State:
    """What the chain has so far."""

    setup: Setup
    facts: list[tuple[object, ...]]
    items: list[Item]
    seats: tuple[str, ...]
    kept: dict[str, Ruling] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    waiting: dict[str, tuple[Ruling, tuple[Answer, ...]]] = field(default_factory=dict)
    budget: list[int] = field(default_factory=lambda: [BRANCH_LIMIT])
    depth: int = 0

    def table(self) -> Table:
        return Table(tuple(self.facts), tuple(self.items))

    def copy(self) -> _State:
        return _State(self.setup, list(self.facts), list(self.items), self.seats, dict(self.kept),
                      list(self.findings), dict(self.waiting), self.budget, self.depth)

    def find(self, kind: str, item: Item | None, en: str, ja: str) -> None:
        line = item.place.line if item is not None and item.place else None
        self.findings.append(Finding(kind, line, {"en": en, "ja": ja}))


def run(setup: Setup, table: Table, seats: tuple[str, ...]) -> Run:
    """Solves a table to its outcome; yields requests and expects the answer sets of each."""
    return (yield from _run(_State(setup, list(table.facts), list(table.items), seats)))


def _run(state: _State) -> Run:
    for _ in range(8 * len(state.items) + 24):
        worlds = yield from _solve(state)
        if len(worlds) > 1 and _differ(state, worlds):
            return (yield from _ask(state, worlds))
        world = worlds[0]
        found = _record(state, world)
        moved, branching = yield from _apply(state, world, found)
        if branching is not None:
            return (yield from _branch(state, *branching))
        if not moved:
            return _outcome(state, world)
    raise LimitError("PL503", "the hand does not come to an end")


_NOT_THE_END = frozenset({"finished/0"})
_NOTHING_JUDGED = frozenset({"judged/2", "happens/1"})


def _solve(state: _State) -> Generator[Request, list[World], list[World]]:
    """The answer sets of this moment.

    An event that is not settled ends the fold before the end; without one nothing is expected to
    be judged.  A wrong guess costs one more solve.
    """
    facts = state.table().all_facts()
    if any(i.unsettled for i in state.items):
        return (yield Request(state.setup, facts, _NOT_THE_END))
    if not any(WAITS in i.flags for i in state.items):
        worlds = yield Request(state.setup, facts, _NOTHING_JUDGED)
        if all(w.has("finished") for w in worlds):
            return worlds
    return (yield Request(state.setup, facts))


# --- taking rulings ---------------------------------------------------------------------------


def _record(state: _State, world: World) -> list[_Found]:
    """New rulings of this moment, added to what is kept."""
    fresh = []
    for ruling, issue, terms in reading.rulings(state.setup, world, state.items):
        if ruling.issue in RIGHTS:
            continue
        mark = str(issue)
        known = state.kept.get(mark)
        if known is not None and known.answers == ruling.answers:
            continue
        if ruling.decides == "rule" and len(ruling.answers) > 1:
            _conflict(state, ruling)
        state.kept.pop(mark, None)
        state.kept[mark] = ruling
        fresh.append(_Found(ruling, issue, terms))
    return fresh


def _conflict(state: _State, ruling: Ruling) -> None:
    clauses = ", ".join(c.locator for c in ruling.by)
    state.findings.append(Finding("conflict", ruling.line, {
        "en": f"clauses of one rank answer differently ({clauses})",
        "ja": f"同じ順位の条項の答えが異なる（{clauses}）",
    }))


_Branching = tuple[_Found, World]


def _apply(
    state: _State, world: World, found: list[_Found]
) -> Generator[Request, list[World], tuple[bool, _Branching | None]]:
    """Does what the rulings say; tells whether anything moved, and what is open."""
    effects = _effects(world)
    judged = {a.arguments[1].number: str(plain(a.arguments[0])) for a in world.of("judged")}
    happening = [a.arguments[0].number for a in world.of("happens")]
    moved = False
    for one in found:
        options = one.terms
        time = _time_of(one.issue)
        departed = yield from _floor(state, world, one, time, judged, effects)
        if departed is not None:
            moved = True
            continue
        if len(options) == 1:
            if str(one.issue) in {str(k[0]) for k in effects if k[1] == options[0]}:
                _do(state, effects, one.issue, options[0], world)
                moved = True
                continue
            if time in judged and _names_what_follows(state, one):
                _leave_open(state, one, time, world)
                moved = True
            continue
        taken = _taken(state, world, one, time, judged)
        if taken is _OTHERWISE:
            return False, None
        if taken is not None:
            _do(state, effects, one.issue, taken, world)
            moved = True
            continue
        if time in judged and _join(state, one, time, world):
            moved = True
            continue
        if one.ruling.decides == "player" and time in judged and _last_word(state, world, time):
            _leave_waiting(state, one, time)
            moved = True
            continue
        if any(k[0] == one.issue for k in effects) and one.ruling.decides != "rule":
            return moved, (one, world)
    for time in (*judged, *happening):
        item = state.items[time - 1] if 0 < time <= len(state.items) else None
        if item is None or item.flags & {IDLE, RULED} and WAITS not in item.flags:
            continue
        if time in judged and any(_time_of(f.issue) == time for f in found) and moved:
            continue
        if time in happening:
            if not any(_time_of(f.issue) == time or f.ruling.event == item.event for f in found):
                _silent(state, item)
            state.items[time - 1] = item.flagged(IDLE, SPENT)
            moved = True
        elif not any(f.ruling.issue == "act" and _time_of(f.issue) == time for f in found):
            _silent(state, item)
    return moved, None


def _silent(state: _State, item: Item) -> None:
    book = state.setup.profile.title
    state.find("silent", item, f"no clause of {book['en']} speaks of this",
               f"{book['ja']} にこれについての条項はない")


def _effects(world: World) -> dict[tuple[Symbol, Symbol], list[Symbol]]:
    found: dict[tuple[Symbol, Symbol], list[Symbol]] = {}
    for atom in world.of("effect"):
        found.setdefault((atom.arguments[0], atom.arguments[1]), []).append(atom.arguments[2])
    return found


def _time_of(issue: Symbol) -> int | None:
    numbers = [a.number for a in issue.arguments if a.type.name == "Number"]
    return numbers[-1] if numbers else None


def _now(world: World) -> int:
    atoms = world.of("now")
    return int(atoms[0].arguments[0].number) if atoms else 0


def _do(
    state: _State, effects: dict[tuple[Symbol, Symbol], list[Symbol]], issue: Symbol, answer: Symbol,
    world: World,
) -> None:
    """Carries out the effects of an answer: moves, amends and marks items."""
    now = _now(world)
    time = _time_of(issue)
    after = now
    for op in sorted(effects.get((issue, answer), []), key=lambda o: _ORDER[o.name]):
        name, arguments = op.name, op.arguments
        if name == "fact":
            state.facts.append(_fact(arguments[0]))
        elif name == "amend":
            index = arguments[0].number - 1
            item = state.items[index]
            state.items[index] = replace(item, facts=(_fact(arguments[1]),)).flagged(RULED)
        elif name == "settle":
            assert time is not None
            item = state.items[time - 1]
            new = Item((_fact(arguments[0]), *_observed(item)), frozenset({RULED}), item.event,
                       item.place, item.player, item.source, item.moment)
            if time == now + 1:
                state.items[time - 1] = new
            else:
                state.items[time - 1] = replace(item, flags=item.flags - {WAITS}).flagged(IDLE, SPENT)
                state.items.insert(now, new)
            after = now + 1
        elif name in ("then", "note"):
            flags = {RULED} if name == "then" else {IDLE}
            player = str(plain(arguments[0].arguments[0]))
            at = max(after, now + 1)
            base = state.items[min(at, len(state.items)) - 1] if state.items else None
            state.items.insert(at, Item((_fact(arguments[0]),), frozenset(flags),
                                        base.event if base else None, base.place if base else None,
                                        player))
        elif name == "tag_at":
            index = arguments[0].number - 1
            item = state.items[index]
            state.items[index] = replace(item, facts=(*item.facts, _fact(arguments[1])))
        elif name == "tag":
            index = after - 1 if after > now else (time or 1) - 1
            item = state.items[index]
            state.items[index] = replace(item, facts=(*item.facts, _fact(arguments[0])))
        elif name in ("hold", "drop"):
            assert time is not None
            item = state.items[time - 1]
            if name == "hold":
                state.items[time - 1] = item.flagged(IDLE, WAITS)
            else:
                state.items[time - 1] = replace(item, flags=item.flags - {WAITS}).flagged(IDLE, SPENT)
            after = max(after, time if time == now + 1 else now)


_ORDER = {"fact": 0, "amend": 1, "settle": 2, "hold": 2, "drop": 2, "tag": 3, "tag_at": 5, "then": 4, "note": 4}


def _observed(item: Item) -> list[tuple[object, ...]]:
    return [f for f in item.facts if f[0] in ("observed", "not_observed", "affirmed", "denied", "stated")]


def _fact(symbol: Symbol) -> tuple[object, ...]:
    return (symbol.name, *symbol.arguments)


# --- what settles an open answer ---------------------------------------------------------------


def _next_index(state: _State, world: World, time: int | None) -> int:
    """The index of the item after the judged one."""
    now = _now(world)
    return time if time is not None and time == now + 1 else now


def _floor(
    state: _State, world: World, one: _Found, time: int | None, judged: dict[int, str],
    effects: dict[tuple[Symbol, Symbol], list[Symbol]],
) -> Generator[Request, list[World], Symbol | None]:
    """A `floor rules` line that follows decides, within the answers or against the book."""
    index = _next_index(state, world, time)
    for at in range(index, min(index + 3, len(state.items))):
        source = state.items[at].source
        if not isinstance(source, FloorRules):
            break
        said = source.outcome
        if said.issue != one.ruling.issue or said.who not in (None, one.ruling.who):
            continue
        values = [Number(v) if isinstance(v, int) else String(v) for v in said.values]
        term = Function(said.answer, values)
        state.items[at] = replace(state.items[at], source=None)
        departs = term not in one.terms
        chosen = reading.answer(state.setup, one.issue.name, term)
        state.kept[str(one.issue)] = replace(one.ruling, chosen=chosen, departs=departs)
        if departs:
            facts = (*state.table().all_facts(), ("chosen", one.issue, term))
            worlds = yield Request(state.setup, facts)
            effects = _effects(worlds[0])
            state.find("departs", state.items[at], "the floor ruled otherwise than the book",
                       "フロアの裁定は規則と異なる")
        if (one.issue, term) in effects:
            _do(state, effects, one.issue, term, world)
        elif time in judged:
            state.items[time - 1] = state.items[time - 1].flagged(IDLE, SPENT)
        return term
    return None


_OTHERWISE = Function("otherwise")


def _taken(
    state: _State, world: World, one: _Found, time: int | None, judged: dict[int, str]
) -> Symbol | None:
    """The answer that the player's next settled action takes, if it follows at once."""
    index = _next_index(state, world, time)
    if index >= len(state.items):
        return None
    item = state.items[index]
    if not isinstance(item.source, Settled) or item.player != one.ruling.who:
        return None
    specs = state.setup.library.issues[one.issue.name].answers
    act = item.source.act
    for term in one.terms:
        spec = specs.get(term.name)
        if spec is None or act not in spec.taken_by:
            continue
        if spec.args and spec.args[0][0] == "min":
            if time in judged:
                state.items[time - 1] = state.items[time - 1].flagged(IDLE, SPENT)
            return Function("as_played")
        state.items[index] = Item((), frozenset({IDLE}), item.event, item.place, item.player)
        chosen = reading.answer(state.setup, one.issue.name, term)
        state.kept[str(one.issue)] = replace(one.ruling, chosen=chosen)
        return term
    _otherwise(state, item)
    return _OTHERWISE


def _otherwise(state: _State, item: Item) -> None:
    state.find("otherwise", item, "the table went on otherwise than this ruling allows",
               "この裁定と異なる形で進行している")


def _names_what_follows(state: _State, one: _Found) -> bool:
    spec = state.setup.library.issues[one.issue.name].answers.get(one.terms[0].name)
    return one.ruling.decides == "player" and spec is not None and bool(spec.taken_by)


def _leave_open(state: _State, one: _Found, time: int, world: World) -> None:
    """The player owes an amount: what he does next belongs to the same action."""
    if _join(state, one, time, world):
        return
    taken = _taken(state, world, one, time, {time: one.ruling.who or ""})
    if taken is None:
        _leave_waiting(state, one, time)
    elif taken is _OTHERWISE:
        state.items[time - 1] = state.items[time - 1].flagged(IDLE, SPENT)


def _last_word(state: _State, world: World, time: int) -> bool:
    """Whether nothing is written after the judged event."""
    return _next_index(state, world, time) >= len(state.items)


def _leave_waiting(state: _State, one: _Found, time: int) -> None:
    state.items[time - 1] = state.items[time - 1].flagged(IDLE, SPENT)
    if one.ruling.who is not None:
        state.waiting[one.ruling.who] = (one.ruling, one.ruling.answers)


def _join(state: _State, one: _Found, time: int, world: World) -> bool:
    """Chips or words of the same player right after: one action, in the order seen."""
    index = _next_index(state, world, time)
    if index >= len(state.items) or one.ruling.decides != "player":
        return False
    before, after = state.items[time - 1], state.items[index]
    if not isinstance(after.source, Raw) or after.player != before.player or not before.parts:
        return False
    last = max(p.moment for p in before.parts)
    later = tuple(replace(p, moment=p.moment + last) for p in after.parts)
    joined = raw_item((*before.parts, *later), after.event or 0, after.place or before.place, after.source)  # type: ignore[arg-type]
    facts = (*joined.facts, *_observed(before), *_observed(after))
    state.items[index] = replace(joined, facts=facts)
    state.items[time - 1] = Item((), frozenset({IDLE}), before.event, before.place, before.player)
    return True


# --- several ways on ---------------------------------------------------------------------------


def _branch(state: _State, one: _Found, world: World) -> Run:
    """Rules the rest for each open answer, and keeps what the table did not make impossible."""
    state.budget[0] -= len(one.terms) - 1
    if state.budget[0] < 1:
        raise LimitError("PL504", "too many answers are open; write what the floor decided",
                         help="add a line `floor rules ...` after the event it settles")
    effects = _effects(world)
    branches = []
    before = len(state.findings)
    for term in one.terms:
        side = state.copy()
        if (one.issue, term) in effects:
            _do(side, effects, one.issue, term, world)
        else:
            time = _time_of(one.issue)
            if time:
                side.items[time - 1] = side.items[time - 1].flagged(IDLE, SPENT)
        outcome = yield from _run(side)
        shown = reading.answer(state.setup, one.issue.name, term)
        branches.append(Branch(shown, one.ruling.who, outcome))
    possible = [b for b in branches if not _went_otherwise(b.outcome, before)]
    if len(possible) == 1:
        chosen = possible[0]
        ruled = tuple(replace(r, chosen=chosen.answer) if r == one.ruling else r
                      for r in chosen.outcome.rulings)
        return replace(chosen.outcome, rulings=ruled)
    return _merged(possible or branches, state)


def _went_otherwise(outcome: Outcome, before: int) -> bool:
    return any(f.kind == "otherwise" for f in outcome.findings[before:])


def _merged(branches: Sequence[Branch], state: _State) -> Outcome:
    """What all branches share stands; the rest is told apart by branch."""
    outcomes = [b.outcome for b in branches]
    first = outcomes[0]
    common = tuple(r for r in first.rulings if all(r in o.rulings for o in outcomes))
    same = all(o.to_act == first.to_act and o.options == first.options for o in outcomes)
    pots = first.pots if all(o.pots == first.pots for o in outcomes) else ()
    findings = tuple(f for f in first.findings if all(f in o.findings for o in outcomes))
    return Outcome(
        common, first.to_act if same else None, first.options if same else (),
        first.barred if same else (), pots, first.uncalled if pots else (),
        first.rights if same else (), first.behind if pots else (), (), tuple(branches), findings,
    )


# --- open observations -------------------------------------------------------------------------


def _signature(state: _State, world: World) -> frozenset[str]:
    issues = state.setup.library.issues
    told = [a for a in world.of("ruling") if not issues[a.arguments[0].name].supports]
    return frozenset(str(a) for a in (*told, *world.of("option"), *world.of("effect")))


def _differ(state: _State, worlds: list[World]) -> bool:
    return len({_signature(state, w) for w in worlds}) > 1


def _ask(state: _State, worlds: list[World]) -> Run:
    """Forks over the observation that tells the outcomes apart best."""
    if state.depth >= QUESTION_LIMIT:
        raise LimitError("PL501", "more than six open observations change this ruling")
    asked: dict[tuple[str, int], str | None] = {}
    for world in worlds:
        for atom in world.of("asks"):
            about = atom.arguments[2]
            asked.setdefault((str(atom.arguments[0]), atom.arguments[1].number),
                             about.string if about.type.name == "String" else None)
    best: tuple[int, tuple[str, int]] | None = None
    for id, time in asked:
        sides: dict[bool, set[frozenset[str]]] = {True: set(), False: set()}
        for world in worlds:
            held = any(str(a.arguments[0]) == id and a.arguments[1].number == time
                       for a in world.of("observed"))
            sides[held].add(_signature(state, world))
        if not sides[True] or not sides[False] or sides[True] == sides[False]:
            continue
        rest = len(sides[True]) + len(sides[False])
        if best is None or (rest, (id, time)) < best:
            best = (rest, (id, time))
    assert best is not None
    id, time = best[1]
    entry = state.setup.library.vocabulary[id]
    about = asked[(id, time)]
    outcomes = []
    for holds in (True, False):
        side = state.copy()
        side.depth += 1
        side.budget = [state.budget[0]]
        if time > 0:
            side.items[time - 1] = observation(side.items[time - 1], id, holds)
        else:
            name = "observed" if holds else "not_observed"
            side.facts += [(n, (id,), 0) for n in (name, "stated")]
        outcomes.append((yield from _run(side)))
    text: Text = {lang: t.replace("{P}", about or "?") for lang, t in entry.asks.items()}
    question = Question(id, about, text, outcomes[0], outcomes[1])
    merged = _merged([Branch(Answer("yes", "yes"), None, outcomes[0]),
                      Branch(Answer("no", "no"), None, outcomes[1])], state)
    return replace(merged, questions=(question,), branches=())


# --- the end -----------------------------------------------------------------------------------


def _outcome(state: _State, world: World) -> Outcome:
    setup = state.setup
    to_act = next((str(plain(a.arguments[0])) for a in world.of("to_act")), None)
    options = reading.options(setup, world)
    barred = reading.barred(setup, world)
    if to_act in state.waiting and world.has("finished"):
        ruling, answers = state.waiting[to_act]
        options = tuple(_as_option(to_act, a, ruling) for a in answers)
        barred = ()
    if not world.has("finished"):
        _stuck(state, world)
        options, barred = (), ()
    rights = []
    for ruling, _, _ in reading.rulings(setup, world, state.items):
        if ruling.issue in RIGHTS:
            rights.append(ruling)
    return Outcome(
        tuple(state.kept.values()), to_act, options, barred, reading.pots(setup, world, state.seats),
        reading.uncalled(world), tuple(rights), reading.behind(world, state.seats), (), (),
        tuple(state.findings),
    )


def _stuck(state: _State, world: World) -> None:
    """The fold stopped at an item that nothing judges: the table can not have gone on like this."""
    cut = next((a.arguments[0].number for a in world.of("cut")), None)
    if cut is None or any(f.kind in ("otherwise", "silent") for f in state.findings):
        return
    item = state.items[cut - 1]
    turn = next((str(plain(a.arguments[0])) for a in world.of("to_act")), None)
    if turn is not None:
        state.find("otherwise", item, f"{turn} is still to act here", f"ここではまだ {turn} の順番")
    else:
        state.find("otherwise", item, "the hand can not go on like this here", "ここでこのようには進まない")


def _as_option(who: str, answer: Answer, ruling: Ruling) -> Option:
    values = dict(answer.values)
    number = {k: v for k, v in values.items() if isinstance(v, int)}
    return Option(who, answer.do, number.get("to"), number.get("min"), number.get("max"),
                  answer.then, number.get("amount"), ruling.by)
