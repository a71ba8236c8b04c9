"""Every small change of a rule of the books that some case should notice."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..asp import Control, ast
from ..errors import BookError
from ..library import Library, Rule, atom_of
from ..logic import Names, Owner, placeholders, rules_of
from ..messages import Message, msg


@dataclass(frozen=True)
class Original:
    """A rule as its file has it, and the prepared rules it stands for."""

    book: str
    chapter: str
    file: str
    line: int
    text: str
    rules: tuple[Rule, ...]

    @property
    def where(self) -> str:
        """The chapter, as the command line names it."""
        return f"{self.book}/{self.chapter}"


@dataclass(frozen=True)
class Mutant:
    """A changed rule; `was` is the condition that is changed, `now` what stands instead.

    Without `now` the condition is dropped, without `was` the whole rule.
    """

    original: Original
    was: str = ""
    now: str = ""
    rules: tuple[Rule, ...] = field(default=(), compare=False)

    @property
    def change(self) -> str:
        """The change as the list of explained mutants writes it; it never reads the same twice."""
        return f"{self.was} -> {self.now}" if self.now else f"drop {self.was or 'rule'}"

    @property
    def key(self) -> str:
        """What the mutant is known by as long as its rule stays as it is."""
        return f"{self.original.file}: {self.original.text} [{self.change}]"

    def told(self) -> Message:
        """The change in words."""
        if self.now:
            return msg("mutant.flipped", was=self.was, now=self.now)
        return msg("mutant.dropped", was=self.was) if self.was else msg("mutant.rule")


_Op = ast.ComparisonOperator
_FLIPS: dict[Any, tuple[Any, ...]] = {
    _Op.LessThan: (_Op.LessEqual, _Op.GreaterEqual),
    _Op.LessEqual: (_Op.LessThan, _Op.GreaterThan),
    _Op.GreaterThan: (_Op.GreaterEqual, _Op.LessEqual),
    _Op.GreaterEqual: (_Op.GreaterThan, _Op.LessThan),
    _Op.Equal: (_Op.NotEqual,),
    _Op.NotEqual: (_Op.Equal,),
}
"""What each comparison becomes: its neighbour and its opposite."""


def mutants(
    library: Library, folders: Iterable[Path], only: Collection[str] | None = None
) -> list[Mutant]:
    """Every mutant of the books in these folders, or of some files, that is a program of its own.

    A condition that alone gives a variable its value can not be dropped.
    """
    books = {Path(c.file).parents[1].name: c.book for c in library.by_atom.values()}
    known = {rule.text for rule in library.rules}
    found: dict[str, Mutant] = {}
    for folder in folders:
        for path in sorted(folder.glob("books/*/*/*.lp")):
            book = books.get(path.parents[1].name)
            if book is not None and (only is None or _short(path) in only):
                names = Names(atom_of(book), path, _owners(library, path))
                for mutant in _of_file(names):
                    if not mutant.rules or mutant.rules[0].text not in known:
                        found.setdefault(mutant.key, mutant)
    return _safe(list(found.values()))


def _owners(library: Library, path: Path) -> dict[str, Owner]:
    """The clauses that this file speaks for."""
    file = path.with_suffix(".yaml")
    return {
        c.atom: Owner(c.id, str(file), tuple(sorted(placeholders(c.because))))
        for c in library.by_atom.values()
        if Path(c.file).parts[-3:] == file.parts[-3:]
    }


def _short(path: Path) -> str:
    """`book/chapter/topic.lp`."""
    return "/".join(path.parts[-3:])


def _of_file(names: Names) -> Iterator[Mutant]:
    book, chapter, _ = names.path.parts[-3:]
    nodes: list[Any] = []
    ast.parse_string(names.path.read_text(encoding="utf-8"), nodes.append)
    for node in nodes:
        if node.ast_type != ast.ASTType.Rule:
            continue
        line, rules = node.location.begin.line, tuple(rules_of(node, names))
        original = Original(book, chapter, _short(names.path), line, str(node), rules)
        yield Mutant(original)
        for was, now, body in _bodies(list(node.body)):
            try:
                changed = tuple(rules_of(node.update(body=body), names))
            except BookError:
                # The sentence of the clause names a value that only this condition gives.
                continue
            yield Mutant(original, was, now, changed)


def _bodies(body: list[Any]) -> Iterator[tuple[str, str, list[Any]]]:
    """What is changed, what stands instead, and the whole body then."""
    for number, literal in enumerate(body):
        before, after = body[:number], body[number + 1 :]
        yield str(literal), "", [*before, *after]
        for flipped in _flipped(literal):
            yield str(literal), str(flipped), [*before, flipped, *after]


def _flipped(literal: Any) -> Iterator[Any]:
    atom = getattr(literal, "atom", None)
    if atom is None or atom.ast_type != ast.ASTType.Comparison or len(atom.guards) != 1:
        return
    guard = atom.guards[0]
    for operator in _FLIPS[_Op(guard.comparison)]:
        yield literal.update(atom=atom.update(guards=[guard.update(comparison=operator)]))


def _safe(mutants: list[Mutant]) -> list[Mutant]:
    """Those that can be grounded: the others left a variable with nothing to give it a value."""
    lines = [(n, rule.text) for n, m in enumerate(mutants) for rule in m.rules]
    messages: list[str] = []
    control = Control(
        ["--warn=none"],
        logger=lambda _code, text: messages.append(text),
        message_limit=len(lines) + 1,
    )
    with suppress(RuntimeError):
        control.add("base", [], "\n".join(text for _, text in lines))
        control.ground([("base", [])])
    unsafe = {lines[int(n) - 1][0] for m in messages for n in re.findall(r"<block>:(\d+):", m)[:1]}
    return [m for n, m in enumerate(mutants) if n not in unsafe]
