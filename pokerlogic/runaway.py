"""Rules that rest on each other: whether they come to an end, and where a grounding stands.

A recursion ends if what it makes is taken from a stock that no rule of it adds to.  So no number
may be calculated, and no term be built larger, from what only the recursion itself gives, unless
something known bounds it.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from .asp import Control, Symbol, SymbolType, ast
from .errors import shown, wrong
from .foreign import NUMBER
from .guard import note
from .library import Rule
from .logic import parse_rules
from .messages import msg
from .syntax import atoms as atoms_in
from .syntax import key as key_of
from .syntax import variables

SPAN = 1_000
"""Numbers in a range, and rules that one rule with alternatives stands for."""
Terms = dict[str, Any]


def components(rules: Sequence[Rule]) -> list[list[int]]:
    """The rules in groups that rest on each other, each group after those it rests on."""
    heads: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for number, rule in enumerate(rules):
        for head in rule.heads:
            heads[head.partition(":")[0]][head].append(number)

    @cache
    def givers(read: str) -> set[int]:
        known = heads.get(read.partition(":")[0], {})
        return {n for head, found in known.items() if _alike(read, head) for n in found}

    rests = [sorted(set().union(*(givers(read) for read in _reads(rule)))) for rule in rules]
    return _strong(rests)


def _reads(rule: Rule) -> Iterator[str]:
    for read in rule.reads:
        yield read
        name, _, about = read.partition(":")
        if name in ("observed/2", "not_observed/2"):
            yield f"asks/3:{about}"


def _alike(one: str, other: str) -> bool:
    """Whether two keys may speak of the same atom."""
    base, _, mine = one.partition(":")
    name, _, theirs = other.partition(":")
    pairs = zip(mine.split(","), theirs.split(","), strict=False)
    return base == name and all(a == b or "*" in (a, b) or "" in (a, b) for a, b in pairs)


def _strong(rests: Sequence[Sequence[int]]) -> list[list[int]]:
    """Tarjan's components, without recursion."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on: set[int] = set()
    found: list[list[int]] = []
    for root in range(len(rests)):
        work = [(root, 0)] if root not in index else []
        while work:
            node, at = work.pop()
            if at == 0:
                index[node] = low[node] = len(index)
                stack.append(node)
                on.add(node)
            for place in range(at, len(rests[node])):
                other = rests[node][place]
                if other not in index:
                    work += [(node, place + 1), (other, 0)]
                    break
                if other in on:
                    low[node] = min(low[node], index[other])
            else:
                if low[node] == index[node]:
                    group = stack[stack.index(node) :]
                    del stack[stack.index(node) :]
                    on.difference_update(group)
                    found.append(group)
                if work:
                    above = work[-1][0]
                    low[above] = min(low[above], low[node])
    return found


def check_endless(rules: Sequence[Rule], outside: Callable[[Rule], bool]) -> None:
    """Raises BookError for a recursion that a rule from outside takes part in and that may not
    end, or that runs through `not` among such rules alone."""
    for group in components(rules):
        members = [rules[number] for number in group]
        own = [rule for rule in members if outside(rule)]
        heads = {head for rule in members for head in rule.heads}
        if not own or not any(_alike(r, h) for m in members for r in m.reads for h in heads):
            continue
        parsed = [(rule, _parsed(rule.text)) for rule in members]
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


def _parsed(text: str) -> Any:
    nodes: list[Any] = []
    ast.parse_string(text, nodes.append)
    return nodes[-1]


def _in(heads: Iterable[str], key: str) -> bool:
    return any(_alike(key, head) for head in heads)


def _aggregated(node: Any) -> Iterator[str]:
    """The keys that an aggregate or a condition of the body reads."""
    for literal in node.body:
        atom = getattr(literal, "atom", None)
        kind = atom.ast_type.name if atom is not None else literal.ast_type.name
        if kind in ("BodyAggregate", "Aggregate", "ConditionalLiteral"):
            yield from (key_of(symbol) for symbol in atoms_in(literal))


def _positive(node: Any) -> Iterator[Any]:
    """The plain positive atoms of a body."""
    for literal in node.body:
        if (
            literal.ast_type == ast.ASTType.Literal
            and literal.sign == ast.Sign.NoSign
            and literal.atom.ast_type == ast.ASTType.SymbolicAtom
            and literal.atom.symbol.ast_type == ast.ASTType.Function
        ):
            yield literal.atom.symbol


def _comparisons(node: Any) -> Iterator[tuple[Any, Any, Any]]:
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


def _stock(node: Any, heads: Iterable[str]) -> set[str]:
    """The variables whose values come from what the recursion does not make."""
    known: set[str] = set()
    for symbol in _positive(node):
        if not _in(heads, key_of(symbol)):
            known |= set(_bound(symbol))
    more = True
    while more:
        more = False
        for left, operator, right in _comparisons(node):
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
    return {name for s in _positive(node) if _in(heads, key_of(s)) for name in variables(s)}


def _bound(term: Any) -> Iterator[str]:
    """The variables that a term binds to parts of what it matches."""
    kind = term.ast_type
    if kind == ast.ASTType.Variable:
        yield term.name
    elif kind == ast.ASTType.Function:
        for argument in term.arguments:
            yield from _bound(argument)
    else:
        shifted = _shifted(term)
        if shifted is not None:
            yield shifted[0]


def _shifted(term: Any) -> tuple[str, int] | None:
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


def _counts_up(parsed: Sequence[tuple[Rule, Any]], heads: set[str]) -> bool:
    """Whether one argument of all these atoms goes one way only, through a known stock."""
    for place in (-1, 0, 1, 2):
        ways = set()
        for _, node in parsed:
            known = _stock(node, heads)
            for symbol in _positive(node):
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
    new, old = _shifted(head.arguments[place]), _shifted(symbol.arguments[place])
    if new is None or old is None or new[0] != old[0] or new[0] not in known:
        return 0
    return (new[1] > old[1]) - (new[1] < old[1])


def _grows(node: Any, heads: set[str]) -> bool:
    """Whether a rule may make something new out of what the recursion gives."""
    inner = [s for s in _positive(node) if _in(heads, key_of(s))]
    if not inner and not any(_in(heads, key) for key in _aggregated(node)):
        return False
    known = _stock(node, heads)
    given: dict[str, int] = {}
    for symbol in inner:
        for name, depth in _depths(symbol):
            given[name] = max(given.get(name, 0), depth)
    equal: Terms = {}
    for left, operator, right in _comparisons(node):
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
    shifted = _shifted(term)
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
    for left, operator, right in _comparisons(node):
        for name, other, less, more in ((left, right, below, above), (right, left, above, below)):
            if name.ast_type == ast.ASTType.Variable and variables(other) <= known:
                if operator in less:
                    found.add((name.name, 1))
                elif operator in more:
                    found.add((name.name, -1))
    return found


def check_sizes(rules: Iterable[Rule]) -> None:
    """Raises BookError for ranges and alternatives that stand for too much."""
    for rule in rules:
        if ".." not in rule.text and ";" not in rule.text:
            continue
        many = 1
        for term in _terms(_parsed(rule.text)):
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


WATCH = "overflows"
"""Holds of a file and a line where a calculation leaves the numbers that the solver has."""


def watches(rules: Iterable[Rule]) -> list[Rule]:
    """For each product in these rules, and each sum of one, a rule that tells when it wraps."""
    found = []
    for rule in rules:
        if "*" in rule.text:
            node = _parsed(rule.text)
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
    have = {name for symbol in _positive(node) for name in _bound(symbol)}
    kept = [str(literal) for literal in atoms]
    equal = [(a, b) for a, op, b in _comparisons(node) if op == ast.ComparisonOperator.Equal]
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
        for a, op, b in _comparisons(node)
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


def in_turn(rules: Sequence[Rule], symbols: Iterable[Symbol]) -> None:
    """Grounds the rules group by group and notes before each which one it is."""
    groups = components(rules)
    control = Control(["--warn=none"], logger=lambda _code, _text: None)
    parts = [
        f"#program part{n}.\n" + "\n".join(rules[i].text for i in group)
        for n, group in enumerate(groups)
    ]
    control.add("base", [], "\n".join(parts))
    with control.backend() as backend:
        for symbol in symbols:
            backend.add_rule([backend.add_atom(symbol)])
    control.ground([("base", [])])
    for number, group in enumerate(groups):
        first = rules[group[0]]
        note(first.file, first.line)
        control.ground([(f"part{number}", [])])
