"""What a rule reads is given by something, and what it concludes is read by something."""

from __future__ import annotations

from pathlib import Path

from pokerlogic.errors import BookError, meant
from pokerlogic.library import Library, Rule
from pokerlogic.messages import any_of, listed, msg
from pokerlogic.program import OUTPUTS

from .naming import FREE, about, fact_key, form_of, nearest_predicate, of_core, own_name

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

_HEADS = ("concludes", "effect", "asks")
"""What core and books both conclude."""


def check_reads(library: Library) -> None:
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
            if name in FREE:
                wanted = FREE[name].count(",") + 1
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
        raise about("PL235", msg("book.issue", name=issue), rule, help)


def _nothing_gives(base: str, rule: Rule, given: set[str], library: Library) -> BookError:
    name = base.split("/")[0]
    others = sorted(g for g in given if g.split("/")[0] == name)
    if others:
        return _arguments(base, others, rule, library)
    own = own_name(base, rule)
    if own != base:
        # What begins with `_` carries the name of its file in front.
        for other in library.rules:
            for head in other.heads:
                if head.startswith("_") and own_name(head, other) == own and own not in given:
                    said = msg("logic.private", name=own, file=f"`{Path(other.file).name}`")
                    return about("PL284", said, rule, msg("logic.private.help"))
        here = {own_name(h, r) for r in library.rules if r.file == rule.file for h in r.heads}
        help = meant(own, sorted(here)) or msg("logic.nothing_gives.help")
        return about("PL245", msg("logic.nothing_gives", name=own), rule, help)
    public = sorted(g for g in given if not g.startswith("_"))
    help = nearest_predicate(base, public) or msg("logic.nothing_gives.help")
    return about("PL245", msg("logic.nothing_gives", name=base), rule, help)


def _arguments(base: str, others: list[str], rule: Rule, library: Library) -> BookError:
    """The error for a predicate with another number of arguments than those it takes."""
    name, _, size = base.partition("/")
    wanted = any_of(o.split("/")[1] for o in others)
    said = msg("logic.arguments", name=own_name(name, rule), size=int(size), wanted=wanted)
    form = form_of(name, int(others[0].split("/")[1]), library)
    return about("PL283", said, rule, msg("logic.arguments.help", form=own_name(form, rule)))


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
            raise about("PL246", msg("book.reading", name=asked), rule, help)
    elif name == "parameter" and parts and parts[0] != "*":
        known = sorted({p for b in library.books.values() for p in b.parameters})
        if parts[0] not in known:
            help = meant(parts[0], known) or msg("book.parameter.help", name=parts[0])
            raise about("PL247", msg("book.parameter", name=parts[0]), rule, help)
    elif name in ("observed", "not_observed", "affirmed", "denied") and parts and parts[0] != "*":
        known = sorted(e.id for e in library.vocabulary.values() if e.kind == "observation")
        if parts[0] not in known:
            help = meant(parts[0], known) or msg("book.observation.help")
            raise about("PL248", msg("book.observation", name=parts[0]), rule, help)


def check_heads(library: Library) -> None:
    """What a rule concludes is read by something, and is nothing that a table says."""
    read = {key.partition(":")[0] for rule in library.rules for key in rule.reads} | set(OUTPUTS)
    facts = INPUTS | {fact_key(e) for e in library.vocabulary.values() if e.kind != "word"}
    core = (r for r in library.rules if of_core(r))
    given = {head.partition(":")[0] for rule in core for head in rule.heads}
    facts -= given
    for rule in (r for r in library.rules if r.line):
        for head in rule.heads:
            base = head.partition(":")[0]
            if base in facts:
                said = msg("logic.given_head", name=base)
                raise about("PL288", said, rule, msg("logic.given_head.help"))
            name = base.partition("/")[0]
            extends = base in given and not of_core(rule) and name not in _HEADS
            if extends and not library.concepts.get(name, {}).get("books_too"):
                said, help = msg("logic.core_head", name=base), msg("logic.core_head.help")
                raise about("PL288", said, rule, help)
            if base not in read and not base.startswith("asks/"):
                own = own_name(base, rule)
                near = nearest_predicate(own, ["concludes/3", *sorted(read - {"concludes/4"})])
                help = near or msg("logic.unread_head.help")
                raise about("PL288", msg("logic.unread_head", name=own), rule, help)
