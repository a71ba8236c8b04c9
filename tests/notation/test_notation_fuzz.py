"""Whatever is typed: a situation, or an error with a place and words."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from pokerlogic.errors import PokerlogicError
from pokerlogic.notation import format, parse

TEXTS = [
    f.read_text(encoding="utf-8")
    for f in sorted((Path(__file__).parent / "examples").glob("*.table"))
]
WORDS = sorted({word for text in TEXTS for word in text.split()})
LINES = sorted({line for text in TEXTS for line in text.split("\n")})
ODD = st.sampled_from(
    [
        *"が、。「」\"'’#\t　１½①\u0301\x00\ud800😀𠮷x|:@",
        *("はに", "ｱﾞ", "..", "9" * 400, "１万", "5x100", "then", "while"),
    ]
)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """An example with a few things changed."""
    text = draw(st.sampled_from(TEXTS))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        end = min(len(text), at + draw(st.integers(0, 9)))
        lines = text.split("\n")
        number = draw(st.integers(0, len(lines) - 1))
        kind = draw(st.sampled_from(["cut", "odd", "word", "line", "twice", "gone", "swap"]))
        if kind == "cut":
            text = text[:at] + text[end:]
        elif kind == "odd":
            text = text[:at] + draw(ODD) + text[at:]
        elif kind == "word":
            text = text[:at] + draw(st.sampled_from(WORDS)) + text[at:]
        elif kind == "line":
            text = "\n".join([*lines[:number], draw(st.sampled_from(LINES)), *lines[number:]])
        elif kind == "twice":
            text = "\n".join([*lines[:number], lines[number], *lines[number:]])
        elif kind == "gone":
            text = "\n".join([*lines[:number], *lines[number + 1 :]])
        else:
            words = lines[number].split(" ")
            words.reverse()
            text = "\n".join([*lines[:number], " ".join(words), *lines[number + 1 :]])
    return text


def check(text: str) -> None:
    try:
        read = parse(text)
    except PokerlogicError as error:
        shown = error.render(text)
        assert error.code.startswith(("PL1", "PL3"))
        assert error.spots and shown.startswith("error[")
        assert all(p.line >= 1 and p.column >= 1 and p.length >= 1 for p, _ in error.spots)
        return
    formatted = format(read)
    assert parse(formatted) == read
    assert format(parse(formatted)) == formatted
    assert parse(format(read, "ja")) == read


@settings(max_examples=250, deadline=None)
@given(mutated())
def test_mutated_examples(text: str) -> None:
    check(text)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    check(text)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(WORDS), ODD), max_size=40), st.sampled_from(["", " "]))
def test_words_in_any_order(words: list[str], between: str) -> None:
    check(TEXTS[0] + between.join(words))


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300))
def test_binary_junk(data: bytes) -> None:
    check(data.decode("utf-8", "surrogateescape"))
    check(data.decode("latin-1"))


def test_large_inputs_end_quickly() -> None:
    seats = "\n".join(f"seat {i} A{i} 100" for i in range(10_000))
    deep = "seat 1 A 1000 button\npreflop\nA puts " + "1 then " * 280
    for text in (
        seats,
        deep + "1",
        deep,
        "が" * 2000,
        "seat 1 " + "の" * 1900 + " 5",
        "A " + "と" * 1990,
        "「" * 2000,
        "1," * 999,
        'A says "' + "五" * 1980 + '"',
        "seat 1 A 100 button\nflop\nA puts " + "1 " * 990,
        "seat 1 A 100 button\nflop\nA shows " + "As " * 600,
        "expect every: " + "A options fold, " * 100,
        "game " + "NLHE " * 390,
        "#" * 2000,
    ):
        check(text)
