"""Recorded hands, decision by decision: who is to act, what is open, who gets the pots."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

from pokerlogic import engine
from pokerlogic.notation import parse
from pokerlogic.phh import to_table
from pokerlogic.ruling import Option
from pokerlogic.situation import Settled

OWN = Path(__file__).parent / "own"
SHARED = Path(__file__).parents[3] / "shared" / "hands"
VARIANTS = {"NT", "PO", "FT", "FO", "FO/8"}
HALF_CHIPS = {"41b_204"}
"""Hands whose record splits an odd chip in halves, which no table can."""

WORDS = {"folds": "fold", "checks": "check", "calls": "call", "bets": "bet", "raises": "raise"}


def hands() -> list[Path]:
    found = [*OWN.glob("*.phh"), *SHARED.rglob("*.phh")]
    return sorted(p for p in found if tomllib.loads(p.read_text())["variant"] in VARIANTS)


def is_open(options: tuple[Option, ...], event: Settled) -> bool:
    if event.act == "all_in":
        return any(o.do in ("call", "bet", "raise") for o in options)
    for option in options:
        if option.do == WORDS[event.act]:
            return option.least is None or option.least <= (event.amount or 0) <= (option.most or 0)
    return False


@pytest.mark.parametrize("path", hands(), ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_a_recorded_hand_is_legal_and_pays(path: Path) -> None:
    document = tomllib.loads(path.read_text())
    (situation,) = parse(to_table(path.read_text(), path.stem), str(path))
    outcomes = engine.audit(situation, engine.profile("tda2026"))
    for (number, event), outcome in zip(situation.events(), outcomes, strict=False):
        if isinstance(event, Settled):
            assert outcome.to_act == event.player, number
            assert is_open(outcome.options, event), (number, event, outcome.options)
    last = outcomes[-1]
    assert not last.findings
    assert {r.issue for r in last.rulings} <= {
        "share",
        "place",
        "bounty",
        "face_up",
        "first_to_show",
    }
    finish = document.get("finishing_stacks")
    if finish is None:
        return
    held = dict(last.behind)
    assert last.pots and all(pot.shares for pot in last.pots), "a winner for every pot"
    for pot in last.pots:
        assert sum(amount for _, amount in pot.shares) == pot.amount
        for player, amount in pot.shares:
            held[player] += amount
    for player, amount in last.uncalled:
        held[player] += amount
    scale = Fraction(situation.seats[0].stack) / Fraction(str(document["starting_stacks"][0]))
    off = [
        held[s.player] - Fraction(str(x)) * scale
        for s, x in zip(situation.seats, finish, strict=True)
    ]
    allowed = Fraction(1, 2) if path.stem in HALF_CHIPS else Fraction(0)
    assert all(abs(x) <= allowed for x in off), off
    assert sum(off) == 0


def test_the_recorded_hands_are_here() -> None:
    if not SHARED.is_dir():
        pytest.skip("the recorded hands are not beside this checkout; only our own were checked")
    assert len([p for p in hands() if SHARED in p.parents]) >= 80
