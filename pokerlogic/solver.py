"""Solves sliced programs over facts, one situation at a time or many worlds in one grounding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from . import guard
from .asp import Control, Function, MessageCode, Number, Symbol, ast, term
from .errors import LimitError
from .library import Rule
from .messages import msg
from .program import OUTPUTS, Fact, Setup, Slice, joint_slice
from .situation import Place

MODEL_LIMIT = 64
"""Six open observations, two values each."""


@dataclass(frozen=True)
class Request:
    """One question to the solver: a profile and the facts of a moment.

    `without` names predicates that can not hold at this moment, so that what needs them is left
    out; the asker checks that it was right.  `whole` asks for every atom.
    """

    setup: Setup
    facts: tuple[Fact, ...]
    without: frozenset[str] = frozenset()
    whole: bool = False


@dataclass(frozen=True)
class World:
    """The atoms of one answer set by predicate name: those of the output, or all of them.

    `rules` are the rules in force, where all atoms were asked for.
    """

    atoms: dict[str, list[Symbol]]
    rules: tuple[Rule, ...] = ()

    def of(self, name: str) -> list[Symbol]:
        """The atoms of one predicate, in clingo's order."""
        return self.atoms.get(name, [])

    def has(self, name: str) -> bool:
        """Whether any atom of that predicate holds."""
        return name in self.atoms


@dataclass(frozen=True)
class Statistics:
    """What the last solve was like: clingo's own counts."""

    rules: int
    bodies: int
    models: int


_REFINED = {"observed", "not_observed", "affirmed", "denied", "chosen", "starts"}
last_statistics: Statistics | None = None
keep_statistics = False


def keys(facts: Sequence[Fact]) -> frozenset[str]:
    """The keys of facts, as the slicing wants them."""
    found = set()
    for fact in facts:
        key = f"{fact[0]}/{len(fact) - 1}"
        if fact[0] in _REFINED:
            first = fact[1]
            if isinstance(first, tuple):
                key += f":{first[0]}/{len(first) - 1}"
            elif isinstance(first, Symbol):
                key += f":{first.name}/{len(first.arguments)}"
        found.add(key)
    return frozenset(found)


def solve(request: Request) -> list[World]:
    """The answer sets of one question; one, unless observations are open.

    Books from outside are asked in a process of their own.
    """
    setup = request.setup
    if not setup.library.outside:
        return _solve(request)
    part = setup.slice(keys(request.facts).union(setup.standing), request.without)

    def find() -> None:
        from .groups import in_turn

        in_turn(part.rules, [*map(term, request.facts), *part.standing])

    sent = guard.asking(lambda: _sent([_solve(request)]), find)
    rules = part.rules if request.whole else ()
    return [replace(world, rules=rules) for world in _received(sent)[0]]


def _sent(found: list[list[World]]) -> list[list[str]]:
    """Answer sets as JSON data; raises LimitError where rules choose among them."""
    from .overflow import WATCH

    if any(len(worlds) > 1 and not any(w.has("asks") for w in worlds) for worlds in found):
        raise LimitError("PL509", msg("limit.chosen"))
    for world in (world for worlds in found for world in worlds):
        for symbol in world.of(WATCH):
            file, line = symbol.arguments
            place = Place(line.number, 1)
            raise LimitError("PL510", msg("limit.overflow"), place, file=file.string)
    return [
        [guard.told([a for atoms in world.atoms.values() for a in atoms]) for world in worlds]
        for worlds in found
    ]


def _received(sent: list[list[str]]) -> list[list[World]]:
    return [[_world(guard.heard(world)) for world in worlds] for worlds in sent]


def _solve(request: Request) -> list[World]:
    setup = request.setup
    part = setup.slice(keys(request.facts).union(setup.standing), request.without)
    control = _control()
    _load(control, part, lifted=False)
    symbols = [*map(term, request.facts), *part.standing]
    if request.whole:
        # An explanation may look further than the rules of the slice.
        symbols += map(term, setup.standing.values())
    with control.backend() as backend:
        for symbol in dict.fromkeys(symbols):
            backend.add_rule([backend.add_atom(symbol)])
    control.ground([("base", [])])
    if request.whole:
        return [_world(symbols, part.rules) for symbols in _models(control, shown=False)]
    return [_world(symbols) for symbols in _models(control)]


def solve_many(requests: Sequence[Request]) -> list[list[World]]:
    """The answer sets of many questions from one grounding of the lifted program.

    A world with an open observation is solved once more for each way in which it can be stated.
    """
    if len(requests) == 1:
        return [solve(requests[0])]
    outside = next((r.setup for r in requests if r.setup.library.outside), None)
    if outside is None:
        return _solve_many(requests)
    return _received(guard.asking(lambda: _sent(_solve_many(requests)), count=len(requests)))


def _solve_many(requests: Sequence[Request]) -> list[list[World]]:
    found: list[list[World]] = [[] for _ in requests]
    waiting = list(enumerate(requests))
    while waiting:
        worlds = _together([request for _, request in waiting])
        further: list[tuple[int, Request]] = []
        for (number, request), world in zip(waiting, worlds, strict=True):
            open_now = _open(world)
            if not open_now:
                found[number].append(world)
                continue
            for names in product(("observed", "not_observed"), repeat=len(open_now)):
                stated = tuple((n, *about) for n, about in zip(names, open_now, strict=True))
                further.append((number, replace(request, facts=(*request.facts, *stated))))
        waiting = further
        counts = Counter(number for number, _ in waiting)
        if any(len(found[n]) + more > MODEL_LIMIT for n, more in counts.items()):
            raise LimitError("PL501", msg("limit.observations"))
    return found


def _open(world: World) -> list[tuple[Symbol, Symbol]]:
    """The observations that are asked about and that nobody stated, with their times."""
    if not world.has("asks"):
        return []
    known = {tuple(a.arguments) for n in ("observed", "not_observed") for a in world.of(n)}
    asked = dict.fromkeys((a.arguments[0], a.arguments[1]) for a in world.of("asks"))
    return [about for about in asked if about not in known]


def _together(requests: Sequence[Request]) -> list[World]:
    """One answer set of each question, with open observations left open."""
    setups = list(dict.fromkeys(request.setup for request in requests))
    wanted = frozenset().union(*(keys(r.facts) for r in requests), *(s.standing for s in setups))
    without = frozenset.intersection(*(r.without for r in requests))
    apart = _apart(requests) if len(setups) == len(requests) else None
    part = joint_slice(tuple(setups), wanted, without, apart)
    control = _control()
    _load(control, part, lifted=True)
    order = {setup: number for number, setup in enumerate(setups)}
    with control.backend() as backend:
        for fact in dict.fromkeys(f for r in requests for f in r.facts if f[0] in part.common):
            backend.add_rule([backend.add_atom(term(fact))])
        for number, request in enumerate(requests):
            world = Number(number)
            own = (f for f in request.facts if f[0] not in part.common)
            for fact in (("under", order[request.setup]), *own):
                lifted = Function(str(fact[0]), [world, *map(term, fact[1:])])
                backend.add_rule([backend.add_atom(lifted)])
    control.ground([("base", [])])
    symbols, *others = _models(control)
    if others:
        raise LimitError("PL509", msg("limit.chosen"))
    common = [symbol for symbol in symbols if symbol.name]
    split: list[list[Symbol]] = [[*common] for _ in requests]
    for symbol in symbols:
        if not symbol.name:
            where, atom = symbol.arguments
            split[where.number].append(atom)
    return [_world(atoms) for atoms in split]


def _apart(requests: Sequence[Request]) -> frozenset[str]:
    """The predicates of the facts that do not stand in all requests."""
    facts = [frozenset(request.facts) for request in requests]
    some = frozenset().union(*facts) - frozenset.intersection(*facts)
    return frozenset(str(fact[0]) for fact in some)


def _control() -> Control:
    def logger(code: MessageCode, message: str) -> None:
        if code == MessageCode.RuntimeError:
            messages.append(message)

    messages: list[str] = []
    return Control(["0", "--warn=none"], logger=logger, message_limit=20)


def _load(control: Control, part: Slice, *, lifted: bool) -> None:
    """Gives the rules to clingo: as text the first time, as kept syntax trees after that."""
    part.uses += 1
    if part.parsed is None:
        shown = (
            _shown(name, int(size), lifted and name not in part.common) for name, size in _outputs()
        )
        shows = "\n".join(["#show.", *shown])
        text = f"{part.lifted if lifted else part.text}\n{shows}"
        if part.uses == 1:
            control.add("base", [], text)
            return
        nodes: list[Any] = []
        ast.parse_string(text, nodes.append)
        part.parsed = nodes
    with ast.ProgramBuilder(control) as builder:
        for node in part.parsed:
            builder.add(node)


def _shown(name: str, size: int, lifted: bool) -> str:
    """What is told of a predicate; of the lifted one the world and the atom as it is in it."""
    if not lifted:
        return f"#show {name}/{size}."
    values = [f"V{n}" for n in range(size)]
    own = f"{name}({','.join(values)})" if values else name
    return f"#show (W,{own}) : {name}({','.join(['W', *values])})."


def _outputs() -> list[tuple[str, str]]:
    return [(o.split("/")[0], o.split("/")[1]) for o in (*OUTPUTS, "observed/2", "not_observed/2")]


def _models(
    control: Control, limit: int = MODEL_LIMIT, *, shown: bool = True
) -> list[list[Symbol]]:
    global last_statistics
    found: list[list[Symbol]] = []
    with control.solve(yield_=True) as handle:
        for model in handle:
            found.append(list(model.symbols(shown=shown, atoms=not shown)))
            if limit and len(found) > limit:
                raise LimitError("PL501", msg("limit.observations"))
    if keep_statistics:
        problem = control.statistics["problem"]["lp"]
        last_statistics = Statistics(int(problem["rules"]), int(problem["bodies"]), len(found))
    if not found:
        raise LimitError("PL502", msg("limit.no_answer"))
    return found


def _world(symbols: Sequence[Symbol], rules: tuple[Rule, ...] = ()) -> World:
    atoms: dict[str, list[Symbol]] = {}
    for symbol in symbols:
        atoms.setdefault(symbol.name, []).append(symbol)
    for found in atoms.values():
        found.sort()
    return World(atoms, rules)
