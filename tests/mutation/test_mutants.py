"""Mutants of a small book: which there are, which its cases notice, what is told of the rest."""

from __future__ import annotations

import json
from pathlib import Path

import corner
import pytest

from pokerlogic import resources
from pokerlogic.cli import main
from pokerlogic.library import Library
from pokerlogic.mutants import making, report, survey
from pokerlogic.mutants.trying import Tried
from pokerlogic.store import library_of

FILES = {
    **corner.BETTING,
    corner.CHIP_LP: corner.FILES[corner.CHIP_LP].replace(" owes(P),", ""),
    "cases/one_chip.table": """
case "one chip over the least raise" source "Corner 7"
game NLHE tournament
blinds 100/200
seat 1 A 20000 button
seat 2 B 15000
seat 3 C 30000
seat 4 D 12000

preflop
D raises to 600
A puts 1000

expect corner: A raises to 1000 by 7
""",
}

BELOW = """
case "one chip below the least raise" source "Corner 7"
game NLHE tournament
blinds 100/200
seat 1 A 20000 button
seat 2 B 15000
seat 3 C 30000
seat 4 D 12000

preflop
D raises to 800
A puts 1000

expect corner: A calls 800
"""

SEVERAL = """
case "two chips" source "Corner 7"
game NLHE tournament
blinds 100/200
seat 1 A 20000 button
seat 2 B 15000
seat 3 C 30000
seat 4 D 12000

preflop
D raises to 600
A puts 500x2

expect corner: not by 7
"""

IMPLIED = {"drop by_chips(E)", "drop judged(P,E)"}
"""What the other conditions of the rule imply."""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    return corner.build(tmp_path, FILES)


def made(house: Path) -> tuple[Library, list[making.Mutant]]:
    library = library_of((house,))
    return library, making.mutants(library, [house])


def lives(house: Path, more: str = "", processes: int = 1) -> set[str]:
    """The changes that the cases of the house do not notice."""
    file = house / "cases" / "one_chip.table"
    file.write_text(FILES["cases/one_chip.table"] + more, encoding="utf-8")
    _, mutants = made(house)
    found = survey.survey(mutants, range(len(mutants)), [file], house, (house,), processes)
    return {mutants[n].change for n, tried in found.items() if tried.killed is None}


def test_every_rule_condition_and_comparison_is_changed(house: Path) -> None:
    _, mutants = made(house)
    assert [m.change for m in mutants] == [
        "drop rule",
        "drop by_chips(E)",
        "drop judged(P,E)",
        "drop one_chip(E)",
        "drop V >= M",
        "V >= M -> V > M",
        "V >= M -> V < M",
    ]
    assert {m.original.where for m in mutants} == {"corner/betting"}


def test_what_no_case_pins_lives(house: Path) -> None:
    assert lives(house) == IMPLIED | {"drop one_chip(E)", "drop V >= M"}


def test_a_case_on_the_other_side_notices(house: Path) -> None:
    assert lives(house, BELOW + SEVERAL) == IMPLIED


def test_an_expectation_that_fails_anyway_notices_nothing(house: Path) -> None:
    wrong = BELOW.replace("A calls 800", "A raises to 1000")
    assert "drop V >= M" in lives(house, wrong)


def test_several_processes_find_the_same(house: Path) -> None:
    other = house / "more"
    other.mkdir()
    (other / "below.table").write_text(BELOW, encoding="utf-8")
    _, mutants = made(house)
    files = [house / "cases" / "one_chip.table", other / "below.table"]
    found = survey.survey(mutants, range(len(mutants)), files, house, (house,), 2)
    killed = {mutants[n].change for n, tried in found.items() if tried.killed}
    assert "drop V >= M" in killed and "drop one_chip(E)" not in killed


def test_the_command_reports_and_keeps(
    house: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = resources.folder

    def folder(name: str) -> Path:
        return house / "cases" if name == "cases" else real(name)

    monkeypatch.setattr(report.resources, "folder", folder)
    monkeypatch.setattr(report.caching, "place", lambda name: house / "cache" / f"{name}.json")
    monkeypatch.setattr(report.surveys, "mutants_of", lambda *_: made(house)[1])
    command = ["check", "--mutation", "corner", "--books", str(house), "--lang", "en"]
    assert main(command) == 1
    text = capsys.readouterr().out
    assert "corner/betting/one_chip.lp:1: without `one_chip(E)`" in text
    assert "corner/betting          42.9 %  3 of 7 noticed, 0 explained, 4 left" in text
    monkeypatch.setattr(report.surveys, "survey", None)
    assert main([*command, "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["chapters"][0]["noticed"] == 3
    assert {s["change"] for s in told["survivors"]} >= {"drop one_chip(E)", "drop V >= M"}
    rule = told["survivors"][0]["rule"]
    row = {"file": "corner/betting/one_chip.lp", "rule": rule, "because": "only a test"}
    row["changes"] = [s["change"] for s in told["survivors"]]
    (house / "cases" / "mutants.yaml").write_text(json.dumps([row]), encoding="utf-8")
    assert main([*command, "--lang", "ja"]) == 0
    assert "説明済み 4 件" in capsys.readouterr().out


def test_a_chapter_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    library = library_of()
    rule = library.rules[0]
    mutant = making.Mutant(making.Original("tda", "betting", "x.lp", 1, "a.", (rule,)))
    with pytest.raises(Exception, match="tda/beting"):
        report._wanted([mutant], library, (), "tda/beting")
    fate = report.Fate(mutant, Tried())
    assert report.scores([fate])[0].percent == 0


ROOT = Path(__file__).parents[2]


def test_every_explained_mutant_is_one() -> None:
    listed = report.explained(ROOT / "cases" / report.EXPLAINED)
    files = {key.split(": ")[0] for key, _ in listed}
    known = {m.key for m in making.mutants(library_of(), [resources.folder("kb")], files)}
    assert not [key for key, _ in listed if key not in known]
    assert len({key for key, _ in listed}) == len(listed)
    assert all(because for _, because in listed)
