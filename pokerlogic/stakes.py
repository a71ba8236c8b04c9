"""What issues are about for a table, and how strict their answers are (`stakes.yaml`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from .errors import meant, wrong
from .library import Issue
from .messages import msg


def apply(issues: dict[str, Issue], data: dict[str, Any], path: Path) -> None:
    """Gives issues their stake and answers their strictness.

    Raises BookError for an issue or an answer that does not exist.
    """
    for stake, names in _items(data.get("stakes", {}), path):
        if stake not in ("2", "3", "4", "5"):
            raise wrong("PL225", msg("stakes.step", step=stake), file=path)
        for name in _names(names, path):
            issues[name] = replace(_known(name, issues, path), stake=int(stake))
    for name, steps in _items(data.get("strict", {}), path):
        issue = _known(name, issues, path)
        answers = dict(issue.answers)
        for number, step in enumerate(_list(steps, path)):
            for id in [step] if isinstance(step, str) else _names(step, path):
                if id not in answers:
                    said = msg("stakes.answer", issue=name, id=id)
                    raise wrong("PL225", said, file=path, help=meant(id, answers))
                answers[id] = replace(answers[id], strict=number)
        issues[name] = replace(issue, answers=answers)


def _known(name: str, issues: dict[str, Issue], path: Path) -> Issue:
    if name not in issues:
        raise wrong("PL225", msg("book.issue", name=name), file=path, help=meant(name, issues))
    return issues[name]


def _items(data: Any, path: Path) -> Iterator[tuple[str, Any]]:
    if not isinstance(data, dict):
        raise wrong("PL225", msg("stakes.shape"), file=path)
    return ((str(k), v) for k, v in data.items() if k != "__line__")


def _list(data: Any, path: Path) -> list[Any]:
    if not isinstance(data, list):
        raise wrong("PL225", msg("stakes.shape"), file=path)
    return data


def _names(data: Any, path: Path) -> list[str]:
    return [str(name) for name in _list(data, path)]
