"""The checked knowledge base, kept prepared: in the wheel, or by content in the user's cache."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from . import loading, resources
from .library import Library


@lru_cache(maxsize=8)
def library_of(folders: tuple[Path, ...] = ()) -> Library:
    """The shipped knowledge base with these folders added."""
    return loading.load([resources.folder("kb"), *folders])
