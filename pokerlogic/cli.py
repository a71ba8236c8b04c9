"""The commands.  Exit 0 answered, 1 an expectation failed or findings or differences, 2 bad input
or usage, 3 a limit was reached."""

from __future__ import annotations

import argparse
import json
import locale
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from . import engine
from .errors import PokerlogicError
from .usage import UsageError


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    arguments = _parser().parse_args(argv)
    try:
        return int(arguments.run(arguments))
    except PokerlogicError as error:
        _complain(error, arguments)
        return error.exit_code
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 2
    except RecursionError:
        print("error[PL505]: the input is nested too deeply", file=sys.stderr)
        return 2


def _complain(error: PokerlogicError, arguments: argparse.Namespace) -> None:
    source = ""
    if error.file is not None and Path(error.file).is_file():
        source = Path(error.file).read_text(encoding="utf-8", errors="replace")
    else:
        source = getattr(arguments, "source_text", "")
    if getattr(arguments, "json", False):
        place = error.place
        print(json.dumps({"schema": 1, "error": {
            "code": error.code, "message": error.message, "file": error.file,
            "line": place.line if place else None, "column": place.column if place else None,
            "help": error.help}}, ensure_ascii=False))
    print(error.render(source), file=sys.stderr)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="pokerlogic", description="Poker tournament rules as a knowledge base that rules."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    rule = commands.add_parser("rule", help="rulings, options, pots and open questions of a table")
    rule.add_argument("files", nargs="+", metavar="FILE", help="table files; - reads standard input")
    rule.add_argument("--event", type=int, metavar="N", help="rule the table as it was after event N")
    _common(rule)
    rule.set_defaults(run=_rule)
    test = commands.add_parser("test", help="runs the expectations of table files")
    test.add_argument("paths", nargs="*", default=["cases"], metavar="PATH")
    _common(test)
    test.set_defaults(run=_test)
    fmt = commands.add_parser("fmt", help="the canonical form of a table file")
    fmt.add_argument("files", nargs="+", metavar="FILE")
    fmt.add_argument("--write", action="store_true", help="rewrite the files in place")
    fmt.add_argument("--check", action="store_true", help="exit 1 if a file is not canonical")
    _common(fmt)
    fmt.set_defaults(run=_fmt)
    take = commands.add_parser("import", help="a recorded hand (PHH) as table text")
    take.add_argument("file", metavar="FILE")
    _common(take)
    take.set_defaults(run=_import)
    books = commands.add_parser("books", help="the profiles and their books")
    _common(books)
    books.set_defaults(run=_books)
    show = commands.add_parser("show", help="a clause by id or locator")
    show.add_argument("what", metavar="CLAUSE|LOCATOR")
    _common(show)
    show.set_defaults(run=_show)
    return parser


def _common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--book", action="append", metavar="PROFILE", help="tda2026, tda2024, every ...")
    parser.add_argument("--over", metavar="EDITION", help="put a house on another edition, tda@2026")
    parser.add_argument("--reading", action="append", default=[], metavar="BOOK:NAME=ALTERNATIVE")
    parser.add_argument("--books", action="append", default=[], metavar="DIR", help="a folder of books")
    parser.add_argument("--lang", choices=("en", "ja"))
    parser.add_argument("--json", action="store_true")


def _language(arguments: argparse.Namespace) -> str:
    if arguments.lang:
        return str(arguments.lang)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            return "ja" if value.lower().startswith("ja") else "en"
    return "ja" if (locale.getlocale()[0] or "").lower().startswith("ja") else "en"


def _folders(arguments: argparse.Namespace) -> tuple[Path, ...]:
    return tuple(Path(d) for d in arguments.books)


def _read(name: str, arguments: argparse.Namespace) -> str:
    try:
        if name == "-":
            text = sys.stdin.buffer.read().decode("utf-8")
            arguments.source_text = text
            return text
        return Path(name).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise UsageError("PL602", f"`{name}` is no text in UTF-8") from None
    except OSError as error:
        raise UsageError("PL602", f"`{name}` can not be read: {error.strerror}") from None


def _print_json(data: Any) -> None:
    print(json.dumps(data, ensure_ascii=False, indent=2))


def _rule(arguments: argparse.Namespace) -> int:
    from . import compare, render
    from .notation import parse

    lang, folders = _language(arguments), _folders(arguments)
    situations = []
    for name in arguments.files:
        text = _read(name, arguments)
        situations += parse(text, None if name == "-" else name, folders)
    found = []
    worst = 0
    for situation in situations:
        given = situation.setting("book")
        names = arguments.book or [str(given[0]) if given else os.environ.get("POKERLOGIC_BOOK", "tda2026")]
        unders = engine.setups(names, arguments.over, tuple(arguments.reading), folders)
        if arguments.event is not None and arguments.event < 1:
            raise UsageError("PL603", "events count from 1")
        if len(unders) > 1 and arguments.event is None:
            judgements = engine.judge_many([(situation, u) for u in unders])
        else:
            judgements = [engine.judge(situation, u, arguments.event) for u in unders]
        found.append(judgements)
        if any(f.kind != "departs" for j in judgements for f in j.outcome.findings):
            worst = 1
    library = engine.profile("tda2026", folders=folders).library
    if arguments.json:
        flat = [render.to_json(j, library) for group in found for j in group]
        _print_json(flat[0] if len(flat) == 1 else flat)
        return worst
    blocks = []
    for judgements in found:
        if len(judgements) == 1:
            blocks.append(render.to_text(judgements[0], library, lang))
        else:
            blocks.append(compare.side_by_side(judgements, library, lang))
    print("\n\n".join(blocks))
    return worst


def _test(arguments: argparse.Namespace) -> int:
    from . import cases

    folders = _folders(arguments)
    results = []
    for path in cases.table_files(Path(p) for p in arguments.paths):
        if not path.is_file():
            raise UsageError("PL602", f"`{path}` can not be read: no such file")
        results += cases.check_file(path, folders)
    failed = [r for r in results if not r.passed]
    if arguments.json:
        _print_json(cases.summary(results))
    else:
        for r in failed:
            print(f"{r.file}:{r.line}: {r.expected}\n    got: {r.got}")
        print(f"{len(results) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


def _fmt(arguments: argparse.Namespace) -> int:
    from .notation import format as canonical
    from .notation import parse

    changed = 0
    for name in arguments.files:
        text = _read(name, arguments)
        new = canonical(parse(text, None if name == "-" else name, _folders(arguments)), arguments.lang)
        if new != text:
            changed += 1
        if arguments.write and name != "-":
            if new != text:
                Path(name).write_text(new, encoding="utf-8")
        elif not arguments.check:
            sys.stdout.write(new)
        elif new != text:
            print(f"{name} is not in canonical form")
    return 1 if arguments.check and changed else 0


def _import(arguments: argparse.Namespace) -> int:
    from .phh import to_table

    sys.stdout.write(to_table(_read(arguments.file, arguments), Path(arguments.file).stem))
    return 0


def _books(arguments: argparse.Namespace) -> int:
    lang, folders = _language(arguments), _folders(arguments)
    library = engine.profile("tda2026", folders=folders).library
    rows = []
    for id, profile in sorted(library.profiles.items()):
        under = engine.profile(id, folders=folders)
        count = len([r for r in under.ranks if under.clause(r)])
        rows.append({"profile": id, "title": profile.title, "books": list(profile.editions),
                     "clauses": count, "readings": [f"{b}:{r}={v}" for b, r, v in under.readings]})
    if arguments.json:
        _print_json({"schema": 1, "profiles": rows})
        return 0
    for row in rows:
        print(f"{row['profile']:10} {row['title'][lang]:12} {' + '.join(row['books']):22} "  # type: ignore[index, call-overload, arg-type]
              f"{row['clauses']}")
    return 0


def _show(arguments: argparse.Namespace) -> int:
    lang, folders = _language(arguments), _folders(arguments)
    library = engine.profile("tda2026", folders=folders).library
    what = arguments.what
    wanted = what.split()[-1].upper()
    found = [
        c for b in library.books.values() for c in b.clauses.values()
        if c.id == what or any(
            loc.upper() == wanted or loc.upper().startswith(wanted + "-") for loc in c.locators.values()
        )
    ]
    if not found:
        raise UsageError.unknown("clause", what, [c.id for b in library.books.values() for c in b.clauses.values()])
    if arguments.json:
        _print_json([{"clause": c.id, "locators": c.locators, "title": c.title,
                      "paraphrase": c.paraphrase, "sourced": c.sourced} for c in found])
        return 0
    for c in found:
        where = ", ".join(f"{edition} {loc}" for edition, loc in c.locators.items())
        print(f"{c.id}  ({where})  {c.title[lang]}\n    {c.paraphrase[lang]}")
        if c.interpretation:
            print(f"    {c.interpretation}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
