"""Tries mutants on the expectations of cases.

The cases are judged once, and each moment tells which mutants conclude otherwise there; a mutant is
then tried on those cases only, from that moment on, until an expectation fails.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator, MutableSequence, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path

from .. import cases, engine
from ..errors import PokerlogicError
from ..library import atom_of, parts_of
from ..program import Setup
from ..ruling import Judgement, Outcome
from ..situation import Situation
from ..solver import Request, World
from .making import Mutant
from .worlds import Base, Task, Watched

AT_ONCE = 600
"""Moments in one grounding: enough that the rules that match nothing cost little."""

TRIALS = 40
"""The questions that a mutant is tried on, at most: those that cite its topic come first, then
those of its chapter."""

Place = tuple[str, int]
"""A file of cases and a line in it."""


@dataclass
class Asked:
    """What the expectations of one case ask of one profile; `answers` and `stirs` go by moment."""

    situation: Situation
    key: cases.Question
    under: Setup
    answers: list[list[World]] = field(default_factory=list)
    stirs: list[set[int]] = field(default_factory=list)
    outcome: Outcome | None = None

    @property
    def place(self) -> Place:
        """The first expectation."""
        return self.situation.file or "", self.situation.expectations[0].place.line

    def failed(self, judgement: Judgement, folders: tuple[Path, ...]) -> list[int]:
        """The lines of the expectations that do not hold."""
        found = cases.results([self.situation], [{self.key: judgement}], folders)
        return [r.line for r in found if r.got]


@dataclass
class Tried:
    """What became of a mutant: where an expectation failed, or where only the answer changed.

    `stirs` counts the questions in which the mutant concludes otherwise than its rule, `trials`
    those that were judged under it.
    """

    killed: Place | None = None
    changed: Place | None = None
    stirs: int = 0
    trials: int = 0


@dataclass
class _Run:
    """A judgement on its way; `same` as long as the mutant has made no difference."""

    asked: Asked
    steps: Generator[Request, list[World], Judgement]
    task: Task
    moment: int = 0
    same: bool = True
    end: Judgement | None = None
    broken: bool = False

    def take(self, worlds: list[World]) -> None:
        """Goes on with these answers."""
        self.moment += 1
        try:
            self.task = Task(self.steps.send(worlds), self.task.mutant)
        except StopIteration as end:
            self.end = end.value
        except PokerlogicError:
            self.broken = True

    def take_known(self) -> None:
        """Takes known answers as long as the mutant has made no difference and makes none here."""
        stirs = self.asked.stirs
        while self.same and not self.over and self.task.mutant not in stirs[self.moment]:
            self.take(self.asked.answers[self.moment])

    @property
    def over(self) -> bool:
        """Whether there is nothing more to solve."""
        return self.broken or self.end is not None


def _begun(asked: Asked, mutant: int | None = None) -> _Run | None:
    steps = engine.asked(asked.situation, asked.under)
    try:
        return _Run(asked, steps, Task(next(steps), mutant))
    except PokerlogicError:
        return None


def _pooled(
    base: Base,
    new: Callable[[int], Iterable[_Run]],
    step: Callable[[_Run], None],
    mutants: Watched,
    watched: Watched,
) -> Iterator[_Run]:
    """Runs to their ends, many at once; `step` is told of each that has its answers."""
    going: list[_Run] = []
    while True:
        going += new(AT_ONCE - len(going))
        if not going:
            return
        base.step([run.task for run in going], mutants, watched)
        for run in going:
            if run.task.error is not None:
                run.broken = True
            elif not run.task.open:
                step(run)
            if run.over:
                yield run
        going = [run for run in going if not run.over]


def judged(
    base: Base, situations: Iterable[Situation], watched: Watched, folders: tuple[Path, ...] = ()
) -> Iterator[Asked]:
    """What these cases ask, judged as the books are, with the expectations that hold."""

    def step(run: _Run) -> None:
        run.asked.answers.append(run.task.worlds)
        run.asked.stirs.append(run.task.stirs)
        run.take(run.task.worlds)

    questions = (
        Asked(replace(situation, expectations=part), key, cases.under(key, folders))
        for situation in situations
        for key, part in cases.by_question(situation, folders).items()
    )
    runs = (run for run in map(_begun, questions) if run is not None)
    for run in _pooled(base, lambda count: islice(runs, count), step, {}, watched):
        if run.end is None:
            continue
        asked = run.asked
        asked.outcome = run.end.outcome
        failed = asked.failed(run.end, folders)
        left = tuple(e for e in asked.situation.expectations if e.place.line not in failed)
        if left:
            asked.situation = replace(asked.situation, expectations=left)
            yield asked


class Trials:
    """The trials of mutants on what cases ask: those at home first, each on the next best cases."""

    def __init__(
        self,
        base: Base,
        questions: Sequence[Asked],
        mutants: Watched,
        killed: MutableSequence[int],
        folders: tuple[Path, ...] = (),
    ) -> None:
        self.base, self.questions, self.mutants = base, questions, mutants
        self.killed, self.folders = killed, folders
        self.found = {number: Tried() for number in mutants}
        self._left: dict[int, deque[int]] = {}
        self._going: Counter[int] = Counter()
        self._home: deque[int] = deque()
        self._away: deque[int] = deque()
        for number, order in self._order().items():
            self.found[number].stirs = len(order)
            self._left[number] = deque(index for _, index in sorted(order)[:TRIALS])
            home = self._is_home(mutants[number], questions[min(order)[1]])
            (self._home if home else self._away).append(number)

    def _order(self) -> dict[int, list[tuple[tuple[bool, bool, int], int]]]:
        """For each mutant the questions that it stirs, those near to its rule first."""
        found: dict[int, list[tuple[tuple[bool, bool, int], int]]] = {}
        for index, question in enumerate(self.questions):
            first: dict[int, int] = {}
            for moment, stirs in enumerate(question.stirs):
                for number in stirs:
                    first.setdefault(number, moment)
            topics = set(_topics(question)) if first else set()
            for number, moment in first.items():
                original = self.mutants[number].original
                uncited = (original.book, original.topic) not in topics
                away = not self._is_home(self.mutants[number], question)
                cost = len(question.stirs) - moment
                found.setdefault(number, []).append(((uncited, away, cost), index))
        return found

    @staticmethod
    def _is_home(mutant: Mutant, question: Asked) -> bool:
        original = mutant.original
        chapter = f"/{original.chapter}/" in question.place[0]
        return chapter and atom_of(question.under.top_book) == original.book

    def run(self) -> Iterator[int]:
        """Tries all; yields the number of each mutant that was killed."""
        for run in _pooled(self.base, self._some, self._step, self.mutants, {}):
            number = run.task.mutant
            assert number is not None
            self._going[number] -= 1
            if not self.killed[number] and self._kills(run, self.found[number]):
                self.killed[number] = 1
                yield number
            if not self.killed[number] and not self._going[number] and self._left[number]:
                self._away.append(number)

    def _some(self, count: int) -> Iterable[_Run]:
        return islice(self._runs(), count)

    def _runs(self) -> Iterator[_Run]:
        """New trials: as many of a mutant at once as it has had."""
        while self._home or self._away:
            number = (self._home or self._away).popleft()
            left, tried = self._left[number], self.found[number]
            for _ in range(max(1, tried.trials)):
                if not left or self.killed[number]:
                    break
                run = _begun(self.questions[left.popleft()], number)
                assert run is not None
                run.take_known()
                tried.trials += 1
                self._going[number] += 1
                yield run

    @staticmethod
    def _step(run: _Run) -> None:
        run.same = run.same and run.task.worlds == run.asked.answers[run.moment]
        run.take(run.task.worlds)
        run.take_known()

    def _kills(self, run: _Run, tried: Tried) -> bool:
        file, line = run.asked.place
        if run.end is None:
            tried.killed = file, line
        elif not run.same:
            failed = run.asked.failed(run.end, self.folders)
            if failed:
                tried.killed = file, failed[0]
            elif run.end.outcome != run.asked.outcome:
                tried.changed = tried.changed or (file, line)
        return tried.killed is not None


def _topics(asked: Asked) -> Iterator[tuple[str, str]]:
    """The topics, with their books, that the expectations cite."""
    under = asked.under
    editions = {edition.split("@")[0]: edition for edition in under.profile.editions}
    for expectation in asked.situation.expectations:
        for locator in expectation.by:
            book, wanted = locator.book or under.top_book, _parts(locator.text)
            edition = editions.get(book, "")
            for clause in under.library.books[book].clauses.values():
                found = _parts(clause.locators.get(edition, ""))
                if found[: len(wanted)] == wanted:
                    yield atom_of(book), clause.topic


_parts = lru_cache(maxsize=1 << 14)(parts_of)
