"""Whatever a user reads is there in English and in Japanese."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pokerlogic import coverage, refusals, refused, render
from pokerlogic.notation import vocabulary
from pokerlogic.store import library_of

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "pokerlogic").rglob("*.py"))
LIBRARY = library_of()

KANA = re.compile(r"[぀-ヿ一-鿿]")
NAMES = re.compile(r"\{(\w+)\}")

Texts = dict[str, str]


def agree(texts: Texts, where: str, *, bare: bool = False) -> None:
    """Both languages are there, are what they say, and name the same values.

    `bare` texts may be a proper name that is the same in both.
    """
    assert set(texts) == {"en", "ja"}, where
    assert texts["en"].strip() and texts["ja"].strip(), where
    assert not KANA.search(texts["en"]), where
    words = NAMES.sub("", texts["ja"])
    assert bare or KANA.search(words) or not re.search(r"[A-Za-z]{2}", words), where
    assert set(NAMES.findall(texts["en"])) == set(NAMES.findall(texts["ja"])), where


# --- the knowledge base --------------------------------------------------------------------------


@pytest.mark.parametrize("issue", sorted(LIBRARY.issues))
def test_issues_and_their_answers(issue: str) -> None:
    found = LIBRARY.issues[issue]
    agree(found.asks, issue)
    for answer in found.answers.values():
        where = f"{issue}.{answer.id}"
        assert found.supports or answer.phrases, f"{where} has no words"
        if answer.phrases:
            forms = {lang: phrases[0] for lang, phrases in answer.phrases.items()}
            agree(forms, where)
            known = {"who", *(name for name, _ in answer.args)}
            for phrases in answer.phrases.values():
                assert all(set(NAMES.findall(p)) <= known for p in phrases), where


def test_vocabulary() -> None:
    for entry in LIBRARY.vocabulary.values():
        for texts in (entry.says, entry.asks):
            if texts:
                agree(texts, entry.id)
                assert set(NAMES.findall(texts["en"])) <= {name for name, _ in entry.args}, entry.id
        assert entry.asks or entry.kind != "observation", f"{entry.id} asks nothing"


def test_phrases_that_a_table_may_say() -> None:
    for entry in vocabulary.load().entries:
        assert bool(entry.en) == bool(entry.ja), f"{entry.id} cannot be said in both"
        assert entry.en or entry.kind in ("setting", "outcome"), f"{entry.id} cannot be said"
        assert not any(KANA.search(p) for p in entry.en), entry.id


@pytest.mark.parametrize("book", sorted(LIBRARY.books))
def test_books(book: str) -> None:
    found = LIBRARY.books[book]
    agree(found.title, book, bare=True)
    for clause in found.clauses.values():
        agree(clause.title, clause.id)
        agree(clause.paraphrase, clause.id)
        agree(clause.because, clause.id)
        if clause.weigh:
            agree(clause.weigh, clause.id)
        assert not NAMES.search(clause.paraphrase["en"]), clause.id
    for reading in found.readings.values():
        for name, texts in reading.alternatives.items():
            agree(texts, f"{book}:{reading.name}={name}")
    for parameter in found.parameters.values():
        agree(parameter.means, f"{book}:{parameter.name}")


def test_profiles() -> None:
    for profile in LIBRARY.profiles.values():
        agree(profile.title, profile.id, bare=True)


# --- the program ---------------------------------------------------------------------------------


def test_fixed_phrases() -> None:
    tables = (render._WORDS, refusals._WORDS, refused._WORDS, LIBRARY.option_words)
    for name, texts in (pair for table in tables for pair in table.items()):
        agree(texts, name)


def test_every_fixed_phrase_is_used() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    used = set(re.findall(r"say\(\s*[\"'](\w+)[\"']", text)) | {"yes", "no"}
    kinds = set(coverage.DECIDED.values())
    assert set(render._WORDS) - used == {"rule", "floor", "dealer", "player", "house"} | kinds
    assert used <= set(render._WORDS)


def test_every_phrase_of_why_not_is_used() -> None:
    for module in (refusals, refused):
        text = Path(module.__file__).read_text(encoding="utf-8")
        text = text.partition("\ndef ")[2].replace("'", '"')
        kinds = {"open", "barred", "ruled", "among", "otherwise", "silent"}
        for name in set(module._WORDS) - kinds:
            stem = name.removesuffix("_more").removesuffix("_less")
            assert f'"{name}"' in text or f'"{stem}_{{' in text, name


def test_every_action_has_a_word() -> None:
    actions = {a.do for a in LIBRARY.issues["act"].answers.values()}
    assert actions == set(LIBRARY.option_words)


def _strings(node: ast.AST) -> str:
    """The constant parts of a string."""
    parts = (n.value for n in ast.walk(node) if isinstance(n, ast.Constant))
    return "".join(p for p in parts if isinstance(p, str) and p not in ("en", "ja"))


def _pairs(path: Path) -> Iterator[tuple[str, int, ast.AST, ast.AST]]:
    """What the code of a file writes in both languages: findings and texts by language."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Dict):
            keys = [k.value for k in node.keys if isinstance(k, ast.Constant)]
            if "en" in keys or "ja" in keys:
                by_key = dict(zip(keys, node.values, strict=False))
                assert set(keys) == {"en", "ja"}, f"{path}:{node.lineno}"
                if not all(isinstance(value, ast.Name) for value in by_key.values()):
                    yield path.name, node.lineno, by_key["en"], by_key["ja"]
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "report"
            and len(node.args) == 4
        ):
            yield path.name, node.lineno, node.args[2], node.args[3]


def test_findings_are_told_in_both() -> None:
    found = [pair for path in SOURCES for pair in _pairs(path)]
    assert sum(name in ("reports.py", "floor.py", "taking.py") for name, *_ in found) >= 5
    for name, line, english, japanese in found:
        assert _strings(english) and not KANA.search(_strings(english)), f"{name}:{line}"
        assert KANA.search(_strings(japanese)), f"{name}:{line}"
