"""Which ways of two books go together, by what each takes for granted."""

from __future__ import annotations

import pytest

from pokerlogic.desk import difference

ASKED = "reasonable_time@7"
LATER = "reasonable_time@9"
RULED = "skipped(c)=dead"


@pytest.mark.parametrize(
    ("mine", "theirs", "apart"),
    [
        ((), (f"not {ASKED}",), False),
        ((ASKED,), (ASKED,), False),
        ((ASKED,), (f"not {ASKED}",), True),
        # Asked once by each, though at different events: one thing.
        ((ASKED,), (LATER,), False),
        ((ASKED,), (f"not {LATER}",), True),
        # Asked twice by one of them, each time is a thing of its own.
        ((ASKED, f"not {LATER}"), (f"not {ASKED}", LATER), True),
        ((ASKED, f"not {LATER}"), (ASKED, f"not {LATER}"), False),
        ((ASKED,), ("long_wait@7",), False),
        ((RULED,), (RULED, ASKED), False),
        ((RULED,), ("skipped(c)=no_raise",), True),
        ((RULED,), ("skipped(d)=no_raise",), False),
    ],
)
def test_ways_that_take_opposite_things_for_granted(
    mine: tuple[str, ...], theirs: tuple[str, ...], apart: bool
) -> None:
    assert difference._apart(mine, theirs) is apart
    assert difference._apart(theirs, mine) is apart
