"""What happened in a situation, told in a sentence to somebody who does not read the notation."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pokerlogic.answers import filled
from pokerlogic.library import Library
from pokerlogic.messages import Each, Message, Value, listed, msg
from pokerlogic.notation.grammar import notation
from pokerlogic.notation.wording import quoted, step_words
from pokerlogic.situation import (
    Chips,
    Incident,
    Observed,
    Part,
    Raw,
    Settled,
    Situation,
    Step,
    Street,
    hands,
)
from pokerlogic.store import library_of

_STREETS = {
    "preflop": msg("story.preflop"),
    "flop": msg("story.flop"),
    "turn": msg("story.turn"),
    "river": msg("story.river"),
    "showdown": msg("story.showdown"),
    "board": msg("story.board"),
}


def story(situation: Situation, folders: tuple[Path, ...] = ()) -> Message:
    """The last street on which something happens, as one sentence."""
    hand = hands(situation)[-1]
    street, steps = _last(hand.steps)
    library = library_of(folders)
    told = tuple(_step(step, library, folders) for step in steps)
    if not told:
        return msg("story.nothing", where=_where(street))
    return msg("story.told", where=_where(street), events=_in_turn(told))


def event(step: Step, folders: tuple[Path, ...] = ()) -> Value:
    """One line of a table in words."""
    return _step(step, library_of(folders), folders)


def latest(situation: Situation) -> Step | None:
    """The line that a situation ends with; an observation belongs to the one before it."""
    steps = [s for s in situation.steps if not isinstance(s, (Observed, Street))]
    return steps[-1] if steps else None


def _last(steps: Sequence[Step]) -> tuple[Street | None, list[Step]]:
    """The last street with something on it, and what happened there."""
    at = [n for n, s in enumerate(steps) if isinstance(s, Street)]
    for start in reversed(at):
        later: list[Step] = [s for s in steps[start + 1 :] if not isinstance(s, Street)]
        if later:
            street = steps[start]
            assert isinstance(street, Street)
            return street, later
    return None, [s for s in steps if not isinstance(s, Street)]


def _where(street: Street | None) -> Message:
    if street is None:
        return msg("story.between")
    pot = sum(p.amount for p in street.pots)
    name = _STREETS.get(street.name, msg("story.street"))
    return msg("story.with_pot", street=name, pot=pot) if pot else name


def _in_turn(told: Sequence[Value]) -> Value:
    return told[0] if len(told) == 1 else listed(told)


def _step(step: Step, library: Library, folders: tuple[Path, ...]) -> Value:
    if isinstance(step, Settled):
        return _of_entry(library, step.act, (step.player, step.amount))
    if isinstance(step, Raw):
        return _raw(step, library)
    if isinstance(step, Incident):
        return _of_entry(library, step.id, step.values)
    lexicon = notation(folders).lexicon
    if isinstance(step, Observed):
        entry = lexicon.by_id[step.id]
        what = Each(entry.phrases("en")[0], entry.phrases("ja")[0])
        return msg("story.observed", what=what) if step.holds else msg("story.denied", what=what)
    return Each(step_words(lexicon, step, "en"), step_words(lexicon, step, "ja"))


def _of_entry(library: Library, id: str, values: Sequence[object]) -> Value:
    """A line in the sentence that its vocabulary entry has for explanations."""
    entry = library.vocabulary[id]
    named = {
        name: " ".join(map(str, value)) if isinstance(value, tuple) else value
        for (name, _), value in zip(entry.args, values, strict=False)
    }
    return Each(filled(entry.says["en"], named), filled(entry.says["ja"], named))


def _raw(raw: Raw, library: Library) -> Value:
    """What was seen and heard, in the order of the moments."""
    moments: dict[int, list[Value]] = {}
    for part in raw.parts:
        moments.setdefault(part.moment, []).append(_part(part, library))
    told = [_at_once(parts) for _, parts in sorted(moments.items())]
    return told[0] if len(told) == 1 else msg("story.then", first=told[0], rest=_rest(told[1:]))


def _rest(told: Sequence[Value]) -> Value:
    if len(told) == 1:
        return told[0]
    return msg("story.then", first=told[0], rest=_rest(told[1:]))


def _at_once(parts: Sequence[Value]) -> Value:
    return parts[0] if len(parts) == 1 else msg("story.while", first=parts[0], other=parts[1])


def _part(part: Part, library: Library) -> Value:
    who = part.player
    if part.speech is not None:
        said = Each(quoted(part.speech, "en"), quoted(part.speech, "ja"))
        return msg("story.says", who=who, said=said)
    if part.said:
        return _of_entry(library, part.said[0].word, (who,))
    if part.act is not None:
        return _of_entry(library, part.act.act, (who, part.act.amount))
    if part.total is not None:
        return msg("story.total", who=who, amount=part.total)
    if part.all_back:
        return msg("story.all_back", who=who)
    if part.back:
        return msg("story.back", who=who, chips=_chips(part.back))
    return msg("story.puts", who=who, chips=_chips(part.chips))


def _chips(chips: Sequence[Chips]) -> Value:
    kinds = [
        msg("story.chips", value=c.value, count=c.count)
        if c.count > 1
        else msg("story.chip", value=c.value)
        for c in chips
    ]
    if len(kinds) == 1:
        return kinds[0]
    return msg("story.and", most=listed(kinds[:-1]), last=kinds[-1])
