"""A query is stratified: after grounding all is fact, and there is one answer set."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pokerlogic import chain, engine, facts, solver
from pokerlogic.notation import parse

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "cases").rglob("*.table"))


@pytest.fixture
def statistics() -> Iterator[None]:
    solver.keep_statistics = True
    yield
    solver.keep_statistics = False


@pytest.mark.usefixtures("statistics")
@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT / "cases")))
def test_every_solve_is_all_fact(path: Path) -> None:
    for name in ("tda2026", "every"):
        under = engine.profile(name)
        for situation in parse(path.read_text(encoding="utf-8"), str(path)):
            table = facts.table(situation, engine.quiet(under.library))
            run = chain.run(under, table, tuple(s.player for s in situation.seats))
            request = next(run)
            while True:
                worlds = solver.solve(request)
                seen = solver.last_statistics
                assert seen is not None
                if not any(w.has("asks") for w in worlds):
                    assert seen.models == 1
                    assert seen.bodies == 0
                try:
                    request = run.send(worlds)
                except StopIteration:
                    break
