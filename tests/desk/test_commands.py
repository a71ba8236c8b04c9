"""`check` and `diff` as the committee and a house type them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from desk import small

import pokerlogic
from pokerlogic import engine, parse
from pokerlogic.cli import main
from pokerlogic.desk import account, report, telling
from pokerlogic.desk.findings import KINDS
from pokerlogic.store import library_of

ROOT = Path(__file__).parents[2]
KANA = re.compile(r"[぀-ヿ一-鿿]")
CASES = [
    ROOT / "cases/disputes/chips.table",
    ROOT / "cases/disputes/dealing.table",
    ROOT / "cases/every/betting/undercall.table",
    ROOT / "docs/demo.ja.table",
]

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module", autouse=True)
def _small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        small.use(patch, tmp_path_factory.mktemp("domains"))
        patch.setenv("LANG", "en_US.UTF-8")
        for name in ("LC_ALL", "LC_MESSAGES", "POKERLOGIC_BOOK"):
            patch.delenv(name, raising=False)
        yield


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line in this process."""

    def command(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        out, err = capsys.readouterr()
        return code, out, err

    return command


@pytest.fixture(scope="module")
def told() -> account.Account:
    """TDA 2024 and EVERY over the cases: many issues, questions and open answers."""
    situations = [s for f in CASES for s in parse(f.read_text(encoding="utf-8"), str(f))]
    return account.account(pokerlogic.diff("tda2024", "every", situations))


# --- check ----------------------------------------------------------------------------------------


def test_check_has_the_keys_of_the_contract(run: Run) -> None:
    code, out, _ = run("check", "every", "--json")
    data = json.loads(out)
    assert code == 1
    assert data["profile"] == "every" and not data["at_least"]
    (domain,) = data["domains"]
    assert domain["name"] == "small" and domain["situations"] == 6 and domain["complete"]
    assert "certified" in domain
    assert data["fired"] == len(domain["fired"]) < data["clauses"]
    assert data["findings"]
    for one in data["findings"]:
        assert {"kind", "issue", "clauses", "count", "witness"} <= set(one)
        assert one["kind"] in KINDS
        assert all({"clause", "locator"} <= set(c) for c in one["clauses"])
        assert (one["witness"] is None) == (one["count"] == 0)
        assert KANA.search(one["text"]["ja"]) and not KANA.search(one["text"]["en"])


def test_a_fork_is_shown_by_its_witness() -> None:
    found = pokerlogic.check("every")
    forks = [f for f in found.findings if f.kind == "fork"]
    assert forks
    for one in forks:
        assert one.witness is not None
        (situation,) = parse(one.witness.text)
        key, current, other = (one.text.values[n] for n in ("reading", "one", "other"))
        rulings = [
            engine.judge(situation, engine.profile("every", None, (f"{key}={value}",))).outcome
            for value in (current, other)
        ]
        assert rulings[0].rulings != rulings[1].rulings or rulings[0].rights != rulings[1].rights


def test_check_says_what_was_looked_at_and_none_only_with_it(run: Run) -> None:
    code, out, _ = run("check", "every")
    assert code == 1
    lines = out.splitlines()
    assert lines[1].startswith("situations: 6 (domains: 1); clauses that fired: ")
    assert "small (chips before a raise): 6, clauses that fired: " in lines[2]
    assert "conflicts: none in 6 situations of small" in lines
    dead = lines.index(next(n for n in lines if n.startswith("clauses that never fire: ")))
    assert all("case" in row for row in lines[dead + 1 : dead + 13])
    code, japanese, _ = run("check", "every", "--lang", "ja")
    assert "矛盾: small の 6 件中になし" in japanese.splitlines()
    _, full, _ = run("check", "every", "--full")
    assert len(full) > len(out) and "--full" not in full


def test_an_axiom_can_be_switched_off_and_must_exist(run: Run) -> None:
    _, out, _ = run("check", "tda2026", "--json", "--without", "single")
    assert json.loads(out)["domains"][0]["situations"] == 6 + 15
    code, _, err = run("check", "tda2026", "--without", "singel")
    assert code == 2 and "single" in err


def test_domains_are_listed(run: Run) -> None:
    code, out, _ = run("check", "every", "--domains")
    assert code == 0
    assert out.splitlines() == [
        "small: chips before a raise, situations: 6",
        "  varies: the chips",
        "  axiom `single`: one kind of chip",
    ]
    _, out, _ = run("check", "every", "--domains", "--json", "--domain", "small")
    (domain,) = json.loads(out)["domains"]
    assert domain["situations"] == 6 and set(domain["axioms"]) == {"single"}


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "evry"),
        ("check", "every", "--domain", "smal"),
        ("check", "every", "--limit", "0"),
        ("check", "every", "--over", "tda@1999"),
        ("check", "every", "--reading", "every:haff=total"),
        ("diff", "tda2024"),
        ("diff", "tda2024", "evry"),
        ("diff", "tda2024", "every", "nowhere.table"),
        ("diff", "tda2024", "every", "--format", "pdf"),
        ("diff", "tda2024", "tda2026", "--over", "tda@2026"),
        ("diff", "tda2024", "every", "--over", "tda@1999"),
        ("diff", "tda2024", "every", "--reading", "every:haff=total"),
        ("diff", "tda2024", "every", "--output", "no/such/folder/page.html"),
    ],
)
def test_what_is_asked_wrongly_is_refused(run: Run, arguments: tuple[str, ...]) -> None:
    code, out, err = run(*arguments)
    assert code == 2 and not out
    assert err.startswith("error[PL") and "Traceback" not in err


def test_a_limit_ends_with_at_least(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from pokerlogic.desk import sweep

    monkeypatch.setattr(sweep, "over", lambda until: until is not None)
    code, out, _ = run("check", "every", "--limit", "1")
    assert code == 3
    assert "A limit was reached" in out and "stopped by the limit" in out
    assert "idle clauses: known only after whole domains" in out
    assert "conflicts: none in 0 situations of small, as far as was looked at" in out
    _, out, _ = run("check", "every", "--limit", "1", "--json")
    data = json.loads(out)
    assert data["at_least"] and not data["domains"][0]["complete"]


def test_a_sweep_is_stopped_between_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    from pokerlogic.desk import sweep

    kept = sweep.caching.read
    monkeypatch.setattr(sweep, "BATCH", 4)
    monkeypatch.setattr(
        sweep.caching, "read", lambda f: None if f.name.startswith("sweep-") else kept(f)
    )
    # Time is over once the first domain has begun.
    begins = iter([False])
    monkeypatch.setattr(sweep, "over", lambda until: until is not None and next(begins, True))
    found = pokerlogic.diff("tda2026", "every", limit=0.0, readings=["every:half=total"])
    assert [(s.situations, s.partial) for s in found.swaths] == [(4, True)]
    assert found.exit_code == 3
    whole = pokerlogic.diff("tda2026", "every", readings=["every:half=total"])
    assert [(s.situations, s.partial) for s in whole.swaths] == [(6, False)]


# --- diff -----------------------------------------------------------------------------------------


def test_diff_has_the_keys_of_the_contract(run: Run) -> None:
    code, out, _ = run("diff", "tda2024", "every", "--json")
    data = json.loads(out)
    assert code == 1
    assert (data["left"], data["right"], data["at_least"]) == ("tda2024", "every", False)
    (domain,) = data["domains"]
    assert {"name", "situations", "certified"} <= set(domain)
    assert data["kinds"]
    for kind in data["kinds"]:
        assert {"issue", "left", "right", "count", "witness", "mark"} <= set(kind)
        assert kind["count"] <= domain["situations"]
        for side in (kind["left"], kind["right"]):
            assert bool(side["answers"]) != side["silent"]
            assert all({"clause", "book", "locator"} <= set(c) for c in side["by"])
            assert all("do" in a for a in side["answers"])
        assert KANA.search(kind["text"]["ja"]) and not KANA.search(kind["text"]["en"])
        rulings = [(side["decides"], side["answers"]) for side in (kind["left"], kind["right"])]
        assert (rulings[0] == rulings[1]) == kind["same"]


def test_the_known_difference_is_told_as_a_player_would(run: Run) -> None:
    code, out, _ = run("diff", "tda2024", "every", str(ROOT / "docs/demo.table"), "--json")
    assert code == 1
    kinds = [k for k in json.loads(out)["kinds"] if k["issue"] == "act"]
    assert [k["text"]["en"] for k in kinds] == [
        "Before the flop: D raises to 1,100, A puts in one chip of 500 and one chip of 1,000. "
        "TDA 2024 45-A: A calls 1,100. EVERY 45: A raises to 1,700."
    ]
    assert kinds[0]["text"]["ja"] == (
        "プリフロップ: Dが1100にレイズ、Aがチップを出す（500を1枚と1,000を1枚）。"
        "TDA 2024 45-A: A コール 1,100。EVERY 45: A 1,700 にレイズ。"
    ).replace("1100", "1,100")


def test_every_witness_reproduces(told: account.Account) -> None:
    assert len(told.every) > 30
    assert any(s.supposing for s in told.every)
    assert any(s.kind.left is None for s in told.every)
    for shown in told.every:
        assert shown.reproduced, (shown.kind, shown.kind.witness.text)
        rulings = [(v.ruling.decides, v.ruling.answers) if v.ruling else None for v in shown.voices]
        assert (rulings[0] == rulings[1]) == shown.kind.same


def test_a_witness_of_a_domain_reproduces() -> None:
    found = account.account(pokerlogic.diff("tda2024", "every"))
    assert found.every and all(s.reproduced for s in found.every)


def test_a_witness_is_the_table_that_was_given(told: account.Account) -> None:
    for shown in told.every:
        assert "expect" not in shown.kind.witness.text
        assert len(parse(shown.kind.witness.text)) == 1


def test_one_difference_stands_under_one_heading(told: account.Account) -> None:
    headings = [
        (g.first.kind.issue, g.title().text("en"), telling.places(g, "en")) for g in told.groups
    ]
    assert len(headings) == len(set(headings))
    assert any(g.follows for g in told.groups)
    stakes = [g.first.kind.stake for g in told.groups]
    assert stakes == sorted(stakes, reverse=True)


def test_two_profiles_that_are_one_do_not_differ(run: Run) -> None:
    code, out, _ = run("diff", "every", "every")
    assert code == 0
    assert "situations: 6, ruled alike: 6" in out
    assert "No difference: both rule alike in every one of these situations." in out


def test_over_and_readings_are_for_the_side_that_has_them(run: Run) -> None:
    _, out, _ = run(
        *("diff", "tda2024", "every", "--json"),
        *("--over", "tda@2026", "--reading", "every:half=total"),
    )
    data = json.loads(out)
    assert data["books"] == {"left": ["tda@2024"], "right": ["tda@2026", "every@1"]}
    assert "every:half=total" in data["readings"]["right"]
    assert not any(r.startswith("every:") for r in data["readings"]["left"])


def test_text_of_both_languages(told: account.Account) -> None:
    english, japanese = (telling.to_text(told, lang) for lang in ("en", "ja"))
    for group in told.groups:
        assert group.title().text("en") in english
        assert group.title().text("ja") in japanese
    assert "says nothing" in english and "定めなし" in japanese
    assert "With it: " in english and "これに伴う違い: " in japanese
    assert "Ruled alike for another reason" in english
    assert english.index("Ruled alike for another reason") > english.rindex("   | ")


def test_what_is_less_at_stake_is_told_in_a_line(
    told: account.Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(telling, "AT_LENGTH", 2)
    rest = told.groups[2:]
    for lang, heading in (("en", "more in a line each"), ("ja", "ほか")):
        text = telling.to_text(told, lang)
        _, _, below = text.partition(heading)
        for number, group in enumerate(rest, 3):
            (line,) = (x for x in below.splitlines() if x.startswith(f"{number}. "))
            assert group.title().text(lang) in line and telling.places(group, lang) in line
        assert heading not in telling.to_text(told, lang, full=True)


def test_markdown_is_sound(told: account.Account) -> None:
    for lang in ("en", "ja"):
        text = telling.to_markdown(told, lang)
        assert text.count("```") % 2 == 0
        assert len(re.findall(r"^## \d+\. ", text, re.MULTILINE)) == len(told.groups)
        for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
            assert len({row.count("|") for row in table.splitlines()}) == 1


# --- the page -------------------------------------------------------------------------------------

VOID = {"meta", "link", "img", "br", "input", "rect", "circle", "ellipse"}


class Page(HTMLParser):
    """Reads a page and notes what is not closed, what comes from outside, and ids."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        values = dict(attrs)
        self.seen.append((tag, values))
        self.links += [v for k, v in attrs if k in ("href", "src", "action", "data") and v]
        self.ids += [v for k, v in attrs if k == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"{tag} at {self.getpos()}")

    def all(self, tag: str) -> list[dict[str, str | None]]:
        """The attributes of every element of a name."""
        return [values for name, values in self.seen if name == tag]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_page_is_whole_and_needs_nothing_beside_it(told: account.Account, lang: str) -> None:
    from pokerlogic.desk.page import to_html

    text = to_html(told, lang)
    page = Page(text)
    assert not page.wrong and not page.open
    assert page.all("html") == [{"lang": lang}]
    assert len(page.ids) == len(set(page.ids))
    assert all(link.startswith("#") and link[1:] in page.ids for link in page.links)
    assert "://" not in text and "@import" not in text and "url(" not in text
    assert len([s for s in page.all("section") if s.get("class") == "difference"]) == len(
        told.groups
    )
    pictures = page.all("svg")
    assert len(pictures) == sum(len(g.kinds) for g in told.groups)
    assert all(p["role"] == "img" and p["aria-label"] for p in pictures)
    # Without the script everything is there; only the filters wait for it.
    hidden = [name for name, values in page.seen if "hidden" in values]
    assert hidden == ["form"]


def test_the_page_escapes_what_a_table_says(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "odd.table"
    text = (ROOT / "docs/demo.table").read_text(encoding="utf-8")
    text = re.sub(r"\bA\b", '"<b>&"', text.split("\n", 1)[1])
    table.write_text(text, encoding="utf-8")
    page = tmp_path / "page.html"
    code, out, _ = run(
        *("diff", "tda2024", "every", str(table)),
        *("--format", "html", "--output", str(page)),
    )
    assert code == 1 and not out
    written = page.read_text(encoding="utf-8")
    assert "<b>" not in written and "&lt;b&gt;&amp;" in written
    assert not Page(written).wrong


def test_a_table_is_drawn_as_it_stood(told: account.Account) -> None:
    from pokerlogic.desk.drawing import drawings

    (situation,) = parse((ROOT / "docs/demo.table").read_text(encoding="utf-8"))
    (drawing,) = drawings([situation], engine.profile("tda2024"))
    assert drawing is not None
    assert [(p.name, p.behind, p.front) for p in drawing.plates] == [
        ("A", 40000, 0),
        ("B", 39750, 250),
        ("C", 39500, 500),
        ("D", 38900, 1100),
    ]
    assert [p.name for p in drawing.plates if p.disc] == ["A"]
    assert [p.name for p in drawing.plates if p.acts] == ["A"]
    assert drawing.pot == 0 and not drawing.board
    (later,) = parse(
        "game NLHE tournament\nblinds 100/200\nseat 1 A 5000 button\nseat 2 B 5000\n\n"
        "flop As 9d 4c pot 400\nB bets 300\nA calls\nturn Th\nB bets 600\nA puts 1000\n"
    )
    (drawing,) = drawings([later], engine.profile("tda2024"))
    assert drawing is not None
    assert [(p.name, p.behind, p.front) for p in drawing.plates] == [
        ("A", 4700, 0),
        ("B", 4100, 600),
    ]
    assert drawing.pot == 1000
    assert [(c.rank, c.suit) for c in drawing.board] == [
        ("A", "♠"),
        ("9", "♦"),
        ("4", "♣"),
        ("10", "♥"),
    ]


def test_a_dead_clause_says_which_cases_are_about_it() -> None:
    found = pokerlogic.check("every")
    data = report.to_json(found)
    dead = {f["clauses"][0]["clause"]: f["cases"] for f in data["findings"] if f["kind"] == "dead"}
    every = library_of().books["every"].clauses.values()
    clause = next(c for c in every if c.topic == "found_chips")
    assert dead[clause.id]
    assert all((ROOT / case["file"]).is_file() for case in dead[clause.id])
