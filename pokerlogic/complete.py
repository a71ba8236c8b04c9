"""What a table must say before it can be judged.

A text without it can be read and printed; a ruling on it would be a guess.
"""

from __future__ import annotations

from .errors import TableError
from .situation import Place, Seat, Situation, Street

_BETTING = ("preflop", "flop", "turn", "river")
_BETTING_KINDS = ("game_no_limit", "game_pot_limit", "game_fixed_limit")
_NOT_DEALT_IN = ("sitting_out",)
_NOT_BETTING = ("sitting_out", "absent", "folded_before")


def check(hand: Situation) -> None:
    """Raise TableError for the first thing that is missing in the hand that is judged."""
    streets = [s for s in hand.steps if isinstance(s, Street)]
    if not streets:
        return
    opening = streets[0]
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
            "a hand needs two players",
            seats[0].place if seats else opening.place,
            "seat the others too: `seat 2 B 20000`, one player a line",
        )


def _game(hand: Situation, opening: Street) -> None:
    if not any(s.id.startswith("game_") for s in hand.settings):
        _missing(
            "PL402",
            "which game is played is not said",
            opening.place,
            "write `game NLHE tournament` above the seats, or another game",
        )


def _limit(hand: Situation, betting: Street) -> None:
    if all(hand.setting(kind) is None for kind in _BETTING_KINDS):
        _missing(
            "PL402",
            "how the game is bet is not said",
            _game_place(hand) or betting.place,
            "write `no limit`, `pot limit` or `fixed limit` on the `game` line too",
        )


def _blinds(hand: Situation, betting: Street) -> None:
    if hand.setting("big_blind") is not None:
        return
    fixed = hand.setting("game_fixed_limit") is not None
    if fixed and betting.name != "preflop":
        if hand.setting("bet_unit") is None:
            _missing(
                "PL403",
                "the limits are missing: how much is bet follows from them",
                betting.place,
                "write `limit 200/400` or `blinds 100/200` above the seats",
            )
        return
    _missing(
        "PL403",
        "the blinds are missing: how much is bet follows from them",
        betting.place,
        "write `blinds 100/200` above the seats",
    )


def _pot(opening: Street) -> None:
    if not opening.pots:
        _missing(
            "PL404",
            "what is in the pot is not said: pot limit goes by it",
            opening.place,
            "write it behind the street: `flop As 9d 4c pot 1200`",
        )


def _may_bet(hand: Situation, opening: Street) -> bool:
    """Whether there is anybody left to bet with."""
    able = [s for s in hand.seats if s.stack > 0 and not _marked(s, _NOT_BETTING)]
    return opening.name == "preflop" or len(able) > 1


def _marked(seat: Seat, marks: tuple[str, ...]) -> bool:
    return any(seat.has(mark) for mark in marks)


def _game_place(hand: Situation) -> Place | None:
    return next((s.place for s in hand.settings if s.id.startswith("game_")), None)


def _missing(code: str, message: str, place: Place, help: str) -> None:
    raise TableError(code, message, place, help)
