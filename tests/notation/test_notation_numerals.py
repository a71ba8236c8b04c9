"""Amounts as they are written and as they are said."""

from __future__ import annotations

import pytest

from pokerlogic.notation.numerals import LARGEST, amount_at, spoken_at

MEANT = (1, 100, 1_000, 10_000, 1_000_000)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0), ("5000", 5000), ("5,000", 5000), ("1,234,567", 1234567), ("5_000", 5000),
        ("5k", 5000), ("5K", 5000), ("1.5k", 1500), ("1.2m", 1200000), ("1万", 10000),
        ("1.5万", 15000), ("2千5百", 2500), ("1万2千", 12000), ("3万5千", 35000), ("千", 1000),
        ("三千五百", 3500), ("一二〇〇", 1200), ("1億", 100000000), ("600点", 600), ("五", 5),
    ],
)  # fmt: skip
def test_amounts_of_tables(text: str, value: int) -> None:
    assert amount_at(text, 0) == (len(text), value)


@pytest.mark.parametrize(
    "text",
    [
        "25.5",
        "1,00",
        "12,3456",
        "1,2345",
        "5x",
        "9d",
        "1.2345k",
        "1k2",
        "k",
        "",
        "千千",
        "万",
        "1.5",
    ],
)
def test_what_is_no_amount_of_a_table(text: str) -> None:
    assert amount_at(text, 0) is None


def test_digits_without_end_are_read_as_too_large() -> None:
    found = amount_at("9" * 5000, 0)
    assert found is not None and found[1] > LARGEST


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("fourteen hundred", 1400), ("two hundred", 200), ("forty-two thousand", 42000),
        ("a hundred", 100), ("hundred", 100), ("two hundred and five", 205),
        ("five thousand two hundred", 5200), ("five thousand five", 5005), ("twelve fifty", 1250),
        ("three fifty", 350), ("one hundred twenty five", 125), ("one point five k", 1500),
        ("one and a half thousand", 1500), ("2 million", 2000000), ("14 hundred", 1400),
        ("5 grand", 5000), ("42,000", 42000), ("100", 100), ("三千五百", 3500), ("五千", 5000),
        ("1万2千", 12000), ("5k", 5000), ("2.5k", 2500), ("千五百", 1500),
        ("1k2", 1200), ("2k5", 2500), ("1k25", 1250), ("1k250", 1250), ("1k05", 1050),
        ("1m2", 1200000), ("2k 5", 2500), ("two k five", 2500), ("1k 200", 1200),
        ("2k five hundred", 2500), ("two thousand five", 2005),
    ],
)  # fmt: skip
def test_plain_amounts_that_are_said(text: str, value: int) -> None:
    assert spoken_at(text, 0) == (len(text), (value,))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("ごひゃく", 500), ("せん", 1000), ("ひゃく", 100), ("さんびゃく", 300),
        ("ろっぴゃく", 600), ("はっぴゃく", 800), ("せんごひゃく", 1500), ("せんにひゃく", 1200),
        ("にせん", 2000),
        ("さんぜん", 3000), ("はっせん", 8000), ("いちまん", 10000), ("いちまんにせん", 12000),
        ("じゅうまん", 100000), ("ひゃくにじゅうご", 125), ("ゴヒャク", 500), ("ニセン", 2000),
        ("5せん", 5000), ("2せん5ひゃく", 2500),
    ],
)  # fmt: skip
def test_amounts_that_are_said_in_kana(text: str, value: int) -> None:
    assert spoken_at(text, 0) == (len(text), (value,))


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("ごひゃくで", 4),
        ("せんにレイズ", 2),
        ("にせんまで", 3),
        ("ごひゃくレイズ", 4),
        ("ゴセンベット", 3),
    ],
)
def test_a_numeral_in_kana_ends_before_what_follows(text: str, end: int) -> None:
    found = spoken_at(text, 0)
    assert found is not None and found[0] == end


@pytest.mark.parametrize(
    "text",
    ["せんせい", "センター", "ごめん", "まん", "まんご", "さん", "に", "しせん", "にせんべい"],
)
def test_other_words_in_kana_are_no_amounts(text: str) -> None:
    assert spoken_at(text, 0) is None


def test_a_unit_behind_another_word_is_none() -> None:
    assert spoken_at("コールせん", 3) is None
    assert spoken_at("レイズごひゃく", 3) == (7, (500,))


@pytest.mark.parametrize(
    ("text", "face"),
    [
        ("five", 5), ("5", 5), ("twenty-five", 25), ("25", 25), ("two five", 25), ("fourteen", 14),
        ("五", 5), ("二十", 20), ("99", 99),
    ],
)  # fmt: skip
def test_bare_numerals_below_a_hundred_may_mean_more(text: str, face: int) -> None:
    assert spoken_at(text, 0) == (len(text), tuple(face * m for m in MEANT))


def test_a_bare_fraction_has_no_face_value() -> None:
    assert spoken_at("1.5", 0) == (3, (150, 1500, 15000, 1500000))
    assert spoken_at("two and a half", 0) == (14, (250, 2500, 25000, 2500000))


def test_amounts_no_table_can_have_are_cut_off() -> None:
    assert spoken_at("nine billion", 0) == (12, (LARGEST,))


@pytest.mark.parametrize(
    "text",
    ["", "and", "a", "raise", "point", "half", "a raise", "1.5k2", "1k2k", "1k2345", "1k2,000"],
)
def test_what_is_no_spoken_amount(text: str) -> None:
    assert spoken_at(text, 0) is None


def test_a_longer_run_that_makes_no_number_is_cut() -> None:
    assert spoken_at("five hundred and raise", 0) == (12, (500,))
    assert spoken_at("thousand hundred million", 0) == (8, (1000,))
