"""Answers that only a reading which is not in force could give are expected of nobody."""

from __future__ import annotations

from pokerlogic import engine
from pokerlogic.desk import consistency


def test_what_rests_on_another_reading_is_left_out() -> None:
    usual = consistency._answers_in_heads(engine.profile("every"))
    always = consistency._answers_in_heads(engine.profile("every", readings=("voice=always",)))
    assert "every_voice_always" not in usual["governs"].get("words", set())
    assert "every_voice_always" in always["governs"]["words"]


def test_so_is_what_rests_on_it_by_way_of_other_rules() -> None:
    def clauses(*readings: str) -> set[str | None]:
        under = engine.profile("every", readings=readings)
        return {rule.clause for rule in consistency._as_read(under)}

    assert "every_out_of_turn_keep" not in clauses()
    assert "every_out_of_turn_keep" in clauses("anew=keep_or_withdraw")


def test_rules_that_rest_on_no_reading_stay() -> None:
    under = engine.profile("tda2026")
    kept = {rule.text for rule in consistency._as_read(under)}
    for rule in under.library.rules:
        if rule.file.endswith("core/early.lp"):
            assert rule.text in kept
