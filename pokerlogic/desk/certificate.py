"""Certificates: that a domain holds every outcome combination of the comparisons its clauses make.

The comparisons are collected from the clauses (`quantities`); z3 lists which combinations of their
outcomes (less, equal, more) are possible for any amounts at all, under the relations that the
domain states; the amounts of every situation of the domain show which of them occur.  With more
than `TOGETHER` comparisons on an issue each pair of clauses is proved instead of all together.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any

from pokerlogic import caching, engine
from pokerlogic.errors import LimitError, wrong
from pokerlogic.logic import parse_rules
from pokerlogic.messages import msg
from pokerlogic.program import Setup, reachable

from .domains import Domain, situations
from .judging import Under
from .quantities import Form, Tracer, normal, value, words
from .sweep import BATCH, Swept, keys_of_all, sweep
from .verdicts import name_of

TOGETHER = 16
"""Comparisons of an issue that are proved together; above it pairs of clauses are."""

Signs = tuple[int, ...]
"""The outcome of each form: -1, 0 or 1."""


@dataclass(frozen=True)
class Proof:
    """One set of comparisons: the combinations that are possible, and those that do not occur.

    Each missing one comes with amounts that show it.
    """

    issue: str
    clauses: tuple[str, ...]
    forms: tuple[Form, ...]
    possible: int
    missing: tuple[tuple[Signs, dict[str, int]], ...]


@dataclass(frozen=True)
class Certificate:
    """What was proved of a domain under a profile; `apart` is what the argument leaves out."""

    domain: Domain
    under: Under
    together: bool
    proofs: tuple[Proof, ...]
    apart: tuple[tuple[str, str], ...]

    @property
    def holds(self) -> bool:
        """Whether every possible combination occurs."""
        return not any(proof.missing for proof in self.proofs)


def certify(domain: Domain, under: Under) -> Certificate:
    """Proves a domain under a profile, or finds what it lacks.

    Raises BookError for a relation that a situation of the domain does not keep.
    """
    setup = under.setup()
    (swept,) = sweep(domain, [under])
    fired: dict[str, set[str]] = defaultdict(set)
    for judged in swept.judged:
        for moment in judged.moments:
            for one in moment.said:
                if setup.clause(one.clause) is not None:
                    fired[name_of(one.issue)].add(one.clause)
    keys = keys_of_all(domain).union(setup.standing)
    own = [r for r in setup.library.rules if r.clause is None or r.clause in setup.ranks]
    tracer = Tracer(setup, reachable(own, keys))
    compared = {c: tracer.compared(c) for c in sorted(set().union(*fired.values()))}
    apart = sorted({a for one in compared.values() for a in one.apart})
    amounts = _amounts(domain, under, {p.name: p.atom for p in tracer.probes.values()})
    relations = _relations(domain, amounts)
    proofs: list[Proof] = []
    together = True
    for issue, clauses in sorted(fired.items()):
        sets = {c: frozenset(compared[c].forms) for c in sorted(clauses)}
        every = frozenset().union(*sets.values())
        whole = None
        if len(every) <= TOGETHER:
            whole = _prove(issue, tuple(sets), every, relations, amounts)
        if whole is not None and not whole.missing:
            proofs.append(whole)
        else:
            together = False
            proofs += _pairs(issue, sets, relations, amounts)
    found = Certificate(domain, under, together, tuple(proofs), tuple(apart))
    caching.keep(_file(swept), found.holds)
    return found


def certified(swept: Swept) -> bool | None:
    """What was proved of a domain under these rules; None as long as nobody tried.

    Nothing is proved of situations that somebody chose.
    """
    kept = caching.read(_file(swept)) if swept.key else None
    return kept if isinstance(kept, bool) else None


def _file(swept: Swept) -> Path:
    modules = ("desk/certificate", "desk/quantities", "desk/verdicts")
    return swept.kept("proof", modules, str(swept.domain.relations))


def _pairs(
    issue: str,
    sets: dict[str, frozenset[Form]],
    relations: Sequence[tuple[Form, str]],
    amounts: Sequence[dict[str, int]],
) -> Iterator[Proof]:
    """One proof for each set of comparisons of a pair of clauses; larger ones hold smaller ones."""
    found: dict[frozenset[Form], tuple[str, ...]] = {}
    for one, other in combinations(sets, 2):
        found.setdefault(sets[one] | sets[other], (one, other))
    if len(sets) == 1:
        found = {forms: (clause,) for clause, forms in sets.items()}
    for forms, clauses in found.items():
        if not any(forms < more for more in found):
            yield _prove(issue, clauses, forms, relations, amounts)


# --- what occurs ----------------------------------------------------------------------------------


def _amounts(domain: Domain, under: Under, probes: Mapping[str, str]) -> list[dict[str, int]]:
    """The amounts of every moment of the domain; a quantity with several values has none."""
    setup = _measuring(under, tuple(sorted(probes.items())))
    found: set[tuple[tuple[str, int], ...]] = set()
    every = list(situations(domain))
    for start in range(0, len(every), BATCH):
        batch = [(s, setup) for s in every[start : start + BATCH]]
        for told in engine.watch_many(batch, domain.ends):
            if isinstance(told, LimitError):
                continue
            for moment in told[0]:
                values: dict[str, set[int]] = defaultdict(set)
                for atom in moment.world.of("measured"):
                    values[atom.arguments[0].string].add(atom.arguments[1].number)
                sure = {n: v.pop() for n, v in values.items() if len(v) == 1}
                found.add(tuple(sorted(sure.items())))
    return [dict(one) for one in found]


@lru_cache(maxsize=8)
def _measuring(under: Under, probes: tuple[tuple[str, str], ...]) -> Setup:
    setup = under.setup()
    lines = []
    for name, atom in probes:
        head = f'measured("{name}",Value)'
        if re.search(r"\bP\b", atom):
            lines.append(f"{head} :- judged(P,E), {atom}.")
            lines.append(f"{head} :- happens(E), by_player(P,E), {atom}.")
        elif re.search(r"\bE\b", atom):
            lines.append(f"{head} :- judged(_,E), {atom}.")
            lines.append(f"{head} :- happens(E), {atom}.")
        else:
            lines.append(f"{head} :- {atom}.")
    added = parse_rules("\n".join(lines), "certificate")
    library = replace(setup.library, rules=(*setup.library.rules, *added))
    return replace(setup, library=library, _slices={})


# --- relations ------------------------------------------------------------------------------------

_RELATION = re.compile(r"(.+?)\s*(<=|>=|=)\s*(.+)")


def _relations(domain: Domain, amounts: Sequence[dict[str, int]]) -> list[tuple[Form, str]]:
    """What the domain states about quantities, each kept by every situation of it."""
    found = []
    for text in domain.relations:
        match = _RELATION.fullmatch(text)
        form = normal(_difference(match[1], match[3])) if match else None
        if match is None or form is None:
            raise wrong("PL273", msg("domain.relation", text=text), file=domain.file)
        first = next(iter(_sum(match[1]) or _sum(match[3])))
        sign = match[2]
        # A normal form begins with a positive term; the sign turns with it.
        if dict(form[0]).get(first, 0) * _difference(match[1], match[3]).get(first, 0) < 0:
            sign = {"<=": ">=", ">=": "<="}.get(sign, sign)
        for values in amounts:
            if _known(form, values) and not _keeps(value(form, values), sign):
                said = msg("domain.not_kept", text=text, values=str(values))
                raise wrong("PL273", said, file=domain.file)
        found.append((form, sign))
    return found


def _difference(left: str, right: str) -> dict[str, int]:
    one, other = _sum(left), _sum(right)
    return {n: one.get(n, 0) - other.get(n, 0) for n in {*one, *other}}


def _sum(text: str) -> dict[str, int]:
    """`2*added - unit` as coefficients."""
    found: dict[str, int] = {}
    for sign, factor, name in re.findall(r"([+-]?)\s*(?:(\d+)\s*\*?\s*)?([A-Za-z_][\w.']*|)", text):
        if not name and not factor:
            continue
        size = int(factor or 1) * (-1 if sign == "-" else 1)
        found[name] = found.get(name, 0) + size
    return found


def _keeps(number: int, sign: str) -> bool:
    return {"=": number == 0, "<=": number <= 0, ">=": number >= 0}[sign]


def _known(form: Form, values: Collection[str]) -> bool:
    return all(name in values for name, _ in form[0])


# --- what is possible -----------------------------------------------------------------------------


def _prove(
    issue: str,
    clauses: tuple[str, ...],
    forms: Iterable[Form],
    relations: Sequence[tuple[Form, str]],
    amounts: Sequence[dict[str, int]],
) -> Proof:
    order = tuple(sorted(forms))
    seen = {
        tuple(_sign(value(f, values)) for f in order)
        for values in amounts
        if all(_known(f, values) for f in order)
    }
    missing = []
    possible = 0
    for signs, example in _possible(order, relations):
        possible += 1
        if signs not in seen:
            missing.append((signs, example))
    return Proof(issue, clauses, order, possible, tuple(missing))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _possible(
    forms: Sequence[Form], relations: Sequence[tuple[Form, str]]
) -> Iterator[tuple[Signs, dict[str, int]]]:
    """Every combination of outcomes that some amounts have, with such amounts."""
    import z3

    names = sorted({n for form in (*forms, *(r for r, _ in relations)) for n, _ in form[0]})
    variables = {name: z3.Int(name) for name in names}
    solver = z3.Solver()
    solver.add(*(v >= 0 for v in variables.values()))

    def term(form: Form) -> Any:
        return sum(factor * variables[n] for n, factor in form[0]) + form[1]

    for form, sign in relations:
        side = term(form)
        solver.add({"=": side == 0, "<=": side <= 0, ">=": side >= 0}[sign])

    def outcomes(number: int, signs: Signs) -> Iterator[tuple[Signs, dict[str, int]]]:
        if solver.check() != z3.sat:
            return
        if number == len(forms):
            model = solver.model()
            yield (
                signs,
                {n: model.eval(v, model_completion=True).as_long() for n, v in variables.items()},
            )
            return
        side = term(forms[number])
        for sign, holds in ((-1, side < 0), (0, side == 0), (1, side > 0)):
            solver.push()
            solver.add(holds)
            yield from outcomes(number + 1, (*signs, sign))
            solver.pop()

    yield from outcomes(0, ())


def in_words(forms: Sequence[Form], signs: Signs) -> str:
    """A combination as it is read: `added - to_match < 0`."""
    marks = {-1: "<", 0: "=", 1: ">"}
    return ", ".join(f"{words(f)} {marks[s]} 0" for f, s in zip(forms, signs, strict=True))
