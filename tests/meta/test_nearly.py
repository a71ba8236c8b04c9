"""A rule of which nothing fails is a rule that fires: the search agrees with the solver."""

from __future__ import annotations

from pathlib import Path

import pytest

from pokerlogic import engine
from pokerlogic.cases import table_files
from pokerlogic.derive import steps
from pokerlogic.errors import PokerlogicError
from pokerlogic.moves import Moment
from pokerlogic.nearly import Atoms
from pokerlogic.notation import parse

ROOT = Path(__file__).parents[2]
FILES = table_files([ROOT / "cases"])


@pytest.mark.parametrize("path", FILES[::6], ids=lambda p: str(p.relative_to(ROOT / "cases")))
def test_what_lacks_nothing_fires(path: Path) -> None:
    situation = parse(path.read_text(encoding="utf-8"))[0]
    trace: list[Moment] = []
    try:
        engine.judge(situation, engine.profile("every"), None, trace)
    except PokerlogicError:
        return
    moment = trace[-1]
    held = [a for found in moment.world.atoms.values() for a in found]
    atoms = Atoms(held)
    rules = [r for r in moment.rules if not r.heads[0].startswith("asks/")]
    fired = {(a, s.rule.text) for a, ways in steps(rules, held).items() for s in ways}
    for rule in rules:
        for head in {h.partition(":")[0] for h in rule.heads}:
            for atom, _ in atoms.by_key.get(head, ()):
                found = any(not m.failed for m in atoms.nearly(rule, atom))
                assert found == ((atom, rule.text) in fired), (rule.text, str(atom))
