"""Names, words, spaces, particles, numbers and chips of single lines."""

from __future__ import annotations

import pytest

from pokerlogic.notation import parse
from pokerlogic.situation import (
    Chips,
    Incident,
    Mark,
    Noticed,
    Observed,
    Part,
    Place,
    Posts,
    Raw,
    Said,
    Settled,
    Situation,
    Step,
    Street,
)

P = Place(1, 1)
SEATS = "seat 1 A 20000 button\nseat 2 B 15000\nseat 3 C 30000\nseat 4 D 12000\n"


def read(text: str) -> Situation:
    (situation,) = parse(SEATS + text)
    return situation


def step(line: str, *before: str) -> Step:
    return read("\n".join(["preflop", *before, line])).steps[-1]


def act(player: str, act: str, amount: int | None = None, *chips: Chips) -> Settled:
    return Settled(player, act, amount, tuple(chips), P)


def raw(*parts: Part) -> Raw:
    return Raw(tuple(parts), P)


def puts(moment: int, *chips: Chips, player: str = "A") -> Part:
    return Part(player, moment, P, chips=chips)


def says(moment: int, text: str, word: str, *amounts: int, player: str = "A") -> Part:
    return Part(player, moment, P, speech=text, said=(Said(word, amounts),))


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("A folds", act("A", "folds")),
        ("A FOLD", act("A", "folds")),
        ("A フォールド", act("A", "folds")),
        ("A checks", act("A", "checks")),
        ("Aチェック", act("A", "checks")),
        ("A calls", act("A", "calls")),
        ("A calls 600", act("A", "calls", 600)),
        ("A bets 600 with 500 100", act("A", "bets", 600, Chips(500), Chips(100))),
        ("Aが600をベット", act("A", "bets", 600)),
        ("A raises 1600", act("A", "raises", 1600)),
        ("A raises to 1,600", act("A", "raises", 1600)),
        ("A raise to 1.6k", act("A", "raises", 1600)),
        ("Aレイズ1600", act("A", "raises", 1600)),
        ("A は 1600 に レイズ", act("A", "raises", 1600)),
        ("Aが1千6百にレイズ", act("A", "raises", 1600)),
        ("A 1600 raises", act("A", "raises", 1600)),
        ("Ａ　レイズ　１６００", act("A", "raises", 1600)),
        ("A all-in", act("A", "all_in")),
        ("A all in", act("A", "all_in")),
        ("A goes all-in", act("A", "all_in")),
        ("Aがオールイン。", act("A", "all_in")),
    ],
)
def test_settled_actions(line: str, wanted: Settled) -> None:
    assert step(line) == wanted


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ('A says "raise"', [says(1, "raise", "said_raise")]),
        ("A says “raise”", [says(1, "raise", "said_raise")]),
        ("A「レイズ」", [says(1, "レイズ", "said_raise")]),
        ("A 発声「レイズ」", [says(1, "レイズ", "said_raise")]),
        ("A「レイズ」と言う", [says(1, "レイズ", "said_raise")]),
        ("A puts 5000", [puts(1, Chips(5000))]),
        ("A puts 1000 100x5", [puts(1, Chips(1000), Chips(100, 5))]),
        ("A puts 1000 and 100 x 5", [puts(1, Chips(1000), Chips(100, 5))]),
        ("A チップ 1000", [puts(1, Chips(1000))]),
        ("Aが1000を2枚と500を出す", [puts(1, Chips(1000, 2), Chips(500))]),
        ("A puts total 1400", [Part("A", 1, P, total=1400)]),
        ("A 合計 1400 を出す", [Part("A", 1, P, total=1400)]),
        ("A takes back 25", [Part("A", 1, P, back=(Chips(25),))]),
        ("A takes back all", [Part("A", 1, P, all_back=True)]),
        ("A 全部 を 戻す", [Part("A", 1, P, all_back=True)]),
        ("A puts 1000 then 500", [puts(1, Chips(1000)), puts(2, Chips(500))]),
        (
            'A says "raise" then puts 5000',
            [says(1, "raise", "said_raise"), puts(2, Chips(5000))],
        ),
        (
            'A says "raise", then 5000',
            [says(1, "raise", "said_raise"), puts(2, Chips(5000))],
        ),
        (
            "A「レイズ」と言ってから 5000",
            [says(1, "レイズ", "said_raise"), puts(2, Chips(5000))],
        ),
        (
            "A「コール」と言いながら1000を出す",
            [says(1, "コール", "said_call"), puts(1, Chips(1000))],
        ),
        ("A 500を出してから100", [puts(1, Chips(500)), puts(2, Chips(100))]),
        (
            "A 25を戻してから1000",
            [Part("A", 1, P, back=(Chips(25),)), puts(2, Chips(1000))],
        ),
        (
            "A takes back 25 then puts 1000",
            [Part("A", 1, P, back=(Chips(25),)), puts(2, Chips(1000))],
        ),
        (
            'A says "raise" while B folds',
            [says(1, "raise", "said_raise"), Part("B", 1, P, act=act("B", "folds"))],
        ),
        (
            "A puts 500 then B says 「call」 while B puts 500",
            [
                puts(1, Chips(500)),
                says(2, "call", "said_call", player="B"),
                puts(2, Chips(500), player="B"),
            ],
        ),
        (
            'A puts 1000 then says "five hundred" then takes back 500',
            [
                puts(1, Chips(1000)),
                says(2, "five hundred", "said_amount", 500),
                Part("A", 3, P, back=(Chips(500),)),
            ],
        ),
    ],
)
def test_what_was_seen_and_heard(line: str, parts: list[Part]) -> None:
    assert step(line) == raw(*parts)


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("Aがフォールドした", act("A", "folds")),
        ("Aが降りました", act("A", "folds")),
        ("Aがチェックした", act("A", "checks")),
        ("Aがコールした", act("A", "calls")),
        ("Aがコールします", act("A", "calls")),
        ("Aが600をコールした", act("A", "calls", 600)),
        ("Aがレイズにコール", act("A", "calls")),
        ("Aがオールインにコールした", act("A", "calls")),
        ("Aが600をベットした", act("A", "bets", 600)),
        ("Aが600にレイズした", act("A", "raises", 600)),
        ("Aが600へレイズ", act("A", "raises", 600)),
        ("Aが600へのレイズを宣言した", act("A", "raises", 600)),
        ("Aがオールインした", act("A", "all_in")),
        ("Aがオールインを宣言", act("A", "all_in")),
        ("A folded", act("A", "folds")),
        ("A raised to 600", act("A", "raises", 600)),
        ("A went all in", act("A", "all_in")),
        ("Aがレイズを宣言", raw(says(1, "レイズ", "said_raise"))),
        ("Aがベットと言った", raw(says(1, "ベット", "said_bet"))),
        ("A「レイズ」と宣言した", raw(says(1, "レイズ", "said_raise"))),
    ],
)
def test_actions_that_are_told_afterwards(line: str, wanted: Step) -> None:
    assert step(line) == wanted


@pytest.mark.parametrize(
    ("line", "chips"),
    [
        ("A 1000点チップを1枚出した", [Chips(1000)]),
        ("A 1000点のチップを2枚出した", [Chips(1000, 2)]),
        ("A 1000のチップ1枚を置いた", [Chips(1000)]),
        ("A 1000点チップを出した", [Chips(1000)]),
        ("A 1000チップ", [Chips(1000)]),
        ("A チップ1000を出した", [Chips(1000)]),
        ("A 500点1枚と100点3枚を出した", [Chips(500), Chips(100, 3)]),
        ("A 500チップと100チップを出した", [Chips(500), Chips(100)]),
        ("A 無言で1000を出した", [Chips(1000)]),
        ("A 1000を黙って出した", [Chips(1000)]),
        ("A silently puts 1000", [Chips(1000)]),
    ],
)
def test_chips_as_they_are_told_of(line: str, chips: list[Chips]) -> None:
    assert step(line) == raw(puts(1, *chips))


def test_a_silent_total() -> None:
    assert step("A 無言で合計1400を出した") == raw(Part("A", 1, P, total=1400))


TAP = (Said("said_check"), Said("taps"))


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("A taps", [Part("A", 1, P, said=TAP)]),
        ("A taps the table", [Part("A", 1, P, said=TAP)]),
        ("Aがタップ", [Part("A", 1, P, said=TAP)]),
        ("Aがテーブルを叩いた", [Part("A", 1, P, said=TAP)]),
        ("A taps then 500", [Part("A", 1, P, said=TAP), puts(2, Chips(500))]),
        ("A puts 500 while B taps", [puts(1, Chips(500)), Part("B", 1, P, said=TAP)]),
    ],
)
def test_a_tap_is_a_gesture(line: str, parts: list[Part]) -> None:
    assert step(line) == raw(*parts)


@pytest.mark.parametrize(
    "verb",
    [
        "引き戻してから",
        "引き戻して",
        "引き戻した後に",
        "取ってから",
        "取って",
        "引っ込めて",
        "下げてから",
        "手元に戻して",
        "回収してから",
        "戻した後",
    ],
)
def test_japanese_taking_back_and_then(verb: str) -> None:
    new = Part("A", 2, P, chips=(Chips(1000),))
    assert step(f"A 25を{verb}1000を出す") == Raw((Part("A", 1, P, back=(Chips(25),)), new), P)
    assert step(f"A 全部{verb}1000") == Raw((Part("A", 1, P, all_back=True), new), P)


def test_a_single_player_named_twice_is_one_situation() -> None:
    assert step("A puts 500 then A puts 100") == step("A puts 500 then 100")


@pytest.mark.parametrize(
    ("line", "value", "count"),
    [
        ("A puts 100x5", 100, 5),
        ("A puts 5x20", 5, 20),
        ("A puts 25x100", 25, 100),
        ("A puts 1x1", 1, 1),
        ("A puts 1万x2", 10000, 2),
        ("A puts 1kx2", 1000, 2),
        ("A puts 5,000x2", 5000, 2),
        ("A puts 2×3", 2, 3),
    ],
)
def test_chips_are_value_times_count(line: str, value: int, count: int) -> None:
    assert step(line) == raw(puts(1, Chips(value, count)))


def test_with_denominations_the_value_is_one_of_them() -> None:
    (situation,) = parse("chips 5 20 100\n" + SEATS + "preflop\nA puts 5x100\nA puts 20x3")
    first, second = situation.steps[1:]
    assert first == raw(puts(1, Chips(5, 100)))
    assert second == raw(puts(1, Chips(20, 3)))


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("C posts 150", Posts("C", 150, (), P)),
        ("C posts 25x2", Posts("C", 50, (Chips(25, 2),), P)),
        ("C posts 100 50", Posts("C", 150, (Chips(100), Chips(50)), P)),
        ("Cが150をポスト", Posts("C", 150, (), P)),
        ("C posts 1000x1", Posts("C", 1000, (Chips(1000),), P)),
    ],
)
def test_posts(line: str, wanted: Posts) -> None:
    assert step(line) == wanted


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("dealer dealt first card to seat 3", Incident("dealer_dealt_first_card_to", (3,), P)),
        ("Dealer DEALT first card to seat 3", Incident("dealer_dealt_first_card_to", (3,), P)),
        ("ディーラーが最初のカードを席3に配った", Incident("dealer_dealt_first_card_to", (3,), P)),
        ("found 1 chip of 500 behind A", Incident("found_chips_behind", (1, 500, "A"), P)),
        ("発見 500のチップ1枚 Aの後ろ", Incident("found_chips_behind", (1, 500, "A"), P)),
        ("A asks for a count of B", Incident("asks_for_count", ("A", "B"), P)),
        ("AがBのカウントを要求", Incident("asks_for_count", ("A", "B"), P)),
        ("A shows As 10d", Incident("shows", ("A", ("As", "Td")), P)),
        ("A shows asTD on purpose", Incident("shows_on_purpose", ("A", ("As", "Td")), P)),
        ("A shows A♠ K♥", Incident("shows", ("A", ("As", "Kh")), P)),
        ("A puts a bounty chip", Incident("bets_bounty_chip", ("A",), P)),
        ("burn", Incident("burn", (), P)),
        ("stub 12", Incident("stub", (12,), P)),
        ("clock 25s", Incident("clock", (25,), P)),
        ("クロック 25秒", Incident("clock", (25,), P)),
        ("deck has two As", Incident("deck_has_two", (("As",),), P)),
    ],
)
def test_incidents(line: str, wanted: Incident) -> None:
    assert step(line) == wanted


@pytest.mark.parametrize("line", ["noticed B's raise", "noticed B raise", "発覚 Bのレイズ"])
def test_noticed(line: str) -> None:
    assert step(line, "B raises to 400") == Noticed("B", "raises", P)


@pytest.mark.parametrize(
    ("line", "holds"),
    [
        ("observed identifiable", True),
        ("not observed identifiable", False),
        ("observed not identifiable", False),
        ("観察 識別可能", True),
        ("観察されず 識別可能", False),
    ],
)
def test_observations(line: str, holds: bool) -> None:
    assert step(line, "A discards face down") == Observed("identifiable", holds, P)


def test_streets_and_pots() -> None:
    situation = read("flop As 9d 4c pot 3000 A B C, 2000 B C\nturn 2h\nriver 5s\nshowdown")
    flop, turn, river, showdown = situation.steps
    assert isinstance(flop, Street)
    assert [(p.amount, p.players) for p in flop.pots] == [
        (3000, ("A", "B", "C")),
        (2000, ("B", "C")),
    ]
    assert [s.name for s in (flop, turn, river, showdown) if isinstance(s, Street)] == [
        "flop", "turn", "river", "showdown",
    ]  # fmt: skip
    assert turn == Street("turn", ("2h",), (), P)


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("blinds 100/200", {"small_blind": (100,), "big_blind": (200,)}),
        ("blinds 100-200", {"small_blind": (100,), "big_blind": (200,)}),
        ("ブラインド100/200", {"small_blind": (100,), "big_blind": (200,)}),
        ("limit 100/200", {"bet_unit": (100, 200)}),
        ("ante 200 by big blind", {"ante_by_big_blind": (200,)}),
        ("アンティ 200 BB", {"ante_by_big_blind": (200,)}),
        ("ビッグブラインドアンティ 200", {"ante_by_big_blind": (200,)}),
        ("ante 25 each", {"ante_each": (25,)}),
        ("ante 200 by button", {"ante_by_button": (200,)}),
        ("A straddles 400", {"straddle": ("A", 400)}),
        ("straddle 400 by A", {"straddle": ("A", 400)}),
        ("A が 400 を ストラドル", {"straddle": ("A", 400)}),
        ("dead small blind", {"dead_small_blind": ()}),
        ("players left 8", {"players_left": (8,)}),
        ("残り8人", {"players_left": (8,)}),
        ("places paid 9", {"places_paid": (9,)}),
        ("hand-for-hand", {"hand_for_hand": ()}),
        ("bounty", {"bounty_event": ()}),
        ("raise cap 4", {"raise_cap": (4,)}),
        ("level 3", {"level": (3,)}),
        ("book every", {"book": ("every",)}),
        ("table 5", {"table": ("5",)}),
        ("game NLHE tournament", {"game_no_limit": (), "game_holdem": (), "tournament": ()}),
        ("game PLO ring", {"game_pot_limit": (), "game_omaha": (), "ring": ()}),
        ("game LO8", {"game_fixed_limit": (), "game_omaha_eight": ()}),
        ("game no limit hold'em", {"game_no_limit": (), "game_holdem": ()}),
        ("ゲーム ノーリミット ホールデム", {"game_no_limit": (), "game_holdem": ()}),
        ("game RAZZ", {"game_fixed_limit": (), "game_razz": ()}),
    ],
)
def test_header(line: str, values: dict[str, tuple[int | str, ...]]) -> None:
    assert {s.id: s.values for s in read(line).settings} == values


def test_marks() -> None:
    (situation,) = parse("seat 1 A 500 btn, sitting out\n席 2 B 0 離席 オールイン済み")
    assert [m.id for m in situation.seats[0].marks] == ["button", "sitting_out"]
    assert situation.seats[1].marks == (Mark("absent", P), Mark("all_in_before", P))


@pytest.mark.parametrize(
    "name",
    ["calls", "folds", "to", "says", "puts", "all", "the", "と", "の", "は", "x", "5k", "As",
     "O'Brien", "田中", "Ünal", "S3", "BB", "レイズ", "प्रिया", "Mr Blue", "all-in", "rule"],
)  # fmt: skip
def test_a_player_may_be_called_like_any_word(name: str) -> None:
    shown = f'"{name}"' if " " in name or "-" in name else name
    text = (
        f"seat 1 {shown} 9000 button\nseat 2 Z 9000\npreflop\n{shown} raises to 600\n"
        f'Z calls\n{shown} says "call" then puts 500\ndealer counts the pot at 500\n'
        f"dealer counts {shown} at 500\nnoticed {shown}'s raise\n{shown} shows Kd\n"
        f"expect tda2026: {shown} options fold, call 600\nexpect tda2026: {shown} calls 600 by 46"
    )
    (situation,) = parse(text)
    assert situation.steps[1] == act(name, "raises", 600)
    assert situation.steps[4] == Incident("dealer_quoted_pot", (500,), P)
    assert situation.steps[5] == Incident("dealer_misstated_bet", (name, 500), P)


def test_line_ends_marks_and_tabs_do_not_matter() -> None:
    assert parse("\ufeffseat\t1 A 500\r\nseat 2 B 500\rseat 3 C 500") == parse(
        "seat 1 A 500\nseat 2 B 500\nseat 3 C 500"
    )


def test_a_number_sign_in_quotes_is_no_comment() -> None:
    said = (Said("said_call"),)
    assert step('A says "# call" # loud') == raw(Part("A", 1, P, speech="# call", said=said))


def test_players_are_known_per_case() -> None:
    text = 'case "one"\nseat 1 A 500\ncase "two"\nseat 1 B 500\nflop\nB folds'
    assert [[s.player for s in c.seats] for c in parse(text)] == [["A"], ["B"]]


def test_a_next_hand_begins_anew() -> None:
    (situation,) = parse(
        SEATS + "preflop\nA folds\nnext hand\nseat 1 A 19000\nlevel 4\npreflop\nA calls"
    )
    assert [type(s).__name__ for s in situation.steps] == [
        "Street", "Settled", "NextHand", "Street", "Settled",
    ]  # fmt: skip
    assert [n for n, _ in situation.events()] == [1, 2]
