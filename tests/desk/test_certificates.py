"""Certificates: which outcomes are possible, which of them a domain holds, and that it is told."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from pokerlogic import cli
from pokerlogic.desk import certificate
from pokerlogic.desk.domains import domains
from pokerlogic.desk.judging import Under
from pokerlogic.desk.sweep import sweep

pytest.importorskip("z3")

TDA = Under("tda2026")


def test_every_outcome_that_amounts_can_have_is_listed() -> None:
    # One amount below, at and above another, and below, at and above 2.
    forms = ((("a", 1), ("b", -1)), 0), ((("a", 1),), -2)
    listed = {signs for signs, _ in certificate._possible(forms, ())}
    assert listed == {(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)}
    # With b at most 1, what is at least 2 is above b; and a below b is 0.
    at_most = [(((("b", 1),), -1), "<=")]
    listed = {signs for signs, _ in certificate._possible(forms, at_most)}
    assert listed == {(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1)}


def test_amounts_come_with_each_outcome() -> None:
    forms = ((("added", 2), ("unit", -1)), 0), ((("unit", 1),), -3)
    for (half, three), amounts in certificate._possible(forms, ()):
        assert certificate._sign(2 * amounts["added"] - amounts["unit"]) == half
        assert certificate._sign(amounts["unit"] - 3) == three


def test_a_domain_that_holds_every_outcome_is_told_so(capsys: pytest.CaptureFixture[str]) -> None:
    found = certificate.certify(domains()["boards"], TDA)
    assert found.holds and sum(proof.possible for proof in found.proofs) > 0
    cli.main(["check", "tda2026", "--domain", "boards", "--json"])
    (told,) = json.loads(capsys.readouterr().out)["domains"]
    assert told["certified"] is True


def test_what_was_proved_goes_with_what_it_was_proved_of() -> None:
    certificate.certify(domains()["boards"], TDA)
    (swept,) = sweep(domains()["boards"], [TDA])
    assert certificate.certified(swept) is True
    other = replace(swept.domain, relations=("faces >= 1",))
    assert certificate.certified(replace(swept, domain=other)) is None
    assert certificate.certified(replace(swept, key="another book")) is None
    assert certificate.certified(replace(swept, key="")) is None


def test_what_does_not_occur_is_told_with_amounts(capsys: pytest.CaptureFixture[str]) -> None:
    # A new level begins before the flop alone, where the big blind is always to be matched.
    found = certificate.certify(domains()["levels"], TDA)
    missing = {tuple(sorted(a.items())) for p in found.proofs for _, a in p.missing}
    assert missing == {(("to_match", 0),)}
    cli.main(["check", "tda2026", "--domain", "levels", "--json"])
    (told,) = json.loads(capsys.readouterr().out)["domains"]
    assert told["certified"] is False
    assert cli.main(["check", "tda2026", "--certify", "--domain", "levels"]) == 1
    assert "to_match = 0" in capsys.readouterr().out
