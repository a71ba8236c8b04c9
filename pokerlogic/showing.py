"""A look-up as text and as JSON with fixed keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .citing import Pin
from .library import Clause, Library
from .lookup import Lookup
from .pages import Found, Reference
from .render import say

Json = dict[str, Any]

FULL = 4
"""Clauses named by a topic or a locator that are told in full; of more only the paraphrase."""

LISTED = 10
"""Clauses that a description lists in text."""

NAMED = 4
"""Other clauses, and cases, that a text names of each kind."""


def to_json(lookup: Lookup, library: Library) -> list[Json]:
    """One object a clause, best first."""
    return [_found_json(f, lookup, library) for f in lookup.found]


def _found_json(found: Found, lookup: Lookup, library: Library) -> Json:
    clause = found.clause
    return {
        "clause": clause.id,
        "book": clause.book,
        "locators": clause.locators,
        "now": {"edition": found.newest, "locator": found.now},
        "title": clause.title,
        "paraphrase": clause.paraphrase,
        "sourced": clause.sourced,
        "decidable": clause.decidable,
        "interpretation": clause.interpretation,
        "weigh": clause.weigh,
        "issues": [{"issue": i, "asks": library.issues[i].asks} for i in found.issues],
        "overridden_by": [_reference_json(r) for r in found.overridden_by],
        "overrides": [_reference_json(r) for r in found.overrides],
        "related": [_reference_json(r) for r in found.related],
        "readings": [
            {
                "reading": f"{r.book}:{r.name}",
                "default": r.default,
                "reason": r.reason,
                "alternatives": r.alternatives,
            }
            for r in found.readings
        ],
        "parameters": [
            {
                "parameter": p.name,
                "book": book,
                "value": p.value,
                "means": p.means,
                "locators": p.locators,
            }
            for book, p in found.parameters
        ],
        "cases": [
            {
                "file": p.file,
                "line": p.line,
                "title": p.title,
                "source": p.source,
                "profiles": list(p.profiles),
                "why": p.why,
            }
            for p in found.cases
        ],
        "match": {
            "by": lookup.by,
            "score": found.score,
            "words": list(found.words),
            "unknown": list(lookup.unknown),
        },
    }


def _reference_json(reference: Reference) -> Json:
    return {
        "clause": reference.clause,
        "locators": reference.locators,
        "title": reference.title,
        "why": reference.why,
    }


def to_text(lookup: Lookup, library: Library, lang: str, full: bool = False) -> str:
    """The clauses for reading; `full` tells everything of each."""
    lines = list(_moved(lookup, library, lang))
    found = lookup.found
    listed = found if full or lookup.by != "words" else found[:LISTED]
    for at, one in enumerate(listed):
        told = full or lookup.by == "id" or (at == 0 and lookup.by == "words")
        told = told or (lookup.by in ("topic", "locator") and len(found) <= FULL)
        lines += _brief(one, lang)
        lines += _rest(one, library, lang) if told else ()
    if len(listed) < len(found):
        lines.append(say("more", lang, n=len(found) - len(listed)))
    if lookup.unknown:
        said = ", ".join(f"`{u}`" for u in lookup.unknown)
        line = say("unknown_words", lang, words=said)
        lines.append(f"{line} {say('meant', lang, near=lookup.near)}" if lookup.near else line)
    lines.append(say("note", lang))
    return "\n".join(lines)


def _moved(lookup: Lookup, library: Library, lang: str) -> Iterator[str]:
    """A number of an older edition with the number it has now."""
    for edition, locator in lookup.at:
        here = [f for f in lookup.found if f.clause.locators.get(edition) == locator]
        for newest in dict.fromkeys(f.newest for f in here):
            nows = dict.fromkeys(f.now for f in here if f.newest == newest)
            if edition == newest or list(nows) == [locator]:
                continue
            old = f"{_label(edition, library)} {locator}"
            new = [f"{_label(newest, library)} {current}" for current in nows if current]
            if new:
                yield say("moved", lang, old=old, new=", ".join(new))
            else:
                yield say("gone", lang, old=old, edition=_label(newest, library))


def _label(edition: str, library: Library) -> str:
    """`TDA 2026`, `EVERY`: the book and the label of its edition."""
    book = library.books[edition.partition("@")[0]]
    return f"{book.id.upper()} {book.editions[edition].get('label', '')}".strip()


def _brief(found: Found, lang: str) -> Iterator[str]:
    clause = found.clause
    where = ", ".join(f"{edition} {loc}" for edition, loc in clause.locators.items())
    yield f"{clause.id}  ({where})  {clause.title[lang]}"
    mark = f" {say('inferred', lang)}" if clause.sourced == "inferred" else ""
    yield f"    {clause.paraphrase[lang]}{mark}"


def _rest(found: Found, library: Library, lang: str) -> Iterator[str]:
    clause = found.clause
    if clause.interpretation and lang == "en":
        yield f"    {clause.interpretation}"
    if clause.weigh:
        yield f"    {say('weigh', lang, what=clause.weigh[lang])}"
    for issue in found.issues:
        yield f"    {say('answers', lang, what=library.issues[issue].asks[lang])}"
    rows = (
        (say("overridden_by", lang), found.overridden_by),
        (say("overrides", lang), found.overrides),
        (say("related", lang), found.related),
    )
    for name, references in rows:
        if references:
            yield f"    {name}"
            yield from _references(references, _beneath(clause, library), library, lang)
    for reading in found.readings:
        yield f"    {say('reading', lang)} {reading.book}:{reading.name}"
        for name, means in reading.alternatives.items():
            mark = "*" if name == reading.default else " "
            yield f"      {mark} {name}: {means[lang]}"
    for book, parameter in found.parameters:
        where = f"{book}:{parameter.name}={parameter.value}"
        yield f"    {say('parameter', lang)} {where}: {parameter.means[lang]}"
    yield from _cases(found.cases, lang)


def _beneath(clause: Clause, library: Library) -> tuple[str, ...]:
    """The editions on which the newest edition of a clause's book rests in its profile."""
    newest = list(clause.locators)[-1]
    for profile in library.profiles.values():
        if newest in profile.editions[1:]:
            return profile.editions[: profile.editions.index(newest)]
    return ()


def _references(
    references: Sequence[Reference], beneath: Sequence[str], library: Library, lang: str
) -> Iterator[str]:
    """Where other clauses stand and what they say, a few of each kind; a base by its edition."""
    once = list({r.clause: r for r in references}.values())
    for reference in once[:NAMED]:
        here = [edition for edition in beneath if edition in reference.locators]
        edition = here[-1] if here else list(reference.locators)[-1]
        place = f"{_label(edition, library)} {reference.locators[edition]}"
        yield f"      {place}: {reference.paraphrase[lang]} ({reference.clause})"
    if len(once) > NAMED:
        yield f"      {say('more', lang, n=len(once) - NAMED)}"


def _cases(cases: Sequence[Pin], lang: str) -> Iterator[str]:
    if not cases:
        yield f"    {say('no_cases', lang)}"
        return
    yield f"    {say('cases', lang, n=len(cases))}"
    for pin in cases[:NAMED]:
        yield f"      {pin.file}:{pin.line}: {pin.title}"
    if len(cases) > NAMED:
        yield f"      {say('more', lang, n=len(cases) - NAMED)}"
