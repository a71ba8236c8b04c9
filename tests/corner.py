"""A small house over the shipped books: one chip is a raise, and hats come off.

The fixture `house` of `conftest.py` is this house in a folder.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

BOOK, PROFILE = "books/corner/book.yaml", "profiles/corner.yaml"
CHIP, CHIP_LP = "books/corner/betting/one_chip.yaml", "books/corner/betting/one_chip.lp"
HATS, HATS_LP = "books/corner/conduct/hats.yaml", "books/corner/conduct/hats.lp"
ISSUES, WORDS = "issues/hats.yaml", "vocabulary/hats.yaml"

FILES = {
    BOOK: """\
id: corner
title: {en: Corner room, ja: 角の部屋}
rights: Made up for this test.
editions:
  corner@1: {label: "", version: "1", date: "2026-01-01", language: en}
""",
    CHIP: """\
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
    CHIP_LP: """\
concludes(corner_one_chip_raise,meaning(E),raise(V)) :-
    by_chips(E), judged(P,E), one_chip(E), owes(P), offered(V,E), least_to(P,M), V >= M.
""",
    HATS: """\
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
    HATS_LP: """\
concludes(corner_hats_off,penalty(E),bareheaded) :- wears_a_hat(P,E), happens(E).
""",
    ISSUES: """\
penalty:
  extends: true
  answers:
    bareheaded:
      do: take-off-the-hat
      en: ["{who} takes off the hat"]
      ja: ["{who} は帽子を脱ぐ"]
""",
    WORDS: """\
wears_a_hat:
  kind: incident
  args: [{P: player}]
  en: ["{P} wears a hat"]
  ja: ["{P} が 帽子を かぶる"]
  says: {en: "{P} wears a hat", ja: "{P} が帽子をかぶる"}
""",
    PROFILE: """\
id: corner
title: {en: Corner, ja: 角}
books: [tda@2026, corner@1]
""",
}
BETTING = {name: FILES[name] for name in (BOOK, CHIP, CHIP_LP, PROFILE)}
CONDUCT = {name: FILES[name] for name in (BOOK, HATS, HATS_LP, ISSUES, WORDS, PROFILE)}
"""The house with one of its topics alone."""

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


def build(place: Path, files: Mapping[str, str] = FILES) -> Path:
    """A folder with these files."""
    for name, text in files.items():
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return place
