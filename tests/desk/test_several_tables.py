"""What a domain can say of several tables, a next hand and the floor's words."""

from __future__ import annotations

from pathlib import Path

import pytest

from pokerlogic import engine, parse
from pokerlogic.desk.domains import Domain, domains, situations
from pokerlogic.errors import BookError
from pokerlogic.notation import format

_HEAD = """
setting(game_no_limit). setting(game_holdem). setting(tournament).
setting(small_blind(1)). setting(big_blind(2)).
"""


def _domain(folder: Path, program: str) -> Domain:
    words = "{en: x, ja: x}"
    (folder / "own.lp").write_text(_HEAD + program, encoding="utf-8")
    (folder / "own.yaml").write_text(f"title: {words}\nvaries: {words}\n", encoding="utf-8")
    return domains(folder)["own"]


def _text(folder: Path, program: str) -> str:
    (one,) = situations(_domain(folder, program))
    text = format([one])
    again = parse(text)[0]
    assert (again.settings, again.seats, again.steps) == (one.settings, one.seats, one.steps)
    return text


def test_two_tables(tmp_path: Path) -> None:
    text = _text(
        tmp_path,
        """
        seat("B",1,9). seat("A",2,9). seat("C",1,9).
        at_table("A","1"). at_table("B","1"). at_table("C","2").
        event(1,moves_player("1","2")).
        """,
    )
    assert text.splitlines()[2:] == [
        "table 1",
        "seat 1 B 9",
        "seat 2 A 9",
        "table 2",
        "seat 1 C 9",
        "floor moves a player from table 1 to table 2",
    ]


def test_a_next_hand_with_new_seats(tmp_path: Path) -> None:
    text = _text(
        tmp_path,
        """
        seat("A",1,9). seat("B",2,9). mark("A",button).
        next_hand(1). next_setting(1,small_blind(2)). next_setting(1,big_blind(4)).
        next_seat(1,"A",1,9). next_seat(1,"N",3,9). next_mark(1,"N",new_player).
        """,
    )
    after = text.split("next hand\n")[1].splitlines()
    assert after == ["blinds 2/4", "seat 1 A 9", "seat 3 N 9 new"]


def test_what_the_floor_ruled(tmp_path: Path) -> None:
    text = _text(
        tmp_path,
        """
        seat("A",1,9). seat("B",2,9).
        event(1,disrupts("B")). floor(2,penalty,"B",disqualified).
        """,
    )
    assert text.splitlines()[-1] == "floor rules B is disqualified"


@pytest.mark.parametrize(
    "floor", ['floor(2,penance,"B",disqualified)', 'floor(2,penalty,"B",hell)']
)
def test_an_answer_that_nobody_gives(tmp_path: Path, floor: str) -> None:
    domain = _domain(tmp_path, f'seat("A",1,9). seat("B",2,9). event(1,disrupts("B")). {floor}.')
    with pytest.raises(BookError) as error:
        list(situations(domain))
    assert error.value.code == "PL272"


def test_a_swept_hand_is_told_how_the_one_before_ended(tmp_path: Path) -> None:
    domain = _domain(
        tmp_path,
        """
        seat("A",1,40). seat("B",2,40). seat("C",3,40). mark("A",button).
        event(1,busts("B")). next_hand(2). street(3,preflop).
        """,
    )
    (one,) = situations(domain)
    (watched,) = engine.watch_many([(one, engine.profile("tda2026"))], ends=False)
    moments, findings = watched
    ruled = {str(a) for m in moments for a in m.world.of("ruling")}
    assert {'ruling(blind("A"),big)', 'ruling(blind("C"),small)'} <= ruled
    assert not findings
