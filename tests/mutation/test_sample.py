"""A fixed sample of mutants, each on the case that notices it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import yaml

from pokerlogic import resources
from pokerlogic.mutants import making, trying
from pokerlogic.mutants.worlds import Base
from pokerlogic.notation import parse
from pokerlogic.store import library_of

ROOT = Path(__file__).parents[2]
SAMPLE = yaml.safe_load((Path(__file__).parent / "sample.yaml").read_text(encoding="utf-8"))


def test_each_is_noticed_by_its_case() -> None:
    library = library_of()
    files = {row["file"] for row in SAMPLE}
    known = {m.key: m for m in making.mutants(library, [resources.folder("kb")], files)}
    keys = [f"{row['file']}: {row['rule']} [{row['change']}]" for row in SAMPLE]
    assert not [key for key in keys if key not in known]
    mutants = {number: known[key] for number, key in enumerate(keys)}
    wanted = {(row["cases"], row["case"], row["profile"]) for row in SAMPLE}
    situations = [
        replace(situation, expectations=tuple(e for e in situation.expectations if e.profile == p))
        for name in sorted({name for name, _, _ in wanted})
        for situation in parse((ROOT / name).read_text(encoding="utf-8"), name)
        for file, title, p in sorted(wanted)
        if (file, title) == (name, situation.title or "")
    ]
    base = Base(library, dict.fromkeys(m.original for m in mutants.values()))
    questions = list(trying.judged(base, situations, mutants))
    noticed = set(trying.Trials(base, questions, mutants, bytearray(len(mutants))).run())
    assert len(SAMPLE) == 50
    assert [keys[n] for n in mutants if n not in noticed] == []
