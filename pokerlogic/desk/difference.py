"""How two profiles differ: every kind of difference over the domains, with a smallest witness."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from pokerlogic import caching
from pokerlogic.messages import LANGUAGES
from pokerlogic.program import Setup
from pokerlogic.situation import Situation

from .certificate import certified
from .domains import Domain, chosen
from .findings import Smallest, Witness
from .judging import LIMIT, Judged, Under
from .sweep import Progress, Swept, given, sweeps
from .verdicts import Answer, Verdict, along, answer, conditions, name_of, subject, told


class Side(NamedTuple):
    """What one book says: who decides, the ids of the answers, and the clauses that differ."""

    decides: str
    answers: tuple[str, ...]
    by: tuple[str, ...]


Terms = tuple[str, ...]
"""The answers of a ruling as terms; none where nothing is ruled."""


@dataclass(frozen=True)
class Kind:
    """One kind of difference; a side is None where that book says nothing.

    `same` tells that both rule alike for other reasons, `amounts` that only the amounts differ:
    `more` on the right, `less`, or `both`.  `mark` is how the right stands to the left: `same`,
    `stricter`, `looser` or `different`; `example` is what both say of the witness.
    """

    issue: str
    left: Side | None
    right: Side | None
    same: bool
    amounts: str | None
    mark: str
    stake: int
    count: int
    witness: Witness
    example: tuple[Terms, Terms]


@dataclass(frozen=True)
class Swath:
    """A domain that both were swept over: its situations, and those that are ruled alike.

    `silent` counts those on which one says nothing, `limits` those that reached a limit;
    `partial` tells that time was over before the end; `certified` whether the domain is proved to
    hold every outcome combination for both, None where nobody tried.
    """

    domain: Domain
    situations: int
    alike: int
    silent: int
    limits: int = 0
    partial: bool = False
    certified: bool | None = None


@dataclass(frozen=True)
class Difference:
    """All kinds of difference between two profiles."""

    left: Setup
    right: Setup
    swaths: tuple[Swath, ...]
    kinds: tuple[Kind, ...]

    @property
    def exit_code(self) -> int:
        """0 where they rule alike, 1 where they differ, 3 where a limit was reached."""
        return 3 if self.limited else 1 if any(not k.same for k in self.kinds) else 0

    @property
    def limited(self) -> bool:
        """Whether there may be more than was found."""
        return any(s.limits or s.partial for s in self.swaths)


class _Key(NamedTuple):
    issue: str
    left: Side | None
    right: Side | None
    same: bool
    amounts: str | None


def difference(
    left: Under,
    right: Under,
    names: Sequence[str] = (),
    *,
    deep: bool = False,
    off: Collection[str] = (),
    pool: Executor | None = None,
    progress: Progress | None = None,
    until: float | None = None,
) -> Difference:
    """Every kind of difference over these domains, or over all that are meant for either.

    Nothing is begun after `until`.
    """
    setups = left.setup(), right.setup()
    editions = {e for s in setups for e in s.profile.editions}
    gathered: dict[_Key, _Seen] = defaultdict(_Seen)
    swaths = []
    told = sweeps(
        chosen(names, editions),
        [left, right],
        deep=deep,
        without=off,
        pool=pool,
        progress=progress,
        until=until,
    )
    for domain, both in told:
        if both is None:
            swaths.append(Swath(domain, 0, 0, 0, partial=True))
        else:
            swaths.append(_joined(domain, both, _compared(both, setups), gathered))
    return _gathered(setups, swaths, gathered)


def of_situations(
    left: Under, right: Under, every: Sequence[Situation], pool: Executor | None = None
) -> Difference:
    """Every kind of difference over these situations alone, by the file they stand in."""
    setups = left.setup(), right.setup()
    gathered: dict[_Key, _Seen] = defaultdict(_Seen)
    swaths = []
    for name in dict.fromkeys(s.file for s in every):
        own = [replace(s, expectations=()) for s in every if s.file == name]
        title = dict.fromkeys(LANGUAGES, name or "-")
        domain = Domain(name or "-", title, {}, {}, (), True, "", Path(name or "-"))
        both = given(domain, own, [left, right], pool)
        swaths.append(_joined(domain, both, _compare(both, setups), gathered))
    return _gathered(setups, swaths, gathered)


def _gathered(
    setups: tuple[Setup, Setup], swaths: Sequence[Swath], gathered: dict[_Key, _Seen]
) -> Difference:
    kinds = [_kind(key, seen, setups) for key, seen in gathered.items()]
    return Difference(*setups, tuple(swaths), tuple(sorted(kinds, key=_order)))


class _Seen(Smallest):
    """The situations of one kind, with what both say of the smallest."""

    def __init__(self) -> None:
        super().__init__()
        self.example: tuple[Terms, Terms] = ((), ())

    def show(self, swept: Swept, index: int, example: tuple[Terms, Terms], count: int = 1) -> None:
        """Counts situations of which this one is the smallest."""
        before = self.best
        self.add(swept, index, count)
        if self.best is not before:
            self.example = example


class _Compared(NamedTuple):
    """A domain under both: the situations ruled alike, silent ones, limits, and what was seen."""

    alike: int
    silent: int
    limits: int
    seen: dict[_Key, tuple[int, int, tuple[Terms, Terms]]]


def _compared(both: Sequence[Swept], setups: tuple[Setup, Setup]) -> _Compared:
    """The comparison of a domain; what was found before is kept."""
    first, second = both
    whole = all(len(s.judged) == s.total for s in both)
    also = f"{second.key} {_ways_of_telling(setups[0])}"
    file = first.kept("diff", ("desk/difference", "desk/verdicts"), also)
    data = caching.read(file) if whole else None
    if data is not None:
        with suppress(Exception):
            return _decoded(data)
    found = _compare(both, setups)
    if whole:
        caching.keep(file, _encoded(found))
    return found


def _ways_of_telling(setup: Setup) -> str:
    """What else than rules decides which rulings a table is told."""
    issues = setup.library.issues
    return str(
        [
            (i, one.supports, bool(one.bounds), [a for a, n in one.answers.items() if n.taken_by])
            for i, one in sorted(issues.items())
        ]
    )


def _compare(both: Sequence[Swept], setups: tuple[Setup, Setup]) -> _Compared:
    alike = silent = limits = 0
    first, second = both
    seen: dict[_Key, _Seen] = defaultdict(_Seen)
    # One side may be known as a whole from before.
    for index, (one, other) in enumerate(zip(first.judged, second.judged, strict=False)):
        if LIMIT in (*one.findings, *other.findings):
            limits += 1
            continue
        found = list(_differences(one, other, setups))
        alike += all(key.same for key, _ in found)
        silent += not one.moments or not other.moments
        for key, example in found:
            seen[key].show(first, index, example)
    told = {k: (s.count, s.best[1], s.example) for k, s in seen.items() if s.best}
    return _Compared(alike, silent, limits, told)


def _joined(
    domain: Domain, both: Sequence[Swept], compared: _Compared, into: dict[_Key, _Seen]
) -> Swath:
    """Adds what a domain shows to what others did."""
    first = both[0]
    for key, (count, index, example) in compared.seen.items():
        into[key].show(first, index, example, count)
    looked_at = min(len(s.judged) for s in both)
    alike, silent, limits, _ = compared
    partial = looked_at < first.total
    return Swath(domain, looked_at, alike, silent, limits, partial, _certified(both))


def _encoded(compared: _Compared) -> list[Any]:
    return [*compared[:3], [[*key, *seen] for key, seen in compared.seen.items()]]


def _decoded(data: Any) -> _Compared:
    alike, silent, limits, told = data
    seen = {}
    for issue, left, right, same, amounts, count, index, (mine, theirs) in told:
        key = _Key(issue, _decoded_side(left), _decoded_side(right), same, amounts)
        seen[key] = (count, index, (tuple(mine), tuple(theirs)))
    return _Compared(alike, silent, limits, seen)


def _decoded_side(data: Any) -> Side | None:
    return None if data is None else Side(data[0], tuple(data[1]), tuple(data[2]))


def _certified(both: Sequence[Swept]) -> bool | None:
    proved = [certified(s) for s in both]
    return None if None in proved else all(proved)


def _differences(
    one: Judged, other: Judged, setups: tuple[Setup, Setup]
) -> Iterator[tuple[_Key, tuple[Terms, Terms]]]:
    """Each issue that is ruled differently, on each pair of ways that go together."""
    for mine in conditions(one):
        for theirs in conditions(other):
            if _apart(mine, theirs):
                continue
            left, right = _ruled(one, mine, setups[0]), _ruled(other, theirs, setups[1])
            for issue in sorted({*left, *right}):
                pair = left.get(issue), right.get(issue)
                if None in pair and not all(_on_turn(issue, r, setups[0]) for r in (left, right)):
                    continue
                key = _key(issue, pair, setups)
                if key is not None:
                    yield key, (_terms(pair[0]), _terms(pair[1]))


def _on_turn(issue: str, ruled: dict[str, Verdict], setup: Setup) -> bool:
    """Whether a right can be asked for: whose turn it is may only follow from another ruling."""
    issues = setup.library.issues
    if not issues[name_of(issue)].bounds:
        return True
    return any(issues[v.name].bounds and subject(v.issue) == subject(issue) for v in ruled.values())


def _apart(mine: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    """Whether two ways take opposite things for granted."""
    taken = _taken(mine)
    return any(taken.get(about, says) != says for about, says in _taken(theirs).items())


@lru_cache(maxsize=1 << 12)
def _taken(path: tuple[str, ...]) -> dict[str, str]:
    """What each step of a way decides, an issue or an observation, and how.

    Two books may ask for one thing at different events; what a way asks for once needs no time.
    """
    times = Counter(_about(step).partition("@")[0] for step in path)
    found = {}
    for step in path:
        about = _about(step)
        thing, _, _ = about.partition("@")
        says = step.partition("=")[2] if "=" in step else step.removesuffix(about)
        found[thing if times[thing] == 1 else about] = says
    return found


def _about(step: str) -> str:
    """What a step of a way decides: an observation with its time, or an issue."""
    return step.removeprefix("not ") if "=" not in step else step.partition("=")[0]


def _ruled(judged: Judged, path: tuple[str, ...], setup: Setup) -> dict[str, Verdict]:
    found: dict[str, Verdict] = {}
    for moment in along(judged, path):
        for one in told(moment, setup):
            found[one.issue] = one
    return found


def _terms(one: Verdict | None) -> Terms:
    return tuple(sorted(one.answers)) if one is not None else ()


def _key(
    issue: str, pair: tuple[Verdict | None, Verdict | None], setups: tuple[Setup, Setup]
) -> _Key | None:
    """The kind of a difference; None where both say the same for the same reason."""
    left, right = pair
    name = issue.partition("(")[0]
    by = [_clauses(v, s) for v, s in zip(pair, setups, strict=True)]
    same = left is not None and right is not None and left.answers == right.answers
    if same and by[0] == by[1]:
        return None
    common = set(by[0]) & set(by[1])
    sides = [
        _side(v, tuple(c for c in b if c not in common) or b) for v, b in zip(pair, by, strict=True)
    ]
    amounts = None
    if not same and left is not None and right is not None and sides[0] is not None:
        assert sides[1] is not None
        if sides[0][:2] == sides[1][:2]:
            amounts = _direction(left, right)
    return _Key(name, sides[0], sides[1], same, amounts)


def _clauses(one: Verdict | None, setup: Setup) -> tuple[str, ...]:
    """The ids of the clauses that a ruling rests on."""
    atoms = one.by if one is not None else ()
    return tuple(c.id for a in atoms if (c := setup.clause(a)) is not None)


def _side(one: Verdict | None, by: tuple[str, ...]) -> Side | None:
    if one is None:
        return None
    found = sorted({answer(a)._replace(amounts=()) for a in one.answers})
    return Side(found[0].decides, tuple(a.id for a in found), by)


def _direction(left: Verdict, right: Verdict) -> str:
    """Whether the amounts are more or less on the right."""
    sums = [sorted(_amounts(answer(a)) for a in v.answers) for v in (left, right)]
    steps = {(b > a) - (b < a) for a, b in zip(*sums, strict=False)} - {0}
    return {frozenset({1}): "more", frozenset({-1}): "less"}.get(frozenset(steps), "both")


def _amounts(one: Answer) -> tuple[int, ...]:
    return tuple(int(a) for a in one.amounts if a.lstrip("-").isdigit())


# --- what it means --------------------------------------------------------------------------------


def _kind(key: _Key, seen: _Seen, setups: tuple[Setup, Setup]) -> Kind:
    witness = seen.witness()
    assert witness is not None
    issue = setups[0].library.issues[key.issue]
    mark = "same" if key.same else _mark(key, setups[0])
    return Kind(*key, mark, issue.stake, seen.count, witness, seen.example)


def _mark(key: _Key, setup: Setup) -> str:
    """How the right stands to the left, by the strictness that the issues give their answers."""
    if key.left is None or key.right is None:
        return "different"
    answers = setup.library.issues[key.issue].answers
    levels = []
    for side in (key.left, key.right):
        known = [answers[a].strict for a in side.answers if a in answers]
        if not known or any(level is None for level in known):
            return "different"
        levels.append(sorted(level for level in known if level is not None))
    low, high = levels
    if low == high:
        return "different"
    if high[0] >= low[0] and high[-1] >= low[-1]:
        return "stricter"
    return "looser" if high[0] <= low[0] and high[-1] <= low[-1] else "different"


def _order(kind: Kind) -> tuple[object, ...]:
    """Other reasons last; then by what is at stake, and what is seen most often."""
    silent = kind.left is None or kind.right is None
    return (kind.same, -kind.stake, silent, -kind.count, kind.issue, kind.example)
