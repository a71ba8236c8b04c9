"""Ranges of starting hands: `66+, A2s+, KQo` between quotes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import lark
from lark.exceptions import UnexpectedInput
from lark.lexer import Token

from pokerlogic import resources
from pokerlogic.errors import TableError, shown
from pokerlogic.messages import msg
from pokerlogic.notation.text import normal
from pokerlogic.situation import Place

_RANKS = "23456789TJQKA"


def read(text: str, place: Place) -> tuple[str, ...]:
    """The items of a range as they are printed: `66+`, `A2s-A5s`, `KQo`.

    Raises TableError for what is no range.
    """
    try:
        tree = _parser().parse(normal(text).replace("、", ","))
    except UnexpectedInput:
        raise _unread(text, place) from None
    return tuple(_item(item, text, place) for item in tree.children if isinstance(item, lark.Tree))


@cache
def _parser() -> lark.Lark:
    grammar = (resources.folder("grammar") / "range.lark").read_text(encoding="utf-8")
    return lark.Lark(grammar, parser="lalr", maybe_placeholders=True)


def _item(item: lark.Tree[Token], text: str, place: Place) -> str:
    words = [c for c in item.children if not (isinstance(c, Token) and c.type == "TO")]
    hands = [_hand(words[i : i + 3], text, place) for i in range(0, len(words), 3)]
    first, *last = hands
    if not last:
        return first + ("+" if item.data == "up" else "")
    # Both ends are pairs, or share the high rank and the suits.
    pairs = [h[0] == h[1] for h in hands]
    alike = (first[0], first[2:]) == (last[0][0], last[0][2:])
    if not all(pairs) and (any(pairs) or not alike):
        raise _unread(text, place)
    low, high = sorted(hands, key=lambda h: _RANKS.index(h[1]))
    return f"{low}-{high}"


def _hand(words: Sequence[object], text: str, place: Place) -> str:
    high, low = str(words[0]).upper(), str(words[1]).upper()
    suits = str(words[2] or "").lower()
    if _RANKS.index(high) < _RANKS.index(low) or (high == low and suits):
        raise _unread(text, place)
    return high + low + suits


def _unread(text: str, place: Place) -> TableError:
    return TableError(
        "PL117", msg("range.unread", written=shown(text)), place, msg("range.unread.help")
    )
