"""`books`, `show` and `new`: what the books have, and what is begun in one."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pokerlogic.library import Library

from .given import folders_of, language, library_for, print_json, setups

if TYPE_CHECKING:
    from pokerlogic.lookup import Lookup


def books(arguments: argparse.Namespace) -> int:
    """Lists the profiles, or what they cover."""
    lang = language(arguments)
    if arguments.coverage:
        return _coverage(arguments, library_for(arguments), lang)
    told = books_json(arguments)
    if arguments.json:
        print_json(told)
        return 0
    for row in told["profiles"]:
        books = " + ".join(row["books"])
        print(f"{row['profile']:10} {row['title'][lang]:12} {books:22} {row['clauses']}")
    return 0


def books_json(arguments: argparse.Namespace) -> dict[str, Any]:
    """What `books --json` gives: the profiles."""
    library = library_for(arguments)
    rows: list[dict[str, Any]] = []
    names = arguments.book or sorted(library.profiles)
    for id, under in zip(names, setups(names, arguments), strict=True):
        count = len([r for r in under.ranks if under.clause(r)])
        rows.append(
            {
                "profile": id,
                "title": under.profile.title,
                "books": list(under.profile.editions),
                "clauses": count,
                "readings": [f"{b}:{r}={v}" for b, r, v in under.readings],
            }
        )
    return {"schema": 1, "profiles": rows}


def _coverage(arguments: argparse.Namespace, library: Library, lang: str) -> int:
    from pokerlogic import coverage

    found = coverage.coverage(library, folders_of(arguments))
    if arguments.book:
        wanted = {e for s in setups(arguments.book, arguments) for e in s.profile.editions}
        found = [one for one in found if one.edition in wanted]
    if arguments.json:
        print_json(coverage.to_json(found))
    else:
        print(coverage.to_text(found, lang))
    return 0


def show(arguments: argparse.Namespace) -> int:
    """Shows the clauses that are asked for."""
    from pokerlogic import showing

    if arguments.json:
        print_json(show_json(arguments))
    else:
        found, library = _looked_up(arguments), library_for(arguments)
        print(showing.to_text(found, library, language(arguments), arguments.full))
    return 0


def show_json(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """What `show --json` gives."""
    from pokerlogic import showing

    return showing.to_json(_looked_up(arguments), library_for(arguments))


def _looked_up(arguments: argparse.Namespace) -> Lookup:
    from pokerlogic.lookup import look_up

    what, folders = " ".join(arguments.what), folders_of(arguments)
    return look_up(what, tuple(arguments.book or ()), arguments.over, folders)


def new(arguments: argparse.Namespace) -> int:
    """Begins a book, a clause, an incident or a case."""
    from pokerlogic import authoring

    lang, kind = language(arguments), arguments.command
    place = Path(arguments.books) if arguments.books else None
    if kind == "book":
        done = authoring.book(arguments.name, arguments.over, place, lang)
    elif kind == "clause":
        done = authoring.clause(
            arguments.owner, arguments.topic, arguments.name, arguments.locator, place, lang
        )
    elif kind == "incident":
        done = authoring.incident(arguments.name, arguments.phrase, arguments.ja, place, lang)
    else:
        done = authoring.case(Path(arguments.path), arguments.book, place, lang)
    if arguments.json:
        print_json(authoring.to_json(done, lang))
    else:
        print(authoring.to_text(done, lang))
    return 0
