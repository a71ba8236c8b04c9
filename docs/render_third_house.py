"""Follows the walk-through of a third house from its code blocks; `--check` only compares.

A block below a line that is a path alone is that file.  In a `console` block each `$` line is run
and what it prints stands below it; `cat` and `sed s/old/new/` are understood without a shell.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import sys
import tempfile
from pathlib import Path

PAGES = {"third_house.md": "en_US.UTF-8", "third_house.ja.md": "ja_JP.UTF-8"}
FOLDER = Path(__file__).resolve().parent
_BLOCK = re.compile(r"(?:^`([\w/.-]+)`\n\n)?^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def run(command: str) -> str:
    """What a command prints, its errors too, in the folder that is the working one."""
    from pokerlogic import engine, lookup, pins, store
    from pokerlogic.cli import main
    from pokerlogic.notation import grammar

    # Each command is one of its own, while the house changes between them.
    for kept in (
        *(engine.profile, store._library_of, grammar._notation),
        *(lookup._finder, pins.cases),
    ):
        kept.cache_clear()
    name, *arguments = shlex.split(command)
    if name == "cat":
        return Path(arguments[0]).read_text(encoding="utf-8")
    if name == "sed":
        _, old, new, _ = arguments[0].split("/")
        path = Path(arguments[1])
        text = path.read_text(encoding="utf-8")
        assert old in text, command
        path.write_text(text.replace(old, new), encoding="utf-8")
        return ""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        main(arguments)
    return out.getvalue()


def follow(page: str) -> str:
    """The page with what its commands print, done from its beginning in the working folder."""

    def block(match: re.Match[str]) -> str:
        path, language, body = match.groups()
        if path:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            Path(path).write_text(body, encoding="utf-8")
        if language != "console":
            return match[0]
        commands = [line[2:] for line in body.splitlines() if line.startswith("$ ")]
        said = "".join(f"$ {c}\n{run(c).rstrip()}".rstrip() + "\n" for c in commands)
        return f"```console\n{said}```"

    return _BLOCK.sub(block, page)


def render(name: str) -> str:
    """A page of this folder as it must be."""
    os.environ["LC_ALL"] = PAGES[name]
    text = (FOLDER / name).read_text(encoding="utf-8")
    here = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            return follow(text)
        finally:
            os.chdir(here)


def main() -> int:
    """Writes the pages, or with `--check` tells whether they are current."""
    os.environ.pop("POKERLOGIC_BOOK", None)
    changed = 0
    for name in PAGES:
        new = render(name)
        path = FOLDER / name
        if new != path.read_text(encoding="utf-8"):
            changed = 1
            if "--check" not in sys.argv:
                path.write_text(new, encoding="utf-8")
    return changed if "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
