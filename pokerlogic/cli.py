"""The commands.  Exit 0 answered, 1 an expectation failed or findings or differences, 2 bad input
or usage, 3 a limit was reached."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from . import engine, guard, messages, options, reasons
from .errors import PokerlogicError, TableError, shown, wrong
from .library import Library
from .messages import msg
from .program import Setup
from .situation import Situation
from .store import library_of
from .usage import UsageError


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character gets a substitute, not a broken answer.
        getattr(stream, "reconfigure", _nothing)(errors="replace")
    arguments = options.wanted(sys.argv[1:] if argv is None else argv)
    try:
        arguments = _parser(_language(arguments)).parse_args(argv)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 2
    except PokerlogicError as error:
        return _complain(error, arguments)
    try:
        code = int(arguments.run(arguments))
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except PokerlogicError as error:
        return _complain(error, arguments)
    except BrokenPipeError:
        # Nobody reads on.  What is left in the buffer must not fail once more at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _complain(UsageError.not_used(error), arguments)
    except KeyboardInterrupt:
        return 2
    except RecursionError:
        return _complain(UsageError("PL505", msg("limit.nesting")), arguments)


def _nothing(**_: object) -> None:
    """A stream that cannot be set up otherwise stays as it is."""


def _complain(error: PokerlogicError, arguments: argparse.Namespace) -> int:
    lang = _language(arguments)
    if getattr(arguments, "json", False):
        _print_json({"schema": 1, "error": error.to_json(lang)})
    print(error.render(_source(error, arguments), lang), file=sys.stderr)
    return error.exit_code


_SHOWN = 4_000_000
"""The most bytes of a file of which a line is shown."""


def _source(error: PokerlogicError, arguments: argparse.Namespace) -> str:
    """The text an error points into."""
    known: dict[str | None, str] = getattr(arguments, "texts", {})
    if error.file in known:
        return known[error.file]
    try:
        path = Path(error.file or "")
        # Nobody may ever write into a pipe, and a huge file is shown by its name alone.
        if not path.is_file() or path.stat().st_size > _SHOWN:
            return ""
        return path.read_text(encoding="utf-8", errors="replace")
    except (OSError, ValueError):
        return ""


def _parser(lang: str) -> argparse.ArgumentParser:
    parser = options.Parser(lang, prog="pokerlogic", description="help.pokerlogic")
    parser.add_argument("--lang", choices=("en", "ja"), help="help.lang")
    commands = parser.commands()
    rule = commands.add_parser("rule", help="help.rule")
    rule.add_argument("files", nargs="+", metavar="meta.file", help="help.files")
    rule.add_argument("--event", type=int, metavar="meta.n", help="help.rule.event")
    rule.add_argument("--readings", action="store_true", help="help.rule.readings")
    _common(rule)
    rule.set_defaults(run=_rule)
    why = commands.add_parser("why", help="help.why")
    why.add_argument("files", nargs="+", metavar="meta.file", help="help.files")
    why.add_argument("--event", type=int, metavar="meta.n", help="help.why.event")
    why.add_argument("--not", dest="unlike", metavar="meta.phrase", help="help.why.not")
    why.add_argument("--depth", type=int, metavar="meta.n", help="help.why.depth")
    _common(why)
    why.set_defaults(run=_why)
    test = commands.add_parser("test", help="help.test")
    test.add_argument(
        "paths", nargs="*", default=["cases"], metavar="meta.path", help="help.test.paths"
    )
    _common(test)
    test.set_defaults(run=_test)
    fmt = commands.add_parser("fmt", help="help.fmt")
    fmt.add_argument("files", nargs="+", metavar="meta.file", help="help.files")
    fmt.add_argument("--write", action="store_true", help="help.fmt.write")
    fmt.add_argument("--check", action="store_true", help="help.fmt.check")
    _common(fmt)
    fmt.set_defaults(run=_fmt)
    take = commands.add_parser("import", help="help.import")
    take.add_argument("file", metavar="meta.file", help="help.import.file")
    _common(take)
    take.set_defaults(run=_import)
    books = commands.add_parser("books", help="help.books")
    books.add_argument("--coverage", action="store_true", help="help.books.coverage")
    _common(books)
    books.set_defaults(run=_books)
    show = commands.add_parser("show", help="help.show")
    show.add_argument("what", nargs="+", metavar="meta.asked", help="help.show.what")
    show.add_argument("--full", action="store_true", help="help.show.full")
    _common(show)
    show.set_defaults(run=_show)
    _new_parsers(commands.add_parser("new", help="help.new").commands())
    _desk(commands)
    return parser


def _desk(commands: Any) -> None:
    """What the committee and the house ask of whole books."""
    check = commands.add_parser("check", help="help.check")
    check.add_argument("profiles", nargs="*", metavar="meta.profile", help="help.check.profile")
    check.add_argument("--domains", action="store_true", help="help.check.domains")
    check.add_argument("--certify", action="store_true", help="help.check.certify")
    check.add_argument("--mutation", action="store_true", help="help.check.mutation")
    check.add_argument("--chapter", metavar="meta.chapter", help="help.check.chapter")
    check.add_argument("--sample", type=int, metavar="meta.n", help="help.check.sample")
    _swept(check)
    check.set_defaults(run=_check)
    diff = commands.add_parser("diff", help="help.diff")
    diff.add_argument("left", metavar="meta.profile", help="help.diff.left")
    diff.add_argument("right", metavar="meta.profile", help="help.diff.right")
    diff.add_argument("files", nargs="*", metavar="meta.file", help="help.diff.files")
    diff.add_argument(
        "--format",
        choices=("text", "json", "markdown", "html"),
        default="text",
        help="help.diff.format",
    )
    diff.add_argument("--output", metavar="meta.file", help="help.diff.output")
    _swept(diff)
    diff.set_defaults(run=_diff)


def _swept(parser: argparse.ArgumentParser) -> None:
    """The options of a command that goes over whole domains."""
    parser.add_argument(
        "--domain", action="append", default=[], metavar="meta.domain", help="help.domain"
    )
    parser.add_argument("--deep", action="store_true", help="help.deep")
    parser.add_argument(
        "--without", action="append", default=[], metavar="meta.axiom", help="help.without"
    )
    parser.add_argument(
        "--limit", dest="ends_after", type=int, metavar="meta.seconds", help="help.ends_after"
    )
    parser.add_argument("--cluster", metavar="meta.address", help="help.cluster")
    parser.add_argument("--full", action="store_true", help="help.full")
    parser.set_defaults(limit=guard.SECONDS)
    _everywhere(parser)


def _new_parsers(kinds: Any) -> None:
    """What can be begun."""
    book = kinds.add_parser("book", help="help.new.book")
    book.add_argument("name", metavar="meta.name", help="help.new.book.name")
    book.add_argument("--over", default="tda@2026", metavar="meta.edition", help="help.over")
    clause = kinds.add_parser("clause", help="help.new.clause")
    clause.add_argument("owner", metavar="meta.book", help="help.new.clause.book")
    clause.add_argument("topic", metavar="meta.topic", help="help.new.clause.topic")
    clause.add_argument("name", metavar="meta.name", help="help.new.clause.name")
    clause.add_argument(
        "--locator", required=True, metavar="meta.number", help="help.new.clause.locator"
    )
    incident = kinds.add_parser("incident", help="help.new.incident")
    incident.add_argument("name", metavar="meta.name", help="help.new.incident.name")
    incident.add_argument("phrase", metavar="meta.phrase", help="help.new.incident.phrase")
    incident.add_argument("--ja", required=True, metavar="meta.phrase", help="help.new.incident.ja")
    case = kinds.add_parser("case", help="help.new.case")
    case.add_argument("path", metavar="meta.path", help="help.new.case.path")
    case.add_argument("--book", default="tda2026", metavar="meta.profile", help="help.book")
    for kind in (book, clause, incident, case):
        kind.add_argument("--books", metavar="meta.folder", help="help.new.books")
        kind.add_argument(
            "--lang", choices=("en", "ja"), default=argparse.SUPPRESS, help="help.lang"
        )
        kind.add_argument("--json", action="store_true", help="help.json")
        kind.set_defaults(run=_new)


def _common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--book", action="append", metavar="meta.profile", help="help.book")
    parser.add_argument(
        "--limit", type=int, default=guard.SECONDS, metavar="meta.seconds", help="help.limit"
    )
    _everywhere(parser)


def _everywhere(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--over", metavar="meta.edition", help="help.over")
    parser.add_argument(
        "--reading", action="append", default=[], metavar="meta.reading", help="help.reading"
    )
    parser.add_argument(
        "--books", action="append", default=[], metavar="meta.folder", help="help.own_books"
    )
    parser.add_argument("--lang", choices=("en", "ja"), default=argparse.SUPPRESS, help="help.lang")
    parser.add_argument("--json", action="store_true", help="help.json")


def _language(arguments: argparse.Namespace) -> str:
    return options.language(arguments.lang)


def _folders(arguments: argparse.Namespace) -> tuple[Path, ...]:
    """The folders of own books, which may take no longer than was asked for."""
    if arguments.limit < 1:
        raise UsageError("PL603", msg("ask.limit"))
    guard.allow(arguments.limit)
    for name in arguments.books:
        if not Path(name).is_dir():
            raise wrong("PL221", msg("book.no_folder", name=shown(name)))
    return tuple(Path(d) for d in arguments.books)


def _library(arguments: argparse.Namespace) -> Library:
    return library_of(_folders(arguments))


def _read(name: str, arguments: argparse.Namespace) -> str:
    """The text of a file, or of standard input for `-`; kept for messages."""
    texts: dict[str | None, str] = arguments.__dict__.setdefault("texts", {})
    known = _file(name)
    if known in texts:
        return texts[known]
    try:
        text = (_standard_input() if known is None else Path(name).read_bytes()).decode("utf-8")
    except UnicodeDecodeError:
        raise UsageError.not_read(name, msg("file.no_utf8")) from None
    except OSError as error:
        raise UsageError.not_read(name, reasons.of_system(error)) from None
    except ValueError:
        raise UsageError.not_read(name, msg("file.no_name")) from None
    texts[known] = text
    return text


def _standard_input() -> bytes:
    return b"" if sys.stdin is None else sys.stdin.buffer.read()


def _file(name: str) -> str | None:
    """The name of a file as messages and answers have it; standard input has none."""
    return None if name == "-" else name


def _situations(name: str, arguments: argparse.Namespace) -> list[Situation]:
    from .notation import parse

    text, folders = _read(name, arguments), _folders(arguments)
    if folders:
        # What is wrong with a house is told by the loader, which knows more than the notation.
        _library(arguments)
    return parse(text, _file(name), folders)


def _print_json(data: Any) -> None:
    print(json.dumps(data, ensure_ascii=False, indent=2))


def _rule(arguments: argparse.Namespace) -> int:
    from . import compare, readings, render

    lang = _language(arguments)
    situations = [s for name in arguments.files for s in _situations(name, arguments)]
    if arguments.event is not None:
        _check_event(arguments.event, situations)
    found = []
    worst = 0
    for situation in situations:
        names = arguments.book or [_book_of(situation)]
        unders = _setups(names, arguments)
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
    library = _library(arguments)
    if arguments.json:
        flat = [
            readings.to_json(render.to_json(j, library), m, library)
            for judgements, matter in found
            for j, m in zip(judgements, matter, strict=True)
        ]
        _print_json(flat[0] if len(flat) == 1 else flat)
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


def _why(arguments: argparse.Namespace) -> int:
    from . import render, trees

    lang = _language(arguments)
    situations = [s for name in arguments.files for s in _situations(name, arguments)]
    if arguments.event is not None:
        _check_event(arguments.event, situations)
    if arguments.depth is not None and arguments.depth < 0:
        raise UsageError("PL603", msg("ask.depth"))
    depth = trees.EVERY_LEVEL if arguments.depth is None else arguments.depth
    if arguments.unlike is not None:
        return _why_not(arguments, situations, lang)
    told = []
    for situation in situations:
        for under in _setups(arguments.book or [_book_of(situation)], arguments):
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
        _print_json(rows[0] if len(rows) == 1 else rows)
        return 0
    for situation, under, found in told:
        title = f"{situation.title}\n" if situation.title else ""
        text = trees.why_text(found, under.library, lang, depth)
        print(f"{title}[{under.profile.id}]\n{text or render.say('nothing_ruled', lang)}\n")
    print(render.say("note", lang))
    return 0


def _why_not(arguments: argparse.Namespace, situations: Sequence[Situation], lang: str) -> int:
    from . import refusals, render

    depth = refusals.LEVELS if arguments.depth is None else arguments.depth
    library, folders = _library(arguments), _folders(arguments)
    rows, blocks = [], []
    for situation in situations:
        for under in _setups(arguments.book or [_book_of(situation)], arguments):
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
        _print_json(rows[0] if len(rows) == 1 else rows)
        return 0
    print("\n".join(blocks))
    print(render.say("note", lang))
    return 0


def _book_of(situation: Situation) -> str:
    given = situation.setting("book")
    return str(given[0]) if given else os.environ.get("POKERLOGIC_BOOK") or "tda2026"


def _setups(names: Sequence[str], arguments: argparse.Namespace) -> list[Setup]:
    """The profiles asked for; a reading is switched in those that have it."""
    over, folders = arguments.over, _folders(arguments)
    plain = engine.setups(names, over, (), folders)
    unders = []
    for name, under in zip(names, plain, strict=True):
        readings = tuple(r for r in arguments.reading if _has_reading(under, r))
        unders.append(engine.profile(name, over, readings, folders))
    for reading in arguments.reading:
        if not any(_has_reading(under, reading) for under in plain):
            known = {f"{b}:{r}" for under in plain for b, r, _ in under.readings}
            raise UsageError.unknown(msg("what.reading"), reading.partition("=")[0], known)
    return unders


def _has_reading(under: Setup, reading: str) -> bool:
    book, _, short = reading.partition("=")[0].rpartition(":")
    return any(short == r and book in ("", b) for b, r, _ in under.readings)


def _check_event(event: int, situations: Sequence[Situation]) -> None:
    if event < 1:
        raise UsageError("PL603", msg("ask.event_from_1"))
    most = max(sum(1 for _ in s.events()) for s in situations)
    if event > most:
        raise UsageError(
            "PL603", msg("ask.event", event=event), help=msg("ask.event.last", most=most)
        )


def _test(arguments: argparse.Namespace) -> int:
    from . import cases, render

    lang, folders = _language(arguments), _folders(arguments)
    if arguments.over or arguments.reading:
        raise UsageError("PL603", msg("ask.test"), help=msg("ask.test.help"))
    wanted = {engine.profile(b, folders=folders).profile.id for b in arguments.book or ()}
    results = []
    for path in _table_files(arguments.paths):
        situations = _situations(str(path), arguments)
        results += cases.check_all([_expecting(s, wanted) for s in situations], folders)
    results = cases.mark_pending(results)
    failed = [r for r in results if not r.passed]
    if arguments.json:
        _print_json({"schema": 1, **cases.summary(results, lang)})
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
    from .cases import table_files

    for name in names:
        found = table_files([Path(name)])
        if not found:
            raise UsageError.not_read(name, msg("file.no_table"))
        yield from found


def _fmt(arguments: argparse.Namespace) -> int:
    from . import render
    from .notation import format as canonical

    folders = _folders(arguments)
    changed = 0
    files = []
    for name in arguments.files:
        text = _read(name, arguments)
        new = canonical(_situations(name, arguments), arguments.lang, folders)
        changed += new != text
        files.append({"file": _file(name), "canonical": new == text, "table": new})
        if arguments.write and name != "-":
            if new != text:
                _write(name, new)
        elif arguments.json:
            continue
        elif not arguments.check:
            sys.stdout.write(new)
        elif new != text:
            print(render.say("not_canonical", _language(arguments), name=name))
    if arguments.json:
        _print_json({"schema": 1, "files": files})
    return 1 if arguments.check and changed else 0


def _write(name: str, text: str) -> None:
    try:
        Path(name).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError.not_written(name, reasons.of_system(error)) from None


def _import(arguments: argparse.Namespace) -> int:
    from .notation import format as canonical
    from .notation import parse
    from .phh import to_table

    name = arguments.file
    text = _read(name, arguments)
    try:
        title = None if name == "-" else Path(name).stem
        table = to_table(text, title, arguments.lang or "en")
    except TableError as error:
        error.file = error.file or _file(name)
        raise
    if arguments.lang == "ja":
        table = canonical(parse(table), "ja")
    if arguments.json:
        _print_json({"schema": 1, "file": _file(name), "table": table})
    else:
        sys.stdout.write(table)
    return 0


def _books(arguments: argparse.Namespace) -> int:
    lang = _language(arguments)
    library = _library(arguments)
    if arguments.coverage:
        return _coverage(arguments, library, lang)
    rows: list[dict[str, Any]] = []
    names = arguments.book or sorted(library.profiles)
    for id, under in zip(names, _setups(names, arguments), strict=True):
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
    if arguments.json:
        _print_json({"schema": 1, "profiles": rows})
        return 0
    for row in rows:
        books = " + ".join(row["books"])
        print(f"{row['profile']:10} {row['title'][lang]:12} {books:22} {row['clauses']}")
    return 0


def _coverage(arguments: argparse.Namespace, library: Library, lang: str) -> int:
    from . import coverage

    found = coverage.coverage(library, _folders(arguments))
    if arguments.book:
        wanted = {e for s in _setups(arguments.book, arguments) for e in s.profile.editions}
        found = [one for one in found if one.edition in wanted]
    if arguments.json:
        _print_json(coverage.to_json(found))
    else:
        print(coverage.to_text(found, lang))
    return 0


def _show(arguments: argparse.Namespace) -> int:
    from . import showing
    from .lookup import look_up

    what, folders = " ".join(arguments.what), _folders(arguments)
    found = look_up(what, tuple(arguments.book or ()), arguments.over, folders)
    library = _library(arguments)
    if arguments.json:
        _print_json(showing.to_json(found, library))
    else:
        print(showing.to_text(found, library, _language(arguments), arguments.full))
    return 0


def _check(arguments: argparse.Namespace) -> int:
    from .desk import commands

    if arguments.mutation:
        return _mutation(arguments)
    names = arguments.profiles or [os.environ.get("POKERLOGIC_BOOK") or "tda2026"]
    if len(names) > 1:
        raise UsageError("PL603", msg("ask.check"))
    (arguments.profile,) = names
    return commands.run_check(arguments, _language(arguments), _folders(arguments))


def _diff(arguments: argparse.Namespace) -> int:
    from .desk import commands

    every = [s for name in arguments.files for s in _situations(name, arguments)]
    return commands.run_diff(arguments, _language(arguments), _folders(arguments), every)


def _new(arguments: argparse.Namespace) -> int:
    from . import authoring

    lang, kind = _language(arguments), arguments.command
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
        _print_json(authoring.to_json(done, lang))
    else:
        print(authoring.to_text(done, lang))
    return 0


def _mutation(arguments: argparse.Namespace) -> int:
    from .mutants import report

    lang = _language(arguments)
    fates = report.check(
        arguments.profiles,
        arguments.chapter,
        arguments.sample,
        _folders(arguments),
        partial(_bar, lang=lang),
    )
    if arguments.json:
        _print_json(report.to_json(fates))
    else:
        print(report.to_text(fates, lang))
    return 1 if report.unexplained(fates) else 0


def _bar(total: int, lang: str) -> Callable[[int], object]:
    """A progress bar on the standard error stream, where that is a terminal."""
    from tqdm import tqdm

    told: Callable[[int], object]
    told = tqdm(total=total, desc=msg("mutant.progress").text(lang), disable=None).update
    return told


if __name__ == "__main__":
    sys.exit(main())
