"""Rules that rest on each other: whether they come to an end.

A recursion ends if what it makes is taken from a stock that no rule of it adds to.  So no number
may be calculated, and no term be built larger, from what only the recursion itself gives, unless
something known bounds it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from .asp import ast
from .errors import wrong
from .groups import alike, components
from .library import Rule
from .messages import msg
from .syntax import atoms as atoms_in
from .syntax import bound_by, comparisons, positive_atoms, shift_of, tree_of, variables
from .syntax import key as key_of

Terms = dict[str, Any]


def check_endless(rules: Sequence[Rule], outside: Callable[[Rule], bool]) -> None:
    """Raises BookError for a recursion that a rule from outside takes part in and that may not
    end, or that runs through `not` among such rules alone."""
    for group in components(rules):
        members = [rules[number] for number in group]
        own = [rule for rule in members if outside(rule)]
        heads = {head for rule in members for head in rule.heads}
        if not own or not any(alike(r, h) for m in members for r in m.reads for h in heads):
            continue
        parsed = [(rule, tree_of(rule.text)) for rule in members]
        if len(own) == len(members):
            for rule, node in parsed:
                if any(_in(heads, key) for key in (*rule.blocked, *_aggregated(node))):
                    said = msg("logic.through_not", name=_name(rule))
                    raise wrong("PL266", said, file=rule.file, line=rule.line)
        if _counts_up(parsed, heads):
            continue
        for rule, node in parsed:
            if _grows(node, heads):
                blamed = rule if outside(rule) else own[0]
                raise wrong(
                    "PL265",
                    msg("logic.endless", name=_name(rule)),
                    file=blamed.file,
                    line=blamed.line,
                    help=msg("logic.endless.help"),
                )


def _name(rule: Rule) -> str:
    """The predicate of a rule as its author wrote it."""
    own = rf"^_(core|\w*?{re.escape(Path(rule.file).stem)})_"
    return re.sub(own, "_", rule.heads[0].partition("/")[0])


def _in(heads: Iterable[str], key: str) -> bool:
    return any(alike(key, head) for head in heads)


def _aggregated(node: Any) -> Iterator[str]:
    """The keys that an aggregate or a condition of the body reads."""
    for literal in node.body:
        atom = getattr(literal, "atom", None)
        kind = atom.ast_type.name if atom is not None else literal.ast_type.name
        if kind in ("BodyAggregate", "Aggregate", "ConditionalLiteral"):
            yield from (key_of(symbol) for symbol in atoms_in(literal))


def _stock(node: Any, heads: Iterable[str]) -> set[str]:
    """The variables whose values come from what the recursion does not make."""
    known: set[str] = set()
    for symbol in positive_atoms(node):
        if not _in(heads, key_of(symbol)):
            known |= set(bound_by(symbol))
    more = True
    while more:
        more = False
        for left, operator, right in comparisons(node):
            if operator == ast.ComparisonOperator.Equal:
                for name, value in ((left, right), (right, left)):
                    if (
                        name.ast_type == ast.ASTType.Variable
                        and name.name not in known
                        and variables(value) <= known
                    ):
                        known.add(name.name)
                        more = True
        for literal in node.body:
            atom = getattr(literal, "atom", None)
            if atom is None or atom.ast_type != ast.ASTType.BodyAggregate:
                continue
            guard = atom.left_guard
            if (
                literal.sign == ast.Sign.NoSign
                and guard is not None
                and guard.comparison == ast.ComparisonOperator.Equal
                and guard.term.ast_type == ast.ASTType.Variable
                and guard.term.name not in known
                and not any(_in(heads, key_of(s)) for s in atoms_in(literal))
                and not variables(atom) & _from_recursion(node, heads) - known
            ):
                known.add(guard.term.name)
                more = True
    return known


def _from_recursion(node: Any, heads: Iterable[str]) -> set[str]:
    return {name for s in positive_atoms(node) if _in(heads, key_of(s)) for name in variables(s)}


def _counts_up(parsed: Sequence[tuple[Rule, Any]], heads: set[str]) -> bool:
    """Whether one argument of all these atoms goes one way only, through a known stock."""
    for place in (-1, 0, 1, 2):
        ways = set()
        for _, node in parsed:
            known = _stock(node, heads)
            for symbol in positive_atoms(node):
                if _in(heads, key_of(symbol)):
                    ways.add(_way(node.head.atom.symbol, symbol, place, known))
        if ways in ({1}, {-1}):
            return True
    return False


def _way(head: Any, symbol: Any, place: int, known: set[str]) -> int:
    """1 if the argument at a place grows from an atom of the body to the head, -1 if it falls."""
    if head.ast_type != ast.ASTType.Function:
        return 0
    if not all(-len(s.arguments) <= place < len(s.arguments) for s in (head, symbol)):
        return 0
    new, old = shift_of(head.arguments[place]), shift_of(symbol.arguments[place])
    if new is None or old is None or new[0] != old[0] or new[0] not in known:
        return 0
    return (new[1] > old[1]) - (new[1] < old[1])


def _grows(node: Any, heads: set[str]) -> bool:
    """Whether a rule may make something new out of what the recursion gives."""
    inner = [s for s in positive_atoms(node) if _in(heads, key_of(s))]
    if not inner and not any(_in(heads, key) for key in _aggregated(node)):
        return False
    known = _stock(node, heads)
    given: dict[str, int] = {}
    for symbol in inner:
        for name, depth in _depths(symbol):
            given[name] = max(given.get(name, 0), depth)
    equal: Terms = {}
    for left, operator, right in comparisons(node):
        if operator == ast.ComparisonOperator.Equal:
            for name, value in ((left, right), (right, left)):
                if name.ast_type == ast.ASTType.Variable and name.name not in {*known, *given}:
                    equal.setdefault(name.name, value)
    symbol = node.head.atom.symbol
    terms = symbol.arguments if symbol.ast_type == ast.ASTType.Function else [symbol]
    bounds = _bounds(node, known)
    return any(_new(term, 1, known, given, equal, bounds, 0) for term in terms)


def _new(
    term: Any,
    depth: int,
    known: set[str],
    given: dict[str, int],
    equal: Terms,
    bounds: set[tuple[str, int]],
    steps: int,
) -> bool:
    kind = term.ast_type
    if kind == ast.ASTType.Variable:
        name = term.name
        if name in known:
            return False
        if name in given:
            return depth > given[name]
        if name in equal and steps < 20:
            return _new(equal[name], depth, known, given, equal, bounds, steps + 1)
        return True
    if kind == ast.ASTType.SymbolicTerm:
        return False
    if kind in (ast.ASTType.Function, ast.ASTType.Pool):
        more = int(kind == ast.ASTType.Function)
        return any(
            _new(t, depth + more, known, given, equal, bounds, steps) for t in term.arguments
        )
    if variables(term) <= known:
        return False
    shifted = shift_of(term)
    return shifted is None or (shifted[0], (shifted[1] > 0) - (shifted[1] < 0)) not in bounds


def _depths(term: Any, depth: int = 0) -> Iterator[tuple[str, int]]:
    if term.ast_type == ast.ASTType.Variable:
        yield term.name, depth
    elif term.ast_type == ast.ASTType.Function:
        for argument in term.arguments:
            yield from _depths(argument, depth + 1)


def _bounds(node: Any, known: set[str]) -> set[tuple[str, int]]:
    """Variables that stay below (1) or above (-1) something known."""
    below = (ast.ComparisonOperator.LessThan, ast.ComparisonOperator.LessEqual)
    above = (ast.ComparisonOperator.GreaterThan, ast.ComparisonOperator.GreaterEqual)
    found = set()
    for left, operator, right in comparisons(node):
        for name, other, less, more in ((left, right, below, above), (right, left, above, below)):
            if name.ast_type == ast.ASTType.Variable and variables(other) <= known:
                if operator in less:
                    found.add((name.name, 1))
                elif operator in more:
                    found.add((name.name, -1))
    return found
