"""`books --coverage`: every locator of every edition, with its clauses and cases."""

from __future__ import annotations

import json
from pathlib import Path

import corner
import pytest

from pokerlogic import coverage
from pokerlogic.cli import main
from pokerlogic.library import parts_of
from pokerlogic.store import library_of

LIBRARY = library_of()
FOUND = {one.name: one for one in coverage.coverage(LIBRARY)}

BOOK = (
    corner.FILES[corner.BOOK]
    + """\
uncovered:
  - {locator: "3", reason: it is a greeting}
chapters:
  chips:
    title: {en: Chips, ja: チップ}
    in: {corner@1: "1..3, 4-A..B"}
"""
)
TOPIC = (
    corner.FILES[corner.CHIP].replace('"7"', '"4"').replace("raise:\n", "raise:\n    part: B\n", 1)
)
TABLES = """
case "a chip" source "Corner 4-B"
game NLHE tournament
blinds 100/200
seat 1 A 20000 button
seat 2 B 15000
seat 3 C 30000
preflop
A puts 1000
expect corner: A raises to 1000 by 4-B

case "a small chip" source "Corner 4-B"
game NLHE tournament
blinds 100/200
seat 1 A 20000 button
seat 2 B 15000
seat 3 C 30000
preflop
A puts 200
expect corner: not by 4
"""


@pytest.mark.parametrize("name", sorted(FOUND))
def test_no_locator_is_listed_twice(name: str) -> None:
    listed = [r.locator for r in FOUND[name].rows]
    assert listed and len(listed) == len(set(listed))


def test_every_clause_stands_in_a_chapter() -> None:
    strays = []
    for one in FOUND.values():
        listed = [parts_of(r.locator) for r in one.rows]
        for clause in LIBRARY.books[one.edition.partition("@")[0]].clauses.values():
            at = parts_of(clause.locators.get(one.edition, ""))
            if at and not any(p[: len(at)] == at or at[: len(p)] == p for p in listed):
                strays.append((one.name, clause.id, at))
    assert not strays


def test_the_fixed_keys(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["books", "--coverage", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {"tda@2024", "tda@2026", "every", "every-ring"} <= set(told)
    assert told["every-ring"]["locators"] == [f"ring-{n}" for n in range(12)]
    assert not told["every-ring"]["uncovered"]
    for one in told.values():
        left = [row["locator"] for row in one["uncovered"]]
        assert sorted(one["encoded"] + left) == sorted(one["locators"])


def test_a_house_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    corner.build(
        tmp_path,
        {**corner.BETTING, corner.BOOK: BOOK, corner.CHIP: TOPIC, "cases/chip.table": TABLES},
    )
    found = {c.name: c for c in coverage.coverage(library_of((tmp_path,)), (tmp_path,))}
    rows = {r.locator: r for r in found["corner"].rows}
    assert list(rows) == ["1", "2", "3", "4-A", "4-B"]
    assert rows["4-B"].clauses == ("corner:one_chip.raise",)
    assert (rows["4-B"].firing, rows["4-B"].refuting) == (1, 1)
    assert (rows["1"].clauses, rows["1"].reason) == ((), "")
    assert rows["3"].reason == "it is a greeting"
    shown = ["books", "--coverage", "--book", "corner", "--books", str(tmp_path), "--lang", "en"]
    assert main(shown) == 0
    out = capsys.readouterr().out.partition("Corner room")[2]
    assert "1 of 5 locators encoded" in out and "it is a greeting" in out
    assert out.count("NOT ENCODED") == 3
