"""Every expectation of every table under cases/, one test each."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from pokerlogic import cases, engine, solver
from pokerlogic.notation import parse

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "cases").rglob("*.table"))
PENDING = yaml.safe_load((ROOT / "cases/pending.yaml").read_text(encoding="utf-8")) or []


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
    wrong = [r for r in cases.check_file(path) if not r.passed]
    assert not wrong, "\n" + "\n".join(f"{r.line}: {r.expected}\n      got: {r.got}" for r in wrong)


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
    situations = parse(path.read_text(encoding="utf-8"), str(path))
    asked = [
        (s, engine.profile(p))
        for s in situations
        for p in dict.fromkeys(e.profile for e in s.expectations)
    ]
    together = engine.judge_many(asked)
    monkeypatch.setattr(solver, "keep_statistics", True)
    monkeypatch.setattr(engine, "solve", stratified)
    assert together == [engine.judge(s, under) for s, under in asked]
