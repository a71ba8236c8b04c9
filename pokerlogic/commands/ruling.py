"""`rule`, `why` and `why --not`: what is ruled on a table, and for what reasons."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pokerlogic import engine
from pokerlogic.messages import msg
from pokerlogic.program import Setup
from pokerlogic.ruling import Judgement
from pokerlogic.situation import Situation
from pokerlogic.usage import UsageError

from .given import (
    book_of,
    check_event,
    folders_of,
    language,
    library_for,
    one_or_all,
    print_json,
    setups,
    situations_in,
)

if TYPE_CHECKING:
    from pokerlogic.explain import Explanation
    from pokerlogic.readings import Mattering
    from pokerlogic.whynot import WhyNot

    Ruled = tuple[list[Judgement], list[list[Mattering]]]


def rule(arguments: argparse.Namespace) -> int:
    """Rules on the situations of files."""
    from pokerlogic import compare, readings, render

    lang = language(arguments)
    found = _ruled(arguments)
    worst = int(any(f.kind != "departs" for js, _ in found for j in js for f in j.outcome.findings))
    library = library_for(arguments)
    if arguments.json:
        print_json(_rule_json(found, arguments))
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


def rule_json(arguments: argparse.Namespace) -> Any:
    """What `rule --json` gives."""
    return _rule_json(_ruled(arguments), arguments)


def _rule_json(found: Sequence[Ruled], arguments: argparse.Namespace) -> Any:
    from pokerlogic import readings, render

    library = library_for(arguments)
    return one_or_all(
        [
            readings.to_json(render.to_json(j, library), m, library)
            for judgements, matter in found
            for j, m in zip(judgements, matter, strict=True)
        ]
    )


def _ruled(arguments: argparse.Namespace) -> list[Ruled]:
    """What is ruled on each situation, and the readings that matter there."""
    from pokerlogic import readings

    situations = [s for name in arguments.files for s in situations_in(name, arguments)]
    if arguments.event is not None:
        check_event(arguments.event, situations)
    found = []
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
    return found


def why(arguments: argparse.Namespace) -> int:
    """Tells what rulings rest on."""
    from pokerlogic import refusals, render, trees

    lang = language(arguments)
    if arguments.json:
        print_json(why_json(arguments))
        return 0
    given, depth = arguments.depth, _depth(arguments)
    if arguments.unlike is not None:
        library, depth = library_for(arguments), refusals.LEVELS if given is None else depth
        for situation, under, refused in _refused(arguments):
            text = "\n".join(refusals.to_text(f, library, lang, depth) for f in refused)
            print(f"{_title(situation)}[{under.profile.id}]\n{text}\n")
    else:
        for situation, under, found in _explained(arguments):
            text = trees.why_text(found, under.library, lang, depth)
            text = text or render.say("nothing_ruled", lang)
            print(f"{_title(situation)}[{under.profile.id}]\n{text}\n")
    print(render.say("note", lang))
    return 0


def why_json(arguments: argparse.Namespace) -> Any:
    """What `why --json` gives."""
    from pokerlogic import refusals, trees

    _depth(arguments)
    if arguments.unlike is None:
        return one_or_all(
            [
                _row(s, under) | {"explanations": trees.why_json(found, under.library)}
                for s, under, found in _explained(arguments)
            ]
        )
    library = library_for(arguments)
    return one_or_all(
        [
            _row(s, under)
            | {
                "asked": arguments.unlike,
                "answers": [refusals.to_json(f, library) for f in found],
            }
            for s, under, found in _refused(arguments)
        ]
    )


def _row(situation: Situation, under: Setup) -> dict[str, Any]:
    return {
        "schema": 1,
        "file": situation.file,
        "case": situation.title,
        "profile": under.profile.id,
    }


def _title(situation: Situation) -> str:
    return f"{situation.title}\n" if situation.title else ""


def _depth(arguments: argparse.Namespace) -> int:
    """How far down to tell; raises UsageError for less than nothing."""
    from pokerlogic import trees

    if arguments.depth is not None and arguments.depth < 0:
        raise UsageError("PL603", msg("ask.depth"))
    return trees.EVERY_LEVEL if arguments.depth is None else int(arguments.depth)


def _asked(arguments: argparse.Namespace) -> list[tuple[Situation, Setup]]:
    """Each situation under each profile."""
    situations = [s for name in arguments.files for s in situations_in(name, arguments)]
    if arguments.event is not None:
        check_event(arguments.event, situations)
    return [
        (situation, under)
        for situation in situations
        for under in setups(arguments.book or [book_of(situation)], arguments)
    ]


def _explained(arguments: argparse.Namespace) -> list[tuple[Situation, Setup, list[Explanation]]]:
    told = []
    for situation, under in _asked(arguments):
        found = engine.why(situation, under)
        if arguments.event is not None:
            found = [e for e in found if e.ruling.event == arguments.event]
        told.append((situation, under, found))
    return told


def _refused(arguments: argparse.Namespace) -> list[tuple[Situation, Setup, list[WhyNot]]]:
    folders, unlike, event = folders_of(arguments), arguments.unlike, arguments.event
    return [
        (situation, under, engine.why_not(situation, under, unlike, event, folders))
        for situation, under in _asked(arguments)
    ]
