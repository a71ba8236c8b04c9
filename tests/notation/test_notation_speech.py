"""What was said, in the official terms of both languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokerlogic.notation import notation
from pokerlogic.notation.speech import understand
from pokerlogic.situation import Said

FIVE = (5, 500, 5000, 50000, 5000000)
TWO = tuple(2 * f // 5 for f in FIVE)


def said(text: str) -> tuple[Said, ...]:
    known = notation()
    return understand(known.speech, known.speech_words, text)


def terms(text: str) -> tuple[Said, ...]:
    """What was said but for whether its amount was said to be a total."""
    return tuple(one for one in said(text) if one.word != "said_in_all")


@pytest.mark.parametrize(
    ("text", "word", "amounts"),
    [
        ("raise", "said_raise", ()),
        ("Raise!", "said_raise", ()),
        ("reraise", "said_raise", ()),
        ("I raise it", "said_raise", ()),
        ("I raise back", "said_raise", ()),
        ("raise to 800", "said_raise", (800,)),
        ("raise 8000 please", "said_raise", (8000,)),
        ("raise, 2,000", "said_raise", (2000,)),
        ("raise to five", "said_raise", FIVE),
        ("and raise you 500", "said_raise", (500,)),
        ("raise to fourteen hundred", "said_raise", (1400,)),
        ("レイズ", "said_raise", ()),
        ("リレイズします", "said_raise", ()),
        ("800にレイズ", "said_raise", (800,)),
        ("８００ レイズ", "said_raise", (800,)),
        ("レイズ三千五百", "said_raise", (3500,)),
        ("1万2千にレイズ", "said_raise", (12000,)),
        ("call", "said_call", ()),
        ("I call", "said_call", ()),
        ("call 2000", "said_call", (2000,)),
        ("OK, call.", "said_call", ()),
        ("I call your bet", "said_call", ()),
        ("see", "said_call", ()),
        ("I see your 500", "said_call", (500,)),
        ("I'll see your 500", "said_call", (500,)),
        ("コール", "said_call", ()),
        ("コールで", "said_call", ()),
        ("fold", "said_fold", ()),
        ("フォールド", "said_fold", ()),
        ("フォールドしました", "said_fold", ()),
        ("降りました", "said_fold", ()),
        ("降りた", "said_fold", ()),
        ("降りたいです", "said_fold", ()),
        ("降りです", "said_fold", ()),
        ("check", "said_check", ()),
        ("tap", "said_check", ()),
        ("チェックです", "said_check", ()),
        ("bet", "said_bet", ()),
        ("I bet two", "said_bet", TWO),
        ("bet 600", "said_bet", (600,)),
        ("ベット五百", "said_bet", (500,)),
        ("all-in", "said_all_in", ()),
        ("All in!", "said_all_in", ()),
        ("I'm all in", "said_all_in", ()),
        ("オールイン", "said_all_in", ()),
        ("pot", "said_pot", ()),
        ("ポット", "said_pot", ()),
        ("complete", "said_complete", ()),
        ("コンプリート", "said_complete", ()),
        ("five", "said_amount", FIVE),
        ("$20", "said_amount", (20,)),
        ("two hundred", "said_amount", (200,)),
        ("42000", "said_amount", (42000,)),
        ("五千点", "said_amount", (5000,)),
        ("make it 800", "said_amount", (800,)),
        ("I raise you, sir", "said_raise", ()),
        ("raise please", "said_raise", ()),
        ("I'd like to raise", "said_raise", ()),
        ("call your all-in", "said_call", ()),
        ("I'm moving all in", "said_all_in", ()),
        ("fold my hand", "said_fold", ()),
        ("tap the table", "said_check", ()),
        ("コールさせていただきます", "said_call", ()),
        ("やっぱりフォールド", "said_fold", ()),
        ("500 on top", "said_on_top", (500,)),
        ("1000 more", "said_on_top", (1000,)),
        ("another 500", "said_on_top", (500,)),
        ("さらに500", "said_on_top", (500,)),
        ("500上乗せ", "said_on_top", (500,)),
    ],
)
def test_one_word(text: str, word: str, amounts: tuple[int, ...]) -> None:
    assert terms(text) == (Said(word, amounts),)


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("raise to 800", True),
        ("raise it to five", True),
        ("raise 800 total", True),
        ("raise, 800 in total", True),
        ("bet 800 to go", True),
        ("800にレイズ", True),
        ("800へレイズ", True),
        ("レイズ、合計800", True),
        ("800までレイズ", True),
        ("レイズ、800まで", True),
        ("raise 800", False),
        ("I want to raise 800", False),
        ("レイズ800", False),
        ("ベットに800レイズ", False),
        ("レイズに800", False),
        ("call 800 total", False),
        ("800 in total", False),
    ],
)
def test_an_amount_that_is_said_to_be_the_total(text: str, total: bool) -> None:
    assert (Said("said_in_all") in said(text)) is total


@pytest.mark.parametrize(
    ("text", "word", "amounts"),
    [
        ("レイズにコールします", "said_call", ()),
        ("レイズをコールします", "said_call", ()),
        ("レイズに対してコール", "said_call", ()),
        ("レイズには、コール", "said_call", ()),
        ("レイズはコールで", "said_call", ()),
        ("レイズへのコール", "said_call", ()),
        ("ベットにコール", "said_call", ()),
        ("600のレイズにコール", "said_call", ()),
        ("レイズ600にコール", "said_call", ()),
        ("相手の600をコール", "said_call", ()),
        ("あなたのレイズにコール", "said_call", ()),
        ("レイズにフォールド", "said_fold", ()),
        ("ベットに600にレイズ", "said_raise", (600,)),
        ("ベットに600レイズ", "said_raise", (600,)),
        ("レイズにリレイズ", "said_raise", ()),
        ("レイズにオールイン", "said_all_in", ()),
        ("あなたの600に1600でレイズ", "said_raise", (1600,)),
        ("オールインをコールします", "said_call", ()),
        ("オールインにコール", "said_call", ()),
        ("オールインコール", "said_call", ()),
        ("all-in call", "said_call", ()),
        ("I call your 200", "said_call", ()),
        ("call your bet of 200", "said_call", ()),
        ("I call that raise", "said_call", ()),
        ("raise your 200 to 600", "said_raise", (600,)),
        ("raise your bet of 200 to 600", "said_raise", (600,)),
        ("snap call", "said_call", ()),
        ("instacall", "said_call", ()),
        ("snap fold", "said_fold", ()),
        ("I have to call", "said_call", ()),
        ("スナップコール", "said_call", ()),
        ("即コール", "said_call", ()),
        # Without another term behind it the particle belongs to the action.
        ("コールをします", "said_call", ()),
        ("レイズを600", "said_raise", (600,)),
        ("レイズに600", "said_raise", (600,)),
        ("600をコール", "said_call", (600,)),
        ("600へレイズ", "said_raise", (600,)),
        ("オールインを宣言", "said_all_in", ()),
        ("全部で600", "said_amount", (600,)),
        ("another 400 on top", "said_on_top", (400,)),
    ],
)
def test_what_is_called_or_raised_is_no_action(
    text: str, word: str, amounts: tuple[int, ...]
) -> None:
    assert terms(text) == (Said(word, amounts),)


@pytest.mark.parametrize(
    "text",
    [
        "it's your call",
        "あなたのコール",
        "コールしてください",
        "スナップショットコール",
        "snapshot call",
    ],
)
def test_whose_action_it_is_or_should_be_stays_talk(text: str) -> None:
    assert said(text) == (Said("said_talk"), Said("asked_call"))


@pytest.mark.parametrize(
    ("text", "word", "amounts"),
    [
        ("bump it to 600", "loose_amount", (600,)),
        ("600まで上げます", "loose_amount", (600,)),
        ("600に上げます", "loose_amount", (600,)),
        ("bump it to five", "loose_amount", FIVE),
        ("bump it another 400", "loose_on_top", (400,)),
    ],
)
def test_an_amount_beside_unofficial_words_is_kept(
    text: str, word: str, amounts: tuple[int, ...]
) -> None:
    assert [(s.word, s.amounts) for s in said(text)] == [("said_unofficial", ()), (word, amounts)]


@pytest.mark.parametrize("text", ["only 500 left", "not bumping it to 600", "seat 3 is slow"])
def test_no_amount_is_kept_that_is_no_bet(text: str) -> None:
    assert said(text) == (Said("said_unofficial", (), text),)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("call and raise 500", [("said_call", ()), ("said_raise", (500,))]),
        ("call. Raise!", [("said_call", ()), ("said_raise", ())]),
        ("I call 500 and raise 1000", [("said_call", (500,)), ("said_raise", (1000,))]),
        ("コール、レイズ", [("said_call", ()), ("said_raise", ())]),
        ("オールイン、コール", [("said_all_in", ()), ("said_call", ())]),
        ("all-in, call", [("said_all_in", ()), ("said_call", ())]),
        ("call your 200 and raise 600", [("said_call", ()), ("said_raise", (600,))]),
        ("コールしてレイズ600", [("said_call", ()), ("said_raise", (600,))]),
        ("call, two pair", [("said_call", ()), ("said_hand", ())]),
        ("I bet the pot", [("said_bet", ()), ("said_pot", ())]),
        ("500. call", [("said_amount", (500,)), ("said_call", ())]),
        (
            "are you all-in? call",
            [("said_question", ()), ("asked_all_in", ()), ("said_call", ())],
        ),
        ("raise by 500", [("said_raise", ()), ("said_on_top", (500,))]),
        ("raise 500 more", [("said_raise", ()), ("said_on_top", (500,))]),
        ("500上乗せでレイズ", [("said_raise", ()), ("said_on_top", (500,))]),
        ("さらに500レイズ", [("said_raise", ()), ("said_on_top", (500,))]),
        ("レイズ、さらに500", [("said_raise", ()), ("said_on_top", (500,))]),
        ("call and 500 more", [("said_call", ()), ("said_on_top", (500,))]),
        ("raise all in", [("said_raise", ()), ("said_all_in", ())]),
        ("レイズ、オールイン", [("said_raise", ()), ("said_all_in", ())]),
        ("call, how much is it?", [("said_call", ()), ("said_inquiry", ())]),
        ("call. How much is it?", [("said_call", ()), ("said_inquiry", ())]),
        ("I call, nice bet", [("said_call", ()), ("said_talk", ()), ("asked_bet", ())]),
        ("nice bet but I fold", [("said_talk", ()), ("asked_bet", ()), ("said_fold", ())]),
        (
            "raise 700 to 1200",
            [("said_raise", ()), ("said_on_top", (700,)), ("said_amount", (1200,))],
        ),
        ("min raise", [("said_raise", ()), ("said_least", ())]),
        ("raise the minimum", [("said_raise", ()), ("said_least", ())]),
        ("ミニマムレイズ", [("said_raise", ()), ("said_least", ())]),
        ("raise to 800?", [("said_question", ()), ("asked_raise", (800,))]),
    ],
)
def test_several_words_keep_their_order(
    text: str, words: list[tuple[str, tuple[int, ...]]]
) -> None:
    assert [(s.word, s.amounts) for s in said(text)] == words


@pytest.mark.parametrize(
    ("text", "condition", "promise", "amounts"),
    [
        ("if you bet I raise", "if_bet", "promised_raise", ()),
        ("I raise to 800 if you bet", "if_bet", "promised_raise", (800,)),
        ("when you check I bet", "if_check", "promised_bet", ()),
        ("もしベットならレイズ", "if_bet", "promised_raise", ()),
        ("ベットしたらコールする", "if_bet", "promised_call", ()),
        ("あなたがベットなら600にレイズ", "if_bet", "promised_raise", (600,)),
    ],
)
def test_conditions(text: str, condition: str, promise: str, amounts: tuple[int, ...]) -> None:
    assert said(text) == (Said("said_condition"), Said(condition), Said(promise, amounts))


@pytest.mark.parametrize("text", ["unless you bet I raise", "if he is in I raise", "レイズなら"])
def test_conditions_without_a_promise_to_hold_to(text: str) -> None:
    assert said(text) == (Said("said_condition"),)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("you are all-in?", "asked_all_in"),
        ("did you call?", "asked_call"),
        ("should I call", "asked_call"),
        ("コールですか", "asked_call"),
        ("オールイン？", "asked_all_in"),
        ("コールか。", "asked_call"),
    ],
)
def test_questions(text: str, asked: str) -> None:
    assert said(text) == (Said("said_question"), Said(asked))


@pytest.mark.parametrize(
    ("text", "declared", "size"),
    [
        ("raise three times", "said_raise", "three times"),
        ("3倍にレイズ", "said_raise", "3倍"),
        ("レイズ3倍", "said_raise", "3倍"),
        ("bet half the pot", "said_bet", "half the pot"),
        ("bet 50% pot", "said_bet", "50% pot"),
        ("ベット、ハーフポット", "said_bet", "ハーフポット"),
    ],
)
def test_a_size_without_an_amount_leaves_the_word_declared(
    text: str, declared: str, size: str
) -> None:
    assert set(said(text)) == {Said(declared), Said("said_unofficial", (), size)}


@pytest.mark.parametrize(
    ("text", "word", "hundredths"),
    [
        ("raise to 3bb", "said_raise", 300),
        ("raise to three big blinds", "said_raise", 300),
        ("2.5BBにレイズ", "said_raise", 250),
        ("レイズ、2.25BB", "said_raise", 225),
        ("3BB", "said_amount", 300),
        ("ベット 10ビッグブラインド", "said_bet", 1000),
    ],
)
def test_an_amount_in_big_blinds(text: str, word: str, hundredths: int) -> None:
    assert Said(word, (), "", hundredths) in said(text)


@pytest.mark.parametrize("text", ["same bet", "Same again.", "同じ額", "さっきと同じ"])
def test_the_amount_of_the_last_bet_is_pointed_to(text: str) -> None:
    assert said(text) == (Said("said_same"),)


@pytest.mark.parametrize(
    "text", ["what if I call?", "If I call?", "コールしたらどうなる？", "コールしたらいくら？"]
)
def test_a_condition_with_one_word_that_is_asked_is_a_question(text: str) -> None:
    assert said(text) == (Said("said_question"), Said("asked_call"))


@pytest.mark.parametrize(
    "text",
    ["check, if you bet I raise", "check but if you bet, I raise", "チェック、ベットしたらレイズ"],
)
def test_what_was_said_before_a_condition_is_declared(text: str) -> None:
    promise = (Said("said_condition"), Said("if_bet"), Said("promised_raise"))
    assert said(text) == (Said("said_check"), *promise)


@pytest.mark.parametrize(
    ("text", "asked", "amounts"),
    [
        ("nice raise", "asked_raise", ()),
        ("that's a big raise", "asked_raise", ()),
        ("I knew you'd raise", "asked_raise", ()),
        ("raise baby", "asked_raise", ()),
        ("you raise", "asked_raise", ()),
        ("good call", "asked_call", ()),
        ("tough call", "asked_call", ()),
        ("it's your call", "asked_call", ()),
        ("let me check", "asked_check", ()),
        ("let me check my cards", "asked_check", ()),
        ("nice pot", "asked_pot", ()),
        ("pot is big", "asked_pot", ()),
        ("nice bet sir", "asked_bet", ()),
        ("call 500 whatever", "asked_call", (500,)),
        ("いいコール", "asked_call", ()),
        ("ナイスコール", "asked_call", ()),
        ("ナイスレイズ！", "asked_raise", ()),
        ("レイズだと思った", "asked_raise", ()),
        ("二回コール", "asked_call", ()),
        ("5回目のレイズ", "asked_raise", ()),
        ("seat 3 raise", "asked_raise", ()),
        ("raise -500", "asked_raise", ()),
        ("bet 0", "asked_bet", ()),
    ],
)
def test_an_official_word_beside_unknown_ones_is_talk(
    text: str, asked: str, amounts: tuple[int, ...]
) -> None:
    assert said(text) == (Said("said_talk"), Said(asked, amounts))


@pytest.mark.parametrize(
    ("text", "word", "rest"),
    [
        ("raise, baby", "said_raise", "baby"),
        ("raise! baby", "said_raise", "baby"),
        ("call, obviously", "said_call", "obviously"),
        ("レイズ、すごいだろう", "said_raise", "すごいだろう"),
    ],
)
def test_unknown_words_behind_a_whole_declaration_leave_it(text: str, word: str, rest: str) -> None:
    assert said(text) == (Said(word), Said("said_unofficial", (), rest))


@pytest.mark.parametrize(
    "text",
    ["how much is it?", "how much is it", "is it 500?", "500?", "???", "いくら？", "いくらですか"],
)
def test_a_question_without_an_official_word(text: str) -> None:
    assert {s.word for s in said(text)} == {"said_inquiry"}


@pytest.mark.parametrize(
    "text",
    ["two pair", "flush", "a straight", "high card", "フルハウス"],
)
def test_hands(text: str) -> None:
    assert said(text) == (Said("said_hand"),)


@pytest.mark.parametrize("text", ["you win", "take it", "勝ち", "chop"])
def test_results(text: str) -> None:
    assert said(text) == (Said("said_result"),)


@pytest.mark.parametrize(
    "text",
    [
        "let's go", "3-bet", "three bet", "I see", "コールセンター", "レイズアップ", "", " ",
        "ship it", "wait", "hurry up", "3倍", "3x", "three times", "-500", "0", "only 500 left",
        "#", "“”", "\u3000",
    ],
)  # fmt: skip
def test_anything_else_is_unofficial_with_its_text(text: str) -> None:
    assert said(text) == (Said("said_unofficial", (), text),)


@pytest.mark.parametrize(
    ("text", "first", "more"),
    [
        ("500 plus 1000", (500,), (1000,)),
        ("500+1000", (500,), (1000,)),
        ("500 and 1000 on top", (500,), (1000,)),
        ("500 and another 1000", (500,), (1000,)),
        ("500, 1000 more", (500,), (1000,)),
        ("1000 on top of your 500", (500,), (1000,)),
        ("500 plus 200 plus 300", (500,), (500,)),
        ("five plus 1000", FIVE, (1000,)),
        ("500に1000上乗せ", (500,), (1000,)),
        ("500プラス1000", (500,), (1000,)),
        ("500の上に1000", (500,), (1000,)),
        ("500に上乗せで1000", (500,), (1000,)),
        ("相手の500に1000上乗せ", (500,), (1000,)),
    ],
)
def test_an_amount_in_two_parts(text: str, first: tuple[int, ...], more: tuple[int, ...]) -> None:
    assert said(text) == (Said("said_base", first), Said("said_on_top", more))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("500. 1000 more", [("said_amount", (500,)), ("said_on_top", (1000,))]),
        ("500 more, 1000", [("said_on_top", (500,)), ("said_amount", (1000,))]),
        ("500, 1000", [("said_amount", (500,)), ("said_amount", (1000,))]),
        ("call 500 and 1000 more", [("said_call", (500,)), ("said_on_top", (1000,))]),
        ("call your 500, plus 1000", [("said_call", ()), ("said_on_top", (1000,))]),
        ("コール500に1000上乗せ", [("said_call", (500,)), ("said_on_top", (1000,))]),
        ("1000 on top of that", [("said_on_top", (1000,))]),
        ("500 plus", [("said_on_top", (500,))]),
        (
            "raise 500 plus 1000",
            [("said_raise", ()), ("said_base", (500,)), ("said_on_top", (1000,))],
        ),
        (
            "500プラス1000にレイズ",
            [("said_base", (500,)), ("said_raise", ()), ("said_on_top", (1000,))],
        ),
    ],
)
def test_which_amounts_belong_together(text: str, words: list[tuple[str, tuple[int, ...]]]) -> None:
    assert [(s.word, s.amounts) for s in said(text)] == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("no raise", ["raise"]),
        ("I'm not calling", ["call"]),
        ("I don't call", ["call"]),
        ("I do not raise to 1000", ["raise"]),
        ("I won't call or raise", ["call", "raise"]),
        ("neither call nor raise", ["call", "raise"]),
        ("I won't fold, call or raise", ["fold", "call", "raise"]),
        ("I can't fold this", ["fold"]),
        ("no more bets", ["bet"]),
        ("not all in", ["all_in"]),
        ("I don't think I'll call", ["call"]),
        ("call not", ["call"]),
        ("レイズしない", ["raise"]),
        ("1000にレイズしません", ["raise"]),
        ("コールもレイズもしない", ["call", "raise"]),
        ("コールやレイズはしない", ["call", "raise"]),
        ("ノーベット", ["bet"]),
        ("降りない", ["fold"]),
        ("降りたくないです", ["fold"]),
    ],
)
def test_an_official_word_that_is_denied(text: str, words: list[str]) -> None:
    found = [s for s in said(text) if s.word.startswith("denied_")]
    assert found == [Said(f"denied_{w}") for w in words]
    assert said(text)[0] == Said("said_unofficial", (), text)
    assert len(said(text)) == 1 + len(words)


@pytest.mark.parametrize(
    ("text", "word", "denied", "rest"),
    [
        ("no raise, call", "said_call", "denied_raise", "no raise"),
        ("call, no raise", "said_call", "denied_raise", "no raise"),
        ("call instead of raising", "said_call", "denied_raise", "instead of raising"),
        ("レイズしないでコール", "said_call", "denied_raise", "レイズしないで"),
        ("レイズじゃなくてコール", "said_call", "denied_raise", "レイズじゃなくて"),
        ("check, no bet", "said_check", "denied_bet", "no bet"),
        ("I won't fold, call", "said_call", "denied_fold", "won't fold"),
        ("コール、レイズはしない", "said_call", "denied_raise", "レイズはしない"),
    ],
)
def test_a_word_beside_one_that_is_denied(text: str, word: str, denied: str, rest: str) -> None:
    want = {Said(word), Said(denied), Said("said_unofficial", (), rest)}
    assert set(said(text)) == want


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("No, call", ["said_unofficial", "said_call"]),
        ("No I call", ["said_talk", "asked_call"]),
        ("私もコール", ["said_call"]),
        ("didn't you raise?", ["said_inquiry"]),
        ("コールしないの？", ["said_inquiry"]),
        ("call or not?", ["said_question", "asked_call"]),
        ("if you don't raise I call", ["said_condition"]),
        ("if you raise I won't call", ["said_condition"]),
        ("not sure, call", ["said_unofficial", "said_call"]),
    ],
)
def test_a_negation_that_is_none_or_turns_what_it_stands_in(text: str, words: list[str]) -> None:
    assert [s.word for s in said(text)] == words


@pytest.mark.parametrize(
    ("text", "first", "rest"),
    [
        ("raise more", Said("said_raise"), "more"),
        ("call, obviously", Said("said_call"), "obviously"),
    ],
)
def test_what_is_not_official_beside_a_term(text: str, first: Said, rest: str) -> None:
    assert said(text) == (first, Said("said_unofficial", (), rest))


_PIECES = st.sampled_from(
    [
        "raise ",
        "call",
        "コール",
        "レイズ",
        "five",
        "5",
        "hundred ",
        "を",
        "に",
        "?",
        "。",
        "by ",
        "if ",
        "not ",
        "no ",
        "しない",
        "or ",
        "も",
        "plus ",
        "on top of ",
        "your ",
        "上乗せ",
        ", ",
    ]
)


@given(st.one_of(st.text(max_size=80), st.lists(_PIECES, max_size=12).map("".join)))
def test_speech_never_fails(text: str) -> None:
    found = said(text)
    assert found
    assert all(
        s.word.startswith(("said_", "asked_", "if_", "promised_", "loose_", "denied_"))
        for s in found
    )
    assert all(s.amounts == tuple(sorted(s.amounts)) for s in found)


def test_every_word_is_in_the_vocabulary() -> None:
    from pokerlogic import resources
    from pokerlogic.notation import vocabulary

    known = vocabulary.load_yaml(resources.folder("kb") / "vocabulary" / "words.yaml")
    words = {id for _, _, id in notation().speech_words.rows if id}
    words |= {"loose_amount", "loose_on_top", "said_base"}
    assert words | set(notation().speech_words.whole.values()) <= set(known)
