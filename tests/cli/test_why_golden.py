"""Twenty derivations that were read line by line, in the words a floor gets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from pokerlogic import engine, trees
from pokerlogic.notation import parse
from pokerlogic.store import library_of

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent / "golden"
READ = yaml.safe_load((HERE / "cases.yaml").read_text(encoding="utf-8"))


def told(row: dict[str, Any]) -> str:
    """The derivation of a case, all levels."""
    text = (ROOT / "cases" / row["file"]).read_text(encoding="utf-8")
    situation = parse(text)[row.get("case", 1) - 1]
    under = engine.profile(row["book"])
    found = engine.why(situation, under)
    return trees.why_text(found, library_of(), row["lang"]) + "\n"


def test_there_are_twenty() -> None:
    assert len({row["name"] for row in READ}) == 20
    assert {f.name for f in HERE.glob("*.txt")} == {f"{r['name']}.{r['lang']}.txt" for r in READ}


@pytest.mark.parametrize("row", READ, ids=lambda row: str(row["name"]))
def test_the_derivation_as_it_was_read(row: dict[str, Any]) -> None:
    kept = (HERE / f"{row['name']}.{row['lang']}.txt").read_text(encoding="utf-8")
    assert told(row) == kept
