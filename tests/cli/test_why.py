"""The derivation of rulings: made of the rules that fired, down to the lines of the file."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from sampling import part

from pokerlogic import engine
from pokerlogic.cases import table_files
from pokerlogic.cli import main
from pokerlogic.errors import PokerlogicError
from pokerlogic.explain import Explanation, Node
from pokerlogic.notation import parse
from pokerlogic.situation import Situation

ROOT = Path(__file__).parents[2]
FLOP = (
    "game NLHE tournament\nblinds 100/200\nseat 1 D 20000 button\nseat 2 A 20000\n"
    "seat 3 B 20000\nseat 4 C 20000\nflop As 9d 4c pot 1500\n"
)


Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `why` on a table text; gives the exit code and what was written."""
    monkeypatch.delenv("POKERLOGIC_BOOK", raising=False)

    def call(text: str, *arguments: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        code = main(["why", "-", *arguments])
        return code, capsys.readouterr().out

    return call


def _every(nodes: tuple[Node, ...]) -> Iterator[Node]:
    for node in nodes:
        yield node
        yield from _every(node.children)


def _asked(path: Path) -> Iterator[tuple[Situation, str]]:
    for situation in parse(path.read_text(encoding="utf-8")):
        for profile in dict.fromkeys(e.profile for e in situation.expectations):
            yield situation, profile


def _whys(asked: Iterable[tuple[Situation, str]]) -> Iterator[tuple[int, Explanation]]:
    for situation, profile in asked:
        try:
            found = engine.why(situation, engine.profile(profile))
        except PokerlogicError:
            continue
        for one in found:
            yield situation.span[1], one


@pytest.mark.parametrize(
    "path", table_files([ROOT / "cases"]), ids=lambda p: str(p.relative_to(ROOT / "cases"))
)
def test_every_ruling_goes_back_to_the_file(path: Path) -> None:
    """A ruling is told by the clauses it cites, down to lines of the file."""
    for last, one in _whys(part(_asked(path), 20)):
        told = {n.clause.clause for n in one.nodes if n.kind == "clause" and n.clause is not None}
        assert told == {c.clause for c in one.ruling.by}, one.ruling
        for node in _every(one.nodes):
            assert node.text["en"].strip() and node.text["ja"].strip()
            assert "{" not in node.text["en"] + node.text["ja"]
            if node.kind == "fact":
                assert node.line is not None and node.line <= last, node.text


def test_numbers_conditions_and_lines_are_told(run: Run) -> None:
    code, out = run(FLOP + "A bets 600\nB puts 1000\n", "--lang", "en")
    assert code == 0
    lines = out.splitlines()
    assert lines[1] == "line 9: B calls 600"
    assert lines[2].strip().startswith("TDA 2026 46: ")
    for line in (
        "- it was one chip",
        "- B puts 1,000 x 1 [line 9]",
        "- it covers the call (1,000 ≥ 600)",
        "- bet to match 600, last full step 600 [line 8]",
        "- no official word was said",
    ):
        assert line in [o.strip() for o in lines]


def test_what_a_house_overrides_is_told(run: Run) -> None:
    text = FLOP + "A bets 200\nB raises to 500\nC puts 100x2\n"
    _, out = run(text, "--book", "every", "--event", "3", "--lang", "en")
    assert "(TDA 2024 51-B would say: " in out
    assert "every:amounts=totals" in out


def test_levels_and_events(run: Run) -> None:
    text = FLOP + "A bets 600\nB puts 1000\n"
    _, flat = run(text, "--event", "2", "--depth", "0", "--lang", "ja")
    assert "9 行目: B コール 600" in flat and "      - " not in flat
    _, one = run(text, "--event", "2", "--depth", "1", "--lang", "ja")
    assert "      - チップは1枚" in one and "          - " not in one
    assert run(text, "--event", "9")[0] == 2
    assert run(text, "--depth", "-1")[0] == 2


def test_the_tree_as_data(run: Run) -> None:
    _, out = run(FLOP + "A bets 600\nB puts 1000\n", "--json")
    first = json.loads(out)["explanations"][0]
    assert first["ruling"]["answers"] == [{"do": "call", "to": 600}]
    assert first["because"][0]["clause"] == "tda:oversized_chip.call"
    assert {"kind", "text", "because"} <= set(first["because"][0])


def test_an_unstated_observation_is_told_as_such(run: Run) -> None:
    _, out = run(FLOP + "A bets 600\nB puts total 700\n", "--lang", "en")
    assert "not stated; the answer is the same either way" in out


def test_a_line_told_apart_has_its_reasons_once(run: Run) -> None:
    _, out = run(FLOP + 'A bets 600\nB says "check, call"\n', "--lang", "en")
    assert out.count("line 9: ") == 1
    assert "TDA 2026 57: " in out and "52-A" not in out
