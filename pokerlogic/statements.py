"""Which statements of a logic file are rules of a book; every other one is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import slips
from .asp import ast
from .errors import BookError, wrong
from .forms import text_of
from .guard import note
from .messages import Message, msg
from .syntax import atoms

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


def _calls_python(node: Any) -> bool:
    hit: list[bool] = []

    class Collect(ast.Transformer):
        def visit_Function(self, node: Any) -> Any:
            hit.append(bool(node.external))
            return node.update(arguments=[self.visit(a) for a in node.arguments])

    Collect().visit(node)
    return any(hit)


def vet(path: Path) -> None:
    """Raises BookError for what is no rule of a book, before anything is made of it."""
    for node in statements(text_of(path, "PL241"), path):
        check_rule(node, path)


def statements(text: str, path: Path) -> Iterator[Any]:
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


_OUR_VARIABLES = re.compile(r"\b(?:World|Profile|Under|Ranked|(?:Any|Unnamed)\d+)\b")
_OUR_PREDICATES = {"world", "under", "was", "of", "holds", "also", "stirs"}
"""Names that are put into rules where many situations are asked about at once."""


def check_rule(node: Any, path: Path) -> None:
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
    text = str(node)
    if "@" in text and _calls_python(node):
        raise _forbidden(msg("logic.python"), path, line)
    taken = _OUR_VARIABLES.findall(text)
    taken += [s.name for s in atoms(node) if getattr(s, "name", "") in _OUR_PREDICATES]
    if taken:
        help = msg("logic.ours.help")
        raise wrong("PL251", msg("logic.ours", name=min(taken)), file=path, line=line, help=help)
