"""The commands and their options; `run` is the module of `commands` and the function in it."""

from __future__ import annotations

import argparse
from typing import Any

from . import guard, options


def parser_in(lang: str) -> argparse.ArgumentParser:
    """The parser of all commands in a language."""
    parser = options.Parser(lang, prog="pokerlogic", description="help.pokerlogic")
    parser.add_argument("--lang", choices=("en", "ja"), help="help.lang")
    commands = parser.commands()
    rule = commands.add_parser("rule", help="help.rule")
    rule.add_argument("files", nargs="+", metavar="meta.file", help="help.files")
    rule.add_argument("--event", type=int, metavar="meta.n", help="help.rule.event")
    rule.add_argument("--readings", action="store_true", help="help.rule.readings")
    _common(rule)
    rule.set_defaults(run="commands.ruling.rule")
    why = commands.add_parser("why", help="help.why")
    why.add_argument("files", nargs="+", metavar="meta.file", help="help.files")
    why.add_argument("--event", type=int, metavar="meta.n", help="help.why.event")
    why.add_argument("--not", dest="unlike", metavar="meta.phrase", help="help.why.not")
    why.add_argument("--depth", type=int, metavar="meta.n", help="help.why.depth")
    _common(why)
    why.set_defaults(run="commands.ruling.why")
    test = commands.add_parser("test", help="help.test")
    test.add_argument(
        "paths", nargs="*", default=["cases"], metavar="meta.path", help="help.test.paths"
    )
    _common(test)
    test.set_defaults(run="commands.tables.test")
    fmt = commands.add_parser("fmt", help="help.fmt")
    fmt.add_argument("files", nargs="+", metavar="meta.file", help="help.files")
    fmt.add_argument("--write", action="store_true", help="help.fmt.write")
    fmt.add_argument("--check", action="store_true", help="help.fmt.check")
    _common(fmt)
    fmt.set_defaults(run="commands.tables.fmt")
    take = commands.add_parser("import", help="help.import")
    take.add_argument("file", metavar="meta.file", help="help.import.file")
    _common(take)
    take.set_defaults(run="commands.tables.take")
    books = commands.add_parser("books", help="help.books")
    books.add_argument("--coverage", action="store_true", help="help.books.coverage")
    _common(books)
    books.set_defaults(run="commands.books.books")
    show = commands.add_parser("show", help="help.show")
    show.add_argument("what", nargs="+", metavar="meta.asked", help="help.show.what")
    show.add_argument("--full", action="store_true", help="help.show.full")
    _common(show)
    show.set_defaults(run="commands.books.show")
    serve = commands.add_parser("serve", help="help.serve")
    serve.add_argument("--host", default="127.0.0.1", metavar="meta.host", help="help.serve.host")
    serve.add_argument("--port", type=int, default=8017, metavar="meta.n", help="help.serve.port")
    serve.add_argument(
        "--workers", type=int, default=1, metavar="meta.n", help="help.serve.workers"
    )
    _limited(serve)
    _own_books(serve)
    serve.set_defaults(run="web.command.serve")
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
    check.set_defaults(run="commands.desk.check")
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
    diff.set_defaults(run="commands.desk.diff")


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
        kind.set_defaults(run="commands.books.new")


def _common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--book", action="append", metavar="meta.profile", help="help.book")
    _limited(parser)
    _everywhere(parser)


def _limited(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--limit", type=int, default=guard.SECONDS, metavar="meta.seconds", help="help.limit"
    )


def _everywhere(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--over", metavar="meta.edition", help="help.over")
    parser.add_argument(
        "--reading", action="append", default=[], metavar="meta.reading", help="help.reading"
    )
    _own_books(parser)


def _own_books(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--books", action="append", default=[], metavar="meta.folder", help="help.own_books"
    )
    parser.add_argument("--lang", choices=("en", "ja"), default=argparse.SUPPRESS, help="help.lang")
    parser.add_argument("--json", action="store_true", help="help.json")
