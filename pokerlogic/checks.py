"""Checks of prepared rules against the whole library: what they read must be given."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from .asp import Control, SymbolType, ast
from .errors import BookError, meant, nearest, wrong
from .library import Entry, Issue, Rule
from .messages import Message, Value, any_of, listed, msg
from .program import OUTPUTS, ByKey, unify
from .resources import folder
from .syntax import atoms

if TYPE_CHECKING:
    from .library import Library

INPUTS = {
    "seat/2",
    "stack/2",
    "starts/1",
    "step/1",
    "idle/1",
    "ruled/1",
    "waits/2",
    "spent/1",
    "returned/1",
    "floor_speaks/1",
    "raw/2",
    "opens/2",
    "middle/2",
    "middle_for/3",
    "posts/2",
    "posts_chips/3",
    "board/2",
    "noticed/2",
    "alongside/2",
    "said_value/4",
    "said_candidate/4",
    "seat_at/3",
    "before/1",
    "between_hands/0",
    "another_follows/0",
}
"""Predicates that the machinery gives as facts and no vocabulary entry names."""

_FREE = {
    "observed": "observed(name,E)",
    "not_observed": "not_observed(name,E)",
    "affirmed": "affirmed(name,E)",
    "denied": "denied(name,E)",
    "chosen": "chosen(issue,answer)",
    "reading": "reading(book,name,alternative)",
    "parameter": "parameter(name,N)",
    "asks": "asks(name,E,P)",
}
"""Predicates that the machinery gives where a book asks for them, as they are written."""

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

_HEADS = ("concludes", "effect", "asks")
"""What core and books both conclude."""

_DECIDERS = ("floor", "player", "house", "dealer")
READ_BY_NOTATION = ("gesture", "own_cards", "apart", "explains_")
"""How the classes begin that the notation and the machinery read."""

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


def fact_key(entry: Entry) -> str:
    """The predicate of a vocabulary entry, with the arguments the machinery appends."""
    extra = {
        "setting": 0,
        "mark": 0,
        "settled": 1,
        "fact": 1,
        "incident": 1,
        "word": 2,
        "motion": 2,
    }
    return f"{entry.id}/{len(entry.args) + extra.get(entry.kind, 0)}"


def check(library: Library) -> None:
    """Refuse what no rule can be right with; raises BookError with the place of the first one."""
    check_safety(library.rules)
    forms = _forms(library)
    for rule in library.rules:
        if rule.line:
            _check_terms(rule, library, forms)
    _check_circles(library)


def _about(code: str, said: Message, rule: Rule, help: Message) -> BookError:
    return wrong(code, said, file=rule.file, line=rule.line, help=help)


def check_predicates(library: Library) -> None:
    """Every predicate a rule reads must be given by some rule, the vocabulary or the machinery."""
    given = set(INPUTS)
    given |= {fact_key(e) for e in library.vocabulary.values()}
    for rule in library.rules:
        given |= {h.split(":")[0] for h in rule.heads} | set(rule.writes)
    given |= {"ruling/2", "world/1", "rank/2", "rank_in_use/1"}
    for rule in library.rules:
        for head in rule.heads:
            if head.startswith("concludes/4:"):
                _check_issue(head, rule, library)
        for read in rule.reads:
            base = read.split(":")[0]
            name, _, size = base.partition("/")
            if name in _FREE:
                wanted = _FREE[name].count(",") + 1
                if int(size) != wanted:
                    raise _arguments(base, [f"{name}/{wanted}"], rule, library)
                _check_known(read, rule, library)
            elif base not in given:
                raise _nothing_gives(base, rule, given, library)
            elif base == "ruling/2":
                _check_issue(read, rule, library)


def _check_issue(key: str, rule: Rule, library: Library) -> None:
    issue = key.split(":", 1)[1].split("/")[0]
    if issue not in library.issues and issue != "*":
        known = sorted(library.issues)
        help = meant(issue, known) or msg("known", names=listed(f"`{i}`" for i in known[:12]))
        raise _about("PL235", msg("book.issue", name=issue), rule, help)


def _nothing_gives(base: str, rule: Rule, given: set[str], library: Library) -> BookError:
    name = base.split("/")[0]
    others = sorted(g for g in given if g.split("/")[0] == name)
    if others:
        return _arguments(base, others, rule, library)
    own = _own_name(base, rule)
    if own != base:
        # What begins with `_` carries the name of its file in front.
        for other in library.rules:
            for head in other.heads:
                if head.startswith("_") and _own_name(head, other) == own and own not in given:
                    said = msg("logic.private", name=own, file=f"`{Path(other.file).name}`")
                    return _about("PL284", said, rule, msg("logic.private.help"))
        here = {_own_name(h, r) for r in library.rules if r.file == rule.file for h in r.heads}
        help = meant(own, sorted(here)) or msg("logic.nothing_gives.help")
        return _about("PL245", msg("logic.nothing_gives", name=own), rule, help)
    public = sorted(g for g in given if not g.startswith("_"))
    help = _nearest_predicate(base, public) or msg("logic.nothing_gives.help")
    return _about("PL245", msg("logic.nothing_gives", name=base), rule, help)


def _nearest_predicate(base: str, given: list[str]) -> Message | None:
    """The predicate with a name like it, of as many arguments if there is one."""
    name, _, size = base.partition("/")
    same = {g.split("/")[0]: g for g in given if g.endswith(f"/{size}")}
    near = nearest(name, same)
    return msg("meant", near=same[near]) if near else meant(base, given)


def _own_name(key: str, rule: Rule) -> str:
    """The name of a predicate as its file writes it."""
    base = key.split(":")[0]
    if not base.startswith("_"):
        return base
    if base.startswith("_core_"):
        return f"_{base.removeprefix('_core_')}"
    mark = f"_{Path(rule.file).stem}_"
    return f"_{base.partition(mark)[2]}" if mark in base else base


def _arguments(base: str, others: list[str], rule: Rule, library: Library) -> BookError:
    """The error for a predicate with another number of arguments than those it takes."""
    name, _, size = base.partition("/")
    wanted = any_of(o.split("/")[1] for o in others)
    said = msg("logic.arguments", name=_own_name(name, rule), size=int(size), wanted=wanted)
    form = _form(name, int(others[0].split("/")[1]), library)
    return _about("PL283", said, rule, msg("logic.arguments.help", form=_own_name(form, rule)))


def _form(name: str, size: int, library: Library) -> str:
    """How a predicate is written: `faces(P,V)`."""
    if name in _FREE:
        return _FREE[name]
    concept, entry = library.concepts.get(name), library.vocabulary.get(name)
    names = [a for a, _ in (concept["args"] if concept else entry.args if entry else ())]
    names += ["E", "T"][: size - len(names)] if entry else []
    if len(names) != size:
        names = [f"X{i}" for i in range(1, size + 1)]
    return f"{name}({','.join(names)})" if size else name


def _check_known(read: str, rule: Rule, library: Library) -> None:
    name = read.split("/")[0]
    parts = [p.split("/")[0] for p in read.split(":", 1)[1].split(",")] if ":" in read else []
    if name == "reading" and len(parts) == 3 and "*" not in parts:
        book = library.book_by_atom.get(parts[0])
        reading = book.readings.get(parts[1]) if book else None
        if reading is None or parts[2] not in reading.alternatives:
            known = [
                f"{id}:{r.name}={a}"
                for id, b in library.book_by_atom.items()
                for r in b.readings.values()
                for a in r.alternatives
                if book is None or id == parts[0]
            ]
            asked = f"{':'.join(parts[:2])}={parts[2]}"
            help = meant(asked, known) or msg("known", names=listed(f"`{k}`" for k in known[:12]))
            raise _about("PL246", msg("book.reading", name=asked), rule, help)
    elif name == "parameter" and parts and parts[0] != "*":
        known = sorted({p for b in library.books.values() for p in b.parameters})
        if parts[0] not in known:
            help = meant(parts[0], known) or msg("book.parameter.help", name=parts[0])
            raise _about("PL247", msg("book.parameter", name=parts[0]), rule, help)
    elif name in ("observed", "not_observed", "affirmed", "denied") and parts and parts[0] != "*":
        known = sorted(e.id for e in library.vocabulary.values() if e.kind == "observation")
        if parts[0] not in known:
            help = meant(parts[0], known) or msg("book.observation.help")
            raise _about("PL248", msg("book.observation", name=parts[0]), rule, help)


def check_safety(rules: Iterable[Rule]) -> None:
    """Every rule must be one that can be grounded; an unsafe variable is named with its place."""
    messages: list[str] = []
    every = [r for r in rules if r.text not in _SAFE]
    control = Control(["--warn=none"], logger=lambda _code, text: messages.append(text))
    with ast.ProgramBuilder(control) as builder:
        for number, rule in enumerate(every, 1):
            ast.parse_string("\n" * (number - 1) + rule.text, builder.add)
    try:
        control.ground([("base", [])])
    except RuntimeError:
        text = messages[0] if messages else ""
        found = re.search(r":(\d+):", text)
        if found is None:
            raise
        rule = every[int(found.group(1)) - 1]
        names = re.findall(r"'(\w+)' is unsafe", text)
        variables: Value = listed(f"`{n}`" for n in names) if names else msg("logic.variable")
        said = msg("logic.unbound", variables=variables)
        others = set(re.findall(r"\b[A-Z]\w*", rule.text)) - set(names)
        near = _nearest_variable(names[0], others) if names else None
        help = msg("logic.unbound.alone")
        if near:
            help = msg("logic.unbound.help", variable=f"`{names[0]}`", near=near)
        raise _about("PL249", said, rule, help) from None
    _SAFE.update(rule.text for rule in every)


_SAFE: set[str] = set()
"""Rules found safe before, so that another house pays for its own alone."""


def _nearest_variable(name: str, others: set[str]) -> str | None:
    """A variable of the rule that differs in one letter or its case; one letter is like none."""
    near = nearest(name, sorted(others))
    return near if near and len(near) > 1 else None


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


def _check_terms(rule: Rule, library: Library, forms: Signatures) -> None:
    """Every answer is one of its issue, and no variable is two sorts of things."""
    uses: dict[str, tuple[str, str]] = {}
    for number, (_, name, args) in enumerate(_symbols(rule.text)):
        sorts = forms.get((name, len(args)))
        if sorts:
            _check_sorts(rule, args, sorts, _form(name, len(args), library), uses)
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
            raise _about("PL287", said, rule, meant(decider.name, _DECIDERS) or known)
        for one in _each(args[1]):
            _check_answer(rule, one, issue, uses, library)
        return
    answer = issue.answers.get(name)
    if answer is None:
        said = msg("logic.answer", issue=issue.id, name=name)
        known = msg("logic.answer.help", names=listed(f"`{a}`" for a in issue.answers))
        raise _about("PL287", said, rule, meant(name, issue.answers) or known)
    if len(args) != len(answer.args):
        said = msg("logic.arguments", name=name, size=len(args), wanted=str(len(answer.args)))
        names = ",".join(a for a, _ in answer.args)
        form = f"{name}({names})" if names else name
        raise _about("PL283", said, rule, msg("logic.arguments.help", form=form))
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
                raise _about("PL285", said, rule, msg("logic.sorts.help"))
        elif term.kind == "named" and not term.args and _SORT[sort] == _SORT["chips"]:
            said = msg("logic.constant_sort", value=term.name, sort=_SORT[sort], form=form)
            raise _about("PL285", said, rule, msg("logic.constant_sort.help"))


def _check_effect(rule: Rule, op: Term) -> None:
    if op.kind != "named":
        return
    if op.name not in _OPS:
        known = msg("known", names=listed(f"`{o}`" for o in sorted(_OPS)))
        help = meant(op.name, _OPS) or known
        raise _about("PL287", msg("logic.effect", name=op.name), rule, help)
    wanted = _OPS[op.name]
    if len(op.args) != wanted:
        said = msg("logic.arguments", name=op.name, size=len(op.args), wanted=str(wanted))
        names = ",".join("FT"[:wanted])
        form = f"{op.name}({names})" if names else op.name
        raise _about("PL283", said, rule, msg("logic.arguments.help", form=form))


def _of_core(rule: Rule) -> bool:
    return Path(rule.file).parent.name == "core"


def check_heads(library: Library) -> None:
    """What a rule concludes is read by something, and is nothing that a table says."""
    read = {key.partition(":")[0] for rule in library.rules for key in rule.reads} | set(OUTPUTS)
    facts = INPUTS | {fact_key(e) for e in library.vocabulary.values() if e.kind != "word"}
    core = (r for r in library.rules if _of_core(r))
    given = {head.partition(":")[0] for rule in core for head in rule.heads}
    facts -= given
    for rule in (r for r in library.rules if r.line):
        for head in rule.heads:
            base = head.partition(":")[0]
            if base in facts:
                said = msg("logic.given_head", name=base)
                raise _about("PL288", said, rule, msg("logic.given_head.help"))
            name = base.partition("/")[0]
            extends = base in given and not _of_core(rule) and name not in _HEADS
            if extends and not library.concepts.get(name, {}).get("books_too"):
                said, help = msg("logic.core_head", name=base), msg("logic.core_head.help")
                raise _about("PL288", said, rule, help)
            if base not in read and not base.startswith("asks/"):
                own = _own_name(base, rule)
                near = _nearest_predicate(own, ["concludes/3", *sorted(read - {"concludes/4"})])
                help = near or msg("logic.unread_head.help")
                raise _about("PL288", msg("logic.unread_head", name=own), rule, help)


def _check_circles(library: Library) -> None:
    """No rule denies, or counts over, what depends on what it concludes."""
    rules = [*library.rules, *(r for found in library.resolution.values() for r in found[:2])]
    heads: ByKey[str] = ByKey()
    for head in {h for r in rules for h in r.heads}:
        heads.add(head, head)
    near: dict[str, list[str]] = {}
    below: dict[str, set[str]] = defaultdict(set)
    strict: list[tuple[str, str, Rule]] = []
    for rule in rules:
        positive = set(rule.needs)
        for read in set(rule.reads):
            if read not in near:
                near[read] = [h for h in heads.near(read) if unify(read, h)]
            for head in rule.heads:
                below[head].update(near[read])
                if read not in positive:
                    strict += [(head, other, rule) for other in near[read]]
    component = _components(below)
    found = []
    for head, other, rule in strict:
        if component[head] == component[other]:
            ring = [head, *_way(other, head, below)]
            found.append((_culprit(ring, rule, rules, near), ring))
    if found:
        by, ring = min(found, key=lambda f: (_rank(f[0]), len(f[1])))
        names = " → ".join(dict.fromkeys(_said_key(key, by) for key in ring))
        raise _about("PL286", msg("logic.circle", ring=names), by, msg("logic.circle.help"))


def _rank(rule: Rule) -> int:
    """How likely it is not the one to change: a house before the shipped books and the core."""
    if not rule.line:
        return 3
    if not Path(rule.file).is_relative_to(folder("kb")):
        return 0
    return 2 if _of_core(rule) else 1


def _culprit(ring: list[str], rule: Rule, rules: list[Rule], near: dict[str, list[str]]) -> Rule:
    """The rule of the circle to look at."""
    inside = set(ring)
    of = (r for r in rules if inside.intersection(r.heads))
    linked = (r for r in of if any(inside.intersection(near[read]) for read in r.reads))
    return min((rule, *linked), key=_rank)


def _said_key(key: str, rule: Rule) -> str:
    base, _, more = key.partition(":")
    name = _own_name(base, rule).split("/")[0]
    return f"{name}({more.split('/')[0]})" if name in ("ruling", "concludes", "outranked") else name


def _of_book(ring: Iterable[str], rule: Rule, rules: list[Rule]) -> Rule:
    """The rule to look at: of a house rather than of the core or of the machinery."""
    heads = set(ring)
    of = [r for r in (*reversed(rules), rule) if r.line and heads.intersection(r.heads)]
    asked = [r for r in of if r.clause and any(k.partition(":")[0] == "ruling/2" for k in r.reads)]
    return rule if rule.line else next(iter(asked or of), rule)


def _way(start: str, end: str, below: dict[str, set[str]]) -> list[str]:
    """The shortest way down from one predicate to another."""
    ways: dict[str, list[str]] = {start: [start]}
    todo = [start]
    while todo:
        here = todo.pop(0)
        if here == end:
            break
        for other in sorted(below[here]):
            if other not in ways:
                ways[other] = [*ways[here], other]
                todo.append(other)
    return ways.get(end, [end])[:-1]


def _components(below: dict[str, set[str]]) -> dict[str, int]:
    """Which predicates depend on each other, by the number of their group (Tarjan)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: dict[str, int] = {}
    for root in list(below):
        if root in index:
            continue
        work = [(root, iter(below[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        while work:
            node, rest = work[-1]
            for other in rest:
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    work.append((other, iter(below.get(other, ()))))
                    break
                if other not in found:
                    low[node] = min(low[node], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    while True:
                        member = stack.pop()
                        found[member] = index[node]
                        if member == node:
                            break
    return found
