"""What stands in the syntax tree of a rule: atoms and their keys, comparisons, variables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .asp import SymbolType, ast


def tree_of(text: str) -> Any:
    """The syntax tree of the text of one rule."""
    nodes: list[Any] = []
    ast.parse_string(text, nodes.append)
    return nodes[-1]


_REFINED = {
    "ruling": (0,),
    "possible": (0,),
    "chosen": (0,),
    "concludes": (1,),
    "effect": (0,),
    "reading": (0, 1, 2),
    "parameter": (0,),
    "observed": (0,),
    "not_observed": (0,),
    "asks": (0,),
    "declared": (0,),
    "affirmed": (0,),
    "denied": (0,),
    "starts": (0,),
}
"""Predicates whose keys are told apart by the constants at these places."""


def key(symbol: Any) -> str:
    """The key of an atom: `name/arity`, refined by constants, `*` where a variable stands."""
    name, arguments = symbol.name, list(symbol.arguments)
    base = f"{name}/{len(arguments)}"
    places = _REFINED.get(name)
    if not places or not arguments:
        return base
    return base + ":" + ",".join(constant(arguments[i]) for i in places if i < len(arguments))


def constant(term: Any) -> str:
    """What a key says of a term: its name and arity, a number or text as written, else `*`."""
    if term.ast_type == ast.ASTType.SymbolicTerm:
        symbol = term.symbol
        return f"{symbol.name}/0" if symbol.type == SymbolType.Function else str(symbol)
    if term.ast_type == ast.ASTType.Function:
        return f"{term.name}/{len(term.arguments)}"
    return "*"


_PARTS = {
    "Rule": ("head", "body"),
    "Literal": ("atom",),
    "ConditionalLiteral": ("literal", "condition"),
    "BodyAggregate": ("elements",),
    "BodyAggregateElement": ("condition",),
    "Aggregate": ("elements",),
}
"""Where atoms stand in a rule; a transformer of all nodes would read every term too."""


def with_atoms(node: Any, change: Callable[[Any], Any]) -> Any:
    """The node with each atom's term changed; pools are changed term by term."""
    kind = node.ast_type.name
    if kind == "SymbolicAtom":
        symbol = node.symbol
        if symbol.ast_type == ast.ASTType.Pool:
            return node.update(
                symbol=symbol.update(arguments=[change(a) for a in symbol.arguments])
            )
        return node.update(symbol=change(symbol))
    parts: dict[str, Any] = {}
    for name in _PARTS.get(kind, ()):
        part = getattr(node, name)
        if isinstance(part, ast.AST):
            parts[name] = with_atoms(part, change)
        else:
            parts[name] = [with_atoms(p, change) for p in part]
    return node.update(**parts) if parts else node


def atoms(node: Any) -> Iterator[Any]:
    """The terms of the atoms anywhere inside a node."""
    kind = node.ast_type.name
    if kind == "SymbolicAtom":
        symbol = node.symbol
        yield from symbol.arguments if symbol.ast_type == ast.ASTType.Pool else (symbol,)
        return
    for name in _PARTS.get(kind, ()):
        part = getattr(node, name)
        for inner in (part,) if isinstance(part, ast.AST) else part:
            yield from atoms(inner)


def variables(node: Any) -> set[str]:
    """The names of all variables anywhere inside a node."""
    names: set[str] = set()

    class Collect(ast.Transformer):
        def visit_Variable(self, node: Any) -> Any:
            names.add(node.name)
            return node

    Collect().visit(node)
    return names


def _plain_atom(literal: Any, sign: Any) -> Any | None:
    """The atom of a body literal with that sign, else None; pools and conditions have none."""
    if (
        literal.ast_type == ast.ASTType.Literal
        and literal.sign == sign
        and literal.atom.ast_type == ast.ASTType.SymbolicAtom
        and literal.atom.symbol.ast_type == ast.ASTType.Function
    ):
        return literal.atom.symbol
    return None


def positive_atom(literal: Any) -> Any | None:
    """The atom of a plain positive body literal, else None."""
    return _plain_atom(literal, ast.Sign.NoSign)


def negative_atom(literal: Any) -> Any | None:
    """The atom of a plain negated body literal, else None."""
    return _plain_atom(literal, ast.Sign.Negation)


def positive_atoms(node: Any) -> Iterator[Any]:
    """The plain positive atoms of a body."""
    found = (positive_atom(literal) for literal in node.body)
    return (atom for atom in found if atom is not None)


def comparisons(node: Any) -> Iterator[tuple[Any, Any, Any]]:
    """The comparisons of a body, two sides each, with the operator between them."""
    for literal in node.body:
        if (
            literal.ast_type == ast.ASTType.Literal
            and literal.sign == ast.Sign.NoSign
            and literal.atom.ast_type == ast.ASTType.Comparison
        ):
            left = literal.atom.term
            for guard in literal.atom.guards:
                yield left, ast.ComparisonOperator(guard.comparison), guard.term
                left = guard.term


def bound_by(term: Any) -> Iterator[str]:
    """The variables that a term binds to parts of what it matches."""
    kind = term.ast_type
    if kind == ast.ASTType.Variable:
        yield term.name
    elif kind == ast.ASTType.Function:
        for argument in term.arguments:
            yield from bound_by(argument)
    else:
        shifted = shift_of(term)
        if shifted is not None:
            yield shifted[0]


def shift_of(term: Any) -> tuple[str, int] | None:
    """A variable and what is added to it, if the term is no more than that."""
    if term.ast_type == ast.ASTType.Variable:
        return term.name, 0
    if term.ast_type != ast.ASTType.BinaryOperation:
        return None
    plus = term.operator_type == ast.BinaryOperator.Plus
    if not plus and term.operator_type != ast.BinaryOperator.Minus:
        return None
    left, right = term.left, term.right
    if plus and right.ast_type == ast.ASTType.Variable:
        left, right = right, left
    if left.ast_type != ast.ASTType.Variable or right.ast_type != ast.ASTType.SymbolicTerm:
        return None
    if right.symbol.type != SymbolType.Number:
        return None
    return left.name, right.symbol.number if plus else -right.symbol.number


class NameAnonymous(ast.Transformer):
    """Names the anonymous variables it visits: `prefix` and a number."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self.count = 0

    def visit_Variable(self, node: Any) -> Any:
        if node.name != "_":
            return node
        self.count += 1
        return node.update(name=f"{self.prefix}{self.count}")
