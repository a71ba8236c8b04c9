"""What `new` writes: refused until it is filled, right when it is, never over what is there."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pokerlogic import authoring, resources
from pokerlogic.cli import main
from pokerlogic.errors import BookError, PokerlogicError, TableError
from pokerlogic.forms import read_yaml
from pokerlogic.loading import load
from pokerlogic.notation import parse
from pokerlogic.resources import folder
from pokerlogic.unwritten import FILL

KANA = re.compile(r"[぀-ヿ一-鿿]")


def house(place: Path, lang: str = "en") -> Path:
    """A book and its profile, filled."""
    authoring.book("corner", "tda@2026", place, lang)
    fill(place / "books/corner/book.yaml", numbers="1..9")
    return place


def fill(path: Path, numbers: str = "1", **rules: str) -> None:
    """Write something sensible in the place of every mark."""
    text = path.read_text(encoding="utf-8")
    text = re.sub(r'@1: "\?\?\?[^"]*"', f'@1: "{numbers}"', text)
    text = re.sub(r'"\?\?\?[^"]*"', '"ある文 in words"', text)
    for mark, rule in rules.items():
        text = re.sub(rf"^\?\?\? concludes\({mark}.*", rule, text, flags=re.MULTILINE)
    path.write_text(text.replace("???", ""), encoding="utf-8")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_mark_is_refused_until_it_is_filled(tmp_path: Path, lang: str) -> None:
    done = authoring.book("corner", "tda@2026", tmp_path, lang)
    path = tmp_path / "books/corner/book.yaml"
    assert done.written == (str(path), str(tmp_path / "profiles/corner.yaml"))
    assert len(done.fill) == 5
    for missing in done.fill:
        with pytest.raises(BookError) as caught:
            read_yaml(path)
        error = caught.value
        assert (error.code, error.file, error.advice) == ("PL290", missing.file, FILL)
        assert error.place is not None and error.place.line == missing.line
        assert missing.what in error.render(lang=lang)
        assert bool(KANA.search(missing.what)) is (lang == "ja")
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(r'"\?\?\?[^"]*"', '"x"', text, count=1), encoding="utf-8")
    assert read_yaml(path)["id"] == "corner"


def test_a_book_lies_over_all_that_its_edition_lies_over(tmp_path: Path) -> None:
    authoring.book("corner", "every-ring@1", tmp_path)
    profile = read_yaml(tmp_path / "profiles/corner.yaml")
    assert profile["books"] == ["tda@2024", "every-ring@1", "corner@1"]


def test_a_clause_is_refused_until_it_is_filled_and_rules_then(tmp_path: Path) -> None:
    house(tmp_path)
    done = authoring.clause("corner", "betting/one_chip", "raise", "2", tmp_path)
    sheet, logic = (Path(p) for p in done.written)
    kb = folder("kb")
    for path in (sheet, logic):
        with pytest.raises(BookError) as caught:
            load([kb, tmp_path])
        assert (caught.value.code, caught.value.file) == ("PL290", str(path))
        rule = "concludes(corner_one_chip_raise,meaning(E),raise(V)) :- by_chips(E), offered(V,E)."
        fill(path, corner_one_chip_raise=rule)
    clause = load([kb, tmp_path]).clause("corner:one_chip.raise")
    assert clause is not None and clause.locators == {"corner@1": "2"}


def test_a_second_clause_is_added_behind_the_first(tmp_path: Path) -> None:
    house(tmp_path)
    authoring.clause("corner", "betting/one_chip", "raise", "2", tmp_path)
    sheet = tmp_path / "books/corner/betting/one_chip.yaml"
    fill(sheet)
    sheet.write_text(
        sheet.read_text(encoding="utf-8") + "\n# the end\nsee_also: []\n", encoding="utf-8"
    )
    before = sheet.read_text(encoding="utf-8")
    done = authoring.clause("corner", "betting/one_chip", "call", "3", tmp_path)
    assert done.written == () and len(done.added) == 2
    after = sheet.read_text(encoding="utf-8")
    head, end, tail = before.partition("\n# the end\n")
    assert end and after.startswith(head) and after.endswith(end + tail)
    fill(sheet)
    raw = read_yaml(sheet)
    assert list(raw["clauses"]) == ["raise", "call"] and raw["see_also"] == []
    assert raw["clauses"]["call"]["in"] == {"corner@1": "3"}
    assert {Path(m.file).suffix for m in done.fill} == {".yaml", ".lp"} and len(done.fill) == 6


def test_a_clause_of_several_editions_asks_for_the_older_numbers(tmp_path: Path) -> None:
    house(tmp_path)
    path = tmp_path / "books/corner/book.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("over:", "  corner@2: {label: 2}\nover:"), encoding="utf-8")
    done = authoring.clause("corner", "betting/one_chip", "raise", "2", tmp_path)
    text = Path(done.written[0]).read_text(encoding="utf-8")
    assert 'corner@1: "???' in text and 'corner@2: "2"' in text


def test_incidents_are_gathered_in_one_file(tmp_path: Path) -> None:
    house(tmp_path)
    first = authoring.incident("sings", "{P} sings to {Q}", "{P} が {Q} に 歌う", tmp_path)
    second = authoring.incident("whistles", "{P} whistles {N}", "{P} が {N} 口笛", tmp_path)
    third = authoring.incident("marks", "{P} marks {C}", "{P} が {C} に 印", tmp_path)
    path = tmp_path / "vocabulary/incidents.yaml"
    assert first.written == second.added == third.added == (str(path),)
    assert [len(done.fill) for done in (first, second, third)] == [2, 2, 3]
    fill(path)
    text = path.read_text(encoding="utf-8").replace('{C: "ある文 in words"}', "{C: card}")
    path.write_text(text, encoding="utf-8")
    found = load([folder("kb"), tmp_path]).vocabulary
    assert found["sings"].args == (("P", "player"), ("Q", "player"))
    assert found["whistles"].args == (("P", "player"), ("N", "count"))
    assert found["marks"].args == (("P", "player"), ("C", "card"))


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_case_is_refused_until_it_is_filled(tmp_path: Path, lang: str) -> None:
    path = tmp_path / "cases/a.table"
    done = authoring.case(path, "every", lang=lang)
    lines = {
        1: 'case "One chip" source "EVERY 33"',
        10: "C raises to 600",
        12: "expect every: D options fold, call 600, raise 1000..20000",
    }
    assert [m.line for m in done.fill] == list(lines)
    for missing in done.fill:
        text = path.read_text(encoding="utf-8")
        with pytest.raises(TableError) as caught:
            parse(text, str(path))
        assert caught.value.code == "PL290"
        assert caught.value.place is not None and caught.value.place.line == missing.line
        written = text.splitlines()
        written[missing.line - 1] = lines[missing.line]
        path.write_text("\n".join(written), encoding="utf-8")
    (situation,) = parse(path.read_text(encoding="utf-8"))
    assert situation.expectations and situation.title == "One chip"


def test_the_marks_of_a_quotation_are_no_marks() -> None:
    table = 'game NLHE\nblinds 1/2\nseat 1 A 90 button\nseat 2 B 90\npreflop\nA says "???"\n'
    assert parse(table)


def test_nothing_is_written_over(tmp_path: Path) -> None:
    house(tmp_path)
    authoring.clause("corner", "betting/one_chip", "raise", "2", tmp_path)
    authoring.case(tmp_path / "a.table")
    before = {p: p.read_bytes() for p in tmp_path.rglob("*.*")}
    for again in (
        lambda: authoring.book("corner", "tda@2026", tmp_path),
        lambda: authoring.book("every", "tda@2026", tmp_path),
        lambda: authoring.clause("corner", "betting/one_chip", "raise", "3", tmp_path),
        lambda: authoring.incident("appeals", "{P} sings", "{P} 歌う", tmp_path),
        lambda: authoring.case(tmp_path / "a.table"),
    ):
        with pytest.raises(PokerlogicError) as caught:
            again()
        assert caught.value.code == "PL605" and caught.value.help
    assert {p: p.read_bytes() for p in tmp_path.rglob("*.*")} == before


def test_what_cannot_be_begun(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house(tmp_path)
    own = ["--books", str(tmp_path)]
    for command, code, helps in (
        (["book", "Corner"], "PL291", "small letter"),
        (["book", "other", "--over", "tda@2062"], "PL601", "`tda@2026`"),
        (["clause", "cornr", "a/b", "c", "--locator", "1"], "PL601", "`corner`"),
        (["clause", "corner", "one_chip", "c", "--locator", "1"], "PL603", "`betting/one_chip`"),
        (["clause", "corner", "a/b", "C-1", "--locator", "1"], "PL291", "small letter"),
        (["incident", "Sings", "{P} sings", "--ja", "{P} 歌う"], "PL291", "small letter"),
        (["incident", "sings", 'says "x"', "--ja", "{P} 歌う"], "PL603", "without quotes"),
        (["case", str(tmp_path / "a.txt")], "PL603", "a.table"),
    ):
        assert main(["new", *command, *own, "--json", "--lang", "en"]) == 2, command
        written = capsys.readouterr()
        error = json.loads(written.out)["error"]
        assert error["code"] == code and helps in error["help"], error
        assert KANA.search(error["text"]["ja"]) and "Traceback" not in written.err
    assert main(["new", "incident", "a", "{P} a", "--ja", "{P} あ", "--books", "nowhere"]) == 2
    assert "PL221" in capsys.readouterr().err


def test_the_installed_books_are_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = tmp_path / "_data" / "kb"
    installed.mkdir(parents=True)
    monkeypatch.setattr(resources, "folder", {"kb": installed}.__getitem__)
    with pytest.raises(PokerlogicError) as caught:
        authoring.book("corner", "tda@2026")
    assert caught.value.code == "PL603" and "--books" in (caught.value.help or "")


def test_a_checkout_is_written_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kb = house(tmp_path / "kb")
    monkeypatch.setattr(resources, "folder", {"kb": kb}.__getitem__)
    done = authoring.clause("corner", "betting/one_chip", "raise", "2")
    assert done.written[0] == str(kb / "books/corner/betting/one_chip.yaml")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_command_says_what_it_wrote(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str
) -> None:
    house(tmp_path)
    command = ["new", "clause", "corner", "betting/one_chip", "--locator", "2", "--lang", lang]
    assert main([*command, "raise", "--books", str(tmp_path)]) == 0
    text = capsys.readouterr().out
    assert main([*command, "call", "--books", str(tmp_path), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    base = tmp_path / "books/corner/betting/one_chip"
    for line in (f"{base}.yaml:2: ", f"{base}.yaml:9: ", f"{base}.lp:8: "):
        assert line in text
    assert bool(KANA.search(text)) is (lang == "ja")
    assert data["added"] == [f"{base}.yaml", f"{base}.lp"] and data["written"] == []
    assert {"file": f"{base}.lp", "line": 11} == {k: data["fill"][-1][k] for k in ("file", "line")}
