"""Every kind of error: its code, its places, its words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from sampling import part

import pokerlogic.notation
from pokerlogic import engine
from pokerlogic.compare import side_by_side
from pokerlogic.errors import PokerlogicError, TableError, codes
from pokerlogic.messages import written
from pokerlogic.notation import complain, format, parse
from pokerlogic.notation.phrases import SORTS

HEAD = "seat 1 A 20000 button\nseat 2 B 15000\nseat 3 C 30000\n"
PREFLOP = HEAD + "preflop\n"
FLOP = HEAD + "flop\n"
SEATED = "席 1 太郎 20000 ボタン\n席 2 次郎 15000\n席 3 三郎 30000\n"

# code, text, places (line, column, length), message, help
CASES: list[tuple[str, str, Sequence[tuple[int, int, int]], str, str | None]] = [
    ("PL101", "gaem NLHE", [(1, 1, 4)], "no line begins with `gaem`", "did you mean `game`?"),
    ("PL101", "@", [(1, 1, 1)], "no line begins with `@`", "a line begins with a player or a word"),
    ("PL101", "long wait", [(1, 1, 4)], "begins with `long`", "perhaps `observed long wait`?"),
    ("PL101", "座る意志", [(1, 1, 4)], "begins with `座る意志`", "perhaps `観察 座る意思`?"),
    ("PL101", ',and range@ "A2o+"', [(1, 1, 1)], "no line begins with `,`", "hand range"),
    (
        "PL102", SEATED + "プリフロップ\n次郎がクロックを要求", [(5, 4, 4)], "クロック",
        "`太郎 が 次郎 に クロック を 要求`",
    ),
    (
        "PL102", SEATED + "プリフロップ\nディーラーが次郎のハンドを間違えて回収した", [(5, 14, 8)],
        "間違えて回収した", "`ディーラー 次郎 の ハンド を 回収`",
    ),
    (
        "PL102", PREFLOP + "floor rulez C folds", [(5, 7, 5)], "found `rulez`",
        "did you mean `rules`?",
    ),
    (
        "PL102", PREFLOP + "A rasies to 600", [(5, 3, 6)],
        'expected what the player did: `folds`, `raises to 600`, `says "raise"`, `puts 500`,'
        " found `rasies`",
        "did you mean `raises`?",
    ),
    (
        "PL102", PREFLOP + "A レイス 600", [(5, 3, 3)],
        "expected what the player did: `フォールド`, `レイズ 600`, `「レイズ」`, `チップ 500`,"
        " found `レイス`",
        "did you mean `レイズ`?",
    ),
    (
        "PL102", PREFLOP + "A puts a 1000 chip", [(5, 10, 4)], "expected `bounty`, found `1000`",
        "write `puts 1000`; two such chips are `puts 1000x2`",
    ),
    (
        "PL102", PREFLOP + "A puts the bounty chip", [(5, 8, 3)], "found `the`",
        "perhaps `A puts a bounty chip`?",
    ),
    (
        "PL102", PREFLOP + "A raises", [(5, 9, 1)],
        "expected an amount or `to`, but the line ends", None,
    ),
    (
        "PL102", PREFLOP + "A says raise", [(5, 8, 5)], "expected words in quotes, found `raise`",
        'write what was said in quotes: `A says "raise"`',
    ),
    (
        "PL102", PREFLOP + "A all-in 5000", [(5, 10, 4)],
        "expected `,`, `with`, `then`, `while` or the end of the line, found `5000`",
        "`all-in` has no amount: the stack says it",
    ),
    (
        "PL102", PREFLOP + "A bets 25.5", [(5, 8, 4)], "expected an amount, found `25.5`",
        "amounts are whole",
    ),
    (
        "PL102", "seat 4 Mr Blue 500", [(1, 11, 4)], "expected an amount, found `Blue`",
        "write `seat 3 A 20000`; a name of several words or with other marks is quoted",
    ),
    ("PL102", "game NLXE", [(1, 6, 4)], "expected a game like `NLHE`", "did you mean `NLHE`?"),
    ("PL102", "ante 200", [(1, 9, 1)], "expected `by`, `big blind`, `button` or `each`", None),
    (
        "PL102", PREFLOP + "dealer delt first card to seat 3", [(5, 8, 4)], "found `delt`",
        "did you mean `dealt`?",
    ),
    (
        "PL102", PREFLOP + "A folds as he likes", [(5, 9, 2)],
        "expected `,`, `with`, `then`, `while` or the end of the line, found `as`", None,
    ),
    (
        "PL102", PREFLOP + "expect tda2026: A calls", [(5, 24, 1)],
        "expected an amount, but the line ends", None,
    ),
    (
        "PL102", PREFLOP + "expect tda2026 if identifiable if identifiable: A folds",
        [(5, 32, 15)], "one of these is enough on a line", None,
    ),
    (
        "PL103", PREFLOP + "D raises to 600", [(5, 1, 1)], "no player `D` at the table",
        "seated are `A`, `B`, `C`",
    ),
    ("PL102", PREFLOP + "C puts", [(5, 7, 1)], "expected chips or `total`, but the line", None),
    (
        "PL102", PREFLOP + "C puts 500\nfloor rules C dances", [(6, 15, 6)],
        "expected the words of a ruling: `calls 600`, found `dances`",
        "rulings are `folds`, `checks`, `calls 600`",
    ),
    (
        "PL102", PREFLOP + "C calls\nexpect every: C calls", [(6, 22, 1)],
        "expected an amount, but the line ends", None,
    ),
    (
        "PL102", PREFLOP + "C puts 500\nfloor rules C cals", [(6, 15, 4)], "found `cals`",
        "did you mean `calls`?",
    ),
    (
        "PL102", PREFLOP + "C puts 500\nフロア裁定 C おどる", [(6, 9, 3)],
        "expected the words of a ruling: `コール 600`", "rulings are `フォールド`, `チェック`",
    ),
    (
        "PL102", PREFLOP + "expect every: C dances", [(5, 17, 6)], "the words of a ruling",
        "`raises to 600`",
    ),
    ("PL103", PREFLOP + "田中 レイズ 600", [(5, 1, 2)], "no player `田中` at the table", "seated"),
    ("PL103", "seat 1 Alice 5 button\nflop\nAlcie folds", [(3, 1, 5)], "no player", "`Alice`?"),
    ("PL103", "flop\nA folds", [(2, 1, 1)], "no player `A` at the table", "seat the players first"),
    ("PL103", PREFLOP + "noticed D's raise", [(5, 9, 1)], "no player `D` at the table", "seated"),
    ("PL104", PREFLOP + 'A says "raise', [(5, 8, 1)], "this quotation has no end", "close it"),
    ("PL105", "seat 1 A 5\x00", [(1, 11, 1)], r"the character `\u0000` does not belong", None),
    ("PL105", "\ud800", [(1, 1, 1)], r"the character `\ud800` does not belong", None),
    ("PL106", "\n" + "x" * 2001, [(2, 2001, 1)], "line 2 is longer than 2,000 characters", None),
    ("PL106", "x" * 1_000_001, [(1, 1, 1)], "the table is longer than 1,000,000 characters", None),
    ("PL106", "\n" * 20_000, [(20_001, 1, 1)], "the table has more than 20,000 lines", None),
    (
        "PL106", "\n".join(f"seat 1 A{i} 5" for i in range(300)), [(1, 1, 11)],
        "more than 200 players in one situation", None,
    ),
    (
        "PL106", PREFLOP + "A puts 1" + " then 1" * 40, [(5, 1, 288)],
        "more than 40 motions in one line", None,
    ),
    (
        "PL107", "seat 4 dealer 500", [(1, 8, 6)], "no player can be called `dealer`",
        "this word begins lines of its own; add a letter or a digit",
    ),
    ("PL107", 'seat 4 "Flop" 500', [(1, 8, 6)], "no player can be called `Flop`", "begins lines"),
    ("PL107", "席 4 ボタン 500", [(1, 5, 3)], "no player can be called `ボタン`", "begins lines"),
    ("PL107", "seat 4 5000 500", [(1, 8, 4)], "`5000` is no name", "not digits alone"),
    ("PL107", 'seat 4 "" 500', [(1, 8, 2)], "`` is no name", "quote one of several words"),
    (
        "PL108", "chips 25,100", [(1, 7, 6)], "`25,100` is no value of a chip",
        "write the denominations with spaces between them",
    ),
    ("PL108", PREFLOP + "A puts 100x0", [(5, 8, 5)], "0 chips cannot be put", None),
    ("PL108", PREFLOP + "A puts total 0", [(5, 3, 12)], "0 is nothing to put", None),
    ("PL108", PREFLOP + "A puts 0", [(5, 8, 1)], "0 is nothing to put", None),
    ("PL108", SEATED + "プリフロップ\n太郎がチップ0", [(5, 7, 1)], "0 is nothing to put", None),
    (
        "PL109", PREFLOP + "A puts 1400", [(5, 8, 4)], "there is no chip of 1,400",
        "if that is all together write `total 1400`",
    ),
    (
        "PL109", PREFLOP + "A puts 1000 400", [(5, 13, 3)], "there is no chip of 400",
        "list the chips in play on a line `chips`",
    ),
    (
        "PL109", "chips 25 100\n" + PREFLOP + "A puts 1000 100", [(6, 8, 4)],
        "there is no chip of 1,000", "the chips in play are 25 100",
    ),
    (
        "PL110", PREFLOP + "A puts 5x100", [(5, 8, 5)], "`5x100` would be 100 chips of 5",
        "the value comes first: write `100x5`",
    ),
    ("PL110", PREFLOP + "A puts 3x500", [(5, 8, 5)], "would be 500 chips of 3", "`500x3`"),
    (
        "PL110", "chips 25 100\n" + PREFLOP + "A puts 2x100", [(6, 8, 5)],
        "would be 100 chips of 2", "`100x2`",
    ),
    (
        "PL111", PREFLOP + "expect tda2025: A folds", [(5, 8, 7)], "there is no profile `tda2025`",
        "did you mean `tda2026`?",
    ),
    ("PL111", "book evry", [(1, 6, 4)], "there is no profile `evry`", "did you mean `every`?"),
    (
        "PL111", PREFLOP + "expect tda2026: A folds by tdaa 46", [(5, 28, 4)],
        "there is no book `tdaa`", "did you mean `tda`?",
    ),
    (
        "PL111", PREFLOP + "expect tda2026: A folds by RP 11", [(5, 28, 2)],
        "there is no book `RP`", "did you mean `RP-11`?",
    ),
    (
        "PL112", PREFLOP + "blinds 100/200", [(5, 1, 14), (4, 1, 7)],
        "this line belongs above the first street", "write `next hand` first",
    ),
    ("PL112", PREFLOP + "seat 4 D 500", [(5, 1, 12), (4, 1, 7)], "above the first street", None),
    (
        "PL112", 'seat 1 A 5\n  case "x"\nseat 1 B 5', [(1, 1, 1), (2, 3, 8)],
        "a table stands above the first `case`", "above everything but comments",
    ),
    (
        "PL113", PREFLOP + "observed identifiable", [(5, 1, 21)],
        "this observation belongs to nothing", "write it below the line of what happened",
    ),
    (
        "PL114", PREFLOP + "A 5000", [(5, 3, 4)], "what becomes of these chips is not said",
        "write `puts` or `takes back` before them",
    ),
    (
        "PL114", PREFLOP + "A puts 500 while B folds then puts 100", [(5, 31, 8)],
        "who does this is not clear", "write the player again",
    ),
    (
        "PL114", "straddle 400", [(1, 1, 12)], "who straddles is not said",
        "write `straddle 400 by` and the player",
    ),
    ("PL115", "seat 13 A 500", [(1, 6, 2)], "there are seats 1 to 12", None),
    ("PL115", "seat 0 A 500", [(1, 6, 1)], "there are seats 1 to 12", None),
    (
        "PL116", PREFLOP + 'A says ""', [(5, 3, 4)], "nothing stands between the quotes",
        "write the words that were heard",
    ),
    (
        "PL117", 'hand range "KA"', [(1, 12, 4)], "`KA` is no range of starting hands",
        "write the high rank first",
    ),
    ("PL301", HEAD + "seat 3 D 500", [(4, 1, 12), (3, 1, 14)], "two players in seat 3", None),
    ("PL302", HEAD + "seat 4 A 500", [(4, 1, 12), (1, 1, 21)], "`A` sits in two seats", None),
    ("PL303", "", [(1, 1, 1)], "the table has no seats", "write `seat 1 A 20000 button`"),
    ("PL303", 'case "x"\nseat 1 A 5\ncase "y"', [(3, 1, 1)], "the table has no seats", None),
    (
        "PL303", "seat 1 A 500\npreflop", [(2, 1, 7), (1, 1, 12)], "nobody has the button",
        "write `button` at the end of a seat line; in stud, what happens before the"
        " betting is written without a street",
    ),
    ("PL304", "seat 1 A 5 button\nseat 2 B 5 btn", [(2, 12, 3), (1, 12, 6)], "two buttons", None),
    (
        "PL305", HEAD + "flop As As 4c", [(4, 9, 2), (4, 6, 2)], "the card As is there twice",
        "if the deck really holds two write `deck has two As`",
    ),
    (
        "PL305", HEAD + "flop As 9d 4c\nA shows Kd As", [(5, 12, 2), (4, 6, 2)],
        "the card As is there twice", None,
    ),
    ("PL305", HEAD + "flop\nA shows As\nB shows As", [(6, 9, 2), (5, 9, 2)], "twice", None),
    (
        "PL306", PREFLOP + "turn 2h", [(5, 1, 7), (4, 1, 7)], "`turn` cannot follow `preflop`",
        "for another hand write `next hand`",
    ),
    ("PL306", PREFLOP + "flop\nflop", [(6, 1, 4), (5, 1, 4)], "`flop` cannot follow `flop`", None),
    ("PL306", PREFLOP + "showdown", [(5, 1, 8), (4, 1, 7)], "`showdown` cannot follow", None),
    ("PL306", HEAD + "board As", [(4, 1, 8)], "`board` cannot be the first street", None),
    (
        "PL306", HEAD + "A folds", [(4, 1, 7)], "an action before the first street",
        "write `preflop`, `flop`, `turn` or `river` above it",
    ),
    ("PL307", HEAD + "flop As 9d", [(4, 1, 10)], "2 cards on the flop", "there are 3 to deal here"),
    ("PL307", PREFLOP + "board As 9d", [(5, 1, 11)], "2 cards on the board", "there are 5 to deal"),
    ("PL307", HEAD + "turn As 9d", [(4, 1, 10)], "2 cards on the turn", "there are 1 or 4 to deal"),
    ("PL308", PREFLOP + "A folds\nA calls", [(6, 1, 7), (5, 1, 7)], "`A` acts after folding", None),
    (
        "PL308", PREFLOP + "B folds\nA puts 500 while B calls", [(6, 18, 7), (5, 1, 7)],
        "`B` acts after folding", None,
    ),
    (
        "PL308", "seat 1 A 5 button folded\npreflop\nA calls", [(3, 1, 7), (1, 19, 6)],
        "`A` acts after folding", None,
    ),
    (
        "PL308", "seat 1 A 5 button\nseat 2 B 5 sitting out\npreflop\nB calls",
        [(4, 1, 7), (2, 12, 11)],
        "`B` acts without being in the hand", None,
    ),
    (
        "PL308", "seat 1 A 5 button absent\npreflop\nA folds", [(3, 1, 7), (1, 19, 6)],
        "`A` acts without being in the hand", None,
    ),
    (
        "PL309", PREFLOP + "A puts 10000x3", [(5, 1, 14), (1, 1, 21)],
        "`A` has no 30,000 to put in", None,
    ),
    ("PL309", PREFLOP + "A puts 10000 then 20000", [(5, 19, 5), (1, 1, 21)], "no 30,000", None),
    (
        "PL309", PREFLOP + "A puts 500\nfloor rules A raises to 50000", [(6, 1, 29), (1, 1, 21)],
        "`A` has no 50,000 to put in", None,
    ),
    ("PL309", HEAD + "B posts 20000", [(4, 1, 13), (2, 1, 14)], "`B` has no 20,000", None),
    (
        "PL313", HEAD + "B posts 25x4\npreflop\nA calls\nB takes back 100 then puts 500",
        [(7, 1, 16), (4, 1, 12)], "`B` has no such chips in front", None,
    ),
    (
        "PL313", HEAD + "B posts 25x4\npreflop\nA calls\nB takes back 25x5",
        [(7, 1, 17), (4, 1, 12)], "`B` has no such chips in front", None,
    ),
    (
        "PL313", FLOP + "A bets 1000 with 1000\nA takes back 500", [(6, 1, 16), (5, 1, 21)],
        "`A` has no such chips in front", None,
    ),
    (
        "PL313", FLOP + "A bets 1000 with 1000\nA takes back 1000x2", [(6, 1, 19), (5, 1, 21)],
        "`A` has no such chips in front", None,
    ),
    (
        "PL313", SEATED + "フロップ\n太郎 ベット 1000 内訳 1000\n太郎が500を引き戻し、100を出す",
        [(6, 1, 6), (5, 1, 19)], "`太郎` has no such chips in front", None,
    ),
    (
        "PL313", FLOP + "A puts 500 then takes back 500 500", [(5, 17, 18), (5, 1, 10)],
        "`A` has no such chips in front", None,
    ),
    (
        "PL313", FLOP + "B checks\nB takes back all", [(6, 1, 16), (4, 1, 4)],
        "`B` has no such chips in front", None,
    ),
    (
        "PL314", "blinds 200/100", [(1, 8, 3), (1, 12, 3)],
        "the small blind is larger than the big blind", "write `blinds 100/200`",
    ),
    ("PL314", "ブラインド 200/100", [(1, 7, 3), (1, 11, 3)], "is larger than", "blinds 100/200"),
    ("PL314", "blinds 0/0", [(1, 8, 1)], "a blind of 0 is none", "write `dead small blind`"),
    ("PL314", "blinds 0/200", [(1, 8, 1)], "a blind of 0 is none", "write `dead small blind`"),
    (
        "PL314", "limit 200/100", [(1, 1, 13)],
        "the smaller limit comes first, but 200 is more than 100", "write `limit 100/200`",
    ),
    ("PL314", "limit 0/100", [(1, 1, 11)], "a limit of 0 is none", "leave it out"),
    ("PL314", "ante 0 each", [(1, 1, 11)], "an ante of 0 is none", "leave it out"),
    ("PL314", "アンティ 0 BB", [(1, 1, 9)], "an ante of 0 is none", "leave it out"),
    ("PL314", HEAD + "straddle 0 by A", [(4, 1, 15)], "a straddle of 0 is none", None),
    (
        "PL314", HEAD + "next hand\nblinds 300/200", [(5, 8, 3), (5, 12, 3)],
        "the small blind is larger", None,
    ),
    (
        "PL315", "seat 1 A 500 button\nseat 2 B 500 all-in", [(2, 14, 6), (2, 1, 19)],
        "`B` is all-in and still has 500", "write 0, and what he has in under `pot`",
    ),
    (
        "PL315", "席 1 太郎 500 ボタン\n席 2 次郎 500 オールイン済み", [(2, 12, 7), (2, 1, 18)],
        "`次郎` is all-in and still has 500", None,
    ),
    (
        "PL315", "seat 1 A 500 button\nseat 2 B 0\npreflop", [(2, 1, 10), (3, 1, 7)],
        "`B` has no chips to be dealt in with", "write what he has before blinds",
    ),
    (
        "PL316", PREFLOP + "A calls\nflop As 9d 4c pot 5000", [(6, 1, 22), (4, 1, 7)],
        "what is in the pot follows from the betting above", "leave it out here",
    ),
    (
        "PL316", SEATED + "フロップ ポット 800\nターン ポット 900", [(5, 1, 11), (4, 1, 12)],
        "follows from the betting above", None,
    ),
    (
        "PL316", HEAD + "preflop pot 300", [(4, 1, 15)],
        "what is in the pot before the flop follows from blinds and antes", "leave `pot` out",
    ),
    (
        "PL317", FLOP + "B posts 200", [(5, 1, 11), (4, 1, 4)],
        "blinds are posted before the flop only", "is in `pot`",
    ),
    ("PL317", HEAD + "B posts 200\nturn", [(4, 1, 11), (5, 1, 4)], "before the flop only", None),
    (
        "PL319", PREFLOP + "next hand\nB busts\npreflop", [(6, 1, 7), (5, 1, 9)],
        "the next one has begun", "above `next hand`",
    ),
    (
        "PL319", SEATED + "次のハンド\n次郎 が 敗退\nプリフロップ", [(5, 1, 7), (4, 1, 5)],
        "the next one has begun", None,
    ),
    (
        "PL317", SEATED + "プリフロップ\nフロップ\n次郎 ポスト 200", [(6, 1, 10), (5, 1, 4)],
        "before the flop only", None,
    ),
    (
        "PL310", PREFLOP + "A bets 3000000000", [(5, 8, 10)],
        "more than 1,073,741,823 cannot be counted", "write all amounts in a larger unit",
    ),
    (
        "PL310", PREFLOP + "found 3 chips of 1000000000 behind A", [(5, 18, 10)],
        "more than 1,073,741,823 cannot be counted", "write all amounts in a larger unit",
    ),
    (
        "PL310", PREFLOP + "found 10001 chips of 1 behind A", [(5, 7, 5)],
        "more than 10,000 cannot be counted", None,
    ),
    ("PL310", "seat 1 A " + "9" * 1500, [(1, 10, 1500)], "cannot be counted", None),
    (
        "PL310", "seat 1 A 600000000\nseat 2 B 500000000", [(1, 1, 18)],
        "all chips together are more than 1,073,741,823", None,
    ),
    (
        "PL311", "game NLHE tournament\ngame PLO", [(2, 6, 3), (1, 6, 4)],
        "these two cannot both be", "leave one of them out",
    ),
    ("PL311", "blinds 1/2\nblinds 1/3", [(2, 10, 1), (1, 10, 1)], "this is said twice", None),
    (
        "PL318", FLOP + "B bets 500\nobserved identifiable\nnot observed identifiable",
        [(7, 1, 25), (6, 1, 21)], "this was observed and not observed", "leave one of them out",
    ),
    (
        "PL312", PREFLOP + "A folds\nnoticed A's raise", [(6, 1, 17)],
        "nothing above is this action of `A`", "`noticed` names an action written above it",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("code", "text", "places", "message", "help"), CASES)
def test_error(
    code: str,
    text: str,
    places: Sequence[tuple[int, int, int]],
    message: str,
    help: str | None,
) -> None:
    with pytest.raises(TableError) as caught:
        parse(text, "x.table")
    error = caught.value
    assert error.code == code
    assert message in error.message
    assert [(p.line, p.column, p.length) for p, _ in error.spots] == list(places)
    if help is not None:
        assert error.help is not None and help in error.help
    assert error.file == "x.table"
    assert not re.search(r"Token|Unexpected|_NL|\bW\d|NEW_NAME|Traceback", error.render(text))


GAME = "game NLHE\n"
BLINDS = "blinds 100/200\n"


def test_an_example_can_be_given_of_every_sort() -> None:
    assert set(complain._SAMPLES) == set(SORTS) - {"player"}


def test_help_shows_no_slot_of_a_phrase() -> None:
    """Every phrase with its last word cut off or misspelt."""
    helped = 0
    phrases = pokerlogic.notation.notation().lexicon.phrases
    for phrase in part((p for p in phrases if p.entry.kind != "outcome"), 6):
        words = phrase.sample().replace("Zq", "B").split()
        for line in (" ".join(words[:-1]), " ".join([*words[:-1], "zzz"])):
            try:
                parse(PREFLOP + line)
            except PokerlogicError as error:
                helped += "perhaps" in (error.help or "")
                assert "{" not in str(error) + (error.help or ""), line
    assert helped > 10


# code, text that can be read but not judged, the place, message, help
UNSAID: list[tuple[str, str, tuple[int, int, int], str, str]] = [
    (
        "PL401", GAME + BLINDS + "seat 1 A 500 button\npreflop", (3, 1, 19),
        "a hand needs two players", "`seat 2 B 20000`",
    ),
    (
        "PL401", GAME + BLINDS + "seat 1 A 500 button\nseat 2 B 0 sitting out\npreflop",
        (3, 1, 19), "a hand needs two players", "seat the others too",
    ),
    (
        "PL402", BLINDS + PREFLOP + "A calls", (5, 1, 7), "which game is played is not said",
        "write `game NLHE tournament` above the seats",
    ),
    (
        "PL402", "ブラインド 100/200\n" + SEATED + "プリフロップ", (5, 1, 6), "which game", "write",
    ),
    ("PL402", HEAD + "showdown", (4, 1, 8), "which game is played is not said", "write"),
    (
        "PL402", "game holdem\n" + BLINDS + FLOP, (1, 6, 6), "how the game is bet is not said",
        "write `no limit`, `pot limit` or `fixed limit`",
    ),
    (
        "PL403", GAME + PREFLOP + "A calls", (5, 1, 7),
        "the blinds are missing: how much is bet follows from them",
        "write `blinds 100/200` above the seats; in stud, what happens before the"
        " betting is written without a street",
    ),
    ("PL403", "game LHE\nlimit 200/400\n" + PREFLOP, (6, 1, 7), "the blinds are missing", "write"),
    ("PL403", "game LHE\n" + FLOP, (5, 1, 4), "the limits are missing", "write `limit 200/400`"),
    ("PL403", "ゲーム NLHE\n" + SEATED + "フロップ", (5, 1, 4), "the blinds are missing", "write"),
    (
        "PL404", "game PLO\n" + BLINDS + HEAD + "flop As 9d 4c\nB bets 600", (6, 1, 13),
        "what is in the pot is not said: pot limit goes by it", "`flop As 9d 4c pot 1200`",
    ),
    ("PL404", "ゲーム PLO\n" + BLINDS + SEATED + "ターン", (6, 1, 3), "in the pot", "write"),
    (
        "PL405", GAME + BLINDS + PREFLOP + "A folds\nnext hand\npreflop", (8, 1, 9),
        "how the hand before ended is not known", "write the seats with their stacks below",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("code", "text", "place", "message", "help"), UNSAID)
def test_what_is_not_said_is_not_guessed(
    code: str, text: str, place: tuple[int, int, int], message: str, help: str
) -> None:
    (situation,) = parse(text, "x.table")
    assert parse(format([situation])) == [situation]
    with pytest.raises(TableError) as caught:
        engine.judge(situation, engine.profile("tda2026"))
    error = caught.value
    assert (error.code, error.file) == (code, "x.table")
    assert message in error.message
    assert help in (error.help or "")
    assert [(p.line, p.column, p.length) for p, _ in error.spots] == [place]


@pytest.mark.parametrize(
    "text",
    [
        GAME + HEAD + "showdown As 9d 4c 2c 3h pot 300",
        "game LHE\nlimit 200/400\n" + FLOP,
        GAME + "seat 1 A 0 button all-in\nseat 2 B 0\nflop pot 300",
        "game PLO\n" + BLINDS + PREFLOP,
        GAME + HEAD,
    ],
)
def test_enough_is_said(text: str) -> None:
    (situation,) = parse(text)
    assert engine.judge(situation, engine.profile("tda2026")).outcome.findings == ()


@pytest.mark.parametrize(
    ("lines", "line", "wanted", "there"),
    [
        ("flop\nB bets 1000\nC raises to 3000\nA folds\nB takes back 5000", 10, 5000, 1000),
        ("preflop\nA raises to 600\nB takes back 500 then puts 1000", 8, 500, 100),
        ("preflop\nA raises to 600\nB puts 100 then takes back 1000", 8, 1000, 200),
        ("プリフロップ\nA レイズ 600\nBが5000を戻し、1000を出す", 8, 5000, 100),
    ],
)
def test_more_is_taken_back_than_lies_there(lines: str, line: int, wanted: int, there: int) -> None:
    (situation,) = parse(GAME + BLINDS + HEAD + lines)
    outcome = engine.judge(situation, engine.profile("tda2026")).outcome
    (found,) = outcome.findings
    assert (found.kind, found.line) == ("otherwise", line)
    assert found.text["en"] == f"B takes back {wanted:,} but only {there:,} lies in front"
    assert found.text["ja"] == f"B の前には {there:,} しかないのに {wanted:,} を戻している"
    assert outcome.to_act == "B" and outcome.options
    assert all(ruling.line != line for ruling in outcome.rulings)


def test_nothing_lies_there_to_take_back() -> None:
    line = "preflop\nA takes back all then puts 1000"
    (situation,) = parse(GAME + BLINDS + HEAD + line)
    (found,) = engine.judge(situation, engine.profile("every")).outcome.findings
    assert found.text["en"] == "A takes back chips but nothing lies in front"
    assert found.text["ja"] == "A の前には何もないのにチップを戻している"


def test_all_in_from_before() -> None:
    seats = "seat 1 A 0 all-in\nseat 2 B 20000\nseat 3 C 20000 button\n"
    text = "flop As 9d 4c pot 3000 A B C, 2000 B C\nB bets 1000\nC calls"
    (situation,) = parse(GAME + BLINDS + seats + text)
    pots = engine.judge(situation, engine.profile("tda2026")).outcome.pots
    assert [(p.amount, set(p.eligible)) for p in pots] == [(3000, {*"ABC"}), (4000, {*"BC"})]


def test_books_are_compared_player_by_player() -> None:
    (situation,) = parse(GAME + BLINDS + PREFLOP + 'A says "call" while B says "fold"')
    judgements = [engine.judge(situation, engine.profile(p)) for p in ("tda2026", "every")]
    library = engine.profile("every").library
    shown = side_by_side(judgements, library, "en")
    assert "tda2026: A calls 200" in shown and "tda2026: B folds" in shown
    assert "every: A calls 200" in shown and "every: B folds" in shown


@pytest.mark.parametrize(
    ("line", "same"),
    [
        ("B is all in", "B all-in"),
        ("B goes allin", "B all-in"),
        ("B pushes only part of an all in", "B pushes only part of an all-in"),
        ("dealer asks for the all in button for B", "dealer asks for the all-in button for B"),
        ("Bレイズ1,500まで", "B raises to 1500"),
        ("B 1,500までレイズ", "B raises to 1500"),
        ("フロア裁定 Bレイズ1,500まで", "floor rules B raises to 1500"),
        ("フロア裁定 Bコール", "floor rules B calls"),
        ("裁定 B レイズ", "floor ruled B raises"),
        ("裁定 Bがベット", "floor rules B bet"),
        ("裁定 B オールイン", "floor rules B goes all in"),
        ("期待 every: B 選択肢 レイズ 400まで", "expect every: B options raise 400"),
        ("B 25を引き戻し、1000を出す", "B takes back 25 then puts 1000"),
        ("B 25を引き戻す それから 1000", "B takes back 25 then puts 1000"),
        ("B 全部を戻し、1000を出す", "B takes back all then puts 1000"),
        ("B 1000を出し、500を引き戻す", "B puts 1000 then takes back 500"),
        ("B「レイズ」と言い、1000を出す", 'B says "レイズ" then puts 1000'),
    ],
)
def test_other_words_for_the_same(line: str, same: str) -> None:
    assert parse(PREFLOP + line) == parse(PREFLOP + same)


def test_every_code_of_the_notation_is_raised() -> None:
    tested = {code for code, *_ in (*CASES, *UNSAID)}
    assert {c for c in codes() if c.startswith(("PL1", "PL3", "PL4"))} == tested


def test_every_code_of_the_package_is_in_the_table() -> None:
    package = Path(pokerlogic.notation.__file__).parents[1]
    files = package.rglob("*.py")
    used = {c for f in files for c in re.findall(r'"(PL\d{3})"', f.read_text(encoding="utf-8"))}
    assert used == codes()


def test_the_shape_of_a_message() -> None:
    text = "seat 1 A 500 button\nseat 1 田中 500"
    with pytest.raises(PokerlogicError) as caught:
        parse(text, "two.table")
    assert caught.value.render(text) == (
        "error[PL301]: two players in seat 1\n"
        "  --> two.table:2:1\n"
        "  |\n"
        "1 | seat 1 A 500 button\n"
        "  | ------------------- `A` sits here\n"
        "2 | seat 1 田中 500\n"
        "  | ^^^^^^^^^^^^^^^ `田中` too"
    )


def test_wide_characters_are_marked_where_they_stand() -> None:
    text = "席 1 田中 500 ボタン\nプリフロップ\n田中がレイス600"
    with pytest.raises(PokerlogicError) as caught:
        parse(text)
    assert caught.value.render(text).split("\n")[3:] == [
        "3 | 田中がレイス600",
        "  |       ^^^^^^",
        "help: did you mean `レイズ`?",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "flop As 9d 4c\ndeck has two As\nA shows As",
        "flop As 9d 4c\nA shows Kd Kh\nA shows Kd Kh",
        "river Ks 8d 3c 2h 5s pot 300",
        "turn Ks 8d 3c 2h",
        "flop\nturn\nriver",
        "preflop\nA all-in\nboard Kd Kh 8s 8c 2d\nshowdown",
        "flop As 9d 4c\nboard Kd Kh",
        "preflop\nA says \"raise\"\nnoticed A's raise",
        "preflop\nA folds\nfloor rules A may act anew\nA calls",
        "preflop\nA folds\nA says \"nice hand\"",
        "preflop\nA raises to 999",
        "preflop\nA bets 90000",
        "preflop\nA says \"raise to 90000\"",
        "preflop\nA puts 10000 then takes back 10000 then puts 20000",
        "game NLHE\ngame NLHE",
        "blinds 100/100",
        "seat 4 D 0 all-in\nflop\nnext hand\nseat 1 A 500 button\nseat 2 B 500\npreflop",
        "B posts 25x4\npreflop\nA calls\nB takes back 25x2 then puts 500",
        "flop\nB bets 1000 with 500x2\nB takes back 500",
        "flop\nB bets 1000\nB takes back 5000",
        "flop\nB drops 500 from a hand moved forward\nB takes back 500",
        "preflop\nA raises to 600 with 500 100\nA takes back 200",
    ],
)  # fmt: skip
def test_what_is_possible_is_not_refused(text: str) -> None:
    assert parse(HEAD + text)


def test_a_tall_line_is_cut_around_the_place() -> None:
    text = HEAD + "preflop\nA " + "says " * 300
    with pytest.raises(PokerlogicError) as caught:
        parse(text)
    assert all(len(line) < 200 for line in caught.value.render(text).split("\n"))


@pytest.mark.parametrize(("code", "text", "places", "message", "help"), CASES)
def test_an_error_in_japanese(
    code: str, text: str, places: object, message: str, help: object
) -> None:
    with pytest.raises(TableError) as caught:
        parse(text, "x.table")
    error = caught.value
    notes = [note for _, note in error.spots]
    for said in (error.said, *([error.advice] if error.advice else []), *notes):
        told = re.sub(r"`[^`]*`|\b[2-9TJQKA][cdhs]\b", "", written(said, "ja"))
        assert not re.search(r"[A-Za-z]{2,}", told), told
    assert re.search(r"[ぁ-ヿ一-鿿]", written(error.said, "ja"))


@pytest.mark.parametrize(
    "text",
    [
        PREFLOP + "B busts\nnext hand\npreflop",
        PREFLOP + "next hand\npreflop\nB busts",
        HEAD + "B busts\nnext hand\nC busts\nnext hand",
    ],
)
def test_who_goes_out_is_written_in_the_hand(text: str) -> None:
    """Below the street, or where no street is written at all."""
    assert parse(text)
