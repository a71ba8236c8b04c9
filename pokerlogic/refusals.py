"""Answers to "why not" as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .explain import Node
from .library import Library
from .render import (
    branch_words,
    citation_json,
    do_word,
    headline,
    option_text,
    place_of,
    reasons,
    ruling_json,
    say,
)
from .ruling import Branch, Text
from .trees import below, node_json
from .whynot import ACTION, Supposed, WhyNot

LEVELS = 3
"""How far down conditions are told, unless somebody asks for more."""

_WORDS: dict[str, Text] = {
    "open": {"en": "{who} may {do}: {option}", "ja": "{who} は {do} できる：{option}"},
    "ruled": {"en": "that is the ruling: {ruling}", "ja": "そのとおりの裁定：{ruling}"},
    "among": {"en": "that is left open: {ruling}", "ja": "その答えもありうる：{ruling}"},
    "not_to_act": {"en": "{who} may not act: {turn}", "ja": "{who} の番ではない：{turn}"},
    "nobody": {"en": "no one is to act", "ja": "アクションするプレイヤーはいない"},
    "turn": {"en": "it is {other}'s turn", "ja": "{other} の番"},
    "below": {
        "en": "{who} may not {do}: {n} short of the least, {option}",
        "ja": "{who} は {do} できない：最低額に {n} 不足、{option}",
    },
    "above": {
        "en": "{who} may not {do}: {n} over the most, {option}",
        "ja": "{who} は {do} できない：最大額を {n} 超過、{option}",
    },
    "off": {
        "en": "{who} may not {do}: only {option}",
        "ja": "{who} は {do} できない：{option} のみ",
    },
    "barred": {"en": "{who} may not {do}", "ja": "{who} は {do} できない"},
    "otherwise": {"en": "the ruling is {ruling}", "ja": "裁定は {ruling}"},
    "unruled": {"en": "there is no such ruling here", "ja": "ここにその裁定はない"},
    "silent": {
        "en": "no clause of {book} gives that answer here",
        "ja": "{book} にその答えを出す条項はない",
    },
    "nearest": {"en": "nearest: {where}", "ja": "最も近い条項 {where}"},
    "lacks": {"en": "what fails:", "ja": "満たしていない条件："},
    "change": {"en": "would be so if: {what}", "ja": "次のとおりなら可：{what}"},
    "and": {"en": "; and ", "ja": "、かつ "},
}


def _phrase(word: str, lang: str, **values: object) -> str:
    text = _WORDS[word][lang]
    for name, value in values.items():
        shown = f"{value:,}" if isinstance(value, int) else str(value)
        text = text.replace("{" + name + "}", shown)
    return text


def sentence(found: WhyNot, library: Library, lang: str) -> str:
    """The answer in one sentence."""
    who, do = found.who or "", _asked(found, library, lang)
    option = option_text(found.option, library, lang) if found.option else ""
    if found.kind == "not_to_act":
        turn = (
            _phrase("turn", lang, other=found.to_act) if found.to_act else _phrase("nobody", lang)
        )
        return _phrase("not_to_act", lang, who=found.who, turn=turn)
    if found.kind == "bound" and found.bound is not None:
        ranged = found.bound.option.least is not None
        word = ("above" if found.bound.most else "below") if ranged else "off"
        return _phrase(word, lang, who=who, do=do, n=found.bound.short, option=option)
    if found.kind in ("ruled", "among", "otherwise", "silent") and found.ruling is not None:
        word = "otherwise" if found.kind == "silent" else found.kind
        return _phrase(word, lang, ruling=headline(found.ruling, library, lang))
    if found.kind in ("otherwise", "silent"):
        return _phrase("unruled", lang)
    return _phrase(found.kind, lang, who=who, do=do, option=option)


def _asked(found: WhyNot, library: Library, lang: str) -> str:
    """The action that was asked about, in words."""
    if found.do is None:
        return found.asked
    do = library.issues[ACTION].answers[found.do].do
    amount = f" {found.amount:,}" if found.amount is not None else ""
    return f"{do_word(do, library, lang)}{amount}"


def to_text(found: WhyNot, library: Library, lang: str, depth: int = LEVELS) -> str:
    """The answer, what bars it, what fails and what would allow it."""
    lines = [f"{given}:" for given in _given(found, library, lang)]
    lines.append(sentence(found, library, lang))
    bound = found.bound.by if found.bound is not None else ()
    for where, why in reasons(bound or found.by, library, lang):
        lines.append(f"    {where}: {why}")
    if found.kind == "silent":
        lines.append(f"    {_phrase('silent', lang, book=_books(found, library, lang))}")
    lines += _lacking(found.nodes, library, lang, depth)
    if found.change:
        what = _phrase("and", lang).join(c[lang] for c in found.change)
        lines.append(f"    {_phrase('change', lang, what=what)}")
    return "\n".join(lines)


def _lacking(nodes: tuple[Node, ...], library: Library, lang: str, depth: int) -> Iterator[str]:
    """Clauses head their conditions; the first one is the nearest."""
    for node in nodes:
        if node.kind == "clause" and node.clause is not None:
            where = place_of(node.clause, library)
            yield f"    {_phrase('nearest', lang, where=where)}: {node.text[lang]}"
            yield from _conditions(node.children, library, lang, depth, "      ")
    plain = tuple(n for n in nodes if n.kind != "clause")
    if plain and len(plain) == len(nodes):
        yield f"    {_phrase('lacks', lang)}"
    yield from _conditions(plain, library, lang, depth, "      ")


def _conditions(
    nodes: tuple[Node, ...], library: Library, lang: str, depth: int, indent: str
) -> Iterator[str]:
    for node in nodes:
        where = f"{place_of(node.clause, library)}: " if node.clause is not None else ""
        at = f" [{say('line', lang, n=node.line)}]" if node.line else ""
        unstated = f" ({say('unstated', lang)})" if node.kind == "open" else ""
        yield f"{indent}- {where}{node.text[lang]}{at}{unstated}"
        if node.kind in ("denied", "clause"):
            if depth > 1:
                yield from _conditions(node.children, library, lang, depth - 1, indent + "    ")
        else:
            yield from below(node.children, lang, depth - 1, indent + "    ")


def _given(found: WhyNot, library: Library, lang: str) -> Iterator[str]:
    for one in found.given:
        words = _open_words(one, library, lang)
        yield say("if", lang, what=words) if isinstance(one, Branch) else words


def _open_words(one: Branch | Supposed, library: Library, lang: str) -> str:
    if isinstance(one, Branch):
        return branch_words(one, library, lang)
    return f"{one.question.text[lang]} {say('yes' if one.holds else 'no', lang)}"


def _books(found: WhyNot, library: Library, lang: str) -> str:
    named = [library.books[b].title[lang] for b in found.books]
    return " + ".join(named)


def to_json(found: WhyNot, library: Library) -> dict[str, Any]:
    """The same as data."""
    row: dict[str, Any] = {
        "kind": found.kind,
        "who": found.who,
        "text": {lang: sentence(found, library, lang) for lang in ("en", "ja")},
        "by": [citation_json(c) for c in found.by],
    }
    if found.do is not None:
        row["do"] = library.issues[ACTION].answers[found.do].do
    if found.amount is not None:
        row["amount"] = found.amount
    if found.kind == "not_to_act":
        row["to_act"] = found.to_act
    if found.given:
        row["given"] = [
            {lang: _open_words(g, library, lang) for lang in ("en", "ja")} for g in found.given
        ]
    if found.ruling is not None:
        row["ruling"] = ruling_json(found.ruling, library)
    if found.bound is not None:
        row["bound"] = {
            "limit": found.bound.bound,
            "is": "most" if found.bound.most else "least",
            "off": found.bound.short,
        }
    if found.nearest is not None:
        row["nearest"] = citation_json(found.nearest)
    if found.nodes:
        row["fails"] = [node_json(n) for n in found.nodes]
        row["change"] = list(found.change)
    return row


__all__ = ["sentence", "to_json", "to_text"]
