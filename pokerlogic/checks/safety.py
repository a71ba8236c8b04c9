"""Every rule is one that can be grounded."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pokerlogic.asp import Control, ast
from pokerlogic.errors import nearest
from pokerlogic.library import Rule
from pokerlogic.messages import Value, listed, msg

from .naming import about


def check_safety(rules: Iterable[Rule]) -> None:
    """Every rule must be one that can be grounded; an unsafe variable is named with its place."""
    messages: list[str] = []
    every = [r for r in rules if r.text not in _SAFE]
    control = Control(["--warn=none"], logger=lambda _code, text: messages.append(text))
    with ast.ProgramBuilder(control) as builder:
        for number, rule in enumerate(every, 1):
            ast.parse_string("\n" * (number - 1) + rule.text, builder.add)
    try:
        control.ground([("base", [])])
    except RuntimeError:
        text = messages[0] if messages else ""
        found = re.search(r":(\d+):", text)
        if found is None:
            raise
        rule = every[int(found.group(1)) - 1]
        names = re.findall(r"'(\w+)' is unsafe", text)
        variables: Value = listed(f"`{n}`" for n in names) if names else msg("logic.variable")
        said = msg("logic.unbound", variables=variables)
        others = set(re.findall(r"\b[A-Z]\w*", rule.text)) - set(names)
        near = _nearest_variable(names[0], others) if names else None
        help = msg("logic.unbound.alone")
        if near:
            help = msg("logic.unbound.help", variable=f"`{names[0]}`", near=near)
        raise about("PL249", said, rule, help) from None
    _SAFE.update(rule.text for rule in every)


_SAFE: set[str] = set()
"""Rules found safe before, so that another house pays for its own alone."""


def _nearest_variable(name: str, others: set[str]) -> str | None:
    """A variable of the rule that differs in one letter or its case; one letter is like none."""
    near = nearest(name, sorted(others))
    return near if near and len(near) > 1 else None
