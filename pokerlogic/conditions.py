"""Rules read from their syntax trees: terms and conditions, matched where something may be open."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from .asp import Function, Infimum, Number, Supremum, Symbol, SymbolType, ast
from .derive import ANYTHING, OPERATORS
from .library import Rule
from .syntax import variables

ANY = Function(ANYTHING)
"""Stands in an atom for whatever fits."""

Binding = dict[str, Symbol]

HOLDS: dict[str, Callable[[Any, Any], bool]] = {
    name: getattr(operator, name) for name in OPERATORS.values()
}
_PLUS, _MINUS, _TIMES = (
    int(o)
    for o in (
        ast.BinaryOperator.Plus,
        ast.BinaryOperator.Minus,
        ast.BinaryOperator.Multiplication,
    )
)
_ARITHMETIC: dict[int, Callable[[int, int], int]] = {
    _PLUS: operator.add,
    _MINUS: operator.sub,
    _TIMES: operator.mul,
    int(ast.BinaryOperator.Division): lambda a, b: int(a / b),
    int(ast.BinaryOperator.Modulo): lambda a, b: a - b * int(a / b),
}
COUNT, _SUM, MIN, MAX = (
    int(f)
    for f in (
        ast.AggregateFunction.Count,
        ast.AggregateFunction.Sum,
        ast.AggregateFunction.Min,
        ast.AggregateFunction.Max,
    )
)


class Term(NamedTuple):
    """A term: `var`, `symbol`, `function`, `sum` (an operation), `either` (a pool) or `range`."""

    kind: str
    name: Any
    parts: tuple[Any, ...] = ()


class Condition(NamedTuple):
    """A literal: `+` and `-` an atom, `?` a comparison, `#` an aggregate with its elements."""

    kind: str
    name: str
    terms: tuple[Term, ...]
    names: frozenset[str]
    elements: tuple[tuple[tuple[Term, ...], tuple[Any, ...]], ...] = ()
    function: int = 0
    factor: Term | None = None

    @property
    def bare(self) -> str:
        """The name of its predicate."""
        return self.name.partition("/")[0]


@lru_cache(maxsize=8192)
def read_rule(text: str) -> tuple[tuple[Term, ...], tuple[Condition, ...]]:
    """The heads and the conditions of a rule."""
    nodes: list[Any] = []
    ast.parse_string(text, nodes.append)
    rule = next(n for n in nodes if n.ast_type == ast.ASTType.Rule)
    symbol = rule.head.atom.symbol
    pool = symbol.ast_type == ast.ASTType.Pool
    heads = tuple(_atom(s) for s in (symbol.arguments if pool else [symbol]))
    body = tuple(_condition(literal) for literal in rule.body)
    counts = {c.terms[1].name for c in body if c.kind == "+" and c.name == "parameter/2"}
    return heads, tuple(c._replace(factor=_factor(c, counts)) for c in body)


def _factor(condition: Condition, counts: set[str]) -> Term | None:
    """What the left side of a comparison is multiplied by: a number of the book."""
    if condition.kind == "?" and condition.terms[0].kind == "sum":
        side = condition.terms[0]
        if side.name == _TIMES and side.parts[0].name in counts:
            times: Term = side.parts[0]
            return times
    return None


def _condition(literal: Any) -> Condition:
    atom = literal.atom
    names = frozenset(variables(literal) - {"_"})
    if atom.ast_type == ast.ASTType.SymbolicAtom:
        term = _atom(atom.symbol)
        sign = "+" if literal.sign == ast.Sign.NoSign else "-"
        return Condition(sign, f"{term.name}/{len(term.parts)}", term.parts, names)
    if atom.ast_type == ast.ASTType.Comparison:
        (guard,) = atom.guards
        name = OPERATORS[ast.ComparisonOperator(guard.comparison)]
        return Condition("?", name, (_term(atom.term), _term(guard.term)), names)
    guard = atom.left_guard
    elements = tuple(
        (tuple(_term(t) for t in e.terms), tuple(_condition(c) for c in e.condition))
        for e in atom.elements
    )
    name = OPERATORS[ast.ComparisonOperator(guard.comparison)]
    return Condition("#", name, (_term(guard.term),), names, elements, int(atom.function))


def _atom(symbol: Any) -> Term:
    return Term("function", symbol.name, tuple(_term(a) for a in symbol.arguments))


def _term(node: Any) -> Term:
    kind = node.ast_type
    if kind == ast.ASTType.Variable:
        return Term("var", node.name)
    if kind == ast.ASTType.SymbolicTerm:
        return Term("symbol", node.symbol)
    if kind == ast.ASTType.Function:
        if not node.arguments:
            return Term("symbol", Function(node.name))
        return _atom(node)
    if kind == ast.ASTType.Pool:
        return Term("either", None, tuple(_term(a) for a in node.arguments))
    if kind == ast.ASTType.Interval:
        return Term("range", None, (_term(node.left), _term(node.right)))
    if kind == ast.ASTType.UnaryOperation:
        return Term("sum", _MINUS, (Term("symbol", Number(0)), _term(node.argument)))
    return Term("sum", int(node.operator_type), (_term(node.left), _term(node.right)))


# --- terms -------------------------------------------------------------------------------------


def open_in(symbol: Symbol) -> bool:
    """Whether something in an atom is left open."""
    if symbol.type != SymbolType.Function:
        return False
    return symbol == ANY or any(open_in(a) for a in symbol.arguments)


def fits(pattern: Symbol, symbol: Symbol) -> bool:
    """Whether two atoms or terms may be the same; what is open fits everything."""
    if pattern == symbol or ANY in (pattern, symbol):
        return True
    if pattern.type != SymbolType.Function or symbol.type != SymbolType.Function:
        return False
    return (
        pattern.name == symbol.name
        and len(pattern.arguments) == len(symbol.arguments)
        and all(map(fits, pattern.arguments, symbol.arguments))
    )


def values(term: Term, bound: Binding) -> list[Symbol] | None:
    """What a term may be; None while something in it is not known."""
    if term.kind == "symbol":
        return [term.name]
    if term.kind == "var":
        value = bound.get(term.name)
        return None if value is None or open_in(value) else [value]
    parts = [values(p, bound) for p in term.parts]
    known = [p for p in parts if p is not None]
    if len(known) < len(parts):
        return None
    if term.kind == "either":
        return [v for p in known for v in p]
    if term.kind == "function":
        return [Function(term.name, list(row)) for row in product(*known)]
    rows = [r for r in product(*known) if all(s.type == SymbolType.Number for s in r)]
    if term.kind == "range":
        return [Number(n) for a, b in rows for n in range(a.number, b.number + 1)]
    compute = _ARITHMETIC[term.name]
    return [Number(compute(a.number, b.number)) for a, b in rows]


def match(term: Term, symbol: Symbol, bound: Binding) -> Binding | None:
    """The binding under which a term is that symbol, or None."""
    if symbol == ANY or (term.kind == "var" and term.name == "_"):
        return bound
    if term.kind == "var":
        have = bound.get(term.name)
        if have is None:
            return {**bound, term.name: symbol}
        if have == symbol:
            return bound
        if not fits(have, symbol):
            return None
        return {**bound, term.name: symbol if open_in(have) else have}
    if term.kind == "function":
        if symbol.type != SymbolType.Function or symbol.name != term.name:
            return None
        return match_all(term.parts, symbol.arguments, bound)
    found = values(term, bound)
    if found is None:
        return _inverted(term, symbol, bound)
    return bound if symbol in found else None


def match_all(terms: Sequence[Term], symbols: Sequence[Symbol], bound: Binding) -> Binding | None:
    if len(terms) != len(symbols):
        return None
    found: Binding | None = bound
    for term, symbol in zip(terms, symbols, strict=True):
        found = match(term, symbol, found) if found is not None else None
    return found


def _inverted(term: Term, symbol: Symbol, bound: Binding) -> Binding | None:
    """`T + 1` is 5 where T is 4."""
    if term.kind != "sum" or symbol.type != SymbolType.Number:
        return bound
    left, right = term.parts
    known = values(right, bound)
    if known is None or term.name not in (_PLUS, _MINUS) or left.kind != "var":
        return bound
    other = known[0].number if known else 0
    value = symbol.number - other if term.name == _PLUS else symbol.number + other
    return match(left, Number(value), bound)


def fill(term: Term, bound: Binding) -> Symbol:
    """A term with what is known; the rest is open."""
    if term.kind == "var":
        value = bound.get(term.name, ANY)
        return ANY if value in (Infimum, Supremum) else value
    if term.kind == "function":
        return Function(term.name, [fill(p, bound) for p in term.parts])
    found = values(term, bound)
    return found[0] if found else ANY


def shapes(rule: Rule, place: int) -> list[tuple[str, int]]:
    """Name and size of the terms at a place of a rule's heads."""
    heads, _ = read_rule(rule.text)
    terms = [h.parts[place] for h in heads]
    return [
        (t.name.name, len(t.name.arguments)) if t.kind == "symbol" else (t.name, len(t.parts))
        for t in terms
        if t.kind in ("symbol", "function")
    ]


def names_in(term: Term) -> Iterator[str]:
    if term.kind == "var" and term.name != "_":
        yield term.name
    for part in term.parts:
        yield from names_in(part)


__all__ = [
    "ANY",
    "COUNT",
    "HOLDS",
    "MAX",
    "MIN",
    "Binding",
    "Condition",
    "Term",
    "fill",
    "fits",
    "match",
    "match_all",
    "names_in",
    "open_in",
    "read_rule",
    "shapes",
    "values",
]
