"""Puts the prepared knowledge base and the parser tables into the wheel."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PreparedData(BuildHookInterface):
    """Adds `_data/library.json`, `notation.json`, `cases.json` and `messages.json`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        root = Path(self.root)
        sys.path.insert(0, str(root))
        from pokerlogic import loading, messages, notation, pins, store

        folder = Path(tempfile.mkdtemp())
        library = store.relative_to(root, loading.load([root / "kb"]))
        made = {
            "library.json": store.encode(library),
            "notation.json": notation.tables(),
            "cases.json": pins.rows(root / "cases"),
            "messages.json": messages.read(),
        }
        for name, data in made.items():
            path = folder / name
            path.write_text(json.dumps(data), encoding="ascii")
            build_data["force_include"][str(path)] = f"pokerlogic/_data/{name}"
