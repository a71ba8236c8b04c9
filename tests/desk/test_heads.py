"""Which answers the rules in force name."""

from __future__ import annotations

from pokerlogic import engine
from pokerlogic.desk.consistency import _answers_in_heads


def test_what_is_left_open_names_an_answer_of_its_issue() -> None:
    setup = engine.profile("every")
    found = _answers_in_heads(setup)
    for issue, answers in found.items():
        assert set(answers) <= set(setup.library.issues[issue].answers), issue
    # `open(floor,(barred;allowed))` names the first of them, `open(floor,A)` none.
    assert "barred" in found["conduct"]
