"""The domains: realistic situations, each axiom named, described and of use."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from pokerlogic.desk import domains, judging
from pokerlogic.errors import BookError
from pokerlogic.notation import format, parse

EVERY = sorted(domains.domains())


@pytest.mark.parametrize("name", EVERY)
def test_a_situation_is_what_its_text_says(name: str) -> None:
    """A witness is printed as table text, so the text must give the situation that was judged."""
    for situation in list(islice(domains.situations(domains.domains()[name]), 400))[::25]:
        (read,) = parse(format([situation]))
        assert read.settings == situation.settings
        assert read.seats == situation.seats
        assert read.steps == situation.steps


@pytest.mark.parametrize("name", EVERY)
def test_axioms_are_described_and_used(name: str) -> None:
    domain = domains.domains()[name]
    used = set(re.findall(r"\baxiom\((\w+)\)", domain.program))
    assert used == set(domain.axioms)


def test_an_axiom_can_be_switched_off() -> None:
    domain = domains.domains()["gestures"]
    held = sum(1 for _ in domains.situations(domain))
    free = sum(1 for _ in domains.situations(domain, without=["enough"]))
    assert free > held


def test_a_domain_of_a_ring_game_is_not_for_a_tournament() -> None:
    for domain in domains.domains().values():
        assert domain.applies({"every@1", "every-ring@1", "tda@2024", "holdem@1", "classic@1"})
        if domain.books:
            assert not domain.applies({"nobody@1"})


def test_a_domain_says_where_its_logic_is_wrong(tmp_path: object) -> None:
    text = "setting(game_holdem)."
    with pytest.raises(BookError, match="PL272"):
        list(_made("setting(no_such_game).", tmp_path))
    with pytest.raises(BookError, match="PL271"):
        list(_made(f"{text}\nseat(A,1,2).", tmp_path))


def _made(program: str, folder: object) -> object:
    from pathlib import Path

    path = Path(str(folder))
    (path / "d.lp").write_text(program)
    (path / "d.yaml").write_text("title: {en: d, ja: d}\nvaries: {en: d, ja: d}\n")
    domains._domains.cache_clear()
    return domains.situations(domains.domains(path)["d"])


def test_situations_are_numbered_alike_each_time() -> None:
    domain = domains.domains()["gestures"]
    first = list(islice(domains.situations(domain), 50))
    assert first == list(islice(domains.situations(domain), 50))


def test_a_sweep_is_what_one_by_one_gives() -> None:
    """Each situation of a batch is judged as it is by itself."""
    domain = domains.domains()["gestures"]
    every = list(domains.situations(domain))[::60]
    under = judging.Under("every")
    together = judging.judge_batch((every, (under,), domain.ends))[0]
    alone = [judging.judge_batch(([one], (under,), domain.ends))[0][0] for one in every]
    for mine, theirs in zip(together, alone, strict=True):
        assert mine.findings == theirs.findings
        # Open observations have no order among each other, and some change nothing.
        assert {(p, frozenset(s)) for p, s in mine.moments} == {
            (p, frozenset(s)) for p, s in theirs.moments
        }
