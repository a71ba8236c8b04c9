"""Every case under cases/: what it expects, which clauses it cites, and how it is told."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import yaml
from sampling import part

from pokerlogic import cases, compare, engine, render, solver
from pokerlogic.cases import Question
from pokerlogic.notation import parse
from pokerlogic.ruling import Judgement, Outcome
from pokerlogic.situation import Situation
from pokerlogic.store import library_of

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "cases").rglob("*.table"))
PENDING = yaml.safe_load((ROOT / "cases/pending.yaml").read_text(encoding="utf-8")) or []
CLAUSES = sorted(c.id for b in library_of().books.values() for c in b.clauses.values())


@cache
def _judged(path: Path) -> tuple[Sequence[Situation], Sequence[dict[Question, Judgement]]]:
    """The situations of a file, each with the judgements its expectations are asked of."""
    situations = parse(path.read_text(encoding="utf-8"), str(path))
    return situations, cases.judged(situations)


@cache
def _cited(path: Path) -> tuple[frozenset[str], ...]:
    """The clauses that each case of a file cites."""
    return tuple(
        frozenset(c for j in known.values() for c in _clauses(j.outcome))
        for known in _judged(path)[1]
        if known
    )


def _clauses(outcome: Outcome) -> set[str]:
    found = {c.clause for r in (*outcome.rulings, *outcome.rights) for c in r.by}
    found |= {o.citation.clause for r in outcome.rulings for o in r.overridden}
    found |= {c.clause for b in outcome.barred for c in b.by}
    for question in outcome.questions:
        found |= _clauses(question.yes) | _clauses(question.no)
    for branch in outcome.branches:
        found |= _clauses(branch.outcome)
    return found


def stratified(request: solver.Request) -> list[solver.World]:
    """Solves, and checks that all is fact and there is one answer set, but for what is asked."""
    worlds = solver.solve(request)
    seen = solver.last_statistics
    assert seen is not None
    if not any(w.has("asks") for w in worlds):
        assert (seen.models, seen.bodies) == (1, 0)
    return worlds


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT / "cases")))
def test_expectations_hold(path: Path) -> None:
    found = cases.mark_pending(cases.results(*_judged(path)))
    wrong = [r for r in found if not r.passed]
    assert not wrong, "\n" + "\n".join(f"{r.line}: {r.expected}\n      got: {r.got}" for r in wrong)


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_case_fires_the_clause_and_one_beside_it_does_not(clause: str) -> None:
    files = [cited for cited in map(_cited, FILES) if any(clause in case for case in cited)]
    assert files, f"no case fires {clause}"
    assert any(clause not in case for cited in files for case in cited)


def test_pending_lines_exist() -> None:
    texts = {str(p.relative_to(ROOT)): p.read_text(encoding="utf-8") for p in FILES}
    for line in PENDING:
        assert line["expect"] in texts[line["file"]], line


def test_examples_are_the_contract() -> None:
    shared = ROOT.parent / "shared" / "examples"
    if not shared.is_dir():
        pytest.skip("the shared examples are not beside this checkout")
    for path in sorted(shared.glob("*.table")):
        copy = ROOT / "cases" / "examples" / path.name
        assert copy.read_text(encoding="utf-8") == path.read_text(encoding="utf-8"), path.name


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT / "cases")))
def test_one_by_one_each_is_stratified_and_rules_like_the_batch(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    situations, known = _judged(path)
    asked = part([(n, key) for n, found in enumerate(known) for key in found], 16)
    monkeypatch.setattr(solver, "keep_statistics", True)
    monkeypatch.setattr(engine, "solve", stratified)
    for n, key in asked:
        assert engine.judge(situations[n], cases.under(key)) == known[n][key]


# --- the two languages ---------------------------------------------------------------------------

KANA = re.compile(r"[぀-ヿ一-鿿]")
BOOKS = "|".join(sorted((b.upper() for b in library_of().books), key=len, reverse=True))
ALLOWED = re.compile(
    rf"(?:{BOOKS})(?: \d{{4}})? [\w().-]+"  # a locator
    r"|\b(?:[2-9TJQKA][cdhs]?\s?)+\b"  # cards and ranks
    rf"|\b(?:{BOOKS})(?: \d{{4}})?\b|\bBBA\b"
)
WORD = r"[A-Za-z][A-Za-z'-]*"


def plain(text: str, situation: Situation) -> str:
    """A text without the names of the players, locators and cards."""
    text = ALLOWED.sub("·", text)
    for name in sorted({s.player for s in situation.seats}, key=len, reverse=True):
        text = re.sub(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])", "·", text)
    return text


def untranslated(text: str, situation: Situation) -> list[str]:
    """Runs of English words in a Japanese text."""
    return re.findall(rf"{WORD}(?: {WORD})+", plain(text, situation))


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT / "cases")))
def test_no_case_mixes_the_languages(path: Path) -> None:
    for number, (situation, known) in enumerate(zip(*_judged(path), strict=True)):
        if not known:
            continue
        key = list(known)[number % len(known)]
        judgement, library = replace(known[key], title=None), cases.under(key).library
        japanese = render.to_text(judgement, library, "ja").split("\n", 1)[1]
        assert not untranslated(japanese, situation), f"{situation.title}\n{japanese}"
        english = render.to_text(judgement, library, "en").split("\n", 1)[1]
        found = KANA.search(plain(english, situation))
        assert not found, f"{situation.title}\n{english}"


@pytest.mark.parametrize("name", ["undercall", "substantial_action", "two_cases", "discarded"])
def test_side_by_side_keeps_to_one_language(name: str) -> None:
    path = ROOT / "cases" / "examples" / f"{name}.table"
    for situation in parse(path.read_text(encoding="utf-8")):
        unders = engine.setups(("tda2026", "every"))
        both = [replace(engine.judge(situation, u), title=None) for u in unders]
        lines = compare.side_by_side(both, unders[0].library, "ja").split("\n")[2:]
        text = re.sub(r"\b(?:tda2026|every): ", "", "\n".join(lines))
        assert not untranslated(text, situation), text
        assert not KANA.search(compare.side_by_side(both, unders[0].library, "en"))
