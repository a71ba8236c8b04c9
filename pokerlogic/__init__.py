"""Poker tournament rules as a knowledge base that rules.

from pokerlogic import judge, parse, profile

(situation,) = parse(text)
judgement = judge(situation, profile("tda2026"))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .cases import check as check_expectations
    from .desk.commands import check, diff
    from .engine import audit, judge, judge_many, profile, why, why_not
    from .errors import PokerlogicError
    from .lookup import Lookup, look_up
    from .notation import format, parse
    from .ruling import Judgement
    from .situation import Situation

__all__ = [
    "Judgement",
    "Lookup",
    "PokerlogicError",
    "Situation",
    "audit",
    "check",
    "check_expectations",
    "diff",
    "format",
    "judge",
    "judge_many",
    "look_up",
    "parse",
    "profile",
    "why",
    "why_not",
]

_HOME = {
    "Judgement": "ruling",
    "Lookup": "lookup",
    "PokerlogicError": "errors",
    "Situation": "situation",
    "audit": "engine",
    "check": "desk.commands",
    "check_expectations": "cases",
    "diff": "desk.commands",
    "format": "notation",
    "judge": "engine",
    "judge_many": "engine",
    "look_up": "lookup",
    "parse": "notation",
    "profile": "engine",
    "why": "engine",
    "why_not": "engine",
}

_OTHERWISE = {"check_expectations": "check"}
"""Names that are others at home."""


def __getattr__(name: str) -> Any:
    """The public names, each loaded when it is first used."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module = import_module(f".{_HOME[name]}", __name__)
    return getattr(module, _OTHERWISE.get(name, name))
