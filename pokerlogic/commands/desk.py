"""`check` and `diff`: what the committee and the house ask of whole books."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from functools import partial
from typing import Any

from pokerlogic.messages import msg
from pokerlogic.usage import UsageError

from .given import folders_of, language, print_json, situations_in


def check(arguments: argparse.Namespace) -> int:
    """Looks for gaps and conflicts of a profile."""
    from pokerlogic.desk import commands

    if arguments.mutation:
        return _mutation(arguments)
    names = arguments.profiles or [os.environ.get("POKERLOGIC_BOOK") or "tda2026"]
    if len(names) > 1:
        raise UsageError("PL603", msg("ask.check"))
    (arguments.profile,) = names
    return commands.run_check(arguments, language(arguments), folders_of(arguments))


def diff(arguments: argparse.Namespace) -> int:
    """Tells how two profiles differ."""
    from pokerlogic.desk import commands

    every = [s for name in arguments.files for s in situations_in(name, arguments)]
    return commands.run_diff(arguments, language(arguments), folders_of(arguments), every)


def diff_json(arguments: argparse.Namespace) -> dict[str, Any]:
    """What `diff --json` gives for two profiles over situations."""
    from pokerlogic.desk import commands

    every = [s for name in arguments.files for s in situations_in(name, arguments)]
    return commands.diff_json(
        arguments.left,
        arguments.right,
        every,
        arguments.over,
        arguments.reading,
        folders_of(arguments),
    )


def _mutation(arguments: argparse.Namespace) -> int:
    from pokerlogic.mutants import report

    lang = language(arguments)
    fates = report.check(
        arguments.profiles,
        arguments.chapter,
        arguments.sample,
        folders_of(arguments),
        partial(_bar, lang=lang),
    )
    if arguments.json:
        print_json(report.to_json(fates))
    else:
        print(report.to_text(fates, lang))
    return 1 if report.unexplained(fates) else 0


def _bar(total: int, lang: str) -> Callable[[int], object]:
    """A progress bar on the standard error stream, where that is a terminal."""
    from tqdm import tqdm

    told: Callable[[int], object]
    told = tqdm(total=total, desc=msg("mutant.progress").text(lang), disable=None).update
    return told
