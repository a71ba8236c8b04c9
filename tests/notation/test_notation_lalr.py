"""Tables as plain data: what is loaded is what was built."""

from __future__ import annotations

import json
from typing import Any

import pytest
from lark import Token

from pokerlogic import resources
from pokerlogic.notation import grammar, lalr, words
from pokerlogic.notation.lalr import Parser
from pokerlogic.notation.speech import SpeechLexer

BUILT = {
    "table": lambda: grammar._build_table(words.build()),
    "speech": lambda: lalr.build(
        (resources.folder("grammar") / "speech.lark").read_text(encoding="utf-8"), SpeechLexer
    ),
}


def loaded(dumped: dict[str, Any]) -> Parser:
    return Parser(json.loads(json.dumps(dumped)), SpeechLexer)


def told(rule: Any) -> tuple[Any, ...]:
    """Everything that decides what a reduced rule makes; rules compare less."""
    symbols = [(s, getattr(s, "filter_out", None)) for s in (rule.origin, *rule.expansion)]
    own = rule.options
    options = (own.keep_all_tokens, own.expand1, own.priority, own.template_source)
    return symbols, rule.order, rule.alias, options


@pytest.mark.parametrize("name", BUILT)
def test_a_loaded_table_is_the_one_that_was_built(name: str) -> None:
    built = BUILT[name]()
    table = built.parser.parser._parse_table
    parser = loaded(lalr.dump(built))
    assert (parser.start,) == (tuple(table.start_states.values()),)
    for state, row in table.states.items():
        found = parser.states[state]
        assert list(found) == list(row)
        for symbol, (action, to) in row.items():
            assert found[symbol][0] is action
            if isinstance(to, int):
                assert found[symbol][1] == to
            else:
                assert told(found[symbol][1]) == told(to)
    with pytest.raises(IndexError):
        parser.states[len(table.states)]


GRAMMAR = """
start: group+
?group: A _more -> two | one | C group
one: X _END?
_more: B B | B
%declare A B C X _END
"""


@pytest.mark.parametrize("given", ["A B B A B", "X", "X _END", "C X C C A B X"])
def test_trees_are_those_of_lark(given: str) -> None:
    built = lalr.build(GRAMMAR, SpeechLexer)
    tokens = [Token(name, name) for name in given.split()]
    assert loaded(lalr.dump(built)).parse(tokens) == built.parse(tokens)


@pytest.mark.parametrize(
    ("key", "damaged"), [("states", "1 2\n"), ("rules", 5), ("symbols", [[]]), ("start", None)]
)
def test_damaged_data_are_refused(key: str, damaged: object) -> None:
    dumped = lalr.dump(BUILT["speech"]())
    with pytest.raises((TypeError, ValueError)):
        loaded({**dumped, key: damaged})
