"""Refuses a situation that contradicts itself, with both places.

What is possible but wrong (a raise that is too small, a check facing a bet) is not refused: a
clause rules on it.  An incident of a class `explains_…` explains a contradiction away.
"""

from __future__ import annotations

from pokerlogic.notation.contradictions.acting import (
    check_acting,
    check_after_hand,
    check_noticed,
    check_observed,
)
from pokerlogic.notation.contradictions.chips import check_dealt_in, check_stacks, check_taken_back
from pokerlogic.notation.contradictions.hand import hands_of
from pokerlogic.notation.contradictions.header import check_seats, check_settings
from pokerlogic.notation.contradictions.streets import (
    check_board_count,
    check_cards,
    check_posts,
    check_pots,
    check_street_order,
)
from pokerlogic.notation.words import Lexicon
from pokerlogic.situation import Incident, Situation


def check(situation: Situation, lexicon: Lexicon) -> None:
    """Raise TableError for the first contradiction."""
    check_settings(situation, lexicon)
    if not situation.seats and _needs_no_table(situation, lexicon):
        return
    check_seats(situation)
    for hand in hands_of(situation, lexicon):
        if not hand.follows:
            check_dealt_in(hand)
        if "street_order" not in hand.explained:
            check_street_order(hand)
        check_pots(hand)
        check_posts(hand)
        if "board_count" not in hand.explained:
            check_board_count(hand)
        check_cards(hand, lexicon)
        if "acting_after_fold" not in hand.explained:
            check_acting(hand)
        if not hand.follows:
            check_stacks(hand, lexicon)
        check_taken_back(hand)
        check_noticed(hand)
        check_observed(hand)
        check_after_hand(hand, lexicon)


def _needs_no_table(situation: Situation, lexicon: Lexicon) -> bool:
    """Whether all that is written can be asked without anybody at the table."""
    return bool(situation.steps) and all(
        isinstance(s, Incident) and "no_seats" in lexicon.by_id[s.id].explains
        for s in situation.steps
    )
