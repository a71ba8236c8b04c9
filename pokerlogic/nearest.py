"""What would have to be otherwise for an atom to hold: the rules that come nearest to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from .asp import Function, Symbol, SymbolType
from .conditions import ANY, fits, open_in, shapes
from .derive import consequences
from .library import Rule
from .moves import Moment
from .nearly import Atoms, Failed, Miss
from .program import Setup, reachable

NEVER = 1_000
"""The weight of what no rule of the profile can give."""

_DEEP = 24
_TABLE = 3
_PAST = 4
_UNSAID = 6
_APART = 2
_LEFT_OPEN = 2
_ANOTHER_GAME = 50
_ENTRIES = {"setting": 5, "mark": 5, "settled": 4}
_FIXED = {"reading": 5, "parameter": 5}
OBSERVED = {
    "observed": True,
    "affirmed": True,
    "not_observed": False,
    "denied": False,
}
"""What is said of an observation, and whether it is a yes."""

_CONCLUSIONS = ("concludes/", "effect/", "asks/", "option/", "barred/", "ruling/", "outranked/")


@dataclass
class Nearest:
    """The search at one moment; `spoke` are the clauses that gave the answer there is.

    A way is the nearer the fewer conditions fail that a director has words for; settings,
    readings and, asked about an event, the table before it count more: they are seldom meant,
    another game least of all; and a clause of the topic that gave the answer is nearer than
    another.  What would only leave it open to somebody is further off than what decides it.
    """

    setup: Setup
    moment: Moment
    spoke: tuple[str, ...] = ()
    event: Symbol | None = None
    _known: dict[Symbol, list[Miss]] = field(default_factory=dict)
    _bottom: dict[Symbol, tuple[Failed, ...] | None] = field(default_factory=dict)
    _above: list[Symbol] = field(default_factory=list)

    @cached_property
    def rules(self) -> list[Rule]:
        """All rules of the profile, also those that this moment did not need."""
        own = {r.text for rules in self.setup.library.resolution.values() for r in rules}
        return [
            r
            for r in self.setup.library.rules
            if (r.clause is None or r.clause in self.setup.ranks) and r.text not in own
        ]

    @property
    def apart(self) -> bool:
        """Whether rules from outside have part in it."""
        return bool(self.setup.library.outside)

    @cached_property
    def atoms(self) -> Atoms:
        """The atoms of the moment, with what only the rules left out of it would give."""
        held = [a for found in self.moment.world.atoms.values() for a in found]
        used = {r.text for r in self.moment.rules}
        keys = {f"{a.name}/{len(a.arguments)}" for a in held}
        more = [
            r
            for r in reachable(self.rules, keys)
            if r.text not in used and not r.heads[0].startswith(_CONCLUSIONS)
        ]
        return Atoms([*held, *consequences(more, held, self.apart)])

    @cached_property
    def _by_head(self) -> dict[str, list[Rule]]:
        found: dict[str, list[Rule]] = {}
        for rule in self.rules:
            for head in {h.partition(":")[0] for h in rule.heads}:
                found.setdefault(head, []).append(rule)
        return found

    def sizes(self, issue: str) -> set[int]:
        """With how many arguments an issue is concluded."""
        rules = self.concluding(issue)
        return {size for r in rules for name, size in shapes(r, 1) if name == issue}

    def concluding(self, issue: str) -> list[Rule]:
        """The rules that conclude an issue."""
        return [
            r
            for r in self._by_head.get("concludes/4", ())
            if any(h.partition(":")[2].split("/")[0] == issue for h in r.heads)
        ]

    @cached_property
    def options(self) -> list[tuple[str, int]]:
        """The options that the rules know, with how many amounts each has."""
        rules = self._by_head.get("option/2", ())
        return list(dict.fromkeys(s for r in rules for s in shapes(r, 1)))

    def nearest(self, goals: Iterable[Symbol]) -> list[Miss]:
        """The ways that come near to any of these atoms."""
        found = {id(m): m for goal in goals for m in self.misses(goal)}
        return self._sorted(list(found.values()))

    def is_cause(self, failed: Failed) -> bool:
        """Whether nothing is at the bottom of a failure but itself."""
        return self._causes(failed) == (failed,)

    def is_vague(self, ways: list[Miss]) -> bool:
        """Whether all that fails is a word, player or amount that could be any."""
        causes = self.causes(ways[0]) if ways else None
        if causes is None or len(causes) != 1 or causes[0].missing is None:
            return False
        atom = causes[0].missing
        concept = self.setup.library.concept(atom.name)
        sorts = [sort for _, sort in concept.args] if concept is not None else []
        return any(
            value == ANY and sort not in ("event", "moment")
            for value, sort in zip(atom.arguments, sorts, strict=False)
        )

    def misses(self, goal: Symbol) -> list[Miss]:
        """The ways that come near to an atom, the nearest first; empty if nothing gives it."""
        if goal in self._known:
            return self._known[goal]
        if goal in self._above or len(self._above) > _DEEP:
            return []
        self._above.append(goal)
        try:
            found = list(self._conclusions(goal) if goal.name == "ruling" else self._ways(goal))
            result = self._sorted(found)
        finally:
            self._above.pop()
        self._known[goal] = result
        return result

    def _ways(self, goal: Symbol) -> Iterator[Miss]:
        for rule in self._by_head.get(f"{goal.name}/{len(goal.arguments)}", ()):
            yield from self.atoms.nearly(rule, goal)

    def _conclusions(self, goal: Symbol) -> Iterator[Miss]:
        """The clauses that would give a ruling; what is of a higher rank goes before them."""
        issue, answer = goal.arguments
        wanted = [answer]
        if answer.type == SymbolType.Function and answer.name not in (ANY.name, "open"):
            wanted.append(Function("open", [ANY, answer]))
        spoken = self.concluded(issue)
        for rule in self.concluding(issue.name):
            seen = set()
            for want in wanted:
                for miss in self.atoms.nearly(rule, _concludes(issue, want)):
                    if (miss.head, miss.failed) not in seen:
                        seen.add((miss.head, miss.failed))
                        yield self._with_rank(miss, spoken)

    def concluded(self, issue: Symbol, answer: Symbol = ANY) -> list[Symbol]:
        """The conclusions of clauses on an issue."""
        return [
            a
            for a in self.atoms.like(_concludes(issue, answer))
            if str(a.arguments[0]) in self._ranks and self.setup.clause(str(a.arguments[0]))
        ]

    @property
    def _ranks(self) -> dict[str, int]:
        return self.setup.ranks

    def _with_rank(self, miss: Miss, spoken: Iterable[Symbol]) -> Miss:
        own = self._ranks[str(miss.head.arguments[0])]
        above = [a for a in spoken if self._ranks[str(a.arguments[0])] > own]
        if not above:
            return miss
        top = max(above, key=lambda a: self._ranks[str(a.arguments[0])])
        return replace(miss, failed=(*miss.failed, Failed(over=top)))

    # --- how near ---------------------------------------------------------------------------

    def _sorted(self, found: list[Miss]) -> list[Miss]:
        """The nearest first; what has too many failures to be that is not weighed at all."""
        least = NEVER - 1
        weighed = []
        for miss in sorted(found, key=lambda m: len(m.failed)):
            if len(miss.failed) <= least + 1:
                rank = self._rank(miss)
                weighed.append((rank, miss))
                least = min(least, rank[0])
        return [m for rank, m in sorted(weighed, key=lambda p: p[0]) if rank[0] < NEVER]

    def _rank(self, miss: Miss) -> tuple[int, bool, bool, bool, bool, str, int]:
        clause = miss.rule.clause
        known = self.setup.clause(clause) if clause else None
        topics = {c.topic for c in map(self.setup.clause, self.spoke) if c is not None}
        causes = self.causes(miss)
        apart = bool(topics) and known is not None and known.topic not in topics
        left_open = "open(" in str(miss.head)
        more = _APART * apart + _LEFT_OPEN * left_open
        return (
            NEVER if causes is None else sum(map(self._weight, causes)) + more,
            left_open,
            clause not in self.spoke,
            apart,
            not any(f.compared for f in miss.failed),
            miss.rule.file,
            miss.rule.line,
        )

    def causes(self, miss: Miss) -> tuple[Failed, ...] | None:
        """What is at the bottom of the failures, each once; None if it can never be."""
        found: list[Failed] = []
        for failed in miss.failed:
            below = self._causes(failed)
            if below is None:
                return None
            found += below
        return _distinct(found)

    def telling(self, miss: Miss) -> list[Failed]:
        """The failures worth telling: those that do not follow from what another one tells."""
        wanted = set(self.causes(miss) or ())
        kept = []
        for failed in miss.failed:
            own = wanted.intersection(self._causes(failed) or (failed,))
            if own:
                kept.append(failed)
                wanted -= own
        return kept or list(miss.failed)

    def _causes(self, failed: Failed) -> tuple[Failed, ...] | None:
        atom = failed.missing
        if atom is None or atom.name in self.setup.library.vocabulary:
            return (failed,)
        if atom.name in _FIXED or is_observed(atom) or self.is_history(atom):
            return (failed,)
        if self.instead(atom) is not None:
            return (failed,)
        if atom.name != "ruling" and f"{atom.name}/{len(atom.arguments)}" not in self._by_head:
            return (failed,)
        if atom not in self._bottom:
            ways = self.misses(atom)
            if atom in self._above:
                return None
            self._bottom[atom] = self.causes(ways[0]) if ways else None
        below = self._bottom[atom]
        if below is None:
            return None
        bare = self.has_words(atom) and not any(map(self._is_told, below))
        return (failed,) if bare else below

    def _is_told(self, failed: Failed) -> bool:
        """Whether a failure has words of its own and is not just a line that is missing."""
        atom = failed.missing
        return atom is None or self.has_words(atom) or self._is_of_game(atom)

    def _is_of_game(self, atom: Symbol) -> bool:
        """Whether it says which game is played: a line of the header without a value."""
        entry = self.setup.library.vocabulary.get(atom.name)
        return entry is not None and entry.kind == "setting" and not atom.arguments

    def _weight(self, failed: Failed) -> int:
        atom = failed.missing or failed.holds
        if atom is None:
            atoms = failed.about
            return 1 if failed.over or any(map(self._here, atoms)) or not atoms else _TABLE
        if self._is_of_game(atom):
            return _ANOTHER_GAME
        if failed.holds is not None and self._goes_without_saying(atom):
            return _UNSAID
        entry = self.setup.library.vocabulary.get(atom.name)
        if entry is not None:
            return _ENTRIES.get(entry.kind, 1)
        if atom.name in _FIXED:
            return _FIXED[atom.name]
        if failed.missing is not None and not self.has_words(atom) and not is_observed(atom):
            return _UNSAID
        return _PAST if self.is_history(atom) else 1 if self._here(atom) else _TABLE

    def _here(self, atom: Symbol) -> bool:
        """Whether an atom is about the event that is asked about, and not the table before it."""
        return self.event is None or self.event in atom.arguments or ANY in atom.arguments

    def _goes_without_saying(self, atom: Symbol) -> bool:
        row = self.setup.library.concepts.get(atom.name)
        return row is not None and row["kind"] == "silent"

    def is_history(self, atom: Symbol) -> bool:
        """Whether it tells what happened before, which is as it is."""
        row = self.setup.library.concepts.get(atom.name)
        return row is not None and row["kind"] == "history"

    def instead(self, atom: Symbol) -> tuple[Symbol, int] | None:
        """The one atom that holds with another amount in its place, and that place."""
        row = self.setup.library.concepts.get(atom.name)
        given = atom.arguments if row is not None else []
        for place, (_, sort) in enumerate(row["args"] if row is not None else ()):
            value = given[place] if place < len(given) else ANY
            if sort != "chips" or value.type != SymbolType.Number:
                continue
            arguments = list(given)
            arguments[place] = ANY
            found = self.atoms.like(Function(atom.name, arguments))
            if len(found) == 1 and found[0] != atom:
                return found[0], place
        return None

    def has_words(self, atom: Symbol) -> bool:
        """Whether a director has a sentence for it."""
        row = self.setup.library.concepts.get(atom.name)
        return row is not None and row["kind"] in ("concept", "history")


def is_observed(atom: Symbol) -> bool:
    """Whether it is something that only people at the table can know."""
    return atom.name in OBSERVED


def _concludes(issue: Symbol, answer: Symbol) -> Symbol:
    return Function("concludes", [ANY, issue, answer, ANY])


def _distinct(found: list[Failed]) -> tuple[Failed, ...]:
    """Each failure once; an open one is left out where a closer one says as much."""
    single = list(dict.fromkeys(found))
    return tuple(
        f
        for f in single
        if f.missing is None
        or not any(
            o is not f
            and o.missing is not None
            and fits(f.missing, o.missing)
            and (open_in(f.missing) and not _as_open(o.missing, f.missing))
            for o in single
        )
    )


def _as_open(one: Symbol, other: Symbol) -> bool:
    """Whether no less is open in one atom than in the other."""
    return str(one).count(str(ANY)) >= str(other).count(str(ANY))


__all__ = ["NEVER", "OBSERVED", "Nearest", "is_observed"]
