"""Own vocabularies, the checks on their phrases, and tables that are stored."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from pokerlogic import caching
from pokerlogic.errors import BookError, codes
from pokerlogic.notation import format, grammar, load, parse, tables
from pokerlogic.situation import Incident, Outcome, Place, Ruled, Setting

P = Place(1, 1)
SEATS = "seat 1 A 20000 button\nseat 2 B 15000\n"

OWN = """\
spills_drink:
  kind: incident
  args: [{P: player}, {N: count}]
  en: ["{P} spills {N} drinks over {P}'s cards"]
  ja: ["{P} が 飲み物 {N} 杯 を こぼす"]
  says: {en: "{P} spills {N} drinks", ja: "{P} が飲み物 {N} 杯をこぼす"}
"""


def folder(tmp_path: Path, vocabulary: str, issues: str = "") -> Path:
    (tmp_path / "vocabulary").mkdir(exist_ok=True)
    (tmp_path / "vocabulary" / "own.yaml").write_text(vocabulary, encoding="utf-8")
    if issues:
        (tmp_path / "issues.yaml").write_text(issues, encoding="utf-8")
    return tmp_path


def entry(en: str, args: str = "[]", kind: str = "incident", id: str = "own") -> str:
    return f'{id}:\n  kind: {kind}\n  args: {args}\n  en: ["{en}"]\n  ja: []\n'


def test_a_new_phrase_needs_no_python(tmp_path: Path) -> None:
    own = folder(
        tmp_path,
        OWN.replace(" over {P}'s cards", ""),
        "drink:\n  answers:\n    wet:\n      do: wet\n      en: ['{who} wipes the table']\n"
        "      ja: ['{who} が 拭く']\n",
    )
    text = SEATS + "preflop\nA spills 2 drinks\nexpect tda2026: A wipes the table\n"
    (read,) = parse(text, books=[own])
    assert read.steps[1] == Incident("spills_drink", ("A", 2), P)
    assert read.expectations[0].claim == Ruled("rule", (Outcome("drink", "wet", "A", (), P),))
    japanese = format([read], "ja", books=[own])
    assert "A が 飲み物 2 杯 を こぼす" in japanese
    assert parse("\n".join([SEATS, "preflop", "Aが飲み物2杯こぼす"]), books=[own])
    assert parse(japanese, books=[own]) == [read]


def test_a_new_header_line_needs_no_python(tmp_path: Path) -> None:
    own = folder(tmp_path, entry("button bonus {V}", "[{V: chips}]", "setting"))
    (read,) = parse("button bonus 500\n" + SEATS, books=[own])
    assert read.settings == (Setting("own", (500,), P),)
    assert format([read], books=[own]).startswith("button bonus 500\n")


def test_profiles_of_own_books_are_known(tmp_path: Path) -> None:
    own = folder(tmp_path, "{}")
    (own / "profiles").mkdir()
    (own / "profiles" / "house.yaml").write_text("id: house\n", encoding="utf-8")
    assert parse(SEATS + "preflop\nexpect house: A folds", books=[own])


@pytest.mark.parametrize(
    ("code", "vocabulary", "words"),
    [
        ("PL223", "own: [", "no valid YAML"),
        ("PL201", "- a\n- b\n", "expected a mapping"),
        ("PL201", "own: 5\n", "`own` is no entry"),
        ("PL201", "own: {kind: mark, en: new}\n", "`en` is a list of phrases"),
        ("PL201", "own: {kind: mark, args: [x]}\n", "one name and its sort"),
        ("PL201", "burn: {kind: mark}\n", "`burn` is defined twice"),
        ("PL201", "own: {kind: mark}\nown: {kind: mark}\n", "the key own"),
        ("PL202", entry("dealer says {X}"), "unknown argument `X`"),
        ("PL202", entry("dealer sings", "[{P: player}]"), "does not hold every argument once"),
        ("PL202", entry("{P} hits {P}", "[{P: player}]"), "does not hold every argument once"),
        ("PL202", entry("dealer {E}", "[{E: event}]"), "the sort `event`, which cannot be written"),
        ("PL202", entry("somebody sneezes"), "begins with `somebody`"),
        ("PL202", entry("{P} {Q}", "[{P: player}, {Q: player}]"), "needs words"),
        ("PL202", entry("{P} sees {C} {D}", "[{P: player}, {C: card}, {D: card}]"), "needs words"),
        ("PL202", entry("dealer says: no"), "a character that means something else"),
        ("PL203", entry("dealer dealt first card to seat {S}", "[{S: seat}]"), "cannot be told"),
        ("PL203", entry("dealer counts {P} AT {N}", "[{P: player}, {N: count}]"), "cannot be told"),
        ("PL203", entry("stub 12"), "cannot be told from `stub {N}`"),
        ("PL203", entry("{P} folds", "[{P: player}]"), "from a line of the notation itself"),
        ("PL203", entry("flop {C}", "[{C: cards}]"), "from a line of the notation itself"),
        ("PL203", entry("{P} calls {V}", "[{P: player}, {V: chips}]"), "of the notation itself"),
        ("PL203", entry("button", kind="mark"), "the word `button`"),
        ("PL203", entry("identifiable", kind="observation"), "the word `identifiable`"),
    ],
)
def test_phrases_that_are_refused(tmp_path: Path, code: str, vocabulary: str, words: str) -> None:
    own = folder(tmp_path, vocabulary)
    with pytest.raises(BookError) as caught:
        parse(SEATS, books=[own])
    error = caught.value
    assert error.code == code and code in codes()
    assert words in error.message
    assert error.file is not None and error.file.endswith("own.yaml")


def test_both_phrases_and_both_files_are_named(tmp_path: Path) -> None:
    own = folder(tmp_path, "\n" + entry("dealer counts {Q} at {N}", "[{Q: player}, {N: count}]"))
    with pytest.raises(BookError) as caught:
        parse(SEATS, books=[own])
    shown = caught.value.render()
    assert "`own`" in shown and "own.yaml:2:1" in shown
    assert "`dealer_misstated_bet` in kb/vocabulary/incidents.yaml" in shown


def test_japanese_phrases_that_only_differ_in_spaces_are_the_same(tmp_path: Path) -> None:
    own = folder(
        tmp_path,
        "own:\n  kind: incident\n  args: [{S: seat}]\n  en: []\n"
        '  ja: ["ディーラーが 最初の カードを 席{S} に配った"]\n',
    )
    with pytest.raises(BookError) as caught:
        parse(SEATS, books=[own])
    assert caught.value.code == "PL203"


def test_a_house_cannot_break_the_messages_of_tables(tmp_path: Path) -> None:
    own = folder(tmp_path, entry("dealer juggles {N} chips", "[{N: count}]"))
    (read,) = parse(SEATS + "preflop\ndealer juggles 3 chips", books=[own])
    assert read.steps[1] == Incident("own", (3,), P)


def test_tables_survive_json_and_load_faster_than_they_are_built() -> None:
    began = time.perf_counter()
    data = tables()
    built = time.perf_counter() - began
    text = json.dumps(data, ensure_ascii=False)
    times = []
    for _ in range(5):
        began = time.perf_counter()
        known = load(json.loads(text))
        times.append(time.perf_counter() - began)
    assert min(times) < built / 3
    source = (Path(__file__).parent / "examples" / "pots.table").read_text(encoding="utf-8")
    fresh = grammar.load(data)
    assert known.lexicon == fresh.lexicon
    assert parse(source) == parse(source)


def test_broken_or_foreign_stored_tables_are_built_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caching, "user_cache_path", lambda name: tmp_path / name)
    own = folder(tmp_path, "{}\n")
    grammar.notation([own])
    (kept,) = (tmp_path / "pokerlogic").glob("notation-*.json")
    good = json.loads(kept.read_text(encoding="utf-8"))
    damaged = json.dumps({**good, "table": {**good["table"], "states": "no numbers"}})
    other = json.dumps({"format": 1, "key": "other"})
    for content in ("{", "[]", '{"format": 0}', other, damaged):
        kept.write_text(content, encoding="utf-8")
        grammar._notation.cache_clear()
        assert parse(SEATS, books=[own])
        assert json.loads(kept.read_text(encoding="utf-8"))["key"] == grammar.key([own])
    grammar._notation.cache_clear()


def test_a_changed_file_changes_the_key(tmp_path: Path) -> None:
    own = folder(tmp_path, "{}\n")
    before = grammar.key([own])
    folder(tmp_path, OWN)
    assert grammar.key([own]) != before


def test_the_oldest_kept_files_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caching, "user_cache_path", lambda name: tmp_path / name)
    monkeypatch.setattr(caching, "KEPT", 2)
    caching.keep(caching.place("other-1"), [])
    for number in range(4):
        file = caching.place(f"kind-{number}")
        caching.keep(file, {"number": number})
        os.utime(file, (number, number))
    assert sorted(f.name for f in (tmp_path / "pokerlogic").iterdir()) == [
        "kind-2.json", "kind-3.json", "other-1.json",
    ]  # fmt: skip
    assert caching.kept("kind-3", lambda: {"number": 9}, dict) == {"number": 3}
    assert caching.kept("kind-0", lambda: {"number": 9}, dict) == {"number": 9}
