"""Rows of tokens of speech before the grammar: amounts in two parts, objects, denials."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from lark.lexer import Token

ACTS = ("ACT", "ACT_JA", "DEED")

_LETTERS = {
    "AMOUNT": "a", "OF": "o", "WHOSE": "w", "BREAK": "b", "PLUS": "p", "MORE": "m", "UPON": "u",
}  # fmt: skip
# In letters of `_letter`: a bet with its amount on either side (`600のレイズに`, behind it only
# before a word that takes none: コール600にレイズ is a raise to 600), or somebody's amount.
_OBJECT = re.compile(r"w?a?[te]o+b?(?=a?o*[te])|w?[te]ao+b?(?=e)|wao*b?(?=a?o*[te])|(?<=[te])wa")
# Two amounts of which one comes on top of the other; a call takes the first one as its own.
_FIRST = r"(?<![ew])(?P<first>w?a)"
_TWO_PARTS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_FIRST}(?P<more>(?:[ob]*p+[ob]*w?a)+)",
        rf"{_FIRST}o+b?(?P<more>m[ob]*a)",
        rf"{_FIRST}[ob]*(?P<more>a[ob]*(?:m|p(?![ob]*w?a)))",
        r"(?<![ew])(?P<more>a[ob]*u)(?P<first>w?a)",
    )
)
_JOINS = frozenset({"OR", "ALSO"})
# What denies or joins nothing.
_LEFT_OVER = {"NOT_JA": "NOT", "NO": "OTHER", "OR": "OTHER"}
_HOW_MUCH = frozenset({"AMOUNT", "MORE", "LEAST", "SIZE"})


def without_totals(tokens: Sequence[Token]) -> tuple[list[Token], bool]:
    """The tokens without the words for a total, and whether an amount was named as one.

    Of two amounts, as in `raise 700 to 1200`, the first one is on top.
    """
    types = [t.type for t in tokens]
    told = (
        "TOTAL" in types
        or ("TO", "AMOUNT") in pairwise(types)
        or ("AMOUNT", "TO_JA", "ACT_JA") in zip(types, types[1:], types[2:], strict=False)
    )
    left = []
    for at, token in enumerate(tokens):
        if token.type == "TO" and types[at - 2 : at + 2] == ["ACT", "AMOUNT", "TO", "AMOUNT"]:
            left.append(_as("MORE", token))
        elif token.type not in ("TO", "TOTAL"):
            left.append(_as("OF", token) if token.type == "TO_JA" else token)
    return left, told


def in_parts(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with the first part of an amount in two parts told apart: `500` plus 1000."""
    shape = "".join(_letter(t) for t in tokens)
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        met = next((m for p in _TWO_PARTS if (m := p.match(shape, at))), None)
        if met is None:
            found.append(tokens[at])
            at += 1
            continue
        first = tokens[met.end("first") - 1]
        found += [_as("BASE", first), *_on_top(tokens[met.start("more") : met.end("more")])]
        at = met.end()
    return [_as("MORE", t) if t.type in ("PLUS", "UPON") else t for t in found]


def _on_top(tokens: Sequence[Token]) -> list[Token]:
    """The amount on top with the first word that says so; several plain ones are added up."""
    word = next(t for t in tokens if t.type not in ("AMOUNT", "WHOSE", "OF", "BREAK"))
    amounts = [t for t in tokens if t.type == "AMOUNT"]
    added = _as("AMOUNT", amounts[-1], *amounts)
    if all(len(t.value) == 1 for t in amounts):
        added.value = (sum(t.value[0] for t in amounts),)
    return [word, added]


def without_objects(tokens: Sequence[Token]) -> list[Token]:
    """The tokens without what an official term is about: `600のレイズに`コール, call `your 200`."""
    shape = "".join(_letter(t) for t in tokens)
    kept = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        found = _OBJECT.match(shape, at)
        if found:
            at = found.end()
            continue
        if token.type == "WHOSE":
            kept.append(_as("OTHER", token))
        elif token.type != "OF":
            kept.append(token)
        at += 1
    return kept


def _letter(token: Token) -> str:
    """One letter for what a token may be in a row: `t` a term, `e` one without an amount."""
    if token.type in ACTS:
        return "e" if token.type == "DEED" or token.value == "said_call" else "t"
    return _LETTERS.get(token.type, ".")


def denied(tokens: Sequence[Token], text: str) -> list[Token]:
    """The tokens with each negation taken into the official term it is about.

    An English one stands before its term, a Japanese one behind it; what was named with a term
    that is denied is denied with it.
    """
    refused: dict[int, Token] = {}
    gone: set[int] = set()
    for at, token in enumerate(tokens):
        if token.type not in ("NOT", "NOT_JA", "NO"):
            continue
        way = list(_sentence_from(tokens, at, -1 if token.type == "NOT_JA" else 1))
        met = list(_terms_on(tokens, [i for i in way if i not in refused]))
        if met and not (token.type == "NO" and not _touch(text, token, tokens[met[0]])):
            refused |= {i: _as("DENIED", tokens[i], token) for i in met}
            gone.update((at, *_said_with(tokens, way, met[-1])))
    return [
        refused.get(i) or _as(_LEFT_OVER.get(token.type, token.type), token)
        for i, token in enumerate(tokens)
        if i not in gone and token.type != "ALSO"
    ]


def _sentence_from(tokens: Sequence[Token], at: int, step: int) -> Iterator[int]:
    """The indices from a token to the end of its sentence, or to its beginning."""
    at += step
    while 0 <= at < len(tokens) and tokens[at].type not in ("STOP", "QUESTION"):
        yield at
        at += step


def _terms_on(tokens: Sequence[Token], way: Sequence[int]) -> Iterator[int]:
    """The nearest term before any break, and those joined to it: fold, call `or` raise."""
    between: set[str] = set()
    listed: list[int] = []
    nearest = False
    for i in way:
        if tokens[i].type not in ACTS:
            between.add(tokens[i].type)
            if not nearest and "BREAK" in between:
                return
            continue
        listed.append(i)
        if not nearest or not _JOINS.isdisjoint(between):
            yield from listed
            listed = []
        elif not between <= {"BREAK", *_HOW_MUCH}:
            return
        nearest = True
        between = set()


def _said_with(tokens: Sequence[Token], way: Sequence[int], last: int) -> Iterator[int]:
    """The amounts on the way to the last term that is denied, and right behind it."""
    end = way.index(last) + 1
    yield from (i for i in way[:end] if tokens[i].type in _HOW_MUCH)
    yield from takewhile(lambda i: tokens[i].type in _HOW_MUCH, way[end:])


def _touch(text: str, one: Token, other: Token) -> bool:
    """Whether nothing but space stands between two tokens."""
    return not text[one.end_pos : other.start_pos].strip(" -")


def _as(type: str, token: Token, *more: Token) -> Token:
    """The token as one of another type, over the text of some more."""
    starts, ends = zip(*((t.start_pos or 0, t.end_pos or 0) for t in (token, *more)), strict=True)
    return Token(type, token.value, start_pos=min(starts), end_pos=max(ends))
