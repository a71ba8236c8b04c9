"""Calculations that leave the numbers the solver has: each is watched by rules of its own."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from .asp import ast
from .library import Rule
from .logic import parse_rules
from .syntax import bound_by, comparisons, positive_atoms, tree_of, variables

WATCH = "overflows"
"""Holds of a file and a line where a calculation leaves the numbers that the solver has."""


def watches(rules: Iterable[Rule]) -> list[Rule]:
    """For each product in these rules, and each sum of one, a rule that tells when it wraps."""
    found = []
    for rule in rules:
        if "*" in rule.text:
            node = tree_of(rule.text)
            texts = {text for product in _products(node) for text in _watched(node, product, rule)}
            for made in parse_rules("\n".join(sorted(texts)), "watch") if texts else ():
                found.append(made._replace(file=rule.file, line=rule.line))
    return found


def _products(node: Any) -> list[Any]:
    """The products in a rule, and the sums with a product in them, beside the aggregates."""
    found: list[Any] = []

    class Collect(ast.Transformer):
        def visit_BodyAggregate(self, node: Any) -> Any:
            return node

        def visit_BinaryOperation(self, node: Any) -> Any:
            product = node.operator_type == ast.BinaryOperator.Multiplication
            if variables(node) and (product or "*" in str(node)):
                found.append(node)
            return node.update(**self.visit_children(node))

    Collect().visit(node)
    return found


def _watched(node: Any, product: Any, rule: Rule) -> Iterator[str]:
    """The watching rules of one calculation: its body without what rests on the result."""
    left, right, whole = str(product.left), str(product.right), str(product)
    atoms = [literal for literal in node.body if _is_plain(literal)]
    have = {name for symbol in positive_atoms(node) for name in bound_by(symbol)}
    kept = [str(literal) for literal in atoms]
    equal = [(a, b) for a, op, b in comparisons(node) if op == ast.ComparisonOperator.Equal]
    more = True
    while more:
        more = False
        for one, other in equal:
            for name, value in ((one, other), (other, one)):
                if (
                    name.ast_type == ast.ASTType.Variable
                    and name.name not in have
                    and whole not in str(value)
                    and variables(value) <= have
                ):
                    have.add(name.name)
                    kept.append(f"{name} = {value}")
                    more = True
    kept += [
        f"{a} {_SIGNS[op]} {b}"
        for a, op, b in comparisons(node)
        if op in _SIGNS and whole not in f"{a} {b}" and variables(a) | variables(b) <= have
    ]
    if not variables(product) <= have:
        return
    if product.operator_type == ast.BinaryOperator.Multiplication:
        wraps = [f"{right} != 0, {whole} / {right} != {left}"]
    elif product.operator_type == ast.BinaryOperator.Plus:
        wraps = [f"{right} > 0, {whole} < {left}", f"{right} < 0, {whole} > {left}"]
    elif product.operator_type == ast.BinaryOperator.Minus:
        wraps = [f"{right} > 0, {whole} > {left}", f"{right} < 0, {whole} < {left}"]
    else:
        return
    place = json.dumps(rule.file, ensure_ascii=False)
    for wrap in wraps:
        yield f"{WATCH}({place},{rule.line}) :- {', '.join([*kept, wrap])}."


def _is_plain(literal: Any) -> bool:
    return bool(
        literal.ast_type == ast.ASTType.Literal
        and literal.sign == ast.Sign.NoSign
        and literal.atom.ast_type == ast.ASTType.SymbolicAtom
    )


_SIGNS = {
    ast.ComparisonOperator.LessThan: "<",
    ast.ComparisonOperator.LessEqual: "<=",
    ast.ComparisonOperator.GreaterThan: ">",
    ast.ComparisonOperator.GreaterEqual: ">=",
    ast.ComparisonOperator.NotEqual: "!=",
}
