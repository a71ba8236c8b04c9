"""Ranges and alternatives that stand for too much."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from .asp import SymbolType, ast
from .errors import shown, wrong
from .foreign import NUMBER
from .library import Rule
from .messages import msg
from .syntax import tree_of

SPAN = 1_000
"""Numbers in a range, and rules that one rule with alternatives stands for."""


def check_sizes(rules: Iterable[Rule]) -> None:
    """Raises BookError for ranges and alternatives that stand for too much."""
    for rule in rules:
        if ".." not in rule.text and ";" not in rule.text:
            continue
        many = 1
        for term in _terms(tree_of(rule.text)):
            if term.ast_type == ast.ASTType.Pool:
                many *= max(len(term.arguments), 1)
            elif term.ast_type == ast.ASTType.Interval:
                first, last = _constant(term.left), _constant(term.right)
                wide = [abs(n) for n in (first, last) if n is not None]
                if first is not None and last is not None:
                    wide = [last - first]
                    many *= max(last - first + 1, 1)
                if max(wide, default=0) > SPAN:
                    said = msg("logic.range", range=shown(str(term)), most=SPAN)
                    raise wrong("PL264", said, file=rule.file, line=rule.line)
        if many > SPAN:
            said = msg("logic.alternatives", many=min(many, NUMBER), most=SPAN)
            raise wrong("PL264", said, file=rule.file, line=rule.line)


def _terms(node: Any) -> list[Any]:
    """The ranges and pools anywhere in a rule."""
    found: list[Any] = []

    class Collect(ast.Transformer):
        def visit_Interval(self, node: Any) -> Any:
            found.append(node)
            return node.update(**self.visit_children(node))

        def visit_Pool(self, node: Any) -> Any:
            found.append(node)
            return node.update(**self.visit_children(node))

    Collect().visit(node)
    return found


def _constant(term: Any) -> int | None:
    """The number that a term without variables stands for."""
    if term.ast_type == ast.ASTType.SymbolicTerm:
        symbol = term.symbol
        return int(symbol.number) if symbol.type == SymbolType.Number else None
    if term.ast_type == ast.ASTType.UnaryOperation:
        value = _constant(term.argument)
        if value is None or term.operator_type != ast.UnaryOperator.Minus:
            return value
        return -value
    if term.ast_type == ast.ASTType.BinaryOperation:
        left, right = _constant(term.left), _constant(term.right)
        if left is None or right is None:
            return None
        calculate = _CALCULATED.get(term.operator_type)
        return NUMBER if calculate is None else calculate(left, right)
    return None


_CALCULATED: dict[Any, Callable[[int, int], int]] = {
    ast.BinaryOperator.Plus: int.__add__,
    ast.BinaryOperator.Minus: int.__sub__,
    ast.BinaryOperator.Multiplication: int.__mul__,
}
