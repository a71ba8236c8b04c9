"""`search.yaml`: how clauses are looked up by words."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pokerlogic import spelling
from pokerlogic.forms import Form, read_yaml
from pokerlogic.library import Search
from pokerlogic.messages import msg

_SEARCH = {"weights", "numbers", "filler", "groups"}
_WEIGHTS = {
    *("name", "title", "paraphrase", "because"),
    *("vocabulary", "interpretation", "reading", "issue"),
}


def read_search(folders: Iterable[Path]) -> Search:
    """The words for looking things up; a later folder adds to the groups of an earlier one.

    Raises BookError for a group without words and for a word that stands in two groups.
    """
    weights: dict[str, int] = {}
    numbers: list[str] = []
    filler: list[str] = []
    groups: dict[str, list[str]] = {}
    owner: dict[str, str] = {}
    for path in (path for folder in folders for path in sorted(folder.glob("search.yaml"))):
        form = Form(msg("the.search_file"), path, read_yaml(path)).keys(_SEARCH)
        weights.update(_weights(form.part("weights", "`weights`")))
        for key, into in (("numbers", numbers), ("filler", filler)):
            if key in form.raw:
                into += _said(form.part(key, f"`{key}`"))
        for group, words in form.parts("groups", lambda group: msg("the.group", id=group)):
            for word in _said(words):
                _belongs(word, group, owner, words)
                groups.setdefault(group, []).append(word)
    found = {group: tuple(dict.fromkeys(said)) for group, said in groups.items()}
    return Search(weights, tuple(numbers), tuple(filler), found)


def _weights(form: Form) -> dict[str, int]:
    form.keys(_WEIGHTS)
    for name, value in form.raw.items():
        if not isinstance(value, int) or value < 0:
            help = msg("book.whole.help", key=name)
            raise form.fault("PL250", msg("search.weight", name=name), name, help)
    return dict(form.raw)


def _said(form: Form) -> list[str]:
    """Words in both languages; raises BookError where there are none."""
    form.keys(("en", "ja"), ("en", "ja"))
    found: list[str] = []
    for lang, said in form.raw.items():
        if not isinstance(said, list) or not said:
            raise form.fault(
                "PL250",
                msg("search.no_words", what=form.what, lang=lang),
                lang,
                msg("search.no_words.help", lang=lang),
            )
        for word in said:
            if not isinstance(word, str) or not spelling.key(word):
                raise form.fault(
                    "PL250",
                    msg("search.no_letters", what=form.what, word=str(word)),
                    lang,
                    msg("search.no_letters.help"),
                )
            found.append(word)
    return found


def _belongs(word: str, group: str, owner: dict[str, str], form: Form) -> None:
    """Note whose word it is; raises BookError if another group has it, however it is spelt."""
    other = owner.setdefault(spelling.key(word), group)
    if other != group:
        raise form.fault(
            "PL250",
            msg("search.two_groups", word=word, other=other, group=group),
            None,
            msg("search.two_groups.help"),
        )
