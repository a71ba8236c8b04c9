"""Differences as they are told: each with the rulings on its witness, those that belong together
under one heading.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from pokerlogic import engine
from pokerlogic.answers import answer, in_words, inner
from pokerlogic.asp import parse_term
from pokerlogic.library import Chapter, Clause, Library, parts_of
from pokerlogic.messages import LANGUAGES, Each, Message, Value, any_of, listed, msg, written
from pokerlogic.notation import parse
from pokerlogic.program import Setup
from pokerlogic.render import branch_words, decider, do_word, say
from pokerlogic.ruling import Answer, Branch, Outcome, Question, Ruling
from pokerlogic.situation import Situation

from .difference import Difference, Kind, Side, Terms
from .story import story


@dataclass(frozen=True)
class Supposed:
    """What an outcome rests on: a question answered one way, or one of several open answers."""

    of: Question | Branch
    holds: bool = True

    def excludes(self, other: Supposed) -> bool:
        """Whether both cannot be so."""
        if isinstance(self.of, Question) and isinstance(other.of, Question):
            same = (self.of.observation, self.of.line) == (other.of.observation, other.of.line)
            return same and self.holds != other.holds
        if isinstance(self.of, Branch) and isinstance(other.of, Branch):
            return self.of.who == other.of.who and self.of.answer != other.of.answer
        return False


@dataclass(frozen=True)
class Voice:
    """What one profile says of a witness.

    `side` is its part of the kind and `ruling` what it rules, both None where it says nothing;
    `given` has to be so for it.
    """

    setup: Setup
    side: Side | None
    ruling: Ruling | None
    given: tuple[Supposed, ...] = ()

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses that differ, the one that decides first."""
        by = self.side.by if self.side is not None else ()
        return tuple(c for id in by if (c := self.setup.library.clause(id)) is not None)

    def places(self) -> list[str]:
        """Where these clauses stand, each place once: `TDA 2024 46`."""
        return list(dict.fromkeys(place(self.setup, c) for c in self.clauses))

    @property
    def title(self) -> Value:
        """What the profile is called."""
        title = self.setup.profile.title
        return Each(title["en"], title["ja"])

    @property
    def label(self) -> Value:
        """Where the ruling stands, or whose it is."""
        places = self.places()
        return listed(places[:2]) if places else self.title

    @cached_property
    def rules(self) -> Value:
        """The ruling in words."""
        if self.side is None:
            return msg("diff.nothing")
        library = self.setup.library
        if self.ruling is None:
            return any_of(self.side.answers)
        told = {lang: _headline(self.ruling, library, lang) for lang in LANGUAGES}
        return Each(told["en"], told["ja"])

    def supposing(self) -> list[Value]:
        """What has to be so for it, in words."""
        return [_supposed(s, self.setup.library) for s in self.given]


def place(setup: Setup, clause: Clause) -> str:
    """Where a clause stands in a profile."""
    return setup.library.place(setup.edition_of(clause.book), setup.locator(clause))


def _headline(ruling: Ruling, library: Library, lang: str) -> str:
    """The ruling in one line, with who decides it if that is not the rule."""
    said = [
        in_words(ruling, a, library, lang) or do_word(a.do, library, lang) for a in ruling.answers
    ]
    text = say("or", lang).join(said)
    return text if ruling.decides == "rule" else f"{text} ({decider(ruling.decides, lang)})"


def _supposed(one: Supposed, library: Library) -> Value:
    if isinstance(one.of, Question):
        asked = Each(one.of.text["en"], one.of.text["ja"])
        yes = msg("diff.yes", asks=asked)
        return yes if one.holds else msg("diff.no", asks=asked)
    told = {lang: _branch(one.of, library, lang) for lang in LANGUAGES}
    return msg("diff.if", what=Each(told["en"], told["ja"]))


def _branch(branch: Branch, library: Library, lang: str) -> str:
    return branch_words(branch, library, lang)


@dataclass(frozen=True)
class Shown:
    """A kind of difference with what both profiles rule on its witness.

    `reproduced` tells that the two rule there as the kind says.
    """

    kind: Kind
    situation: Situation
    folders: tuple[Path, ...]
    left: Voice
    right: Voice
    reproduced: bool

    @property
    def voices(self) -> tuple[Voice, Voice]:
        """Both sides."""
        return self.left, self.right

    @cached_property
    def story(self) -> Message:
        """What happens in the witness."""
        return story(self.situation, self.folders)

    @cached_property
    def supposing(self) -> tuple[Value, ...]:
        """What both rulings rest on that nobody stated, each once."""
        every = (v for voice in self.voices for v in voice.supposing())
        return tuple({written(v, "en"): v for v in every}.values())

    def sentence(self) -> Message:
        """The whole difference in a few short sentences."""
        told: Value = self.story
        if self.supposing:
            told = msg("diff.supposing", story=told, what=listed(self.supposing))
        left, right = (msg("diff.says", where=v.label, what=v.rules) for v in self.voices)
        return msg("diff.sentence", story=told, left=left, right=right)

    @property
    def chapter(self) -> Chapter | None:
        """The chapter that the first clause of either side stands in."""
        for voice in self.voices:
            for clause in voice.clauses:
                found = chapter_of(voice.setup, clause)
                if found is not None:
                    return found
        return None


def chapter_of(setup: Setup, clause: Clause) -> Chapter | None:
    """The chapter of its book in which a clause stands."""
    edition = setup.edition_of(clause.book)
    parts = parts_of(setup.locator(clause))
    for chapter in setup.library.books[clause.book].chapters:
        for locator in chapter.locators.get(edition, ()):
            at = parts_of(locator)
            if parts[: len(at)] == at:
                return chapter
    return None


@dataclass
class Group:
    """Kinds that are one difference to a reader: one question, the same clauses on both sides.

    `follows` are differences in another question that come with it.
    """

    kinds: list[Shown]
    follows: list[Group] = field(default_factory=list)

    @property
    def first(self) -> Shown:
        """The kind that is told first."""
        return self.kinds[0]

    @property
    def count(self) -> int:
        """In how many situations it shows."""
        return sum(s.kind.count for s in self.kinds)

    @property
    def marks(self) -> tuple[str, ...]:
        """How the right stands to the left, each mark once."""
        return tuple(dict.fromkeys(s.kind.mark for s in self.kinds))

    def title(self) -> Message | Each:
        """What the deciding clauses of both sides are called."""
        titles = []
        for voice in self.first.voices:
            for clause in voice.clauses[:1]:
                titles.append(Each(clause.title["en"], clause.title["ja"]))
        once = {t.text("en"): t for t in titles}
        if not once:
            return asks(self.first)
        return msg("diff.pair", left=titles[0], right=titles[1]) if len(once) > 1 else titles[0]

    def every(self) -> Iterator[Shown]:
        """All of its kinds, with those that follow."""
        yield from self.kinds
        for group in self.follows:
            yield from group.every()


def asks(shown: Shown) -> Each:
    """The question that is answered differently."""
    text = shown.left.setup.library.issues[shown.kind.issue].asks
    return Each(text["en"], text["ja"])


@dataclass(frozen=True)
class Account:
    """All that is told of how two profiles differ.

    `groups` in the order of what is at stake; `reasons` are ruled alike, but by other clauses.
    """

    difference: Difference
    groups: tuple[Group, ...]
    reasons: tuple[Group, ...]

    @property
    def every(self) -> list[Shown]:
        """Every kind in the order it is told."""
        return [s for g in (*self.groups, *self.reasons) for s in g.every()]


def account(difference: Difference, folders: tuple[Path, ...] = ()) -> Account:
    """The kinds of a difference, each judged on its witness."""
    every = shown(difference, folders)
    groups = _grouped(s for s in every if not s.kind.same)
    reasons = _grouped(s for s in every if s.kind.same)
    return Account(difference, tuple(_with_followers(groups)), tuple(reasons))


def _grouped(every: Iterable[Shown]) -> list[Group]:
    found: dict[object, Group] = {}
    for one in every:
        key = (one.kind.issue, *(_stand(v) for v in one.voices))
        if key in found:
            found[key].kinds.append(one)
        else:
            found[key] = Group([one])
    return list(found.values())


def _stand(voice: Voice) -> object:
    """Where a side stands for a reader: its places, and what the first clause is called."""
    titles = [c.title["en"] for c in voice.clauses[:1]]
    return voice.side is None, *titles, frozenset(voice.places())


def _with_followers(groups: Sequence[Group]) -> list[Group]:
    """What is ruled on the same situation in another, lesser question is told below."""
    heads: list[Group] = []
    for group in groups:
        head = next((h for h in heads if _follows(group, h)), None)
        if head is not None:
            head.follows.append(group)
        else:
            heads.append(group)
    return heads


def _follows(group: Group, head: Group) -> bool:
    one, other = group.first.kind, head.first.kind
    if one.issue == other.issue or one.stake > other.stake:
        return False
    seen = {s.kind.witness.text for s in head.kinds}
    return all(s.kind.witness.text in seen for s in group.kinds)


# --- judging the witnesses ------------------------------------------------------------------------

Way = tuple[tuple[Supposed, ...], tuple[Ruling, ...]]
"""One way on: what it supposes, and all that is ruled along it."""

_Side = tuple[tuple[Supposed, ...], Ruling | None]

_NOTHING: _Side = ((), None)

Ways = tuple[tuple[Way, ...], tuple[Way, ...]]
"""The ways on under both profiles."""


def shown(difference: Difference, folders: tuple[Path, ...] = ()) -> list[Shown]:
    """Every kind with what both profiles rule on its witness."""
    setups = difference.left, difference.right
    texts = list(dict.fromkeys(k.witness.text for k in difference.kinds))
    situations = {text: parse(text, books=folders)[0] for text in texts}
    ended = _ways(situations, setups)
    found = {k: _pair(k, ended[k.witness.text], setups) for k in difference.kinds}
    # Rights are those of a turn that is over at the end of what is written.
    left_over = {k.witness.text: situations[k.witness.text] for k, p in found.items() if p is None}
    for moment in range(max((_events(s) for s in left_over.values()), default=0)):
        there = {t: s for t, s in left_over.items() if _events(s) > moment}
        ways = _ways(there, setups, moment)
        for kind in (k for k in found if found[k] is None and k.witness.text in there):
            found[kind] = _pair(kind, ways[kind.witness.text], setups)
    return [_shown(k, situations[k.witness.text], folders, setups, found[k]) for k in found]


def _shown(
    kind: Kind,
    situation: Situation,
    folders: tuple[Path, ...],
    setups: tuple[Setup, Setup],
    pair: tuple[_Side, _Side] | None,
) -> Shown:
    left, right = pair or (_NOTHING, _NOTHING)
    return Shown(
        kind,
        situation,
        folders,
        Voice(setups[0], kind.left, left[1], left[0]),
        Voice(setups[1], kind.right, right[1], right[0]),
        pair is not None,
    )


def _events(situation: Situation) -> int:
    return sum(1 for _ in situation.events())


def _ways(
    situations: Mapping[str, Situation], setups: tuple[Setup, Setup], upto: int | None = None
) -> dict[str, Ways]:
    """The ways on of each situation, all judged at once; `upto` stops after that event."""
    asked = [(s, u) for s in situations.values() for u in setups]
    outcomes = iter([tuple(_along(j.outcome)) for j in engine.judge_many(asked, upto)])
    return {text: (next(outcomes), next(outcomes)) for text in situations}


def _along(outcome: Outcome, given: tuple[Supposed, ...] = ()) -> Iterator[Way]:
    """The ways that an outcome may go on, with what was ruled before on each."""
    further = [(Supposed(q, holds), side) for q in outcome.questions for holds, side in _sides(q)]
    further += [(Supposed(branch), branch.outcome) for branch in outcome.branches]
    own = (*outcome.rulings, *outcome.rights)
    if not further:
        yield given, own
    for supposed, after in further:
        for way, rulings in _along(after, (*given, supposed)):
            yield way, (*own, *(r for r in rulings if r not in own))


def _sides(question: Question) -> tuple[tuple[bool, Outcome], tuple[bool, Outcome]]:
    return (True, question.yes), (False, question.no)


def _pair(kind: Kind, ways: Ways, setups: tuple[Setup, Setup]) -> tuple[_Side, _Side] | None:
    """The rulings of both sides that show the kind, on the ways that suppose the least."""
    wanted = tuple(
        frozenset(answers_of(kind.issue, terms, setup)) if side is not None else None
        for terms, setup, side in zip(kind.example, setups, (kind.left, kind.right), strict=True)
    )
    pairs = (
        ((one[0], left), (other[0], right))
        for one in ways[0]
        for other in ways[1]
        if not _exclude(one[0], other[0])
        for left, right in _together(kind.issue, one[1], other[1])
        if (_said(left), _said(right)) == wanted
    )
    best = min(pairs, key=lambda p: len(p[0][0]) + len(p[1][0]), default=None)
    if best is None:
        return None
    first, second = (
        (_needed(side, others, kind.issue), side[1])
        for side, others in zip(best, ways, strict=True)
    )
    return first, second


def _needed(side: _Side, ways: Sequence[Way], issue: str) -> tuple[Supposed, ...]:
    """What a ruling really rests on: nothing, if it is the same on every way."""
    given, ruling = side
    if all((ruling in told) if ruling else not _of(issue, told) for _, told in ways):
        return ()
    return given


def _together(
    issue: str, left: Sequence[Ruling], right: Sequence[Ruling]
) -> Iterator[tuple[Ruling | None, Ruling | None]]:
    """The rulings on one question by both, or by one of them alone."""
    mine, theirs = _of(issue, left), _of(issue, right)
    for about in {**mine, **theirs}:
        yield mine.get(about), theirs.get(about)


def _of(issue: str, rulings: Iterable[Ruling]) -> dict[object, Ruling]:
    """The rulings on an issue by what they are about; the last one stands."""
    return {_about(r): r for r in rulings if r.issue == issue}


def _said(ruling: Ruling | None) -> frozenset[Answer] | None:
    return frozenset(ruling.answers) if ruling is not None else None


def answers_of(issue: str, terms: Terms, setup: Setup) -> list[Answer]:
    """Answer terms as data."""
    return [answer(setup, issue, inner(parse_term(term))) for term in terms]


def _exclude(one: Sequence[Supposed], other: Sequence[Supposed]) -> bool:
    return any(a.excludes(b) for a in one for b in other)


def _about(ruling: Ruling) -> tuple[object, ...]:
    return (ruling.issue, ruling.event, ruling.who, ruling.pot)
