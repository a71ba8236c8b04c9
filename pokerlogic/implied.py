"""Rules that no file holds: what a vocabulary entry implies, and which rank decides an issue."""

from __future__ import annotations

from collections.abc import Iterable

from .library import Entry, Rule
from .logic import parse_rules


def vocabulary_rules(entries: Iterable[Entry]) -> tuple[Rule, ...]:
    """What follows from an entry alone: it is an incident, and it belongs to its classes."""
    lines = []
    for entry in entries:
        if entry.kind != "incident":
            continue
        atom = f"{entry.id}({','.join(['_'] * len(entry.args) + ['E'])})"
        if entry.ruled:
            lines.append(f"incident(E) :- {atom}.")
        for name in entry.classes:
            if name == "gesture":
                by = f"{entry.id}({','.join(['P'] + ['_'] * (len(entry.args) - 1) + ['E'])})"
                lines.append(f"by_player(P,E) :- {by}.")
            elif " of " in name:
                name, _, whose = name.partition(" of ")
                slots = [whose if arg == whose else "_" for arg, _ in entry.args]
                atom_of = f"{entry.id}({','.join([*slots, 'E'])})"
                lines.append(f"{name}({whose},E) :- happens(E), {atom_of}.")
            else:
                lines.append(f"{name}(E) :- happens(E), {atom}.")
    return parse_rules("\n".join(lines), "vocabulary")


def resolution_rules(name: str, size: int) -> tuple[Rule, ...]:
    """Per issue: the highest rank that answers decides; linear in the answers.

    The third rule is for programs in which all clauses that answer the issue share one rank.
    """
    issue = f"{name}({','.join(f'X{i}' for i in range(size))})" if size else name
    rules = parse_rules(
        f"outranked({issue},K) :- concludes(R,{issue},A,B), rank(R,L), rank_in_use(K), K < L.\n"
        f"ruling({issue},A) :- concludes(R,{issue},A,B), rank(R,K), not outranked({issue},K).\n"
        f"ruling({issue},A) :- concludes(R,{issue},A,B).",
        "resolution",
    )
    return tuple(
        rule._replace(
            heads=tuple(_own_outranked(h, name) for h in rule.heads),
            needs=tuple(n for n in rule.needs if not n.startswith("rank")),
            reads=tuple(_own_outranked(r, name) for r in rule.reads),
            blocked=(),
        )
        for rule in rules
    )


def _own_outranked(key: str, name: str) -> str:
    return f"outranked/2:{name}" if key.startswith("outranked") else key
