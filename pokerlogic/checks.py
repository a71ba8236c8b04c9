"""Checks of prepared rules against the whole library: what they read must be given."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from .asp import Control, ast
from .errors import meant, wrong
from .library import Entry, Rule
from .messages import Value, listed, msg

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

_FREE = {"observed", "not_observed", "affirmed", "denied", "chosen", "reading", "parameter", "asks"}


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


def check_predicates(library: Library) -> None:
    """Every predicate a rule reads must be given by some rule, the vocabulary or the machinery."""
    given = set(INPUTS)
    given |= {fact_key(e) for e in library.vocabulary.values()}
    for rule in library.rules:
        given |= {h.split(":")[0] for h in rule.heads} | set(rule.writes)
    given |= {"ruling/2", "world/1", "rank/2", "rank_in_use/1"}
    for rule in library.rules:
        for read in rule.reads:
            base = read.split(":")[0]
            if base.split("/")[0] in _FREE:
                _check_known(read, rule, library)
            elif base not in given:
                raise wrong(
                    "PL245",
                    msg("logic.nothing_gives", name=base),
                    file=rule.file,
                    line=rule.line,
                    help=meant(base, sorted(given)),
                )
            elif base == "ruling/2" and read.endswith("*") is False:
                issue = read.split(":", 1)[1].split("/")[0]
                if issue not in library.issues:
                    raise wrong(
                        "PL235",
                        msg("book.issue", name=issue),
                        file=rule.file,
                        line=rule.line,
                        help=meant(issue, library.issues),
                    )


def _check_known(read: str, rule: Rule, library: Library) -> None:
    name = read.split("/")[0]
    parts = [p.split("/")[0] for p in read.split(":", 1)[1].split(",")] if ":" in read else []
    if name == "reading" and len(parts) == 3 and "*" not in parts:
        book = library.book_by_atom.get(parts[0])
        reading = book.readings.get(parts[1]) if book else None
        if reading is None or parts[2] not in reading.alternatives:
            raise wrong(
                "PL246",
                msg("book.reading", name=f"{':'.join(parts[:2])}={parts[2]}"),
                file=rule.file,
                line=rule.line,
            )
    elif name == "parameter" and parts and parts[0] != "*":
        if not any(parts[0] in b.parameters for b in library.books.values()):
            raise wrong(
                "PL247", msg("book.parameter", name=parts[0]), file=rule.file, line=rule.line
            )
    elif name in ("observed", "not_observed", "affirmed", "denied") and parts:
        entry = library.vocabulary.get(parts[0])
        if entry is None or entry.kind != "observation":
            raise wrong(
                "PL248",
                msg("book.observation", name=parts[0]),
                file=rule.file,
                line=rule.line,
            )


def check_safety(rules: Iterable[Rule]) -> None:
    """Every rule must be one that can be grounded; an unsafe variable is named with its place."""
    messages: list[str] = []
    every = list(rules)
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
        variables: Value = listed(names) if names else msg("logic.variable")
        said = msg("logic.unbound", variables=variables)
        raise wrong("PL249", said, file=rule.file, line=rule.line) from None
