"""What several ways on come to, taken together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .errors import LimitError
from .messages import msg
from .moves import State
from .ruling import Answer, Branch, Finding, Outcome, Ruling


def decided(outcome: Outcome, ruling: Ruling, answer: Answer) -> Outcome:
    """Marks a ruling as decided, here and on every way on from here."""

    def follow(other: Outcome) -> Outcome:
        return decided(other, ruling, answer)

    return replace(
        outcome,
        rulings=tuple(replace(r, chosen=answer) if r == ruling else r for r in outcome.rulings),
        questions=tuple(replace(q, yes=follow(q.yes), no=follow(q.no)) for q in outcome.questions),
        branches=tuple(replace(b, outcome=follow(b.outcome)) for b in outcome.branches),
    )


def too_many(state: State) -> LimitError:
    """Names the first line whose ruling is open."""
    lines = [
        r.line
        for r in state.kept.values()
        if r.line and r.decides != "rule" and len(r.answers) > 1 and r.chosen is None
    ]
    first = min(lines, default=None)
    place = next((i.place for i in state.items if i.place and i.place.line == first), None)
    if first is None:
        return LimitError("PL504", msg("limit.answers"), place, msg("limit.answers.help"))
    line = str(first)
    return LimitError(
        "PL504",
        msg("limit.answers_line", line=line),
        place,
        msg("limit.answers_line.help", line=line),
    )


def led_nowhere(merged: Outcome, branches: Sequence[Branch], before: int) -> Outcome:
    """No open answer fits what is written next: said once above the branches."""
    if any(f.kind == "otherwise" for f in merged.findings[before:]):
        return merged
    lines = [
        f.line
        for b in branches
        for f in b.outcome.findings[before:]
        if f.kind == "otherwise" and f.line is not None
    ]
    text = {
        "en": "the table went on otherwise than any of these answers allows",
        "ja": "どの答えとも異なる形で進行している",
    }
    found = Finding("otherwise", min(lines, default=None), text)
    return replace(merged, findings=(*merged.findings, found))


def went_otherwise(outcome: Outcome, before: int) -> bool:
    """Whether what is written next, behind so many findings, does not fit this way."""
    return any(f.kind == "otherwise" for f in outcome.findings[before:])


def merged(branches: Sequence[Branch], state: State) -> Outcome:
    """What all branches share stands; the rest is told apart by branch."""
    outcomes = [b.outcome for b in branches]
    first = outcomes[0]
    common = tuple(r for r in first.rulings if all(r in o.rulings for o in outcomes))
    same = all(o.to_act == first.to_act and o.options == first.options for o in outcomes)
    pots = first.pots if all(o.pots == first.pots for o in outcomes) else ()
    findings = tuple(f for f in first.findings if all(f in o.findings for o in outcomes))
    return Outcome(
        common,
        first.to_act if same else None,
        first.options if same else (),
        first.barred if same else (),
        pots,
        first.uncalled if pots else (),
        first.rights if same else (),
        first.behind if pots else (),
        (),
        tuple(branches),
        findings,
        first.left if all(o.left == first.left for o in outcomes) else (),
    )
