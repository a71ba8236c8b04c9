"""What several books say of one situation in one grounding is what each says alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sampling import part

from pokerlogic import engine
from pokerlogic.cases import table_files
from pokerlogic.errors import PokerlogicError
from pokerlogic.notation import parse
from pokerlogic.ruling import Outcome
from pokerlogic.situation import Situation

ROOT = Path(__file__).parents[2]
SEVERAL = [("tda2026", "every"), ("tda2024", "every-ring", "classic")]


def _situations() -> Iterator[Situation]:
    for path in table_files([ROOT / "cases"]):
        yield from parse(path.read_text(encoding="utf-8"), str(path))


def _alone(situation: Situation, profile: str) -> Outcome | None:
    try:
        return engine.judge(situation, engine.profile(profile)).outcome
    except PokerlogicError:
        return None


@pytest.mark.parametrize("profiles", SEVERAL, ids="+".join)
def test_several_books_at_once_say_what_each_says(profiles: tuple[str, ...]) -> None:
    """One chunk of all cases; POKERLOGIC_CHUNK names another one."""
    same = 0
    for situation in part(list(_situations()), 80):
        alone = [_alone(situation, profile) for profile in profiles]
        if None in alone:
            continue
        pairs = [(situation, engine.profile(profile)) for profile in profiles]
        together = [judgement.outcome for judgement in engine.judge_many(pairs)]
        assert together == alone, (situation.file, situation.title)
        same += 1
    assert same > 12
