"""What the wheel ships prepared says the same as the folders it was made from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pokerlogic import loading, messages, resources, store
from pokerlogic.resources import folder


def test_the_shipped_library_is_the_checked_one_and_names_no_place_of_the_builder() -> None:
    kb = folder("kb").resolve()
    shipped = store.relative_to(kb.parent, loading.load([kb]))
    text = json.dumps(store.encode(shipped), ensure_ascii=False)
    assert str(kb.parent) not in text
    assert "kb/books/tda/betting/oversized_chip.yaml" in text
    assert store.decode(json.loads(text)) == shipped


def test_the_shipped_texts_are_those_that_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "messages.json"
    file.write_text(json.dumps(messages.read(), ensure_ascii=False), encoding="utf-8")
    monkeypatch.setattr(resources, "built", {"messages.json": file}.get)
    monkeypatch.setattr(messages, "read", None)
    messages.catalogue.cache_clear()
    assert messages.msg("meant", near="game").text("ja") == "`game` のことか"
