"""Books from outside: each attack is refused or stopped, with its place, in time and memory."""

from __future__ import annotations

import ctypes
import json
import os
import re
import shutil
import signal
import socket
import struct
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import corner
import pytest

from pokerlogic import caching, cli, engine, foreign, guard, sizes, store
from pokerlogic.errors import LimitError
from pokerlogic.notation import parse

LONGEST = 500
"""Seconds after which a command that has not come to its end is killed, and the test fails."""
COMPUTED = 60
"""Seconds of computing that a command may take in all, its children included."""
MOST = guard.MEMORY + 768
"""Megabytes that a command may ever have: those of its child, and what this process has."""
CAPABILITIES_VERSION = 0x20080522
"""Of the data handed to Linux's capset: a version and a process, then two sets of three words."""
LIMIT = 4
"""What the commands here give as `--limit`."""
KANA = re.compile(r"[ぁ-ヿ一-鿿]")

TABLE = """\
game NLHE tournament
blinds 100/200
seat 1 A 20000 button
seat 2 B 15000
seat 3 C 30000
seat 4 D 12000

preflop
D raises to 600
A calls 600
B wears a hat
"""
HOUSE = corner.CONDUCT
B, Y, L, V = corner.BOOK, corner.HATS, corner.HATS_LP, corner.WORDS
BOOK, TOPIC, LOGIC, WORDS = (HOUSE[name] for name in (B, Y, L, V))
ISSUES = HOUSE[corner.ISSUES]


@dataclass(frozen=True)
class Run:
    """What a command did: how it ended, what it wrote, what it took."""

    code: int
    out: str
    err: str
    computed: float
    megabytes: float

    @property
    def error(self) -> dict[str, Any]:
        """The error that it told as JSON."""
        return dict(json.loads(self.out)["error"])


@pytest.fixture(scope="session", autouse=True)
def shipped() -> None:
    """The shipped books are prepared once, so that only the others are paid for."""
    store.library_of()


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """The house with its hats alone."""
    return corner.build(tmp_path / "house", HOUSE)


def write(path: Path, content: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)


def read_only_what_is_allowed() -> None:
    """The superuser of this process may read no more than the modes of files allow an owner."""
    header = struct.pack("Ii", CAPABILITIES_VERSION, 0)
    if ctypes.CDLL(None, use_errno=True).capset(header, bytes(24)):
        raise OSError(ctypes.get_errno(), "capset")


def command(tmp_path: Path, *arguments: object, table: str = TABLE, plain: bool = False) -> Run:
    """A command in a process of its own, killed when it is not at its end in time."""
    files = [tmp_path / name for name in ("in", "out", "err")]
    files[0].write_text(table, encoding="utf-8")
    child = os.fork()
    if child == 0:
        try:
            for number, file in enumerate(files):
                flags = os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT | os.O_TRUNC
                os.dup2(os.open(file, flags, 0o666), number)
            sys.stdin, sys.stdout, sys.stderr = (
                open(n, mode, encoding="utf-8", closefd=False)  # noqa: SIM115
                for n, mode in ((0, "r"), (1, "w"), (2, "w"))
            )
            if plain and os.geteuid() == 0:
                read_only_what_is_allowed()
            code = cli.main([str(a) for a in arguments])
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
        except BaseException as error:
            os.write(2, repr(error).encode())
        finally:
            os._exit(99)
    end = time.monotonic() + LONGEST
    while True:
        done, status, used = os.wait4(child, os.WNOHANG)
        if done:
            break
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
            os.wait4(child, 0)
            pytest.fail(f"not at its end after {LONGEST} s")
        time.sleep(0.02)
    out, err = (file.read_text(encoding="utf-8", errors="replace") for file in files[1:])
    spent = used.ru_utime + used.ru_stime
    return Run(os.waitstatus_to_exitcode(status), out, err, spent, used.ru_maxrss / 1024)


def refused(run: Run, code: str, place: str, ends: int = 2) -> None:
    """It ended with that error at that place, said in both languages, within the limits."""
    assert run.code == ends, run.err
    error = run.error
    assert error["code"] == code, run.err
    where = f"{error['file']}:{error['line']}" if error["line"] else str(error["file"])
    assert where.endswith(place), where
    assert f"error[{code}]" in run.err
    assert where in run.err
    assert KANA.search(error["text"]["ja"])
    assert error["text"]["en"] != error["text"]["ja"]
    assert "Traceback" not in run.err
    assert run.computed < COMPUTED
    assert run.megabytes < MOST


def reading(tmp_path: Path, folder: Path) -> Run:
    """The books of a folder are read."""
    return command(tmp_path, "books", "--book", "corner", "--books", folder, "--json")


def ruling(tmp_path: Path, folder: Path, *more: object, table: str = TABLE) -> Run:
    """A table is ruled on under the house."""
    wanted = ("rule", "-", "--book", "corner", "--books", folder, "--limit", LIMIT, "--json")
    return command(tmp_path, *wanted, *more, table=table)


# --- what is no attack ----------------------------------------------------------------------------


def test_the_house_rules(tmp_path: Path, house: Path) -> None:
    run = ruling(tmp_path, house)
    assert run.code == 0, run.err
    assert "takes off the hat" in run.out


def test_a_mark_at_the_beginning_and_the_line_ends_of_windows_are_no_attack(
    tmp_path: Path, house: Path
) -> None:
    for name, text in HOUSE.items():
        write(house / name, "\ufeff" + text.replace("\n", "\r\n"))
    assert ruling(tmp_path, house).code == 0


def test_a_recursion_that_something_known_bounds_is_none(tmp_path: Path, house: Path) -> None:
    more = (
        "_n(0). _n(X+1) :- _n(X), X < 10.\n"
        "_t(0,1). _t(V+S,E+1) :- _t(V,E), stack(_,S), step(E).\n"
        "_next(P,Q) :- next(P,Q). _next(P,R) :- _next(P,Q), next(Q,R).\n"
        "concludes(corner_hats_off,penalty(E),bareheaded) :-\n"
        "    wears_a_hat(P,E), _n(10), _next(P,P), _t(_,E).\n"
    )
    write(house / L, LOGIC + more)
    run = reading(tmp_path, house)
    assert run.code == 0, run.err


def test_what_lies_beside_the_books_is_left_alone(tmp_path: Path, house: Path) -> None:
    os.mkfifo(house / "pipe")
    (house / "notes").mkdir()
    (house / "notes" / "passwords.yaml").symlink_to("/etc/passwd")
    assert reading(tmp_path, house).code == 0


# --- logic ----------------------------------------------------------------------------------------

MANY = ",".join(["(1;2)"] * 12)
CHOOSE = "_a :- not _b.\n_b :- not _a.\n"

LOGIC_ATTACKS: dict[str, tuple[str, str]] = {
    "a script": ("PL240", "#script (python)\nprint(1)\n#end."),
    "a script behind a rule": ("PL240", "_a. #script (lua) x=1 #end."),
    "an include": ("PL240", '#include "/etc/passwd".'),
    "an include behind a rule": ("PL240", '_a. #include "/dev/zero".'),
    "an external function": ("PL240", "_a(@f(1))."),
    "an external function deep inside": ("PL240", "_a(X) :- X = #sum { 1,@f(P) : seat(P,_) }."),
    "an external": ("PL240", "#external x."),
    "a choice": ("PL240", "{ _a(1) }."),
    "a disjunction": ("PL240", "_a(1) ; _b(1)."),
    "a constraint": ("PL240", ":- seat(_,_)."),
    "a denial": ("PL240", "not _a :- seat(_,_)."),
    "an opposite": ("PL240", "-_a(P) :- seat(P,_)."),
    "the variable of a world": ("PL251", "_a(World) :- seat(World,_)."),
    "a variable with a number": ("PL251", "_a(Any1) :- seat(Any1,_)."),
    "the predicate of a world": ("PL251", "under(P) :- seat(P,_)."),
    "a weak constraint": ("PL240", ":~ seat(P,_). [1,P]"),
    "an optimisation": ("PL240", "#minimize { 1,P : seat(P,_) }."),
    "a show": ("PL240", "#show seat/2."),
    "a shown term": ("PL240", "#show P : seat(P,_)."),
    "a projection": ("PL240", "#project seat/2."),
    "a heuristic": ("PL240", "#heuristic a. [1,true]"),
    "a theory": ("PL240", "#theory x { }."),
    "a theory atom": ("PL240", "_a :- &x { }."),
    "a constant": ("PL240", "#const x = 1."),
    "a definition": ("PL240", "#defined x/1."),
    "an edge": ("PL240", "#edge (1,2)."),
    "a program": ("PL240", "#program other."),
    "a comment that may hide something": ("PL240", "%* _a. *%"),
    "a number beyond 32 bits": ("PL264", "_a(4294967296)."),
    "a number beyond 32 bits otherwise": ("PL264", "_a(0xFFFFFFFFFF)."),
    "a power": ("PL264", "_a(2**40)."),
    "a range": ("PL264", "_a(1..999999999)."),
    "a range of something calculated": ("PL264", "_a(1..9999*9999)."),
    "a range in a body": ("PL264", "_a(P,X) :- seat(P,_), X = 0..999999."),
    "alternatives": ("PL264", f"_a({MANY})."),
    "a count without end": ("PL265", "_n(X+1) :- _n(X). _n(0)."),
    "a count without end, from another": ("PL265", "_n(Y) :- _m(X), Y = X+1. _m(X) :- _n(X)."),
    "a count that is bounded on the other side": ("PL265", "_n(X-1) :- _n(X), X < 9."),
    "a product without end": ("PL265", "_n(X*3) :- _n(X), X < 9. _n(1)."),
    "a term without end": ("PL265", "_n(f(X)) :- _n(X). _n(0)."),
    "terms without end": ("PL265", "_n(f(X),Y) :- _n(X,f(Y)). _n(0,0)."),
    "the steps of a hand without end": ("PL265", "step(E+1) :- step(E)."),
    "a sum of itself": ("PL266", "_n(S) :- S = #sum { X,1 : _n(X); 1,2 }."),
    "a choice by two denials": ("PL266", CHOOSE),
    "a denial of itself": ("PL266", "_a :- not _a."),
    "brackets": ("PL262", f"_a({'f(' * 5000}1{')' * 5000})."),
    "a chain": ("PL262", f"_a({'1+' * 5000}1)."),
    "a chain between comments": ("PL262", "_a(" + "1+%\n" * 5000 + "1)."),
    "a rule of many conditions": ("PL262", f"_a :- {','.join(f'_b({n})' for n in range(2000))}."),
    "a NUL": ("PL263", "_a\0."),
    "what turns the reading round": ("PL263", "_a. % \u202e"),
    "a letter of another script": ("PL263", "é."),
}


@pytest.mark.parametrize("attack", LOGIC_ATTACKS)
def test_logic_that_no_book_needs_is_refused(tmp_path: Path, house: Path, attack: str) -> None:
    code, text = LOGIC_ATTACKS[attack]
    write(house / L, f"{LOGIC}{text}\n")
    run = reading(tmp_path, house)
    line = run.error["line"] if "between comments" in attack else 2
    refused(run, code, f"{L}:{line}")


@pytest.mark.parametrize(
    "issue",
    ['"x/3"', "5", "P", "#inf", "(1,2)", "f(;)"],
)
def test_what_is_no_issue_is_no_name_of_a_rule(tmp_path: Path, house: Path, issue: str) -> None:
    write(house / L, LOGIC.replace("penalty(E)", issue))
    run = reading(tmp_path, house)
    refused(run, run.error["code"], f"{L}:1")
    assert run.error["code"] in ("PL235", "PL242", "PL268", "PL241")


# --- what can not be known before it runs ---------------------------------------------------------

RULE = "concludes(corner_hats_off,penalty(E),bareheaded) :-"
D = "_d(0..30).\n"
BITS = 24
COUNTER = "\n".join(
    f"_c({','.join([*(f'X{k}' for k in range(j)), '1', *'0' * (BITS - 1 - j)])},E) :- "
    f"_c({','.join([*(f'X{k}' for k in range(j)), '0', *'1' * (BITS - 1 - j)])},E)."
    for j in range(BITS)
)
TOWER = "\n".join(f"_t{n + 1}(f(X,Y)) :- _t{n}(X), _t{n}(Y)." for n in range(6))

RUNAWAYS: dict[str, tuple[str, int]] = {
    "a join": (
        f"{D}_j(A,B,C,F,G,E) :- wears_a_hat(P,E), _d(A), _d(B), _d(C), _d(F), _d(G).\n"
        f"{RULE} _j(_,_,_,_,P,E).",
        3,
    ),
    "a range by a stack": (
        "_r(A,E) :- wears_a_hat(P,E), stack(P,S), A = 0..S*69999.\n"
        f"{RULE} wears_a_hat(P,E), _r(A,E), A > 5.",
        2,
    ),
    "a counter": (
        f"_c({','.join('0' * BITS)},E) :- wears_a_hat(P,E).\n{COUNTER}\n"
        f"{RULE} _c({','.join(['P', *'_' * (BITS - 1)])},E).",
        3,
    ),
    "a tower of terms": (
        f"_t0(1;2) :- wears_a_hat(_,_).\n{TOWER}\n{RULE} _t6(P), happens(E).",
        3,
    ),
}


@pytest.mark.parametrize("attack", RUNAWAYS)
def test_rules_that_run_away_over_a_table_are_stopped(
    tmp_path: Path, house: Path, attack: str
) -> None:
    text, first = RUNAWAYS[attack]
    write(house / L, f"{LOGIC}{text}\n")
    run = ruling(tmp_path, house)
    line = run.error["line"]
    assert line is not None and first <= line
    assert run.error["code"] in ("PL506", "PL507")
    refused(run, run.error["code"], f"{L}:{line}", 3)


def test_facts_that_run_away_are_stopped(tmp_path: Path, house: Path) -> None:
    more = (
        "_d(0..99).\n_j(A,B,C,F,G) :- _d(A), _d(B), _d(C), _d(F), _d(G).\n"
        f"{RULE} wears_a_hat(P,E), _j(_,_,_,_,_).\n"
    )
    write(house / L, LOGIC + more)
    run = ruling(tmp_path, house)
    assert run.error["code"] in ("PL506", "PL507")
    refused(run, run.error["code"], f"{L}:{run.error['line']}", 3)


def test_a_derivation_that_runs_away_is_stopped(tmp_path: Path, house: Path) -> None:
    conditions = ", ".join(f"_d({c})" for c in "ABCFGHK")
    write(house / L, f"{D}{RULE} wears_a_hat(P,E), happens(E), {conditions}.\n")
    wanted = ("why", "-", "--book", "corner", "--books", house, "--limit", LIMIT, "--json")
    run = command(tmp_path, *wanted)
    assert run.error["code"] in ("PL506", "PL507")
    assert run.code == 3
    assert run.computed < COMPUTED and run.megabytes < MOST


def test_what_breaks_the_solver_breaks_no_more(tmp_path: Path, house: Path) -> None:
    least = "0-1000000000-1000000000-147483648"
    write(house / L, f"{LOGIC}{RULE} wears_a_hat(P,E), stack(P,S), ({least})/(S-S-1) > 5.\n")
    refused(ruling(tmp_path, house), "PL508", f"{L}:2", 3)


@pytest.mark.parametrize(
    "calculation",
    ["S*S*S > 5", "X = S*S*S, X > 5", "X = S*S, X*S > X", "S*S*100+S*S*100 > 5"],
)
def test_a_product_that_leaves_the_numbers_is_no_ruling(
    tmp_path: Path, house: Path, calculation: str
) -> None:
    write(house / L, f"{LOGIC}{RULE} wears_a_hat(P,E), stack(P,S), {calculation}.\n")
    refused(ruling(tmp_path, house), "PL510", f"{L}:2", 3)


def test_a_product_that_fits_is_a_ruling(tmp_path: Path, house: Path) -> None:
    write(house / L, f"{RULE} wears_a_hat(P,E), happens(E), stack(P,S), S*10000 > 5.\n")
    assert ruling(tmp_path, house).code == 0


def test_a_choice_through_the_words_of_others_is_none(tmp_path: Path, house: Path) -> None:
    write(house / L, f"{LOGIC}seat(P,77) :- button(P), not acts(P,_,_).\n")
    run = reading(tmp_path, house)
    assert run.code in (0, 2)


def test_many_tables_at_once_are_stopped_too(tmp_path: Path, house: Path) -> None:
    write(house / L, f"{LOGIC}{RUNAWAYS['a join'][0]}\n")
    cases = "".join(f'case "{n}"\n{TABLE}expect corner: B takes off the hat\n' for n in "abc")
    write(tmp_path / "t.table", cases)
    file = tmp_path / "t.table"
    run = command(tmp_path, "test", file, "--books", house, "--limit", LIMIT, "--json")
    assert run.code == 3, run.err
    assert run.error["code"] in ("PL506", "PL507")
    assert run.computed < COMPUTED and run.megabytes < MOST


# --- YAML -----------------------------------------------------------------------------------------

LAUGHS = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{now}: &{now} [{','.join([f'*{before}'] * 9)}]\n"
    for before, now in zip("abcdefgh", "bcdefghi", strict=True)
)
PARAMETER = "parameters:\n  n: {value: %s, means: {en: n, ja: n}, in: {corner@1: '1'}}\n"
SEE = TOPIC + "see_also: "
TITLE = "title: {en: Corner room"

YAML_ATTACKS: dict[str, tuple[str, str, str, int | None]] = {
    "a billion laughs": ("PL263", Y, LAUGHS, 1),
    "an anchor": ("PL263", Y, SEE + "&a [x]\n", 10),
    "an alias of itself": ("PL263", Y, SEE + "&a [*a]\n", 10),
    "nested lists": ("PL262", Y, SEE + "[" * 40 + "]" * 40 + "\n", 10),
    "nested lists without number": ("PL223", Y, SEE + "[" * 20000 + "]" * 20000 + "\n", 10),
    "nested mappings": ("PL262", Y, SEE + "{a: " * 40 + "b" + "}" * 40 + "\n", 10),
    "an object": ("PL263", Y, SEE + "!!python/object/apply:os.system ['true']\n", 10),
    "a tag of its own": ("PL263", Y, SEE + "!own x\n", 10),
    "a binary": ("PL263", Y, SEE + "!!binary aGVsbG8=\n", 10),
    "a merge": ("PL224", Y, TOPIC + "<<: {topic: hats}\n", 10),
    "two documents": ("PL223", Y, TOPIC + "---\n" + TOPIC, 10),
    "a key given twice": ("PL223", Y, TOPIC + "topic: hats\n", 10),
    "a list for a key": ("PL223", Y, TOPIC + "? [a]\n: b\n", 10),
    "an unknown key": ("PL224", B, BOOK + "run: this\n", 6),
    "a list for a mapping": ("PL223", Y, "- a\n", 1),
    "a NUL": ("PL263", Y, TOPIC + "# \0\n", 10),
    "an escape of the terminal": ("PL263", B, BOOK.replace("Corner room", '"\\e[2J"'), 2),
    "another byte order": ("PL223", Y, TOPIC.encode("utf-16").decode("latin-1"), 1),
    "a large number": ("PL264", B, BOOK + PARAMETER % "99999999999", 7),
    "a large number otherwise": ("PL228", B, BOOK + PARAMETER % "0xFFFFFFFFFF", 7),
    "a large number by sixties": ("PL228", B, BOOK + PARAMETER % "99999:59:59:59", 7),
    "a number that none has": ("PL264", B, BOOK + PARAMETER % ("9" * 5000), 7),
    "a number that is no number": ("PL228", B, BOOK + PARAMETER % ".inf", 7),
    "a day that is none": ("PL224", B, BOOK + "day: 2026-99-99\n", 6),
    "locators without number": (
        "PL264",
        B,
        BOOK + "chapters:\n  x: {title: {en: x, ja: x}, in: {corner@1: '1..999999999'}}\n",
        7,
    ),
    "an id that is a program": ("PL291", V, WORDS.replace("wears_a_hat:", "'a. b(E)':"), 1),
    "an id that includes": (
        "PL291",
        V,
        WORDS.replace("wears_a_hat:", "'x(E). #include \"/etc/passwd\". y':"),
        1,
    ),
    "a class that is a program": ("PL289", V, WORDS + "  classes: ['a(E). b']\n", 7),
    "a class of another script": ("PL289", V, WORDS + "  classes: ['aé']\n", 7),
    "a class of an argument that is a program": (
        "PL291",
        V,
        WORDS.replace("{P: player}", "{P: player}, {'P,E) :- a(P,E). b(P': player}")
        + "  classes: ['c of P,E) :- a(P,E). b(P']\n",
        3,
    ),
    "an argument that is a program": ("PL291", V, WORDS.replace("{P: pl", "{'P) :- a': pl"), 3),
    "an issue that is a program": (
        "PL291",
        corner.ISSUES,
        ISSUES.replace("bareheaded:", "'a. b':"),
        4,
    ),
    "a reading that is a program": (
        "PL291",
        Y,
        TOPIC.replace(
            "clauses:",
            "readings:\n  'a. b':\n    default: x\n    reason: y\n"
            "    alternatives: {x: {en: x, ja: x}}\nclauses:",
        ),
        7,
    ),
    "a book by another way": ("PL291", B, BOOK.replace("id: corner", "id: ../../corner"), 1),
    "an edition by another way": ("PL227", B, BOOK.replace("corner@1:", "'../corner@1':"), 5),
    "a topic by another way": ("PL229", Y, TOPIC.replace("topic: hats", "topic: ../hats"), 1),
    "readings that are none": (
        "PL289",
        Y,
        TOPIC.replace("clauses:", "readings: 5\nclauses:"),
        6,
    ),
}


@pytest.mark.parametrize("attack", YAML_ATTACKS)
def test_yaml_that_no_book_needs_is_refused(tmp_path: Path, house: Path, attack: str) -> None:
    code, name, text, line = YAML_ATTACKS[attack]
    raw = text.encode("latin-1") if attack == "another byte order" else text.encode()
    write(house / name, raw)
    refused(reading(tmp_path, house), code, f"{name}:{line}" if line else name)


def test_a_sentence_is_no_format(tmp_path: Path, house: Path) -> None:
    write(house / Y, TOPIC.replace("{P} wears a hat", "{P.__class__} {0} {P!r:>999999999}"))
    run = ruling(tmp_path, house)
    assert run.code in (0, 2)
    assert len(run.out) < 100_000 and "<class" not in run.out


def test_vocabulary_is_refused_before_the_notation_is_made_of_it(
    tmp_path: Path, house: Path
) -> None:
    write(house / V, WORDS + "more: &a [*a]\n")
    refused(ruling(tmp_path, house), "PL263", f"{V}:7")


# --- files ----------------------------------------------------------------------------------------


def test_a_pipe_is_not_waited_for(tmp_path: Path, house: Path) -> None:
    os.mkfifo(house / "books/corner/conduct/pipe.yaml")
    refused(reading(tmp_path, house), "PL261", "pipe.yaml")
    refused(ruling(tmp_path, house), "PL261", "pipe.yaml")


def test_a_socket_is_refused(tmp_path: Path, house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(house / "vocabulary")
    with socket.socket(socket.AF_UNIX) as door:
        door.bind("door.yaml")
        refused(reading(tmp_path, house), "PL261", "door.yaml")


@pytest.mark.parametrize("target", ["/etc/passwd", "/dev/zero", "hats.lp", "nowhere"])
def test_a_link_is_refused(tmp_path: Path, house: Path, target: str) -> None:
    (house / "books/corner/conduct/link.lp").symlink_to(target)
    refused(reading(tmp_path, house), "PL261", "link.lp")


@pytest.mark.parametrize("target", ["/", "..", "."])
def test_a_link_to_a_folder_is_refused(tmp_path: Path, house: Path, target: str) -> None:
    (house / "books/other").symlink_to(target)
    refused(reading(tmp_path, house), "PL261", "books/other")


def test_a_folder_that_is_all_links_is_refused(tmp_path: Path, house: Path) -> None:
    (house / "books").rename(tmp_path / "elsewhere")
    (house / "books").symlink_to(tmp_path / "elsewhere")
    refused(reading(tmp_path, house), "PL261", "house/books")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (b"a\nb.yaml", "a\\u000ab.yaml"),
        (b"a\x1b[2Jb.lp", "a\\u001b[2Jb.lp"),
        (b"\xff\xfe.lp", "\\udcff\\udcfe.lp"),
        ("a\u202eb.lp".encode(), "b.lp"),
    ],
)
def test_names_that_cannot_be_shown_are_refused(
    tmp_path: Path, house: Path, name: bytes, shown: str
) -> None:
    (Path(os.fsdecode(os.fsencode(house / "books/corner/conduct") + b"/" + name))).touch()
    refused(reading(tmp_path, house), "PL261", shown)


@pytest.mark.parametrize(
    "name",
    ["...lp", "a..b.lp", "-rf.lp", "a b.lp", "名.lp", "a(1). b.lp", "_a :- not _a. _a.lp"],
)
def test_a_file_of_logic_has_a_name_of_logic(tmp_path: Path, house: Path, name: str) -> None:
    write(house / "books/corner/conduct" / name, "_a.\n")
    refused(reading(tmp_path, house), "PL267", name)


@pytest.mark.parametrize("name", ["..yaml", "a..b.yaml", "-rf.yaml", "a b.yaml", "名.yaml"])
def test_other_odd_names_are_names(tmp_path: Path, house: Path, name: str) -> None:
    (house / V).rename(house / "vocabulary" / name)
    assert reading(tmp_path, house).code == 0


def test_a_huge_file_is_not_read(tmp_path: Path, house: Path) -> None:
    with (house / Y).open("r+b") as file:
        file.truncate(1 << 40)
    refused(reading(tmp_path, house), "PL262", Y)


def test_many_files_are_not_read(tmp_path: Path, house: Path) -> None:
    for n in range(foreign.FILES + 1):
        (house / "vocabulary" / f"v{n}.yaml").touch()
    refused(reading(tmp_path, house), "PL262", "house")


def test_large_files_together_are_not_read(tmp_path: Path, house: Path) -> None:
    for n in range((foreign.FOLDER << 20) // (foreign.FILE << 10) + 1):
        write(house / "vocabulary" / f"v{n}.yaml", b"#" * (foreign.FILE << 10))
    refused(reading(tmp_path, house), "PL262", "house")


def test_folders_within_folders_are_not_followed(tmp_path: Path, house: Path) -> None:
    deep = house / "books/corner" / "/".join("d" * 60)
    deep.mkdir(parents=True)
    refused(reading(tmp_path, house), "PL262", "d/d")


def test_logic_that_is_no_text_is_refused(tmp_path: Path, house: Path) -> None:
    write(house / L, LOGIC.encode() + b"\xff\xfe.\n")
    refused(reading(tmp_path, house), "PL223", f"{L}:2")


@pytest.mark.parametrize("closed", ["books/corner/conduct", L, Y, "vocabulary"])
def test_what_may_not_be_read_is_named(tmp_path: Path, closed: str) -> None:
    if os.geteuid() == 0 and not sys.platform.startswith("linux"):
        pytest.skip("the superuser may read everything here")
    folder = tmp_path / "closed"
    for file, text in HOUSE.items():
        write(folder / file, text)
    (folder / closed).chmod(0)
    wanted = ("books", "--book", "corner", "--books", folder, "--json")
    run = command(tmp_path, *wanted, plain=True)
    (folder / closed).chmod(0o755)
    refused(run, "PL223", closed)


# --- the cache ------------------------------------------------------------------------------------

POISONS: dict[str, bytes] = {
    "nothing": b"",
    "the beginning": b'{"books": {"tda": {"id"',
    "another kind": b"[1,2,3]",
    "another shape": b'{"books": 5}',
    "no text": b"\xff\xfe\x00",
    "nested": b"[" * 100_000,
    "an object": b"cos\nsystem\n(S'touch poisoned'\ntR.",
}


@dataclass(frozen=True)
class Kept:
    """A house, and a cache that holds what it needs."""

    house: Path
    cache: Path
    files: dict[Path, bytes]


@pytest.fixture(scope="module")
def asked_once(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """What is kept after one ruling and one look at a clause."""
    folder = tmp_path_factory.mktemp("kept")
    cache, house = folder / "cache", corner.build(folder / "house", HOUSE)
    case = f'case "hat"\n{TABLE}expect corner: B takes off the hat by 9\n'
    write(house / "cases/hats.table", case)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(caching, "user_cache_path", lambda _name: cache)
        assert ruling(folder, house).code == 0
        assert command(folder, "show", "corner:hats.off", "--books", house).code == 0
    return Kept(house, cache, {f: f.read_bytes() for f in cache.glob("*.json")})


@pytest.fixture
def kept(asked_once: Kept, monkeypatch: pytest.MonkeyPatch) -> Kept:
    """A cache as it was after the first ruling, whatever another test did to it."""
    shutil.rmtree(asked_once.cache)
    for file, content in asked_once.files.items():
        write(file, content)
    monkeypatch.setattr(caching, "user_cache_path", lambda _name: asked_once.cache)
    return asked_once


def test_a_poisoned_cache_is_made_anew(tmp_path: Path, kept: Kept) -> None:
    house, files = kept.house, kept.files
    assert {f.name.partition("-")[0] for f in files} == {"library", "notation", "cases"}
    good = ruling(tmp_path, house).out
    shown = command(tmp_path, "show", "corner:hats.off", "--books", house, "--json").out
    poisons = [*POISONS.values()]
    for first in range(0, len(poisons), len(files)):
        for number, file in enumerate(files, first):
            file.write_bytes(poisons[number % len(poisons)])
        run = ruling(tmp_path, house)
        assert run.code == 0, run.err
        assert run.out == good
        again = command(tmp_path, "show", "corner:hats.off", "--books", house, "--json")
        assert (again.code, again.out) == (0, shown), again.err
    assert not list(tmp_path.rglob("poisoned"))


@pytest.mark.parametrize(
    "more",
    ["#script (python) import os #end.", '#include "/etc/passwd".', "a(@f).", "#show a."],
)
def test_a_kept_rule_that_is_none_is_made_anew(tmp_path: Path, kept: Kept, more: str) -> None:
    good = ruling(tmp_path, kept.house).out
    (file,) = kept.cache.glob("library-*.json")
    data = json.loads(file.read_text(encoding="utf-8"))
    data["rules"]["text"][0] += f" {more}"
    file.write_text(json.dumps(data), encoding="utf-8")
    run = ruling(tmp_path, kept.house)
    assert (run.code, run.out) == (0, good), run.err
    assert more not in file.read_text(encoding="utf-8")


def test_a_pipe_in_the_cache_is_not_waited_for(tmp_path: Path, kept: Kept) -> None:
    for file in kept.files:
        file.unlink()
        os.mkfifo(file)
    assert ruling(tmp_path, kept.house).code == 0


# --- from Python ----------------------------------------------------------------------------------


def test_functions_are_guarded_as_commands_are(
    house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "_seconds", LIMIT)
    write(house / L, f"{LOGIC}{RUNAWAYS['a join'][0]}\n")
    (situation,) = parse(TABLE, None, (house,))
    under = engine.profile("corner", folders=(house,))
    with pytest.raises(LimitError) as caught:
        engine.judge(situation, under)
    assert caught.value.exit_code == 3
    assert caught.value.place is not None and caught.value.place.line == 3


def test_shipped_books_are_asked_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> int:
        raise AssertionError("no child is needed")

    monkeypatch.setattr(os, "fork", none)
    (situation,) = parse(TABLE.replace("wears a hat", "folds"))
    engine.judge(situation, engine.profile("tda2026"))


def test_the_answers_are_those_of_one_process(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (situation,) = parse(TABLE, None, (house,))
    under = engine.profile("corner", folders=(house,))
    apart = engine.judge(situation, under)
    monkeypatch.delattr(os, "fork")
    assert engine.judge(situation, under) == apart


def test_the_readme_states_the_limits() -> None:
    text = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    told = text.partition("## Books from outside")[2].partition("\n## ")[0]
    for number in (
        f"{guard.SECONDS} s of computing",
        f"{guard.MEMORY:,} MB",
        f"{foreign.FILES:,}, of {foreign.FILE} KB, {foreign.FOLDER} MB in all",
        f"{foreign.LEVELS} folders deep",
        f"{foreign.NESTING} deep",
        f"{foreign.STATEMENT:,} characters, {foreign.BRACKETS} brackets",
        f"up to {foreign.NUMBER:,}, no power; ranges and alternatives of {sizes.SPAN:,}",
    ):
        assert number in told, number
    assert guard.READING == 3 and "three times as long" in told
