"""Who prevails on each issue of a situation that was swept, and what would without a clause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from pokerlogic.asp import Symbol, parse_term
from pokerlogic.library import Library
from pokerlogic.program import Setup

from .judging import Conclusion, Judged, Moment

OPEN = "open"


class Answer(NamedTuple):
    """An answer by its id and amounts, and who chooses it (`rule` if nobody does)."""

    decides: str
    id: str
    amounts: tuple[str, ...]


@lru_cache(maxsize=1 << 16)
def answer(text: str) -> Answer:
    """The answer that a term stands for."""
    symbol = parse_term(text)
    decides = "rule"
    if _is(symbol, OPEN) and len(symbol.arguments) == 2:
        decides, symbol = symbol.arguments[0].name, symbol.arguments[1]
    if symbol.type.name == "Function":
        return Answer(decides, symbol.name, tuple(map(str, symbol.arguments)))
    return Answer(decides, "", (str(symbol),))


def _is(symbol: Symbol, name: str) -> bool:
    return symbol.type.name == "Function" and symbol.name == name


@lru_cache(maxsize=1 << 16)
def name_of(issue: str) -> str:
    """The issue that a term is about: `act` for `act(9)`."""
    return issue.partition("(")[0]


@lru_cache(maxsize=1 << 16)
def subject(issue: str) -> str | None:
    """The first argument of an issue term, by which issues that prepare another one are found."""
    arguments = parse_term(issue).arguments
    return str(arguments[0]) if arguments else None


@dataclass(frozen=True)
class Verdict:
    """One issue of a moment: what each clause said, and which of it decides.

    `by` are the clauses that give a deciding answer, those of the core left out.
    """

    issue: str
    said: tuple[Conclusion, ...]
    answers: frozenset[str]
    by: tuple[str, ...]

    @property
    def name(self) -> str:
        """The id of the issue."""
        return name_of(self.issue)


def verdict(issue: str, said: Iterable[Conclusion], setup: Setup) -> Verdict | None:
    """What is ruled on an issue; None where nobody says anything."""
    return _prevailing(issue, tuple(said), setup)


@lru_cache(maxsize=1 << 17)
def _prevailing(issue: str, every: tuple[Conclusion, ...], setup: Setup) -> Verdict | None:
    """The same conclusions are met in many situations."""
    if not every:
        return None
    top = max(setup.ranks[c.clause] for c in every)
    answers = frozenset(c.answer for c in every if setup.ranks[c.clause] == top)
    by = sorted(
        {c.clause for c in every if c.answer in answers}, key=lambda c: (-setup.ranks[c], c)
    )
    return Verdict(issue, every, answers, tuple(c for c in by if setup.clause(c) is not None))


def verdicts(moment: Moment, setup: Setup) -> dict[str, Verdict]:
    """The rulings of a moment by issue."""
    found = {}
    for issue, said in moment.issues.items():
        one = verdict(issue, said, setup)
        if one is not None:
            found[issue] = one
    return found


def without(one: Verdict, clause: str, setup: Setup) -> Verdict | None:
    """What would be ruled if a clause did not stand in the book."""
    return verdict(one.issue, (c for c in one.said if c.clause != clause), setup)


def told(moment: Moment, setup: Setup) -> Iterator[Verdict]:
    """The rulings that a table is told: what only prepares another one is cited with it."""
    library = setup.library
    every = verdicts(moment, setup)
    for issue, one in every.items():
        if library.issues[name_of(issue)].supports is None:
            by = list(one.by)
            prepared = list(_preparing(issue, every, library))
            if _acts(one, library) or any(other.answers & one.answers for other in prepared):
                by += dict.fromkeys(c for other in prepared for c in other.by if c not in by)
            yield Verdict(issue, one.said, one.answers, tuple(by))


def _preparing(issue: str, every: dict[str, Verdict], library: Library) -> Iterator[Verdict]:
    for other, one in every.items():
        prepares = library.issues[name_of(other)].supports == name_of(issue)
        if prepares and subject(other) == subject(issue):
            yield one


def _acts(one: Verdict, library: Library) -> bool:
    """Whether an answer is an action of a player: what prepares it is only told then."""
    answers = library.issues[one.name].answers
    ids = {answer(a).id for a in one.answers}
    return one.name != "act" or any(answers[i].taken_by for i in ids if i in answers)


def conditions(judged: Judged) -> list[tuple[str, ...]]:
    """The ways on that were told apart in a situation; one empty way if there is only one."""
    paths = {m.path for m in judged.moments}
    # A way that another one goes on from is no way of its own.
    ends = [p for p in paths if not any(p != q and q[: len(p)] == p for q in paths)]
    return sorted(ends) or [()]


def along(judged: Judged, path: tuple[str, ...]) -> Iterator[Moment]:
    """The moments on one way."""
    return (m for m in judged.moments if path[: len(m.path)] == m.path)
