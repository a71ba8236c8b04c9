"""`test`, `fmt` and `import`: what is done with table files."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from pokerlogic import engine, messages, reasons
from pokerlogic.errors import TableError
from pokerlogic.messages import msg
from pokerlogic.situation import Situation
from pokerlogic.usage import UsageError

from .given import file_name, folders_of, language, print_json, read, situations_in


def test(arguments: argparse.Namespace) -> int:
    """Checks the expectations of files."""
    from pokerlogic import cases, render

    lang, folders = language(arguments), folders_of(arguments)
    if arguments.over or arguments.reading:
        raise UsageError("PL603", msg("ask.test"), help=msg("ask.test.help"))
    wanted = {engine.profile(b, folders=folders).profile.id for b in arguments.book or ()}
    results = []
    for path in _table_files(arguments.paths):
        situations = situations_in(str(path), arguments)
        results += cases.check_all([_expecting(s, wanted) for s in situations], folders)
    results = cases.mark_pending(results)
    failed = [r for r in results if not r.passed]
    if arguments.json:
        print_json({"schema": 1, **cases.summary(results, lang)})
    else:
        for r in failed:
            got = f"{render.say('got', lang)}: {messages.written(r.got, lang)}"
            print(f"{r.file}:{r.line}: {r.expected.strip()}\n    {got}")
        waiting = sum(1 for r in results if r.passed and r.got)
        print(
            render.say("tested", lang, n=len(results) - len(failed) - waiting, m=len(failed))
            + (f", {render.say('waiting', lang, n=waiting)}" if waiting else "")
        )
    return 1 if failed else 0


def _expecting(situation: Situation, profiles: set[str]) -> Situation:
    """The situation with the expectations of these profiles only, all if none is named."""
    from dataclasses import replace

    if not profiles:
        return situation
    kept = tuple(e for e in situation.expectations if e.profile in profiles)
    return replace(situation, expectations=kept)


def _table_files(names: Sequence[str]) -> Iterator[Path]:
    from pokerlogic.cases import table_files

    for name in names:
        found = table_files([Path(name)])
        if not found:
            raise UsageError.not_read(name, msg("file.no_table"))
        yield from found


def fmt(arguments: argparse.Namespace) -> int:
    """Writes tables in their canonical form."""
    from pokerlogic import render
    from pokerlogic.notation import format as canonical

    folders = folders_of(arguments)
    changed = 0
    files = []
    for name in arguments.files:
        text = read(name, arguments)
        new = canonical(situations_in(name, arguments), arguments.lang, folders)
        changed += new != text
        files.append({"file": file_name(name), "canonical": new == text, "table": new})
        if arguments.write and name != "-":
            if new != text:
                _write(name, new)
        elif arguments.json:
            continue
        elif not arguments.check:
            sys.stdout.write(new)
        elif new != text:
            print(render.say("not_canonical", language(arguments), name=name))
    if arguments.json:
        print_json({"schema": 1, "files": files})
    return 1 if arguments.check and changed else 0


def _write(name: str, text: str) -> None:
    try:
        Path(name).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError.not_written(name, reasons.of_system(error)) from None


def take(arguments: argparse.Namespace) -> int:
    """Makes a table of a recorded hand."""
    from pokerlogic.notation import format as canonical
    from pokerlogic.notation import parse
    from pokerlogic.phh import to_table

    name = arguments.file
    text = read(name, arguments)
    try:
        title = None if name == "-" else Path(name).stem
        table = to_table(text, title, arguments.lang or "en")
    except TableError as error:
        error.file = error.file or file_name(name)
        raise
    if arguments.lang == "ja":
        table = canonical(parse(table), "ja")
    if arguments.json:
        print_json({"schema": 1, "file": file_name(name), "table": table})
    else:
        sys.stdout.write(table)
    return 0
