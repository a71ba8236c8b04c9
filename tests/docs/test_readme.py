"""The README shows what the commands print, the reference what the knowledge base says."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def _script(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, ROOT / f"docs/{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_readme_is_current(monkeypatch: pytest.MonkeyPatch) -> None:
    module = _script("render_readme")
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    for name in ("LC_ALL", "LC_MESSAGES", "POKERLOGIC_BOOK"):
        monkeypatch.delenv(name, raising=False)
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert module.render(text) == text


def test_the_reference_is_current() -> None:
    module = _script("render_reference")
    assert {p.name: p.read_text(encoding="utf-8") for p in module.FOLDER.glob("*.md")} == (
        module.pages()
    ), "run `python docs/render_reference.py`"
