"""Rules in groups that rest on each other: found, and grounded one after the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from .asp import Control, Symbol
from .guard import note
from .library import Rule


def components(rules: Sequence[Rule]) -> list[list[int]]:
    """The rules in groups that rest on each other, each group after those it rests on."""
    heads: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for number, rule in enumerate(rules):
        for head in rule.heads:
            heads[head.partition(":")[0]][head].append(number)

    @cache
    def givers(read: str) -> set[int]:
        known = heads.get(read.partition(":")[0], {})
        return {n for head, found in known.items() if alike(read, head) for n in found}

    rests = [sorted(set().union(*(givers(read) for read in _reads(rule)))) for rule in rules]
    return strong(rests)


def _reads(rule: Rule) -> Iterator[str]:
    for read in rule.reads:
        yield read
        name, _, about = read.partition(":")
        if name in ("observed/2", "not_observed/2"):
            yield f"asks/3:{about}"


def alike(one: str, other: str) -> bool:
    """Whether two keys may speak of the same atom."""
    base, _, mine = one.partition(":")
    name, _, theirs = other.partition(":")
    pairs = zip(mine.split(","), theirs.split(","), strict=False)
    return base == name and all(a == b or "*" in (a, b) or "" in (a, b) for a, b in pairs)


def strong(rests: Sequence[Sequence[int]]) -> list[list[int]]:
    """The groups of what rests on each other, by number: Tarjan's components, without recursion."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on: set[int] = set()
    found: list[list[int]] = []
    for root in range(len(rests)):
        work = [(root, 0)] if root not in index else []
        while work:
            node, at = work.pop()
            if at == 0:
                index[node] = low[node] = len(index)
                stack.append(node)
                on.add(node)
            for place in range(at, len(rests[node])):
                other = rests[node][place]
                if other not in index:
                    work += [(node, place + 1), (other, 0)]
                    break
                if other in on:
                    low[node] = min(low[node], index[other])
            else:
                if low[node] == index[node]:
                    group = stack[stack.index(node) :]
                    del stack[stack.index(node) :]
                    on.difference_update(group)
                    found.append(group)
                if work:
                    above = work[-1][0]
                    low[above] = min(low[above], low[node])
    return found


def in_turn(rules: Sequence[Rule], symbols: Iterable[Symbol]) -> None:
    """Grounds the rules group by group and notes before each which one it is."""
    groups = components(rules)
    control = Control(["--warn=none"], logger=lambda _code, _text: None)
    parts = [
        f"#program part{n}.\n" + "\n".join(rules[i].text for i in group)
        for n, group in enumerate(groups)
    ]
    control.add("base", [], "\n".join(parts))
    with control.backend() as backend:
        for symbol in symbols:
            backend.add_rule([backend.add_atom(symbol)])
    control.ground([("base", [])])
    for number, group in enumerate(groups):
        first = rules[group[0]]
        note(first.file, first.line)
        control.ground([(f"part{number}", [])])
