"""Ranges of starting hands between quotes."""

from __future__ import annotations

import pytest

from pokerlogic.errors import TableError
from pokerlogic.notation import format, parse
from pokerlogic.situation import Incident


def _range(text: str) -> tuple[str, ...]:
    (situation,) = parse(text)
    (step,) = situation.steps
    assert isinstance(step, Incident)
    (value,) = step.values
    assert isinstance(value, tuple)
    return value


@pytest.mark.parametrize(
    ("written", "items"),
    [
        ("66+, A2s+, KQo", ("66+", "A2s+", "KQo")),
        ("aks,qjO", ("AKs", "QJo")),
        ("77-99", ("77-99",)),
        ("99〜77", ("77-99",)),
        ("Ａ２ｓ～Ａ５ｓ", ("A2s-A5s",)),
        ("22+、T9", ("22+", "T9")),
    ],
)
def test_a_range_is_read(written: str, items: tuple[str, ...]) -> None:
    assert _range(f'hand range "{written}"') == items
    assert _range(f"ハンドレンジ「{written}」") == items


@pytest.mark.parametrize(
    "written", ["", "KA", "AAs", "A2s-K5s", "A2s-A5o", "77-A9", "1K", "AK+QJ", "AK,", "AKQ"]
)
def test_what_is_no_range_is_refused(written: str) -> None:
    with pytest.raises(TableError) as caught:
        parse(f'hand range "{written}"')
    assert caught.value.code == "PL117"


def test_a_range_is_printed_as_it_is_read() -> None:
    text = 'hand range "66+, A2s-A5s"\n\nexpect holdem: hand range has 70 combinations or 5.28%\n'
    assert format(parse(text)) == text
    japanese = format(parse(text), "ja")
    assert "ハンド レンジ 「66+, A2s-A5s」" in japanese
    assert "全体の 5.28%" in japanese
    assert format(parse(japanese), "en") == text


def test_nothing_but_a_range_goes_without_a_table() -> None:
    with pytest.raises(TableError) as caught:
        parse('hand range "AA"\nbutton moves')
    assert caught.value.code == "PL303"
