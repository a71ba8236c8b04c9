"""What the tests of several folders use."""

from __future__ import annotations

from pathlib import Path

import corner
import pytest


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """The small house, in a folder."""
    return corner.build(tmp_path / "house")
