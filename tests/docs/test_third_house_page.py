"""The walk-through of a third house does what it says, in both languages."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parents[2] / "docs"


def _script() -> Any:
    spec = importlib.util.spec_from_file_location("walk", DOCS / "render_third_house.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["third_house.md", "third_house.ja.md"])
def test_the_page_is_true(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("POKERLOGIC_BOOK", raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    page = (DOCS / name).read_text(encoding="utf-8")
    assert _script().render(name) == page, "run `python docs/render_third_house.py`"


@pytest.mark.parametrize("name", ["third_house.md", "third_house.ja.md"])
def test_the_page_ends_well(name: str) -> None:
    """Its cases hold, and nothing is refused but what is said to be."""
    page = (DOCS / name).read_text(encoding="utf-8")
    counts = [(int(p), int(f)) for p, f in re.findall(r"^(\d+)\D+(\d+)", said(page), re.M)]
    assert len(counts) == 3 and all(failed == 0 for _, failed in counts)
    assert re.findall(r"\[(PL\d+)\]", page) == ["PL290", "PL245"]


def said(page: str) -> str:
    """What the test command printed, where it counted."""
    after = re.findall(r"^\$ pokerlogic test myhouse/cases .*\n((?:(?!\$ |```).*\n)*)", page, re.M)
    return "".join(text for text in after if "[PL" not in text)


@pytest.mark.parametrize("name", ["third_house.md", "third_house.ja.md"])
def test_both_pages_write_the_same_house(name: str) -> None:
    pages = [(DOCS / n).read_text(encoding="utf-8") for n in ("third_house.md", name)]
    files = [
        dict(re.findall(r"^`([\w/.-]+\.yaml)`\n\n```yaml\n(.*?)```$", p, re.M | re.S))
        for p in pages
    ]
    same = [{k: v.replace("language: ja", "language: en") for k, v in f.items()} for f in files]
    assert len(same[0]) == 5 and same[0] == same[1]
