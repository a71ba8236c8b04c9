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
from .asp import Symbol, plain
from .errors import LimitError
from .facts import BETWEEN_HANDS, IDLE, OBSERVATIONS, RULED, WAITS, Item, Table, observation
from .floor import answers_in_words, floor_ruled, rests_on_floor
from .messages import msg
from .moves import (
    FINDS,
    Effects,
    Ended,
    Found,
    Moment,
    Solved,
    State,
    Watch,
    Watched,
    carry_out,
    effects_of,
    settle_alone,
    time_of,
)
from .program import Setup
from .ruling import Answer, Branch, Finding, Option, Outcome, Question, Ruling, Text
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
        if _more_than_there(state, worlds[0]) or goes_on(state, worlds[0]):
            continue
        if len(worlds) > 1 and _differ(state, worlds):
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
            return _outcome(state, world) if state.watch is None else _watched(state, world)
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
    kept = _in_order(state.kept.values())
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
            _impossible(state, state.floored[mark], known)
            continue
        if mark in state.floored and known is not None and _as_found(known, ruling):
            continue
        if ruling.decides == "rule" and len(ruling.answers) > 1:
            _conflict(state, ruling)
        state.kept.pop(mark, None)
        _forget_alike(state, ruling)
        state.kept[mark] = ruling
        fresh.append(Found(ruling, issue, terms))
        _trace(state, ruling, issue, terms, worlds[0])
    return fresh


def _settled_by_floor(state: State, issue: Symbol) -> bool:
    time = time_of(issue)
    return time is not None and RULED in state.items[time - 1].flags


def _as_found(known: Ruling, ruling: Ruling) -> bool:
    """Whether a ruling only repeats what the floor has found, or may find on this way on."""
    return {*ruling.answers} <= {*known.answers, known.chosen}


def _impossible(state: State, line: Item, ruled: Ruling | None) -> None:
    """What the floor made of an event can not be carried out: nothing goes on from there."""
    en, ja = answers_in_words(state, ruled) if ruled is not None else ("", "")
    state.report(
        "otherwise",
        line,
        "this ruling of the floor is not possible at this table"
        + (f"; the book: {en}" if en else ""),
        "フロアのこの裁定どおりには進められない" + (f"。規則では: {ja}" if ja else ""),
    )


def _trace(
    state: State, ruling: Ruling, issue: Symbol, terms: Sequence[Symbol], world: World
) -> None:
    if state.trace is not None:
        places = tuple(i.place for i in state.items)
        state.trace.append(
            Solved(world, world.rules, places, state.lines, ruling, issue, tuple(terms))
        )


def _forget_alike(state: State, ruling: Ruling) -> None:
    """An event that was put off is judged again; it is told once."""
    told = (ruling.issue, ruling.event, ruling.who, ruling.answers)
    for mark, other in list(state.kept.items()):
        if other.event and (other.issue, other.event, other.who, other.answers) == told:
            del state.kept[mark]


def _conflict(state: State, ruling: Ruling) -> None:
    clauses = ", ".join(c.locator for c in ruling.by)
    state.findings.append(
        Finding(
            "conflict",
            ruling.line,
            {
                "en": f"clauses of one rank answer differently ({clauses})",
                "ja": f"同じ順位の条項の答えが異なる（{clauses}）",
            },
        )
    )


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
                _over(state, item, "otherwise" if chips else "over")
                state.items[time - 1] = item.flagged(IDLE)
                passed = True
                continue
            if not spoken and not isinstance(item.source, Noticed):
                _silent(state, item)
            state.items[time - 1] = item.over()
            passed = True
    for time in judged:
        item = state.items[time - 1]
        ruled = any(f.ruling.issue == "act" and time_of(f.issue) == time for f in found)
        untouched = WAITS in item.flags or not item.flags & {IDLE, RULED}
        if not moved and not ruled and untouched:
            _silent(state, item)
    return passed


def _more_than_there(state: State, world: World) -> bool:
    """Passes over a line in which a player takes back more than lies in front of him."""
    found = world.of("takes_too_much")
    for time, wanted, there in (map(plain, a.arguments) for a in found[:1]):
        item = state.items[int(time) - 1]
        en = f"{wanted:,}" if isinstance(wanted, int) else "chips"
        ja = f" {wanted:,} " if isinstance(wanted, int) else "チップ"
        state.report(
            "otherwise",
            item,
            f"{item.player} takes back {en} but {f'only {there:,}' if there else 'nothing'} "
            "lies in front",
            f"{item.player} の前には{f' {there:,} しか' if there else '何も'}ないのに{ja}"
            "を戻している",
        )
        state.items[int(time) - 1] = item.over()
    return bool(found)


def _silent(state: State, item: Item) -> None:
    book = state.setup.profile.title
    en, ja = "", ""
    if (BETWEEN_HANDS,) in state.facts:
        en = " between hands; in a hand it needs a street above it, like `flop`"
        ja = "（ハンドの合間の場合。ハンド中のことなら、その前に `フロップ` などの行を書く）"
    state.report(
        "silent",
        item,
        f"no clause of {book['en']} speaks of this{en}",
        f"{book['ja']} にこれについての条項はない{ja}",
    )


def _over(state: State, item: Item, kind: str) -> None:
    state.report(kind, item, "betting is over here", "ベットはすでに終わっている")


# --- several ways on ---------------------------------------------------------------------------


def _branch(state: State, found: Sequence[Found], world: World) -> Run:
    """Rules the rest for each open answer, and keeps what the table did not make impossible.

    The first of what was found is open; the others of its moment are taken on each way.
    """
    one, others = found[0], found[1:]
    state.budget[0] -= len(one.terms) - 1
    if state.budget[0] < 1:
        raise _too_many(state)
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
    possible = [b for b in branches if not _went_otherwise(b.outcome, before)]
    if len(possible) == 1:
        return _decided(possible[0].outcome, one.ruling, possible[0].answer)
    if possible and all(b.outcome == possible[0].outcome for b in possible):
        return possible[0].outcome
    if possible:
        return _merged(possible, state)
    return _led_nowhere(_merged(branches, state), branches, before)


def _decided(outcome: Outcome, ruling: Ruling, answer: Answer) -> Outcome:
    """Marks a ruling as decided, here and on every way on from here."""

    def follow(other: Outcome) -> Outcome:
        return _decided(other, ruling, answer)

    return replace(
        outcome,
        rulings=tuple(replace(r, chosen=answer) if r == ruling else r for r in outcome.rulings),
        questions=tuple(replace(q, yes=follow(q.yes), no=follow(q.no)) for q in outcome.questions),
        branches=tuple(replace(b, outcome=follow(b.outcome)) for b in outcome.branches),
    )


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


def _too_many(state: State) -> LimitError:
    """Names the first line whose ruling is open."""
    lines = [
        r.line
        for r in state.kept.values()
        if r.line and r.decides != "rule" and len(r.answers) > 1 and r.chosen is None
    ]
    first = min(lines, default=None)
    place = next((i.place for i in state.items if i.place and i.place.line == first), None)
    if first is None:
        return LimitError("PL504", msg("limit.answers"), place, msg("limit.answers.help"))
    line = str(first)
    return LimitError(
        "PL504",
        msg("limit.answers_line", line=line),
        place,
        msg("limit.answers_line.help", line=line),
    )


def _led_nowhere(merged: Outcome, branches: Sequence[Branch], before: int) -> Outcome:
    """No open answer fits what is written next: said once above the branches."""
    if any(f.kind == "otherwise" for f in merged.findings[before:]):
        return merged
    lines = [
        f.line
        for b in branches
        for f in b.outcome.findings[before:]
        if f.kind == "otherwise" and f.line is not None
    ]
    text = {
        "en": "the table went on otherwise than any of these answers allows",
        "ja": "どの答えとも異なる形で進行している",
    }
    found = Finding("otherwise", min(lines, default=None), text)
    return replace(merged, findings=(*merged.findings, found))


def _went_otherwise(outcome: Outcome, before: int) -> bool:
    return any(f.kind == "otherwise" for f in outcome.findings[before:])


def _merged(branches: Sequence[Branch], state: State) -> Outcome:
    """What all branches share stands; the rest is told apart by branch."""
    outcomes = [b.outcome for b in branches]
    first = outcomes[0]
    common = tuple(r for r in first.rulings if all(r in o.rulings for o in outcomes))
    same = all(o.to_act == first.to_act and o.options == first.options for o in outcomes)
    pots = first.pots if all(o.pots == first.pots for o in outcomes) else ()
    findings = tuple(f for f in first.findings if all(f in o.findings for o in outcomes))
    return Outcome(
        common,
        first.to_act if same else None,
        first.options if same else (),
        first.barred if same else (),
        pots,
        first.uncalled if pots else (),
        first.rights if same else (),
        first.behind if pots else (),
        (),
        tuple(branches),
        findings,
        first.left if all(o.left == first.left for o in outcomes) else (),
    )


# --- open observations -------------------------------------------------------------------------


def _signature(state: State, world: World) -> frozenset[str]:
    issues = state.setup.library.issues
    told = [a for a in world.of("ruling") if not issues[a.arguments[0].name].supports]
    return frozenset(str(a) for a in (*told, *world.of("option"), *world.of("effect")))


def _differ(state: State, worlds: list[World]) -> bool:
    return len({_signature(state, w) for w in worlds}) > 1


def _open_question(state: State, worlds: list[World]) -> tuple[str, int, str | None]:
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


def _ask(state: State, worlds: list[World]) -> Run:
    """Forks over one open observation."""
    if state.depth >= QUESTION_LIMIT:
        raise LimitError("PL501", msg("limit.observations"))
    id, time, player = _open_question(state, worlds)
    if _said_further_down(state, id, time) or _told_by_floor(state, worlds, id, time):
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
    merged = _merged(
        [
            Branch(Answer("yes", "yes"), None, outcomes[0]),
            Branch(Answer("no", "no"), None, outcomes[1]),
        ],
        state,
    )
    return replace(merged, questions=(question,), branches=())


def _said_further_down(state: State, id: str, time: int) -> bool:
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


def _told_by_floor(state: State, worlds: list[World], id: str, time: int) -> bool:
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


# --- the end -----------------------------------------------------------------------------------


def _outcome(state: State, world: World) -> Outcome:
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
        _stuck(state, world)
        options, barred = (options if chooses else ()), ()
    rights = []
    for ruling, issue, terms in reading.rulings(setup, world, state.items):
        if setup.library.issues[ruling.issue].bounds:
            rights.append(ruling)
            _trace(state, ruling, issue, terms, world)
    outcome = Outcome(
        _in_order(state.kept.values()),
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


def _in_order(rulings: Iterable[Ruling]) -> tuple[Ruling, ...]:
    """By event, the action before what follows from it; who wins the pots comes last.

    What belongs to no event stands where it was ruled.
    """
    placed = []
    last = 0
    for ruling in rulings:
        last = ruling.event if ruling.event is not None else last
        placed.append(((ruling.pot is not None, last, ruling.issue != "act"), ruling))
    return tuple(ruling for _, ruling in sorted(placed, key=lambda pair: pair[0]))


def _stuck(state: State, world: World) -> None:
    """The fold stopped at an item that nothing judges: the table can not have gone on like this."""
    cut = next((a.arguments[0].number for a in world.of("cut")), None)
    if cut is None or any(f.kind in ("otherwise", "silent", "over") for f in state.findings):
        return
    item = state.items[cut - 1]
    last = next((a.arguments[1].number for a in world.of("acts_no_more")), None)
    place = state.items[last - 1].place if last else None
    if place is not None:
        state.report(
            "otherwise",
            item,
            f"{item.player} has had no action left since line {place.line}",
            f"{item.player} は {place.line} 行目以降、取れるアクションがない",
        )
        return
    turn = next((str(plain(a.arguments[0])) for a in world.of("to_act")), None)
    if turn is None and world.has("betting_over"):
        _over(state, item, "otherwise")
    elif turn is not None:
        state.report(
            "otherwise", item, f"{turn} is still to act here", f"ここではまだ {turn} の順番"
        )
    else:
        state.report(
            "otherwise", item, "the hand can not go on like this here", "ここでこのようには進まない"
        )


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
