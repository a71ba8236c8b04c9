"""No rule denies, or counts over, what depends on what it concludes."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from pokerlogic.groups import strong
from pokerlogic.library import Library, Rule
from pokerlogic.messages import msg
from pokerlogic.program import ByKey, unify
from pokerlogic.resources import folder

from .naming import about, of_core, own_name


def check_circles(library: Library) -> None:
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
        raise about("PL286", msg("logic.circle", ring=names), by, msg("logic.circle.help"))


def _rank(rule: Rule) -> int:
    """How likely it is not the one to change: a house before the shipped books and the core."""
    if not rule.line:
        return 3
    if not Path(rule.file).is_relative_to(folder("kb")):
        return 0
    return 2 if of_core(rule) else 1


def _culprit(ring: list[str], rule: Rule, rules: list[Rule], near: dict[str, list[str]]) -> Rule:
    """The rule of the circle to look at."""
    inside = set(ring)
    of = (r for r in rules if inside.intersection(r.heads))
    linked = (r for r in of if any(inside.intersection(near[read]) for read in r.reads))
    return min((rule, *linked), key=_rank)


def _said_key(key: str, rule: Rule) -> str:
    base, _, more = key.partition(":")
    name = own_name(base, rule).split("/")[0]
    return f"{name}({more.split('/')[0]})" if name in ("ruling", "concludes", "outranked") else name


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
    """Which predicates depend on each other, by the number of their group."""
    names = list({*below, *(other for others in below.values() for other in others)})
    number = {name: n for n, name in enumerate(names)}
    groups = strong([[number[other] for other in below.get(name, ())] for name in names])
    return {names[n]: count for count, group in enumerate(groups) for n in group}
