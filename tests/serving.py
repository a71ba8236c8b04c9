"""A server of its own for a test, and what the commands say to the same question."""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from pokerlogic.cli import main


@dataclass(frozen=True)
class Server:
    """A running server."""

    address: str
    process: subprocess.Popen[str]

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    def stop(self) -> int:
        """Tell it to end; what it ends with."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)


@contextlib.contextmanager
def serving(*arguments: object) -> Iterator[Server]:
    """A server on a free port, with these options."""
    command = [sys.executable, "-m", "pokerlogic", "serve", "--port", "0", "--json"]
    given = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    environment = {k: v for k, v in os.environ.items() if k not in ("POKERLOGIC_BOOK", "LC_ALL")}
    environment |= {"LANG": "en_US.UTF-8"}
    process = subprocess.Popen([*command, *map(str, arguments)], env=environment, **given)
    assert process.stdout is not None and process.stderr is not None
    try:
        lines = iter(process.stdout.readline, "")
        said = "".join(line for line in iter(lambda: next(lines, "}\n"), "}\n"))
        assert said, process.stderr.read()
        yield Server(json.loads(said + "}")["address"], process)
    finally:
        process.terminate()
        process.communicate(timeout=60)


def printed(*arguments: object, table: str = "") -> str:
    """What a command prints of a table on standard input."""
    given = sys.stdin
    out = io.StringIO()
    sys.stdin = io.TextIOWrapper(io.BytesIO(table.encode()))
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
            main([*map(str, arguments), "--json"])
    finally:
        sys.stdin = given
    return out.getvalue()
