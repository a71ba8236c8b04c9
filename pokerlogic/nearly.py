"""How nearly a rule fires: which conditions of its body hold together, and which do not.

The conditions are tried in their order over the atoms of an answer set; one that nothing meets is
noted and the rest is tried without it, so that what is left is the body with the fewest conditions
that fail.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from .asp import Infimum, Number, Supremum, Symbol, SymbolType
from .conditions import (
    ANY,
    COUNT,
    HOLDS,
    MAX,
    MIN,
    Binding,
    Condition,
    Term,
    fill,
    fits,
    match,
    match_all,
    names_in,
    read_rule,
    values,
)
from .library import Rule

_MOST_TRIES = 20_000
_MOST_KEPT = 12


@dataclass(frozen=True)
class Failed:
    """A condition that does not hold.

    `missing` is the atom that is needed, `holds` the one that must not be there; `compared` are
    operator and both sides, the left one `factor` times an amount; `about` are the atoms the
    amounts come from; `over` is a conclusion that goes before this one.
    """

    missing: Symbol | None = None
    holds: Symbol | None = None
    compared: tuple[str, Symbol, Symbol] | None = None
    factor: int = 1
    about: tuple[Symbol, ...] = ()
    over: Symbol | None = None


@dataclass(frozen=True)
class Miss:
    """A rule with the atoms it finds and the conditions that fail, in the order of its body."""

    rule: Rule
    head: Symbol
    given: tuple[Symbol, ...]
    failed: tuple[Failed, ...]


# --- bodies ------------------------------------------------------------------------------------


class Atoms:
    """The atoms of an answer set, by predicate."""

    def __init__(self, atoms: Iterable[Symbol]) -> None:
        self.by_key: dict[str, list[tuple[Symbol, list[Symbol]]]] = {}
        for atom in atoms:
            arguments = atom.arguments
            row = (atom, arguments)
            self.by_key.setdefault(f"{atom.name}/{len(arguments)}", []).append(row)

    def like(self, pattern: Symbol) -> list[Symbol]:
        """The atoms that fit."""
        wanted = pattern.arguments
        rows = self.by_key.get(f"{pattern.name}/{len(wanted)}", ())
        return [a for a, arguments in rows if all(map(fits, wanted, arguments))]

    def nearly(self, rule: Rule, goal: Symbol) -> list[Miss]:
        """The ways in which a rule comes closest to an atom that fits the goal."""
        heads, body = read_rule(rule.text)
        found: list[Miss] = []
        for head in heads:
            if head.name != goal.name or len(head.parts) != len(goal.arguments):
                continue
            start = _head_match(head, goal)
            if start is not None:
                found += _Search(self, rule, head, goal, body).ways(start)
        return found


def _head_match(head: Term, goal: Symbol) -> Binding | None:
    """The goal's values for the variables of the head; what is computed there is seen later."""
    bound: Binding | None = {}
    for term, symbol in zip(head.parts, goal.arguments, strict=True):
        if term.kind != "sum" and bound is not None:
            bound = match(term, symbol, bound)
    return bound


@dataclass
class _Search:
    """The search through one body; `most` is how many failures the best way so far has."""

    atoms: Atoms
    rule: Rule
    head: Term
    goal: Symbol
    body: tuple[Condition, ...]
    most: int = 99
    tries: int = 0
    found: list[Miss] = field(default_factory=list)

    def ways(self, bound: Binding) -> list[Miss]:
        self._go(tuple(range(len(self.body))), bound, (), ())
        return self.found

    def _go(
        self,
        left: tuple[int, ...],
        bound: Binding,
        given: tuple[tuple[int, Symbol], ...],
        failed: tuple[tuple[int, Failed], ...],
        late: frozenset[int] = frozenset(),
    ) -> None:
        self.tries += 1
        if len(failed) > self.most or self.tries > _MOST_TRIES:
            return
        index = self._next(left, bound)
        if index is None:
            self._done(bound, given, failed)
            return
        rest = tuple(i for i in left if i != index)
        condition = self.body[index]
        if condition.kind == "+":
            self._needed(index, rest, bound, given, failed, late)
            return
        more = None
        if condition.kind == "-":
            more = self._unwanted(condition, bound)
        else:
            sides = self._sides(condition, bound)
            assert sides is not None
            ways = list(_compared(condition, sides, bound))
            for way in ways:
                self._go(rest, way, given, failed, late)
            if ways:
                return
            more = self._short(condition, sides, bound, given)
        self._go(rest, bound, given, (*failed, (index, more)) if more else failed, late)

    def _next(self, left: tuple[int, ...], bound: Binding) -> int | None:
        """What can be decided comes first, then the next atom of the body."""
        waiting = None
        for index in left:
            condition = self.body[index]
            if condition.kind == "+":
                waiting = index if waiting is None else waiting
            elif condition.kind == "-":
                if all(n in bound for n in condition.names):
                    return index
            elif self._sides(condition, bound) is not None:
                return index
        return waiting

    def _needed(
        self,
        index: int,
        rest: tuple[int, ...],
        bound: Binding,
        given: tuple[tuple[int, Symbol], ...],
        failed: tuple[tuple[int, Failed], ...],
        late: frozenset[int],
    ) -> None:
        condition = self.body[index]
        met = False
        for atom, arguments in self.atoms.by_key.get(condition.name, ()):
            way = match_all(condition.terms, arguments, bound)
            if way is not None:
                met = True
                self._go(rest, way, (*given, (index, atom)), failed, late)
        if met:
            return
        unknown = {n for n in condition.names if n not in bound}
        if index not in late and any(unknown & self.body[i].names for i in rest):
            # Another atom may say whom or what this one is about.
            self._go((*rest, index), bound, given, failed, late | {index})
        else:
            pattern = fill(Term("function", condition.bare, condition.terms), bound)
            self._go(rest, bound, given, (*failed, (index, Failed(missing=pattern))), late)

    def _unwanted(self, condition: Condition, bound: Binding) -> Failed | None:
        for atom, arguments in self.atoms.by_key.get(condition.name, ()):
            if match_all(condition.terms, arguments, bound) is not None:
                return Failed(holds=atom)
        return None

    def _sides(
        self, condition: Condition, bound: Binding
    ) -> tuple[list[Symbol] | None, list[Symbol] | None] | None:
        """Both sides of a comparison; one may be open if it is set by the other."""
        first = values(condition.terms[0], bound)
        if condition.kind == "#":
            second = self._counted(condition, bound)
            if second is None:
                return None
        else:
            second = values(condition.terms[1], bound)
        if first is not None and second is not None:
            return first, second
        if condition.name != "eq" or (first is None and second is None):
            return None
        unknown = condition.terms[0] if first is None else condition.terms[1]
        return (first, second) if unknown.kind == "var" else None

    def _counted(self, condition: Condition, bound: Binding) -> list[Symbol] | None:
        """The value of an aggregate; None while a variable it shares with the rule is open."""
        inside = {n for terms, _ in condition.elements for t in terms for n in names_in(t)}
        inside |= {n for _, parts in condition.elements for c in parts for n in c.names}
        if any(n in self._outer(condition) and n not in bound for n in inside):
            return None
        rows = {
            tuple(fill(t, way) for t in terms)
            for terms, parts in condition.elements
            for way in self._joined(parts, bound)
        }
        if condition.function == COUNT:
            return [Number(len(rows))]
        firsts = [row[0] for row in rows]
        if condition.function in (MIN, MAX):
            low = condition.function == MIN
            return [(min if low else max)(firsts, default=Supremum if low else Infimum)]
        return [Number(sum(f.number for f in firsts if f.type == SymbolType.Number))]

    def _outer(self, condition: Condition) -> set[str]:
        """The variables that stand in the rule outside of an aggregate."""
        found = {n for t in self.head.parts for n in names_in(t)}
        for other in self.body:
            found |= {n for t in other.terms for n in names_in(t)}
        return found

    def _joined(self, parts: Sequence[Condition], bound: Binding) -> Iterator[Binding]:
        """The bindings under which all parts of a condition hold."""
        ready = next((p for p in parts if p.kind != "+" and p.names <= bound.keys()), None)
        part = ready or next((p for p in parts if p.kind == "+"), None)
        if part is None:
            yield bound
            return
        rest = [p for p in parts if p is not part]
        if part.kind == "+":
            for _, arguments in self.atoms.by_key.get(part.name, ()):
                way = match_all(part.terms, arguments, bound)
                if way is not None:
                    yield from self._joined(rest, way)
        elif part.kind == "-":
            if self._unwanted(part, bound) is None:
                yield from self._joined(rest, bound)
        else:
            sides = self._sides(part, bound)
            for way in _compared(part, sides, bound) if sides is not None else ():
                yield from self._joined(rest, way)

    def _short(
        self,
        condition: Condition,
        sides: tuple[list[Symbol] | None, list[Symbol] | None],
        bound: Binding,
        given: tuple[tuple[int, Symbol], ...],
    ) -> Failed:
        first, second = sides
        names = {n for t in condition.terms for n in names_in(t)}
        about = tuple(
            atom
            for index, atom in given
            if names.intersection(self.body[index].names)
            and any(a.type == SymbolType.Number for a in atom.arguments)
        )
        factor = values(condition.factor, bound) if condition.factor is not None else None
        return Failed(
            compared=(
                condition.name,
                first[0] if first else ANY,
                second[0] if second else ANY,
            ),
            factor=factor[0].number if factor else 1,
            about=about,
        )

    def _done(
        self,
        bound: Binding,
        given: tuple[tuple[int, Symbol], ...],
        failed: tuple[tuple[int, Failed], ...],
    ) -> None:
        head = fill(self.head, bound)
        other = [
            Failed(compared=("eq", have, want), about=tuple(a for _, a in given))
            for have, want in zip(head.arguments, self.goal.arguments, strict=True)
            if not fits(want, have)
        ]
        if len(failed) + len(other) > self.most:
            return
        if len(failed) + len(other) < self.most:
            self.most = len(failed) + len(other)
            self.found.clear()
        if len(self.found) < _MOST_KEPT:
            ordered = [f for _, f in sorted(failed, key=lambda pair: pair[0])]
            held = tuple(a for _, a in sorted(given, key=lambda pair: pair[0]))
            self.found.append(Miss(self.rule, head, held, (*ordered, *other)))


def _compared(
    condition: Condition,
    sides: tuple[list[Symbol] | None, list[Symbol] | None],
    bound: Binding,
) -> Iterator[Binding]:
    """The bindings under which a comparison holds."""
    first, second = sides
    left, right = condition.terms[0], condition.terms[-1]
    if first is None or second is None:
        unknown = left if first is None else right
        for value in (second if first is None else first) or ():
            way = match(unknown, value, bound)
            if way is not None:
                yield way
        return
    holds = HOLDS[condition.name]
    if any(holds(a, b) for a in first for b in second):
        yield bound


__all__ = ["Atoms", "Failed", "Miss"]
