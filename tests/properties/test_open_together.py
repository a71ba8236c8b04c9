"""Two rulings of one moment that are both open: each way of one has all ways of the other."""

from __future__ import annotations

import pytest

from pokerlogic import engine, parse
from pokerlogic.ruling import Outcome

SKIPPED = """\
game NLHE tournament
blinds 100/200
seat 1 A 20000 button
seat 2 B 20000
seat 3 C 20000
seat 4 D 20000
seat 5 E 20000
seat 6 F 20000

flop As 9d 4c pot 1500
B bets 300
E calls
F calls
observed reasonable time
"""

Way = tuple[tuple[str | None, str], ...]


def outcome_of(text: str) -> Outcome:
    (situation,) = parse(text)
    return engine.judge(situation, engine.profile("tda2026")).outcome


def ways(outcome: Outcome) -> list[tuple[Way, Outcome]]:
    """The ways to the end, by who is ruled on and the answer, with what each ends in."""
    if not outcome.branches:
        return [((), outcome)]
    return [
        (((branch.who, branch.answer.id), *way), end)
        for branch in outcome.branches
        for way, end in ways(branch.outcome)
    ]


def test_each_way_of_one_has_all_ways_of_the_other() -> None:
    answers = ("dead", "no_raise")
    found = [way for way, _ in ways(outcome_of(SKIPPED))]
    assert len(found) == len(set(found))
    assert set(found) == {(("C", c), ("D", d)) for c in answers for d in answers}


def test_the_other_stays_open_when_the_floor_has_ruled_on_one() -> None:
    outcome = outcome_of(SKIPPED + "floor rules C hand killed\n")
    assert {way for way, _ in ways(outcome)} == {(("D", "dead"),), (("D", "no_raise"),)}


@pytest.mark.parametrize(
    ("ruled", "next_one", "raises"),
    [("may not bet or raise", "D", False), ("hand killed", "A", True)],
)
def test_each_is_held_to_what_was_ruled_on_him(ruled: str, next_one: str, raises: bool) -> None:
    outcome = outcome_of(SKIPPED + f"floor rules C hand killed\nfloor rules D {ruled}\n")
    assert not outcome.branches
    assert outcome.to_act == next_one
    assert any(o.least is not None for o in outcome.options) is raises
