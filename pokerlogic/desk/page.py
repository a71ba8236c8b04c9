"""How two profiles differ, as one page of HTML that needs nothing beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pokerlogic.messages import Message, msg, written
from pokerlogic.render import say

from .account import Account, Group, Shown, Voice, asks, place
from .drawing import HEIGHT, RAIL, WIDTH, Drawing, drawings
from .report import setup_heading, table
from .telling import AMOUNTS, MARKS, places, said, same_reasons, summary

_LABELS = {
    "skip": msg("page.skip"),
    "contents": msg("page.contents"),
    "chapter": msg("page.chapter"),
    "all": msg("page.all"),
    "table": msg("page.table"),
    "pot": msg("page.pot"),
    "button": msg("page.button"),
    "then": msg("page.then"),
    "because": msg("page.because"),
    "agreement": msg("diff.agreement"),
    "domain": msg("diff.col_domain"),
    "situations": msg("diff.col_situations"),
    "alike": msg("diff.col_alike"),
    "ruled": msg("diff.col_ruled"),
    "partial": msg("check.partial"),
    "at_least": msg("check.at_least"),
    "shown": msg("page.shown"),
}
"""The fixed texts of the page."""


@dataclass(frozen=True)
class _Side:
    title: str
    where: str
    rules: str
    silent: bool
    clauses: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class _Kind:
    story: str
    supposing: tuple[str, ...]
    sides: tuple[_Side, _Side]
    mark: str
    standing: str
    seen: str
    drawing: Drawing | None
    table: str


@dataclass(frozen=True)
class _Section:
    number: int
    title: str
    where: str
    asks: str
    chapter: str
    chapter_title: str
    marks: tuple[str, ...]
    kinds: tuple[_Kind, ...]
    follows: tuple[tuple[str, tuple[_Kind, ...]], ...]


def to_html(told: Account, lang: str, folders: tuple[Path, ...] = ()) -> str:
    """The page in a language."""
    found = told.difference
    titles = [said(Voice(s, None, None).title, lang) for s in (found.left, found.right)]
    heads = [s for g in told.groups for s in g.kinds]
    pictures = drawings([s.situation for s in heads], found.left, folders)
    drawn = {id(s): picture for s, picture in zip(heads, pictures, strict=True)}
    sections = [_section(g, n, lang, drawn, folders) for n, g in enumerate(told.groups, 1)]
    reasons = same_reasons(told, lang)
    values: dict[str, Any] = {
        "lang": lang,
        "title": said(msg("diff.title", left=titles[0], right=titles[1]), lang),
        "titles": titles,
        "books": [setup_heading(s) for s in (found.left, found.right)],
        "summary": said(summary(told), lang),
        "limited": found.limited,
        "sections": sections,
        "chapters": list({s.chapter: s.chapter_title for s in sections if s.chapter}.items()),
        "marks": [(m, said(MARKS[m], lang)) for m in _marks(told)],
        "swaths": [(s, s.domain.title[lang]) for s in found.swaths],
        "reasons": reasons,
        "reasons_title": said(msg("diff.reasons", count=len(reasons)), lang),
        "note": say("note", lang),
        "compared": said(msg("page.mark", right=titles[1]), lang),
        "text": {name: label.text(lang) for name, label in _LABELS.items()},
        "width": WIDTH,
        "height": HEIGHT,
        "rail": RAIL,
    }
    page = _environment(lang).get_template("page.html.jinja")
    return page.render(values)


def _environment(lang: str) -> Environment:
    made = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["said"] = lambda value: written(value, lang)
    made.filters["amount"] = lambda value: f"{value:,}"
    return made


def _marks(told: Account) -> list[str]:
    return [m for m in MARKS if any(m in g.marks for g in told.groups)]


def _section(
    group: Group,
    number: int,
    lang: str,
    drawn: dict[int, Drawing | None],
    folders: tuple[Path, ...],
) -> _Section:
    chapter = group.first.chapter
    return _Section(
        number,
        said(group.title(), lang),
        places(group, lang),
        asks(group.first).text(lang),
        chapter.id if chapter is not None else "",
        chapter.title[lang] if chapter is not None else "",
        group.marks,
        tuple(_kind(s, lang, drawn[id(s)], folders) for s in group.kinds),
        tuple(
            (
                said(msg("diff.follows", asks=asks(f.first)), lang),
                tuple(_kind(s, lang, None, folders) for s in f.kinds),
            )
            for f in group.follows
        ),
    )


def _kind(shown: Shown, lang: str, drawing: Drawing | None, folders: tuple[Path, ...]) -> _Kind:
    kind = shown.kind
    standing: Message = MARKS[kind.mark]
    if kind.amounts is not None:
        standing = msg("diff.mark_amounts", mark=standing, amounts=AMOUNTS[kind.amounts])
    left, right = (_side(v, lang) for v in shown.voices)
    return _Kind(
        said(shown.story, lang),
        tuple(said(v, lang) for v in shown.supposing),
        (left, right),
        kind.mark,
        said(standing, lang),
        said(msg("check.count", count=kind.count), lang),
        drawing,
        "\n".join(table(kind.witness, lang, folders)),
    )


def _side(voice: Voice, lang: str) -> _Side:
    because = _because(voice, lang)
    clauses = tuple(
        (place(voice.setup, c), c.paraphrase[lang], because.get(c.id, "")) for c in voice.clauses
    )
    where, title = ", ".join(voice.places()), said(voice.title, lang)
    # `TDA 2024 46` says whose it is.
    title = "" if where.startswith(title) else title
    return _Side(title, where, said(voice.rules, lang), voice.side is None, clauses)


def _because(voice: Voice, lang: str) -> dict[str, str]:
    """What each clause says of the numbers of this table."""
    by: Sequence[Any] = voice.ruling.by if voice.ruling is not None else ()
    return {c.clause: c.because[lang] for c in by}
