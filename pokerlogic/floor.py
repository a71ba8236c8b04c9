"""The word of the floor on an open answer: what it decides, and whether the book has it."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import replace

from . import answers as reading
from .asp import Function, Number, String, Symbol
from .facts import Item
from .library import Answer as Spec
from .moves import FINDS, Effects, Found, State, carry_out, effects_of, next_index, settle_alone
from .ruling import Answer, Ruling
from .situation import FloorRules, Outcome, Street
from .solver import Request, World


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
