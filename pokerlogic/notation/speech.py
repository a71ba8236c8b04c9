"""Reads what a player was heard to say; never fails, whatever it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from lark import Lark, Tree
from lark.lexer import Lexer, LexerState, Token

from pokerlogic import resources
from pokerlogic.notation import vocabulary
from pokerlogic.notation.numerals import spoken_at
from pokerlogic.notation.text import is_boundary, is_spaceless, lowered, normal
from pokerlogic.situation import Said

_STOPS = {".": "STOP", "!": "STOP", "。": "STOP", ";": "STOP", "?": "QUESTION", "…": "STOP"}
_OFFICIAL = ("word", "word_more", "word_least")
_GROUP_IDS = {"hands": "said_hand", "results": "said_result", "least": "said_least"}


@dataclass(frozen=True)
class SpeechWords:
    """The words of speech.yaml: rows of surface, terminal and vocabulary id; and whole sayings."""

    rows: tuple[tuple[str, str, str], ...]
    whole: Mapping[str, str]

    @cached_property
    def by_first(self) -> dict[str, list[tuple[str, str, str]]]:
        """The rows by the first character of the surface, longer ones first."""
        found: dict[str, list[tuple[str, str, str]]] = {}
        for row in sorted(self.rows, key=lambda r: -len(r[0])):
            found.setdefault(row[0][0], []).append(row)
        return found

    @classmethod
    def read(cls) -> SpeechWords:
        """The words of the grammar folder."""
        data = vocabulary.load_yaml(resources.folder("grammar") / "speech.yaml")
        rows = []
        for id, words in data["acts"].items():
            rows += [(w, "ACT", id) for w in words["en"]] + [(w, "ACT_JA", id) for w in words["ja"]]
        for id, words in data["deeds"].items():
            rows += [(w, "DEED", id) for lang in words for w in words[lang]]
        plain = {
            "hands": "RESULT", "results": "RESULT",
            "more": "MORE", "least": "LEAST", "if": "IF", "if_end": "IF_END", "unless": "UNLESS",
            "ask": "ASK", "ask_end": "ASK_END",
            "not": "NOT", "strange": "OTHER", "filler": "",
        }  # fmt: skip
        for group, terminal in plain.items():
            id = _GROUP_IDS.get(group, "")
            rows += [(w, terminal, id) for lang in data[group] for w in data[group][lang]]
        whole = {normal(w).lower(): id for id, words in data["whole"].items() for w in words}
        return cls(tuple((normal(w).lower(), terminal, id) for w, terminal, id in rows), whole)

    def to_json(self) -> dict[str, Any]:
        """The words as lists and mappings."""
        return {"rows": self.rows, "whole": dict(self.whole)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> SpeechWords:
        """The words written by `to_json`."""
        return cls(tuple((w, t, id) for w, t, id in data["rows"]), data["whole"])


class SpeechLexer(Lexer):
    """Hands the tokens found by `scan` to the parser."""

    __future_interface__ = 2

    def __init__(self, conf: Any) -> None:
        pass

    def lex(self, lexer_state: LexerState, parser_state: Any) -> Iterator[Token]:
        """The tokens that are given to the parser instead of a text."""
        tokens: Sequence[Token] = lexer_state.text  # type: ignore[assignment]
        yield from tokens


def understand(parser: Lark, words: SpeechWords, speech: str) -> tuple[Said, ...]:
    """What was said, in order; at least one piece.

    >>> understand(parser, words, "raise to 800")
    (Said(word='said_raise', amounts=(800,), text=''),)
    """
    text = normal(speech)
    whole = words.whole.get(lowered(text).strip(" .!。"))
    if whole:
        return (Said(whole),)
    tree: Tree[Token] = parser.parse(list(scan(words, text)))
    said: list[Said] = []
    for sentence in _sentences(tree):
        said += _sentence(sentence, text)
    if all(s.word == "said_unofficial" for s in said):
        return (Said("said_unofficial", (), speech),)
    return tuple(said)


def scan(words: SpeechWords, text: str) -> Iterator[Token]:
    """The tokens of normalised speech; covers every text."""
    low = lowered(text)
    at = 0
    while at < len(low):
        if low[at] in _STOPS:
            yield Token(_STOPS[low[at]], low[at], start_pos=at, end_pos=at + 1)
            at += 1
            continue
        end, terminal, value = _next(words, low, at)
        if terminal:
            yield Token(terminal, value, start_pos=at, end_pos=end)
        at = end


def _next(words: SpeechWords, low: str, at: int) -> tuple[int, str, Any]:
    """The longest thing known at an index; no terminal for what adds nothing."""
    money = at + 1 if low[at] in "$¥€£" else at
    amount = spoken_at(low, money)
    found = (amount[0], "AMOUNT", amount[1]) if amount else None
    if found and money > at:
        return found[0], "AMOUNT", found[2][:1]
    word = _known(words, low, at)
    if word and (found is None or word[0] >= found[0]):
        return word
    if found:
        return found
    if not (low[at].isalnum() or low[at] == "'"):
        return at + 1, "", None
    return _unknown(words, low, at), "OTHER", None


def _known(words: SpeechWords, low: str, at: int) -> tuple[int, str, Any] | None:
    for surface, terminal, id in words.by_first.get(low[at], ()):
        end = at + len(surface)
        if not low.startswith(surface, at) or not is_boundary(low, end):
            continue
        if terminal == "ASK_END":
            if low[end:].strip(" 。.!?") == "":
                return end, "ASK", id
            continue
        runs_on = _is_katakana(surface[-1]) and end < len(low) and _is_katakana(low[end])
        # That is a longer foreign word, unless another known word begins here.
        if not runs_on or _known(words, low, end):
            return end, terminal, id
    return None


def _unknown(words: SpeechWords, low: str, at: int) -> int:
    """Where an unknown word ends: at its boundary, or where a known Japanese word begins."""
    end = at + 1
    while end < len(low):
        spaceless = is_spaceless(low[end])
        if low[end] in _STOPS or not (low[end].isalnum() or low[end] in "'ー"):
            break
        if spaceless != is_spaceless(low[end - 1]):
            break
        katakana = _is_katakana(low[end]) and _is_katakana(low[end - 1])
        if spaceless and not katakana and _known(words, low, end):
            break
        end += 1
    return end


def _is_katakana(c: str) -> bool:
    return "\u30a1" <= c <= "\u30fc"


def _sentences(tree: Tree[Token]) -> Iterator[list[Tree[Token] | Token]]:
    sentence: list[Tree[Token] | Token] = []
    for item in tree.children:
        sentence.append(item)
        if _kind(item) in ("STOP", "QUESTION"):
            yield sentence
            sentence = []
    if sentence:
        yield sentence


def _kind(item: Tree[Token] | Token) -> str:
    return item.type if isinstance(item, Token) else str(item.data)


def _sentence(items: list[Tree[Token] | Token], text: str) -> Iterator[Said]:
    kinds = [_kind(i) for i in items]
    official = any(k in _OFFICIAL for k in kinds)
    asks = "QUESTION" in kinds or "ASK" in (kinds[0], kinds[-1]) or kinds[-2:] == ["ASK", "STOP"]
    if official and not {"IF", "IF_END", "UNLESS"}.isdisjoint(kinds):
        yield Said("said_condition")
        if "UNLESS" not in kinds:
            yield from _condition(items, kinds)
    elif official and "NOT" in kinds:
        yield Said("said_unofficial", (), _slice(items, text))
    elif asks and official:
        yield Said("said_question")
        yield from (s for i in items for s in _as("asked", i))
    elif asks and "RESULT" not in kinds:
        yield Said("said_unofficial", (), _slice(items, text))
    else:
        yield from _pieces(items, text)


def _condition(items: list[Tree[Token] | Token], kinds: list[str]) -> Iterator[Said]:
    """What the condition is and what was promised; nothing if they cannot be told apart."""
    words = [n for n, kind in enumerate(kinds) if kind in _OFFICIAL]
    if len(words) < 2:
        return
    if "IF_END" in kinds:
        end = kinds.index("IF_END")
        before = [n for n in words if n < end]
        if not before:
            return
        condition = before[-1]
    else:
        begin = kinds.index("IF")
        after = [n for n in words if n > begin]
        if not after:
            return
        condition = after[0]
    promised = next((n for n in words if n > condition), words[0])
    if promised != condition:
        yield from _as("if", items[condition])
        yield from _as("promised", items[promised])


def _as(role: str, item: Tree[Token] | Token) -> Iterator[Said]:
    """An official word in another role than a declaration: `said_call` as `asked_call`."""
    if _kind(item) not in _OFFICIAL:
        return
    for said in _said(item, "") or ():
        if said.word != "said_unofficial":
            yield Said(f"{role}_{said.word.removeprefix('said_')}", said.amounts)


def _pieces(items: list[Tree[Token] | Token], text: str) -> Iterator[Said]:
    """The pieces of a plain sentence; unknown words in a row are one piece."""
    unknown: list[Tree[Token] | Token] = []
    for item in items:
        said = _said(item, text)
        if said is None:
            if _kind(item) not in ("STOP", "QUESTION"):
                unknown.append(item)
            continue
        if unknown:
            yield Said("said_unofficial", (), _slice(unknown, text))
            unknown = []
        yield from said
    if unknown:
        yield Said("said_unofficial", (), _slice(unknown, text))


def _said(item: Tree[Token] | Token, text: str) -> list[Said] | None:
    if isinstance(item, Token):
        return [Said(str(item.value))] if item.type == "RESULT" else None
    tokens = {t.type: t for t in item.children if isinstance(t, Token)}
    amounts = tokens["AMOUNT"].value if "AMOUNT" in tokens else ()
    if item.data == "amount":
        return [Said("said_amount", amounts)]
    if item.data == "other":
        return None
    term = next(tokens[t] for t in ("ACT", "ACT_JA", "DEED") if t in tokens)
    if item.data == "word":
        return [Said(term.value, amounts)]
    if item.data == "word_least":
        return [Said(term.value), Said(tokens["LEAST"].value)]
    rest = [t for t in tokens.values() if t is not term]
    return [Said(term.value), Said("said_unofficial", (), _slice(rest, text))]


def _slice(items: Sequence[Tree[Token] | Token], text: str) -> str:
    """The text from the first to the last of these items."""
    tokens = [t for i in items for t in ([i] if isinstance(i, Token) else i.children)]
    starts = [t.start_pos or 0 for t in tokens if isinstance(t, Token)]
    ends = [t.end_pos or 0 for t in tokens if isinstance(t, Token)]
    return text[min(starts) : max(ends)]
