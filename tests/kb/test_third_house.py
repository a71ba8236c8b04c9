"""A house is a folder: clauses, a new incident and a profile, with no line of Python."""

from __future__ import annotations

import shutil
from pathlib import Path

import corner
import pytest

from pokerlogic import cases, engine
from pokerlogic.errors import BookError
from pokerlogic.lookup import look_up
from pokerlogic.notation import parse
from pokerlogic.store import library_of


def test_a_new_house_rules(house: Path) -> None:
    (situation,) = parse(corner.TABLE, "house.table", (house,))
    results = cases.check(situation, (house,))
    assert [r.got for r in results] == ["", "", "", ""]


def test_the_base_answers_where_the_house_is_silent(house: Path) -> None:
    text = corner.TABLE.split("expect")[0].replace("A puts 1000", "A puts 1000x2")
    (situation,) = parse(text, None, (house,))
    judgement = engine.judge(situation, engine.profile("corner", folders=(house,)))
    act = next(r for r in judgement.outcome.rulings if r.issue == "act")
    assert {c.book for c in act.by} == {"tda@2026"}


@pytest.mark.parametrize(
    ("file", "old", "new", "code", "words"),
    [
        (
            corner.CHIP_LP,
            "corner_one_chip_raise",
            "corner_one_chp_raise",
            "PL243",
            "corner_one_chip_raise",
        ),
        (corner.CHIP_LP, "by_chips(E)", "by_chps(E)", "PL245", "by_chips/1"),
        (corner.CHIP_LP, "meaning(E)", "meanig(E)", "PL235", "meaning"),
        (corner.CHIP_LP, "V >= M.", "V >= Q.", "PL249", "Q"),
        (
            corner.CHIP,
            "one chip makes {V}",
            "one chip makes {W}",
            "PL244",
            "W",
        ),
        (corner.CHIP_LP, "concludes(", "{concludes(", "PL241", "one_chip.lp"),
        (
            corner.HATS_LP,
            "concludes",
            ":- wears_a_hat(_,_).\nconcludes",
            "PL240",
            "constraint",
        ),
        (
            corner.HATS_LP,
            "concludes",
            "#external x.\nconcludes",
            "PL240",
            "external",
        ),
        (
            corner.HATS_LP,
            "concludes",
            '#include "x.lp".\nconcludes',
            "PL240",
            "#include",
        ),
        (corner.HATS_LP, "happens(E)", "happens(@f(E))", "PL240", "@"),
        (corner.HATS, "paraphrase:", "paraphase:", "PL224", "paraphrase"),
        (corner.HATS, ", ja: 帽子は脱ぐ。", "", "PL226", "both languages"),
        (corner.HATS, 'corner@1: "9"', 'corner@2: "9"', "PL227", "corner@2"),
        (
            corner.HATS,
            "    because",
            "    excepts: [corner:hat.on]\n    because",
            "PL234",
            "corner:hat.on",
        ),
        (corner.PROFILE, "tda@2026", "tda@2062", "PL227", "tda@2026"),
        (corner.ISSUES, "penalty:", "penalties:", "PL222", "penalties"),
        (corner.ISSUES, "bareheaded:", "warning:", "PL222", "warning"),
        (corner.ISSUES, "  extends: true\n", "", "PL225", "asks"),
    ],
)
def test_what_is_wrong_is_named(
    house: Path, file: str, old: str, new: str, code: str, words: str
) -> None:
    path = house / file
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BookError) as caught:
        engine.profile("corner", folders=(house,))
    assert caught.value.code == code
    assert words in caught.value.render()


def test_the_only_number_of_a_book_is_found(house: Path) -> None:
    for name in ("books/corner/conduct", "issues", "vocabulary"):
        shutil.rmtree(house / name)
    found = look_up("CORNER 7", folders=(house,))
    assert [f.clause.id for f in found.found] == ["corner:one_chip.raise"]


def test_answers_are_added_whichever_file_is_read_first(house: Path) -> None:
    issue = (
        "hat:\n  asks: {en: Whose hat?, ja: 誰の帽子か}\n  about: player\n"
        "  answers:\n    own: {do: own}\n"
    )
    (house / "issues/z.yaml").write_text(issue, encoding="utf-8")
    more = "hat:\n  extends: true\n  answers:\n    lent: {do: lent}\n"
    (house / "issues/a.yaml").write_text(more, encoding="utf-8")
    assert list(library_of((house,)).issues["hat"].answers) == ["own", "lent"]
