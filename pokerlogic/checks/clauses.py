"""Clauses name each other rightly, have logic, and their exceptions make no circle."""

from __future__ import annotations

import re
from pathlib import Path

from pokerlogic.errors import BookError, meant, wrong
from pokerlogic.library import Clause, Library
from pokerlogic.messages import Message, msg


def check_clauses(library: Library) -> None:
    """Raises BookError for a clause without logic, or one that names another one wrongly."""
    clauses = {c.id: c for b in library.books.values() for c in b.clauses.values()}
    topics = {(c.book, c.topic) for c in clauses.values()}
    firing = {r.clause for r in library.rules if r.clause}
    for clause in clauses.values():
        if clause.atom not in firing:
            raise wrong(
                "PL233",
                msg("book.clause_logic", id=clause.id),
                file=clause.file,
                line=clause.line,
                help=msg("book.clause_logic.help", name=clause.atom),
            )
        for other in clause.see_also:
            if other not in clauses and (clause.book, other) not in topics:
                said = msg("book.see_also", id=clause.id, target=other)
                known = [*clauses, *(topic for book, topic in topics if book == clause.book)]
                help = meant(other, known) or msg("book.see_also.help")
                raise _about_key("see_also", "PL281", clause, said, help)
        for target in clause.excepts:
            if target not in clauses:
                raise _about_exception(
                    clause,
                    msg("book.excepts_unknown", id=clause.id, target=target),
                    meant(target, clauses) or msg("book.excepts_unknown.help"),
                )
            if clauses[target].book != clause.book:
                raise _about_exception(
                    clause,
                    msg("book.excepts_other", id=clause.id, target=target),
                    msg("book.excepts_other.help"),
                )
    _acyclic({c.id: set(c.excepts) for c in clauses.values()}, clauses)


def _about_exception(clause: Clause, said: Message, help: Message) -> BookError:
    return _about_key("excepts", "PL234", clause, said, help)


def _about_key(key: str, code: str, clause: Clause, said: Message, help: Message) -> BookError:
    """An error at a key of a clause, or of its topic where the clause has none."""
    lines = Path(clause.file).read_text(encoding="utf-8-sig").splitlines()
    here = [*range(clause.line, len(lines) + 1), *range(1, clause.line)]
    line = next((n for n in here if re.search(rf"\b{key}:", lines[n - 1])), clause.line)
    return wrong(code, said, file=clause.file, line=line, help=help)


_CIRCLE = msg("book.circle.help")


def _acyclic(graph: dict[str, set[str]], clauses: dict[str, Clause]) -> None:
    state: dict[str, int] = {}

    def visit(node: str, path: tuple[str, ...]) -> None:
        if state.get(node) == 2:
            return
        if node in path:
            ring = " -> ".join((*path[path.index(node) :], node))
            said = msg("book.circle", ring=ring)
            raise _about_key("excepts", "PL236", clauses[node], said, _CIRCLE)
        for other in sorted(graph.get(node, ())):
            visit(other, (*path, node))
        state[node] = 2

    for node in sorted(graph):
        visit(node, ())
