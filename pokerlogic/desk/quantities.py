"""The amounts that clauses compare, as linear forms over what the core knows of the table.

A comparison of a rule, such as `N*(V-C) >= R`, is traced back through private predicates and
concepts to quantities (`added`, `to_match`, `unit`), parameters put in.  Forms that are the same up
to a factor are one.  What is not linear, or compares with a number, is told apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import reduce
from math import gcd
from typing import Any

from pokerlogic.asp import ast
from pokerlogic.library import Rule
from pokerlogic.program import Setup

Form = tuple[tuple[tuple[str, int], ...], int]
"""Coefficients by quantity in the order of names, the first one positive; and a constant."""

_DEPTH = 12


class NotLinear(Exception):
    """A comparison that is no linear form of amounts; the text says why."""


@dataclass(frozen=True)
class Probe:
    """How a quantity is read from a world: the atom, with the variable `Value` in it."""

    name: str
    atom: str


@dataclass
class Compared:
    """What the rules of one clause compare: forms, and comparisons that are none, with why."""

    forms: set[Form] = field(default_factory=set)
    apart: set[tuple[str, str]] = field(default_factory=set)


@dataclass
class _Definition:
    head: Any
    body: Any


class Tracer:
    """Traces comparisons of the rules of a profile back to quantities."""

    def __init__(self, setup: Setup, rules: Iterable[Rule]) -> None:
        self.setup = setup
        self.parameters = dict(setup.parameters)
        self.probes: dict[str, Probe] = {}
        self.by_head: dict[str, list[_Definition]] = {}
        self.own: dict[str, list[_Definition]] = {}
        self.files: dict[str, str] = {}
        for rule in rules:
            nodes: list[Any] = []
            ast.parse_string(rule.text, nodes.append)
            for node in (n for n in nodes if n.ast_type.name == "Rule"):
                head = node.head.atom.symbol
                if not hasattr(head, "name"):
                    continue
                definition = _Definition(head, node.body)
                signature = f"{head.name}/{len(head.arguments)}"
                self.by_head.setdefault(signature, []).append(definition)
                self.files[signature] = rule.file
                if rule.clause is not None:
                    self.own.setdefault(rule.clause, []).append(definition)

    def compared(self, clause: str) -> Compared:
        """The forms of the rules of a clause and of all the private predicates and concepts that
        they rest on."""
        found = Compared()
        seen: set[str] = set()
        todo = list(self.own.get(clause, ()))
        while todo:
            definition = todo.pop()
            for literal in definition.body:
                self._literal(literal, definition, found)
                for signature in _signatures(literal):
                    if signature not in seen and self._follows(signature):
                        seen.add(signature)
                        todo += self.by_head.get(signature, ())
        return found

    def _follows(self, signature: str) -> bool:
        """Whether a predicate is a notion of the moment, not of the hand in time or a ruling."""
        name = signature.partition("/")[0]
        if name in ("ruling", "concludes", "possible", "outranked"):
            return False
        concept = self.setup.library.concept(name)
        if concept is not None:
            return concept.kind == "concept"
        return name.startswith("_")

    def _literal(self, literal: Any, definition: _Definition, found: Compared) -> None:
        if literal.ast_type.name != "Literal" or literal.atom.ast_type.name != "Comparison":
            return
        left = literal.atom.term
        for guard in literal.atom.guards:
            text = f"{left} {_SIGNS[guard.comparison]} {guard.term}"
            try:
                form = self._difference(left, guard.term, definition)
                if form is not None:
                    found.forms.add(form)
            except NotLinear as why:
                found.apart.add((text, str(why)))
            left = guard.term

    def _difference(self, left: Any, right: Any, definition: _Definition) -> Form | None:
        """The form of a comparison; None if it compares no amounts of chips."""
        if not self._is_chips(left, definition) and not self._is_chips(right, definition):
            return None
        one, two = self._linear(left, definition, 0), self._linear(right, definition, 0)
        return normal(_add(one, two, -1))

    # --- sorts ----------------------------------------------------------------------------------

    def _is_chips(self, term: Any, definition: _Definition) -> bool:
        return any(self._sort(name, definition, 0) == "chips" for name in _variables(term))

    def _sort(self, variable: str, definition: _Definition, depth: int) -> str | None:
        for atom, place in _bindings(variable, definition.body):
            if atom.name == "parameter":
                continue
            sort = self._sort_at(atom, place, depth)
            if sort is not None:
                return sort
        return None

    def _sort_at(self, atom: Any, place: int, depth: int) -> str | None:
        library = self.setup.library
        concept = library.concept(atom.name)
        if concept is not None and place < len(concept.args):
            return concept.args[place][1]
        entry = library.vocabulary.get(atom.name)
        if entry is not None:
            return entry.args[place][1] if place < len(entry.args) else "time"
        if atom.name in _AMOUNTS:
            return "chips" if place == _AMOUNTS[atom.name] else "time"
        if depth > _DEPTH:
            return None
        for other in self.by_head.get(f"{atom.name}/{len(atom.arguments)}", ()):
            for name in _variables(other.head.arguments[place]):
                sort = self._sort(name, other, depth + 1)
                if sort is not None:
                    return sort
        return None

    # --- linear forms ---------------------------------------------------------------------------

    def _linear(self, term: Any, definition: _Definition, depth: int) -> dict[str, int]:
        kind = term.ast_type.name
        if kind == "SymbolicTerm":
            return {"": _number(term)}
        if kind == "Variable":
            return self._of(term.name, definition, depth)
        if kind == "UnaryOperation":
            return _add({}, self._linear(term.argument, definition, depth), -1)
        if kind == "BinaryOperation":
            left = self._linear(term.left, definition, depth)
            right = self._linear(term.right, definition, depth)
            return _combined(_OPERATORS.get(term.operator_type, "?"), left, right)
        raise NotLinear("not a sum of amounts")

    def _of(self, variable: str, definition: _Definition, depth: int) -> dict[str, int]:
        """What a variable stands for: by an equation, or by the first atom that binds it."""
        for literal in definition.body:
            equal = _equation(literal, variable)
            if equal is not None:
                return self._linear(equal, definition, depth)
        for atom, place in _bindings(variable, definition.body):
            if atom.name == "parameter":
                name = str(atom.arguments[0])
                if name not in self.parameters:
                    raise NotLinear("a parameter of another profile")
                return {"": self.parameters[name]}
            return self._quantity(atom, place, depth)
        raise NotLinear("an amount found by counting or by the largest of several")

    def _quantity(self, atom: Any, place: int, depth: int) -> dict[str, int]:
        """The form of an argument of an atom: that of its only definition, or a quantity."""
        signature = f"{atom.name}/{len(atom.arguments)}"
        definitions = self.by_head.get(signature, [])
        if depth < _DEPTH and atom.name.startswith("_"):
            forms = []
            for other in definitions:
                try:
                    forms.append(self._linear(other.head.arguments[place], other, depth + 1))
                except NotLinear:
                    break
            else:
                if forms and all(f == forms[0] for f in forms):
                    return self._seen_by(atom, forms[0])
        if self._is_past(atom, place):
            raise NotLinear("an amount of what went before")
        name = atom.name.lstrip("_")
        label = name if self._amounts_in(atom) == 1 else f"{name}.{place}"
        label += self._whose(atom)
        self.probes.setdefault(label, Probe(label, _probe(atom, place)))
        return {label: 1}

    def _is_past(self, atom: Any, place: int) -> bool:
        """Whether an atom speaks of another time than the event that is judged."""
        for number, argument in enumerate(atom.arguments):
            sort = self._sort_at(atom, number, 0) if number != place else None
            if sort in ("time", "event") and str(argument) != "E":
                return True
        return False

    def _seen_by(self, atom: Any, form: dict[str, int]) -> dict[str, int]:
        """A form of a definition, as the player of this atom has it."""
        whose = self._whose(atom)
        if not whose:
            return form
        renamed: dict[str, int] = {}
        for name, factor in form.items():
            probe = self.probes.get(name)
            other = f"{name}{whose}"
            if name and probe is not None and "(P," in probe.atom:
                self.probes.setdefault(other, Probe(other, probe.atom.replace("(P,", "(Other,")))
                renamed[other] = factor
            else:
                renamed[name] = factor
        return renamed

    def _whose(self, atom: Any) -> str:
        """Marks what another player has; `P` is the one who is judged."""
        first = atom.arguments[0] if atom.arguments else None
        if first is None or first.ast_type.name != "Variable" or first.name == "P":
            return ""
        return "" if self._sort_of_first(atom) != "player" else "'"

    def _sort_of_first(self, atom: Any) -> str | None:
        return self._sort_at(atom, 0, 0)

    def _amounts_in(self, atom: Any) -> int:
        return sum(self._sort_at(atom, n, 0) == "chips" for n in range(len(atom.arguments)))


_AMOUNTS = {"said_value": 1, "said_candidate": 1, "middle": 1, "posts": 1}
"""Where facts of the machinery have their amount."""

_OPERATORS = {
    ast.BinaryOperator.Plus: "+",
    ast.BinaryOperator.Minus: "-",
    ast.BinaryOperator.Multiplication: "*",
    ast.BinaryOperator.Division: "/",
}

_SIGNS = {
    ast.ComparisonOperator.Equal: "=",
    ast.ComparisonOperator.NotEqual: "!=",
    ast.ComparisonOperator.LessThan: "<",
    ast.ComparisonOperator.LessEqual: "<=",
    ast.ComparisonOperator.GreaterThan: ">",
    ast.ComparisonOperator.GreaterEqual: ">=",
}


def normal(form: dict[str, int]) -> Form | None:
    """The form without a common factor, the first coefficient positive; None if nothing is left."""
    constant = form.get("", 0)
    terms = sorted((name, factor) for name, factor in form.items() if name and factor)
    if not terms:
        return None
    divisor = reduce(gcd, [abs(f) for _, f in terms] + ([abs(constant)] if constant else []))
    sign = 1 if terms[0][1] > 0 else -1
    return (
        tuple((name, sign * factor // divisor) for name, factor in terms),
        sign * constant // divisor,
    )


def words(form: Form) -> str:
    """A form as it is read: `added - to_match`."""
    terms, constant = form
    parts = []
    for name, factor in terms:
        size = name if abs(factor) == 1 else f"{abs(factor)}*{name}"
        parts.append(f"{'-' if factor < 0 else '+'} {size}")
    if constant:
        parts.append(f"{'-' if constant < 0 else '+'} {abs(constant)}")
    return " ".join(parts).removeprefix("+ ")


def value(form: Form, amounts: dict[str, int]) -> int:
    """What a form comes to."""
    terms, constant = form
    return sum(factor * amounts[name] for name, factor in terms) + constant


def _add(one: dict[str, int], two: dict[str, int], factor: int = 1) -> dict[str, int]:
    found = dict(one)
    for name, size in two.items():
        found[name] = found.get(name, 0) + factor * size
    return found


def _combined(operator: str, left: dict[str, int], right: dict[str, int]) -> dict[str, int]:
    if operator == "+":
        return _add(left, right)
    if operator == "-":
        return _add(left, right, -1)
    if operator == "*":
        for one, other in ((left, right), (right, left)):
            if not any(name for name in one if one[name]):
                return {name: size * one.get("", 0) for name, size in other.items()}
        raise NotLinear("a product of two amounts")
    raise NotLinear("a division is rounded" if operator == "/" else "not a sum of amounts")


def _number(term: Any) -> int:
    symbol = term.symbol
    if symbol.type.name != "Number":
        raise NotLinear("no number")
    return int(symbol.number)


def _variables(term: Any) -> Iterator[str]:
    kind = term.ast_type.name
    if kind == "Variable":
        yield term.name
    elif kind == "BinaryOperation":
        yield from _variables(term.left)
        yield from _variables(term.right)
    elif kind == "UnaryOperation":
        yield from _variables(term.argument)


def _bindings(variable: str, body: Iterable[Any]) -> Iterator[tuple[Any, int]]:
    """The atoms of a body that have a variable as an argument of their own, with the place."""
    for literal in body:
        if literal.ast_type.name != "Literal" or literal.sign != ast.Sign.NoSign:
            continue
        if literal.atom.ast_type.name != "SymbolicAtom":
            continue
        symbol = literal.atom.symbol
        if symbol.ast_type.name != "Function":
            continue
        for place, argument in enumerate(symbol.arguments):
            if argument.ast_type.name == "Variable" and argument.name == variable:
                yield symbol, place


def _equation(literal: Any, variable: str) -> Any | None:
    """The other side of `Variable = term`."""
    if literal.ast_type.name != "Literal" or literal.atom.ast_type.name != "Comparison":
        return None
    guards = literal.atom.guards
    if len(guards) != 1 or guards[0].comparison != ast.ComparisonOperator.Equal:
        return None
    one, two = literal.atom.term, guards[0].term
    for own, other in ((one, two), (two, one)):
        alone = own.ast_type.name == "Variable" and own.name == variable
        if alone and variable not in set(_variables(other)) and list(_variables(other)):
            return other
    return None


def _signatures(literal: Any) -> Iterator[str]:
    """The predicates that a literal looks at, those of aggregates and conditions included."""
    kind = literal.ast_type.name
    if kind == "Literal":
        atom = literal.atom
        if atom.ast_type.name == "SymbolicAtom":
            if hasattr(atom.symbol, "name"):
                yield f"{atom.symbol.name}/{len(atom.symbol.arguments)}"
        elif atom.ast_type.name == "BodyAggregate":
            for element in atom.elements:
                for inner in element.condition:
                    yield from _signatures(inner)
    elif kind == "ConditionalLiteral":
        for inner in (literal.literal, *literal.condition):
            yield from _signatures(inner)


def _probe(atom: Any, place: int) -> str:
    """The atom with `Value` at a place; of the rest only player, event and constants stay."""
    arguments = []
    for number, argument in enumerate(atom.arguments):
        text = str(argument)
        kind = argument.ast_type.name
        if number == place:
            arguments.append("Value")
        elif kind == "Variable":
            arguments.append(text if text in ("P", "E") else "_")
        elif any(True for _ in _variables(argument)):
            arguments.append("_")
        else:
            arguments.append(text)
    return f"{atom.name}({','.join(arguments)})"
