"""Every example gives the dataclasses that a reader of it would write down."""

from __future__ import annotations

from pathlib import Path

import pytest

from pokerlogic.notation import parse
from pokerlogic.situation import (
    Asks,
    Chips,
    Expectation,
    FloorRules,
    Incident,
    Locator,
    Mark,
    OptionsLine,
    Outcome,
    Part,
    Place,
    Pot,
    PotLine,
    Raw,
    Ruled,
    Said,
    Seat,
    Setting,
    Settled,
    Situation,
    Street,
)

EXAMPLES = Path(__file__).parent / "examples"
P = Place(1, 1)


def header(small: int, big: int, *more: Setting) -> tuple[Setting, ...]:
    ids = ("game_no_limit", "game_holdem", "tournament")
    plain = tuple(Setting(id, (), P) for id in ids)
    blinds = (Setting("small_blind", (small,), P), Setting("big_blind", (big,), P))
    return (*plain, *blinds, *more)


def seats(*players: tuple[str, int], numbers: tuple[int, ...] = ()) -> tuple[Seat, ...]:
    """The first of the players has the button."""
    return tuple(
        Seat(number, name, stack, (Mark("button", P),) if i == 0 else (), P)
        for i, (number, (name, stack)) in enumerate(
            zip(numbers or range(1, len(players) + 1), players, strict=True)
        )
    )


def act(player: str, act: str, amount: int | None = None) -> Settled:
    return Settled(player, act, amount, (), P)


def puts(player: str, *chips: tuple[int, int]) -> Raw:
    return Raw((Part(player, 1, P, chips=tuple(Chips(*c) for c in chips)),), P)


def ruled(
    profile: str, answer: str, who: str | None, *values: int, by: str = "", decides: str = "rule"
) -> Expectation:
    issue, _, id = answer.partition(".")
    outcome = Outcome(issue, id, who, values, P)
    return expect(profile, Ruled(decides, (outcome,)), by)


def expect(
    profile: str,
    claim: Ruled | OptionsLine | Asks | PotLine,
    by: str = "",
    condition: tuple[str, bool] | None = None,
) -> Expectation:
    cited = (Locator(by),) if by else ()
    return Expectation(profile, claim, cited, False, condition, None, P, "")


def options(who: str, call: int, least: int, most: int) -> OptionsLine:
    return OptionsLine(who, (("fold", ()), ("call", (call,)), ("raise", (least, most))))


ABCD = seats(("A", 20000), ("B", 15000), ("C", 30000), ("D", 12000))
ABC = seats(("A", 20000), ("B", 15000), ("C", 30000))
DABC = seats(("D", 90000), ("A", 90000), ("B", 90000), ("C", 90000))
PREFLOP = Street("preflop", (), (), P)
BOARD = Street("flop", ("As", "9d", "4c"), (Pot(8000),), P)

OVERSIZED = Situation(
    header(100, 200),
    ABCD,
    (PREFLOP, act("D", "raises", 600), puts("A", (1000, 1))),
    (
        ruled("tda2026", "act.call", "A", 600, by="46"),
        ruled("every", "act.call", "A", 600, by="33"),
    ),
)


def raise_said(word: str, *more: Expectation) -> Situation:
    said = Part("A", 1, P, speech=word, said=(Said("said_raise"),))
    return Situation(
        header(100, 200),
        ABCD,
        (
            PREFLOP,
            act("D", "raises", 600),
            Raw((said, Part("A", 2, P, chips=(Chips(5000),))), P),
        ),
        (
            ruled("tda2026", "act.raise", "A", 5000, by="46"),
            ruled("every", "act.raise", "A", 5000, by="30"),
            *more,
        ),
    )


def undercall(profile: str, decides: str, by: str) -> Expectation:
    outcomes = (
        Outcome("act", "call", "C", (8000,), P),
        Outcome("act", "forfeit_fold", "C", (2000,), P),
    )
    return expect(profile, Ruled(decides, outcomes), by)


EXPECTED: dict[str, list[Situation]] = {
    "oversized_chip": [
        Situation(
            OVERSIZED.settings,
            OVERSIZED.seats,
            OVERSIZED.steps,
            (*OVERSIZED.expectations, expect("tda2026", options("B", 600, 1000, 15000))),
        )
    ],
    "oversized_chip.ja": [OVERSIZED],
    "declared_raise_one_chip": [raise_said("raise")],
    "raise_said_first.ja": [
        raise_said("レイズ", expect("tda2026", options("B", 5000, 9400, 15000)))
    ],
    "discarded": [
        Situation(
            header(100, 200),
            ABC,
            (
                Street("river", ("5s",), (Pot(3000),), P),
                act("B", "bets", 1000),
                act("C", "calls"),
                act("A", "folds"),
                Incident("discards_face_down", ("B",), P),
            ),
            (
                expect("tda2026", Asks("identifiable")),
                *(
                    expect(
                        profile,
                        Ruled("rule", (Outcome("hand", answer, "B", (), P),)),
                        by,
                        ("identifiable", holds),
                    )
                    for profile, by in (("tda2026", "15"), ("every", "21"))
                    for answer, holds in (("live", True), ("dead", False))
                ),
            ),
        )
    ],
    "exposed_on_purpose": [
        Situation(
            header(100, 200),
            ABC,
            (PREFLOP, act("A", "raises", 400), Incident("shows_on_purpose", ("B", ("Ah",)), P)),
            (
                ruled("tda2026", "hand.live", "B", by="70"),
                ruled("tda2026", "penalty.may", "B", by="70", decides="floor"),
                ruled("every", "act.fold", "B", by="22"),
            ),
        )
    ],
    "floor_rules": [
        Situation(
            header(1000, 2000),
            DABC,
            (
                BOARD,
                act("A", "bets", 2000),
                act("B", "raises", 8000),
                puts("C", (1000, 2)),
                FloorRules(Outcome("act", "forfeit_fold", "C", (2000,), P), P),
            ),
            (expect("tda2026", options("D", 8000, 14000, 90000)),),
        )
    ],
    "multiple_chips": [
        Situation(
            header(250, 500),
            seats(("A", 40000), ("B", 40000), ("C", 40000), ("D", 40000)),
            (PREFLOP, act("D", "raises", 1100), puts("A", (1000, 1), (100, 5))),
            (
                ruled("tda2026", "act.raise", "A", 1700, by="47"),
                ruled("every", "act.raise", "A", 1700, by="45"),
            ),
        )
    ],
    "out_of_turn": [
        Situation(
            header(50, 100),
            seats(*((f"S{n}", 9000) for n in (1, 3, 4, 5, 6)), numbers=(1, 3, 4, 5, 6)),
            (
                Street("flop", ("Ks", "8d", "3c"), (Pot(600),), P),
                act("S3", "bets", 300),
                act("S4", "folds"),
                puts("S6", (500, 1), (100, 3)),
                act("S5", "raises", 600),
            ),
            (
                ruled("tda2026", "act.take_back", "S6", 800, by="55-A"),
                ruled("every", "act.may_take_back", "S6", 800, by="42", decides="S6"),
                expect("tda2026", options("S6", 600, 900, 9000)),
                ruled("tda2026", "penalty.may", "S6", by="55-A", decides="floor"),
                ruled("every", "penalty.at_least_one_hand", "S6", by="49", decides="floor"),
            ),
        )
    ],
    "pots": [
        Situation(
            header(100, 200, *(Setting("denomination", (v,), P) for v in (25, 100, 500, 1000))),
            seats(("A", 2025), ("B", 5000), ("C", 5000)),
            (
                PREFLOP,
                act("A", "all_in"),
                act("B", "all_in"),
                act("C", "calls"),
                Street("board", ("Kd", "Kh", "8s", "8c", "2d"), (), P),
                Incident("shows", ("A", ("As", "3c")), P),
                Incident("shows", ("B", ("Ac", "4h")), P),
                Incident("shows", ("C", ("Qh", "Jh")), P),
            ),
            (
                expect("tda2026", PotLine(0, 6075, (("A", 3025), ("B", 3050)))),
                expect("tda2026", PotLine(1, 5950, (("B", 5950),))),
            ),
        )
    ],
    "reopening": [
        Situation(
            header(50, 100),
            seats(("F", 9000), ("A", 9000), ("B", 125), ("C", 9000), ("D", 200), ("E", 9000)),
            (
                Street("flop", ("Ks", "8d", "3c"), (Pot(600),), P),
                act("A", "bets", 100),
                act("B", "all_in"),
                act("C", "calls"),
                act("D", "all_in"),
                act("E", "calls"),
                act("F", "folds"),
            ),
            (
                expect("tda2026", options("A", 200, 300, 9000), "49-A"),
                expect("every", options("A", 200, 300, 9000), "36"),
            ),
        )
    ],
    "short_big_blind_ante": [
        Situation(
            header(1000, 2000, Setting("ante_by_big_blind", (2000,), P)),
            seats(("A", 40000), ("B", 40000), ("C", 3000)),
            (PREFLOP,),
            (
                ruled("tda2026", "post.posts", "C", 2000, 1000, by="RP-11"),
                ruled("every", "post.posts", "C", 2000, 1000, by="18"),
            ),
        )
    ],
    "substantial_action": [
        Situation(
            header(50, 100),
            seats(*((n, 9000) for n in "ABCDE")),
            (
                PREFLOP,
                act("D", "folds"),
                act("E", "calls"),
                Incident("dealer_dealt_first_card_to", (3,), P),
            ),
            (
                ruled("tda2026", "line.substantial_action", None, by="38"),
                ruled("tda2026", "course.goes_on", None, by="37"),
                ruled("every", "line.rewind", None, by="40"),
                ruled("every", "course.misdeal", None, by="39"),
            ),
        )
    ],
    "two_cases": [
        Situation(
            header(100, 200),
            DABC,
            (
                Street("flop", ("As", "9d", "4c"), (Pot(1500),), P),
                act("A", "bets", 1200),
                puts("B", (1000, 2)),
            ),
            (ruled("tda2026", "act.call", "B", 1200, by="47-A"),),
            "Both chips are needed to call",
            "TDA 2026 47",
        ),
        Situation(
            header(100, 200),
            seats(("D", 90000), ("A", 90000), ("B", 2500), ("C", 90000)),
            (
                Street("flop", ("As", "9d", "4c"), (Pot(1500),), P),
                act("A", "bets", 1400),
                puts("B", (1000, 1), (500, 3)),
            ),
            (ruled("tda2026", "act.all_in", "B", 2500, by="47-B"),),
            "Last chips, one of them not needed",
            "TDA 2026 47",
        ),
    ],
    "undercall": [
        Situation(
            header(1000, 2000),
            DABC,
            (BOARD, act("A", "bets", 2000), act("B", "raises", 8000), puts("C", (1000, 2))),
            (undercall("tda2026", "floor", "53-B"), undercall("every", "C", "32")),
        )
    ],
}


def test_every_example_is_expected() -> None:
    assert {f.name.removesuffix(".table") for f in EXAMPLES.glob("*.table")} == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_example(name: str) -> None:
    file = EXAMPLES / f"{name}.table"
    read = parse(file.read_text(encoding="utf-8"), str(file))
    for got, wanted in zip(read, EXPECTED[name], strict=True):
        assert got.settings == wanted.settings
        assert got.seats == wanted.seats
        assert got.steps == wanted.steps
        assert got.expectations == wanted.expectations
        assert got == wanted


def test_places_are_those_of_the_text() -> None:
    file = EXAMPLES / "raise_said_first.ja.table"
    (situation,) = parse(file.read_text(encoding="utf-8"))
    raw = situation.steps[2]
    assert isinstance(raw, Raw)
    assert raw.place == Place(11, 1, 17)
    assert [p.place for p in raw.parts] == [Place(11, 1, 6), Place(11, 14, 4)]
    assert situation.seats[0].marks[0].place == Place(4, 13, 3)
    assert situation.expectations[0].text == "期待 tda2026: A 5000にレイズ 根拠 46"
    assert list(situation.events())[1] == (2, raw)
