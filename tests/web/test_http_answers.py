"""Each address answers, byte for byte, what its command prints with `--json`."""

from __future__ import annotations

import json
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx
import pytest
from serving import printed

ROOT = Path(__file__).parents[2]
EXAMPLES = [
    *sorted((ROOT / "cases" / "examples").glob("*.table")),
    *sorted((ROOT / "docs").glob("*.table")),
]
DEMO = (ROOT / "docs" / "demo.table").read_text(encoding="utf-8")
JAPANESE = (ROOT / "docs" / "demo.ja.table").read_text(encoding="utf-8")


def same(answer: httpx.Response, command: str, status: int = 200) -> Any:
    assert answer.text == command
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/json"
    return answer.json()


@pytest.mark.parametrize(
    ("path", "lang"),
    list(zip(EXAMPLES, cycle(["en", "ja"]), strict=False)),
    ids=lambda one: getattr(one, "name", one),
)
def test_rule(client: httpx.Client, path: Path, lang: str) -> None:
    table = path.read_text(encoding="utf-8")
    answer = client.post("/api/rule", json={"table": table, "lang": lang})
    same(answer, printed("rule", "-", "--lang", lang, table=table))


def test_rule_with_every_option(client: httpx.Client) -> None:
    asked = {
        "table": DEMO, "books": ["every"], "over": "tda@2026",
        "readings": ["every:half=total"], "event": 2, "every_reading": True,
    }  # fmt: skip
    options = ("--over", "tda@2026", "--reading", "every:half=total", "--event", 2, "--readings")
    same(
        client.post("/api/rule", json=asked),
        printed("rule", "-", "--book", "every", *options, table=DEMO),
    )


def test_rule_under_two_books(client: httpx.Client) -> None:
    asked = {"table": DEMO, "books": ["tda2026", "every"]}
    books = ("--book", "tda2026", "--book", "every")
    found = same(client.post("/api/rule", json=asked), printed("rule", "-", *books, table=DEMO))
    assert [one["profile"] for one in found] == ["tda2026", "every"]


def test_why(client: httpx.Client) -> None:
    asked = {"table": JAPANESE, "books": ["every"], "event": 3, "lang": "ja"}
    options = ("--book", "every", "--event", 3, "--lang", "ja")
    found = same(client.post("/api/why", json=asked), printed("why", "-", *options, table=JAPANESE))
    assert found["explanations"]


def test_why_not(client: httpx.Client) -> None:
    asked = {"table": DEMO, "not": "A raises"}
    found = same(
        client.post("/api/why", json=asked), printed("why", "-", "--not", "A raises", table=DEMO)
    )
    assert found["answers"]


def test_diff(client: httpx.Client) -> None:
    asked = {"table": DEMO, "left": "tda2024", "right": "every"}
    found = same(
        client.post("/api/diff", json=asked), printed("diff", "tda2024", "every", "-", table=DEMO)
    )
    assert found["kinds"]


def test_diff_goes_over_no_domains(client: httpx.Client) -> None:
    asked = {"table": "", "left": "tda2024", "right": "every"}
    same(client.post("/api/diff", json=asked), printed("diff", "tda2024", "every", "-"), 400)


def test_books(client: httpx.Client) -> None:
    same(client.get("/api/books"), printed("books"))
    one = same(
        client.get("/api/books?books=every&over=tda@2026"),
        printed("books", "--book", "every", "--over", "tda@2026"),
    )
    assert [p["books"] for p in one["profiles"]] == [["tda@2026", "every@1"]]


@pytest.mark.parametrize("words", ["53-B", "TDA 2024 44", "tda:undercall.opening", "順番間違い"])
def test_show(client: httpx.Client, words: str) -> None:
    assert same(client.get("/api/show", params={"words": words}), printed("show", words))


def test_show_of_one_book(client: httpx.Client) -> None:
    query = {"words": "33", "books": "every"}
    found = same(client.get("/api/show", params=query), printed("show", "33", "--book", "every"))
    assert found


def test_health(client: httpx.Client) -> None:
    assert client.get("/api/health").json() | {"version": ""} == {
        "schema": 1, "status": "ok", "version": "",
    }  # fmt: skip


# --- errors --------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize(
    ("table", "options", "fields", "status"),
    [
        (DEMO + "A rasies to 5000\n", (), {}, 400),
        (DEMO.replace("seat 1 A 40000 button", "seat 1 A 40000"), (), {}, 400),
        (DEMO, ("--book", "evry"), {"books": ["evry"]}, 404),
        (DEMO, ("--reading", "half=x"), {"readings": ["half=x"]}, 404),
        (DEMO, ("--event", 9), {"event": 9}, 422),
    ],
)
def test_an_error_is_the_commands(
    client: httpx.Client, table: str, options: Any, fields: Any, status: int, lang: str
) -> None:
    asked = {"table": table, "lang": lang, **fields}
    command = printed("rule", "-", *options, "--lang", lang, table=table)
    error = same(client.post("/api/rule", json=asked), command, status)["error"]
    assert error["message"] == error["text"][lang]


def test_a_place_is_told(client: httpx.Client) -> None:
    error = client.post("/api/rule", json={"table": DEMO + "A rasies\n"}).json()["error"]
    assert (error["line"], error["column"]) == (12, 3)


def test_an_unknown_clause(client: httpx.Client) -> None:
    answer = client.get("/api/show", params={"words": "tda:nothing.here"})
    same(answer, printed("show", "tda:nothing.here"), 404)


WRONG: list[tuple[object, str]] = [
    ({}, "the field `table` is missing"),
    ({"tabel": ""}, "there is no field `tabel`"),
    ({"table": 5}, "`table` is a text"),
    ({"table": "\ud800"}, "`table` is a text"),
    ({"table": "", "books": "every"}, "`books` is a list"),
    ({"table": "", "books": ["a"] * 5}, "`books` is a list"),
    ({"table": "", "books": [5]}, "`books` is a text"),
    ({"table": "", "event": 0}, "`event` is a whole number"),
    ({"table": "", "event": True}, "`event` is a whole number"),
    ({"table": "", "lang": "fr"}, "`lang` is `en` or `ja`"),
    ({"table": "", "every_reading": 1}, "`every_reading` is `true` or `false`"),
    ([], "a request is one JSON object"),
]


@pytest.mark.parametrize(("body", "said"), WRONG)
def test_a_wrong_field(client: httpx.Client, body: object, said: str) -> None:
    headers = {"content-type": "application/json"}
    answer = client.post("/api/rule", content=json.dumps(body), headers=headers)
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert error["code"] == "PL614" and error["message"].startswith(said)


def test_a_wrong_query(client: httpx.Client) -> None:
    for query in ("", "words=", "words=a&words=b", "words=a&folder=/tmp"):
        answer = client.get(f"/api/show?{query}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "PL614"), query


def test_a_folder_never_comes_from_the_wire(client: httpx.Client, house: Path) -> None:
    answer = client.post("/api/rule", json={"table": DEMO, "folders": [str(house)]})
    assert answer.status_code == 422


def test_an_address_that_is_not_there(client: httpx.Client) -> None:
    answers = [client.get("/api/nothing"), client.get("/"), client.get("/api/rule")]
    assert [a.status_code for a in answers] == [404, 404, 405]
    assert {a.json()["error"]["code"] for a in answers} == {"PL615"}
    assert answers[2].headers["allow"] == "POST"
