"""Why not: what bars an action or another ruling, and the least that would allow it."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sampling import part

from pokerlogic import engine, refusals, why_not
from pokerlogic.cases import table_files
from pokerlogic.cli import main
from pokerlogic.errors import PokerlogicError
from pokerlogic.explain import Node
from pokerlogic.notation import parse
from pokerlogic.situation import Situation
from pokerlogic.whynot import WhyNot

ROOT = Path(__file__).parents[2]
FLOP = (
    "game NLHE tournament\nblinds 100/200\nseat 1 D 20000 button\nseat 2 A 20000\n"
    "seat 3 B 20000\nseat 4 C 20000\nflop As 9d 4c pot 1500\n"
)
# A bets 100, B is all-in for 175: A faces 75 where a full raise is 100.
SHORT = (
    "game NLHE tournament\nblinds 50/100\nseat 1 F 9000 button\nseat 2 A 9000\n"
    "seat 3 B {stack}\nseat 4 C 9000\nflop Ks 8d 3c pot 600\nA bets 100\nB all-in\n"
    "C calls\nF folds\n"
)

Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `why --not` on a table text; gives the exit code and what was written."""
    monkeypatch.delenv("POKERLOGIC_BOOK", raising=False)

    def call(text: str, phrase: str, *arguments: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        code = main(["why", "-", "--not", phrase, *arguments])
        out, err = capsys.readouterr()
        return code, out + err

    return call


def _ask(text: str, phrase: str, book: str = "tda2026", event: int | None = None) -> WhyNot:
    (situation,) = parse(text)
    (found,) = why_not(situation, engine.profile(book), phrase, event)
    return found


def _every(nodes: tuple[Node, ...]) -> Iterator[Node]:
    for node in nodes:
        yield node
        yield from _every(node.children)


def _told(found: WhyNot, lang: str = "en") -> list[str]:
    return [n.text[lang] for n in _every(found.nodes)]


def _changes(found: WhyNot, lang: str = "en") -> list[str]:
    return [c[lang] for c in found.change]


# --- options -----------------------------------------------------------------------------------


def test_a_short_all_in_does_not_reopen_the_betting() -> None:
    found = _ask(SHORT.format(stack=175), "A raises")
    assert found.kind == "barred"
    assert [c.locator for c in found.by] == ["49-A"]
    assert found.nearest is not None and found.nearest.clause == "tda:reopening.full"
    (told,) = [t for t in _told(found) if "25 short" in t]
    assert "A faces 75" in told and "was 100" in told and "75 < 100: 25 short" in told
    assert _changes(found) == ["A faces 100 (25 more)"]


def test_one_less_than_a_full_raise_is_one_short() -> None:
    assert _changes(_ask(SHORT.format(stack=199), "A raises")) == ["A faces 100 (1 more)"]
    assert _ask(SHORT.format(stack=200), "A raises").kind == "open"


def test_the_least_raise_exactly_and_one_below() -> None:
    text = FLOP + "A bets 600\n"
    assert _ask(text, "B raises to 1200").kind == "open"
    found = _ask(text, "B raises to 1199")
    assert found.kind == "bound" and found.bound is not None
    assert (found.bound.bound, found.bound.short, found.bound.most) == (1200, 1, False)
    assert [c.locator for c in found.bound.by] == ["45-A"]


def test_more_than_the_stack_is_over_the_most() -> None:
    found = _ask(FLOP + "A bets 600\n", "B raises to 20001")
    assert found.bound is not None and found.bound.most
    assert (found.bound.bound, found.bound.short) == (20000, 1)
    assert "B can put in 20,000 at most on this street" in _told(found)


def test_the_whole_stack_is_one_of_the_options() -> None:
    assert _ask(FLOP + "A bets 600\n", "B all-in").kind == "open"
    assert _ask(SHORT.format(stack=175), "A all-in").kind == "barred"


def test_a_check_facing_a_bet() -> None:
    found = _ask(FLOP + "A bets 600\n", "B checks")
    assert found.kind == "barred"
    assert "B faces 600 (not 0)" in _told(found)
    assert _changes(found) == ["B faces 0 (600 less)"]


def test_a_call_of_another_amount(run: Run) -> None:
    _, out = run(FLOP + "A bets 600\n", "B calls 500", "--lang", "en")
    assert "B may not call 500: only call 600" in out


def test_a_player_who_is_not_to_act(run: Run) -> None:
    found = _ask(FLOP + "A bets 600\n", "C raises")
    assert (found.kind, found.to_act) == ("not_to_act", "B")
    assert "C may not act: it is B's turn" in run(FLOP + "A bets 600\n", "C raises")[1]


def test_the_table_after_an_event() -> None:
    text = FLOP + "A bets 600\nB raises to 1200\nC folds\n"
    assert _ask(text, "C raises to 1799", event=2).kind == "bound"
    assert _ask(text, "B raises to 1199", event=1).kind == "bound"


def test_who_is_held_to_a_raise_may_do_nothing_else() -> None:
    found = _ask(FLOP + 'A bets 600\nB says "raise"\n', "B checks")
    assert found.nodes and found.change


# --- rulings -----------------------------------------------------------------------------------


def test_an_oversized_chip_without_a_word() -> None:
    found = _ask(FLOP + "A bets 600\nB puts 1000\n", "B raises")
    assert found.kind == "otherwise"
    assert found.nearest is not None and found.nearest.clause == "tda:oversized_chip.raise"
    assert "raise was not said" in _told(found)
    assert _changes(found) == ["raise was said"]


def test_several_chips_of_which_one_could_be_spared() -> None:
    """A chip of 500 beside the 1,000 is not needed for 600; the 600 of 1,500 are half of it."""
    found = _ask(FLOP + "A bets 600\nB puts 1000 500\n", "B calls")
    assert found.ruling is not None and found.ruling.answers[0].id == "raise"
    assert found.nearest is not None and found.nearest.clause == "tda:multiple_chips.needed"
    assert "not every chip was needed for the call" in _told(found)


def test_every_chip_was_needed() -> None:
    found = _ask(FLOP + "A bets 1100\nB puts 1000 500\n", "B raises")
    assert found.ruling is not None and [c.locator for c in found.ruling.by] == ["47-A"]
    assert found.nodes and found.nearest is not None


def test_an_undercall_of_the_opening_bet_can_not_be_forfeited() -> None:
    found = _ask(FLOP + "A bets 600\nB puts 500\n", "B forfeits 500 and folds")
    assert found.ruling is not None and [c.locator for c in found.ruling.by] == ["53-B-2"]
    assert found.nearest is not None and found.nearest.clause == "tda:undercall.later"
    assert "only one bet was made on this street" in _told(found)
    assert "there was a raise on this street" in _changes(found)


def test_a_lower_book_is_overridden() -> None:
    text = FLOP + "A bets 200\nB raises to 500\nC puts 100x3\n"
    found = _ask(text, "C forfeits 300 and folds", "every")
    assert found.kind == "otherwise"
    assert any(n.kind == "overriding" for n in _every(found.nodes))


def test_what_was_ruled_is_told_to_be_the_ruling() -> None:
    text = FLOP + "A bets 600\nB puts 1000\n"
    assert _ask(text, "B calls 600").kind == "ruled"
    later = FLOP + "A bets 600\nB raises to 1200\nC puts 500 500\n"
    assert _ask(later, "C forfeits 1000 and folds").kind == "among"


def test_an_answer_that_no_clause_gives(run: Run) -> None:
    """Tournaments take no rake from the pot."""
    code, out = run(FLOP + "A bets 600\n", "no rake", "--lang", "en")
    assert code == 0
    assert "no clause of Poker TDA Rules gives that answer" in out


# --- words -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phrase", "help"),
    [("B rises to 600", "did you mean"), ("hello there", "help: "), ("Z folds", "seated are")],
)
def test_an_unknown_phrase(run: Run, phrase: str, help: str) -> None:
    code, out = run(FLOP + "A bets 600\n", phrase)
    assert code == 2
    assert "PL604" in out and help in out and "Traceback" not in out


def test_japanese(run: Run) -> None:
    text = SHORT.format(stack=175)
    code, out = run(text, "Aレイズ", "--lang", "ja")
    assert code == 0
    assert "A は レイズ できない" in out
    assert "25 不足" in out and "次のとおりなら可：Aが直面する額は100（あと 25）" in out
    _, out = run(FLOP + "A bets 600\n", "Bが1199にレイズ", "--lang", "ja")
    assert "B は レイズ 1,199 できない：最低額に 1 不足" in out


def test_an_open_observation_makes_two_answers() -> None:
    """Whether one of the chips could be spared decides between call and raise, and so the least."""
    (situation,) = parse(FLOP + "A bets 1100\nB puts total 2000\n")
    found = why_not(situation, engine.profile("tda2026"), "C raises to 1100")
    assert len(found) == 2
    assert len({f.bound.bound for f in found if f.bound is not None}) == 2
    assert all(len(f.given) == 1 for f in found)


def test_as_data(run: Run) -> None:
    _, out = run(SHORT.format(stack=175), "A raises", "--json")
    data = json.loads(out)
    (answer,) = data["answers"]
    assert (data["asked"], answer["kind"], answer["do"]) == ("A raises", "barred", "raise")
    assert answer["by"][0]["clause"] == answer["nearest"]["clause"] == "tda:reopening.full"
    assert answer["fails"] and answer["change"][0]["en"] == "A faces 100 (25 more)"


def test_a_clause_of_another_limit_is_not_the_nearest() -> None:
    """A count of the pot would need pot limit; the clause that speaks of no limit comes nearer."""
    table = (
        "game {game} tournament\nblinds 100/200\nseat 1 A 20000 button\nseat 2 B 20000\n"
        "seat 3 C 20000\nseat 4 D 700\n\nflop As 9d 4c pot 600\nB bets 500\nC calls 500\n"
        'D all-in\nA folds\nB says "pot"\n'
    )
    (situation,) = parse(table.format(game="NLHE"))
    for asked in ("B raises", "B raises to 1200", "B all-in"):
        (found,) = why_not(situation, engine.profile("tda2026"), asked)
        assert found.nearest is not None
        assert found.nearest.clause != "tda:pot_limit.counted"
        assert found.nearest.clause == "tda:pot_limit.no_limit"


# --- every case --------------------------------------------------------------------------------


def _decisions() -> list[tuple[Situation, str]]:
    found = []
    for path in table_files([ROOT / "cases"]):
        for situation in parse(path.read_text(encoding="utf-8"), str(path)):
            for profile in dict.fromkeys(e.profile for e in situation.expectations):
                found.append((situation, profile))
    return part(found, 60)


def test_every_barred_option_of_every_case_is_answered() -> None:
    """One chunk of all cases; POKERLOGIC_CHUNK names another one."""
    words = {"fold": "folds", "check": "checks", "call": "calls", "bet": "bets", "raise": "raises"}
    asked = 0
    for situation, profile in _decisions():
        under = engine.profile(profile)
        try:
            outcome = engine.judge(situation, under).outcome
        except PokerlogicError:
            continue
        open_ones = {o.do for o in outcome.options}
        for do in words if outcome.to_act is not None and outcome.options else ():
            if do in open_ones:
                continue
            for found in why_not(situation, under, f'"{outcome.to_act}" {words[do]}'):
                asked += 1
                where = (situation.file, situation.title, profile, do)
                assert found.kind in ("barred", "otherwise"), where
                leaves = [n for n in _every(found.nodes) if not n.children]
                assert any(
                    n.kind in ("number", "fact", "denied", "overriding", "open") for n in leaves
                ), where
                assert found.change, where
                for lang in ("en", "ja"):
                    text = refusals.to_text(found, under.library, lang)
                    text = re.sub(r"[\w-]+:\w+=\w+", "", text)  # a reading is told by its id
                    assert "{" not in text and "_" not in text, (where, text)
    assert asked > 100
