"""Hands that follow one another, and tables beside each other."""

from __future__ import annotations

import pytest

from pokerlogic import engine
from pokerlogic.errors import TableError
from pokerlogic.notation import parse
from pokerlogic.ruling import Outcome

HEAD = "game NLHE tournament\nblinds 100/200\n"
FOUR = HEAD + "".join(f"seat {n} {p} 20000{m}\n" for n, p, m in (
    (1, "A", " button"), (2, "B", ""), (3, "C", ""), (4, "D", ""),
))  # fmt: skip


def judged(text: str, upto: int | None = None) -> Outcome:
    (situation,) = parse(text)
    return engine.judge(situation, engine.profile("tda2026"), upto).outcome


def places(outcome: Outcome) -> list[tuple[int | None, str, str | None]]:
    return [(r.line, r.answers[0].id, r.who) for r in outcome.rulings if r.issue == "blind"]


def test_a_ruling_without_an_event_stands_on_the_line_of_its_hand() -> None:
    text = FOUR + "next hand\nnext hand\n"
    assert places(judged(text)) == [
        (7, "small", "C"), (7, "big", "D"), (8, "big", "A"), (8, "small", "D"),
    ]  # fmt: skip


def test_rulings_of_an_earlier_hand_are_kept() -> None:
    text = FOUR + "preflop\nD puts 500\nA folds\nB folds\nC folds\nnext hand\npreflop\nA folds\n"
    outcome = judged(text)
    assert [(r.line, r.event) for r in outcome.rulings if r.issue == "act"] == [(8, 1), (11, 4)]
    assert outcome.to_act == "B"
    assert dict(outcome.behind)["D"] == 20300 - 200


def test_an_event_of_an_earlier_hand_can_be_asked_about() -> None:
    text = FOUR + "preflop\nD folds\nA folds\nB folds\nnext hand\npreflop\nA folds\n"
    assert judged(text, 1).to_act == "A"
    assert judged(text, 4).to_act == "B"


def test_stacks_that_are_not_known_are_not_guessed() -> None:
    open_end = FOUR + "preflop\nD all-in\nA folds\nB folds\nC calls\nnext hand\n"
    assert places(judged(open_end))
    with pytest.raises(TableError) as found:
        judged(open_end + "preflop\n")
    assert found.value.code == "PL405"
    again = open_end + "seat 1 A 20000\nseat 2 B 19900\nseat 3 C 40000\npreflop\n"
    assert places(judged(again)) == [(12, "big", "A"), (12, "small", "C")]


def test_the_hand_is_played_at_the_table_of_the_player_who_is_named() -> None:
    tables = HEAD + "table 1\nseat 1 A 900 button\nseat 2 B 900\n"
    tables += "table 2\nseat 1 C 500 button\nseat 2 D 500\npreflop\n"
    assert dict(judged(tables).behind) == {"A": 800, "B": 700}
    assert dict(judged(tables + "C folds\n").behind) == {"C": 400, "D": 300}


def test_what_is_open_in_one_hand_leaves_the_next_without_stacks() -> None:
    text = FOUR + "preflop\nD calls\nA calls\nB puts 1000\nfloor rules B calls 200\n"
    assert judged(text + "C checks\n").to_act is None
    with pytest.raises(TableError):
        judged(text + "next hand\npreflop\n")


def test_chips_won_can_be_put_in_in_the_next_hand() -> None:
    text = FOUR + "preflop\nD raises to 600\nA folds\nB folds\nC folds\nnext hand\npreflop\n"
    outcome = judged(text + "A folds\nB folds\nC folds\n")
    assert dict(outcome.behind)["D"] == 20300 - 200
    outcome = judged(text + "A folds\nB folds\nC calls\nD puts total 20300\n")
    act = next(r for r in outcome.rulings if r.issue == "act" and r.who == "D")
    assert dict(act.answers[0].values)["to"] == 20300
