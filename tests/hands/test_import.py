"""Recorded hands become table text."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from pokerkit import NoLimitTexasHoldem

from pokerlogic.errors import TableError
from pokerlogic.notation import parse
from pokerlogic.phh import to_table

OWN = Path(__file__).parent / "own"
SHARED = Path(__file__).parents[3] / "shared" / "hands"
IMPORTED = {"NT", "PO", "FT", "FO/8"}

EXPECTED = {
    "no_limit_showdown": """\
game NLHE tournament
blinds 25/50
ante 5 each
seat 1 Aoi 2000
seat 2 "Mr Blue" 1500
seat 3 O'Hara 3000 button

preflop
O'Hara raises to 150
Aoi calls
"Mr Blue" folds
flop Kh 8d 3c
Aoi checks
O'Hara bets 200
Aoi calls
turn 2s
Aoi checks
O'Hara checks
river 7h
Aoi bets 400
O'Hara calls
Aoi shows As Kd
O'Hara mucks
""",
    "heads_up_cents": """\
# All amounts are multiplied by 100.
game PLO ring
blinds 25/50
seat 1 Ren 4075
seat 2 p2 2000 button

preflop
p2 raises to 150
Ren calls
flop 5s 4c 2h
Ren checks
p2 bets 300
Ren raises to 1200
p2 all-in
Ren calls
Ren shows Ah Kh Qs 3s
p2 shows 9s 8s 7d 6d
turn Td
river 9c
""",
    "limit": """\
game LHE tournament
blinds 50/100
limit 100/200
seat 1 p1 3000
seat 2 p2 3000
seat 3 p3 3000
seat 4 p4 3000 button

preflop
p3 raises to 200
p4 folds
p1 folds
p2 calls
flop Ks 8d 3c
p2 bets 100
p3 folds
""",
    "omaha_eight": """\
game LO8 tournament
blinds 50/100
limit 100/200
seat 1 p1 900
seat 2 p2 900
seat 3 p3 900 button

preflop
p3 raises to 200
p1 folds
p2 folds
""",
    "big_blind_ante": """\
game NLHE tournament
blinds 100/200
ante 200 by big blind
seat 1 Aoi 5000
seat 2 Ren 6000
seat 3 Sora 450
seat 4 Yu 7000 button

preflop
Sora calls
Yu raises to 700
Aoi folds
Ren calls
Sora all-in
flop Ks 8d 3c
Ren checks
Yu checks
""",
    "straddle": """\
game NLHE ring
blinds 1/2
straddle 4 by Sora
seat 1 Aoi 200
seat 2 Ren 200
seat 3 Sora 200
seat 4 Yu 200
seat 5 Mika 200 button

preflop
Mika posts 2
Yu folds
Mika calls
Aoi folds
Ren folds
Sora checks
""",
}


def own(name: str) -> str:
    """The text of a hand of our own."""
    return (OWN / f"{name}.phh").read_text("utf-8")


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_own_hand(name: str) -> None:
    """Each hand of our own gives exactly the expected text, and the text parses."""
    table = to_table(own(name))
    assert table == EXPECTED[name]
    assert parse(table)


def test_every_own_hand_is_expected() -> None:
    assert {path.stem for path in OWN.glob("*.phh")} == set(EXPECTED)


HEADS_UP = """\
variant = "NT"
antes = [{antes}]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [2000, 2000]
actions = ["p2 cc", "p1 cc"]
"""


@pytest.mark.parametrize(
    ("antes", "line", "paid"),
    [
        ("0, 100", "ante 100 by big blind", (100, 0)),
        ("100, 0", "ante 100 by button", (0, 100)),
        ("25, 25", "ante 25 each", (25, 25)),
    ],
)
def test_heads_up_antes_are_listed_from_the_small_blind(
    antes: str, line: str, paid: tuple[int, int]
) -> None:
    """As with the blinds: the second of the list is the big blind's, and PokerKit agrees."""
    table = to_table(HEADS_UP.format(antes=antes))
    assert line in table.splitlines()
    assert "seat 2 p2 2000 button" in table
    state = NoLimitTexasHoldem.create_state(
        (), False, tuple(map(int, antes.split(","))), (50, 100), 100, (2000, 2000), 2
    )
    assert tuple(map(state.get_effective_ante, range(2))) == paid


def test_heads_up_ante_comes_off_the_stack_of_the_big_blind() -> None:
    """With 100 of ante paid 1,900 is all the big blind has, and 2,000 all the button has."""
    text = HEADS_UP.format(antes="0, 100")
    table = to_table(text.replace('"p1 cc"', '"p1 cbr 1900", "p2 cc"'))
    assert table.splitlines()[-2:] == ["p1 all-in", "p2 calls"]
    assert "p2 all-in" in to_table(text.replace('"p2 cc", "p1 cc"', '"p2 cbr 2000"'))


def test_name_is_a_comment() -> None:
    assert to_table(own("limit"), "hand 7").startswith("# hand 7\ngame LHE")


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        (('"FT"', '"F7S"'), "PL702", "F7S"),
        (('"FT"', '"FT'), "PL701", "document"),
        (('variant = "FT"', ""), "PL701", "variant"),
        (("antes = [0, 0, 0, 0]", "antes = [5, 0, 0, 5]"), "PL702", "antes"),
        (("[50, 100, 0, 0]", "[0, 100, 0, 0]"), "PL702", "small"),
        (('"p4 f"', '"p4 sd"'), "PL703", "p4 sd"),
        (('"p4 f"', '"p9 f"'), "PL703", "p9 f"),
        (("cbr 200", "cbr two"), "PL701", "two"),
        (("cbr 200", "cbr"), "PL703", "p3 cbr"),
        (("d db Ks8d3c", "d db Ks8d"), "PL703", "d db Ks8d"),
    ],
)
def test_refused(change: tuple[str, str], code: str, words: str) -> None:
    """What has no words in the notation is refused with the reason."""
    text = own("limit")
    assert change[0] in text
    with pytest.raises(TableError) as caught:
        to_table(text.replace(*change, 1))
    assert caught.value.code == code
    assert words in caught.value.message


def test_error_points_at_the_action() -> None:
    text = own("limit").replace('"p4 f"', '"p4 sd"')
    with pytest.raises(TableError) as caught:
        to_table(text)
    place = caught.value.place
    assert place is not None
    line = text.splitlines()[place.line - 1]
    assert line[place.column - 1 :].startswith("p4 sd")


@pytest.mark.parametrize("name", ["River", "42", "", "x" * 41, "a “b”", "Yu", "p4"])
def test_name_that_cannot_be_written(name: str) -> None:
    """A reserved word, digits alone, a name given twice: the label of the file instead."""
    text = own("big_blind_ante").replace('"Sora"', f'"{name}"').replace('"Ren"', '"42"')
    table = to_table(text)
    assert "seat 2 p2 6000" in table
    assert re.search(r"^seat 3 (p3|p4) 450$", table, re.MULTILINE)
    assert parse(table)


def test_unknown_cards_are_a_comment() -> None:
    text = own("no_limit_showdown").replace("sm AsKd", "sm ????")
    assert "# Aoi shows cards that were not recorded\n" in to_table(text)


def recorded() -> Iterator[Path]:
    """The recorded hands beside the repository of the variants that are imported."""
    for path in sorted(SHARED.rglob("*.phh")):
        if tomllib.loads(path.read_text("utf-8"))["variant"] in IMPORTED:
            yield path


@pytest.mark.skipif(not SHARED.is_dir(), reason=f"no recorded hands in {SHARED}")
def test_recorded_hands() -> None:
    """Every recorded hand is imported and the text parses."""
    paths = list(recorded())
    assert paths
    for path in paths:
        table = to_table(path.read_text("utf-8"), path.stem)
        (situation,) = parse(table, path.name)
        assert len(list(situation.events())) > 0, path
