"""Every clause has both languages; files keep the house style."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from pokerlogic.program import OUTPUTS
from pokerlogic.store import library_of

ROOT = Path(__file__).parents[2]
LIBRARY = library_of()
RESHAPED = {70: {72, 73}, 71: {71, 72, 74}}
"""Etiquette became two rules in 2026; they and ethical play took parts of the penalties."""

CLAUSES = sorted(c.id for b in LIBRARY.books.values() for c in b.clauses.values())


def test_locators_of_2024_and_2026_agree_with_the_renumbering() -> None:
    for clause in LIBRARY.books["tda"].clauses.values():
        old, new = clause.locators.get("tda@2024"), clause.locators.get("tda@2026")
        if old is None or new is None or old.startswith("RP"):
            continue
        before, after = (int(re.split(r"\D", x)[0]) for x in (old, new))
        expected = {before if before <= 6 else before + 1 if before <= 20 else before + 2}
        if before in RESHAPED:
            expected = RESHAPED[before]
        assert after in expected, clause.id


@pytest.mark.parametrize("clause", CLAUSES)
def test_paraphrases_are_short_and_in_both_languages(clause: str) -> None:
    found = LIBRARY.clause(clause)
    assert found is not None
    assert len(found.paraphrase["en"].split()) <= 40
    assert re.search(r"[぀-ヿ一-鿿]", found.paraphrase["ja"])
    assert re.search(r"[぀-ヿ一-鿿]", found.because["ja"])


def test_no_sentence_of_a_source_is_kept() -> None:
    sources = Path(os.environ.get("POKERLOGIC_SOURCES", ROOT.parent / "shared" / "seeds"))
    if not sources.is_dir():
        pytest.skip("the texts of the books are not beside this checkout")
    grams = set()
    for path in sources.glob("*.txt"):
        text = re.sub(r"\s+", "", path.read_text(encoding="utf-8"))
        grams |= {text[i : i + 25] for i in range(len(text) - 24)}
    for path in [*ROOT.glob("kb/**/*.yaml"), *ROOT.glob("cases/**/*"), *ROOT.glob("docs/**/*")]:
        if path.is_file():
            text = re.sub(r"\s+", "", path.read_text(encoding="utf-8"))
            if re.search(r"[぀-ヿ]", text) and path.name != "book.yaml":
                hits = [
                    text[i : i + 25] for i in range(len(text) - 24) if text[i : i + 25] in grams
                ]
                assert not hits, (path, hits[0])


def test_kb_files_stay_short() -> None:
    for path in ROOT.glob("kb/**/*.lp"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 200, path


def test_every_answer_is_given_by_a_rule() -> None:
    words = set(re.findall(r"\w+", "\n".join(rule.text for rule in LIBRARY.rules)))
    answers = {(issue.id, name) for issue in LIBRARY.issues.values() for name in issue.answers}
    assert not sorted(pair for pair in answers if pair[1] not in words)


def test_every_predicate_is_read() -> None:
    """By a rule, in the answer, or by the notation, which reads some classes of the vocabulary."""
    read = {key.partition(":")[0] for rule in LIBRARY.rules for key in rule.reads} | set(OUTPUTS)
    given = {
        (head.partition(":")[0], rule.file)
        for rule in LIBRARY.rules
        for head in rule.heads
        if rule.file != "vocabulary"
    }
    assert not sorted((key, file) for key, file in given if key not in read)


def test_a_header_names_what_its_file_reads_and_gives() -> None:
    """A name that no rule of the file has any more misleads whoever looks for it."""
    stale = []
    for path in sorted(ROOT.glob("kb/**/*.lp")):
        text = path.read_text(encoding="utf-8")
        code = re.sub("%.*", "", text)
        listed = "\n".join(re.findall(r"^% (?:Reads|Gives) .*(?:\n% {6,}.*)*", text, re.M))
        names = re.findall(r"(\w+)/\d", listed)
        stale += [(path.name, n) for n in names if not re.search(rf"\b{n}\b", code)]
    assert not stale


def test_a_private_predicate_of_the_core_is_given_in_one_file() -> None:
    # They share one name space: two of a name would silently be one.
    given: dict[str, set[str]] = {}
    for rule in LIBRARY.rules:
        for head in rule.heads:
            if head.startswith("_core_"):
                given.setdefault(head.partition(":")[0], set()).add(Path(rule.file).name)
    assert {name: files for name, files in given.items() if len(files) > 1} == {}


def test_only_one_module_imports_clingo() -> None:
    for path in (ROOT / "pokerlogic").rglob("*.py"):
        if path.name != "asp.py":
            assert not re.search(
                r"^\s*(import|from) clingo", path.read_text(encoding="utf-8"), re.M
            ), path
