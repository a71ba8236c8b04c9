"""Several books over one situation, side by side with what differs marked."""

from __future__ import annotations

from collections.abc import Sequence

from . import render
from .library import Library
from .ruling import Judgement, Ruling


def side_by_side(judgements: Sequence[Judgement], library: Library, lang: str) -> str:
    """Each ruling under each book; `≠` marks where the answers differ."""
    lines = []
    title = judgements[0].title
    if title:
        lines.append(title)
    keys: dict[tuple[object, ...], None] = {}
    for judgement in judgements:
        for ruling in judgement.outcome.rulings:
            keys.setdefault(_key(ruling))
    for key in keys:
        row = [next((r for r in j.outcome.rulings if _key(r) == key), None) for j in judgements]
        lines += _row(row, judgements, library, lang)
    lines += _options(judgements, library, lang)
    for judgement in judgements:
        for question in judgement.outcome.questions:
            lines.append(f"  {judgement.profile}: {render.say('ask', lang)}: {question.text[lang]}")
        for finding in judgement.outcome.findings:
            lines.append(f"! {judgement.profile}: {finding.text[lang]}")
    lines.append(render.say("note", lang))
    return "\n".join(lines)


def _key(ruling: Ruling) -> tuple[object, ...]:
    return (ruling.issue, ruling.event, ruling.line, ruling.who if ruling.event is None else None, ruling.pot)


def _row(
    row: Sequence[Ruling | None], judgements: Sequence[Judgement], library: Library, lang: str
) -> list[str]:
    answers = {(r.decides, frozenset((a.id, a.amounts()) for a in r.answers)) if r else None for r in row}
    mark = "≠" if len(answers) > 1 else "="
    line = next((r.line for r in row if r and r.line), None)
    lines = [f"{mark} {render.say('line', lang, n=line) if line else ''}".rstrip()]
    for judgement, ruling in zip(judgements, row, strict=True):
        if ruling is None:
            lines.append(f"    {judgement.profile}: -")
            continue
        where = ", ".join(render.place_of(c, library, lang) for c in ruling.by)
        lines.append(f"    {judgement.profile}: {render.headline(ruling, library, lang)}  [{where}]")
        if ruling.by:
            lines.append(f"        {ruling.by[0].because[lang]}")
    return lines


def _options(judgements: Sequence[Judgement], library: Library, lang: str) -> list[str]:
    shown = []
    for judgement in judgements:
        outcome = judgement.outcome
        if outcome.to_act is None:
            shown.append(render.say("nobody", lang))
            continue
        options = ", ".join(render.option_text(o, lang) for o in outcome.options)
        shown.append(f"{render.say('to_act', lang, who=outcome.to_act)}: {options}")
    if len(set(shown)) == 1:
        return [f"= {shown[0]}"]
    return ["≠", *(f"    {j.profile}: {text}" for j, text in zip(judgements, shown, strict=True))]
