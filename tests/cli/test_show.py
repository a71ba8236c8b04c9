"""Looking a clause up: by id, by every number it has or had, and by what a reader would type."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sampling import part

import pokerlogic
from pokerlogic import finding, pins, spelling
from pokerlogic.cli import main
from pokerlogic.errors import BookError, PokerlogicError
from pokerlogic.loading import load
from pokerlogic.lookup import Lookup, look_up
from pokerlogic.store import library_of

ROOT = Path(__file__).parents[2]
LIBRARY = library_of()
CLAUSES = [c for b in LIBRARY.books.values() for c in b.clauses.values()]
PLACES = [(c.id, e, loc) for c in CLAUSES for e, loc in c.locators.items()]
KANA = re.compile(r"[぀-ヿ一-鿿]")

KEYS = {
    *("clause", "book", "locators", "now", "title", "paraphrase", "sourced", "decidable"),
    *("interpretation", "weigh", "issues", "overridden_by", "overrides", "related", "readings"),
    *("parameters", "cases", "match"),
}

Show = Callable[..., tuple[int, str, str]]


@pytest.fixture
def show(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Show:
    """Runs `show` in this process, in English unless it says otherwise."""
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")

    def call(*arguments: object) -> tuple[int, str, str]:
        code = main(["show", *map(str, arguments)])
        written = capsys.readouterr()
        assert "Traceback" not in written.out + written.err
        return code, written.out, written.err

    return call


def ids(found: Lookup) -> list[str]:
    return [f.clause.id for f in found.found]


# --- by id and locator ---------------------------------------------------------------------------


@pytest.mark.parametrize("clause", part(CLAUSES, 4), ids=lambda c: c.id)
def test_every_clause_is_found_by_its_id(clause: Any) -> None:
    assert ids(look_up(clause.id)) == [clause.id]
    assert clause.id in ids(look_up(clause.id.partition(":")[2].upper()))
    (found,) = look_up(clause.id).found
    assert found.clause.paraphrase["en"] and KANA.search(found.clause.paraphrase["ja"])
    assert found.issues and found.cases, "a case cites it"
    assert found.now == clause.locators.get(found.newest)


@pytest.mark.parametrize(("clause", "edition", "locator"), part(PLACES, 6))
def test_every_clause_is_found_by_each_number(clause: str, edition: str, locator: str) -> None:
    book = LIBRARY.books[edition.partition("@")[0]]
    label = book.editions[edition]["label"]
    forms = [
        f"{book.id} {label} {locator}",
        f"{edition} {locator}",
        f"{locator} {book.id} {label}".strip(),
    ]
    if re.search(r"\d", locator):
        # A locator that is a word is looked up as a word unless the book is named.
        forms += [f"{book.id.upper()}{label} {locator.lower()}", locator]
        forms.append(re.sub(r"(?<=\d)-(?=[A-Z])|(?<=[A-Z])-", "", locator))
    for asked in forms:
        found = look_up(asked)
        assert found.by == "locator", asked
        assert clause in ids(found), asked
    for one in look_up(f"{edition} {locator}").found:
        assert one.clause.book == book.id
        assert one.clause.locators[edition].startswith(locator)


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("TDA 2024 44", "tda:oversized_chip.call"),
        ("ＴＤＡ　２０２４　４４", "tda:oversized_chip.call"),
        ("EVERY 33", "every:one_chip.call"),
        ("every33", "every:one_chip.call"),
        ("RP-11", "tda:big_blind_ante.order"),
        ("rp11", "tda:big_blind_ante.order"),
        ("TDA 53-B(2)", "tda:undercall.opening"),
        ("53b2", "tda:undercall.opening"),
        ("TDA2026 48-C-1", "tda:prior_chips.one_new"),
        ("rule 46 tda 2026", "tda:oversized_chip.call"),
        ("TDA 2026 第46条", "tda:oversized_chip.call"),
        ("EVERYルール33", "every:one_chip.call"),
        ("EVERY 1", "every:house.final"),
        ("every@1 1", "every:house.final"),
        ("ring-2", "every-ring:rake.full"),
        ("EVERY ring-2", "every-ring:rake.full"),
        ("every-ring 2", "every-ring:rake.full"),
        ("every-ring ring-2", "every-ring:rake.full"),
    ],
)
def test_numbers_as_they_are_written(asked: str, first: str) -> None:
    assert ids(look_up(asked))[0] == first


def test_a_number_of_an_older_edition_is_told_as_it_is_now(show: Show) -> None:
    assert show("TDA 2024 44")[1].startswith("TDA 2024 44 is now TDA 2026 46\n")
    assert show("TDA 2024 44", "--lang", "ja")[1].startswith("TDA 2024 44 は現在 TDA 2026 46\n")
    assert "is now" not in show("TDA 2026 46")[1]
    (found,) = json.loads(show("tda:oversized_chip.call", "--json")[1])
    assert found["now"] == {"edition": "tda@2026", "locator": "46"}


def test_a_book_is_all_its_clauses(show: Show) -> None:
    code, out, _ = show("every")
    assert code == 0
    assert all(c.id in out for c in CLAUSES if c.book == "every")
    assert "tda:" not in out


# --- by words ------------------------------------------------------------------------------------

WORDS = [
    ("chip 1枚", "tda:oversized_chip.call"),
    ("one chip", "tda:oversized_chip.call"),
    ("oversized chip", "tda:oversized_chip.call"),
    ("1枚チップ", "every:one_chip.call"),
    ("順番間違い", "every:out_of_turn.fold"),
    ("順番外", "tda:out_of_turn.penalty"),
    ("OOT", "tda:out_of_turn.penalty"),
    ("fold out of turn", "tda:out_of_turn.fold"),
    ("順番外のフォールド", "every:out_of_turn.fold"),
    ("飛ばされたプレイヤー", "tda:out_of_turn.skipped"),
    ("skipped player", "tda:out_of_turn.skipped"),
    ("undercall", "tda:undercall.heads_up"),
    ("short call", "tda:undercall.heads_up"),
    ("不足コール", "every:undercall.choice_blind"),
    ("undercall heads-up", "tda:undercall.heads_up"),
    ("string bet", "tda:string_bets.first"),
    ("ストリングベット", "tda:string_bets.first"),
    ("several motions", "tda:string_bets.first"),
    ("レイズ権", "tda:reopening.limit"),
    ("reopen", "tda:reopening.limit"),
    ("short all-in", "tda:reopening.full"),
    ("ショートオールイン", "every:raise_right.restored"),
    ("サイドポット", "tda:side_pots.each"),
    ("side pot", "tda:side_pots.each"),
    ("odd chip", "tda:odd_chips.board_games"),
    ("端数チップ", "every:odd_chips.earliest"),
    ("お釣り", "tda:change.counts"),
    ("change", "every:change.raise"),
    ("chip count", "every:counting.anyone"),
    ("カウント", "tda:counting.all_in"),
    ("hidden chips", "tda:hidden_chips.open"),
    ("見つかったチップ", "every:found_chips.won"),
    ("BBA", "tda:big_blind_ante.order"),
    ("ビッグブラインドアンティ", "every:big_blind_ante.blind_first"),
    ("heads up out of turn", "tda:out_of_turn.heads_up"),
    ("check facing a bet", "tda:invalid_declarations.call"),
    ("rolled off the stack", "every:motions.rolled"),
    ("転がった", "every:motions.rolled"),
    ("dropped", "every:motions.fell"),
    ("tiny chip", "tda:calling.tiny"),
    ("極端に小さい", "tda:calling.tiny"),
    ("ペナルティ", "every:penalties.fold_first"),
    ("巻き戻し", "every:rewind.chips"),
    ("rewind", "every:rewind.actors"),
    ("substantial action", "tda:substantial_action.two"),
    ("サブスタンシャルアクション", "tda:substantial_action.two"),
    ("miscall", "tda:cards_speak.miscall"),
    ("カードスピークス", "tda:cards_speak.words"),
    ("ボードプレイ", "tda:playing_the_board.show"),
    ("二回に分けて", "tda:string_bets.first"),
    ("promise", "tda:conditional.statement"),
    ("約束", "tda:conditional.statement"),
    ("playing the board", "tda:playing_the_board.show"),
    ("muck", "tda:last_hand.mucked"),
    ("bounty chip", "tda:dealer_duties.bounty_chip"),
    ("pot in no limit", "tda:pot_limit.no_limit"),
    ("ノーリミット ポット", "tda:pot_limit.no_limit"),
    ("条件付き", "tda:conditional.statement"),
    ("conditional statement", "tda:conditional.statement"),
    ("same denomination", "every:equal_chips.needed"),
    ("同額の複数チップ", "every:equal_chips.needed"),
    ("voice first", "tda:methods.first"),
    ("発声とチップが同時", "tda:methods.at_once"),
    ("unofficial word", "every:words.dealer"),
    ("wrong amount", "tda:corrections.short"),
    ("数え間違い", "tda:accepted_action.true"),
    ("同時飛び 順位", "tda:big_blind_ante.places"),
    ("number of raises", "tda:raise_cap.limit"),
    ("キャップ", "tda:raise_cap.limit"),
    ("引き戻し", "every:added_chips.pulled"),
    ("pulled back", "tda:prior_chips.covering"),
    ("all-in button", "tda:dealer_duties.button"),
    ("オールインボタン", "tda:dealer_duties.button"),
    ("every chip needed", "tda:multiple_chips.needed"),
    ("half rule", "every:half_rule.reached"),
    ("50%", "every:half_rule.reached"),
    ("minimum raise", "every:raising.least"),
]


@pytest.mark.parametrize(("asked", "wanted"), WORDS)
def test_a_situation_finds_its_clause(asked: str, wanted: str) -> None:
    found = look_up(asked)
    assert wanted in ids(found)[:3], ids(found)[:6]
    if found.by == "words":
        scores = [f.score for f in found.found]
        assert all(s > 0 for s in scores) and all(f.words for f in found.found)


SPELLINGS = [
    ("オールイン", "all in", "allin", "ALL-IN", "All-Ins", "おーるいん", "ｵｰﾙｲﾝ", "オール・イン"),
    ("オールイン", "ＡＬＬ　ＩＮ", "オ―ルイン", "  オール イン ", "all‐in"),
    (
        "string bet",
        "STRING BETS",
        "stringbet",
        "string-betting",
        "ストリング・ベット",
        "すとりんぐ",
    ),
    ("アンダーコール", "under call", "undercalls", "UNDER-CALL", "あんだーこーる", "ｱﾝﾀﾞｰｺｰﾙ"),
    ("out of turn", "OutOfTurn", "oot", "順番間違い", "順番 外"),
    ("チップ1枚", "チップ１枚", "1枚", "ﾁｯﾌﾟ1枚", "oversized chips", "single chip"),
]


@pytest.mark.parametrize("spelt", SPELLINGS)
def test_however_it_is_spelt(spelt: tuple[str, ...]) -> None:
    index = finding.Index(LIBRARY)
    first = [h.clause.id for h in index.find(spelt[0]).hits]
    assert first
    for other in spelt[1:]:
        assert [h.clause.id for h in index.find(other).hits] == first, other


def test_the_beginning_of_a_word_is_enough() -> None:
    assert "tda:oversized_chip.call" in ids(look_up("oversiz"))[:3]


@pytest.mark.parametrize("group", sorted(LIBRARY.search.groups))
def test_every_group_of_words_finds_a_clause(group: str) -> None:
    index = finding.Index(LIBRARY)
    for word in LIBRARY.search.groups[group]:
        assert index.find(word).hits, word


def test_a_book_that_is_named_comes_first() -> None:
    assert look_up("EVERY アンダーコール").found[0].clause.book == "every"
    assert look_up("tda undercall").found[0].clause.book == "tda"
    assert {f.clause.book for f in look_up("undercall", ("tda2026",)).found} == {"tda"}


# --- what is not there ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "help"),
    [
        ("undrcall", "did you mean `undercall`?"),
        ("オールイソ", "did you mean `オールイン`?"),
        ("アンダーコーレ", "did you mean `アンダーコール`?"),
        ("substancial", "did you mean `substantial`?"),
        ("46-A-9", "did you mean `46-A`?"),
        ("EVERY 999", "known: "),
        ("tda:oversized_chip.cal", "did you mean `tda:oversized_chip.call`?"),
        ("qqqqq", "ask by number"),
        ("🎲", "ask by number"),
        ("", "ask by number"),
    ],
)
def test_an_unknown_word_ends_with_two_and_the_nearest(show: Show, asked: str, help: str) -> None:
    code, out, err = show(asked)
    assert (code, out) == (2, "")
    assert "error[PL601]" in err and help in err
    code, out, _ = show(asked, "--json")
    assert code == 2 and json.loads(out)["error"]["code"] == "PL601"


@pytest.mark.parametrize(
    "asked",
    [
        "(",
        "[a-z]+",
        "\\",
        "'; drop",
        "a" * 5000,
        "٣",
        "½",
        "\u0300",
        "%",
        "-",
        "1" * 200,
        "の",
        "@",
    ],
)
def test_nothing_that_is_typed_breaks_it(show: Show, asked: str) -> None:
    assert show(asked)[0] in (0, 2)


def test_words_that_no_clause_has_are_said(show: Show) -> None:
    code, out, _ = show("undercall zzz")
    assert code == 0 and "no clause speaks of `zzz`" in out
    for asked, meant in (
        ("sting bett", "string bet"),
        ("substancial action", "substantial action"),
    ):
        assert f"(did you mean `{meant}`?)" in show(asked)[1]
    assert "`zzz` を含む条項はない" in show("undercall zzz", "--lang", "ja")[1]


# --- what is shown -------------------------------------------------------------------------------


def test_the_keys(show: Show) -> None:
    for asked in ("undercall", "TDA 2024 44", "every:half_rule.reached", "chip 1枚"):
        code, out, _ = show(asked, "--json")
        assert code == 0
        for one in json.loads(out):
            assert set(one) == KEYS
            assert set(one["match"]) == {"by", "score", "words", "unknown"}
            for name in ("overridden_by", "overrides", "related"):
                assert all(set(r) == {"clause", "locators", "title", "why"} for r in one[name])
            for case in one["cases"]:
                assert set(case) == {"file", "line", "title", "source", "profiles", "why"}


def test_who_overrides_a_clause() -> None:
    (call,) = look_up("tda:oversized_chip.call").found
    why = {r.clause: r.why for r in call.overridden_by}
    assert why["tda:prior_chips.combined"] == "excepts"
    assert why["every:one_chip.call"] == "above"
    (house,) = look_up("every:one_chip.call").found
    assert "tda:oversized_chip.call" in {r.clause for r in house.overrides}
    assert not house.overridden_by


def test_what_belongs_to_a_clause() -> None:
    (half,) = look_up("every:half_rule.reached").found
    assert "half" in {r.name for r in half.readings}
    assert ("tda", 2) in {(book, p.value) for book, p in half.parameters}
    related = {r.clause: r.why for r in half.related}
    assert related["every:half_rule.below"] == "topic"
    (call,) = look_up("tda:oversized_chip.call").found
    related = {r.clause: r.why for r in call.related}
    assert related["tda:multiple_chips.needed"] == "see_also"
    (under,) = look_up("tda:undercall.later").found
    assert {r.clause: r.why for r in under.related}["every:undercall.full"] == "counterpart"


def test_the_cases_that_pin_a_clause() -> None:
    (found,) = look_up("tda:oversized_chip.call").found
    assert ("cases/examples/oversized_chip.table", "by") in {(p.file, p.why) for p in found.cases}
    for pin in found.cases:
        lines = (ROOT / pin.file).read_text(encoding="utf-8").splitlines()
        assert 1 <= pin.line <= len(lines)
    (bet,) = look_up("tda:oversized_chip.bet").found
    assert "cases/examples/oversized_chip.table" not in {p.file for p in bet.cases}


def test_a_base_is_named_by_the_edition_below_the_house(show: Show) -> None:
    told = show("every:undercall.choice")[1]
    assert "TDA 2024 51-B-2:" in told and "TDA 2026" not in told
    # A clause of the base itself stands beside its newest edition.
    assert "TDA 2026 53-B-1:" in show("tda:undercall.later")[1]


def test_the_text_in_both_languages(show: Show) -> None:
    english = show("every:half_rule.reached", "--lang", "en")[1]
    japanese = show("every:half_rule.reached", "--lang", "ja")[1]
    for text in ("reading every:half", "* increment", "parameter tda:raise_share=2", "cases: "):
        assert text in english
    for text in ("解釈 every:half", "優先される条項", "数値 tda:raise_share=2", "事例: "):
        assert text in japanese
    assert english.splitlines()[-1] == "Paraphrase; the official text prevails."
    told = [line for line in english.splitlines() if ".table:" not in line]
    assert not KANA.search("\n".join(told))


def test_full_tells_everything_of_each(show: Show) -> None:
    brief, full = show("undercall")[1], show("undercall", "--full")[1]
    assert full.count("answers: ") > brief.count("answers: ")


def test_topics_that_are_named_exist() -> None:
    known: set[str] = set()
    for book in LIBRARY.books.values():
        for clause in book.clauses.values():
            known |= {f"{book.id}:{clause.topic}", clause.id}
    for clause in CLAUSES:
        named = {n if ":" in n else f"{clause.book}:{n}" for n in clause.see_also}
        assert named <= known, clause.id


def test_from_python() -> None:
    found = pokerlogic.look_up("undercall")
    assert isinstance(found, pokerlogic.Lookup) and found.by == "words"
    with pytest.raises(PokerlogicError):
        pokerlogic.look_up("undrcall")
    with pytest.raises(AttributeError):
        found.by = "words"


# --- the words as data ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("groups: {a: {en: [], ja: [あ]}}", "the group `a` has no words in `en`"),
        ("groups: {a: {en: [x]}}", "the group `a` needs `ja`"),
        ("groups: {a: {en: [x], ja: [あ], fr: [y]}}", "has no key `fr`"),
        ("groups: {a: {en: [raise], ja: [あ]}, b: {en: [RAISES], ja: [い]}}", "in two groups"),
        ("groups: {a: {en: [shove it], ja: [おーる・いん]}}", "in two groups, `all_in` and `a`"),
        ("groups: {a: {en: [1], ja: [あ]}}", "a word without letters"),
        ("groups: {a: {en: ['!'], ja: [あ]}}", "a word without letters"),
        ("grups: {}", "a search file has no key `grups`"),
        ("weights: {titel: 2}", "`weights` has no key `titel`"),
        ("weights: {title: much}", "must be a whole number"),
        ("groups: [a]", "must be names with values"),
    ],
)
def test_words_that_cannot_be_used(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "search.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(BookError) as caught:
        load([ROOT / "kb", tmp_path])
    assert said in caught.value.message
    assert caught.value.file == str(tmp_path / "search.yaml")


def test_a_house_adds_words_and_cases(show: Show, tmp_path: Path) -> None:
    text = "groups: {undercall: {en: [stingy call], ja: [けちコール]}}"
    (tmp_path / "search.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "cases").mkdir()
    shutil.copy(ROOT / "cases/examples/undercall.table", tmp_path / "cases" / "own.table")
    for asked in ("stingy call", "ケチコール"):
        code, out, _ = show(asked, "--books", tmp_path)
        assert code == 0 and "undercall" in out.splitlines()[0]
    assert show("stingy")[0] == 2
    (one,) = json.loads(show("tda:undercall.later", "--books", tmp_path, "--json")[1])
    assert "cases/own.table" in {c["file"] for c in one["cases"]}


# --- the parts -----------------------------------------------------------------------------------


def test_stems() -> None:
    for said in (("raise", "raises", "raised", "raising"), ("bet", "bets", "betting")):
        assert len({spelling.stem(w) for w in said}) == 1
    assert [spelling.stem(w) for w in ("is", "miss", "using", "all")] == [
        "is",
        "mis",
        "using",
        "all",
    ]


def test_the_longest_word_wins() -> None:
    found = spelling.Thesaurus.of(
        {"call": ["call", "コール"], "under": ["under call", "アンダーコール"]}
    )
    assert found.split("an under-call")[0] == ["under"]
    assert found.split("アンダーコールとコール")[0] == ["under", "call"]
    assert found.split("undercalls")[0] == ["under"]


def test_a_rare_word_counts_more_than_a_common_one() -> None:
    hits = finding.Index(LIBRARY).find("bounty chip raise").hits
    assert hits[0].clause.id in ("tda:dealer_duties.bounty_chip", "tda:big_blind_ante.bounty")


def test_a_file_that_cannot_be_read_pins_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "cases"
    folder.mkdir()
    (folder / "bad.table").write_text("gaem\n", encoding="utf-8")
    (folder / "bytes.table").write_bytes(b"\xff\xfe")
    assert pins.rows(folder) == []


# --- what comes first ----------------------------------------------------------------------------


def test_books_that_stand_alone_come_after_those_that_rule_together() -> None:
    books = [f.clause.book for f in look_up("all-in").found]
    assert set(books[:3]) <= {"tda", "every"} and {"holdem", "classic"} & set(books)


def test_what_only_another_reading_says_comes_after_what_the_book_says() -> None:
    found = ids(look_up("chip 1枚"))
    assert found.index("every:one_chip.call") < found.index("every:one_chip.any")
