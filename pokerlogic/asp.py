"""The only door to clingo: its symbols, its syntax trees and its solver."""

from __future__ import annotations

from functools import lru_cache

from clingo import (
    Control,
    Function,
    Infimum,
    MessageCode,
    Model,
    Number,
    String,
    Supremum,
    Symbol,
    SymbolType,
    ast,
    parse_term,
)
from clingo import (
    __version__ as clingo_version,
)

__all__ = [
    "Control",
    "Function",
    "Infimum",
    "MessageCode",
    "Model",
    "Number",
    "String",
    "Supremum",
    "Symbol",
    "SymbolType",
    "ast",
    "clingo_version",
    "nested",
    "parse_term",
    "plain",
    "term",
]


@lru_cache(maxsize=1 << 16, typed=True)
def term(value: object) -> Symbol:
    """A clingo symbol for an integer, a string, a symbol, or a tuple (name, *arguments)."""
    if isinstance(value, Symbol):
        return value
    if isinstance(value, bool):
        raise TypeError("a truth value is no term")
    if isinstance(value, int):
        return Number(value)
    if isinstance(value, str):
        return String(value)
    if isinstance(value, tuple):
        return Function(str(value[0]), [term(v) for v in value[1:]])
    raise TypeError(f"no term for {value!r}")


def plain(symbol: Symbol) -> int | str:
    """The Python value of a number, a string or a constant; other terms as their text."""
    if symbol.type == SymbolType.Number:
        return symbol.number
    if symbol.type == SymbolType.String:
        return symbol.string
    return str(symbol)


def nested(symbol: Symbol) -> object:
    """The Python value of any term: what `term` would turn into it again."""
    if symbol.type == SymbolType.Function:
        return (symbol.name, *(nested(a) for a in symbol.arguments))
    return plain(symbol)
