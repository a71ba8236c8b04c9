"""Errors and help in the language of the user, as text and as JSON."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pokerlogic import messages, options
from pokerlogic.cli import main
from pokerlogic.usage import UsageError

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "cases" / "examples" / "oversized_chip.table"
KANA = re.compile(r"[぀-ヿ一-鿿]")
TYPED = re.compile(r"`[^`]*`")
ENGLISH = re.compile(r"[A-Za-z][A-Za-z'-]+ [A-Za-z][A-Za-z'-]+")

HEAD = "game NLHE\nblinds 100/200\nseat 1 A 20000 button\nseat 2 B 15000\nseat 3 C 30000\n"
TABLE = HEAD + "preflop\n"
RECORDED = """\
variant = "XX"
starting_stacks = [100, 100]
antes = [0, 0]
blinds_or_straddles = [1, 2]
actions = []
"""
BOOK = """\
id: own
title: {en: Own, ja: 独自}
rights: own
editions: {own@1: {label: "1"}}
colour: red
"""

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command; gives its code, its output and its errors."""
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    monkeypatch.delenv("POKERLOGIC_BOOK", raising=False)

    def call(*arguments: object, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        code = main([str(a) for a in arguments])
        written = capsys.readouterr()
        return code, written.out, written.err

    return call


def own_book(folder: Path, text: str = BOOK) -> Path:
    """A folder with a book of that text."""
    place = folder / "books" / "own"
    place.mkdir(parents=True)
    (place / "book.yaml").write_text(text, encoding="utf-8")
    return folder


# code, command, standard input, what it says in Japanese, what helps
AREAS: list[tuple[str, tuple[str, ...], str, str, str]] = [
    (
        "PL101", ("rule", "-"), "gaem NLHE", "`gaem` で始まる行はない", "`game` のことか",
    ),
    (
        "PL102", ("rule", "-"), TABLE + "A rasies to 600",
        "ここに来るのはプレイヤーがしたこと"
        "（`フォールド`、`レイズ 600`、`「レイズ」`、`チップ 500`）。`rasies` は読めない",
        "`raises` のことか",
    ),
    (
        "PL102", ("rule", "-"), TABLE + "A raises",
        "ここに来るのは額、`宣言`、`まで`のいずれか。行が途中で終わっている", "",
    ),
    (
        "PL103", ("rule", "-"), TABLE + "D folds", "プレイヤー `D` はこのテーブルにいない",
        "着席しているのは `A`、`B`、`C`",
    ),
    (
        "PL309", ("rule", "-"), TABLE + "B puts 5000x4", "`B` に 20,000 を出すチップはない", "",
    ),
    (
        "PL307", ("rule", "-"), HEAD + "flop As 9d", "フロップに 2 枚", "ここで配る枚数は 3",
    ),
    (
        "PL404", ("rule", "-"), HEAD.replace("NLHE", "PLO") + "flop As 9d 4c\nB bets 600",
        "ポットの額の記述がない。ポットリミットはそれで決まる",
        "ストリートの後に書く: `フロップ As 9d 4c ポット 1200`",
    ),
    ("PL601", ("show", "zzqy"), "", "条項 `zzqy` はない", "番号（`TDA 2026 46`）、ID、言葉"),
    (
        "PL601", ("rule", str(EXAMPLE), "--book", "tda2062"), "", "ルールブック `tda2062` はない",
        "`tda2026` のことか",
    ),
    ("PL602", ("rule", "nowhere"), "", "`nowhere` を読めない: そのファイルやフォルダはない", ""),
    (
        "PL603", ("rule", str(EXAMPLE), "--event", "99"), "", "99 番目の出来事はない", "最後は",
    ),
    (
        "PL702", ("import", "-"), RECORDED, "種目 XX はテーブルの記法で書けない",
        "取り込める種目: NT、PO、FT、FO/8",
    ),
    ("PL701", ("import", "-"), "[", "Poker Hand History の文書ではない", "文書は `variant`"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "command", "text", "said", "help"), AREAS)
def test_errors_are_told_in_japanese(
    run: Run, code: str, command: tuple[str, ...], text: str, said: str, help: str
) -> None:
    ended, out, err = run(*command, "--lang", "ja", stdin=text)
    assert ended == 2 and not out
    assert err.startswith(f"エラー[{code}]: {said}\n")
    assert not help or f"\nヒント: {help}" in err
    told = [line for line in err.split("\n") if re.match("エラー|ヒント", line)]
    assert not any(ENGLISH.search(TYPED.sub("", line)) for line in told if "Poker" not in line)


@pytest.mark.parametrize(("code", "command", "text", "said", "help"), AREAS)
def test_json_has_both_languages(
    run: Run, code: str, command: tuple[str, ...], text: str, said: str, help: str
) -> None:
    errors = {}
    for lang in ("en", "ja"):
        _, out, _ = run(*command, "--json", "--lang", lang, stdin=text)
        error = errors[lang] = json.loads(out)["error"]
        assert error["code"] == code and error["message"] == error["text"][lang]
        assert (error["help"] or "") == (error["help_text"] or {lang: ""})[lang]
        assert set(error["about"]) == {"en", "ja"}
    assert errors["en"]["text"] == errors["ja"]["text"]
    assert errors["ja"]["message"] == said and help in (errors["ja"]["help"] or "")
    assert not KANA.search(TYPED.sub("", errors["en"]["message"]))


def test_books_are_refused_in_japanese(run: Run, tmp_path: Path) -> None:
    folder = own_book(tmp_path)
    code, _, err = run("books", "--books", folder, "--lang", "ja")
    assert code == 2
    assert err.startswith("エラー[PL224]: ルールブックにキー `colour` はない\n")
    code, out, _ = run("books", "--books", folder, "--json")
    text = json.loads(out)["error"]["text"]
    assert text == {
        "en": "a book has no key `colour`",
        "ja": "ルールブックにキー `colour` はない",
    }


@pytest.mark.parametrize(
    ("yaml", "reason"),
    [
        ("id: own: two\n", "ここに `:` は来ない"),
        ("id: 'own\n", "ここで開いた引用符が閉じていない"),
        ("id: [own\n", "ここで開いた括弧か引用符が閉じていない"),
        ("id: own\nid: two\n", "`id` が 2 回ある"),
    ],
)
def test_a_file_that_is_no_yaml(run: Run, tmp_path: Path, yaml: str, reason: str) -> None:
    _, _, err = run("books", "--books", own_book(tmp_path, yaml), "--lang", "ja")
    assert err.startswith(f"エラー[PL223]: YAML として読めない: {reason}")


def test_a_limit_is_told_in_japanese(run: Run) -> None:
    seats = "".join(f"seat {i} P{i} 90000{' button' * (i == 1)}\n" for i in range(1, 9))
    table = f"game NLHE\nblinds 1000/2000\n{seats}\nflop As 9d 4c pot 8000\n"
    table += "P2 bets 2000\nP3 raises to 8000\n"
    table += "".join(f"P{i} puts 1000x2\n" for i in range(4, 9))
    code, out, err = run("rule", "-", "--lang", "ja", "--json", stdin=table)
    assert code == 3
    assert err.startswith("エラー[PL504]: 未決の答えが多すぎる。最初は 15 行目\n")
    assert "\nヒント: フロアの決定を書く: 15 行目の下に `フロア裁定 …`。" in err
    assert "その出来事の下に `観察 …` か `観察されず …`\n" in err
    text = json.loads(out)["error"]["text"]
    assert text["en"] == "too many answers are open, the first one in line 15"


def test_the_locale_decides_where_no_option_does(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    assert run("rule", "nowhere")[2].startswith("エラー[PL602]")
    assert run("rule", "nowhere", "--lang", "en")[2].startswith("error[PL602]")
    assert run("rul")[2].startswith("エラー[PL603]: コマンド `rul` はない")
    assert run("--help")[1].startswith("使い方: pokerlogic")


def test_the_language_of_a_table_does_not_decide(run: Run) -> None:
    table = (
        "ゲーム NLHE\nブラインド 100/200\n席 1 太郎 20000 ボタン\n席 2 次郎 15000\nプリフロップ\n"
    )
    assert "error[PL103]: no player `三郎` at the table" in run(
        "rule", "-", stdin=table + "三郎 コール"
    )[2]  # fmt: skip
    _, _, err = run("rule", "-", stdin=table + "太郎 レイス 600")
    assert "expected what the player did: `フォールド`, `レイズ 600`" in err


def test_a_failed_expectation_is_told_in_the_language(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "failing.table"
    claims = "A calls 200", "B options fold", "main pot 5"
    lines = "".join(f"expect tda2026: {claim}\n" for claim in claims)
    file.write_text(TABLE + 'A says "fold"\n' + lines, encoding="utf-8")
    code, english, _ = run("test", file)
    assert code == 1
    assert re.findall(r"got: (.*)", english) == [
        "A fold by 53-A, 52-A", "options fold, call 200, raise 400..15000", "pots 300 (B C)",
    ]  # fmt: skip
    _, japanese, _ = run("test", file, "--lang", "ja")
    got = [
        "A フォールド 根拠 53-A、52-A", "選択肢 フォールド、コール 200、レイズ 400..15000",
        "ポット 300 (B C)",
    ]  # fmt: skip
    assert re.findall(r"結果: (.*)", japanese) == got
    data = json.loads(run("test", file, "--json", "--lang", "ja")[1])
    assert [f["got"] for f in data["failed"]] == got


# --- command lines -------------------------------------------------------------------------------

WRONG: list[tuple[tuple[str, ...], str, str]] = [
    ((), "`COMMAND` must be given", "`コマンド` の指定が必要"),
    (("rul",), "there is no command `rul`: it is `rule`", "コマンド `rul` はない。使えるのは"),
    (("rule",), "`FILE` must be given", "`ファイル` の指定が必要"),
    (("rule", "x", "--bok", "y"), "nothing takes `--bok y`", "`--bok y` は受け付けない"),
    (("rule", "x", "--event"), "`--event` needs a value", "`--event` には値が必要"),
    (
        ("rule", "x", "--event", "y"), "`--event` takes a whole number, not `y`",
        "`--event` は整数。`y` は使えない",
    ),
    (
        ("rule", "x", "--lang", "fr"), "`--lang` is `en` or `ja`, not `fr`",
        "`--lang` に `fr` は使えない。使えるのは`en`、`ja`のいずれか",
    ),
    (
        ("rule", "x", "--json=3"), "`--json` takes no value, but is given `3`",
        "`--json` に値は付けられないが、`3` が付いている",
    ),
    (
        ("rule", "x", "--bo", "y"), "`--bo` could be `--book`, `--books`",
        "`--bo` は `--book`、`--books` のどれともとれる",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "english", "japanese"), WRONG)
def test_wrong_usage(
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    english: str,
    japanese: str,
) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "") and err.startswith(f"error[PL603]: {english}")
    assert "\nhelp: usage: pokerlogic" in err and "meta." not in err
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    code, out, err = run(*arguments)
    assert (code, out) == (2, "") and err.startswith(f"エラー[PL603]: {japanese}")
    assert "\nヒント: 使い方: pokerlogic" in err and "meta." not in err


def test_wrong_usage_as_json(run: Run) -> None:
    code, out, _ = run("rule", "x", "--bok", "y", "--json", "--lang=ja")
    error = json.loads(out)["error"]
    assert code == 2 and error["code"] == "PL603"
    assert error["message"] == error["text"]["ja"] == "`--bok y` は受け付けない"


def test_what_argparse_says_otherwise_is_kept() -> None:
    with pytest.raises(UsageError) as caught:
        options.Parser("ja", prog="x").error("something new")
    assert caught.value.said.text("ja") == "このオプションは使えない: something new"


@pytest.mark.parametrize("command", ["", "rule", "why", "test", "fmt", "import", "books", "show"])
def test_help_is_in_the_language(run: Run, command: str) -> None:
    code, out, err = run("--lang", "ja", *command.split(), "--help")
    assert (code, err) == (0, "") and out.startswith("使い方: pokerlogic")
    assert re.search(r"^引数:$", out, re.MULTILINE) or command == "books"
    assert re.search(r"^オプション:$", out, re.MULTILINE)
    shown = re.sub(r"\[[^\]]*\]|--?\w+|\.\.\.|pokerlogic \w+|\{en,ja\}", "", out)
    assert not re.search(r"[a-z]{2,} [a-z]{2,}", shown) and "meta." not in out
    assert out == run(*command.split(), "--help", "--lang=ja")[1]
    code, english, _ = run(*command.split(), "--help")
    assert code == 0 and english.startswith("usage: pokerlogic")
    assert not KANA.search(english) and "meta." not in english and "help." not in english


# --- what it costs -------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_command_that_succeeds_reads_no_texts(run: Run, lang: str) -> None:
    messages.catalogue.cache_clear()
    for command in (("rule", EXAMPLE), ("fmt", EXAMPLE), ("books",), ("test", EXAMPLE)):
        assert run(*command, "--lang", lang)[0] == 0
    assert messages.catalogue.cache_info().currsize == 0


def test_one_thing_is_told_as_one() -> None:
    forms = ("{who} races {count} chips", "{who} races {count} chip")
    assert messages.fitting(forms, {"who": "A", "count": 1}) == forms[1]
    assert messages.fitting(forms, {"who": "A", "count": 2}) == forms[0]
    assert messages.fitting(forms[:1], {"who": "A", "count": 1}) == forms[0]
    assert messages.counted("{n} early card(s)", {"n": 1}) == "{n} early card"
    assert messages.counted("{n} early card(s)", {"n": 0}) == "{n} early cards"
