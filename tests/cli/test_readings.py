"""Readings that mattered are named, and `--readings` tries all of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pokerlogic import engine, readings
from pokerlogic.cli import main
from pokerlogic.notation import parse

HALF = """game NLHE tournament
blinds 250/500
seat 1 A 40000 button
seat 2 B 40000
seat 3 C 40000
seat 4 D 40000

preflop
D raises to 1100
A puts 500 1000
"""


def matter(table: str, book: str, *, whole: bool = False) -> dict[str, list[str]]:
    (situation,) = parse(table)
    under = engine.profile(book)
    found = readings.that_matter(situation, under, engine.judge(situation, under), whole=whole)
    return {m.name: [o.alternative for o in m.others] for m in found}


def test_a_reading_that_decides_is_named() -> None:
    # 400 over the call of 1,100 is half of 600, but less than half of the total of 1,700.
    assert matter(HALF, "every")["every:half=increment"] == ["surplus_vs_total"]


def test_what_reads_nothing_names_nothing() -> None:
    assert matter(HALF, "tda2026") == {}
    # Only the least raise of the next player rests on one.
    folded = HALF.replace("A puts 500 1000", "A folds")
    assert list(matter(folded, "every")) == ["every:increment=last_full"]


def test_the_whole_search_finds_readings_of_clauses_that_did_not_speak() -> None:
    # Under EVERY 34 read for any chips, 500 and 1,000 would be a call.
    assert "every:chips=same_denomination" not in matter(HALF, "every")
    assert matter(HALF, "every", whole=True)["every:chips=same_denomination"] == ["any_chips"]


def test_switching_back_gives_the_same_difference() -> None:
    (situation,) = parse(HALF)
    under = engine.profile("every", None, ("every:half=surplus_vs_total",))
    (found,) = [
        m
        for m in readings.that_matter(situation, under, engine.judge(situation, under))
        if m.reading.name == "half"
    ]
    assert [(a.do, a.amounts()) for r in found.others[0].rulings for a in r.answers] == [
        ("raise", (1700,))
    ]


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "    with surplus_vs_total: line 10: A calls 1,100"),
        ("ja", "    surplus_vs_total なら：10 行目: A コール 1,100"),
    ],
)
def test_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str, line: str) -> None:
    file = tmp_path / "half.table"
    file.write_text(HALF, encoding="utf-8")
    assert main(["rule", str(file), "--book", "every", "--lang", lang]) == 0
    assert any(row.startswith(line) for row in capsys.readouterr().out.splitlines())


FOUND = """game NLHE tournament
blinds 100/200
seat 1 A 20000 button
seat 2 B 3000
seat 3 C 20000

river As Kd Qc Jh 2s pot 1500
B all-in
C calls
A folds
found 1 chip of 500 behind B
"""


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "    with leaves_play: Did B win the hand? yes: line 11: 500 of B leaves play"),
        ("ja", "    leaves_play なら：Bはハンドに勝ったか はい: 11 行目: B の 500 は取り除く"),
    ],
)
def test_what_changes_on_one_side_of_a_question(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str, line: str
) -> None:
    file = tmp_path / "found.table"
    file.write_text(FOUND, encoding="utf-8")
    main(["rule", str(file), "--book", "every", "--lang", lang])
    assert line in capsys.readouterr().out.splitlines()
    main(["rule", str(file), "--book", "every", "--json"])
    (used,) = json.loads(capsys.readouterr().out)["readings_used"]
    assert [r["answers"][0]["do"] for r in used["others"][0]["rulings"]] == ["leaves-play"]


def test_a_ruling_that_another_reading_does_not_give(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "thrown.table"
    thrown = HALF.replace("A puts 500 1000", "A calls\nD discards by mistake")
    file.write_text(thrown, encoding="utf-8")
    main(["rule", str(file), "--book", "every", "--lang", "en"])
    told = [r for r in capsys.readouterr().out.splitlines() if r.startswith("    with only_if")]
    assert told == [
        "    with only_if_back: Can the cards still be told apart for certain and retrieved?"
        " no: no longer: line 11: D penalty one hand"
    ]


def test_in_json_and_none_at_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "half.table"
    file.write_text(HALF, encoding="utf-8")
    main(["rule", str(file), "--book", "every", "--json"])
    used = json.loads(capsys.readouterr().out)["readings_used"]
    assert "every:half=increment" in [u["reading"] for u in used]
    main(["rule", str(file), "--book", "tda2026", "--readings", "--lang", "en"])
    assert "no other reading would change this ruling" in capsys.readouterr().out
