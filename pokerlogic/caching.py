"""What is costly to prepare, kept in the user's cache.

What is kept is JSON; nothing is unpickled.  A kept file that can not be read is made anew.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from platformdirs import user_cache_path

Made = TypeVar("Made")

KEPT = 40
"""How many files of a kind stay: each edit of a book makes a new one."""

KEPT_OF = {"sweep": 8000, "forks": 2000, "diff": 2000, "proof": 2000, "domain": 400}
"""Of these more stay: one for each domain, profile and reading."""


def kept(name: str, make: Callable[[], Any], use: Callable[[Any], Made]) -> Made:
    """What `use` makes of JSON data from the cache; the data are made and kept if need be.

    A kept file is not trusted: where `use` fails on it, it is made anew.
    """
    file = place(name)
    data = read(file)
    if data is not None:
        with suppress(Exception):
            return use(data)
    data = make()
    keep(file, data)
    return use(data)


def place(name: str) -> Path:
    """The file of the cache that keeps what has this name: its kind, a hyphen, what it is of."""
    return user_cache_path("pokerlogic") / f"{name}.json"


def read(file: Path) -> Any:
    """The JSON data of a file; None if it is absent or can not be read."""
    with suppress(OSError, ValueError, RecursionError):
        if file.is_file():
            return json.loads(file.read_bytes())
    return None


def keep(file: Path, data: Any) -> None:
    """Keep JSON data in a file of the cache; where nothing can be written nothing is kept.

    The oldest files of its kind go.
    """
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(f".{os.getpid()}.part")
        # Plain ASCII is read in a fraction of the time.
        part.write_text(json.dumps(data), encoding="ascii")
        part.replace(file)
        kind = file.name.partition("-")[0]
        by_age = sorted(file.parent.glob(f"{kind}-*.json"), key=lambda f: f.stat().st_mtime)
        for old in by_age[: -KEPT_OF.get(kind, KEPT)]:
            old.unlink()
