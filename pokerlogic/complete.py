"""What a table must say before it can be judged.

A text without it can be read and printed; a ruling on it would be a guess.
"""

from __future__ import annotations

from .errors import TableError
from .messages import Message, msg
from .situation import Place, Seat, Situation, Street

_BETTING = ("preflop", "flop", "turn", "river")
_BETTING_KINDS = ("game_no_limit", "game_pot_limit", "game_fixed_limit")
_NOT_DEALT_IN = ("sitting_out",)
_NOT_BETTING = ("sitting_out", "absent", "folded_before")


def check(hand: Situation, stacks_left: bool = True) -> None:
    """Raise TableError for the first thing that is missing in the hand that is judged.

    `stacks_left` tells whether the hand before said what stacks it left.
    """
    streets = [s for s in hand.steps if isinstance(s, Street)]
    if not streets:
        return
    opening = streets[0]
    if hand.after is not None and hand.follows and not stacks_left:
        _missing("PL405", msg("hand.before"), hand.after.place, msg("hand.before.help"))
    _players(hand, opening)
    _game(hand, opening)
    betting = next((s for s in streets if s.name in _BETTING), None)
    if betting is None or not _may_bet(hand, opening):
        return
    _limit(hand, betting)
    _blinds(hand, betting)
    if hand.setting("game_pot_limit") is not None and opening.name != "preflop":
        _pot(opening)


def _players(hand: Situation, opening: Street) -> None:
    seats = [s for s in hand.seats if not _marked(s, _NOT_DEALT_IN)]
    if len(seats) < 2:
        _missing(
            "PL401",
            msg("hand.players"),
            seats[0].place if seats else opening.place,
            msg("hand.players.help"),
        )


def _game(hand: Situation, opening: Street) -> None:
    if not any(s.id.startswith("game_") for s in hand.settings):
        _missing(
            "PL402",
            msg("hand.game"),
            opening.place,
            msg("hand.game.help"),
        )


def _limit(hand: Situation, betting: Street) -> None:
    if all(hand.setting(kind) is None for kind in _BETTING_KINDS):
        _missing(
            "PL402",
            msg("hand.limit"),
            _game_place(hand) or betting.place,
            msg("hand.limit.help"),
        )


def _blinds(hand: Situation, betting: Street) -> None:
    if hand.setting("big_blind") is not None:
        return
    fixed = hand.setting("game_fixed_limit") is not None
    if fixed and betting.name != "preflop":
        if hand.setting("bet_unit") is None:
            _missing(
                "PL403",
                msg("hand.limits"),
                betting.place,
                msg("hand.limits.help"),
            )
        return
    _missing(
        "PL403",
        msg("hand.blinds"),
        betting.place,
        msg("hand.blinds.help"),
    )


def _pot(opening: Street) -> None:
    if not opening.pots:
        _missing(
            "PL404",
            msg("hand.pot"),
            opening.place,
            msg("hand.pot.help"),
        )


def _may_bet(hand: Situation, opening: Street) -> bool:
    """Whether there is anybody left to bet with."""
    able = [s for s in hand.seats if s.stack > 0 and not _marked(s, _NOT_BETTING)]
    return opening.name == "preflop" or len(able) > 1


def _marked(seat: Seat, marks: tuple[str, ...]) -> bool:
    return any(seat.has(mark) for mark in marks)


def _game_place(hand: Situation) -> Place | None:
    return next((s.place for s in hand.settings if s.id.startswith("game_")), None)


def _missing(code: str, said: Message, place: Place, help: Message) -> None:
    raise TableError(code, said, place, help)
