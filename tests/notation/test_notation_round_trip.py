"""`format` is the inverse of `parse`, and translation loses nothing."""

from __future__ import annotations

import dataclasses
from functools import cache
from pathlib import Path

import pytest

from pokerlogic.notation import format, parse, phrase
from pokerlogic.situation import Situation

HERE = Path(__file__).parent
EXAMPLES = sorted((HERE / "examples").glob("*.table"))
CASES = sorted((HERE.parents[1] / "cases").rglob("*.table"))


@cache
def situations(file: Path) -> list[Situation]:
    return parse(file.read_text(encoding="utf-8"))


def name(file: Path) -> str:
    return f"{file.parent.name}/{file.name}"


@pytest.mark.parametrize("file", [*EXAMPLES, *CASES], ids=name)
def test_format_keeps_everything(file: Path) -> None:
    read = situations(file)
    formatted = format(read)
    again = parse(formatted)
    assert again == read
    assert format(again) == formatted
    written = file.read_text(encoding="utf-8").split("\n")
    comments = [line.strip() for line in written if line.strip().startswith("#")]
    assert [line for line in formatted.split("\n") if line.startswith("#")] == comments


@pytest.mark.parametrize("file", [*EXAMPLES, *CASES], ids=name)
def test_translation_keeps_the_content(file: Path) -> None:
    read = situations(file)
    japanese = format(read, "ja")
    in_japanese = parse(japanese)
    assert in_japanese == read
    assert format(in_japanese) == japanese
    assert format(in_japanese, "en") == format(read, "en")


@pytest.mark.parametrize("file", EXAMPLES, ids=name)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_situations_that_were_never_text_are_printed_too(file: Path, lang: str) -> None:
    read = situations(file)
    bare = [dataclasses.replace(s, lines=()) for s in read]
    assert parse(format(bare, lang)) == read


EVERYTHING = """\
# all of the notation in one table
game PLO tournament   # comment
blinds 100/200
ante 200 by big blind
chips 25 100 500 1000
level 3
places paid 9
players left 12
hand-for-hand
bounty
raise cap 4
book every
dead small blind
table "Blue room"
seat 1 A 20000 button
seat 2 B 15000 from broken table new
seat 3 "Mr Blue" 30000 folded
C's lines
seat 4 C 30000 absent

A straddles 400

flop As 9d 4c pot 3000 A B C, 2000 B C
A says "raise" while B folds
A says "call" while puts 500
A taps then puts 500
A puts 500 then puts 100 then says "raise to 五"
A takes back 25 then puts 1000
A takes back all then puts total 1400
A calls 500 with 100x5
A asks for a count of B
observed first offence
not observed reasonable time
noticed A's call
burn
stub 12
clock 25s
deck has two Kd
floor rules A raises to 4000
floor rules A calls
floor rules A all-in

next hand
level 4
seat 1 A 500

A posts 25x2

preflop
A all-in

expect every if not identifiable reading half=total: A options fold, call 400, raise 5..6 by 53-B-1
expect every: dealer chooses misdeal | hand goes on by tda 37, RP-11
expect every: side pot 2 500 A 250 "Mr Blue" 250
expect every: not by 46, tda 47-A
expect every if identifiable: asks first offence
""".replace("C's lines\n", "")


def test_canonical_text_is_left_alone() -> None:
    read = parse(EVERYTHING)
    lines = EVERYTHING.replace("tournament   #", "tournament  #")
    assert format(read) == lines
    japanese = format(read, "ja")
    assert parse(japanese) == read
    assert format(parse(japanese), "en") == format(read, "en")


JAPANESE = """\
ゲーム NLHE トーナメント
ブラインド 100/200
席 1 田中 20000 ボタン
席 2 B 15000

プリフロップ  # 田中から
B コール
田中「レイズ」と言ってから チップ 1000
B チップ 500 それから チップ 100
ディーラー 最初のカード 席 2 に 配った

期待 every: 田中 選択 田中 コール 8000 | 田中 2000 を放棄してフォールド 根拠 32
期待 every 識別可能でなければ: 根拠外 46
"""


def test_japanese_stays_japanese() -> None:
    assert format(parse(JAPANESE)) == JAPANESE


def test_the_language_of_each_line_is_kept() -> None:
    text = "seat 1 田中 500 button\n席 2 B 500\npreflop\n田中 folds\nB チェック\n"
    assert format(parse(text)) == text


def test_free_spacing_becomes_canonical() -> None:
    text = '\n\n  seat  1 "A"  20,000 ,button\n\n\n\n preflop\nA RAISES 1.5k  #why\n\n'
    assert format(parse(text)) == "seat 1 A 20000 button\n\npreflop\nA raises to 1500  #why\n"


def test_several_tables_are_printed_in_order() -> None:
    text = "table 1\nseat 1 A 500 button\ntable 2\nseat 1 B 700\n"
    (read,) = parse(text)
    assert [s.table for s in read.seats] == ["1", "2"]
    assert format([dataclasses.replace(read, lines=())]) == text


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", "A raises to 12000"), ("ja", "A 12000 にレイズ")],
)
def test_phrase(lang: str, words: str) -> None:
    assert phrase("act", "raise", "A", (12000,), lang) == words


def test_phrase_without_a_player_and_with_a_quoted_one() -> None:
    assert phrase("course", "misdeal", None, (), "en") == "misdeal"
    assert phrase("act", "fold", "Mr Blue", (), "en") == '"Mr Blue" folds'
    assert phrase("act", "raise_from", "A", (5, 6), "en") == "A must raise 5..6"
