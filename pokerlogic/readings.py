"""Which readings of ambiguous clauses a ruling rests on, found by switching each of them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from . import engine
from .library import Library, Reading, atom_of
from .program import Setup
from .render import Json, branch_words, headline, next_text, ruling_json, say
from .ruling import Judgement, Option, Outcome, Question, Ruling, Text
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
    """Every ruling, on whatever side of a fork."""
    return (ruling for one in _everywhere(outcome) for ruling in one.rulings)


def _everywhere(outcome: Outcome) -> Iterator[Outcome]:
    """An outcome and those on all sides of its forks."""
    yield outcome
    for branch in outcome.branches:
        yield from _everywhere(branch.outcome)
    for question in outcome.questions:
        yield from _everywhere(question.yes)
        yield from _everywhere(question.no)


def _clauses(outcome: Outcome) -> set[str]:
    """The clauses that spoke, whether they were in force or not."""
    spoken = [r for one in _everywhere(outcome) for r in (*one.rulings, *one.rights)]
    cited = {c.clause for r in spoken for c in r.by}
    cited |= {o.citation.clause for r in spoken for o in r.overridden}
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
    """The rulings that are new, on whatever side of a fork."""
    known = {_said(r) for r in _rulings(outcome)}
    for ruling in _rulings(changed):
        if _said(ruling) not in known:
            known.add(_said(ruling))
            yield ruling


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
                what = "; ".join(_changes(other.outcome, judgement.outcome, library, lang))
                lines.append(
                    f"    {say('read_else', lang, alternative=other.alternative, what=what)}"
                )
        if whole and not found:
            lines.append(mark + say("read_none", lang))
    return lines


def _changes(
    changed: Outcome,
    outcome: Outcome,
    library: Library,
    lang: str,
    above: tuple[Ruling, ...] = (),
    acting: str = "",
) -> Iterator[str]:
    """What is ruled otherwise, what no longer, and who is to act then.

    Of a side of a fork only what `above` and `acting` have not told.
    """
    found = [_at(r, library, lang) for r in _new(changed, outcome) if r not in above]
    if not changed.questions and not changed.branches:
        gone = (_at(r, library, lang) for r in _gone(changed, outcome))
        found += [say("read_gone", lang, what=what) for what in gone]
    now = next_text(changed, library, lang)
    for what, side, base in _sides(changed, outcome, library, lang):
        inner = "; ".join(_changes(side, base, library, lang, changed.rulings, now))
        found += [f"{what}: {inner}"] if inner else []
    yield from found
    told_now = now not in (acting, next_text(outcome, library, lang), say("nobody", lang))
    told_now = told_now and (changed.to_act is not None or bool(changed.branches))
    if told_now or (not found and not above and told(changed) != told(outcome)):
        yield now


def _sides(
    changed: Outcome, outcome: Outcome, library: Library, lang: str
) -> Iterator[tuple[str, Outcome, Outcome]]:
    """Each side of a fork in words, with what it is to be compared with."""
    for question in changed.questions:
        asked = next((q for q in outcome.questions if _same_question(q, question)), None)
        yes, no = (asked.yes, asked.no) if asked else (outcome, outcome)
        yield f"{question.text[lang]} {say('yes', lang)}", question.yes, yes
        yield f"{question.text[lang]} {say('no', lang)}", question.no, no
    for branch in changed.branches:
        before = next((b for b in outcome.branches if b.answer == branch.answer), None)
        if before is not None:
            what = say("if", lang, what=branch_words(branch, library, lang))
            yield what, branch.outcome, before.outcome


def _new(changed: Outcome, outcome: Outcome) -> Iterator[Ruling]:
    known = {_said(r) for r in outcome.rulings}
    return (r for r in changed.rulings if _said(r) not in known)


def _gone(changed: Outcome, outcome: Outcome) -> Iterator[Ruling]:
    """Rulings in whose place nothing came."""
    known = {_place(r) for r in changed.rulings}
    return (r for r in outcome.rulings if _place(r) not in known)


def _place(ruling: Ruling) -> tuple[object, ...]:
    return ruling.issue, ruling.event, ruling.who, ruling.pot


def _same_question(one: Question, other: Question) -> bool:
    return (one.observation, one.about, one.line) == (other.observation, other.about, other.line)


def _at(ruling: Ruling, library: Library, lang: str) -> str:
    at = f"{say('line', lang, n=ruling.line)}: " if ruling.line else ""
    return at + headline(ruling, library, lang)


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
