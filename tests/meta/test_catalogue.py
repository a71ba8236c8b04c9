"""The catalogue of texts is complete, used, and the only place with texts for a user."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from pokerlogic import messages
from pokerlogic.errors import codes

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "pokerlogic").rglob("*.py"))
CATALOGUE = messages.read()
KANA = re.compile(r"[぀-ヿ一-鿿]")
NAMES = re.compile(r"\{(\w+)\}")
# What can be typed: words in backticks, and a word of the logic.
TYPED = re.compile(r"`[^`]*`|#\w+")
# What is the same in both languages: names of formats, and tags on the frame.
PROPER = re.compile(r"Poker Hand History|[A-Z][A-Z0-9-]+|grammar/\w+\.\w+|issues\.yaml|--\w+")

CARRIERS = {
    *("PokerlogicError", "TableError", "BookError", "UsageError", "LimitError"),
    *("wrong", "refused", "refuse", "contradict", "_wrong", "_missing", "same"),
    *("unknown", "not_read", "not_written", "not_used"),
    *("msg", "listed", "any_of", "several", "Each", "print", "write", "Listed", "_none_there"),
}
"""Calls whose arguments a user gets to read."""
HELP = ("help", "metavar", "description", "title", "epilog", "prog", "usage")


def called(node: ast.Call) -> str:
    """The name of what is called."""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def calls(tree: ast.AST, *names: str) -> Iterator[ast.Call]:
    """The calls of these names."""
    return (n for n in ast.walk(tree) if isinstance(n, ast.Call) and called(n) in names)


def literals(node: ast.expr) -> Iterator[str]:
    """The literal text of an expression, without what stands in the calls it makes."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        fixed = (str(v.value) if isinstance(v, ast.Constant) else "{}" for v in node.values)
        yield "".join(fixed)
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                yield from literals(part.value)
    elif isinstance(node, (ast.BinOp, ast.IfExp, ast.BoolOp, ast.Tuple, ast.List, ast.Starred)):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                yield from literals(child)
    elif isinstance(node, (ast.GeneratorExp, ast.ListComp)):
        yield from literals(node.elt)
    elif isinstance(node, ast.Call) and called(node) in ("join", "format"):
        for child in node.args:
            yield from literals(child)


def spoken(source: str) -> list[str]:
    """What the code says to a user and does not take from the catalogue."""
    found = []
    tree = ast.parse(source)
    for node in calls(tree, *CARRIERS):
        texts = node.args[1:] if called(node) == "msg" else node.args
        # The third argument is the word of the document that is pointed at.
        texts = texts[:2] + texts[3:] if called(node) == "refuse" else texts
        given = [*texts, *(k.value for k in node.keywords if k.arg not in ("file", "end", "name"))]
        for text in (t for argument in given for t in literals(argument)):
            bare = NAMES.sub("", TYPED.sub("", text))
            known = bare in codes() or (called(node) == "Listed" and bare in CATALOGUE)
            if re.search(r"[A-Za-z]{2}|[぀-ヿ一-鿿]", bare) and not known:
                found.append(f"{node.lineno}: {text!r}")
    for node in calls(tree, "add_argument", "add_parser", "add_subparsers", "Parser"):
        for keyword in node.keywords:
            if keyword.arg in HELP and keyword.arg != "prog":
                texts = list(literals(keyword.value))
                if len(texts) != 1 or texts[0] not in CATALOGUE:
                    found.append(f"{node.lineno}: {keyword.arg}={texts}")
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT / "pokerlogic")))
def test_what_a_user_reads_is_in_the_catalogue(path: Path) -> None:
    assert not spoken(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "source",
    [
        'raise TableError("PL101", "no such line", place)',
        'raise wrong("PL222", msg("book.needs", what="a book", key=key), file=path)',
        'raise wrong("PL222", msg("meant", near=f"perhaps {x}"), file=path)',
        'raise UsageError("PL601", said, help="try another" if a else "none at all")',
        'contradict("PL304", said, (mark.place, "here too"), (first.place, msg("note.here")))',
        'print("all is well")',
        'p.add_argument("--x", help="what it does")',
        'p.add_argument("--x", metavar="NAME")',
        'listed(f"seat {n}" for n in numbers)',
    ],
)
def test_a_text_beside_the_catalogue_is_found(source: str) -> None:
    assert spoken(source)


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT / "pokerlogic")))
def test_every_text_is_given_the_values_it_names(path: Path) -> None:
    for node in calls(ast.parse(path.read_text(encoding="utf-8")), "msg"):
        (id,) = node.args
        where = f"{path.name}:{node.lineno}"
        assert isinstance(id, ast.Constant) and id.value in CATALOGUE, where
        given = {k.arg for k in node.keywords}
        assert given == set(NAMES.findall(CATALOGUE[id.value]["en"])), f"{where} {id.value}"


def test_every_text_is_used() -> None:
    strings = {
        n.value
        for path in SOURCES
        for n in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(n, ast.Constant) and isinstance(n.value, str)
    }
    assert {id for id in CATALOGUE if id.removeprefix("code.") not in strings} == set()


@pytest.mark.parametrize("id", sorted(CATALOGUE))
def test_both_languages_say_it(id: str) -> None:
    texts = CATALOGUE[id]
    assert set(texts) == {"en", "ja"}
    assert all(isinstance(t, str) and t for t in texts.values())
    assert not KANA.search(TYPED.sub("", texts["en"]))
    assert set(NAMES.findall(texts["en"])) == set(NAMES.findall(texts["ja"]))
    bare = PROPER.sub("", NAMES.sub("", TYPED.sub("", texts["ja"])))
    assert not re.search(r"[A-Za-z]{2,} [A-Za-z]{2,}", bare), bare
    english = PROPER.sub("", NAMES.sub("", TYPED.sub("", texts["en"])))
    assert KANA.search(texts["ja"]) or not re.search(r"[A-Za-z]{2}", english), id


def test_no_id_is_written_twice() -> None:
    text = Path(messages.__file__).with_name("messages.yaml").read_text(encoding="utf-8")
    written = re.findall(r"^([\w.]+):", text, re.MULTILINE)
    assert len(written) == len(set(written)) == len(yaml.safe_load(text))
