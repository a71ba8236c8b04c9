"""What the committee is told of a book: findings with the clauses, how often, and a witness."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pokerlogic.library import Clause
from pokerlogic.messages import Message

from .sweep import Swept


@dataclass(frozen=True)
class Witness:
    """A situation that shows a finding: the domain and its table text."""

    domain: str
    text: str


@dataclass(frozen=True)
class Finding:
    """One thing to know of a book.

    `kind` is conflict, gap, dead, shadowed, idle, fork, unreachable, override, reference,
    parameter or limit; `issue` is the question it is about, `count` the situations that show it.
    """

    kind: str
    issue: str | None
    clauses: tuple[Clause, ...]
    count: int
    text: Message
    witness: Witness | None = None


class Smallest:
    """Counts situations and keeps the smallest."""

    def __init__(self) -> None:
        self.count = 0
        self.best: tuple[tuple[int, int], int, Swept] | None = None
        self._last: tuple[Swept, int] | None = None

    def add(self, swept: Swept, index: int, count: int = 1) -> None:
        """Counts a situation once, however often it shows the same; or as the smallest of some."""
        if self._last is not None and self._last[0] is swept and self._last[1] == index:
            return
        self._last = (swept, index)
        self.count += count
        size = swept.size(index)
        if self.best is None or size < self.best[0]:
            self.best = (size, index, swept)

    def witness(self) -> Witness | None:
        """The smallest situation, as table text."""
        if self.best is None:
            return None
        _, index, swept = self.best
        return Witness(swept.domain.id, swept.text(index))


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """By kind, those that change what is ruled first; then what is seen most often."""
    return sorted(findings, key=lambda f: (KINDS.index(f.kind), -f.count))


KINDS = (
    "limit",
    "conflict",
    "gap",
    "fork",
    "dead",
    "shadowed",
    "idle",
    "override",
    "unreachable",
    "reference",
    "parameter",
)
"""The kinds of findings in the order they are told."""
