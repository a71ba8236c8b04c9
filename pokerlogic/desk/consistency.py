"""Checks a profile over its domains: conflicts, gaps, clauses that never matter, and more."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import combinations

from pokerlogic.library import Clause, Rule
from pokerlogic.messages import Message, msg
from pokerlogic.program import Setup

from .certificate import certified
from .domains import Domain, chosen
from .findings import Finding, Smallest, in_order
from .forks import Switch, forks
from .judging import LIMIT, UNANSWERED, Conclusion, Under
from .sweep import Progress, Swept, sweeps
from .verdicts import Verdict, answer, verdicts, without

SILENT = "silent"


@dataclass(frozen=True)
class Seen:
    """A domain that was swept: its situations and the clauses that fired in it.

    `limits` counts those that reached a limit; `partial` tells that time was over before the end;
    `certified` whether it is proved to hold every outcome combination, None where nobody tried.
    """

    domain: Domain
    situations: int
    fired: frozenset[str]
    limits: int
    partial: bool
    certified: bool | None = None


@dataclass(frozen=True)
class Report:
    """What a check found, over which domains."""

    under: Under
    setup: Setup
    seen: tuple[Seen, ...]
    findings: tuple[Finding, ...]

    @property
    def exit_code(self) -> int:
        """0 for a clean book, 1 with findings, 3 where a limit was reached."""
        return 3 if self.limited else 1 if self.findings else 0

    @property
    def limited(self) -> bool:
        """Whether there may be more than was found."""
        return any(s.limits or s.partial for s in self.seen)

    @property
    def partial(self) -> bool:
        """Whether time was over before everything was looked at."""
        return any(s.partial for s in self.seen)

    @property
    def situations(self) -> int:
        """The situations that were looked at."""
        return sum(s.situations for s in self.seen)

    @property
    def fired(self) -> int:
        """The clauses that fired in any of them."""
        return len(frozenset[str]().union(*(s.fired for s in self.seen)))

    @property
    def clauses(self) -> int:
        """The clauses of the profile."""
        return sum(1 for a in self.setup.ranks if self.setup.clause(a) is not None)


def check(
    under: Under,
    names: Sequence[str] = (),
    *,
    deep: bool = False,
    off: Collection[str] = (),
    pool: Executor | None = None,
    progress: Progress | None = None,
    until: float | None = None,
) -> Report:
    """Everything that can be found of a profile in these domains, or in all of them.

    Where time is over, at `until`, what takes a whole domain to know is not told.
    """
    setup = under.setup()
    book = _Book(setup)
    seen = []
    every = []
    wanted = chosen(names, setup.profile.editions)
    told = sweeps(
        wanted, [under], deep=deep, without=off, pool=pool, progress=progress, until=until
    )
    for domain, found in told:
        if found is None:
            seen.append(Seen(domain, 0, frozenset(), 0, True))
            continue
        every.append(found[0])
        seen.append(book.look(found[0]))
    findings = [*book.findings(whole=not any(s.partial for s in seen)), *_static(setup)]
    findings += _forks(every, setup, pool, progress, until)
    return Report(under, setup, tuple(seen), tuple(in_order(findings)))


class _Book:
    """Gathers what each clause did over all that was swept."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.clauses = {a: c for a in setup.ranks if (c := setup.clause(a)) is not None}
        self.joined = _joined(self.clauses)
        self.fired: dict[str, Smallest] = defaultdict(Smallest)
        self.decided: set[str] = set()
        self.needed: set[str] = set()
        self.spared: dict[str, set[str]] = {}
        self.conflicts: dict[tuple[str, str, str], Smallest] = defaultdict(Smallest)
        self.gaps: dict[tuple[str, str], Smallest] = defaultdict(Smallest)
        self.limits = Smallest()
        self.given: dict[str, set[str]] = defaultdict(set)
        self.excepted: set[tuple[str, str]] = set()

    def look(self, swept: Swept) -> Seen:
        """Takes in one domain."""
        fired: set[str] = set()
        limits = 0
        for index, judged in enumerate(swept.judged):
            if LIMIT in judged.findings:
                limits += 1
                self.limits.add(swept, index)
            for kind in judged.findings:
                if kind == SILENT or kind.startswith(UNANSWERED):
                    self.gaps[(swept.domain.id, kind.removeprefix(UNANSWERED))].add(swept, index)
            for moment in judged.moments:
                for one in verdicts(moment, self.setup).values():
                    fired |= self._verdict(one, swept, index)
        partial = len(swept.judged) < swept.total
        every = len(swept.judged)
        return Seen(swept.domain, every, frozenset(fired), limits, partial, certified(swept))

    def _verdict(self, one: Verdict, swept: Swept, index: int) -> set[str]:
        own = {c.clause for c in one.said if c.clause in self.clauses}
        for clause in own:
            self.fired[clause].add(swept, index)
        for said in one.said:
            self.given[one.name].add(answer(said.answer).id)
        self.decided |= set(one.by)
        for clause in one.by:
            if clause not in self.needed:
                other = without(one, clause, self.setup)
                if other is None or other.answers != one.answers:
                    self.needed.add(clause)
                else:
                    also = set(other.by)
                    self.spared[clause] = self.spared.get(clause, also) & also
        for clause in sorted(own):
            if len({c.answer for c in one.said if c.clause == clause and not _open(c)}) > 1:
                self.conflicts[(one.name, clause, clause)].add(swept, index)
        for first, second in combinations(sorted(own), 2):
            if self._disagree(one.said, first, second):
                self._differ(one, first, second, swept, index)
        return own

    def _disagree(self, said: Iterable[Conclusion], first: str, second: str) -> bool:
        one, other = self.clauses[first], self.clauses[second]
        # The parts of one house's rules are one text to a reader.
        if self._publisher(one) != self._publisher(other):
            return False
        answers: dict[str, set[str]] = {first: set(), second: set()}
        for conclusion in said:
            if conclusion.clause in answers:
                answers[conclusion.clause].add(conclusion.answer)
        if answers[first] == answers[second]:
            return False
        # What both leave to the same person is one set that he chooses from.
        deciders = {answer(a).decides for a in answers[first] | answers[second]}
        return len(deciders) > 1 or "rule" in deciders

    def _publisher(self, clause: Clause) -> str:
        return self.setup.library.books[clause.book].publisher

    def _differ(self, one: Verdict, first: str, second: str, swept: Swept, index: int) -> None:
        if second in self.joined[first] or first in self.joined[second]:
            self.excepted |= {(first, second), (second, first)}
        else:
            self.conflicts[(one.name, first, second)].add(swept, index)

    # --- what follows from it -------------------------------------------------------------------

    def findings(self, *, whole: bool) -> Iterator[Finding]:
        """The findings over all that was looked at; some can only be known of the whole."""
        if self.limits.count:
            yield _finding("limit", None, (), self.limits, msg("desk.limit"))
        for (issue, first, second), seen in self.conflicts.items():
            yield self._of("conflict", issue, tuple(dict.fromkeys((first, second))), seen)
        for (domain, issue), seen in self.gaps.items():
            if issue == SILENT:
                yield _finding("gap", None, (), seen, msg("desk.gap", domain=domain))
            else:
                said = msg("desk.unanswered", domain=domain, issue=issue)
                yield _finding("gap", issue, (), seen, said)
        if not whole:
            return
        for clause in self.clauses:
            if clause not in self.fired:
                yield self._of("dead", None, (clause,), Smallest())
            elif clause not in self.decided:
                yield self._of("shadowed", None, (clause,), self.fired[clause])
            elif clause not in self.needed:
                yield from self._spared(clause)
        yield from self._idle_exceptions()
        yield from self._unreachable()

    def _spared(self, clause: str) -> Iterator[Finding]:
        """A clause that only says what another says; the books above may well repeat it."""
        others = sorted(c for c in self.spared[clause] if c in self.clauses)
        own = self._layer(clause)
        if any(self._layer(c) > own for c in others):
            return
        kind = "override" if any(self._layer(c) < own for c in others) else "idle"
        yield self._of(kind, None, (clause, *others), self.fired[clause])

    def _layer(self, clause: str) -> int:
        book = self.clauses[clause].book
        return [e.split("@")[0] for e in self.setup.profile.editions].index(book)

    def _idle_exceptions(self) -> Iterator[Finding]:
        by_id = {c.id: a for a, c in self.clauses.items()}
        for atom, clause in self.clauses.items():
            for target in clause.excepts:
                other = by_id.get(target)
                fired = other in self.fired and atom in self.fired
                if other is not None and fired and (atom, other) not in self.excepted:
                    text = msg("desk.exception", one=clause.id, other=target)
                    yield Finding("override", None, (clause, self.clauses[other]), 0, text)

    def _unreachable(self) -> Iterator[Finding]:
        for issue, names in sorted(_answers_in_heads(self.setup).items()):
            if issue not in self.given:
                continue
            for name, atoms in sorted(names.items()):
                atom = next((a for a in sorted(atoms) if a in self.fired), None)
                if name not in self.given[issue] and atom is not None:
                    text = msg("desk.unreachable", issue=issue, answer=name)
                    clause = self.setup.clause(atom)
                    yield Finding("unreachable", issue, (clause,) if clause else (), 0, text)

    def _of(self, kind: str, issue: str | None, atoms: Sequence[str], seen: Smallest) -> Finding:
        clauses = tuple(self.clauses[a] for a in atoms)
        return _finding(kind, issue, clauses, seen, _SAID[kind])


_SAID = {
    "conflict": msg("desk.conflict"),
    "dead": msg("desk.dead"),
    "shadowed": msg("desk.shadowed"),
    "idle": msg("desk.idle"),
    "override": msg("desk.override"),
}


def _open(said: Conclusion) -> bool:
    """Whether an answer is one of a set that somebody chooses from."""
    return answer(said.answer).decides != "rule"


def _finding(
    kind: str, issue: str | None, clauses: tuple[Clause, ...], seen: Smallest, text: Message
) -> Finding:
    return Finding(kind, issue, clauses, seen.count, text, seen.witness())


def _joined(clauses: dict[str, Clause]) -> dict[str, set[str]]:
    """The clauses that each one is an exception of, directly or through another."""
    by_id = {c.id: a for a, c in clauses.items()}
    found: dict[str, set[str]] = {}

    def below(atom: str) -> set[str]:
        if atom not in found:
            direct = {by_id[t] for t in clauses[atom].excepts if t in by_id}
            found[atom] = direct.union(*(below(d) for d in direct))
        return found[atom]

    for atom in clauses:
        below(atom)
    return found


_HEAD = re.compile(
    r"concludes\((\w+),(\w+)(?:\([^()]*\))?,(?:open\(\w+,\(?)?(?!open\()([a-z]\w*)\b"
)


def _answers_in_heads(setup: Setup) -> dict[str, dict[str, set[str]]]:
    """The answers that rules in force name, by issue, with the clauses that do.

    What rests on a reading that is not in force is not given by any situation.
    """
    found: dict[str, dict[str, set[str]]] = defaultdict(dict)
    for rule in _as_read(setup):
        head = _HEAD.match(rule.text) if rule.clause in setup.ranks else None
        if head is not None and rule.clause is not None:
            found[head[2]].setdefault(head[3], set()).add(rule.clause)
    return found


def _as_read(setup: Setup) -> list[Rule]:
    """The rules in force without those that other readings would need."""
    left = [r for r in setup.library.rules if r.clause is None or r.clause in setup.ranks]
    given = {h.partition(":")[0] for r in left for h in r.heads}
    while True:
        kept = [r for r in left if not any(_is_read_otherwise(n, setup) for n in r.needs)]
        lost = given - {h.partition(":")[0] for r in kept for h in r.heads}
        kept = [r for r in kept if not any(n.partition(":")[0] in lost for n in r.needs)]
        if len(kept) == len(left):
            return kept
        left = kept


def _is_read_otherwise(need: str, setup: Setup) -> bool:
    return need.startswith("reading/3:") and need not in setup.standing


# --- what can be seen without a situation ---------------------------------------------------------


def _static(setup: Setup) -> Iterator[Finding]:
    """References that lead nowhere in these editions, and numbers that nobody reads."""
    here = {c.id for a in setup.ranks if (c := setup.clause(a)) is not None}
    topics = {setup.library.clause(id).topic for id in here}  # type: ignore[union-attr]
    for atom in setup.ranks:
        clause = setup.clause(atom)
        if clause is None:
            continue
        for name in clause.see_also:
            if name not in here and name not in topics:
                text = msg("desk.reference", name=name)
                yield Finding("reference", None, (clause,), 0, text)
    reads = {
        r
        for rule in setup.library.rules
        if rule.clause is None or rule.clause in setup.ranks
        for r in rule.reads
        if r.startswith("parameter/2:")
    }
    for name, value in setup.parameters:
        if f"parameter/2:{name}/0" not in reads:
            text = msg("desk.parameter", name=name, value=value)
            yield Finding("parameter", None, (), 0, text)


# --- readings -------------------------------------------------------------------------------------


def _forks(
    every: Sequence[Swept],
    setup: Setup,
    pool: Executor | None,
    progress: Progress | None,
    until: float | None,
) -> Iterator[Finding]:
    """The readings that rule differently, over all domains."""
    seen: dict[Switch, Smallest] = defaultdict(Smallest)
    issues: dict[Switch, set[str]] = defaultdict(set)
    clauses: dict[Switch, set[str]] = defaultdict(set)
    for swept, found in forks(every, pool, progress, until):
        for fork in found:
            issues[fork.switch] |= fork.issues
            clauses[fork.switch] |= fork.clauses
            for index in fork.situations:
                seen[fork.switch].add(swept, index)
    for switch, smallest in seen.items():
        reading, current, other = switch
        cited = tuple(c for a in sorted(clauses[switch]) if (c := setup.clause(a)) is not None)
        own = tuple(c for c in cited if c.book == reading.partition(":")[0]) or cited
        text = msg("desk.fork", reading=reading, one=current, other=other)
        about = ", ".join(sorted(issues[switch]))
        yield Finding("fork", about, own, smallest.count, text, smallest.witness())
