"""Which readings of ambiguous clauses a ruling rests on, found by switching each of them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from . import engine
from .library import Library, Reading, atom_of
from .program import Setup
from .render import Json, headline, next_text, ruling_json, say
from .ruling import Judgement, Option, Outcome, Ruling, Text
from .situation import Situation

_READS = re.compile(r"\breading\((\w+),(\w+),")

Name = tuple[str, str]
"""A book and the name of a reading of it."""


@dataclass(frozen=True)
class Otherwise:
    """What another alternative would change: the rulings that differ, and what follows."""

    alternative: str
    text: Text
    rulings: tuple[Ruling, ...]
    outcome: Outcome


@dataclass(frozen=True)
class Mattering:
    """A reading in force that decides something here; `others` holds what each would say."""

    reading: Reading
    alternative: str
    others: tuple[Otherwise, ...]

    @property
    def name(self) -> str:
        """As it is switched: `every:half=increment`."""
        return f"{self.reading.book}:{self.reading.name}={self.alternative}"

    @property
    def text(self) -> Text:
        """What the alternative in force says."""
        return self.reading.alternatives[self.alternative]


def that_matter(
    situation: Situation,
    under: Setup,
    judgement: Judgement,
    upto: int | None = None,
    *,
    whole: bool = False,
) -> list[Mattering]:
    """The readings whose other alternatives would rule otherwise, in the order of the profile.

    Only those are tried that a clause cited or overridden here reads; all of them if `whole`.
    """
    read = _read_by(under, _clauses(judgement.outcome)) if not whole else None
    tried = [
        (under.library.books[book].readings[name], value)
        for book, name, value in under.readings
        if read is None or (book, name) in read
    ]
    switches = [
        (r, value, other) for r, value in tried for other in r.alternatives if other != value
    ]
    setups = [under.switched(r.book, r.name, other) for r, _, other in switches]
    found = engine.judge_many([(situation, s) for s in setups], upto)
    others: dict[Name, list[Otherwise]] = {}
    for (reading, _, other), changed in zip(switches, found, strict=True):
        if told(changed.outcome) != told(judgement.outcome):
            differing = tuple(_differing(changed.outcome, judgement.outcome))
            says = Otherwise(other, reading.alternatives[other], differing, changed.outcome)
            others.setdefault((reading.book, reading.name), []).append(says)
    return [
        Mattering(reading, value, tuple(others[reading.book, reading.name]))
        for reading, value in tried
        if (reading.book, reading.name) in others
    ]


def _rulings(outcome: Outcome) -> Iterator[Ruling]:
    yield from (*outcome.rulings, *outcome.rights)
    for branch in outcome.branches:
        yield from _rulings(branch.outcome)
    for question in outcome.questions:
        yield from _rulings(question.yes)
        yield from _rulings(question.no)


def _clauses(outcome: Outcome) -> set[str]:
    """The clauses that spoke, whether they were in force or not."""
    cited = {c.clause for r in _rulings(outcome) for c in r.by}
    cited |= {o.citation.clause for r in _rulings(outcome) for o in r.overridden}
    return cited | {c.clause for b in outcome.barred for c in b.by}


def _read_by(under: Setup, clauses: Collection[str]) -> set[Name]:
    """The readings that the rules of these clauses read, or what else stands in their files."""
    atoms = {atom_of(id) for id in clauses}
    rules = under.library.rules
    files = {rule.file for rule in rules if rule.clause in atoms}
    books = under.library.book_by_atom
    return {
        (books[m[1]].id, m[2])
        for rule in rules
        if rule.clause in atoms or (rule.clause is None and rule.file in files)
        for m in _READS.finditer(rule.text)
    }


Told = tuple[object, ...]


def told(outcome: Outcome) -> Told:
    """What an outcome says, without the clauses."""
    return (
        frozenset(_said(r) for r in outcome.rulings),
        outcome.to_act,
        tuple(_offered(o) for o in outcome.options),
        outcome.pots,
        tuple((q.observation, q.about, told(q.yes), told(q.no)) for q in outcome.questions),
        tuple((b.answer, b.who, told(b.outcome)) for b in outcome.branches),
    )


def _said(ruling: Ruling) -> Told:
    about = (ruling.issue, ruling.event, ruling.who, ruling.pot)
    return (*about, ruling.decides, frozenset(ruling.answers), ruling.chosen)


def _offered(option: Option) -> Told:
    bounds = (option.to, option.least, option.most, option.amount)
    return (option.who, option.do, *bounds, option.then)


def _differing(changed: Outcome, outcome: Outcome) -> Iterator[Ruling]:
    known = {_said(r) for r in outcome.rulings}
    yield from (r for r in changed.rulings if _said(r) not in known)


# --- in words ----------------------------------------------------------------------------------


def in_words(
    judgements: Sequence[Judgement],
    matter: Sequence[Sequence[Mattering]],
    library: Library,
    lang: str,
    *,
    whole: bool = False,
) -> list[str]:
    """A line for each reading that mattered, and one for what each other alternative would say."""
    lines = []
    for judgement, found in zip(judgements, matter, strict=True):
        mark = f"{judgement.profile}: " if len(judgements) > 1 else ""
        for one in found:
            lines.append(mark + say("read_as", lang, reading=one.name, text=one.text[lang]))
            for other in one.others:
                what = "; ".join(_changes(other, judgement.outcome, library, lang))
                lines.append(
                    f"    {say('read_else', lang, alternative=other.alternative, what=what)}"
                )
        if whole and not found:
            lines.append(mark + say("read_none", lang))
    return lines


def _changes(other: Otherwise, outcome: Outcome, library: Library, lang: str) -> Iterator[str]:
    for ruling in other.rulings:
        at = f"{say('line', lang, n=ruling.line)}: " if ruling.line else ""
        yield at + headline(ruling, library, lang)
    if not other.rulings or next_text(other.outcome, library, lang) != next_text(
        outcome, library, lang
    ):
        yield next_text(other.outcome, library, lang)


def to_json(found: Json, matter: Sequence[Mattering], library: Library) -> Json:
    """The judgement with the readings that mattered."""
    found["readings_used"] = [
        {
            "reading": m.name,
            "text": m.text,
            "others": [
                {
                    "alternative": o.alternative,
                    "text": o.text,
                    "rulings": [ruling_json(r, library) for r in o.rulings],
                    "to_act": o.outcome.to_act,
                }
                for o in m.others
            ],
        }
        for m in matter
    ]
    return found


__all__ = ["Mattering", "Otherwise", "in_words", "that_matter", "to_json", "told"]
