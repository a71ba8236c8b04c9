"""Which ways of two books go together, and which rules other readings would need."""

from pokerlogic import engine
from pokerlogic.desk.consistency import _as_read
from pokerlogic.desk.difference import _apart, _taken


def test_the_same_question_at_different_events_is_one_thing() -> None:
    assert _apart(("reasonable_time@5",), ("not reasonable_time@6",))
    assert not _apart(("reasonable_time@5",), ("reasonable_time@6",))
    assert not _apart(("reasonable_time@5",), ("not clear_words@5",))


def test_what_a_way_asks_twice_is_told_apart_by_its_time() -> None:
    twice = ("reasonable_time@5", "not reasonable_time@8")
    assert _taken(twice) == {"reasonable_time@5": "", "reasonable_time@8": "not "}
    assert not _apart(twice, ("not reasonable_time@6",))


def test_an_open_answer_is_chosen_alike_or_otherwise() -> None:
    assert _apart(("skipped(c)=dead",), ("skipped(c)=no_raise",))
    assert not _apart(("skipped(c)=dead",), ("skipped(c)=dead",))
    assert not _apart(("skipped(c)=dead",), ("skipped(d)=no_raise",))


def test_what_rests_on_another_reading_is_not_in_force() -> None:
    setup = engine.profile("every")
    switched = setup.switched("every", "said", "on_top")
    needs = "reading/3:every/0,said/0,on_top/0"
    assert any(needs in rule.needs for rule in setup.library.rules)
    assert not any(needs in rule.needs for rule in _as_read(setup))
    assert any(needs in rule.needs for rule in _as_read(switched))
