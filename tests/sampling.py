"""Which part of the cases the costly walks take; POKERLOGIC_CHUNK names another part."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def part(items: Iterable[T], of: int) -> list[T]:
    """Every `of`-th of these, from POKERLOGIC_CHUNK on."""
    return list(items)[int(os.environ.get("POKERLOGIC_CHUNK", "0")) % of :: of]
