"""Prepares logic files: syntax trees become rules with keys, private names and bindings.

A rule is prepared once.  Predicates with a leading underscore are made private to their file
(to all of core, for core); `concludes/3` gets a fourth argument holding the values its clause's
sentence needs; rules that read an observation also say when it is asked; and every rule has a
second text in which each predicate carries the world it speaks of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from .asp import Function, ast
from .errors import meant, wrong
from .forms import text_of
from .guard import note
from .library import STANDING, Rule
from .messages import listed, msg
from .statements import check_rule, statements
from .syntax import (
    NameAnonymous,
    atoms,
    constant,
    key,
    negative_atom,
    positive_atom,
    variables,
    with_atoms,
)


class Owner(NamedTuple):
    """A clause as the logic knows it: its id, its file, and the values its sentence names."""

    id: str
    file: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Names:
    """Where a file stands: its name space, its path and the clauses it speaks for."""

    space: str
    path: Path
    owners: Mapping[str, Owner]

    def private(self, name: str) -> str:
        """The full name of a private predicate."""
        where = "core" if self.space == "core" else f"{self.space}_{self.path.stem}"
        return f"_{where}_{name}"


def _renamed(node: Any, names: Names) -> Any:
    """The rule with the full names of private predicates."""

    def full(symbol: Any) -> Any:
        if symbol.ast_type == ast.ASTType.Function and symbol.name.startswith("_"):
            return symbol.update(name=names.private(symbol.name.lstrip("_")))
        return symbol

    return with_atoms(node, full) if re.search(r"(?<!\w)_\w", str(node)) else node


def _lifted(node: Any) -> Any:
    """The rule with the world in front of every predicate, or the profile that the world is under.

    Where no atom of the body would bind them, the first literals do.
    """
    profiles: list[Any] = []

    def lifted(symbol: Any) -> Any:
        if symbol.ast_type != ast.ASTType.Function:
            return symbol
        name = "World"
        if symbol.name in STANDING:
            name = "Profile"
            profiles.append(symbol)
        under = ast.Variable(symbol.location, name)
        return symbol.update(arguments=[under, *symbol.arguments])

    found = with_atoms(node, lifted)
    if profiles:
        first = [_holds(node.location, "under", "World", "Profile")]
    elif all(positive_atom(literal) is None for literal in node.body):
        first = [_holds(node.location, "world", "World")]
    else:
        first = []
    return found.update(body=[*first, *found.body])


def _holds(place: Any, name: str, *values: str) -> Any:
    """A positive literal over variables."""
    symbol = ast.Function(place, name, [ast.Variable(place, v) for v in values], 0)
    return ast.Literal(place, ast.Sign.NoSign, ast.SymbolicAtom(symbol))


def compile_file(path: Path, space: str, owners: Mapping[str, Owner]) -> tuple[Rule, ...]:
    """The prepared rules of one logic file; raises BookError with the place of what is wrong."""
    note(path)
    text = text_of(path, "PL241")
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(r"\s*#(include|script)\b", line):
            word = line.split()[0]
            raise wrong(
                "PL240",
                msg("logic.word", word=word),
                file=path,
                line=number,
                help=msg("logic.only_rules"),
            )
    spoken = owners.keys() & set(re.findall(r"\w+", text))
    try:
        return _compiled(text, path, space, tuple((name, owners[name]) for name in sorted(spoken)))
    except _NoClauseError as unknown:
        raise wrong(
            "PL243",
            msg("logic.no_clause", name=unknown.name),
            file=path,
            line=unknown.line,
            help=meant(unknown.name, _of_space(owners, space)) or msg("logic.no_clause.help"),
        ) from None


def _of_space(owners: Mapping[str, Owner], space: str) -> list[str]:
    """The clauses of one book, those of its own files being nearer than others."""
    return [name for name in owners if name.startswith(f"{space}_")] or list(owners)


class _NoClauseError(Exception):
    """A rule concludes for a clause that does not exist."""

    def __init__(self, name: str, line: int) -> None:
        super().__init__(name)
        self.name, self.line = name, line


@lru_cache(maxsize=1024)
def _compiled(
    text: str, path: Path, space: str, spoken: tuple[tuple[str, Owner], ...]
) -> tuple[Rule, ...]:
    """The rules of a text; kept, since another house adds files and changes none of these."""
    names = Names(space, path, dict(spoken))
    return tuple(rule for node in statements(text, path) for rule in rules_of(node, names))


def rules_of(node: Any, names: Names) -> Iterator[Rule]:
    """The prepared rules of one rule of a file: the rule, and the questions that it asks."""
    line = node.location.begin.line
    path = names.path
    check_rule(node, path)
    node = _renamed(node, names)
    clause: str | None = None
    bindings: tuple[str, ...] = ()
    symbol = node.head.atom.symbol
    if symbol.ast_type == ast.ASTType.Function and symbol.name == "concludes":
        node, clause, bindings = _bind(node, names, line)
    yield _prepared(node, clause, bindings, path, line)
    yield from _questions(node, clause, path, line)


_ISSUE = re.compile(r"[a-z]\w*/\d+")


def _bind(node: Any, names: Names, line: int) -> tuple[Any, str, tuple[str, ...]]:
    symbol = node.head.atom.symbol
    path = names.path
    if len(symbol.arguments) != 3 or not _ISSUE.fullmatch(constant(symbol.arguments[1])):
        raise wrong(
            "PL242",
            msg("logic.concludes"),
            file=path,
            line=line,
            help=msg("logic.concludes.help", name=next(iter(names.owners), "house_topic_clause")),
        )
    clause = str(symbol.arguments[0])
    owner = names.owners.get(clause)
    if clause.startswith("core_") and names.space == "core":
        needed: tuple[str, ...] = ()
    elif owner is None:
        raise _NoClauseError(clause, line)
    else:
        if Path(owner.file).with_suffix(".lp") != path:
            raise wrong(
                "PL243",
                msg("logic.other_file", name=owner.id),
                file=path,
                line=line,
                help=msg("logic.other_file.help", file=Path(owner.file).with_suffix(".lp").name),
            )
        needed = owner.values
        missing = set(needed) - variables(node)
        if missing:
            raise wrong(
                "PL244",
                msg("logic.sentence", name=owner.id, values=listed(sorted(missing))),
                file=path,
                line=line,
                help=meant(min(missing), variables(node))
                or msg("logic.sentence.help", names=listed(sorted(variables(node) - {"_"}))),
            )
    place = symbol.location
    values = ast.Function(place, "b", [ast.Variable(place, v) for v in needed], 0)
    symbol = symbol.update(arguments=[*symbol.arguments, values])
    head = node.head.update(atom=node.head.atom.update(symbol=symbol))
    return node.update(head=head), clause, needed


_NOBODY = Function("nobody")
"""Stands for the player in a question whose rule has none (no variable `P`)."""


def _without_projection(node: Any) -> Any:
    """Names what is left out of atoms that must hold.

    Clingo projects what is anonymous: one more atom for each way in which rules look at the same
    one, and one chain of dependence through all issues.
    """
    if not re.search(r"(?<!\w)_(?!\w)", str(node)):
        return node
    naming = NameAnonymous("Any")
    body = [naming.visit(b) if positive_atom(b) is not None else b for b in node.body]
    return node.update(body=body)


def _prepared(
    node: Any, clause: str | None, bindings: tuple[str, ...], path: Path, line: int
) -> Rule:
    node = _without_projection(node)
    heads = tuple(sorted({key(s) for s in atoms(node.head)}))
    needs, reads, blocked = [], [], []
    for literal in node.body:
        denied = negative_atom(literal)
        if denied is not None:
            blocked.append(key(denied))
        reads += [key(s) for s in atoms(literal)]
        atom = positive_atom(literal)
        if atom is not None:
            needs.append(key(atom))
    return Rule(
        str(node),
        str(_lifted(node)),
        heads,
        tuple(sorted(set(needs))),
        tuple(sorted(set(reads))),
        tuple(blocked),
        clause,
        bindings,
        str(path),
        line,
        _written(node.head),
    )


_TIMED = {"settle": 0, "then": 0, "note": 0, "tag": 0, "finds": 0, "tag_at": 1, "amend": 1}
"""Where an effect that adds a timed fact has that fact."""


def _written(head: Any) -> tuple[str, ...]:
    """The facts, as name/arity, that an `effect/3` head adds; the time comes last."""
    found = set()
    for symbol in atoms(head):
        if symbol.name != "effect" or len(symbol.arguments) != 3:
            continue
        op = symbol.arguments[2]
        if op.ast_type != ast.ASTType.Function:
            continue
        if op.name == "fact" and op.arguments:
            found.add(_signature(op.arguments[0], 0))
        elif op.name in _TIMED and len(op.arguments) > _TIMED[op.name]:
            found.add(_signature(op.arguments[_TIMED[op.name]], 1))
    return tuple(sorted(found))


def _signature(fact: Any, more: int) -> str:
    if fact.ast_type == ast.ASTType.Function:
        return f"{fact.name}/{len(fact.arguments) + more}"
    return f"{fact.symbol.name}/{more}"


def _questions(node: Any, clause: str | None, path: Path, line: int) -> Iterator[Rule]:
    """`asks(Observation, Event, Player)` where everything but the observation holds."""
    watched = []
    rest = []
    for literal in node.body:
        atom = positive_atom(literal)
        if atom is not None and atom.name in ("observed", "not_observed"):
            watched.append(atom)
        else:
            rest.append(literal)
    if not watched:
        return
    has_player = any("P" in variables(literal) for literal in rest)
    for atom in watched:
        place = atom.location
        player = ast.Variable(place, "P") if has_player else ast.SymbolicTerm(place, _NOBODY)
        symbol = ast.Function(place, "asks", [*atom.arguments, player], 0)
        head = node.head.update(atom=ast.SymbolicAtom(symbol))
        yield _prepared(node.update(head=head, body=rest), clause, (), path, line)


def reading_probes(rule: Rule) -> tuple[Rule, ...]:
    """`touches(Book,Reading)` wherever a rule has all it needs but the reading it looks at."""
    found = {r.partition(":")[2] for r in rule.reads if r.startswith("reading/3:")}
    heads = {tuple(n.partition("/")[0] for n in key.split(",")[:2]) for key in found}
    nodes: list[Any] = []
    if heads:
        ast.parse_string(rule.text, nodes.append)
    probes: list[Rule] = []
    for node in (n for n in nodes if n.ast_type.name == "Rule"):
        rest = [literal for literal in node.body if not _looks_at_reading(literal)]
        for names in sorted(heads):
            place = node.location
            values = [ast.SymbolicTerm(place, Function(name)) for name in names]
            symbol = ast.Function(place, "touches", values, 0)
            head = node.head.update(atom=ast.SymbolicAtom(symbol))
            probe = node.update(head=head, body=rest)
            probes.append(_prepared(probe, rule.clause, (), Path(rule.file), rule.line))
    return tuple(probes)


def _looks_at_reading(literal: Any) -> bool:
    return any(getattr(symbol, "name", "") == "reading" for symbol in atoms(literal))


@lru_cache(maxsize=256)
def parse_rules(text: str, source: str) -> tuple[Rule, ...]:
    """Rules the machinery itself writes."""
    nodes: list[Any] = []
    ast.parse_string(text, nodes.append)
    rules = (n for n in nodes if n.ast_type.name == "Rule")
    return tuple(_prepared(n, None, (), Path(source), 0) for n in rules)
