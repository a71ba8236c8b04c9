"""Faults that a committee can make are planted in a copy of the books; each must be found.

Faults that do not touch each other stand in one copy.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from pokerlogic import engine, resources, store
from pokerlogic.desk import consistency, domains, judging, sweep
from pokerlogic.errors import BookError

OWN = Path(__file__).parent / "planted"
TDA, EVERY = "books/tda/betting", "books/every/betting"


class Fault(NamedTuple):
    """A text of a file and what the fault makes of it, with the finding that must tell of it."""

    name: str
    file: str
    old: str
    new: str
    kind: str
    about: str


FIRST = (
    Fault(
        "a clause answers where another one does",
        f"{TDA}/multiple_chips.lp",
        "% Several chips with no bet",
        "concludes(tda_multiple_chips_bet,meaning(E),check) :-\n"
        "    by_chips(E), one_chip(E), nothing_bet, offered(V,E).\n% Several chips with no bet",
        "conflict",
        "tda:multiple_chips.bet",
    ),
    Fault(
        "an exception is not declared any more",
        f"{TDA}/calling.yaml",
        "    excepts: [tda:undercall.heads_up, tda:undercall.opening, tda:undercall.later]\n",
        "",
        "conflict",
        "tda:calling.tiny",
    ),
    Fault(
        "a number that nobody reads",
        "books/tda/book.yaml",
        "parameters:\n",
        "parameters:\n  spare_number:\n    value: 3\n    means: {en: nothing, ja: なし}\n"
        '    in: {tda@2024: "43-A", tda@2026: "45-A"}\n',
        "parameter",
        "spare_number",
    ),
    Fault(
        "exactly a full raise is forgotten",
        f"{TDA}/reopening.lp",
        "faces(P,V), unit(R), V >= R.\nconcludes(tda_reopening_full,may_raise(P),closed)",
        "faces(P,V), unit(R), V > R.\nconcludes(tda_reopening_full,may_raise(P),closed)",
        "gap",
        "may_raise",
    ),
    Fault(
        "an answer that is never given",
        f"{TDA}/oversized_chip.lp",
        "% A silent chip with no bet",
        "concludes(tda_oversized_chip_call,meaning(E),fold) :-\n"
        "    by_chips(E), judged(P,E), one_chip(E), call_price(P,C), added(V,E), nothing_bet,"
        " bet_made.\n% A silent chip with no bet",
        "unreachable",
        "fold",
    ),
    Fault(
        "an exception of what never speaks beside it",
        f"{TDA}/oversized_chip.yaml",
        "  bet:\n    paraphrase",
        "  bet:\n    excepts: [tda:oversized_chip.call]\n    paraphrase",
        "override",
        "tda:oversized_chip.bet",
    ),
)

SECOND = (
    Fault(
        "a condition is dropped: one chip or several",
        f"{TDA}/oversized_chip.lp",
        "by_chips(E), judged(P,E), one_chip(E), over_call(E), call_price(P,C)",
        "by_chips(E), judged(P,E), over_call(E), call_price(P,C)",
        "conflict",
        "tda:oversized_chip.call",
    ),
    Fault(
        "a comparison is turned round",
        f"{TDA}/reopening.lp",
        "_no_fixed_limit, has_acted(P), faces(P,V), unit(R), V < R.",
        "_no_fixed_limit, has_acted(P), faces(P,V), unit(R), V >= R.",
        "conflict",
        "tda:reopening.full",
    ),
    Fault(
        "a clause that contradicts itself is never met",
        f"{TDA}/oversized_chip.lp",
        "by_chips(E), one_chip(E), nothing_bet, offered(V,E).",
        "by_chips(E), one_chip(E), nothing_bet, offered(V,E), bet_made.",
        "dead",
        "tda:oversized_chip.bet",
    ),
    Fault(
        "a denial is lost",
        f"{TDA}/undercall.lp",
        "multi_way, not opening_bet_faced.",
        "multi_way, opening_bet_faced.",
        "conflict",
        "tda:undercall.later",
    ),
)

THIRD = (
    Fault(
        "a rule is limited to what it is not about",
        f"{TDA}/undercall.lp",
        "_price(V,C,E), multi_way, opening_bet_faced.",
        "_price(V,C,E), multi_way, opening_bet_faced, heads_up.",
        "dead",
        "tda:undercall.opening",
    ),
    Fault(
        "the right to raise of who has not acted is gone",
        f"{TDA}/reopening.lp",
        "may_raise(P),open) :- _asked(P), not_yet_acted(P).",
        "may_raise(P),open) :- _asked(P), not_yet_acted(P), nothing_bet.",
        "gap",
        "may_raise",
    ),
    Fault(
        "nobody says what the least raise is",
        f"{TDA}/raising.lp",
        "least(V)) :- asked_about(P), standard_raise_to(V), unit(R), bet_made.",
        "least(V)) :- asked_about(P), standard_raise_to(V), unit(R), bet_made, nothing_bet.",
        "gap",
        "least",
    ),
)

HOUSE = (
    Fault(
        "the house's half rule loses its denial",
        f"{EVERY}/half_rule.lp",
        "_between(E), not house_half_reached(E), to_match(C), bid(V,E).",
        "_between(E), to_match(C), bid(V,E).",
        "conflict",
        "every:half_rule.below",
    ),
    Fault(
        "the house's undercall speaks of the last chips",
        f"{EVERY}/undercall.lp",
        "_short(E) :- below_call(E), chips_behind(E), silent_bid(E).",
        "_short(E) :- below_call(E), last_chips(E), chips_behind(E), silent_bid(E).",
        "dead",
        "every:undercall.full",
    ),
    Fault(
        "one chip of the house costs what it is worth",
        f"{EVERY}/one_chip.lp",
        "_lone(E), nothing_bet, offered(V,E).",
        "_lone(E), nothing_bet, offered(V,E), bet_made.",
        "dead",
        "every:one_chip.bet",
    ),
)

HOUSE_TOO = (
    Fault(
        "the house's one chip is two things at once",
        f"{EVERY}/one_chip.lp",
        "% The big blind with nothing owed",
        "concludes(every_one_chip_bet,meaning(E),check) :- _lone(E), nothing_bet, offered(V,E).\n"
        "% The big blind with nothing owed",
        "conflict",
        "every:one_chip.bet",
    ),
)

REFUSED = (
    Fault(
        "a reference to a topic that is not there",
        f"{TDA}/oversized_chip.yaml",
        "see_also: [multiple_chips, prior_chips]",
        "see_also: [multiple_chips, prior_chip]",
        "PL281",
        "prior_chip",
    ),
    Fault(
        "a clause is an exception of itself",
        f"{TDA}/calling.yaml",
        "    excepts: [tda:calling.exact, ",
        "    excepts: [tda:calling.exact, tda:calling.short_stack, ",
        "PL236",
        "tda:calling.short_stack",
    ),
    Fault(
        "a predicate that nothing gives",
        f"{TDA}/undercall.lp",
        "undercall(E) :- below_call(E), chips_behind(E).",
        "undercall(E) :- below_cal(E), chips_behind(E).",
        "PL245",
        "below_cal",
    ),
    Fault(
        "a clause without logic",
        f"{TDA}/raising.lp",
        "concludes(tda_raising_least_bet,least(P),least(V)) :-"
        " asked_about(P), standard_raise_to(V), nothing_bet.\n",
        "",
        "PL233",
        "tda:raising.least_bet",
    ),
)

_CACHES = (
    store._library_of,
    engine.profile,
    judging._probed,
    judging._with_probes,
    sweep._all,
    sweep._scenes,
    domains._domains,
    domains.posed,
)

Found = set[tuple[str, str]]


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the knowledge base with the small domain of this test alone."""
    kb = tmp_path / "kb"
    shutil.copytree(resources.folder("kb"), kb)
    for path in (kb / "domains").glob("*.*"):
        if path.stem != "posed":
            path.unlink()
    shutil.copy(OWN / "gestures.lp", kb / "domains")
    shutil.copy(OWN / "gestures.yaml", kb / "domains")
    real = resources.folder
    monkeypatch.setattr(resources, "folder", lambda name: kb if name == "kb" else real(name))
    _forget()
    yield kb
    _forget()


def _forget() -> None:
    for cache in _CACHES:
        cache.cache_clear()


def _found(profile: str) -> Found:
    """The findings as kind and what they are about: each clause, the issue, words in quotes."""
    _forget()
    report = consistency.check(judging.Under(profile))
    found: Found = set()
    for one in report.findings:
        quoted = one.text.text("en").split("`")[1::2]
        about = [c.id for c in one.clauses] + quoted + ([one.issue] if one.issue else [])
        found |= {(one.kind, name) for name in about}
    return found


def _plant(kb: Path, fault: Fault) -> None:
    path = kb / fault.file
    text = path.read_text(encoding="utf-8")
    assert fault.old in text, fault
    path.write_text(text.replace(fault.old, fault.new, 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("profile", "batches"), [("tda2026", (FIRST, SECOND, THIRD)), ("every", (HOUSE, HOUSE_TOO))]
)
def test_planted_faults_are_found(
    profile: str, batches: tuple[tuple[Fault, ...], ...], copy: Path, tmp_path: Path
) -> None:
    """What is told of a fault is told with it and not without it."""
    sound = tmp_path / "sound"
    shutil.copytree(copy, sound)
    before = _found(profile)
    for batch in batches:
        shutil.rmtree(copy)
        shutil.copytree(sound, copy)
        for fault in batch:
            _plant(copy, fault)
        new = _found(profile) - before
        for fault in batch:
            assert (fault.kind, fault.about) in new, (fault.name, sorted(new))


@pytest.mark.parametrize("fault", REFUSED, ids=lambda f: f.name)
def test_faults_that_no_book_may_have_are_refused(fault: Fault, copy: Path) -> None:
    _plant(copy, fault)
    _forget()
    with pytest.raises(BookError, match=fault.kind) as caught:
        consistency.check(judging.Under("tda2026"))
    assert fault.about in str(caught.value)
