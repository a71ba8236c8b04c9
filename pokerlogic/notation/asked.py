"""What somebody asks about: an action or a ruling, in the words of a table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pokerlogic.errors import TableError, meant, shown
from pokerlogic.messages import msg
from pokerlogic.notation import claims, complain, motions
from pokerlogic.notation.cases import Case, trees
from pokerlogic.notation.grammar import Notation, notation
from pokerlogic.notation.lexer import Failure, Source
from pokerlogic.notation.text import Line, read_line
from pokerlogic.situation import Event, FloorRules, Outcome, Settled, Situation, hands
from pokerlogic.usage import UsageError


@dataclass(frozen=True)
class Asked:
    """The phrase as action of a player, and as answer of a ruling; one of them at least."""

    text: str
    action: Settled | None
    answer: Outcome | None


def asked(text: str, situation: Situation, books: Sequence[Path] = ()) -> Asked:
    """What a phrase asks about; raises UsageError for one that is neither action nor ruling."""
    known = notation(books)
    phrase = " ".join(text.split())
    action = _event(known, situation, phrase)
    answer = _event(known, situation, f"{_ruling(known)} {phrase}")
    if action is None and answer is None:
        # An action that needs an amount may be asked about without one.
        action = _event(known, situation, f"{phrase} 1")
        if isinstance(action, Settled):
            action = replace(action, amount=None)
    found = Asked(
        phrase,
        action if isinstance(action, Settled) else None,
        answer.outcome if isinstance(answer, FloorRules) else None,
    )
    if found.action is None and found.answer is None:
        raise _unknown(known, situation, phrase)
    return found


def _ruling(known: Notation) -> str:
    return known.lexicon.keyword("FLOOR_RULES", "en")


def _event(known: Notation, situation: Situation, text: str) -> Event | None:
    """The event of a line, or None if it is none."""
    try:
        return _read(known, situation, text)
    except (TableError, Failure):
        return None


def _read(known: Notation, situation: Situation, text: str) -> Event | None:
    line = read_line(text)
    tree = known.table.parse(_source(known, situation, line))
    (row,) = trees(tree)
    case = Case(known, line, situation.file, playing=True)
    if row.data == "action":
        motions.action(case, row)
    elif row.data == "floor_rules":
        answer = claims.outcome(case, trees(row)[0])
        if len(answer.values) + 1 == len(
            known.lexicon.by_id[f"{answer.issue}.{answer.answer}"].args
        ):
            case.step(FloorRules(answer, case.place()))
    event = case.steps[-1] if case.steps else None
    return event if isinstance(event, (Settled, FloorRules)) else None


def _source(known: Notation, situation: Situation, line: Line) -> Source:
    names = tuple(dict.fromkeys(s.player for s in hands(situation)[-1].seats))
    return Source((line,), known.lexicon, {line.number: names})


def _unknown(known: Notation, situation: Situation, phrase: str) -> UsageError:
    """Says what is wrong with the phrase as a ruling, with the nearest one."""
    line = read_line(f"{_ruling(known)} {phrase}")
    source = _source(known, situation, line)
    help = None
    try:
        known.table.parse(source)
    except Failure as failure:
        error = complain.about(failure, known, source)
        if error.code == "PL103":
            return UsageError("PL604", error.said, help=error.advice)
        help = error.advice
    forms = {p.text for p in known.lexicon.phrases if p.entry.kind == "outcome"}
    players = [s.player for s in hands(situation)[-1].seats]
    who = next((p for p in players if phrase.startswith(p)), players[0] if players else "")
    spoken = [re.sub(r"\{\w+\}", "600", f.replace("{who}", who)) for f in forms]
    return UsageError(
        "PL604",
        msg("ask.unlike", phrase=shown(phrase)),
        help=meant(phrase, spoken) or help or msg("ask.unlike.help", who=who),
    )
