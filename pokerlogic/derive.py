"""Derivations of a solved moment, found by asking the rules themselves.

Each rule is given a second form, `because(Number, Head, Given, Denied, Compared) :- Body`, by a
pass over its syntax tree.  Grounded over the atoms of an answer set, it lists every way in which
an atom follows, so that an explanation cannot differ from the ruling.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from . import guard
from .asp import Control, Symbol, ast
from .library import Rule
from .syntax import NameAnonymous, variables

ANYTHING = "anything"
"""Stands in a denied atom where the rule has an anonymous variable."""

_NUMBER = "@number@"
# Times are called T or E; which of two came first is no sum.
_TIME = re.compile(r"[TE]'*")

OPERATORS = {
    ast.ComparisonOperator.Equal: "eq",
    ast.ComparisonOperator.NotEqual: "ne",
    ast.ComparisonOperator.LessThan: "lt",
    ast.ComparisonOperator.LessEqual: "le",
    ast.ComparisonOperator.GreaterThan: "gt",
    ast.ComparisonOperator.GreaterEqual: "ge",
}


@dataclass(frozen=True)
class Step:
    """One way in which an atom follows: the rule, the atoms it needs and lacks, and comparisons.

    Atoms that an aggregate counts stand among the given ones.  `compared` holds the operator
    (`eq ne lt le gt ge`) and both sides as they stand here.
    """

    rule: Rule
    given: tuple[Symbol, ...]
    denied: tuple[Symbol, ...]
    compared: tuple[tuple[str, Symbol, Symbol], ...]


Steps = dict[Symbol, list[Step]]
"""The ways by the atom that follows."""


def steps(rules: Sequence[Rule], atoms: Iterable[Symbol], apart: bool = False) -> Steps:
    """Every way in which these rules give one of these atoms from the others.

    Rules from outside are asked `apart`, in a process of their own.
    """
    held = list(atoms)
    names = {f"{a.name}/{len(a.arguments)}" for a in held}
    used = [r for r in rules if any(h.split(":")[0] in names for h in r.heads)]
    wanted = {r.split(":")[0] for rule in used for r in rule.reads}
    wanted |= {h.split(":")[0] for rule in used for h in rule.heads}
    texts = [_because(r.text).replace(_NUMBER, str(n)) for n, r in enumerate(used)]
    texts.append("#show because/5. #show counted/4.")
    given_atoms = [a for a in held if f"{a.name}/{len(a.arguments)}" in wanted]
    shown = _either(apart, lambda: _shown("\n".join(texts), given_atoms))
    found: Steps = {}
    known = set(held)
    counted: dict[tuple[Symbol, ...], list[Symbol]] = {}
    for symbol in shown:
        if symbol.name == "counted":
            counted.setdefault(tuple(symbol.arguments[:3]), []).append(symbol.arguments[3])
    for symbol in shown:
        if symbol.name != "because" or symbol.arguments[1] not in known:
            continue
        number, head, given, denied, compared = symbol.arguments
        also = sorted(counted.get((number, head, given), ()))
        step = Step(
            used[number.number],
            (*given.arguments, *also),
            tuple(denied.arguments),
            tuple((c.name, c.arguments[0], c.arguments[1]) for c in compared.arguments),
        )
        found.setdefault(head, []).append(step)
    for ways in found.values():
        ways.sort(key=lambda s: (s.rule.file, s.rule.line, s.given))
    return found


def _either(apart: bool, work: Callable[[], Sequence[Symbol]]) -> Sequence[Symbol]:
    """The terms that the work gives, here or in a process of its own."""
    if not apart:
        return work()
    return guard.heard(guard.asking(lambda: guard.told(work())))


def _shown(text: str, atoms: Sequence[Symbol]) -> Sequence[Symbol]:
    """What the first answer set shows."""
    control = Control(["--warn=none"])
    control.add("base", [], text)
    with control.backend() as backend:
        for atom in atoms:
            backend.add_rule([backend.add_atom(atom)])
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        for model in handle:
            return list(model.symbols(shown=True))
    return ()


def consequences(
    rules: Sequence[Rule], atoms: Collection[Symbol], apart: bool = False
) -> Sequence[Symbol]:
    """What these rules add to the atoms; rules from outside in a process of their own."""
    return _either(apart, lambda: _added("\n".join(r.text for r in rules), atoms))


def _added(text: str, atoms: Collection[Symbol]) -> list[Symbol]:
    control = Control(["--warn=none"])
    control.add("base", [], text)
    with control.backend() as backend:
        for atom in atoms:
            backend.add_rule([backend.add_atom(atom)])
    control.ground([("base", [])])
    known = set(atoms)
    return [a.symbol for a in control.symbolic_atoms if a.is_fact and a.symbol not in known]


@lru_cache(maxsize=4096)
def _because(text: str) -> str:
    """The second form of a rule, with a mark where its number belongs."""
    nodes: list[Any] = []
    ast.parse_string(text, nodes.append)
    rule = next(n for n in nodes if n.ast_type == ast.ASTType.Rule)
    naming = NameAnonymous("Unnamed")
    given, denied, compared, body = [], [], [], []
    for literal in rule.body:
        if literal.ast_type != ast.ASTType.Literal:
            body.append(literal)
            continue
        atom = literal.atom
        if atom.ast_type == ast.ASTType.SymbolicAtom and literal.sign == ast.Sign.NoSign:
            literal = naming.visit(literal)
            given.append(str(literal.atom.symbol))
        elif atom.ast_type == ast.ASTType.SymbolicAtom:
            denied.append(str(_Filled().visit(atom.symbol)))
        elif atom.ast_type == ast.ASTType.Comparison and literal.sign == ast.Sign.NoSign:
            left = atom.term
            for guard in atom.guards:
                operator = OPERATORS[ast.ComparisonOperator(guard.comparison)]
                times = _TIME.fullmatch(str(left)) and _TIME.fullmatch(str(guard.term))
                if not times and not _has_interval(guard.term):
                    compared.append(f"{operator}({left},{guard.term})")
                left = guard.term
        body.append(literal)
    head = str(rule.head)
    parts = [
        f"{name}({','.join(terms)})" if terms else name
        for name, terms in (("g", given), ("d", denied), ("c", compared))
    ]
    tail = f" :- {'; '.join(str(b) for b in body)}" if body else ""
    text = f"because({_NUMBER},{head},{','.join(parts)}){tail}."
    for literal in rule.body:
        for condition, atoms in _counted(literal, _outer(rule)):
            joined = "; ".join([*(str(b) for b in body), *condition])
            for atom in atoms:
                text += f"\ncounted({_NUMBER},{head},{parts[0]},{atom}) :- {joined}."
    return text


def _outer(rule: Any) -> set[str]:
    """The variables that stand outside of aggregates."""
    found = variables(rule.head)
    for literal in rule.body:
        atom = getattr(literal, "atom", None)
        if atom is not None and atom.ast_type == ast.ASTType.BodyAggregate:
            for guard in (atom.left_guard, atom.right_guard):
                found |= variables(guard.term) if guard is not None else set()
        else:
            found |= variables(literal)
    return found


def _counted(literal: Any, outer: set[str]) -> Iterator[tuple[list[str], list[str]]]:
    """What the elements of an aggregate count: their conditions, and the atoms among them."""
    aggregate = getattr(literal, "atom", None)
    if aggregate is None or aggregate.ast_type != ast.ASTType.BodyAggregate:
        return
    for element in aggregate.elements:
        condition, atoms = [], []
        naming = _Within(outer)
        for part in element.condition:
            part = naming.visit(part)
            condition.append(str(part))
            if part.sign == ast.Sign.NoSign and part.atom.ast_type == ast.ASTType.SymbolicAtom:
                atoms.append(str(part.atom.symbol))
        yield condition, atoms


def _has_interval(term: Any) -> bool:
    return ".." in str(term)


class _Within(NameAnonymous):
    """Names the variables of an aggregate's element apart from all others."""

    def __init__(self, outer: set[str]) -> None:
        super().__init__("Within")
        self.outer = outer

    def visit_Variable(self, node: Any) -> Any:
        if node.name == "_" or node.name in self.outer:
            return super().visit_Variable(node)
        return node.update(name=f"Within_{node.name}")


class _Filled(ast.Transformer):
    """Puts a constant where a denied atom has an anonymous variable."""

    def visit_Variable(self, node: Any) -> Any:
        if node.name != "_":
            return node
        return ast.Function(node.location, ANYTHING, [], 0)


def relevant(
    rules: Sequence[Rule], targets: Iterable[Symbol], atoms: Collection[Symbol]
) -> list[Rule]:
    """The rules that may have part in how these atoms came about."""
    held = {f"{a.name}/{len(a.arguments)}" for a in atoms}
    spoke = {str(a.arguments[0]) for a in atoms if a.name == "concludes"}
    by_head: dict[str, list[Rule]] = {}
    for rule in rules:
        if rule.clause is not None and rule.clause not in spoke:
            continue
        for head in rule.heads:
            by_head.setdefault(head.split(":")[0], []).append(rule)
    seen: set[str] = set()
    kept: dict[str, Rule] = {}
    todo = [f"{t.name}/{len(t.arguments)}" for t in targets]
    while todo:
        base = todo.pop()
        if base in seen or base not in held:
            continue
        seen.add(base)
        for rule in by_head.get(base, ()):
            kept.setdefault(rule.text, rule)
            blocked = set(rule.blocked)
            todo += [n.split(":")[0] for n in rule.reads if n not in blocked]
    return list(kept.values())


__all__ = ["ANYTHING", "OPERATORS", "Step", "Steps", "consequences", "relevant", "steps"]
