"""What is too large, too slow or endless is refused or stopped, and the server answers on."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import corner
import httpx
import pytest
from serving import Server, printed, serving

from pokerlogic.errors import PokerlogicError
from pokerlogic.web import limits, pool

DEMO = (Path(__file__).parents[2] / "docs" / "demo.table").read_text(encoding="utf-8")
TYPE = {"content-type": "application/json"}
HATS = """\
game NLHE tournament
blinds 100/200
seat 1 A 20000 button
seat 2 B 15000
seat 3 C 30000

preflop
A wears a hat
"""
JOIN = (
    "_d(0..99).\n"
    "_j(A,B,C,F,G,E) :- wears_a_hat(P,E), _d(A), _d(B), _d(C), _d(F), _d(G).\n"
    "concludes(corner_hats_off,penalty(E),bareheaded) :- wears_a_hat(P,E), _j(_,_,_,_,P,E).\n"
)


def many(count: int) -> str:
    """So many situations, none like another."""
    one = DEMO.partition("\n")[2]
    return "".join(f'case "{n}"\n{one.replace("40000", str(40000 + n))}' for n in range(count))


def error(answer: httpx.Response) -> Any:
    return answer.json()["error"]


def raw(server: Server, *parts: bytes, every: float = 0) -> tuple[int, Any]:
    """The status and the error that a client gets who sends these parts, slowly."""
    with socket.create_connection(("127.0.0.1", server.port), 60) as connection:
        connection.settimeout(every or 60)
        got = b""
        for part in parts:
            connection.sendall(part)
            if every:
                try:
                    got = connection.recv(1 << 16)
                    break
                except TimeoutError:
                    continue
        connection.settimeout(60)
        while more := connection.recv(1 << 16):
            got += more
    head, _, body = got.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)["error"]


HEAD = b"POST /api/rule HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"


def test_a_large_body(client: httpx.Client) -> None:
    answer = client.post("/api/rule", json={"table": "#" * limits.BODY})
    assert answer.status_code == 413
    assert (error(answer)["code"], error(answer)["message"]) == (
        "PL611", "a request has at most 64 KiB",
    )  # fmt: skip


def test_a_body_that_just_fits(client: httpx.Client) -> None:
    bare = json.dumps({"table": DEMO})
    body = bare + " " * (limits.BODY - len(bare))
    assert client.post("/api/rule", content=body, headers=TYPE).status_code == 200
    assert client.post("/api/rule", content=body + " ", headers=TYPE).status_code == 413


def test_an_endless_body(server: Server) -> None:
    chunk = b"1000\r\n" + b" " * 4096 + b"\r\n"
    parts = [HEAD + b"transfer-encoding: chunked\r\n\r\n", *[chunk] * 17]
    status, told = raw(server, *parts)
    assert (status, told["code"]) == (413, "PL611")


def test_slow_clients_are_not_waited_for(server: Server, client: httpx.Client) -> None:
    """One begins its head, one begins its body, one says nothing; all three never end."""
    head = [b"GET /api/health HTTP/1.1\r\n", *(b"x-%d: 1\r\n" % n for n in range(40))]
    body = [HEAD + b"content-length: 1000\r\n\r\n", *[b" "] * 40]
    began = time.monotonic()
    with ThreadPoolExecutor(3) as threads:
        ends = [threads.submit(raw, server, *p, every=1) for p in (head, body, [b""])]
        assert client.get("/api/health").status_code == 200
        found = [end.result() for end in ends]
    assert [(status, told["code"]) for status, told in found] == [(408, "PL616")] * 3
    assert time.monotonic() - began < limits.PATIENCE + 10


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_another_type(client: httpx.Client, kind: str) -> None:
    answer = client.post("/api/rule", content=b"{}", headers={"content-type": kind})
    assert (answer.status_code, error(answer)["code"]) == (415, "PL612")


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"\xff\xfe{}", b"[" * 60_000, b'{"a":' * 12_000, b"1" * 10_000,
        b'{"table": "' + b"\x00" + b'"}',
    ],
    ids=["empty", "half", "utf-16", "arrays", "objects", "digits", "control"],
)  # fmt: skip
def test_a_body_that_is_no_json(client: httpx.Client, body: bytes) -> None:
    answer = client.post("/api/rule", content=body, headers=TYPE)
    assert (answer.status_code, error(answer)["code"]) == (400, "PL613")


@pytest.mark.parametrize("table", ["(" * 30_000, '"' * 30_000, "「" * 15_000, "A" * 60_000])
def test_a_deep_table(client: httpx.Client, table: str) -> None:
    answer = client.post("/api/rule", json={"table": table})
    assert answer.status_code in (400, 413)
    assert client.post("/api/rule", json={"table": DEMO}).status_code == 200


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house with a rule that runs away when somebody wears a hat."""
    house = corner.build(tmp_path_factory.mktemp("runaway") / "house")
    (house / corner.HATS_LP).write_text(JOIN, encoding="utf-8")
    return house


@pytest.fixture(scope="module")
def runaway(folder: Path) -> Iterator[httpx.Client]:
    """A server of four seconds an answer, with that book."""
    with (
        serving("--books", folder, "--limit", 4) as server,
        httpx.Client(base_url=server.address, timeout=60) as client,
    ):
        yield client


def test_a_runaway_book(runaway: httpx.Client) -> None:
    answer = runaway.post("/api/rule", json={"table": HATS, "books": ["corner"]})
    assert answer.status_code == 503 and answer.headers["retry-after"]
    assert error(answer)["code"] in ("PL506", "PL507")
    assert error(answer)["file"].endswith(corner.HATS_LP)
    other = runaway.post("/api/rule", json={"table": DEMO})
    assert other.status_code == 200 and other.json()["rulings"]


def test_a_question_that_takes_too_long() -> None:
    async def ask() -> list[Any]:
        asked = pool.Pool(pool.Setting(limit=1))
        await asked.start()
        try:
            question = {"table": many(100), "every_reading": True}
            late = await asyncio.gather(asked.ask("rule", question), return_exceptions=True)
            # Another process answers in its place.
            return [*late, await asked.ask("rule", {"table": DEMO})]
        finally:
            await asked.stop()

    late, found = asyncio.run(ask())
    assert isinstance(late, PokerlogicError) and late.code == "PL618"
    assert late.to_json("en")["message"] == "the answer would take more than 1 s of computing"
    assert found[0] == 200


def test_own_books_are_the_operators(runaway: httpx.Client, folder: Path) -> None:
    table = HATS.replace("A wears a hat", "A puts 1000")
    answer = runaway.post("/api/rule", json={"table": table, "books": ["corner"]})
    options = ("--book", "corner", "--books", folder)
    assert answer.text == printed("rule", "-", *options, table=table)
    assert answer.json()["rulings"][0]["by"][0]["book"] == "corner@1"


def test_a_full_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    """One is answered, one waits, the others are sent away."""
    monkeypatch.setattr(pool, "QUEUE", 1)

    async def ask() -> list[Any]:
        asked = pool.Pool(pool.Setting())
        await asked.start()
        try:
            questions = [asked.ask("rule", {"table": DEMO}) for _ in range(5)]
            return await asyncio.gather(*questions, return_exceptions=True)
        finally:
            await asked.stop()

    found = asyncio.run(ask())
    codes = [e.code if isinstance(e, PokerlogicError) else e[0] for e in found]
    assert codes == [200, 200, "PL617", "PL617", "PL617"]


def test_a_process_that_died_is_replaced() -> None:
    async def ask() -> list[Any]:
        asked = pool.Pool(pool.Setting())
        await asked.start()
        try:
            before = asyncio.ensure_future(asked.ask("rule", {"table": many(50)}))
            await asyncio.sleep(0.2)
            for worker in asked._all:
                assert worker.process is not None
                worker.process.kill()
            return await asyncio.gather(
                before, asked.ask("rule", {"table": DEMO}), return_exceptions=True
            )
        finally:
            await asked.stop()

    lost, found = asyncio.run(ask())
    assert isinstance(lost, PokerlogicError) and lost.code == "PL618"
    assert found[0] == 200


# --- beginning and end ---------------------------------------------------------------------------


def test_it_ends_when_the_last_answer_is_given() -> None:
    table = many(50)
    with serving() as server, ThreadPoolExecutor(1) as threads:
        post = threads.submit(
            httpx.post, f"{server.address}/api/rule", json={"table": table}, timeout=60
        )
        time.sleep(0.5)
        assert not post.done()
        assert server.stop() == 0
        # Nobody else can reach it, so nobody is warned.
        assert server.address.startswith("http://127.0.0.1:")
        assert server.process.stderr is not None and not server.process.stderr.read()
        answer = post.result()
    assert (answer.status_code, len(answer.json())) == (200, 50)
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0.1", server.port), 1).close()


def test_a_server_for_others_warns() -> None:
    with serving("--host", "0.0.0.0", "--lang", "ja") as server:
        assert server.stop() == 0
        assert server.process.stderr is not None
        assert re.match(r"警告: 0\.0\.0\.0 は", server.process.stderr.read())
