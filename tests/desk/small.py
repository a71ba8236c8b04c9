"""A domain of few situations, so that a test of the desk need not sweep a shipped one."""

from __future__ import annotations

from pathlib import Path

import pytest

from pokerlogic.desk import commands, domains, sweep

PROGRAM = """
setting(game_no_limit). setting(game_holdem). setting(tournament).
setting(small_blind(250)). setting(big_blind(500)).
street(1,preflop).
seat("A",1,40000). seat("B",2,40000). seat("C",3,40000). seat("D",4,40000).
mark("A",button).
act(2,"D",raises,1100).
1 { heap(1,5000); heap(1,100); heap(1,25); heap(2,1000); heap(3,1000); heap(2,500) } 2.
:- axiom(single), 2 { heap(_,_) }.
put(3,1,"A",V,N) :- heap(N,V).
"""

DESCRIPTION = """
title: {en: chips before a raise, ja: レイズへのチップ}
varies: {en: the chips, ja: 出すチップ}
axioms:
  single: {en: one kind of chip, ja: チップは1種類}
"""


def use(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Put the small domain in place of the shipped ones, and stay in this process."""
    (folder / "small.lp").write_text(PROGRAM, encoding="utf-8")
    (folder / "small.yaml").write_text(DESCRIPTION, encoding="utf-8")
    made = domains.domains(folder)
    for module in (domains, sweep):
        monkeypatch.setattr(module, "domains", lambda _=None: made)
    monkeypatch.setattr(commands.os, "sched_getaffinity", lambda _: {0})
