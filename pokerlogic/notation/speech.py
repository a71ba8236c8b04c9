"""Reads what a player was heard to say; never fails, whatever it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from lark import Tree
from lark.lexer import Lexer, Token

from pokerlogic import resources
from pokerlogic.notation import vocabulary
from pokerlogic.notation.lalr import Parser
from pokerlogic.notation.numerals import spoken_at
from pokerlogic.notation.rows import denied, in_parts, without_objects, without_totals
from pokerlogic.notation.text import is_boundary, is_spaceless, lowered, normal
from pokerlogic.situation import Said

_STOPS = {".": "STOP", "!": "STOP", "。": "STOP", ";": "STOP", "?": "QUESTION", "…": "STOP"}
_OFFICIAL = ("word", "word_more", "word_least")
_AMOUNTS = {"amount": "loose_amount", "on_top": "loose_on_top", "BASE": "said_base"}
_TALK = ("OTHER", "ASK", "other")
_TERMS = ("ACT_JA", "DEED")
_DIGITS = re.compile(r"\d+(\.\d+)?")
_BLINDS = re.compile(r"(\d{1,6})(?:\.(\d{1,2}))?")
_DENIES = "denied"
_COUNTED = ("behind", "before", "sizes", "blinds")
_CONDITIONAL = frozenset({"IF", "IF_END", "UNLESS"})
_TO_A_TOTAL = frozenset({"said_raise", "said_bet"})
_GROUP_IDS = {
    "hands": "said_hand",
    "results": "said_result",
    "least": "said_least",
    "same": "said_same",
}


@dataclass(frozen=True)
class InBlinds:
    """An amount in hundredths of a big blind, standing where a plain one is a tuple."""

    hundredths: int


@dataclass(frozen=True)
class SpeechWords:
    """The words of speech.yaml: rows of surface, terminal and vocabulary id; and whole sayings."""

    rows: tuple[tuple[str, str, str], ...]
    whole: Mapping[str, str]
    behind: tuple[str, ...]
    before: tuple[str, ...]
    sizes: tuple[str, ...]
    blinds: tuple[str, ...]

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
            "total": "TOTAL", "more": "MORE", "plus": "PLUS", "upon": "UPON", "least": "LEAST",
            "same": "RESULT",
            "if": "IF", "if_end": "IF_END", "unless": "UNLESS",
            "ask": "ASK", "ask_end": "ASK_END",
            "no": "NO", "or": "OR", "also": "ALSO",
            "strange": "OTHER", "sizes": "SIZE", "breaks": "BREAK", "begin": "BEGIN",
            "of": "OF", "whose": "WHOSE", "filler": "",
        }  # fmt: skip
        for group, terminal in plain.items():
            id = _GROUP_IDS.get(group, "")
            rows += [(w, terminal, id) for lang in data[group] for w in data[group][lang]]
        rows += [(w, "TO", "") for w in data["to"]["en"]]
        rows += [(w, "TO_JA", "") for w in data["to"]["ja"]]
        rows += [(w, "NOT", "") for w in data["not"]["en"]]
        rows += [(w, "NOT_JA", "") for w in data["not"]["ja"]]
        rows += [(w, "DENIED", id) for id, words in data["denied"].items() for w in words]
        whole = {normal(w).lower(): id for id, words in data["whole"].items() for w in words}
        behind, before, sizes, blinds = (
            tuple(sorted((normal(str(w)).lower() for w in data["counted"][side]), key=len)[::-1])
            for side in _COUNTED
        )
        rows = [(normal(w).lower(), terminal, id) for w, terminal, id in rows]
        return cls(tuple(rows), whole, behind, before, sizes, blinds)

    def to_json(self) -> dict[str, Any]:
        """The words as lists and mappings."""
        return {
            "rows": self.rows,
            "whole": dict(self.whole),
            "behind": self.behind,
            "before": self.before,
            "sizes": self.sizes,
            "blinds": self.blinds,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> SpeechWords:
        """The words written by `to_json`."""
        rows = tuple((w, t, id) for w, t, id in data["rows"])
        sides = (tuple(data[side]) for side in _COUNTED)
        return cls(rows, data["whole"], *sides)


class SpeechLexer(Lexer):
    """Hands the tokens found by `scan` to the parser."""

    __future_interface__ = 2

    def __init__(self, conf: Any) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Token]:
        """The tokens that are given to the parser instead of a text."""
        tokens: Sequence[Token] = lexer_state.text
        yield from tokens


def understand(parser: Parser, words: SpeechWords, speech: str) -> tuple[Said, ...]:
    """What was said, in order; at least one piece.

    >>> understand(parser, words, "raise 800")
    (Said(word='said_raise', amounts=(800,), text=''),)
    """
    text = normal(speech)
    whole = words.whole.get(lowered(text).strip(" .!。"))
    if whole:
        return (Said(whole),)
    tokens, total = without_totals(list(scan(words, text)))
    tokens = denied(without_objects(in_parts(tokens)), text)
    breaks = [t.start_pos or 0 for t in tokens if t.type == "BREAK"]
    tree: Tree[Token] = parser.parse([t for t in tokens if t.type != "BREAK"])
    said: list[Said] = []
    for sentence in _sentences(tree):
        said += _sentence(sentence, breaks, text)
    if total:
        said = [*_as_totals(said)]
    refused = [s for s in said if s.word.startswith(f"{_DENIES}_")]
    if all(s.word == "said_unofficial" for s in said if s not in refused):
        return (Said("said_unofficial", (), speech), *refused)
    return tuple(said)


def _as_totals(said: Sequence[Said]) -> Iterator[Said]:
    """Behind each term with its amount, that the amount is the total."""
    for one in said:
        yield one
        if one.word in _TO_A_TOTAL and (one.amounts or one.blinds):
            yield Said("said_in_all")


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
    if found and (not any(found[2]) or _is_negative(low, at)):
        return found[0], "OTHER", None
    if found and money > at:
        return found[0], "AMOUNT", found[2][:1]
    blinds = _in_blinds(words, low, at, found)
    if blinds:
        return blinds
    word = _known(words, low, at)
    counted = _counted(words, low, at, found[0] if found else None)
    if counted and (word is None or counted[0] > word[0]):
        return counted[0], counted[1], None
    if word and (found is None or word[0] >= found[0]):
        return word
    if found:
        return found
    if not (low[at].isalnum() or low[at] == "'"):
        return at + 1, "", None
    return _unknown(words, low, at), "OTHER", None


def _in_blinds(
    words: SpeechWords, low: str, at: int, found: tuple[int, str, Any] | None
) -> tuple[int, str, InBlinds] | None:
    """An amount in big blinds: `3 bb`, `2.5 big blinds`, `three bb`."""
    digits = _BLINDS.match(low, at)
    if digits:
        end, hundredths = digits.end(), int(digits[1]) * 100 + int((digits[2] or "").ljust(2, "0"))
    elif found:
        end, hundredths = found[0], found[2][0] * 100
    else:
        return None
    start = end + len(low[end:]) - len(low[end:].lstrip(" -"))
    unit = _starts(words.blinds, low, start)
    return (start + len(unit), "AMOUNT", InBlinds(hundredths)) if unit and hundredths else None


def _is_negative(low: str, at: int) -> bool:
    return low[at - 1 : at] == "-" and not low[at - 2 : at - 1].isalnum()


def _counted(words: SpeechWords, low: str, at: int, end: int | None) -> tuple[int, str] | None:
    """Where a number ends that counts something else than chips: `3倍`, `2 bb`, `seat 3`."""
    if end is not None:
        start = end + len(low[end:]) - len(low[end:].lstrip(" -"))
        for units, terminal in ((words.sizes, "SIZE"), (words.behind, "OTHER")):
            unit = _starts(units, low, start)
            if unit:
                return start + len(unit), terminal
        return None
    digits = _DIGITS.match(low, at)
    unit = _starts(words.sizes, low, digits.end()) if digits else ""
    if digits and unit:
        return digits.end() + len(unit), "SIZE"
    noun = _starts(words.before, low, at)
    if not noun:
        return None
    start = at + len(noun)
    start += len(low[start:]) - len(low[start:].lstrip(" "))
    number = spoken_at(low, start) if start < len(low) else None
    return (number[0], "OTHER") if number else None


def _starts(surfaces: Sequence[str], low: str, at: int) -> str:
    """The longest of these words at an index, or nothing."""
    for one in surfaces:
        if low.startswith(one, at) and is_boundary(low, at + len(one)):
            return one
    return ""


def _known(words: SpeechWords, low: str, at: int) -> tuple[int, str, Any] | None:
    for surface, terminal, id in words.by_first.get(low[at], ()):
        end = at + len(surface)
        if not low.startswith(surface, at) or not is_boundary(low, end):
            continue
        if terminal == "BEGIN":
            begins = low[:at].rstrip()[-1:] in ("", *_STOPS, ",")
            return end, "OTHER" if begins else "", id
        if terminal == "ASK_END":
            if low[end:].strip(" 。.!?") == "":
                return end, "ASK", id
            continue
        # That is a longer foreign word, unless another known word begins here.
        if not _runs_on(low, end) or _known(words, low, end):
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
        known = _known(words, low, end) if spaceless else None
        # Inside a foreign word only an official term at its end is a word of its own.
        if known and (not katakana or (known[1] in _TERMS and not _runs_on(low, known[0]))):
            break
        end += 1
    return end


def _runs_on(low: str, end: int) -> bool:
    """Whether a foreign word goes on at an index."""
    return end < len(low) and _is_katakana(low[end - 1]) and _is_katakana(low[end])


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


def _sentence(items: list[Tree[Token] | Token], breaks: Sequence[int], text: str) -> Iterator[Said]:
    kinds = [_kind(i) for i in items]
    official = any(k in _OFFICIAL for k in kinds)
    clauses = list(_clauses(items, breaks))
    asks = "QUESTION" in kinds or "ASK" in (kinds[0], kinds[-1]) or kinds[-2:] == ["ASK", "STOP"]
    conditional = official and not _CONDITIONAL.isdisjoint(kinds)
    before = _before_condition(clauses) if conditional else []
    if before:
        # What was said first is no part of the condition.
        for clause in before:
            yield from _clause(clause, text)
        yield from _sentence([i for c in clauses[len(before) :] for i in c], (), text)
    elif conditional and not (asks and sum(k in _OFFICIAL for k in kinds) == 1):
        yield Said("said_condition")
        if "UNLESS" not in kinds and "DENIED" not in kinds:
            yield from _condition(items, kinds)
    elif len(clauses) > 1 and _kind(clauses[-1][0]) == "ASK" and kinds[0] != "ASK":
        # What comes before the question was not asked.
        for clause in clauses[:-1]:
            yield from _clause(clause, text)
        yield from _sentence(clauses[-1], (), text)
    elif official and asks and "NOT" not in kinds:
        yield Said("said_question")
        yield from (s for i in items for s in _as("asked", i))
    elif asks and not official and "RESULT" not in kinds:
        yield Said("said_inquiry")
    else:
        for clause in clauses:
            yield from _clause(clause, text)


def _before_condition(
    clauses: Sequence[list[Tree[Token] | Token]],
) -> Sequence[list[Tree[Token] | Token]]:
    """The parts before one with a condition, if what is left still holds a promise."""
    kinds = [[_kind(i) for i in clause] for clause in clauses]
    first = next(n for n, part in enumerate(kinds) if not _CONDITIONAL.isdisjoint(part))
    left = sum(k in _OFFICIAL for part in kinds[first:] for k in part)
    return clauses[:first] if left > 1 else []


def _clauses(
    items: list[Tree[Token] | Token], breaks: Sequence[int]
) -> Iterator[list[Tree[Token] | Token]]:
    """The parts of a sentence between its breaks; a break inside an item parts nothing."""
    clause: list[Tree[Token] | Token] = []
    end = 0
    for item in items:
        start, following = _span(item)
        if clause and any(end <= b < start for b in breaks):
            yield clause
            clause = []
        clause.append(item)
        end = following
    yield clause


def _clause(items: list[Tree[Token] | Token], text: str) -> Iterator[Said]:
    """What was declared or spoken of, and behind it the official words that were denied."""
    yield from _plain(items, text)
    for item in items:
        if isinstance(item, Token) and item.type == "DENIED":
            yield _in_role(_DENIES, Said(str(item.value)))


def _plain(items: list[Tree[Token] | Token], text: str) -> Iterator[Said]:
    """An official word beside words that nobody knows is talk, a declaration otherwise."""
    kinds = [_kind(i) for i in items]
    official = any(k in _OFFICIAL for k in kinds)
    unknown = any(k in _TALK and not _is_size(i) for i, k in zip(items, kinds, strict=True))
    if official and "NOT" in kinds:
        yield Said("said_unofficial", (), _slice(items, text))
        yield from (s for i in items for s in _as(_DENIES, i))
    elif official and unknown:
        yield Said("said_talk")
        yield from (s for i in items for s in _as("asked", i))
    elif unknown and not _AMOUNTS.keys().isdisjoint(kinds):
        yield Said("said_unofficial", (), _slice(items, text))
        # The amount is kept, for whoever judges what the words mean.
        named = [i for i in items if _kind(i) in _AMOUNTS] if "NOT" not in kinds else []
        yield from (
            replace(s, word=_AMOUNTS[_kind(i)], text="") for i in named for s in _said(i, "") or []
        )
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
    yield from (_in_role(role, said) for said in (_said(item, "") or [])[:1])


def _in_role(role: str, said: Said) -> Said:
    word = f"{role}_{said.word.removeprefix('said_')}"
    return Said(word) if role == _DENIES else Said(word, said.amounts, "", said.blinds)


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
        if item.type == "BASE":
            return [_amounting("said_base", item.value)]
        return [Said(str(item.value))] if item.type == "RESULT" else None
    tokens = {t.type: t for t in item.children if isinstance(t, Token)}
    amounts = tokens["AMOUNT"].value if "AMOUNT" in tokens else ()
    if item.data == "amount":
        return [_amounting("said_amount", amounts)]
    if item.data == "on_top":
        return [_amounting("said_on_top", amounts)]
    if item.data == "other":
        return None
    term = next(tokens[t] for t in ("ACT", "ACT_JA", "DEED") if t in tokens)
    if item.data == "word":
        return [_amounting(term.value, amounts)]
    if item.data == "word_least":
        return [Said(term.value), Said(tokens["LEAST"].value)]
    if amounts:
        return [Said(term.value), _amounting("said_on_top", amounts)]
    return [Said(term.value), Said("said_unofficial", (), _slice([tokens["MORE"]], text))]


def _amounting(word: str, amount: tuple[int, ...] | InBlinds) -> Said:
    """A word with its amount, which may be one in big blinds."""
    return (
        Said(word, (), "", amount.hundredths)
        if isinstance(amount, InBlinds)
        else Said(word, amount)
    )


def _is_size(item: Tree[Token] | Token) -> bool:
    """Whether it tells how much without an amount: what is declared with it stays declared."""
    return isinstance(item, Tree) and [getattr(t, "type", "") for t in item.children] == ["SIZE"]


def _slice(items: Sequence[Tree[Token] | Token], text: str) -> str:
    """The text from the first to the last of these items."""
    spans = [_span(i) for i in items]
    return text[min(s for s, _ in spans) : max(e for _, e in spans)]


def _span(item: Tree[Token] | Token) -> tuple[int, int]:
    tokens = [item] if isinstance(item, Token) else item.children
    starts = [t.start_pos or 0 for t in tokens if isinstance(t, Token)]
    ends = [t.end_pos or 0 for t in tokens if isinstance(t, Token)]
    return min(starts), max(ends)
