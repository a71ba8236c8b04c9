"""A house is a folder: clauses, a new incident and a profile, with no line of Python."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pokerlogic import cases, engine
from pokerlogic.errors import BookError
from pokerlogic.lookup import look_up
from pokerlogic.notation import parse
from pokerlogic.store import library_of

FILES = {
    "books/corner/book.yaml": """
id: corner
title: {en: Corner room, ja: 角の部屋}
rights: Made up for this test.
editions:
  corner@1: {label: "", version: "1", date: "2026-01-01", language: en}
""",
    "books/corner/betting/one_chip.yaml": """
topic: one_chip
title: {en: One chip, ja: チップ1枚}
in: {corner@1: "7"}
sourced: official
decidable: fully
clauses:
  raise:
    paraphrase: {en: One silent chip is a raise., ja: 無発声のチップ1枚はレイズ。}
    because: {en: "one chip makes {V}", ja: "チップ1枚で {V}"}
""",
    "books/corner/betting/one_chip.lp": """
concludes(corner_one_chip_raise,meaning(E),raise(V)) :-
    by_chips(E), judged(P,E), one_chip(E), owes(P), offered(V,E), least_to(P,M), V >= M.
""",
    "books/corner/conduct/hats.yaml": """
topic: hats
title: {en: Hats, ja: 帽子}
in: {corner@1: "9"}
sourced: official
decidable: fully
clauses:
  off:
    paraphrase: {en: Hats come off., ja: 帽子は脱ぐ。}
    because: {en: "{P} wears a hat", ja: "{P} は帽子をかぶっている"}
""",
    "books/corner/conduct/hats.lp": """
concludes(corner_hats_off,penalty(E),bareheaded) :- wears_a_hat(P,E), happens(E).
""",
    "issues/hats.yaml": """
penalty:
  extends: true
  answers:
    bareheaded:
      do: take-off-the-hat
      en: ["{who} takes off the hat"]
      ja: ["{who} は帽子を脱ぐ"]
""",
    "vocabulary/hats.yaml": """
wears_a_hat:
  kind: incident
  args: [{P: player}]
  en: ["{P} wears a hat"]
  ja: ["{P} が 帽子を かぶる"]
  says: {en: "{P} wears a hat", ja: "{P} が帽子をかぶる"}
""",
    "profiles/corner.yaml": """
id: corner
title: {en: Corner, ja: 角}
books: [tda@2026, corner@1]
""",
}

TABLE = """
game NLHE tournament
blinds 100/200
seat 1 A 20000 button
seat 2 B 15000
seat 3 C 30000
seat 4 D 12000

preflop
D raises to 600
A puts 1000
B wears a hat

expect corner: A raises to 1000 by 7
expect corner: B takes off the hat by 9
expect tda2026: A calls 600 by 46
expect corner: B options fold, call 1000, raise 1400..15000 by tda 45-A
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def test_a_new_house_rules(house: Path) -> None:
    (situation,) = parse(TABLE, "house.table", (house,))
    results = cases.check(situation, (house,))
    assert [r.got for r in results] == ["", "", "", ""]


def test_the_base_answers_where_the_house_is_silent(house: Path) -> None:
    text = TABLE.split("expect")[0].replace("A puts 1000", "A puts 1000x2")
    (situation,) = parse(text, None, (house,))
    judgement = engine.judge(situation, engine.profile("corner", folders=(house,)))
    act = next(r for r in judgement.outcome.rulings if r.issue == "act")
    assert {c.book for c in act.by} == {"tda@2026"}


@pytest.mark.parametrize(
    ("file", "old", "new", "code", "words"),
    [
        (
            "books/corner/betting/one_chip.lp",
            "corner_one_chip_raise",
            "corner_one_chp_raise",
            "PL243",
            "corner_one_chip_raise",
        ),
        ("books/corner/betting/one_chip.lp", "by_chips(E)", "by_chps(E)", "PL245", "by_chips/1"),
        ("books/corner/betting/one_chip.lp", "meaning(E)", "meanig(E)", "PL235", "meaning"),
        ("books/corner/betting/one_chip.lp", "V >= M.", "V >= Q.", "PL249", "Q"),
        (
            "books/corner/betting/one_chip.yaml",
            "one chip makes {V}",
            "one chip makes {W}",
            "PL244",
            "W",
        ),
        ("books/corner/betting/one_chip.lp", "concludes(", "{concludes(", "PL241", "one_chip.lp"),
        (
            "books/corner/conduct/hats.lp",
            "concludes",
            ":- wears_a_hat(_,_).\nconcludes",
            "PL240",
            "constraint",
        ),
        (
            "books/corner/conduct/hats.lp",
            "concludes",
            "#external x.\nconcludes",
            "PL240",
            "external",
        ),
        (
            "books/corner/conduct/hats.lp",
            "concludes",
            '#include "x.lp".\nconcludes',
            "PL240",
            "#include",
        ),
        ("books/corner/conduct/hats.lp", "happens(E)", "happens(@f(E))", "PL240", "@"),
        ("books/corner/conduct/hats.yaml", "paraphrase:", "paraphase:", "PL224", "paraphrase"),
        ("books/corner/conduct/hats.yaml", ", ja: 帽子は脱ぐ。", "", "PL226", "both languages"),
        ("books/corner/conduct/hats.yaml", 'corner@1: "9"', 'corner@2: "9"', "PL227", "corner@2"),
        (
            "books/corner/conduct/hats.yaml",
            "    because",
            "    excepts: [corner:hat.on]\n    because",
            "PL234",
            "corner:hat.on",
        ),
        ("profiles/corner.yaml", "tda@2026", "tda@2062", "PL227", "tda@2026"),
        ("issues/hats.yaml", "penalty:", "penalties:", "PL222", "penalties"),
        ("issues/hats.yaml", "bareheaded:", "warning:", "PL222", "warning"),
        ("issues/hats.yaml", "  extends: true\n", "", "PL225", "asks"),
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
