"""What is kept of a sweep rests on every module that decides what it gives."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from pokerlogic import resources
from pokerlogic.desk import sweep

PACKAGE = resources.package()
TELL = {
    "usage",
    "unwritten",
    "errors",
    "forms",
    "guard",
    "groups",
    "messages",
    "overflow",
    "reasons",
    "slips",
}
"""Modules that refuse, stop or word something, and change no answer."""


def _imported(name: str) -> Iterator[str]:
    """The modules of the package that one of them imports."""
    file = PACKAGE / f"{name}.py"
    inside = Path(name).parent.parts
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = [*inside[: len(inside) + 1 - node.level], *(node.module or "").split(".")]
            for path in (base, *([*base, alias.name] for alias in node.names)):
                found = "/".join(part for part in path if part)
                if (PACKAGE / f"{found}.py").is_file():
                    yield found


def test_every_module_that_judges_is_looked_at() -> None:
    reached: set[str] = set()
    waiting = {"chain", "desk/judging", "desk/domains"}
    while waiting:
        name = waiting.pop()
        reached.add(name)
        waiting |= set(_imported(name)) - reached
    assert "solver" in reached
    assert reached - TELL <= set(sweep._JUDGES)
    assert all((PACKAGE / f"{name}.py").is_file() for name in sweep._JUDGES)
