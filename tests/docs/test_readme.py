"""The README shows what the commands print."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from pokerlogic.store import library_of

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


def _numbers(text: str) -> set[int]:
    """The numbers of a list like `3, 20 to 23 and 38`."""
    found: set[int] = set()
    for first, last in re.findall(r"(\d+)(?: to (\d+))?", text):
        found |= set(range(int(first), int(last or first) + 1))
    return found


@pytest.mark.parametrize(
    ("edition", "prefix", "listed"),
    [
        ("tda@2026", "", r"TDA 2026 numbers ([\d, toand\s]+) with RP"),
        ("tda@2026", "RP-", r"with RP ([\d, and\s]+), the same"),
        ("every@1", "", r"and EVERY ([\d, toand\s]+)\. What waits"),
    ],
)
def test_the_readme_says_what_is_encoded(edition: str, prefix: str, listed: str) -> None:
    clauses = library_of().books[edition.partition("@")[0]].clauses.values()
    locators = [c.locators[edition] for c in clauses if edition in c.locators]
    numbers = (re.match(rf"{prefix}(\d+)", locator) for locator in locators)
    found = re.search(listed, (ROOT / "README.md").read_text(encoding="utf-8"))
    assert found is not None
    assert _numbers(found.group(1)) == {int(m.group(1)) for m in numbers if m}
