"""What settles an answer that is open: the floor, the player's next action, or nothing yet."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Set
from dataclasses import replace

from . import answers as reading
from .asp import Function, Number, String, Symbol
from .facts import IDLE, SPENT, Item, raw_item
from .library import Answer as Spec
from .moves import (
    FINDS,
    Effects,
    Found,
    Solved,
    State,
    carry_out,
    effects_of,
    joined,
    now_of,
    observed_facts,
    time_of,
)
from .ruling import Answer, Ruling
from .situation import FloorRules, Incident, Outcome, Raw, Settled, Street
from .solver import Request, World


def next_index(state: State, world: World) -> int:
    """The index of the item after the judged one; what has been dealt with is passed over."""
    now = now_of(world)
    here = {a.arguments[-1].number for a in (*world.of("judged"), *world.of("happens"))}
    index = now + 1 if now + 1 in here else now
    while index < len(state.items) and SPENT in state.items[index].flags:
        index += 1
    return index


def floor_ruled(
    state: State,
    world: World,
    one: Found,
    time: int | None,
    judged: set[int],
    effects: Effects,
) -> Generator[Request, list[World], bool]:
    """A `floor rules` line that follows decides, within the answers or against the book."""
    for at, said in _said_about(state, world, one):
        state.items[at] = replace(state.items[at], source=None)
        term = yield from _term_of(state, one, said)
        if term is None:
            _tells_too_little(state, one, said, state.items[at])
            return False
        chosen = reading.answer(state.setup, one.issue.name, term)
        listed = term in one.terms
        departs = not listed and not _left_to_somebody(state, one, chosen)
        state.kept[str(one.issue)] = replace(one.ruling, chosen=chosen, departs=departs)
        state.floored[str(one.issue)] = state.items[at]
        if (one.issue, term) not in effects:
            # It may do something only because it was chosen.
            effects = effects_of((yield from _suppose(state, one, term))[0])
        if departs:
            state.report(
                "departs",
                state.items[at],
                "the floor ruled otherwise than the book",
                "フロアの裁定は規則と異なる",
            )
        if (one.issue, term) in effects:
            carry_out(state, effects, one.issue, term, world)
        elif time is not None and time in judged and one.ruling.issue == "act":
            settle_alone(state, one)
        return True
    return False


def rests_on_floor(state: State, world: World, one: Found) -> Generator[Request, list[World], bool]:
    """Whether the floor's word about this ruling is what others of the moment rest on."""
    said = next((said for _, said in _said_about(state, world, one)), None)
    term = None if said is None else (yield from _term_of(state, one, said))
    if term is None:
        return False
    effects = effects_of((yield from _suppose(state, one, term))[0])
    return any(op.name == FINDS for op in effects.get((one.issue, term), ()))


def _term_of(
    state: State, one: Found, said: Outcome
) -> Generator[Request, list[World], Symbol | None]:
    """The answer the floor named; where it named no amount, the one that is open or fits here.

    None if several do, or none.
    """
    if said.values:
        values = [Number(v) if isinstance(v, int) else String(v) for v in said.values]
        return Function(said.answer, values)
    named = _named_by(state, one, said)
    if named:
        return named[0] if len(named) == 1 else None
    bare = Function(said.answer, [])
    if not state.setup.library.issues[one.issue.name].answers[said.answer].args:
        return bare
    worlds = yield from _suppose(state, one, bare)
    found = {
        a.arguments[1] for w in worlds for a in w.of("amounts_to") if a.arguments[0] == one.issue
    }
    return found.pop() if len(found) == 1 else None


def _named_by(state: State, one: Found, said: Outcome) -> list[Symbol]:
    """The open answers of that name, else those that the same action takes."""
    specs = state.setup.library.issues[one.issue.name].answers
    deed = specs[said.answer].taken_by[:1]
    named = [t for t in one.terms if t.name == said.answer]
    return named or [t for t in one.terms if deed and specs[t.name].taken_by[:1] == deed]


def _suppose(
    state: State, one: Found, term: Symbol
) -> Generator[Request, list[World], list[World]]:
    """The answer sets if this were the answer."""
    facts = (*state.table().all_facts(), ("chosen", one.issue, term))
    return (yield Request(state.setup, facts))


def _tells_too_little(state: State, one: Found, said: Outcome, line: Item) -> None:
    """Says which answers there are, where the floor's word fits several of them or none."""
    en, ja = answers_in_words(state, one.ruling)
    if _named_by(state, one, said):
        state.report(
            "unclear",
            line,
            f"the floor's word needs an amount: {en}",
            f"フロアの裁定には額が必要: {ja}",
        )
    else:
        state.report(
            "unclear",
            line,
            f"the floor's word fits no answer here: {en}",
            f"フロアの裁定に合う答えがない: {ja}",
        )


def answers_in_words(state: State, ruling: Ruling) -> tuple[str, str]:
    """The answers of a ruling in both languages."""
    library = state.setup.library
    en, ja = (
        sep.join(reading.in_words(ruling, a, library, lang) for a in ruling.answers)
        for lang, sep in (("en", " or "), ("ja", " または "))
    )
    return en, ja


def _said_about(state: State, world: World, one: Found) -> Iterator[tuple[int, Outcome]]:
    """What the floor says of a ruling, with the index of its line: right below the event.

    Answers that no action takes stay open while the street goes on, so they may come later.
    """
    specs = state.setup.library.issues[one.issue.name].answers
    lasting = not any(t.name in specs and specs[t.name].taken_by for t in one.terms)
    index = next_index(state, world)
    for at in range(index, len(state.items)):
        source = state.items[at].source
        if isinstance(source, FloorRules):
            said = source.outcome
            about = said.issue == one.ruling.issue and said.who in (None, one.ruling.who)
            if about and (lasting or at < index + 3):
                yield at, said
        elif not lasting or isinstance(source, Street):
            return


def settle_alone(state: State, one: Found) -> None:
    """An answer without an effect: the event is over."""
    time = time_of(one.issue)
    if time is not None:
        state.items[time - 1] = state.items[time - 1].over()


def _left_to_somebody(state: State, one: Found, chosen: Answer) -> bool:
    """Whether the one answer leaves this to the floor, or one names a range that it lies in."""
    specs = state.setup.library.issues[one.issue.name].answers
    if any(_covers(answer, chosen, specs) for answer in one.ruling.answers):
        return True
    if len(one.ruling.answers) != 1 or "min" in dict(one.ruling.answers[0].values):
        return False
    spec = specs.get(one.ruling.answers[0].id)
    return spec is not None and spec.decides == one.ruling.decides not in ("player", None)


def _covers(answer: Answer, chosen: Answer, specs: Mapping[str, Spec]) -> bool:
    """Whether an answer is a range in which another one lies."""
    values = dict(answer.values)
    least, most = values.get("min"), values.get("max")
    if least is None or most is None or chosen.id not in specs or not chosen.amounts():
        return False
    alike = not set(specs[answer.id].taken_by).isdisjoint(specs[chosen.id].taken_by)
    return alike and all(
        isinstance(v, int) and int(least) <= v <= int(most) for v in chosen.amounts()
    )


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


def leave_open(state: State, one: Found) -> None:
    """Nothing below can be ruled; the answers are what the player may do."""
    state.stopped = True
    if one.ruling.decides == "player":
        _leave_to_him(state, one)


def _leave_to_him(state: State, one: Found) -> None:
    if one.ruling.who is not None:
        state.waiting[one.ruling.who] = (one.ruling, one.ruling.answers)


def went_otherwise(state: State, item: Item) -> None:
    """Report that what follows is none of the open answers."""
    state.report(
        "otherwise",
        item,
        "the table went on otherwise than this ruling allows",
        "この裁定と異なる形で進行している",
    )


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
