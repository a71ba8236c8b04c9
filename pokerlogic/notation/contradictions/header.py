"""What stands above the hands: settings said twice, dues of nothing, seats taken twice."""

from __future__ import annotations

from collections.abc import Sequence

from pokerlogic.errors import TableError
from pokerlogic.messages import msg
from pokerlogic.notation.contradictions.hand import contradict
from pokerlogic.notation.numerals import LARGEST
from pokerlogic.notation.words import Lexicon
from pokerlogic.situation import NextHand, Place, Seat, Setting, Situation, Street

# Header lines that name an amount somebody has to pay.
_DUES = {
    "small_blind": msg("due.blind"), "big_blind": msg("due.blind"), "bet_unit": msg("due.limit"),
    "ante_each": msg("due.ante"), "ante_by_big_blind": msg("due.ante"),
    "ante_by_button": msg("due.ante"), "straddle": msg("due.straddle"),
}  # fmt: skip


def check_settings(situation: Situation, lexicon: Lexicon) -> None:
    """Header lines that exclude each other, are there twice, or name nothing to pay."""
    hands = [s for s in situation.steps if isinstance(s, NextHand)]
    for settings in (situation.settings, *(h.settings for h in hands)):
        _said_once(settings, lexicon)
        _dues(settings)
    for group in lexicon.exclusive:
        given = [s for s in situation.settings if s.id in group]
        other = next((s for s in given if s.id != given[0].id), None)
        if other:
            contradict(
                "PL311",
                msg("setting.exclude"),
                (other.place, msg("note.this")),
                (given[0].place, msg("note.and_this")),
                help=msg("setting.one.help"),
            )


def _said_once(settings: Sequence[Setting], lexicon: Lexicon) -> None:
    """Refuse a header line that is there twice with other values."""
    seen: dict[str, Setting] = {}
    for setting in settings:
        if setting.id in lexicon.several:
            continue
        other = seen.setdefault(setting.id, setting)
        if other.values != setting.values:
            contradict(
                "PL311",
                msg("setting.twice"),
                (setting.place, msg("note.otherwise")),
                (other.place, msg("note.here")),
                help=msg("setting.one.help"),
            )


def _dues(settings: Sequence[Setting]) -> None:
    """Refuse what is nothing to pay, and a pair of amounts whose first is the larger one."""
    for setting in settings:
        amounts = [v for v in setting.values if isinstance(v, int)]
        if setting.id in _DUES and 0 in amounts:
            raise TableError(
                "PL314",
                msg("due.zero", due=_DUES[setting.id]),
                setting.place,
                msg("due.dead.help") if setting.id == "small_blind" else msg("due.zero.help"),
            )
        if setting.id == "bet_unit" and amounts[0] > amounts[-1]:
            raise TableError(
                "PL314",
                msg("limits.turned", first=amounts[0], second=amounts[-1]),
                setting.place,
                msg("limits.turned.help", limits=f"{amounts[-1]}/{amounts[0]}"),
            )
    by_id = {s.id: s for s in settings}
    small, big = by_id.get("small_blind"), by_id.get("big_blind")
    if small is not None and big is not None and int(small.values[0]) > int(big.values[0]):
        contradict(
            "PL314",
            msg("blinds.turned"),
            (small.place, msg("note.small_blind")),
            (big.place, msg("note.big_blind")),
            help=msg("blinds.turned.help", blinds=f"{big.values[0]}/{small.values[0]}"),
        )


def check_seats(situation: Situation) -> None:
    """Nobody at the table, seats and buttons that are there twice, more chips than can be told."""
    if not situation.seats:
        raise TableError(
            "PL303",
            msg("seats.none"),
            Place(situation.span[0], 1),
            msg("seats.none.help"),
        )
    hands = [s for s in situation.steps if isinstance(s, NextHand)]
    for seats in (situation.seats, *(h.seats for h in hands)):
        _seated_once(seats)
    buttons = [(s, m) for s in situation.seats for m in s.marks if m.id == "button"]
    for i, (seat, mark) in enumerate(buttons):
        for other, first in buttons[:i]:
            if other.table == seat.table:
                contradict(
                    "PL304",
                    msg("button.two"),
                    (mark.place, msg("note.here_too")),
                    (first.place, msg("note.here")),
                )
    preflop = [s for s in situation.steps if isinstance(s, Street) and s.name == "preflop"]
    if preflop and not buttons and situation.setting("button_seat") is None:
        contradict(
            "PL303",
            msg("button.none"),
            (preflop[0].place, msg("note.blinds_follow")),
            (situation.seats[0].place, msg("note.mark_one")),
            help=msg("button.none.help"),
        )
    dearest = max(situation.seats, key=lambda s: s.stack)
    opening = next((s for s in situation.steps if isinstance(s, Street)), None)
    middle = sum(p.amount for p in opening.pots) if opening else 0
    if sum(s.stack for s in situation.seats) + middle > LARGEST:
        raise TableError(
            "PL310",
            msg("amount.all_too_large", most=LARGEST),
            dearest.place,
            msg("amount.unit.help"),
        )


def _seated_once(seats: Sequence[Seat]) -> None:
    by_number: dict[tuple[str | None, int], Seat] = {}
    by_player: dict[str, Seat] = {}
    for seat in seats:
        other = by_number.setdefault((seat.table, seat.number), seat)
        if other is not seat:
            contradict(
                "PL301",
                msg("seat.two", seat=seat.number),
                (seat.place, msg("note.sits_too", player=seat.player)),
                (other.place, msg("note.sits", player=other.player)),
            )
        other = by_player.setdefault(seat.player, seat)
        if other is not seat:
            contradict(
                "PL302",
                msg("seat.twice", player=seat.player),
                (seat.place, msg("note.in_seat_too", seat=seat.number)),
                (other.place, msg("note.in_seat", seat=other.number)),
            )
