"""The LALR tables of lark as small plain data, and parsers that take from it what they need.

It rests on how lark 1.3 holds rules, tables and parsers.  What is stored is kept under the version
of lark that made it, and a test compares each loaded table with the one that was built.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import lark
from lark.grammar import NonTerminal, Rule, RuleOptions, Symbol, Terminal
from lark.lexer import Lexer, LexerThread
from lark.parse_tree_builder import ParseTreeBuilder
from lark.parsers.lalr_analysis import IntParseTable, Reduce, Shift
from lark.parsers.lalr_parser import _Parser

Stack = tuple[int, ...]
Row = Mapping[str, tuple[Any, Any]]
"""What a state does with each symbol: shift to a state, or reduce by a rule."""
States = Mapping[int, Row]

_START = "start"
_MAKES: tuple[Callable[[str], Symbol], ...] = (
    Terminal,
    lambda name: Terminal(name, filter_out=True),
    NonTerminal,
)


def build(grammar: str, lexer: type[Lexer], *, strict: bool = False) -> lark.Lark:
    """The parser of a grammar, as lark makes it; raises GrammarError for one that has none."""
    return lark.Lark(grammar, parser="lalr", lexer=lexer, strict=strict, maybe_placeholders=False)


def dump(parser: lark.Lark) -> dict[str, Any]:
    """The table of a parser as data: names once, and a line of numbers for each rule and state.

    A rule is the numbers of its order, its alias, its options, its origin and its symbols; a
    state is a symbol and a step in turns.  A step is the state to shift to, or less than 0: the
    rule to reduce by, counted from -1 down.
    """
    table = parser.parser.parser._parse_table
    rules = parser.rules
    symbols: list[list[str]] = [[], [], []]
    for symbol in dict.fromkeys(s for rule in rules for s in (rule.origin, *rule.expansion)):
        symbols[_kind(symbol)].append(str(symbol.name))
    symbols[0].append("$END")
    number_of = {name: n for n, name in enumerate(name for group in symbols for name in group)}
    aliases = list(dict.fromkeys(rule.alias for rule in rules))
    options = list(dict.fromkeys(_options(rule) for rule in rules))
    rule_number = {rule: n for n, rule in enumerate(rules)}

    def of_rule(rule: Rule) -> list[int]:
        names = [number_of[s.name] for s in (rule.origin, *rule.expansion)]
        return [rule.order, aliases.index(rule.alias), options.index(_options(rule)), *names]

    def of_state(row: Row) -> Iterable[int]:
        for name, (action, to) in row.items():
            yield from (number_of[name], to if action is Shift else -1 - rule_number[to])

    lines = {
        "rules": _written(map(of_rule, rules)),
        "states": _written(of_state(table.states[n]) for n in range(len(table.states))),
    }
    return {
        "symbols": symbols,
        "aliases": aliases,
        "options": options,
        **lines,
        "digest": _digest(lines),
        "start": table.start_states[_START],
        "end": table.end_states[_START],
    }


def _kind(symbol: Symbol) -> int:
    return int(symbol.filter_out) if isinstance(symbol, Terminal) else 2


def _options(rule: Rule) -> tuple[Any, ...]:
    own = rule.options
    return own.keep_all_tokens, own.expand1, own.priority, own.template_source


def _digest(stored: Mapping[str, Any]) -> str:
    """Lines are read late, when it would be too late to find that they are damaged."""
    return hashlib.sha256(f"{stored['rules']}\n{stored['states']}".encode()).hexdigest()


def _written(lines: Iterable[Iterable[int]]) -> str:
    return "".join(" ".join(map(str, line)) + "\n" for line in lines)


class Parser:
    """A parser of stored data, which may have been through JSON.

    Raises ValueError, TypeError or KeyError for data that are damaged.
    """

    def __init__(self, stored: Mapping[str, Any], lexer: Callable[[Any], Lexer]) -> None:
        states = _States(stored)
        start, end = int(stored["start"]), int(stored["end"])
        self.states: States = states
        self.start: Stack = (start,)
        self._lexer = lexer(None)
        table = IntParseTable(states, {_START: start}, {_START: end})  # type: ignore[no-untyped-call]
        self._parser = _Parser(table, _Callbacks())

    def parse(self, given: Any) -> lark.Tree[lark.Token]:
        """The tree of what the lexer makes tokens of."""
        tree: lark.Tree[lark.Token] = self._parser.parse(
            LexerThread.from_custom_input(self._lexer, given), _START
        )
        return tree


class _States(dict[int, Row]):
    """The states of a table, each made when it is first come to: a text meets few of them."""

    def __init__(self, stored: Mapping[str, Any]) -> None:
        super().__init__()
        if _digest(stored) != stored["digest"]:
            raise ValueError("damaged lines")
        groups = stored["symbols"]
        self._names = [name for group in groups for name in group]
        self._symbols: list[Any] = [
            make(name) for make, group in zip(_MAKES, groups, strict=True) for name in group
        ]
        self._aliases = stored["aliases"]
        self._options = [RuleOptions(*options) for options in stored["options"]]
        self._rules = stored["rules"].splitlines()
        self._lines = stored["states"].splitlines()
        self._reduced: dict[int, Rule] = {}

    def __missing__(self, state: int) -> Row:
        numbers = list(map(int, self._lines[state].split()))
        row = {
            self._names[name]: (Shift, step) if step >= 0 else (Reduce, self._rule(-1 - step))
            for name, step in zip(numbers[::2], numbers[1::2], strict=True)
        }
        self[state] = row
        return row

    def _rule(self, number: int) -> Rule:
        if number not in self._reduced:
            order, alias, options, *symbols = map(int, self._rules[number].split())
            origin, *expansion = (self._symbols[s] for s in symbols)
            self._reduced[number] = Rule(
                origin, expansion, order, self._aliases[alias], self._options[options]
            )
        return self._reduced[number]


class _Callbacks(dict[Any, Callable[..., Any]]):
    """What makes the node of a rule, made when the rule is first reduced."""

    def __missing__(self, rule: Rule) -> Callable[..., Any]:
        builder: Any = ParseTreeBuilder
        self |= builder([rule], lark.Tree).create_callback()
        return self[rule]

    def __bool__(self) -> bool:
        """Without callbacks, lark makes no tree."""
        return True
