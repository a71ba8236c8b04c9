"""What a scaffold leaves to be written, in tables and in books."""

from __future__ import annotations

from collections.abc import Iterator

from .errors import shown
from .messages import msg

MARK = "???"
"""What stands where something is still to be written; the rest of the line says what."""

FILL = msg("fill.open.help")


def unwritten(text: str) -> Iterator[tuple[int, str]]:
    """The lines with a mark, and what is to be written there."""
    for number, line in enumerate(text.splitlines(), 1):
        first, *marked = line.replace("？", "?").split(MARK)
        for what in marked:
            # A line that begins with the mark is all to be written, else what is in the quotes.
            yield number, shown((what.split('"')[0] if first.strip() else what).strip(), 200)
