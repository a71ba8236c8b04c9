"""Many moments in one grounding, each under the whole knowledge base or under a mutant of it.

A world has a number in front of its atoms, as in the lifted program; `under` says which profile it
is judged by, `on` which mutant is in force there and `off` which rule it replaces.  A world with an
open observation goes on as several, one for each way in which it may have been.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Any

from ..asp import Control, Function, Number, Symbol, ast, term
from ..errors import LimitError
from ..library import Library, Rule
from ..messages import msg
from ..program import OUTPUTS, Setup
from ..solver import MODEL_LIMIT, Request, World
from .making import Mutant, Original

Choice = tuple[tuple[str, Symbol, Symbol], ...]
"""Open observations that are taken as made or not: `observed` or `not_observed`, what, when."""

Watched = dict[int, Mutant]
"""Mutants by their number."""

_UNDER = "under(World,Under,Ranked)"
_STANDING = (
    (re.compile(r"\b(reading|parameter)\(Profile,"), r"\1(Under,"),
    (re.compile(r"\b(rank|rank_in_use)\(Profile,"), r"\1(Ranked,"),
    (re.compile(r"\b(under\(World,Profile\)|world\(World\))"), _UNDER),
)


@dataclass
class Task:
    """One request to solve, perhaps under a mutant; what is found is left here.

    `open` are the ways to take open observations that are still to be looked at; `stirs` the
    watched mutants that conclude otherwise than their rules at this moment.
    """

    request: Request
    mutant: int | None = None
    worlds: list[World] = field(default_factory=list)
    stirs: set[int] = field(default_factory=set)
    open: list[Choice] = field(default_factory=lambda: [()])
    error: LimitError | None = None

    def found(self, choice: Choice, world: World) -> None:
        """Takes what a way to take open observations came to: an answer set, or more to ask."""
        more = _open(choice, world)
        if not more:
            if _asked_for(choice, world):
                self.worlds.append(world)
        elif 2 ** (len(more) + len(choice)) > MODEL_LIMIT:
            self.error = LimitError("PL501", msg("limit.observations"))
            self.open.clear()
        else:
            for names in product(("observed", "not_observed"), repeat=len(more)):
                taken = ((name, *one) for name, one in zip(names, more, strict=True))
                self.open.append((*choice, *taken))


@dataclass(frozen=True)
class _Standing:
    """What a profile adds to all its worlds, under its number and that of its ranks."""

    number: int
    ranked: int
    symbols: list[Symbol]


class Base:
    """A knowledge base as syntax trees, over worlds."""

    def __init__(self, library: Library, originals: Iterable[Original]) -> None:
        self.library = library
        self.originals = list(originals)
        self.number = {original: n for n, original in enumerate(self.originals)}
        own = {rule.text for original in self.originals for rule in original.rules}
        rest = [r for r in library.rules if r.text not in own]
        rest += [r for rules in library.resolution.values() for r in rules[:2]]
        self._rest = _parsed(_over_worlds(r) for r in rest)
        self._setups: dict[Setup, _Standing] = {}
        self._ranked: dict[frozenset[tuple[str, int]], int] = {}

    @cached_property
    def _plain(self) -> list[list[Any]]:
        return [_parsed(_over_worlds(r) for r in o.rules) for o in self.originals]

    @cached_property
    def _switched(self) -> list[list[Any]]:
        return [
            _parsed(_with(_over_worlds(r), f"not off(World,{n})") for r in o.rules)
            for n, o in enumerate(self.originals)
        ]

    def step(self, tasks: Sequence[Task], mutants: Watched, watched: Watched) -> None:
        """One grounding for all that is open in these tasks; more may be open after it."""
        todo = [(task, choice) for task in tasks for choice in task.open]
        for task in tasks:
            task.open = []
        found = self._ground(todo, mutants, watched)
        for (task, choice), (world, stirs) in zip(todo, found, strict=True):
            task.stirs |= stirs
            if task.error is None:
                task.found(choice, world)
        for task in tasks:
            if not task.open and not task.worlds and task.error is None:
                task.error = LimitError("PL502", msg("limit.no_answer"))

    def _ground(
        self, todo: Sequence[tuple[Task, Choice]], mutants: Watched, watched: Watched
    ) -> list[tuple[World, set[int]]]:
        tried = {t.mutant for t, _ in todo if t.mutant is not None}
        replaced = {self.number[mutants[m].original] for m in tried}
        control = Control(["--warn=none"], logger=lambda _code, _text: None)
        control.add("base", [], self._more(tried, mutants, watched))
        with ast.ProgramBuilder(control) as builder:
            for node in self._rest:
                builder.add(node)
            for n in range(len(self.originals)):
                for node in self._switched[n] if n in replaced else self._plain[n]:
                    builder.add(node)
        with control.backend() as backend:
            for setup in dict.fromkeys(task.request.setup for task, _ in todo):
                for symbol in self._standing(setup).symbols:
                    backend.add_rule([backend.add_atom(symbol)])
            for number, (task, choice) in enumerate(todo):
                for fact in self._facts(task, choice, mutants):
                    symbol = Function(fact[0], [Number(number), *map(term, fact[1:])])
                    backend.add_rule([backend.add_atom(symbol)])
        control.ground([("base", [])])
        atoms: list[dict[str, list[Symbol]]] = [{} for _ in todo]
        stirs: list[set[int]] = [set() for _ in todo]
        with control.solve(yield_=True) as handle:
            for model in handle:
                for symbol in model.symbols(shown=True):
                    number, *arguments = symbol.arguments
                    if symbol.name == "stirs":
                        stirs[number.number].add(arguments[0].number)
                        continue
                    own = atoms[number.number].setdefault(symbol.name, [])
                    own.append(Function(symbol.name, arguments))
                break
        for one in atoms:
            for found in one.values():
                found.sort()
        return [(World(a), s) for a, s in zip(atoms, stirs, strict=True)]

    def _facts(self, task: Task, choice: Choice, mutants: Watched) -> Iterable[tuple[Any, ...]]:
        standing = self._standing(task.request.setup)
        yield ("under", standing.number, standing.ranked)
        yield from task.request.facts
        yield from choice
        if task.mutant is not None:
            yield ("on", task.mutant)
            yield ("off", self.number[mutants[task.mutant].original])

    def _standing(self, setup: Setup) -> _Standing:
        known = self._setups.get(setup)
        if known is None:
            ranks = frozenset(setup.ranks.items())
            ranked = self._ranked.setdefault(ranks, len(self._ranked))
            number = len(self._setups)
            facts: list[tuple[Any, ...]] = []
            facts += [(name, number, *args) for name, *args in setup.standing.values()]
            facts += [("rank", ranked, (clause,), rank) for clause, rank in ranks]
            facts += [("rank_in_use", ranked, rank) for rank in {rank for _, rank in ranks}]
            symbols = [Function(f[0], [term(a) for a in f[1:]]) for f in facts]
            known = self._setups[setup] = _Standing(number, ranked, symbols)
        return known

    def _more(self, tried: Iterable[int], mutants: Watched, watched: Watched) -> str:
        """The mutants that are tried, what watches others, and what the profiles have."""
        lines = []
        for number in tried:
            lines += [_with(_over_worlds(r), f"on(World,{number})") for r in mutants[number].rules]
        lines += self._watching(watched)
        shown = {*OUTPUTS, "observed/2", "not_observed/2", "stated/2"}
        for name, size in (output.split("/") for output in shown):
            lines.append(f"#show {name}/{int(size) + 1}.")
        lines.append("#show stirs/2.")
        return "\n".join(lines)

    def _watching(self, watched: Watched) -> list[str]:
        if not watched:
            return []
        lines = []
        heads = set()
        for original in {m.original: None for m in watched.values()}:
            number = self.number[original]
            for rule in original.rules:
                head, body = _parts(rule.text)[0], _parts(_over_worlds(rule))[1]
                lines.append(f"was(World,{number},{head}) :- {body}.")
                heads |= {h.split(":")[0] for h in rule.heads}
        for number, mutant in watched.items():
            lines.append(f"of({number},{self.number[mutant.original]}).")
            for rule in mutant.rules:
                # Without its only atom a rule would not say of which world it speaks.
                body = _parts(_with(_over_worlds(rule), "under(World,_,_)"))[1]
                lines.append(f"now(World,{number},{_parts(rule.text)[0]}) :- {body}.")
        for name, size in (head.split("/") for head in heads):
            names = [f"X{n}" for n in range(int(size))]
            atom = f"{name}({','.join(names)})" if names else name
            lines.append(f"holds(W,{atom}) :- {name}({','.join(['W', *names])}).")
        lines += [
            "also(W,R,H) :- was(W,R,H), was(W,S,H), R != S.",
            "stirs(W,M) :- now(W,M,H), of(M,R), not was(W,R,H), not holds(W,H).",
            "stirs(W,M) :- was(W,R,H), of(M,R), not now(W,M,H), not also(W,R,H).",
        ]
        return lines


def _parsed(lines: Iterable[str]) -> list[Any]:
    nodes: list[Any] = []
    ast.parse_string("\n".join(lines), nodes.append)
    return [n for n in nodes if n.ast_type == ast.ASTType.Rule]


def _parts(text: str) -> tuple[str, str]:
    head, _, body = text.removesuffix(".").partition(" :- ")
    return head, body


def _with(text: str, literal: str) -> str:
    head, body = _parts(text)
    return f"{head} :- {literal}; {body}." if body else f"{head} :- {literal}."


def _over_worlds(rule: Rule) -> str:
    """The lifted rule; what a profile has is given once for all its worlds."""
    text = rule.lifted
    for pattern, instead in _STANDING:
        text = pattern.sub(instead, text)
    if rule.clause is not None:
        text = _with(text, f"rank(Ranked,{rule.clause},_)")
    return _with(text, _UNDER) if "(Ranked," in text and _UNDER not in text else text


def _open(choice: Choice, world: World) -> list[tuple[Symbol, Symbol]]:
    """The observations that are asked for and neither stated nor taken one way yet."""
    known = {tuple(a.arguments) for a in world.of("stated")} | {c[1:] for c in choice}
    asked = dict.fromkeys(tuple(a.arguments[:2]) for a in world.of("asks"))
    return [(what, when) for what, when in asked if (what, when) not in known]


def _asked_for(choice: Choice, world: World) -> bool:
    asked = {tuple(a.arguments[:2]) for a in world.of("asks")}
    return all(one[1:] in asked for one in choice)
