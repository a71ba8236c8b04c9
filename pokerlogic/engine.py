"""Judges situations: the public functions behind the commands."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from . import chain, complete, facts
from .errors import LimitError, PokerlogicError
from .moves import Moment, Watch, Watched
from .program import Fact, Setup, setup
from .ruling import Finding, Judgement, Outcome, Ruling
from .situation import Situation, hands
from .solver import Request, World, solve, solve_many
from .store import library_of

if TYPE_CHECKING:
    from .explain import Explanation
    from .whynot import WhyNot


@lru_cache(maxsize=512)
def profile(
    name: str,
    over: str | None = None,
    readings: tuple[str, ...] = (),
    folders: tuple[Path, ...] = (),
) -> Setup:
    """A profile ready to rule; `folders` are extra folders of books."""
    return setup(library_of(folders), name, over=over, readings=readings)


def judge(
    situation: Situation,
    under: Setup,
    upto: int | None = None,
    trace: list[Moment] | None = None,
) -> Judgement:
    """The rulings, options and pots of a situation; `upto` stops after that event.

    With a `trace` every ruling and every end leave there what they were derived from.
    """
    run = _start(situation, under, upto, trace)
    answer: list[World] | None = None
    try:
        request = next(run)
        while True:
            answer = solve(request)
            request = run.send(answer)
    except StopIteration as end:
        return _judgement(situation, under, end.value)


def asked(situation: Situation, under: Setup) -> Generator[Request, list[World], Judgement]:
    """The way to a judgement, for who solves by himself: requests, to be sent their answers."""
    return _judgement(situation, under, (yield from _start(situation, under, None)))


def why(situation: Situation, under: Setup, upto: int | None = None) -> list[Explanation]:
    """The rulings of a situation in the order they were made, each with its derivation."""
    from .explain import explain

    trace: list[Moment] = []
    judge(situation, under, upto, trace)
    told: list[Explanation] = []
    # What several ways on have in common is told once.
    for one in explain(under, trace):
        if one not in told:
            told.append(one)
    return told


def why_not(
    situation: Situation,
    under: Setup,
    asked: str,
    event: int | None = None,
    books: Sequence[Path] = (),
) -> list[WhyNot]:
    """What bars an action or another ruling, asked in the words of a table.

    An action is asked of the end of what is written, or of the table after an event; a ruling of
    the last one of its kind, or of that event.  There is more than one answer only where open
    answers make a difference.
    """
    from .notation.asked import asked as read
    from .whynot import Inquiry

    phrase = read(asked, situation, books)
    trace: list[Moment] = []
    judgement = judge(situation, under, event, trace)
    inquiry = Inquiry(under, phrase.text, judgement.outcome, trace, event)
    if phrase.action is not None:
        return inquiry.about_action(phrase.action)
    assert phrase.answer is not None
    return [inquiry.about_ruling(phrase.answer)]


def judge_many(
    questions: Sequence[tuple[Situation, Setup]], upto: int | None = None
) -> list[Judgement]:
    """Many situations or profiles at once: the chains go in step, one grounding a round."""
    outcomes = _in_step([_start(s, u, upto) for s, u in questions])
    return [_judgement(s, u, o) for (s, u), o in zip(questions, outcomes, strict=True)]


def _in_step(
    runs: Sequence[chain.Run], limits: dict[int, LimitError] | None = None
) -> list[Outcome]:
    """Drives runs together; with `limits` one that reaches a limit is noted there and left out."""
    outcomes: dict[int, Outcome] = {}
    waiting: dict[int, Request] = {}

    def step(i: int, worlds: list[World] | None) -> None:
        try:
            waiting[i] = runs[i].send(worlds) if worlds is not None else next(runs[i])
        except StopIteration as end:
            outcomes[i] = end.value
        except LimitError as error:
            if limits is None:
                raise
            limits[i] = error

    for i in range(len(runs)):
        step(i, None)
    while waiting:
        asked, waiting = waiting, {}
        found = solve_many(list(asked.values()))
        for i, worlds in zip(asked, found, strict=True):
            step(i, worlds)
    return [outcomes[i] for i in range(len(runs)) if i in outcomes]


def watch_many(
    questions: Sequence[tuple[Situation, Setup]], ends: bool
) -> list[tuple[tuple[Watched, ...], tuple[Finding, ...]] | LimitError]:
    """The moments at which many situations are ruled, and what was found on the way.

    With `ends` the end of what is written is a moment too.  A situation that reaches a limit
    gives that instead.
    """
    watches = [Watch(ends) for _ in questions]
    runs = [_start(s, u, None, None, w) for (s, u), w in zip(questions, watches, strict=True)]
    limits: dict[int, LimitError] = {}
    outcomes = iter(_in_step(runs, limits))
    return [
        limits[i] if i in limits else (tuple(watch.moments), next(outcomes).findings)
        for i, watch in enumerate(watches)
    ]


def audit(situation: Situation, under: Setup) -> list[Outcome]:
    """Where the hand stood before each event, and after the last one: a batch in one grounding."""
    count = sum(1 for _ in situation.events())
    tables = [_start(situation, under, upto) for upto in range(count)]
    runs = [*tables, _start(situation, under, None)]
    return _in_step(runs)


def _start(
    situation: Situation,
    under: Setup,
    upto: int | None,
    trace: list[Moment] | None = None,
    watch: Watch | None = None,
) -> chain.Run:
    """The run of a situation, hand by hand; each is told how the one before ended."""
    played = hands(situation)
    rulings: tuple[Ruling, ...] = ()
    findings: tuple[Finding, ...] = ()
    left: tuple[Fact, ...] = ()
    first = 1
    for number, hand in enumerate(played, 1):
        count = sum(1 for _ in hand.events())
        last = number == len(played) or (upto is not None and upto < first + count)
        table = facts.table(hand, under.library.quiet, under.library.apart, left, first)
        if not last:
            table = facts.Table((*table.facts, (facts.ANOTHER_FOLLOWS,)), table.items)
        if upto is not None:
            after = next((n for n, i in enumerate(table.items) if (i.event or 0) > upto), None)
            table = facts.Table(table.facts, table.items[:after])
        seats = tuple(s.player for s in hand.seats)
        lines = facts.lines(hand) if trace is not None else None
        # How a hand ends matters to the one that follows.
        own = watch if watch is None or last else Watch(True, watch.moments)
        run = chain.run(under, table, seats, trace, lines, own)
        outcome = yield from _of_file(hand, run, facts.stacks_in(left))
        line = hand.after.place.line if hand.after is not None else None
        told = (replace(r, line=r.line or line) for r in outcome.rulings)
        rulings, findings = (*rulings, *told), (*findings, *outcome.findings)
        left, first = outcome.left, first + count
        if last:
            break
    return replace(outcome, rulings=rulings, findings=findings)


def _of_file(hand: Situation, run: chain.Run, stacks_left: bool) -> chain.Run:
    """The run of a hand that says all it must; what goes wrong names its file."""
    try:
        complete.check(hand, stacks_left)
        return (yield from run)
    except PokerlogicError as error:
        error.file = error.file or hand.file
        raise


def _judgement(situation: Situation, under: Setup, outcome: Outcome) -> Judgement:
    library = under.library
    books = tuple(library.books[e.split("@")[0]].title for e in under.profile.editions)
    return Judgement(
        under.profile.id,
        under.profile.editions,
        library.version,
        outcome,
        tuple(f"{b}:{r}={v}" for b, r, v in under.readings),
        situation.title,
        situation.file,
        books,
    )


def setups(
    names: Iterable[str],
    over: str | None = None,
    readings: tuple[str, ...] = (),
    folders: tuple[Path, ...] = (),
) -> list[Setup]:
    """Several profiles at once."""
    return [profile(n, over, readings, folders) for n in names]
