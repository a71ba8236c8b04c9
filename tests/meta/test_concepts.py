"""Everything that can be part of an explanation has its words."""

from __future__ import annotations

import pytest

from pokerlogic import engine
from pokerlogic.library import Clause, placeholders

LIBRARY = engine.profile("every").library
MACHINERY = {
    "concludes", "ruling", "world", "observed", "not_observed", "reading", "parameter", "chosen",
}  # fmt: skip


def _public() -> dict[str, int]:
    """The public predicates that rules give or read, with how many arguments they have."""
    found = {}
    for rule in LIBRARY.rules:
        for key in (*rule.heads, *rule.reads):
            name, _, size = key.split(":")[0].partition("/")
            if not name.startswith("_") and name not in MACHINERY:
                found[name] = int(size)
    return found


@pytest.mark.parametrize("name", sorted(_public()))
def test_a_predicate_has_its_words(name: str) -> None:
    concept = LIBRARY.concept(name)
    if concept is None:
        assert name in LIBRARY.vocabulary, f"`{name}` has no sentence"
        return
    if concept.kind in ("concept", "history"):
        assert len(concept.args) == _public()[name]
        known = {argument for argument, _ in concept.args}
        for text in (concept.says, concept.denied):
            assert placeholders(text) <= known
            assert not text or (text["en"].strip() and text["ja"].strip())


def test_no_words_are_left_over() -> None:
    assert set(LIBRARY.concepts) <= set(_public())


@pytest.mark.parametrize(
    "clause", [c for b in LIBRARY.books.values() for c in b.clauses.values()], ids=lambda c: c.id
)
def test_a_clause_has_its_sentences(clause: Clause) -> None:
    for text in (clause.because, clause.paraphrase):
        assert text["en"].strip() and text["ja"].strip()
