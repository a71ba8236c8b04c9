"""What a check found, as text and as JSON with fixed keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from pokerlogic.citing import Pin
from pokerlogic.errors import PokerlogicError
from pokerlogic.library import Clause
from pokerlogic.lookup import look_up
from pokerlogic.messages import LANGUAGES, Message, Value, msg
from pokerlogic.notation import format, parse
from pokerlogic.program import Setup
from pokerlogic.render import say

from .account import place
from .consistency import Report
from .domains import Domain, situations
from .findings import KINDS, Finding, Witness

Json = dict[str, Any]

LISTED = 12
"""Findings of a long list that are told, one line each."""

_NAMES = {
    "limit": msg("check.limit"),
    "conflict": msg("check.conflict"),
    "gap": msg("check.gap"),
    "fork": msg("check.fork"),
    "dead": msg("check.dead"),
    "shadowed": msg("check.shadowed"),
    "idle": msg("check.idle"),
    "override": msg("check.override"),
    "unreachable": msg("check.unreachable"),
    "reference": msg("check.reference"),
    "parameter": msg("check.parameter"),
}
"""What the findings of a kind are called together."""

_WITNESSED = ("limit", "conflict", "gap", "fork")
"""Kinds that are told at length, with a situation that shows them."""

_WHOLE = ("dead", "shadowed", "idle", "override", "unreachable")
"""Kinds that only whole domains can show."""


def to_json(report: Report, folders: tuple[Path, ...] = ()) -> Json:
    """The report with the keys the design fixes."""
    setup = report.setup
    return {
        "schema": 1,
        "profile": setup.profile.id,
        "books": list(setup.profile.editions),
        "readings": [f"{b}:{r}={v}" for b, r, v in setup.readings],
        "at_least": report.limited,
        "domains": [
            {
                "name": s.domain.id,
                "title": s.domain.title,
                "situations": s.situations,
                "certified": s.certified,
                "complete": not s.partial,
                "fired": sorted(c.id for a in s.fired if (c := setup.clause(a)) is not None),
            }
            for s in report.seen
        ],
        "clauses": report.clauses,
        "fired": report.fired,
        "findings": [_finding_json(f, setup, folders) for f in report.findings],
    }


def _finding_json(finding: Finding, setup: Setup, folders: tuple[Path, ...]) -> Json:
    found: Json = {
        "kind": finding.kind,
        "issue": finding.issue,
        "clauses": [
            {
                "clause": c.id,
                "book": setup.edition_of(c.book),
                "locator": setup.locator(c),
                "title": c.title,
            }
            for c in finding.clauses
        ],
        "count": finding.count,
        "text": {lang: finding.text.text(lang) for lang in LANGUAGES},
        "witness": finding.witness.text if finding.witness else None,
        "domain": finding.witness.domain if finding.witness else None,
    }
    if finding.kind == "dead":
        found["cases"] = [
            {"file": p.file, "line": p.line, "title": p.title}
            for p in _cases(finding.clauses[0].id, folders)
        ]
    return found


@lru_cache(maxsize=4096)
def _cases(clause: str, folders: tuple[Path, ...]) -> tuple[Pin, ...]:
    """The cases about a clause: one that fires in no domain may well be pinned by them."""
    return tuple(p for f in look_up(clause, folders=folders).found for p in f.cases)


# --- text -----------------------------------------------------------------------------------------


def to_text(report: Report, lang: str, full: bool = False, folders: tuple[Path, ...] = ()) -> str:
    """What was looked at, then the findings by kind; `full` tells every one at length."""
    lines = [setup_heading(report.setup), *_looked_at(report, lang)]
    for kind in KINDS:
        found = [f for f in report.findings if f.kind == kind]
        lines += ["", *_kind(kind, found, report, lang, full, folders)]
    lines += ["", say("note", lang)]
    return "\n".join(lines)


def setup_heading(setup: Setup) -> str:
    """`[every] tda@2024 (1.0) + every@1 (undated)`."""
    shown = []
    for edition in setup.profile.editions:
        version = setup.library.books[edition.split("@")[0]].editions[edition].get("version", "")
        shown.append(f"{edition} ({version})" if version else edition)
    switched = [
        f"{b}:{r}={v}"
        for b, r, v in setup.readings
        if setup.library.books[b].readings[r].default != v
    ]
    return ", ".join([f"[{setup.profile.id}] {' + '.join(shown)}", *switched])


def _looked_at(report: Report, lang: str) -> Iterator[str]:
    said = msg(
        "check.looked",
        situations=report.situations,
        domains=len(report.seen),
        fired=report.fired,
        clauses=report.clauses,
    )
    yield said.text(lang)
    for seen in report.seen:
        row = msg(
            "check.domain",
            name=seen.domain.id,
            title=seen.domain.title[lang],
            situations=seen.situations,
            fired=len(seen.fired),
        ).text(lang)
        yield f"  {row}" + (f"  ({msg('check.partial').text(lang)})" if seen.partial else "")
    if report.limited:
        yield msg("check.at_least").text(lang)


def _kind(
    kind: str,
    found: Sequence[Finding],
    report: Report,
    lang: str,
    full: bool,
    folders: tuple[Path, ...],
) -> Iterator[str]:
    name = _NAMES[kind]
    if not found:
        if kind in _WHOLE and report.partial:
            yield msg("check.unknown", name=name).text(lang)
        elif kind in ("reference", "parameter"):
            yield msg("check.none", name=name).text(lang)
        else:
            yield _none(name, report).text(lang)
        return
    yield msg("check.some", name=name, count=len(found)).text(lang)
    if kind in _WITNESSED or full:
        for one in found:
            yield from _at_length(one, report, lang, folders)
        return
    if kind == "dead":
        found = sorted(found, key=lambda f: len(_cases(f.clauses[0].id, folders)))
    elif len({f.text.text(lang) for f in found}) == 1:
        yield f"  {found[0].text.text(lang)}"
    shown = found[:LISTED]
    for one in shown:
        yield f"  {_in_a_line(one, report.setup, lang, folders, len(found))}"
    if len(found) > len(shown):
        yield f"  {msg('check.more', count=len(found) - len(shown)).text(lang)}"


def _none(name: Message, report: Report) -> Message:
    """No finding means none in all of this, and no more."""
    domains: Value = (
        report.seen[0].domain.id
        if len(report.seen) == 1
        else msg("check.domains", count=len(report.seen))
    )
    said = msg("check.none_in", name=name, situations=report.situations, domains=domains)
    return said if not report.partial else msg("check.so_far", said=said)


def _at_length(
    finding: Finding, report: Report, lang: str, folders: tuple[Path, ...]
) -> Iterator[str]:
    setup = report.setup
    yield f"  {finding.text.text(lang)}"
    if finding.issue is not None:
        for issue in finding.issue.split(", "):
            yield f"    {setup.library.issues[issue].asks[lang]}"
    for clause in finding.clauses:
        yield f"    {_clause(clause, setup, lang)}"
    if finding.kind == "dead":
        yield f"    {_cited(finding, lang, folders)}"
    if finding.count:
        yield f"    {_count(finding).text(lang)}"
    if finding.witness is not None:
        yield from (f"      | {line}".rstrip() for line in table(finding.witness, lang, folders))


def _count(finding: Finding) -> Message:
    if finding.witness is None:
        return msg("check.count", count=finding.count)
    return msg("check.smallest", count=finding.count, domain=finding.witness.domain)


def _clause(clause: Clause, setup: Setup, lang: str) -> str:
    return f"{place(setup, clause)} ({clause.id}): {clause.title[lang]}"


def _in_a_line(
    finding: Finding, setup: Setup, lang: str, folders: tuple[Path, ...], others: int
) -> str:
    """One line: the clause with those it stands beside, and how often; or what is said of it."""
    if not finding.clauses or finding.kind in ("unreachable", "reference"):
        where = f" ({place(setup, finding.clauses[0])})" if finding.clauses else ""
        return finding.text.text(lang) + where
    first, *rest = finding.clauses
    text = f"{place(setup, first)} ({first.id}) {first.title[lang]}"
    if finding.kind == "dead":
        return f"{text}; {_cited(finding, lang, folders)}"
    beside = ", ".join(f"{place(setup, c)} ({c.id})" for c in rest)
    text = f"{text} = {beside}" if beside and finding.count else text
    if finding.count:
        return f"{text}: {finding.count:,}"
    return finding.text.text(lang)


def _cited(finding: Finding, lang: str, folders: tuple[Path, ...]) -> str:
    cases = _cases(finding.clauses[0].id, folders)
    if not cases:
        return msg("check.no_case").text(lang)
    first = f"{cases[0].file}:{cases[0].line}"
    return msg("check.cases", count=len(cases), first=first).text(lang)


def table(witness: Witness, lang: str, folders: tuple[Path, ...] = ()) -> list[str]:
    """The lines of a witness in a language."""
    return in_language(witness.text, lang, folders).rstrip("\n").split("\n")


def in_language(text: str, lang: str, folders: tuple[Path, ...] = ()) -> str:
    """Table text in a language, as it stands where it is too odd to be read."""
    try:
        return format(parse(text, books=folders), lang, folders)
    except PokerlogicError:
        return text


# --- domains --------------------------------------------------------------------------------------


def domains_json(found: Sequence[Domain], deep: bool) -> Json:
    """The domains with their axioms."""
    return {
        "schema": 1,
        "domains": [
            {
                "name": d.id,
                "title": d.title,
                "varies": d.varies,
                "situations": sum(1 for _ in situations(d, deep=deep)),
                "books": list(d.books),
                "axioms": d.axioms,
            }
            for d in found
        ],
    }


def domains_text(found: Sequence[Domain], deep: bool, lang: str) -> str:
    """Each domain: what varies, how many situations, the axioms that can be switched off."""
    return "\n".join(line for d in found for line in _domain(d, deep, lang))


def _domain(domain: Domain, deep: bool, lang: str) -> Iterator[str]:
    count = sum(1 for _ in situations(domain, deep=deep))
    head = msg("check.of_domain", name=domain.id, title=domain.title[lang], situations=count)
    yield head.text(lang)
    yield f"  {msg('check.varies', what=domain.varies[lang]).text(lang)}"
    for name, means in domain.axioms.items():
        yield f"  {msg('check.axiom', name=name, means=means[lang]).text(lang)}"
