"""Every command as a user types it: what it prints, how it ends, and never a traceback."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import corner
import pytest

from pokerlogic.cli import main
from pokerlogic.notation import format, parse

ROOT = Path(__file__).parents[2]
CASES = ROOT / "cases"
EXAMPLE = CASES / "examples" / "oversized_chip.table"
JAPANESE = CASES / "examples" / "oversized_chip.ja.table"
TWO = CASES / "examples" / "two_cases.table"
UNDERCALL = CASES / "examples" / "undercall.table"
HANDS = sorted((ROOT / "tests" / "hands" / "own").glob("*.phh"))

HEAD = """\
game NLHE tournament
blinds 100/200
seat 1 A 20000 button
seat 2 B 15000
seat 3 C 30000
seat 4 D 12000

preflop
"""
DIFFERS = """\
game NLHE tournament
blinds 1000/2000
seat 1 D 90000 button
seat 2 A 90000
seat 3 B 90000
seat 4 C 90000

flop As 9d 4c pot 8000
A bets 2000
B raises to 8000
C puts 1000x2
"""
KEYS = {"schema", "profile", "rulings", "to_act", "options", "barred", "pots", "questions"}
KEYS |= {"findings"}


@dataclass(frozen=True)
class Ran:
    """How a command ended and what it wrote."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        """The output as JSON."""
        return json.loads(self.out)


Run = Callable[..., Ran]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in this process, in English unless the command says otherwise."""
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    monkeypatch.delenv("POKERLOGIC_BOOK", raising=False)

    def call(*arguments: object, stdin: str | bytes = b"") -> Ran:
        data = stdin if isinstance(stdin, bytes) else stdin.encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        code = main([str(a) for a in arguments])
        written = capsys.readouterr()
        assert "Traceback" not in written.err + written.out
        return Ran(code, written.out, written.err)

    return call


def shell(*arguments: object, stdin: bytes = b"", **env: str) -> subprocess.CompletedProcess[bytes]:
    """Runs `python -m pokerlogic` as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "pokerlogic", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        env=environment(**env),
        timeout=120,
        check=False,
    )


def environment(**more: str) -> dict[str, str]:
    """The environment of a process: this package, English, no book."""
    known = {k: v for k, v in os.environ.items() if k != "POKERLOGIC_BOOK"}
    return {**known, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", **more}


def holds(wanted: Any, got: Any) -> bool:
    """Whether everything wanted is there; other keys of a mapping are welcome."""
    if isinstance(wanted, dict):
        return all(k in got and holds(v, got[k]) for k, v in wanted.items())
    if isinstance(wanted, list):
        return len(wanted) == len(got) and all(map(holds, wanted, got))
    return bool(wanted == got)


# --- rule --------------------------------------------------------------------------------------


CONTRACT: dict[str, Any] = {
    "schema": 1,
    "profile": "tda2026",
    "rulings": [
        {
            "line": 11,
            "event": 2,
            "issue": "act",
            "who": "A",
            "decides": "rule",
            "answers": [{"do": "call", "to": 600}],
            "by": [{"clause": "tda:oversized_chip.call", "book": "tda@2026", "locator": "46"}],
        }
    ],
    "to_act": "B",
    "options": [
        {"who": "B", "do": "fold"},
        {"who": "B", "do": "call", "to": 600},
        {"who": "B", "do": "raise", "min": 1000, "max": 15000},
    ],
    "pots": [{"amount": 1500, "eligible": ["A", "B", "C", "D"]}],
    "questions": [],
    "findings": [],
}


def test_the_example_is_the_contract(run: Run) -> None:
    ran = run("rule", EXAMPLE, "--json")
    assert (ran.code, ran.err) == (0, "")
    assert holds(CONTRACT, ran.json())
    assert set(ran.json()["rulings"][0]["answers"][0]) == {"do", "to"}
    text = ran.json()["rulings"][0]["text"]
    assert text["en"] and text["ja"] and set(text) == {"en", "ja"}
    assert set(ran.json()) >= KEYS


def test_the_example_bars_nothing(run: Run) -> None:
    assert run("rule", EXAMPLE, "--json").json()["barred"] == []


def test_the_example_in_words(run: Run) -> None:
    ran = run("rule", EXAMPLE)
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[:4] == [
        "[tda2026] tda@2026 (1.0)",
        "line 11: A calls 600",
        "    TDA 2026 46: one silent chip of 1,000 goes over the call of 600",
        "B to act: fold, call 600, raise 1,000..15,000",
    ]
    assert "main pot 1,500: A B C D" in lines
    assert lines[-1] == "Paraphrase; the official text prevails."


def test_the_japanese_file_rules_the_same(run: Run) -> None:
    assert holds(CONTRACT, run("rule", JAPANESE, "--json").json())
    lines = run("rule", JAPANESE, "--lang", "ja").out.splitlines()
    assert lines[1] == "11 行目: A コール 600"
    assert lines[3] == "B の番: フォールド, コール 600, レイズ 1,000..15,000"


def test_the_language_comes_from_the_environment(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    assert "A コール 600" in run("rule", EXAMPLE).out
    assert "A calls 600" in run("rule", EXAMPLE, "--lang", "en").out


def test_standard_input(run: Run) -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    ran = run("rule", "-", "--json", stdin=text)
    assert holds(CONTRACT, ran.json())
    assert "file" not in ran.json()
    assert run("rule", "-", "-", stdin=text).out.count("A calls 600") == 2


def test_several_files_and_cases_are_an_array(run: Run) -> None:
    ran = run("rule", EXAMPLE, TWO, "--json")
    assert ran.code == 0
    found = ran.json()
    assert [Path(x["file"]).name for x in found] == [EXAMPLE.name, TWO.name, TWO.name]
    assert [x.get("case") for x in found] == [
        None,
        "Both chips are needed to call",
        "Last chips, one of them not needed",
    ]
    assert all(set(x) >= KEYS for x in found)
    blocks = run("rule", EXAMPLE, TWO).out.split("\n\n")
    assert len(blocks) == 3 and "Both chips are needed to call" in blocks[1]


def test_two_books_stand_side_by_side(run: Run) -> None:
    ran = run("rule", "-", "--book", "tda2026", "--book", "every", stdin=DIFFERS)
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[:2] == ["[tda2026] tda@2026 (1.0)", "[every] tda@2024 (1.0) + every@1 (undated)"]
    at = lines.index("≠ line 11")
    assert lines[at + 1].startswith("    tda2026: the floor decides: C calls 8,000 or ")
    assert lines[at + 1].endswith("[TDA 2026 53-B]")
    assert lines[at + 3].startswith("    every: the player chooses: C calls 8,000 or ")
    same = run("rule", EXAMPLE, "--book", "tda2026", "--book", "every").out
    assert "≠" not in same and "\n= line 11\n" in same


def test_two_books_are_an_array(run: Run) -> None:
    found = run("rule", EXAMPLE, "--book", "every", "--book", "tda2024", "--json").json()
    assert [x["profile"] for x in found] == ["every", "tda2024"]
    assert [c["locator"] for c in found[0]["rulings"][0]["by"]] == ["33", "44"]


def test_side_by_side_shows_what_is_open(run: Run) -> None:
    text = (CASES / "tda/turn/skipped.table").read_text(encoding="utf-8")
    asking = next(c for c in text.split("\ncase ") if "asks reasonable time" in c)
    ran = run("rule", "-", "--book", "tda2026", "--book", "every", stdin="case " + asking)
    assert "): Did " in ran.out and "  yes: " in ran.out and "  no: " in ran.out


def test_what_whoever_decides_has_to_weigh(run: Run) -> None:
    talk = HEAD + 'D folds\nA says "nice raise"\n'
    told = run("rule", "-", "--lang", "en", stdin=talk).out
    assert "to weigh: whether the words can reasonably be taken as the action" in told
    rule = HEAD + "D folds\nA puts 500\n"
    assert "to weigh" not in run("rule", "-", "--lang", "en", stdin=rule).out


def test_an_event_in_the_middle(run: Run) -> None:
    first = run("rule", EXAMPLE, "--event", "1", "--json").json()
    assert first["to_act"] == "A" and first["rulings"] == []
    assert holds([{"do": "fold"}, {"do": "call", "to": 600}, {"do": "raise"}], first["options"])
    last = run("rule", EXAMPLE, "--event", "2", "--json").json()
    assert holds(CONTRACT, last)
    both = run("rule", EXAMPLE, "--event", "1", "--book", "every", "--book", "tda2026")
    assert "= A to act: " in both.out


@pytest.mark.parametrize("number", ["0", "-1", "3", "999999999999"])
def test_an_event_that_is_not_there(run: Run, number: str) -> None:
    ran = run("rule", EXAMPLE, "--event", number)
    assert ran.code == 2 and "error[PL603]" in ran.err


def test_a_reading_is_switched_and_shown(run: Run) -> None:
    ran = run("rule", EXAMPLE, "--book", "every", "--reading", "every:half=total")
    assert ran.code == 0
    assert ran.out.startswith(
        "[every] tda@2024 (1.0) + every@1 (undated), reading every:half=total"
    )
    short = run("rule", EXAMPLE, "--book", "every", "--reading", "half=total", "--json").json()
    assert "every:half=total" in short["readings"]
    both = run(
        *("rule", EXAMPLE, "--book", "tda2026", "--book", "every", "--reading", "half=total")
    )
    assert both.code == 0 and both.out.count("half=total") == 1


def test_a_house_over_another_edition(run: Run) -> None:
    found = run("rule", EXAMPLE, "--book", "every", "--over", "tda@2026", "--json").json()
    assert found["books"] == ["tda@2026", "every@1"]
    assert [(c["book"], c["locator"]) for c in found["rulings"][0]["by"]] == [
        ("every@1", "33"),
        ("tda@2026", "46"),
    ]


def test_where_the_book_comes_from(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def profile(text: str, *options: str) -> str:
        return str(run("rule", "-", "--json", *options, stdin=text).json()["profile"])

    text = HEAD + "D raises to 600\n"
    assert profile(text) == "tda2026"
    assert profile("book every\n" + text) == "every"
    monkeypatch.setenv("POKERLOGIC_BOOK", "tda2024")
    assert profile(text) == "tda2024"
    assert profile("book every\n" + text) == "every"
    assert profile("book every\n" + text, "--book", "tda2026") == "tda2026"
    monkeypatch.setenv("POKERLOGIC_BOOK", "")
    assert profile(text) == "tda2026"
    monkeypatch.setenv("POKERLOGIC_BOOK", "tda2062")
    ran = run("rule", "-", stdin=text)
    assert ran.code == 2 and "did you mean `tda2026`?" in ran.err


def test_findings_end_with_one(run: Run) -> None:
    ran = run("rule", "-", stdin=HEAD + "D raises to 600\nC folds\nD folds\n")
    assert ran.code in (0, 1)
    ran = run("rule", "-", "--json", stdin=HEAD + "D raises to 600\nfloor rules B folds\n")
    assert ran.code == 1
    (finding,) = ran.json()["findings"]
    assert {"kind", "line", "text"} <= set(finding)
    assert finding["line"] == 10 and finding["text"]["en"] and finding["text"]["ja"]
    ran = run("rule", "-", stdin=HEAD + "D raises to 600\nfloor rules B folds\n")
    assert "! line 10: " in ran.out


FLOP = """\
game NLHE tournament
blinds 100/200
seat 1 D 20000 button
seat 2 A 20000
seat 3 B 20000

flop As 9d 4c pot 1500
"""


def test_the_floor_may_decide_what_the_book_leaves_to_it(run: Run) -> None:
    for text, decided in (
        (
            "A checks\nB folds\ndealer dealt first card to seat 3\nfloor rules hand goes on\n",
            "decided: hand goes on\n",
        ),
        ("A folds\nfloor rules A penalty a warning\n", "decided: A penalty a warning\n"),
        ('A says "bet"\nfloor rules A bets 600\n', "decided: A bets 600\n"),
    ):
        ran = run("rule", "-", stdin=FLOP + text)
        assert ran.code == 0 and decided in ran.out and "departs" not in ran.out
    ran = run("rule", "-", stdin=FLOP + 'A says "bet"\nfloor rules A checks\n')
    assert "decided: A checks (departs from the book)" in ran.out


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            'A bets 500\nB says "1000 more"\nfloor rules B raises\n',
            "! line 10: the floor's word needs an amount: B raises to 1,000 or B raises to 1,500",
        ),
        (
            'A says "banana"\nfloor rules A calls\n',
            "! line 9: the floor's word fits no answer here: "
            "A checks or A must bet 200..20,000 or A has not acted",
        ),
        (
            "A bets 500\nB puts 1000\nfloor rules B checks\n",
            "! line 10: this ruling of the floor is not possible at this table; "
            "the book: B calls 500",
        ),
    ],
)
def test_a_word_of_the_floor_that_fits_no_answer_tells_them(run: Run, text: str, told: str) -> None:
    ran = run("rule", "-", stdin=FLOP + text)
    assert ran.code == 1
    assert told in ran.out.splitlines()
    assert "settles nothing" not in ran.out


def test_a_penalty_leaves_the_action_as_it_was(run: Run) -> None:
    ran = run("rule", "-", "--json", stdin=FLOP + "A folds\nfloor rules A penalty a warning\n")
    assert ran.json()["to_act"] == "B"


def test_a_floor_ruling_that_the_table_can_not_follow_is_said(run: Run) -> None:
    text = "A bets 600\nB puts 1000\nfloor rules B raises to 300\n"
    ran = run("rule", "-", stdin=FLOP + text)
    assert ran.code == 1
    assert "decided: B raises to 300 (departs from the book)" in ran.out
    assert "this ruling of the floor is not possible at this table" in ran.out


def test_betting_that_is_over_is_said(run: Run) -> None:
    over = FLOP + "A checks\nB checks\nD checks\n"
    ran = run("rule", "-", stdin=over + "B bets 500\n")
    assert ran.code == 1 and "! line 11: betting is over here" in ran.out
    assert "no clause" not in ran.out
    seen = run("rule", "-", stdin=over + "B puts 500\n")
    assert seen.code == 0 and "line 11: B changes nothing" in seen.out


@pytest.mark.parametrize(
    "first", ['B says "fold"', "B all-in", 'B says "all-in" then puts 10000x2']
)
def test_a_settled_action_of_a_player_who_has_none_left_names_the_line(
    run: Run, first: str
) -> None:
    text = FLOP + f"A bets 500\n{first}\nB calls\n"
    ran = run("rule", "-", stdin=text)
    assert ran.code == 1 and "! line 10: B has had no action left since line 9" in ran.out
    ran = run("rule", "-", "--lang", "ja", stdin=text)
    assert "10 行目: B は 9 行目以降、取れるアクションがない" in ran.out


def test_open_answers_that_lead_nowhere_are_said_once(run: Run) -> None:
    ran = run("rule", "-", stdin=FLOP + 'A bets 200\nB says "banana"\nturn 2h\nA checks\n')
    last = ran.out.splitlines()[-2]
    assert last == "! line 10: the table went on otherwise than any of these answers allows"


def test_a_range_of_one_amount_is_one_amount(run: Run) -> None:
    text = 'A bets 200\nB says "banana"\nfloor rules B must raise 400..400\n'
    ran = run("rule", "-", stdin=FLOP + text)
    assert "decided: B must raise 400" in ran.out and "400..400" not in ran.out


def test_one_line_for_one_locator(run: Run) -> None:
    ran = run("rule", "-", "--json", stdin=FLOP + 'A says "600"\n')
    cited = [c["locator"] for c in ran.json()["rulings"][0]["by"]]
    assert cited.count("42-C") == 2
    lines = run("rule", "-", stdin=FLOP + 'A says "600"\n').out.splitlines()
    assert sum("TDA 2026 42-C:" in line for line in lines) == 1


def test_side_by_side_gives_the_reason_of_the_clause_that_decides(run: Run) -> None:
    books = ("--book", "tda2026", "--book", "every")
    text = FLOP.replace("NLHE", "LHE").replace("100/200\n", "100/200\nlimit 200/400\n")
    ran = run("rule", "-", *books, stdin=text + 'A says "bet 500"\n')
    assert "A bets 200  [TDA 2026 54-A" in ran.out
    assert "500 is more than limit allows here, which is 200" in ran.out
    ran = run("rule", "-", *books, stdin=FLOP + 'A bets 200\nB says "banana"\n')
    assert "= who is to act depends on what is open" in ran.out
    assert "tda2026: if B must raise 400..20,000: B to act: raise 400..20,000" in ran.out
    assert "no one to act" not in ran.out


def test_too_many_open_answers_end_with_three(run: Run) -> None:
    seats = "".join(f"seat {i} P{i} 90000{' button' * (i == 1)}\n" for i in range(1, 9))
    text = f"game NLHE\nblinds 1000/2000\n{seats}\nflop As 9d 4c pot 8000\n"
    text += "P2 bets 2000\nP3 raises to 8000\n"
    text += "".join(f"P{i} puts 1000x2\n" for i in range(4, 9))
    ran = run("rule", "-", stdin=text)
    assert ran.code == 3
    assert "error[PL504]: too many answers are open, the first one in line 15" in ran.err
    assert "--> table:15:1" in ran.err and "`floor rules ...` below line 15" in ran.err
    assert "`observed ...` or `not observed ...` below its event" in ran.err
    ran = run("rule", "-", "--json", stdin=text)
    assert ran.code == 3 and ran.json()["error"]["code"] == "PL504"


def test_what_the_table_decided_is_not_open_again_further_on(run: Run) -> None:
    rest = "D bets 500\nC calls\nobserved reasonable time\nA checks\nB checks\n"
    text = FLOP.replace("seat 3 B 20000\n", "seat 3 B 20000\nseat 4 C 20000\n") + rest
    ran = run("rule", "-", stdin=text)
    assert ran.out.count("A hand killed or A may not bet or raise") == 1
    assert "decided: A may not bet or raise" in ran.out and "if A folds:" in ran.out


def test_branches_and_questions_have_the_same_keys(run: Run) -> None:
    found = run("rule", UNDERCALL, "--json").json()
    inner = KEYS - {"schema", "profile"}
    assert len(found["branches"]) == 2
    assert all(set(b) >= inner | {"who", "answer"} for b in found["branches"])
    assert found["rulings"][0]["answers"][1] == {"do": "forfeit", "amount": 2000, "then": "fold"}
    texts = (CASES / "tda/turn/skipped.table").read_text(encoding="utf-8").split("\ncase ")
    asking = "case " + next(t for t in texts if "asks reasonable time" in t)
    (question,) = run("rule", "-", "--json", stdin=asking).json()["questions"]
    assert {"observation", "about", "yes", "no"} <= set(question)
    assert set(question["yes"]) >= inner and set(question["no"]) >= inner


def test_every_case_has_the_fixed_keys(run: Run) -> None:
    files = sorted((CASES / "examples").glob("*.table"))
    ran = run("rule", *files, "--book", "every", "--book", "tda2026", "--json")
    assert ran.code in (0, 1)
    for one in ran.json():
        assert set(one) >= KEYS | {"file"}
        assert one["schema"] == 1
        for ruling in one["rulings"]:
            assert set(ruling) >= {
                *("line", "event", "issue", "who", "decides", "answers", "by", "text"),
            }
            assert all("do" in a for a in ruling["answers"])
            assert all({"clause", "book", "locator"} <= set(c) for c in ruling["by"])
        for option in one["options"]:
            assert {"who", "do", "by"} <= set(option)
        for barred in one["barred"]:
            assert {"who", "do", "by", "because"} <= set(barred)
        for pot in one["pots"]:
            assert {"amount", "eligible"} <= set(pot)


# --- test --------------------------------------------------------------------------------------


def test_expectations_that_hold(run: Run) -> None:
    ran = run("test", EXAMPLE, TWO)
    assert (ran.code, ran.out) == (0, "5 passed, 0 failed\n")
    assert run("test", EXAMPLE, "--lang", "ja").out == "3 件一致、0 件不一致\n"
    assert run("test", EXAMPLE, "--json").json() == {"schema": 1, "passed": 3, "failed": []}
    assert run("test", EXAMPLE, "--book", "every").out == "1 passed, 0 failed\n"


def test_an_expectation_that_fails(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "wrong.table"
    path.write_text(HEAD + "D raises to 600\nA puts 1000\n\nexpect tda2026: A raises to 1000 by 47")
    ran = run("test", path)
    assert ran.code == 1
    assert ran.out.splitlines() == [
        f"{path}:12: expect tda2026: A raises to 1000 by 47",
        "    got: A call 600 by 46",
        "0 passed, 1 failed",
    ]
    data = run("test", path, "--json").json()
    (failed,) = data["failed"]
    assert data["passed"] == 0
    assert failed["file"] == str(path) and failed["line"] == 12
    assert failed["expected"] == "expect tda2026: A raises to 1000 by 47"
    assert failed["got"] == "A call 600 by 46"


def test_a_folder_of_tables(run: Run, tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    shutil.copy(EXAMPLE, tmp_path / "deep" / "a.table")
    shutil.copy(TWO, tmp_path / "b.table")
    assert run("test", tmp_path).out == "5 passed, 0 failed\n"


def test_the_cases_beside_by_default(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("test").code == 2
    (tmp_path / "cases").mkdir()
    assert "no table file" in run("test").err
    shutil.copy(EXAMPLE, tmp_path / "cases")
    assert run("test").out == "3 passed, 0 failed\n"


def test_an_expectation_names_its_own_book(run: Run) -> None:
    for option in (("--over", "tda@2026"), ("--reading", "half=total")):
        ran = run("test", EXAMPLE, *option)
        assert ran.code == 2 and "error[PL603]" in ran.err


def test_a_stranger_called_pending(run: Run, tmp_path: Path) -> None:
    shutil.copy(EXAMPLE, tmp_path / "a.table")
    for text in ("a: b\n", "- 1\n", "{", "5"):
        (tmp_path / "pending.yaml").write_text(text)
        assert run("test", tmp_path).code in (0, 2)


# --- fmt ---------------------------------------------------------------------------------------

UNTIDY = "Game nlhe TOURNAMENT # a comment\nblinds 100/200\nseat 1 A 20,000 btn\nseat 2 B 15k\n"
TIDY = "game NLHE tournament  # a comment\nblinds 100/200\nseat 1 A 20000 button\nseat 2 B 15000\n"


def test_canonical_form(run: Run, tmp_path: Path) -> None:
    ran = run("fmt", "-", stdin=UNTIDY)
    assert (ran.code, ran.out) == (0, TIDY)
    assert run("fmt", "-", stdin=TIDY).out == TIDY
    path = tmp_path / "a.table"
    path.write_text(UNTIDY)
    assert run("fmt", path).out == TIDY
    assert path.read_text() == UNTIDY
    assert run("fmt", path, "-", stdin=TIDY).out == TIDY * 2


def test_check_tells_what_is_not_canonical(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    path.write_text(UNTIDY)
    ran = run("fmt", "--check", path, "-", stdin=TIDY)
    assert (ran.code, ran.out) == (1, f"{path} is not in canonical form\n")
    assert path.read_text() == UNTIDY
    data = run("fmt", "--check", "--json", path)
    assert data.code == 1
    assert data.json()["files"] == [{"file": str(path), "canonical": False, "table": TIDY}]


def test_write_puts_it_in_place(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    path.write_bytes(UNTIDY.replace("\n", "\r\n").encode())
    ran = run("fmt", "--write", path)
    assert (ran.code, ran.out) == (0, "")
    assert path.read_bytes() == TIDY.encode()
    before = path.stat().st_mtime_ns
    assert run("fmt", "--write", path).code == 0
    assert path.stat().st_mtime_ns == before, "a canonical file is left alone"
    assert run("fmt", "--check", path).code == 0


def test_a_table_is_translated(run: Run) -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    japanese = run("fmt", EXAMPLE, "--lang", "ja").out
    assert "ゲーム NLHE トーナメント" in japanese and "A チップ 1000" in japanese
    assert parse(japanese) == parse(text)
    assert run("fmt", "-", "--lang", "en", stdin=japanese).out == format(parse(text))


def test_fmt_of_a_bad_table_writes_nothing(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    path.write_text(UNTIDY + "gaem\n")
    ran = run("fmt", "--write", path)
    assert ran.code == 2 and f"{path}:5:1" in ran.err
    assert path.read_text() == UNTIDY + "gaem\n"


# --- import, books, show -----------------------------------------------------------------------


@pytest.mark.parametrize("path", HANDS, ids=lambda p: p.stem)
def test_a_recorded_hand_becomes_a_table(run: Run, path: Path) -> None:
    ran = run("import", path)
    assert ran.code == 0 and ran.out.startswith(f"# {path.stem}\n")
    ruled = run("rule", "-", stdin=ran.out)
    assert ruled.code == 0, ruled.out
    japanese = run("import", path, "--lang", "ja").out
    assert parse(japanese) == parse(ran.out)
    assert "プリフロップ" in japanese
    data = run("import", path, "--json").json()
    assert data == {"schema": 1, "file": str(path), "table": ran.out}
    piped = run("import", "-", stdin=path.read_bytes())
    assert parse(piped.out) == parse(ran.out)


def test_a_hand_that_is_none_is_shown_in_its_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.phh"
    path.write_text(HANDS[0].read_text(encoding="utf-8").replace('variant = "', 'variant = "X'))
    ran = run("import", path)
    assert ran.code == 2 and ran.err.startswith("error[PL702]: ")
    assert f"--> {path}:" in ran.err and "variant = " in ran.err


def test_the_profiles(run: Run) -> None:
    ran = run("books")
    assert ran.code == 0
    names = [line.split()[0] for line in ran.out.splitlines()]
    assert names == ["classic", "every", "every-ring", "holdem", "tda2024", "tda2026"]
    assert "クラシックホールデム" in run("books", "--lang", "ja").out
    data = run("books", "--json").json()
    assert data["schema"] == 1
    every = next(p for p in data["profiles"] if p["profile"] == "every")
    assert every["books"] == ["tda@2024", "every@1"]
    assert every["clauses"] > 100 and "every:half=increment" in every["readings"]
    (one,) = run("books", "--book", "every", "--over", "tda@2026", "--json").json()["profiles"]
    assert one["books"] == ["tda@2026", "every@1"]


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("tda:oversized_chip.call", "tda:oversized_chip.call"),
        ("oversized_chip.call", "tda:oversized_chip.call"),
        ("oversized_chip", "tda:oversized_chip.call"),
        ("TDA 2024 44", "tda:oversized_chip.call"),
        ("tda2024 44", "tda:oversized_chip.call"),
        ("tda@2026 46", "tda:oversized_chip.call"),
        ("2026 46", "tda:oversized_chip.call"),
        ("EVERY 33", "every:one_chip.call"),
        ("every 44-1", "every:added_chips.pulled"),
        ("RP-11", "tda:big_blind_ante.order"),
        ("tda rp 11", "tda:big_blind_ante.order"),
    ],
)
def test_a_clause_is_found(run: Run, words: str, first: str) -> None:
    ran = run("show", words)
    assert ran.code == 0
    assert run("show", *words.split()).out == ran.out, "quoted or not"
    assert first in ran.out
    data = run("show", words, "--json").json()
    assert first in [c["clause"] for c in data]
    assert all(set(c) >= {"clause", "locators", "title", "paraphrase"} for c in data)


def test_the_edition_is_minded(run: Run) -> None:
    def shown(*words: str) -> set[str]:
        return {c["clause"].split(".")[0] for c in run("show", *words, "--json").json()}

    assert shown("TDA", "2024", "44") == {"tda:oversized_chip"}
    assert "tda:oversized_chip" not in shown("TDA", "2026", "44")
    assert shown("46", "--book", "tda2026") == {"tda:oversized_chip"}
    assert {"tda:oversized_chip", "tda:prior_chips", "every:found_chips"} <= shown("46")
    assert shown("every", "46") == {"every:found_chips"}


def test_parts_are_shown_with_the_whole(run: Run) -> None:
    locators = {c["locators"]["tda@2026"] for c in run("show", "2026", "48", "--json").json()}
    assert {"48-A", "48-B"} <= locators
    japanese = run("show", "TDA 2026 46", "--lang", "ja").out
    assert "チップ" in japanese.splitlines()[0]


# --- what is asked for and not there -------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("rule", EXAMPLE, "--book", "evry"), ("no book `evry`", "did you mean `every`?")),
        (("rule", EXAMPLE, "--book", ""), ("there is no book", "known: ")),
        (("rule", EXAMPLE, "--over", "tda@2062"), ("no edition", "did you mean `tda@2026`?")),
        (
            ("rule", EXAMPLE, "--book", "every", "--reading", "hafl=total"),
            ("no reading `hafl`", "did you mean"),
        ),
        (
            ("rule", EXAMPLE, "--book", "every", "--reading", "half=totl"),
            ("`totl`", "did you mean `total`?"),
        ),
        (("rule", EXAMPLE, "--book", "every", "--reading", "half"), ("half", "known: ")),
        (("rule", EXAMPLE, "--book", "every", "--reading", "="), ("there is no reading",)),
        (
            *(("rule", EXAMPLE, "--book", "tda2026", "--book", "every", "--reading", "haf=total"),),
            ("no reading `haf`",),
        ),
        (("show", "tda:oversized_chip.cal"), ("did you mean `tda:oversized_chip.call`?",)),
        (("show", "999"), ("there is no clause `999`", "known: ")),
        (("show", "TDA 2031 46"), ("there is no clause",)),
        (("show", ""), ("there is no clause",)),
        (("show", "46", "--book", "tda2025"), ("no book `tda2025`", "did you mean")),
        (("books", "--book", "evry"), ("did you mean `every`?",)),
        (("test", EXAMPLE, "--book", "evry"), ("did you mean `every`?",)),
    ],
)
def test_what_is_not_there_is_named_with_the_nearest(
    run: Run, arguments: tuple[object, ...], words: tuple[str, ...]
) -> None:
    ran = run(*arguments)
    assert ran.code == 2 and ran.out == ""
    assert ran.err.startswith("error[PL601]: ")
    assert all(w in ran.err for w in words), ran.err
    error = run(*arguments, "--json").json()["error"]
    assert error["code"] == "PL601" and error["message"]


def test_an_unknown_book_in_the_file(run: Run) -> None:
    ran = run("rule", "-", stdin="book evry\n" + HEAD)
    assert ran.code == 2
    assert "error[PL111]" in ran.err and "did you mean `every`?" in ran.err
    assert "1 | book evry" in ran.err, "the line is quoted"


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("rul", EXAMPLE),
        ("rule",),
        ("rule", EXAMPLE, "--bok", "every"),
        ("rule", EXAMPLE, "--event", "x"),
        ("rule", EXAMPLE, "--lang", "fr"),
        ("import",),
        ("import", "a", "b"),
        ("show",),
    ],
)
def test_wrong_usage(run: Run, arguments: tuple[object, ...]) -> None:
    ran = run(*arguments)
    assert ran.code == 2 and ran.out == "" and "usage: pokerlogic" in ran.err


@pytest.mark.parametrize("command", ["", "rule", "test", "fmt", "import", "books", "show"])
def test_help(run: Run, command: str) -> None:
    ran = run(*command.split(), "--help")
    assert ran.code == 0 and ran.out.startswith("usage: pokerlogic") and not ran.err


# --- files that are none -----------------------------------------------------------------------


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """A folder with files that are no tables."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "empty").mkdir()
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "binary").write_bytes(bytes(range(256)) * 20)
    (tmp_path / "nul").write_bytes(b"\x00" * 100)
    (tmp_path / "utf16").write_bytes("game NLHE".encode("utf-16"))
    (tmp_path / "sjis").write_bytes("ゲーム NLHE".encode("shift_jis"))
    (tmp_path / "mark").write_bytes(b"\xef\xbb\xbf" + b"gaem")
    (tmp_path / "comment").write_text("# nothing\n")
    (tmp_path / "brackets").write_text("[" * 100_000)
    (tmp_path / "long").write_text("x" * 100_000)
    return tmp_path


FILES = ["rule", "test", "fmt", "import"]
STRANGE = ["empty", "binary", "nul", "utf16", "sjis", "mark", "comment", "brackets", "long"]


@pytest.mark.parametrize("command", FILES)
@pytest.mark.parametrize("name", [*STRANGE, "folder", "missing", "x" * 5000, "a/b/c", "\0", ""])
def test_a_file_that_is_none(
    run: Run, odd: Path, monkeypatch: pytest.MonkeyPatch, command: str, name: str
) -> None:
    monkeypatch.chdir(odd)
    ran = run(command, name)
    assert ran.code == 2 and ran.out == ""
    assert ran.err.startswith("error[PL")
    data = run(command, name, "--json")
    assert data.code == 2 and data.json()["error"]["code"] == ran.err[6:11]


@pytest.mark.parametrize("command", ["rule", "fmt", "import"])
@pytest.mark.parametrize("name", STRANGE)
def test_standard_input_that_is_none(run: Run, odd: Path, command: str, name: str) -> None:
    ran = run(command, "-", stdin=(odd / name).read_bytes())
    assert ran.code == 2 and ran.out == "" and ran.err.startswith("error[PL")


def test_a_place_in_a_file_is_quoted(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    path.write_text(HEAD + "D rasies to 600\n")
    for command in FILES[:3]:
        ran = run(command, path)
        assert ran.code == 2
        assert f"--> {path}:9:3" in ran.err and "9 | D rasies to 600" in ran.err
        assert "help: did you mean `raises`?" in ran.err
        error = run(command, path, "--json").json()["error"]
        assert holds({"file": str(path), "line": 9, "column": 3}, error)
    ran = run("rule", "-", stdin=HEAD + "D rasies to 600\n")
    assert "--> table:9:3" in ran.err and "9 | D rasies to 600" in ran.err


def test_one_bad_file_among_good_ones(run: Run, odd: Path) -> None:
    ran = run("rule", EXAMPLE, odd / "binary")
    assert ran.code == 2 and "binary" in ran.err


# --- a house in a folder -------------------------------------------------------------------------


def test_a_house_rules(run: Run, house: Path) -> None:
    more = ("--books", house)
    ran = run("rule", "-", "--book", "corner", *more, stdin=corner.TABLE)
    assert ran.code == 0
    assert "line 11: A raises to 1,000\n    CORNER 7: one chip makes 1,000" in ran.out
    assert "(overrides TDA 2026 46: A calls 600)" in ran.out
    assert "line 12: B takes off the hat" in ran.out
    japanese = run("rule", "-", "--book", "corner", *more, "--lang", "ja", stdin=corner.TABLE)
    assert "CORNER 7: チップ1枚で1,000" in japanese.out.replace(" 1,000", "1,000")
    named = run("rule", "-", "--json", *more, stdin="book corner\n" + corner.TABLE)
    assert named.json()["profile"] == "corner"
    beside = run("rule", "-", *more, "--book", "tda2026", "--book", "corner", stdin=corner.TABLE)
    assert "≠ line 11" in beside.out and "    tda2026: -" in beside.out


def test_a_house_in_the_other_commands(run: Run, house: Path, tmp_path: Path) -> None:
    more = ("--books", house)
    table = tmp_path / "house.table"
    table.write_text(corner.TABLE, encoding="utf-8")
    assert run("test", table, *more).out == "4 passed, 0 failed\n"
    assert "B wears a hat" in run("fmt", table, *more).out
    assert "B が 帽子を かぶる" in run("fmt", table, *more, "--lang", "ja").out
    assert "corner" in run("books", *more).out
    assert run("show", "corner", "7", *more).out.startswith("corner:one_chip.raise")
    without = run("rule", table)
    assert without.code == 2 and "error[PL" in without.err


def test_a_house_folder_that_is_none(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for name in ("missing", "file"):
        for command in (("rule", EXAMPLE), ("books",), ("show", "46"), ("test", EXAMPLE)):
            ran = run(*command, "--books", tmp_path / name)
            assert ran.code == 2 and "error[PL221]" in ran.err, command
    assert run("rule", EXAMPLE, "--books", tmp_path).code == 0, "an empty folder adds nothing"


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("books/corner/book.yaml", ""),
        ("books/corner/book.yaml", "[" * 5000),
        ("books/corner/book.yaml", "\x00"),
        ("books/corner/book.yaml", "- a\n- b\n"),
        ("books/corner/book.yaml", "id: corner\nid: corner\n"),
        ("books/corner/betting/one_chip.yaml", "topic: [1]\n"),
        ("books/corner/betting/one_chip.lp", "concludes("),
        ("books/corner/betting/one_chip.lp", "\udcff"),
        ("vocabulary/hats.yaml", "wears_a_hat: 5\n"),
        ("vocabulary/hats.yaml", "!!python/object/apply:os.system [ls]\n"),
        ("vocabulary/hats.yaml", "a: &a [*a]\n"),
        ("profiles/corner.yaml", "5"),
    ],
)
def test_a_house_that_cannot_be_read(run: Run, house: Path, file: str, text: str) -> None:
    (house / file).write_bytes(text.encode("utf-8", "surrogateescape"))
    ran = run("rule", "-", "--books", house, "--book", "corner", stdin=corner.TABLE)
    assert ran.code == 2 and ran.out == "" and ran.err.startswith("error[PL")


# --- as a process --------------------------------------------------------------------------------


def test_a_process(tmp_path: Path) -> None:
    ran = shell("rule", EXAMPLE)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"line 11: A calls 600" in ran.stdout
    ran = shell("rule", "-", "--json", stdin=EXAMPLE.read_bytes())
    assert holds(CONTRACT, json.loads(ran.stdout))
    ran = shell("rule", "missing")
    assert ran.returncode == 2 and ran.stderr.startswith(b"error[PL602]: `missing`")
    ran = shell("test", EXAMPLE)
    assert (ran.returncode, ran.stdout) == (0, b"3 passed, 0 failed\n")
    assert shell("nonsense").returncode == 2


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "shift_jis"])
def test_a_terminal_that_cannot_show_it(encoding: str) -> None:
    for lang in ("en", "ja"):
        ran = shell(
            *("rule", "-", "--book", "every", "--book", "tda2026", "--lang", lang),
            stdin=DIFFERS.encode(),
            PYTHONIOENCODING=encoding,
        )
        assert ran.returncode == 0 and ran.stderr == b"", ran.stderr
        assert b"EVERY 32" in ran.stdout


def test_nobody_reads_on() -> None:
    files = sorted((CASES / "examples").glob("*.table")) * 4
    with subprocess.Popen(
        [sys.executable, "-m", "pokerlogic", "rule", "--json", *map(str, files)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline() == b"[\n"
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(120) == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a shell")
def test_closed_streams() -> None:
    command = f'"{sys.executable}" -m pokerlogic rule'
    for more in (f'"{EXAMPLE}" >&-', f'"{EXAMPLE}" 2>&-', "- <&-", f'"{EXAMPLE}" >/dev/full'):
        ran = subprocess.run(
            ["sh", "-c", f"{command} {more}"],
            capture_output=True,
            env=environment(),
            timeout=120,
            check=False,
        )
        assert ran.returncode in (0, 2), more
        assert b"Traceback" not in ran.stderr, more


def test_what_needs_a_hand_says_so_between_hands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "exposed.table"
    seats = "game NLHE tournament\nblinds 1/2\nseat 1 A 90 button\nseat 2 B 90\nseat 3 C 90\n"
    silent = "no clause of TDA 2026 speaks of this"
    for street, more in (("", " between hands; in a hand it needs"), ("preflop\n", "\n")):
        file.write_text(f"{seats}{street}dealer exposed card 5 of the deal\n", encoding="utf-8")
        main(["rule", str(file), "--book", "tda2026", "--lang", "en"])
        assert silent + more in capsys.readouterr().out
