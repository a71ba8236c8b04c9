"""How rules and predicates are named where one is refused."""

from __future__ import annotations

from pathlib import Path

from pokerlogic.errors import BookError, meant, nearest, wrong
from pokerlogic.library import Entry, Library, Rule
from pokerlogic.messages import Message, msg

FREE = {
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


def about(code: str, said: Message, rule: Rule, help: Message) -> BookError:
    """The error about a rule, at its place."""
    return wrong(code, said, file=rule.file, line=rule.line, help=help)


def nearest_predicate(base: str, given: list[str]) -> Message | None:
    """The predicate with a name like it, of as many arguments if there is one."""
    name, _, size = base.partition("/")
    same = {g.split("/")[0]: g for g in given if g.endswith(f"/{size}")}
    near = nearest(name, same)
    return msg("meant", near=same[near]) if near else meant(base, given)


def own_name(key: str, rule: Rule) -> str:
    """The name of a predicate as its file writes it."""
    base = key.split(":")[0]
    if not base.startswith("_"):
        return base
    if base.startswith("_core_"):
        return f"_{base.removeprefix('_core_')}"
    mark = f"_{Path(rule.file).stem}_"
    return f"_{base.partition(mark)[2]}" if mark in base else base


def form_of(name: str, size: int, library: Library) -> str:
    """How a predicate is written: `faces(P,V)`."""
    if name in FREE:
        return FREE[name]
    concept, entry = library.concepts.get(name), library.vocabulary.get(name)
    names = [a for a, _ in (concept["args"] if concept else entry.args if entry else ())]
    names += ["E", "T"][: size - len(names)] if entry else []
    if len(names) != size:
        names = [f"X{i}" for i in range(1, size + 1)]
    return f"{name}({','.join(names)})" if size else name


def of_core(rule: Rule) -> bool:
    """Whether the rule stands in the core."""
    return Path(rule.file).parent.name == "core"
