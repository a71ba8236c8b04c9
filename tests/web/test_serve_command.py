"""`pokerlogic serve` tells what keeps it from serving."""

from __future__ import annotations

import socket

import pytest

from pokerlogic.cli import main
from pokerlogic.web import command

Captured = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        (
            "en",
            "error[PL608]: the server needs the extra `web`\n"
            "help: install it: `pip install 'pokerlogic[web]'`\n",
        ),
        (
            "ja",
            "エラー[PL608]: サーバには追加機能 `web` が必要\n"
            "ヒント: `pip install 'pokerlogic[web]'` で入れる\n",
        ),
    ],
)
def test_without_the_extra(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured, lang: str, said: str
) -> None:
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    assert main(["serve", "--lang", lang]) == 2
    assert capsys.readouterr().err == said


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--port", "70000"), "error[PL603]: `--port` is between 0 and 65535"),
        (("--workers", "0"), "error[PL603]: `--workers` is between 1 and 64"),
        (("--limit", "0"), "error[PL603]"),
        (("--books", "nowhere"), "error[PL221]"),
        (("--host", "256.1.1.1", "--port", "0"), "error[PL608]: `256.1.1.1` port 0 cannot be"),
        (("--host", "a" * 70 + ".b", "--port", "0"), "error[PL608]"),
    ],
)
def test_what_cannot_be(capsys: Captured, options: tuple[str, ...], said: str) -> None:
    assert main(["serve", *options, "--lang", "en"]) == 2
    assert capsys.readouterr().err.startswith(said)


def test_a_port_that_is_taken(capsys: Captured) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port), "--lang", "en"]) == 2
    assert capsys.readouterr().err.startswith(f"error[PL608]: `127.0.0.1` port {port} cannot be")
