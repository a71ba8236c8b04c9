"""`rule`, `why` and `why --not`: what is ruled on a table, and for what reasons."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from pokerlogic import engine
from pokerlogic.messages import msg
from pokerlogic.situation import Situation
from pokerlogic.usage import UsageError

from .given import (
    book_of,
    check_event,
    folders_of,
    language,
    library_for,
    print_json,
    setups,
    situations_in,
)


def rule(arguments: argparse.Namespace) -> int:
    """Rules on the situations of files."""
    from pokerlogic import compare, readings, render

    lang = language(arguments)
    situations = [s for name in arguments.files for s in situations_in(name, arguments)]
    if arguments.event is not None:
        check_event(arguments.event, situations)
    found = []
    worst = 0
    for situation in situations:
        names = arguments.book or [book_of(situation)]
        unders = setups(names, arguments)
        if len(unders) > 1 and arguments.event is None:
            judgements = engine.judge_many([(situation, u) for u in unders])
        else:
            judgements = [engine.judge(situation, u, arguments.event) for u in unders]
        matter = [
            readings.that_matter(situation, u, j, arguments.event, whole=arguments.readings)
            for u, j in zip(unders, judgements, strict=True)
        ]
        found.append((judgements, matter))
        if any(f.kind != "departs" for j in judgements for f in j.outcome.findings):
            worst = 1
    library = library_for(arguments)
    if arguments.json:
        flat = [
            readings.to_json(render.to_json(j, library), m, library)
            for judgements, matter in found
            for j, m in zip(judgements, matter, strict=True)
        ]
        print_json(flat[0] if len(flat) == 1 else flat)
        return worst
    blocks = []
    for judgements, matter in found:
        told = readings.in_words(judgements, matter, library, lang, whole=arguments.readings)
        if len(judgements) == 1:
            blocks.append(render.to_text(judgements[0], library, lang, told))
        else:
            blocks.append(compare.side_by_side(judgements, library, lang, told))
    print("\n\n".join(blocks))
    return worst


def why(arguments: argparse.Namespace) -> int:
    """Tells what rulings rest on."""
    from pokerlogic import render, trees

    lang = language(arguments)
    situations = [s for name in arguments.files for s in situations_in(name, arguments)]
    if arguments.event is not None:
        check_event(arguments.event, situations)
    if arguments.depth is not None and arguments.depth < 0:
        raise UsageError("PL603", msg("ask.depth"))
    depth = trees.EVERY_LEVEL if arguments.depth is None else arguments.depth
    if arguments.unlike is not None:
        return _why_not(arguments, situations, lang)
    told = []
    for situation in situations:
        for under in setups(arguments.book or [book_of(situation)], arguments):
            found = engine.why(situation, under)
            if arguments.event is not None:
                found = [e for e in found if e.ruling.event == arguments.event]
            told.append((situation, under, found))
    if arguments.json:
        rows = [
            {
                "schema": 1,
                "file": situation.file,
                "case": situation.title,
                "profile": under.profile.id,
                "explanations": trees.why_json(found, under.library),
            }
            for situation, under, found in told
        ]
        print_json(rows[0] if len(rows) == 1 else rows)
        return 0
    for situation, under, found in told:
        title = f"{situation.title}\n" if situation.title else ""
        text = trees.why_text(found, under.library, lang, depth)
        print(f"{title}[{under.profile.id}]\n{text or render.say('nothing_ruled', lang)}\n")
    print(render.say("note", lang))
    return 0


def _why_not(arguments: argparse.Namespace, situations: Sequence[Situation], lang: str) -> int:
    from pokerlogic import refusals, render

    depth = refusals.LEVELS if arguments.depth is None else arguments.depth
    library, folders = library_for(arguments), folders_of(arguments)
    rows, blocks = [], []
    for situation in situations:
        for under in setups(arguments.book or [book_of(situation)], arguments):
            found = engine.why_not(situation, under, arguments.unlike, arguments.event, folders)
            rows.append(
                {
                    "schema": 1,
                    "file": situation.file,
                    "case": situation.title,
                    "profile": under.profile.id,
                    "asked": arguments.unlike,
                    "answers": [refusals.to_json(f, library) for f in found],
                }
            )
            title = f"{situation.title}\n" if situation.title else ""
            text = "\n".join(refusals.to_text(f, library, lang, depth) for f in found)
            blocks.append(f"{title}[{under.profile.id}]\n{text}\n")
    if arguments.json:
        print_json(rows[0] if len(rows) == 1 else rows)
        return 0
    print("\n".join(blocks))
    print(render.say("note", lang))
    return 0
