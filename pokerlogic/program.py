"""Cuts the knowledge base to what a query can reach, and adds the resolution of its issues."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, Generic, TypeVar

from .asp import Symbol, term
from .library import STANDING, Clause, Library, Profile, Rule, atom_of
from .messages import msg
from .usage import UsageError

OUTPUTS = (
    "ruling/2",
    "concludes/4",
    "effect/3",
    "amounts_to/2",
    "option/2",
    "barred/3",
    "pot/2",
    "may_win/2",
    "uncalled/2",
    "to_act/1",
    "cut/1",
    "finished/0",
    "judged/2",
    "in_turn/2",
    "happens/1",
    "needs_no_ruling/1",
    "takes_too_much/3",
    "unfinished/1",
    "acts_no_more/3",
    "now/1",
    "due/1",
    "asks/3",
    "betting_over/0",
    "behind/2",
    "handed_on/1",
    "left_as/1",
    "touches/2",
    "measured/2",
    "posed/1",
    "overflows/2",
)
"""What an answer is read from; rules that lead to none of it are left out."""

Fact = tuple[object, ...]
"""A predicate name and its arguments: integers, strings, tuples (name, *arguments) or symbols."""

_CHOICE = "1 {{ observed({0},E); not_observed({0},E) }} 1 :- asks({0},E,P), not stated({0},E)."
"""One rule an observation: a rule over all of them would join everything they touch."""


@dataclass(frozen=True, eq=False)
class Setup:
    """A profile ready to rule: which clauses are in force, with rank, readings and parameters.

    A setup is equal to itself only, so that it can be a key.
    """

    library: Library
    profile: Profile
    ranks: dict[str, int]
    readings: tuple[tuple[str, str, str], ...]
    parameters: tuple[tuple[str, int], ...]
    _slices: dict[tuple[frozenset[str], frozenset[str]], Slice] = field(
        default_factory=dict, repr=False
    )

    @cached_property
    def standing(self) -> dict[str, Fact]:
        """Readings and parameters as facts, by the key under which rules read them."""
        found: dict[str, Fact] = {}
        for book, name, chosen in self.readings:
            atom = atom_of(book)
            key = f"reading/3:{atom}/0,{name}/0,{chosen}/0"
            found[key] = ("reading", (atom,), (name,), (chosen,))
        for name, value in self.parameters:
            found[f"parameter/2:{name}/0"] = ("parameter", (name,), value)
        return found

    def clause(self, atom: str) -> Clause | None:
        """The clause a constant of the logic stands for; None for the core's own."""
        return self.library.by_atom.get(atom)

    def switched(self, book: str, name: str, alternative: str) -> Setup:
        """The same profile with one reading switched."""
        return replace(
            self,
            readings=tuple(
                (b, r, alternative if (b, r) == (book, name) else v) for b, r, v in self.readings
            ),
        )

    def edition_of(self, book: str) -> str:
        """The edition of a book in this profile."""
        return next(e for e in self.profile.editions if e.split("@")[0] == book)

    def locator(self, clause: Clause) -> str:
        """Where the clause stands in the edition of this profile."""
        return clause.locators[self.edition_of(clause.book)]

    @property
    def top_book(self) -> str:
        """The book on top of the profile."""
        return self.profile.editions[-1].split("@")[0]

    def slice(self, facts: frozenset[str], without: frozenset[str] = frozenset()) -> Slice:
        """The part of the program that facts with these keys can reach."""
        return _kept(
            self._slices,
            (facts, without),
            lambda: self._cut(facts, without),
        )

    def _cut(self, facts: frozenset[str], without: frozenset[str]) -> Slice:
        part = _slice(self.library, (self.ranks,), facts, without)
        part.standing = [term(fact) for fact in _standing(self, part)]
        return part


SLICES_KEPT = 96
"""Slices kept a profile; the least lately used go first."""


def _kept(table: dict[Any, Slice], key: Any, make: Callable[[], Slice]) -> Slice:
    found = table.pop(key, None)
    if found is None:
        found = make()
        while len(table) >= SLICES_KEPT:
            del table[next(iter(table))]
    table[key] = found
    return found


@dataclass
class Slice:
    """Rules as text, plain and lifted; `parsed` keeps their syntax trees once needed.

    `standing` are the facts that a profile adds to every question: the readings, parameters and
    ranks that these rules look at.  `common` are the predicates that are the same in all worlds:
    the lifted rules name no world for them.
    """

    text: str
    lifted: str
    rules: tuple[Rule, ...]
    ranks: dict[str, int]
    parsed: list[Any] | None = None
    uses: int = 0
    standing: list[Symbol] = field(default_factory=list)
    common: frozenset[str] = frozenset()


def setup(
    library: Library, profile: str, *, over: str | None = None, readings: Iterable[str] = ()
) -> Setup:
    """A profile by name, optionally over another edition and with readings switched.

    `over` is an edition (`tda@2026`) that replaces the edition of the same book; each reading is
    `book:name=alternative`, or `name=alternative` where only one book has that name.
    """
    if profile not in library.profiles:
        raise UsageError.unknown(msg("what.book"), profile, library.profiles)
    chosen = library.profiles[profile]
    if over is not None:
        book = library.book_of_edition(over)
        if book is None:
            raise UsageError.unknown(
                msg("what.edition"), over, [e for b in library.books.values() for e in b.editions]
            )
        editions = [e for e in chosen.editions if e.split("@")[0] != book.id]
        if len(editions) == len(chosen.editions):
            editions = list(chosen.editions)
        chosen = Profile(chosen.id, chosen.title, (over, *editions))
    books = [e.split("@")[0] for e in chosen.editions]
    ranks = {}
    for layer, edition in enumerate(chosen.editions, 1):
        book_clauses = library.books[edition.split("@")[0]].clauses
        here = {c.id: c for c in book_clauses.values() if edition in c.locators}
        depth: dict[str, int] = {}
        for clause in here.values():
            ranks[clause.atom] = layer * 1000 + _depth(clause, here, depth)
    ranks |= {clause: rank for rank, clause in enumerate(_core_clauses(library))}
    values = {(b, r.name): r.default for b in books for r in library.books[b].readings.values()}
    for given in readings:
        name, _, alternative = given.partition("=")
        book_id, _, short = name.rpartition(":")
        found = [k for k in values if k[1] == short and book_id in ("", k[0])]
        if len(found) != 1:
            raise UsageError.unknown(msg("what.reading"), name, [f"{b}:{r}" for b, r in values])
        reading = library.books[found[0][0]].readings[short]
        if alternative not in reading.alternatives:
            what = msg("what.alternative", reading=short)
            raise UsageError.unknown(what, alternative, reading.alternatives)
        values[found[0]] = alternative
    parameters = {}
    for edition in chosen.editions:
        for parameter in library.books[edition.split("@")[0]].parameters.values():
            if edition in parameter.locators:
                parameters[parameter.name] = parameter.value
    return Setup(
        library,
        chosen,
        ranks,
        tuple((b, r, v) for (b, r), v in values.items()),
        tuple(parameters.items()),
    )


def _core_clauses(library: Library) -> list[str]:
    """The constants by which the core concludes, a later one above an earlier; books are above."""
    first: dict[str, tuple[str, int]] = {}
    for rule in library.rules:
        if rule.clause is not None and rule.clause not in library.by_atom:
            where = (rule.file, rule.line)
            first[rule.clause] = min(first.get(rule.clause, where), where)
    return sorted(first, key=lambda clause: first[clause])


def _depth(clause: Clause, here: dict[str, Clause], depth: dict[str, int]) -> int:
    if clause.id not in depth:
        below = [_depth(here[t], here, depth) for t in clause.excepts if t in here]
        depth[clause.id] = 1 + max(below, default=-1)
    return depth[clause.id]


@lru_cache(maxsize=1 << 16)
def _places(key: str) -> tuple[str, tuple[str, ...]]:
    """The predicate of a key, and its constants; none where any will do."""
    base, _, constants = key.partition(":")
    return base, tuple(constants.split(",")) if constants else ()


@lru_cache(maxsize=1 << 16)
def _first(key: str) -> tuple[str, str]:
    """The predicate of a key and its first constant, by which keys are looked up."""
    base, constants = _places(key)
    return base, constants[0] if constants else "*"


@lru_cache(maxsize=1 << 18)
def unify(one: str, other: str) -> bool:
    """Whether two keys of one predicate may speak of the same atom."""
    mine, theirs = _places(one)[1], _places(other)[1]
    return all(a == b or "*" in (a, b) for a, b in zip(mine, theirs, strict=False))


_Item = TypeVar("_Item")


class ByKey(Generic[_Item]):
    """Things under keys, found by a key that may speak of the same atom."""

    def __init__(self) -> None:
        self.table: dict[str, dict[str, list[_Item]]] = {}

    def add(self, key: str, item: _Item) -> None:
        base, first = _first(key)
        self.table.setdefault(base, {}).setdefault(first, []).append(item)

    def near(self, key: str) -> Iterator[_Item]:
        """What stands under keys of which the first constant does not differ."""
        base, first = _first(key)
        groups = self.table.get(base, {})
        for name in groups if first == "*" else (first, "*"):
            yield from groups.get(name, ())

    def take(self, key: str) -> list[_Item]:
        """What `near` gives, taken out."""
        base, first = _first(key)
        groups = self.table.get(base)
        if not groups:
            return []
        names = list(groups) if first == "*" else [first, "*"]
        return [item for name in names for item in groups.pop(name, ())]


class _Keys:
    """A growing set of keys."""

    def __init__(self, keys: Iterable[str]) -> None:
        self.have: set[str] = set()
        self.table: ByKey[str] = ByKey()
        for key in keys:
            self.add(key)

    def add(self, key: str) -> bool:
        if key in self.have:
            return False
        self.have.add(key)
        self.table.add(key, key)
        return True

    def __contains__(self, key: str) -> bool:
        return key in self.have or any(unify(key, other) for other in self.table.near(key))

    def missing(self, needs: Iterable[str]) -> str | None:
        """The first key that is not there, or None."""
        have = self.have
        for need in needs:
            if need not in have and not (":" in need and need in self):
                return need
        return None


_JOINT: dict[Any, Slice] = {}


def joint_slice(
    setups: tuple[Setup, ...],
    facts: frozenset[str],
    without: frozenset[str] = frozenset(),
    apart: frozenset[str] | None = None,
) -> Slice:
    """The part of the program that several profiles over one library can reach.

    A world `W` says by `under(W,N)` which of them it is under, counted from 0.  `apart` are the
    names of the facts that differ between the worlds, None if any may: what rests on none of them
    and on no book is grounded once.
    """

    def cut() -> Slice:
        ranks = tuple(s.ranks for s in setups)
        part = _slice(setups[0].library, ranks, facts, without, shared=True)
        if apart is not None:
            _say_once(part, apart)
        rules = ["world(W) :- under(W,_)."]
        for number, one in enumerate(setups):
            for name, *arguments in _standing(one, part):
                terms = ",".join(str(term(a)) for a in arguments)
                rules.append(f"{name}({number},{terms}).")
        part.lifted += "\n" + "\n".join(rules)
        return part

    return _kept(_JOINT, (setups, facts, without, apart), cut)


def _say_once(part: Slice, apart: frozenset[str]) -> None:
    """Takes the world out of what is the same in all worlds."""
    rules = [
        (rule, {_name(h) for h in rule.heads}, {_name(r) for r in rule.reads})
        for rule in part.rules
    ]
    varied = {*apart, *STANDING}
    before = 0
    while len(varied) > before:
        before = len(varied)
        for rule, heads, reads in rules:
            if rule.clause is not None or not varied.isdisjoint(reads):
                varied |= heads
    part.common = frozenset().union(*(heads | reads for _, heads, reads in rules)) - varied

    def said(found: re.Match[str]) -> str:
        name, rest = found.groups()
        if name not in part.common:
            return found[0]
        return name if rest == ")" else f"{name}("

    lines = []
    for rule, heads, _ in rules:
        text = rule.text
        if heads.isdisjoint(part.common):
            text = _OF_THE_WORLD.sub(said, rule.lifted)
            if not {"world", "under"} & set(_NAMES.findall(text)) and part.common.issuperset(
                map(_name, rule.needs)
            ):
                text = f"{text.removesuffix('.')}; world(World)."
        lines.append(text)
    part.lifted = "\n".join(lines)


_OF_THE_WORLD = re.compile(r"(\w+)\(World(,|\))")
_NAMES = re.compile(r"\w+")


def _name(key: str) -> str:
    return key.partition("/")[0]


def _standing(under: Setup, part: Slice) -> list[Fact]:
    """The readings, parameters and ranks of a profile that these rules look at."""
    read = _Keys(r for rule in part.rules for r in rule.reads)
    facts = [fact for key, fact in under.standing.items() if key in read]
    ranks = {a: under.ranks[a] for a in part.ranks if a in under.ranks}
    facts += [("rank", (a,), rank) for a, rank in ranks.items()]
    return facts + [("rank_in_use", rank) for rank in sorted(set(ranks.values()))]


def _slice(
    library: Library,
    ranks: tuple[dict[str, int], ...],
    facts: frozenset[str],
    without: frozenset[str],
    *,
    shared: bool = False,
) -> Slice:
    """Cuts the rules; with `shared` facts belong to some world, not to each."""
    issue_rules = library.resolution
    known = set().union(*ranks)
    pending = [r for r in library.rules if r.clause is None or r.clause in known]
    kept = reachable(pending, facts, without)
    if len(ranks) == 1 and not shared:
        certain = {f for f in facts if f.endswith("/0")}
        kept = [r for r in kept if not certain.intersection(r.blocked)]
    kept = _reaching(kept, [o for o in OUTPUTS if not _left_out(o, without)])
    if len(ranks) == 1:
        kept = _cheaper(kept, ranks[0], issue_rules)
    kept = list({r.text: r for r in kept}.values())
    text = "\n".join(r.text for r in kept)
    lifted = "\n".join(r.lifted for r in kept)
    asked = {
        h.partition(":")[2].split("/")[0] for r in kept for h in r.heads if h.startswith("asks/3")
    }
    text += "".join("\n" + _CHOICE.format(id) for id in sorted(asked))
    used = {r.clause: ranks[0].get(r.clause, 0) for r in kept if r.clause}
    return Slice(text, lifted, tuple(kept), used)


def reachable(
    rules: Iterable[Rule], facts: Iterable[str], without: frozenset[str] = frozenset()
) -> list[Rule]:
    """The rules whose positive bodies can be derived from facts with these keys, in an order of
    derivation."""
    keys = _Keys(facts)
    kept: list[Rule] = []
    waiting: ByKey[Rule] = ByKey()
    ready = [r for r in rules if not without.intersection(r.heads)]
    while ready:
        woken: list[Rule] = []
        for rule in ready:
            missing = keys.missing(rule.needs)
            if missing is not None:
                waiting.add(missing, rule)
                continue
            kept.append(rule)
            for key in _given(rule):
                if keys.add(key):
                    woken += waiting.take(key)
        ready = woken
    return kept


def _given(rule: Rule) -> Iterator[str]:
    """What a rule can make true; a question lets its observation hold or not."""
    for head in rule.heads:
        yield head
        if head.startswith("asks/3"):
            about = head.partition(":")[2]
            yield f"observed/2:{about}"
            yield f"not_observed/2:{about}"


_AT_THE_END = {
    *("option/2", "barred/3", "pot/2", "may_win/2", "uncalled/2", "behind/2"),
    *("handed_on/1", "left_as/1"),
}


def _left_out(output: str, without: frozenset[str]) -> bool:
    """Options and pots are only told at the end of what is written."""
    return "finished/0" in without and output in _AT_THE_END


def _reaching(rules: list[Rule], outputs: Iterable[str]) -> list[Rule]:
    """The rules that some output depends on."""
    heads: ByKey[tuple[str, int]] = ByKey()
    for index, rule in enumerate(rules):
        for head in rule.heads:
            heads.add(head, (head, index))
    kept: set[int] = set()
    seen: set[str] = set()
    todo = list(outputs)
    while todo:
        wanted = todo.pop()
        if wanted in seen:
            continue
        seen.add(wanted)
        for head, index in heads.near(wanted):
            if index not in kept and unify(wanted, head):
                kept.add(index)
                for read in rules[index].reads:
                    todo.append(read)
                    if read.partition("/")[0] in ("observed", "not_observed"):
                        todo.append("asks/3:" + read.partition(":")[2])
    return [rules[i] for i in sorted(kept)]


def _cheaper(
    kept: list[Rule], ranks: dict[str, int], issue_rules: dict[str, tuple[Rule, ...]]
) -> list[Rule]:
    """Issues whose clauses here share one rank need no comparison of ranks."""
    owner = {rule.text: name for name, rules in issue_rules.items() for rule in rules[:2]}
    in_use: dict[str, set[int]] = {}
    for rule in kept:
        for head in rule.heads:
            if rule.clause and head.startswith("concludes/4:"):
                in_use.setdefault(head.split(":")[1].split("/")[0], set()).add(ranks[rule.clause])
    result = []
    for rule in kept:
        name = owner.get(rule.text)
        if name is None or len(in_use.get(name, ())) > 1:
            result.append(rule)
        elif rule.text == issue_rules[name][1].text:
            result.append(issue_rules[name][2])
    return result
