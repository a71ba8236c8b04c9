"""Tables on which two clauses of one book once answered differently without an exception."""

from __future__ import annotations

import pytest

from pokerlogic.desk import consistency, domains, sweep
from pokerlogic.notation import parse

NLHE = "game NLHE tournament\nblinds 1/2\nchips 1 2 5 10\n"
THREE = NLHE + "seat 1 A 12\nseat 2 B 12\nseat 3 C 60 button\n\nflop As 9d 4c pot 8\nA all-in\n"
FOUR = NLHE + "seat 1 A 60\nseat 2 B 60\nseat 3 C 9\nseat 4 D 60 button\n\n"

TABLES = {
    "the last chips are the call and none can be spared": THREE + "B puts 10 2\n",
    "the last chips, counted only together, are the call": THREE + "B puts total 12\n",
    "chips taken back, and all that is left is short": FOUR
    + "flop As 9d 4c pot 6\nA checks\nB bets 5\nC calls with 5\nD raises to 10\nA folds\n"
    "B folds\nC takes back all then puts 5 2x2\n",
    "an amount on top of nothing that no pot covers": "game NLHE tournament\nblinds 50/100\n"
    "seat 1 A 20000\nseat 2 B 20000\nseat 3 C 20000 button\n\nflop As 9d 4c pot 300\nA checks\n"
    'B says "five more"\n',
    "a tabled hand is thrown away": "game NLHE tournament\nblinds 1/2\nseat 1 A 40 button\n"
    "seat 2 B 12\n\nflop As 9d 4c pot 10\nB all-in\nA calls\nB shows Ah Kd\n"
    "B discards by mistake\n",
    "a second call before the amount is known": FOUR
    + 'flop As 9d 4c pot 6\nA checks\nB checks\nC says "bet"\nD calls\nC folds\nD calls\n',
    "a call of a raise without an amount, after a call": FOUR
    + 'preflop\nC folds\nD folds\nA calls\nB says "raise"\nA says "call"\n',
    "a mistake in the deal that a house names": "game NLHE tournament\nblinds 1/2\n"
    "seat 1 A 40 button\nseat 2 B 40\n\npreflop\nA calls\ndealer made another error in the deal\n",
    "a card of a draw game that a house names": "game no limit draw tournament\nblinds 1/2\n"
    "seat 1 A 40 button\nseat 2 B 40\nseat 3 C 40\nseat 4 D 40\n\npreflop\n"
    "dealer exposed card 1 of B\n",
}


@pytest.mark.parametrize("profile", ["tda2024", "tda2026", "every"])
@pytest.mark.parametrize("name", TABLES)
def test_the_clauses_agree_or_one_is_an_exception(name: str, profile: str) -> None:
    under = sweep.Under(profile)
    book = consistency._Book(under.setup())
    domain = domains.domains()["motions"]
    book.look(sweep.given(domain, [parse(TABLES[name])[0]], [under])[0])
    assert not [f for f in book.findings(whole=False) if f.kind == "conflict"]
