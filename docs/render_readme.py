"""Fills the console blocks of the README with what the commands print; `--check` only compares."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from urllib.request import Request, urlopen

ROOT = Path(__file__).resolve().parents[1]


def run(command: str) -> str:
    """What a command of a block prints; a filter behind a bar takes a part of it."""
    from pokerlogic.cli import main

    command, _, part = command.partition(" | ")
    name, *arguments = shlex.split(command)
    if name == "cat":
        return (ROOT / arguments[0]).read_text(encoding="utf-8")
    out = io.StringIO()
    if name == "curl":
        out.write(asked(*arguments[1:]))
    else:
        with contextlib.redirect_stdout(out):
            main(arguments)
    if not part:
        return out.getvalue()
    given = {"input": out.getvalue(), "stdout": subprocess.PIPE, "encoding": "utf-8"}
    return subprocess.run(shlex.split(part), check=True, **given).stdout


def asked(address: str, _: str, body: str) -> str:
    """What a server says to JSON that curl would send it."""
    command = [sys.executable, "-m", "pokerlogic", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as server:
        assert server.stdout is not None
        own = server.stdout.readline().split()[-1]
        kind = {"Content-Type": "application/json"}
        address = address.replace("http://127.0.0.1:8017", own)
        try:
            with urlopen(Request(address, body.encode(), kind), timeout=60) as answer:
                return str(answer.read().decode())
        finally:
            server.terminate()


def render(text: str) -> str:
    """The README with every console block made anew."""

    def block(match: re.Match[str]) -> str:
        commands = [line[2:] for line in match.group(1).splitlines() if line.startswith("$ ")]
        body = "".join(f"$ {command}\n{run(command).rstrip()}\n" for command in commands)
        return f"```console\n{body}```"

    return re.sub(r"```console\n(.*?)```", block, text, flags=re.DOTALL)


def main() -> int:
    """Writes the README, or with `--check` tells whether it is current."""
    os.chdir(ROOT)
    os.environ["LANG"] = "en_US.UTF-8"
    for name in ("LC_ALL", "LC_MESSAGES", "POKERLOGIC_BOOK"):
        os.environ.pop(name, None)
    path = ROOT / "README.md"
    old = path.read_text(encoding="utf-8")
    new = render(old)
    if "--check" in sys.argv:
        return int(new != old)
    path.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
