"""What the wheel ships prepared says the same as the folders it was made from."""

from __future__ import annotations

import json

from pokerlogic import loading, store
from pokerlogic.resources import folder


def test_the_shipped_library_is_the_checked_one_and_names_no_place_of_the_builder() -> None:
    kb = folder("kb").resolve()
    shipped = store.relative_to(kb.parent, loading.load([kb]))
    text = json.dumps(store.encode(shipped), ensure_ascii=False)
    assert str(kb.parent) not in text
    assert "kb/books/tda/betting/oversized_chip.yaml" in text
    assert store.decode(json.loads(text)) == shipped
