"""The README shows what the commands print."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_the_readme_is_current(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.spec_from_file_location("render_readme", ROOT / "docs/render_readme.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    for name in ("LC_ALL", "LC_MESSAGES", "POKERLOGIC_BOOK"):
        monkeypatch.delenv(name, raising=False)
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert module.render(text) == text
