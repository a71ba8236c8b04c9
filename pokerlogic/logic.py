"""Prepares logic files: syntax trees become rules with keys, private names and bindings.

A rule is prepared once.  Predicates with a leading underscore are made private to their file
(to all of core, for core); `concludes/3` gets a fourth argument holding the values its clause's
sentence needs; rules that read an observation also say when it is asked; and every rule has a
second text in which each predicate carries the world it speaks of.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from . import slips
from .asp import Function, SymbolType, ast
from .errors import BookError, meant, wrong
from .forms import text_of
from .guard import note
from .library import Entry, Rule
from .messages import Message, listed, msg

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

_FORBIDDEN = {
    "Script": msg("logic.script"),
    "External": msg("logic.external"),
    "TheoryAtom": msg("logic.theory_atom"),
    "Minimize": msg("logic.optimisation"),
    "Definition": msg("logic.constant"),
    "TheoryDefinition": msg("logic.theory"),
    "Edge": msg("logic.edge"),
    "Heuristic": msg("logic.heuristic"),
    "ProjectAtom": msg("logic.projection"),
    "ProjectSignature": msg("logic.projection"),
    "ShowSignature": msg("logic.show"),
    "ShowTerm": msg("logic.show"),
    "Defined": msg("logic.defined"),
}


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


def key(symbol: Any) -> str:
    """The key of an atom: `name/arity`, refined by constants, `*` where a variable stands."""
    name, arguments = symbol.name, list(symbol.arguments)
    base = f"{name}/{len(arguments)}"
    places = _REFINED.get(name)
    if not places or not arguments:
        return base
    return base + ":" + ",".join(_constant(arguments[i]) for i in places if i < len(arguments))


def _constant(term: Any) -> str:
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


def _with_atoms(node: Any, change: Callable[[Any], Any]) -> Any:
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
            parts[name] = _with_atoms(part, change)
        else:
            parts[name] = [_with_atoms(p, change) for p in part]
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


def _renamed(node: Any, names: Names) -> Any:
    """The rule with the full names of private predicates."""

    def full(symbol: Any) -> Any:
        if symbol.ast_type == ast.ASTType.Function and symbol.name.startswith("_"):
            return symbol.update(name=names.private(symbol.name.lstrip("_")))
        return symbol

    return _with_atoms(node, full) if re.search(r"(?<!\w)_\w", str(node)) else node


STANDING = frozenset({"rank", "rank_in_use", "reading", "parameter"})
"""What a profile says and no situation does: told once, however many worlds are under it."""


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

    found = _with_atoms(node, lifted)
    if profiles:
        first = [_holds(node.location, "under", "World", "Profile")]
    elif all(_positive_atom(literal) is None for literal in node.body):
        first = [_holds(node.location, "world", "World")]
    else:
        first = []
    return found.update(body=[*first, *found.body])


def _holds(place: Any, name: str, *values: str) -> Any:
    """A positive literal over variables."""
    symbol = ast.Function(place, name, [ast.Variable(place, v) for v in values], 0)
    return ast.Literal(place, ast.Sign.NoSign, ast.SymbolicAtom(symbol))


def variables(node: Any) -> set[str]:
    """The names of all variables anywhere inside a node."""
    names: set[str] = set()

    class Collect(ast.Transformer):
        def visit_Variable(self, node: Any) -> Any:
            names.add(node.name)
            return node

    Collect().visit(node)
    return names


def _calls_python(node: Any) -> bool:
    hit: list[bool] = []

    class Collect(ast.Transformer):
        def visit_Function(self, node: Any) -> Any:
            hit.append(bool(node.external))
            return node.update(arguments=[self.visit(a) for a in node.arguments])

    Collect().visit(node)
    return any(hit)


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


def _positive_atom(literal: Any) -> Any | None:
    """The atom of a plain positive body literal, else None."""
    return _plain_atom(literal, ast.Sign.NoSign)


def _negative_atom(literal: Any) -> Any | None:
    """The atom of a plain negated body literal, else None."""
    return _plain_atom(literal, ast.Sign.Negation)


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
    return tuple(rule for node in _statements(text, path) for rule in rules_of(node, names))


def vet(path: Path) -> None:
    """Raises BookError for what is no rule of a book, before anything is made of it."""
    for node in _statements(text_of(path, "PL241"), path):
        _allowed(node, path)


def _statements(text: str, path: Path) -> Iterator[Any]:
    """The syntax trees of the rules of a text; raises BookError for any other statement."""
    slips.check(text, path)
    messages: list[str] = []
    nodes: list[Any] = []
    try:
        ast.parse_string(text, nodes.append, logger=lambda _code, message: messages.append(message))
    except RuntimeError:
        raise _syntax(path, text, messages) from None
    for node in nodes:
        kind = node.ast_type.name
        line = node.location.begin.line
        if kind == "Comment":
            continue
        if kind == "Program":
            if node.name != "base":
                said = msg("logic.word", word="#program")
                raise wrong("PL240", said, file=path, line=line, help=_INSTEAD)
            continue
        if kind in _FORBIDDEN:
            raise _forbidden(_FORBIDDEN[kind], path, line)
        if kind != "Rule":
            raise wrong("PL240", msg("logic.only_rules"), file=path, line=line, help=_INSTEAD)
        note(path, line)
        yield node


def _syntax(path: Path, text: str, messages: list[str]) -> BookError:
    found = re.search(r":(\d+):(\d+)[^:]*: error: ", messages[0]) if messages else None
    if found is None:
        return wrong("PL241", msg("logic.unread"), file=path, line=1, help=msg("slip.here.help"))
    return slips.syntax(path, text, int(found.group(1)), int(found.group(2)))


_INSTEAD = msg("logic.instead")


def _forbidden(what: Message, path: Path, line: int) -> BookError:
    said = msg("logic.forbidden", what=what)
    return wrong("PL240", said, file=path, line=line, help=_INSTEAD)


def _allowed(node: Any, path: Path) -> None:
    """Raises BookError for what no rule of a book may have."""
    line = node.location.begin.line
    head = node.head
    if head.ast_type != ast.ASTType.Literal:
        raise _forbidden(msg("logic.choice"), path, line)
    if head.atom.ast_type != ast.ASTType.SymbolicAtom or head.sign != ast.Sign.NoSign:
        raise _forbidden(msg("logic.constraint"), path, line)
    for literal in node.body:
        atom = getattr(literal, "atom", None)
        if atom is not None and atom.ast_type == ast.ASTType.TheoryAtom:
            raise _forbidden(_FORBIDDEN["TheoryAtom"], path, line)
    if any(symbol.ast_type == ast.ASTType.UnaryOperation for symbol in atoms(node)):
        raise _forbidden(msg("logic.opposite"), path, line)
    if "@" in str(node) and _calls_python(node):
        raise _forbidden(msg("logic.python"), path, line)


def rules_of(node: Any, names: Names) -> Iterator[Rule]:
    """The prepared rules of one rule of a file: the rule, and the questions that it asks."""
    line = node.location.begin.line
    path = names.path
    _allowed(node, path)
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
    if len(symbol.arguments) != 3 or not _ISSUE.fullmatch(_constant(symbol.arguments[1])):
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
    body = [naming.visit(b) if _positive_atom(b) is not None else b for b in node.body]
    return node.update(body=body)


def _prepared(
    node: Any, clause: str | None, bindings: tuple[str, ...], path: Path, line: int
) -> Rule:
    node = _without_projection(node)
    heads = tuple(sorted({key(s) for s in atoms(node.head)}))
    needs, reads, blocked = [], [], []
    for literal in node.body:
        denied = _negative_atom(literal)
        if denied is not None:
            blocked.append(key(denied))
        reads += [key(s) for s in atoms(literal)]
        atom = _positive_atom(literal)
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
        atom = _positive_atom(literal)
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


def vocabulary_rules(entries: Iterable[Entry]) -> tuple[Rule, ...]:
    """What follows from an entry alone: it is an incident, and it belongs to its classes."""
    lines = []
    for entry in entries:
        if entry.kind != "incident":
            continue
        atom = f"{entry.id}({','.join(['_'] * len(entry.args) + ['E'])})"
        if entry.ruled:
            lines.append(f"incident(E) :- {atom}.")
        for name in entry.classes:
            if name == "gesture":
                by = f"{entry.id}({','.join(['P'] + ['_'] * (len(entry.args) - 1) + ['E'])})"
                lines.append(f"by_player(P,E) :- {by}.")
            elif " of " in name:
                name, _, whose = name.partition(" of ")
                slots = [whose if arg == whose else "_" for arg, _ in entry.args]
                atom_of = f"{entry.id}({','.join([*slots, 'E'])})"
                lines.append(f"{name}({whose},E) :- happens(E), {atom_of}.")
            else:
                lines.append(f"{name}(E) :- happens(E), {atom}.")
    return parse_rules("\n".join(lines), "vocabulary")


def resolution_rules(name: str, size: int) -> tuple[Rule, ...]:
    """Per issue: the highest rank that answers decides; linear in the answers.

    The third rule is for programs in which all clauses that answer the issue share one rank.
    """
    issue = f"{name}({','.join(f'X{i}' for i in range(size))})" if size else name
    rules = parse_rules(
        f"outranked({issue},K) :- concludes(R,{issue},A,B), rank(R,L), rank_in_use(K), K < L.\n"
        f"ruling({issue},A) :- concludes(R,{issue},A,B), rank(R,K), not outranked({issue},K).\n"
        f"ruling({issue},A) :- concludes(R,{issue},A,B).",
        "resolution",
    )
    return tuple(
        rule._replace(
            heads=tuple(_own_outranked(h, name) for h in rule.heads),
            needs=tuple(n for n in rule.needs if not n.startswith("rank")),
            reads=tuple(_own_outranked(r, name) for r in rule.reads),
            blocked=(),
        )
        for rule in rules
    )


def _own_outranked(key: str, name: str) -> str:
    return f"outranked/2:{name}" if key.startswith("outranked") else key
