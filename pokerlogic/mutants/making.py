"""Every small change of a rule of the books that some case should notice."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..asp import Control, ast
from ..errors import BookError
from ..library import Library, Rule, atom_of, placeholders
from ..logic import Names, Owner, rules_of
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

    @property
    def topic(self) -> str:
        """The topic of its file."""
        return Path(self.file).stem


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


_FLIPS = {
    "<": ("<=", ">="),
    "<=": ("<", ">"),
    ">": (">=", "<="),
    ">=": (">", "<"),
    "=": ("!=",),
    "!=": ("=",),
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
        yield from _of_rule(original, names)


def _of_rule(original: Original, names: Names) -> Iterator[Mutant]:
    """The mutants of the conditions."""
    body = literals(original.text)
    for number, was in enumerate(body):
        for changed in ("", *flipped(was)):
            rules = _changed(original, names, number, changed)
            if rules:
                yield Mutant(original, was, changed, rules)


def _changed(original: Original, names: Names, number: int, now: str) -> tuple[Rule, ...]:
    """The rules with another condition at that place; none where a sentence lacks a value then."""
    rule, *questions = original.rules
    if questions:
        nodes: list[Any] = []
        ast.parse_string(_joined(original.text, number, lambda _: now), nodes.append)
        try:
            return tuple(rules_of(nodes[-1], names))
        except BookError:
            return ()

    def instead(was: str) -> str:
        return flipped(was)[flipped(literals(original.text)[number]).index(now)] if now else ""

    spare = len(literals(rule.lifted)) - len(literals(rule.text))
    return (
        rule._replace(
            text=_joined(rule.text, number, instead),
            lifted=_joined(rule.lifted, number + spare, instead),
        ),
    )


def literals(text: str) -> list[str]:
    """The conditions of a rule as clingo writes it."""
    body = text.removesuffix(".").partition(" :- ")[2]
    found, depth, quoted = [""], 0, False
    for sign in body:
        quoted ^= sign == '"'
        depth += 0 if quoted else (sign in "({") - (sign in ")}")
        if sign == ";" and depth == 0 and not quoted:
            found.append("")
        else:
            found[-1] += sign
    return [literal.strip() for literal in found if literal.strip()]


def flipped(literal: str) -> list[str]:
    """The comparison with the other operators; nothing for what is no plain comparison."""
    signs = re.findall(r" (<=|>=|!=|<|>|=) ", literal)
    if len(signs) != 1 or "#" in literal or ".." in literal or '"' in literal:
        return []
    return [literal.replace(f" {signs[0]} ", f" {other} ") for other in _FLIPS[signs[0]]]


def _joined(rule: str, number: int, change: Callable[[str], str]) -> str:
    """A rule with another condition at that place, or without it."""
    head, body = rule.removesuffix(".").partition(" :- ")[0], literals(rule)
    now = change(body[number])
    rest = [*body[:number], *([now] if now else []), *body[number + 1 :]]
    return f"{head} :- {'; '.join(rest)}." if rest else f"{head}."


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
