"""Several books over one situation, side by side with what differs marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from . import render
from .library import Library
from .ruling import Judgement, Outcome, Ruling


def side_by_side(
    judgements: Sequence[Judgement], library: Library, lang: str, also: Sequence[str] = ()
) -> str:
    """Each ruling under each book; `≠` marks where the answers differ; `also` before the end."""
    lines = [render.heading(j, library, lang) for j in judgements]
    title = judgements[0].title
    if title:
        lines.append(title)
    keys: dict[tuple[object, ...], None] = {}
    for judgement in judgements:
        for ruling in judgement.outcome.rulings:
            keys.setdefault(_key(ruling))
    for key in sorted(keys, key=_order):
        row = [next((r for r in j.outcome.rulings if _key(r) == key), None) for j in judgements]
        lines += _row(row, judgements, library, lang)
    lines += _next(judgements, library, lang)
    for judgement in judgements:
        for text in _open(judgement.outcome, library, lang):
            lines.append(f"    {judgement.profile}: {text}")
        for finding in judgement.outcome.findings:
            at = f"{render.say('line', lang, n=finding.line)}: " if finding.line else ""
            lines.append(f"! {judgement.profile}: {at}{finding.text[lang]}")
    lines += also
    lines.append(render.say("note", lang))
    return "\n".join(lines)


def _key(ruling: Ruling) -> tuple[object, ...]:
    return (ruling.issue, ruling.event, ruling.line, ruling.who, ruling.pot)


def _order(key: tuple[object, ...]) -> tuple[bool, int, bool]:
    event, pot = key[1], key[4]
    return (pot is not None, event if isinstance(event, int) else 0, key[0] != "act")


def _row(
    row: Sequence[Ruling | None], judgements: Sequence[Judgement], library: Library, lang: str
) -> list[str]:
    answers = {
        (r.decides, frozenset((a.id, a.amounts()) for a in r.answers)) if r else None for r in row
    }
    mark = "≠" if len(answers) > 1 else "="
    line = next((r.line for r in row if r and r.line), None)
    lines = [f"{mark} {render.say('line', lang, n=line) if line else ''}".rstrip()]
    for judgement, ruling in zip(judgements, row, strict=True):
        if ruling is None:
            lines.append(f"    {judgement.profile}: -")
            continue
        where = ", ".join(dict.fromkeys(render.place_of(c, library) for c in ruling.by))
        text = render.headline(ruling, library, lang)
        lines.append(f"    {judgement.profile}: {text}" + (f"  [{where}]" if where else ""))
        if ruling.by:
            lines.append(f"        {ruling.by[0].because[lang]}")
    return lines


def _next(judgements: Sequence[Judgement], library: Library, lang: str) -> list[str]:
    """Who is to act with what, once if the books agree."""
    shown = [render.next_text(j.outcome, library, lang) for j in judgements]
    if len(set(shown)) == 1:
        return [f"= {shown[0]}"]
    return ["≠", *(f"    {j.profile}: {text}" for j, text in zip(judgements, shown, strict=True))]


def _open(outcome: Outcome, library: Library, lang: str) -> Iterator[str]:
    """What is still open: each question and each open answer with what follows from it."""
    for question in outcome.questions:
        yield render.question_text(question, lang)
        for word, side in (("yes", question.yes), ("no", question.no)):
            yield f"  {render.say(word, lang)}: {_brief(side, outcome, library, lang)}"
            yield from (f"    {text}" for text in _open(side, library, lang))
    for branch in outcome.branches:
        what = render.branch_words(branch, library, lang)
        follows = _brief(branch.outcome, outcome, library, lang)
        yield f"{render.say('if', lang, what=what)}: {follows}"
        yield from (f"    {text}" for text in _open(branch.outcome, library, lang))


def _brief(outcome: Outcome, above: Outcome, library: Library, lang: str) -> str:
    told = [render.headline(r, library, lang) for r in outcome.rulings if r not in above.rulings]
    return "; ".join([*told, render.next_text(outcome, library, lang)])
