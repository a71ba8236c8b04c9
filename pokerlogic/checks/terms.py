"""Every answer is one of its issue, and no variable is two sorts of things."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from pokerlogic.asp import SymbolType, ast
from pokerlogic.errors import meant
from pokerlogic.library import Issue, Library, Rule
from pokerlogic.messages import listed, msg
from pokerlogic.syntax import atoms

from .naming import about, fact_key, form_of

_OPS = {
    "fact": 1,
    "finds": 1,
    "amend": 2,
    "settle": 1,
    "hold": 0,
    "drop": 0,
    "join": 1,
    "tag": 1,
    "tag_at": 2,
    "lapse": 1,
    "then": 1,
    "note": 1,
}
"""What an effect does to the hand, with its arguments."""

_DECIDERS = ("floor", "player", "house", "dealer")
_SORT = {
    "player": msg("sort.player"),
    **dict.fromkeys(
        ("chips", "count", "natural", "place", "seconds", "percent", "seat"), msg("sort.number")
    ),
    **dict.fromkeys(("card", "cards"), msg("sort.card")),
    "word": msg("sort.word"),
    **dict.fromkeys(("event", "moment"), msg("sort.moment")),
    "range": msg("sort.range"),
}
"""Sorts that one variable cannot be at once."""

Signatures = dict[tuple[str, int], list[str | None]]


def _forms(library: Library) -> Signatures:
    """The sorts of the arguments of each predicate that has words."""
    found: Signatures = {}
    for name, row in library.concepts.items():
        if row["args"]:
            found[name, len(row["args"])] = [sort for _, sort in row["args"]]
    for entry in library.vocabulary.values():
        size = int(fact_key(entry).split("/")[1])
        sorts: list[str | None] = [sort for _, sort in entry.args]
        last = "event" if entry.kind in ("settled", "fact", "incident") else None
        found[entry.id, size] = sorts + [last] * (size - len(sorts))
    return found


class Term(NamedTuple):
    """A term as the checks see it: a variable, something named, a pool of terms, or another."""

    kind: str
    name: str = ""
    args: tuple[Term, ...] = ()


@lru_cache(maxsize=1 << 14)
def _symbols(text: str) -> tuple[Term, ...]:
    """The atoms of a rule, its head first; kept, since syntax trees are slow to walk."""
    found: list[Term] = []

    def add(node: Any) -> None:
        if node.ast_type == ast.ASTType.Rule:
            found.extend(_term(s) for s in atoms(node))

    ast.parse_string(text, add)
    return tuple(found)


def _term(node: Any) -> Term:
    kind = node.ast_type
    if kind == ast.ASTType.Variable:
        return Term("variable", str(node.name))
    if kind == ast.ASTType.Function and node.name:
        return Term("named", str(node.name), tuple(_term(a) for a in node.arguments))
    if kind == ast.ASTType.SymbolicTerm and node.symbol.type == SymbolType.Function:
        return Term("named", str(node.symbol.name))
    if kind == ast.ASTType.Pool:
        return Term("pool", "", tuple(_term(a) for a in node.arguments))
    return Term("other", str(node))


def check_terms(library: Library) -> None:
    """Raises BookError for what an issue or an effect does not have, and for mixed sorts."""
    forms = _forms(library)
    for rule in library.rules:
        if rule.line:
            _check_terms(rule, library, forms)


def _check_terms(rule: Rule, library: Library, forms: Signatures) -> None:
    uses: dict[str, tuple[str, str]] = {}
    for number, (_, name, args) in enumerate(_symbols(rule.text)):
        sorts = forms.get((name, len(args)))
        if sorts:
            _check_sorts(rule, args, sorts, form_of(name, len(args), library), uses)
        place = {"concludes": 1, "ruling": 0}.get(name)
        if place is not None and len(args) > place + 1:
            issue = library.issues.get(args[place].name)
            if issue is not None:
                for answer in _each(args[place + 1]):
                    _check_answer(rule, answer, issue, uses, library)
        if name == "effect" and number == 0 and len(args) == 3:
            _check_effect(rule, args[2])


def _each(term: Term) -> Iterator[Term]:
    """The terms of a pool, or the one term."""
    if term.kind == "pool":
        for one in term.args:
            yield from _each(one)
    else:
        yield term


def _check_answer(
    rule: Rule, term: Term, issue: Issue, uses: dict[str, tuple[str, str]], library: Library
) -> None:
    kind, name, args = term
    if kind != "named":
        return
    if name == "open" and len(args) == 2:
        decider = args[0]
        if decider.kind == "named" and decider.name not in _DECIDERS:
            said = msg("logic.decider", name=decider.name)
            known = msg("known", names=listed(f"`{d}`" for d in _DECIDERS))
            raise about("PL287", said, rule, meant(decider.name, _DECIDERS) or known)
        for one in _each(args[1]):
            _check_answer(rule, one, issue, uses, library)
        return
    answer = issue.answers.get(name)
    if answer is None:
        said = msg("logic.answer", issue=issue.id, name=name)
        known = msg("logic.answer.help", names=listed(f"`{a}`" for a in issue.answers))
        raise about("PL287", said, rule, meant(name, issue.answers) or known)
    if len(args) != len(answer.args):
        said = msg("logic.arguments", name=name, size=len(args), wanted=str(len(answer.args)))
        names = ",".join(a for a, _ in answer.args)
        form = f"{name}({names})" if names else name
        raise about("PL283", said, rule, msg("logic.arguments.help", form=form))
    form = f"{name}({','.join(a for a, _ in answer.args)})"
    _check_sorts(rule, args, [sort for _, sort in answer.args], form, uses)


def _check_sorts(
    rule: Rule,
    args: tuple[Term, ...],
    sorts: list[str | None],
    form: str,
    uses: dict[str, tuple[str, str]],
) -> None:
    """No variable is two sorts of things; `form` is how the predicate is written."""
    for term, sort in zip(args, sorts, strict=False):
        if sort is None:
            continue
        if term.kind == "variable" and term.name != "_":
            before, where = uses.setdefault(term.name, (sort, form))
            if _SORT[before] != _SORT[sort]:
                said = msg(
                    "logic.sorts",
                    variable=term.name,
                    one=_SORT[before],
                    other=_SORT[sort],
                    first=where,
                    second=form,
                )
                raise about("PL285", said, rule, msg("logic.sorts.help"))
        elif term.kind == "named" and not term.args and _SORT[sort] == _SORT["chips"]:
            said = msg("logic.constant_sort", value=term.name, sort=_SORT[sort], form=form)
            raise about("PL285", said, rule, msg("logic.constant_sort.help"))


def _check_effect(rule: Rule, op: Term) -> None:
    if op.kind != "named":
        return
    if op.name not in _OPS:
        known = msg("known", names=listed(f"`{o}`" for o in sorted(_OPS)))
        help = meant(op.name, _OPS) or known
        raise about("PL287", msg("logic.effect", name=op.name), rule, help)
    wanted = _OPS[op.name]
    if len(op.args) != wanted:
        said = msg("logic.arguments", name=op.name, size=len(op.args), wanted=str(wanted))
        names = ",".join("FT"[:wanted])
        form = f"{op.name}({names})" if names else op.name
        raise about("PL283", said, rule, msg("logic.arguments.help", form=form))
