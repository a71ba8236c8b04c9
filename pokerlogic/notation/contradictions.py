"""Refuses a situation that contradicts itself, with both places.

What is possible but wrong (a raise that is too small, a check facing a bet) is not refused: a
clause rules on it.  An incident of a class `explains_…` explains a contradiction away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from pokerlogic.errors import Spot, TableError
from pokerlogic.messages import Message, any_of, msg
from pokerlogic.notation.lexer import card_places
from pokerlogic.notation.numerals import LARGEST
from pokerlogic.notation.words import Lexicon
from pokerlogic.situation import (
    Chips,
    FloorRules,
    Incident,
    NextHand,
    Noticed,
    Observed,
    Part,
    Place,
    Posts,
    Raw,
    Seat,
    Setting,
    Settled,
    Situation,
    Step,
    Street,
)

# How many cards of the board lie after each street.
BOARD = {"preflop": 0, "flop": 3, "turn": 4, "river": 5, "showdown": 5, "board": 5}
_ORDER = ("preflop", "flop", "turn", "river", "showdown")

# Header lines that name an amount somebody has to pay.
_DUES = {
    "small_blind": msg("due.blind"), "big_blind": msg("due.blind"), "bet_unit": msg("due.limit"),
    "ante_each": msg("due.ante"), "ante_by_big_blind": msg("due.ante"),
    "ante_by_button": msg("due.ante"), "straddle": msg("due.straddle"),
}  # fmt: skip

# Words that are no action of the player who says them.
_IDLE_WORDS = (
    "said_unofficial", "said_hand", "said_result", "said_question", "said_talk", "said_inquiry",
    "said_condition",
)  # fmt: skip
_IDLE_ROLES = ("asked_", "if_", "promised_", "loose_", "denied_")


@dataclass(frozen=True)
class _Hand:
    """One hand of a situation: who sits where, what happened, and the incidents that explain.

    `seats` has everybody named so far, `dealt` those who are at the table in this hand; `follows`
    tells that their stacks are those that the hand before left.
    """

    situation: Situation
    seats: dict[str, Seat]
    dealt: Sequence[Seat]
    steps: Sequence[Step]
    explained: frozenset[str]
    twice: frozenset[str]
    follows: bool


def check(situation: Situation, lexicon: Lexicon) -> None:
    """Raise TableError for the first contradiction."""
    _settings(situation, lexicon)
    if not situation.seats and _needs_no_table(situation, lexicon):
        return
    _seats(situation)
    for hand in _hands(situation, lexicon):
        if not hand.follows:
            _dealt_in(hand)
        if "street_order" not in hand.explained:
            _street_order(hand)
        _pots(hand)
        _posts(hand)
        if "board_count" not in hand.explained:
            _board_count(hand)
        _cards(hand, lexicon)
        if "acting_after_fold" not in hand.explained:
            _acting(hand)
        if not hand.follows:
            _stacks(hand, lexicon)
        _taken_back(hand)
        _noticed(hand)
        _observed(hand)


def _needs_no_table(situation: Situation, lexicon: Lexicon) -> bool:
    """Whether all that is written can be asked without anybody at the table."""
    return bool(situation.steps) and all(
        isinstance(s, Incident) and "no_seats" in lexicon.by_id[s.id].explains
        for s in situation.steps
    )


def _settings(situation: Situation, lexicon: Lexicon) -> None:
    hands = [s for s in situation.steps if isinstance(s, NextHand)]
    for settings in (situation.settings, *(h.settings for h in hands)):
        _said_once(settings, lexicon)
        _dues(settings)
    for group in lexicon.exclusive:
        given = [s for s in situation.settings if s.id in group]
        other = next((s for s in given if s.id != given[0].id), None)
        if other:
            _refuse(
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
            _refuse(
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
        _refuse(
            "PL314",
            msg("blinds.turned"),
            (small.place, msg("note.small_blind")),
            (big.place, msg("note.big_blind")),
            help=msg("blinds.turned.help", blinds=f"{big.values[0]}/{small.values[0]}"),
        )


def _seats(situation: Situation) -> None:
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
                _refuse(
                    "PL304",
                    msg("button.two"),
                    (mark.place, msg("note.here_too")),
                    (first.place, msg("note.here")),
                )
    preflop = [s for s in situation.steps if isinstance(s, Street) and s.name == "preflop"]
    if preflop and not buttons and situation.setting("button_seat") is None:
        _refuse(
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
            _refuse(
                "PL301",
                msg("seat.two", seat=seat.number),
                (seat.place, msg("note.sits_too", player=seat.player)),
                (other.place, msg("note.sits", player=other.player)),
            )
        other = by_player.setdefault(seat.player, seat)
        if other is not seat:
            _refuse(
                "PL302",
                msg("seat.twice", player=seat.player),
                (seat.place, msg("note.in_seat_too", seat=seat.number)),
                (other.place, msg("note.in_seat", seat=other.number)),
            )


def _hands(situation: Situation, lexicon: Lexicon) -> Iterator[_Hand]:
    seats = {s.player: s for s in situation.seats}
    dealt: Sequence[Seat] = situation.seats
    steps: list[Step] = []
    follows = False
    for step in (*situation.steps, None):
        if step is not None and not isinstance(step, NextHand):
            steps.append(step)
            continue
        incidents = [(s, lexicon.by_id[s.id].explains) for s in steps if isinstance(s, Incident)]
        twice = (s for s, explains in incidents if "card_twice" in explains)
        yield _Hand(
            situation,
            seats,
            dealt,
            tuple(steps),
            frozenset(e for _, explains in incidents for e in explains),
            frozenset(c for s in twice for v in s.values if isinstance(v, tuple) for c in v),
            follows,
        )
        steps = []
        if step is not None:
            seats = seats | {s.player: s for s in step.seats}
            dealt, follows = step.seats or dealt, not step.seats


def _dealt_in(hand: _Hand) -> None:
    """A stack of nothing: none if the player is all-in from before, never before the flop."""
    opening = next(_streets(hand), None)
    for seat in hand.dealt:
        mark = next((m for m in seat.marks if m.id == "all_in_before"), None)
        if mark is not None and seat.stack > 0:
            _refuse(
                "PL315",
                msg("stack.all_in", player=seat.player, stack=seat.stack),
                (mark.place, msg("note.all_in")),
                (seat.place, msg("note.has", stack=seat.stack)),
                help=msg("stack.all_in.help"),
            )
        preflop = opening is not None and opening.name == "preflop"
        if opening and preflop and seat.stack == 0 and not seat.has("sitting_out"):
            _refuse(
                "PL315",
                msg("stack.none", player=seat.player),
                (seat.place, msg("note.has", stack=seat.stack)),
                (opening.place, msg("note.hand_begins")),
                help=msg("stack.none.help"),
            )


def _pots(hand: _Hand) -> None:
    """Only what lies in the middle before the first street has to be said."""
    first: Street | None = None
    for street in _streets(hand):
        if street.pots and first is not None:
            _refuse(
                "PL316",
                msg("pot.follows"),
                (street.place, msg("note.again")),
                (first.place, msg("note.from_here")),
                help=msg("pot.follows.help"),
            )
        if street.pots and street.name == "preflop":
            raise TableError(
                "PL316",
                msg("pot.preflop"),
                street.place,
                msg("pot.preflop.help"),
            )
        first = first or street


def _posts(hand: _Hand) -> None:
    """Blinds are posted before the flop only."""
    posted: Posts | None = None
    street: Street | None = None
    for step in hand.steps:
        if isinstance(step, Street):
            if street is None and step.name != "preflop" and posted is not None:
                _too_late(posted, step)
            street = step
        elif isinstance(step, Posts):
            posted = posted or step
            if street is not None and street.name != "preflop":
                _too_late(step, street)


def _too_late(posted: Posts, street: Street) -> None:
    _refuse(
        "PL317",
        msg("posts.late"),
        (posted.place, msg("note.posts")),
        (street.place, msg("note.being_played")),
        help=msg("posts.late.help"),
    )


def _street_order(hand: _Hand) -> None:
    before: Street | None = None
    for street in _streets(hand):
        if before is None:
            fits = street.name != "board"
        elif street.name == "board":
            fits = before.name in ("preflop", "flop", "turn")
        elif before.name == "board":
            fits = street.name == "showdown"
        else:
            fits = _ORDER.index(street.name) == _ORDER.index(before.name) + 1
        if not fits and before is None:
            raise TableError(
                "PL306", msg("street.board_first"), street.place, msg("street.board_first.help")
            )
        if not fits and before is not None:
            _refuse(
                "PL306",
                msg("street.order", street=_called(street), before=_called(before)),
                (street.place, msg("note.not_next")),
                (before.place, msg("note.street_before")),
                help=msg("street.order.help"),
            )
        before = street


def _board_count(hand: _Hand) -> None:
    before: Street | None = None
    known = True
    for street in _streets(hand):
        there = BOARD[before.name] if before else 0
        now = BOARD[street.name]
        if street.name == "board":
            allowed = {now - there} if known else {now - there, now}
        elif before is None:
            allowed = {0, now} | ({1} if street.name in ("turn", "river") else set())
        else:
            allowed = {0, now - there} if street.name != "showdown" else {0}
        if len(street.cards) not in allowed:
            wanted = sorted(allowed - {0})
            raise TableError(
                "PL307",
                msg("board.count", count=len(street.cards), street=_called(street)),
                street.place,
                msg("board.count.help", wanted=any_of(wanted))
                if wanted
                else msg("board.none.help"),
            )
        known = known and (bool(street.cards) or street.name == "preflop")
        before = street


def _cards(hand: _Hand, lexicon: Lexicon) -> None:
    seen: dict[str, tuple[Place, str | None]] = {}
    for step in hand.steps:
        if isinstance(step, Street):
            cards, owner = step.cards, None
        elif isinstance(step, Incident):
            entry = lexicon.by_id[step.id]
            # A range names kinds of hands, and one may be there twice.
            dealt = (v for (_, s), v in zip(entry.args, step.values, strict=True) if s != "range")
            cards = tuple(c for v in dealt if isinstance(v, tuple) for c in v)
            held = entry.held
            owner = next((str(v) for v in step.values if held and isinstance(v, str)), "")
        else:
            continue
        counted: dict[str, Place] = {}
        for card in cards:
            if card in hand.twice:
                continue
            where = card_places(*_written(hand.situation, step.place), card) or [step.place]
            if card in counted:
                _twice(card, where[-1], where[0])
            counted[card] = where[0]
            if owner == "":
                continue
            place, other = seen.setdefault(card, (where[0], owner))
            if place != where[0] and (owner is None or other != owner):
                _twice(card, where[0], place)


def _written(situation: Situation, place: Place) -> tuple[int, str]:
    lines = situation.lines
    return place.line, lines[place.line - 1] if 0 < place.line <= len(lines) else ""


def _twice(card: str, here: Place, there: Place) -> None:
    _refuse(
        "PL305",
        msg("card.twice", card=card),
        (here, msg("note.here_too")),
        (there, msg("note.here")),
        help=msg("card.twice.help", card=card),
    )


# Marks of a seat whose player has no action in the hand; one of them says that he had folded.
_OUT = {
    "folded_before": msg("note.folded_before"),
    "sitting_out": msg("note.sits_out"),
    "absent": msg("note.away"),
}


def _acting(hand: _Hand) -> None:
    """A settled action of a player who is out of the hand; what is seen or heard is ruled."""
    out = {
        seat.player: (mark.place, _OUT[mark.id], mark.id == "folded_before")
        for seat in hand.seats.values()
        for mark in seat.marks
        if mark.id in _OUT
    }
    for step in hand.steps:
        if isinstance(step, FloorRules) and step.outcome.who:
            # The floor may overturn anything, a fold too.
            out.pop(step.outcome.who, None)
        for act, place in _acts(step):
            if act.player in out:
                there, note, folded = out[act.player]
                player = act.player
                said = (
                    msg("acts.folded", player=player) if folded else msg("acts.out", player=player)
                )
                _refuse("PL308", said, (place, msg("note.acts")), (there, note))
            if act.act == "folds":
                out[act.player] = (place, msg("note.folds"), True)


def _acts(step: Step) -> Iterator[tuple[Settled, Place]]:
    """The settled actions of a step, and where they stand."""
    if isinstance(step, Settled):
        yield step, step.place
    elif isinstance(step, Raw):
        for part in step.parts:
            if part.act is not None:
                yield part.act, part.place


def _is_idle(word: str) -> bool:
    return word in _IDLE_WORDS or word.startswith(_IDLE_ROLES)


def _stacks(hand: _Hand, lexicon: Lexicon) -> None:
    for step in hand.steps:
        if isinstance(step, Posts):
            _afford(hand, step.player, step.amount, step.place)
        elif isinstance(step, Settled):
            _afford(hand, step.player, _worth(step.chips), step.place)
        elif isinstance(step, Raw):
            for player in dict.fromkeys(p.player for p in step.parts):
                _motion(hand, player, [p for p in step.parts if p.player == player])
        elif isinstance(step, FloorRules):
            said = step.outcome
            if said.who and lexicon.by_id[f"{said.issue}.{said.answer}"].action:
                most = max((v for v in said.values if isinstance(v, int)), default=0)
                _afford(hand, said.who, most, step.place)


@dataclass
class _Front:
    """The chips in front of a player, where each of them is known, and what says so."""

    chips: Counter[int] = field(default_factory=Counter)
    place: Place | None = None

    def add(self, chips: Iterable[Chips], place: Place) -> None:
        for one in chips:
            self.chips[one.value] += one.count
        self.place = place


def _taken_back(hand: _Hand) -> None:
    """Chips taken back must be among those in front, where they are known.

    Known are chips posted or given by `with`, and that there are none when a street begins.
    """
    known: dict[str, _Front] = {}
    for step in hand.steps:
        if isinstance(step, Street):
            if step.name != "preflop":
                known = {player: _Front(place=step.place) for player in hand.seats}
        elif isinstance(step, Posts):
            known.pop(step.player, None)
            if step.chips:
                known[step.player] = _Front()
                known[step.player].add(step.chips, step.place)
        elif isinstance(step, Settled):
            _put_in(known, step)
        elif isinstance(step, Raw):
            for part in step.parts:
                _back_or_forth(known, part)
            for part in step.parts:
                # How much of this stays in front is for a clause to say.
                known.pop(part.player, None)
        elif isinstance(step, (Incident, FloorRules)):
            values = step.values if isinstance(step, Incident) else (step.outcome.who,)
            for player in [p for p in known if p in values]:
                del known[player]


def _put_in(known: dict[str, _Front], step: Settled) -> None:
    front = known.get(step.player)
    if front is not None and step.chips:
        front.add(step.chips, step.place)
    elif step.act not in ("folds", "checks"):
        known.pop(step.player, None)


def _back_or_forth(known: dict[str, _Front], part: Part) -> None:
    """One thing a player does: what he takes back is checked, what he puts in is added."""
    front = known.get(part.player)
    if front is None:
        return
    if part.act is not None:
        _put_in(known, part.act)
    elif part.total is not None or not all(_is_idle(s.word) for s in part.said):
        del known[part.player]
    elif part.chips:
        front.add(part.chips, part.place)
    elif part.all_back:
        if not +front.chips:
            _none_there(part, front, msg("note.all_of_it"), msg("note.nothing_there"))
        front.chips.clear()
    for chips in part.back:
        there = front.chips[chips.value]
        if chips.count > there:
            said = (
                msg("note.chip_there", value=chips.value)
                if there == 1
                else msg("note.chips_there", count=there, value=chips.value)
            )
            wanted = msg("note.chips", count=chips.count, value=chips.value)
            _none_there(part, front, wanted, said)
        front.chips[chips.value] -= chips.count


def _none_there(part: Part, front: _Front, wanted: Message, there: Message) -> None:
    spots: list[Spot] = [(part.place, wanted), *([(front.place, there)] if front.place else [])]
    _refuse("PL313", msg("back.none", player=part.player), *spots)


def _motion(hand: _Hand, player: str, parts: Iterable[Part]) -> None:
    """Chips taken back may be put in again, so the sum is followed along the line."""
    put = 0
    for part in parts:
        put += _worth(part.chips) + (part.total or 0) + _worth(part.act.chips if part.act else ())
        _afford(hand, player, put, part.place)
        put = 0 if part.all_back else max(put - _worth(part.back), 0)


def _worth(chips: Iterable[Chips]) -> int:
    return sum(c.value * c.count for c in chips)


def _afford(hand: _Hand, player: str, amount: int, place: Place) -> None:
    seat = hand.seats.get(player)
    if seat is not None and amount > seat.stack:
        _refuse(
            "PL309",
            msg("stack.short", player=player, amount=amount),
            (place, f"{amount:,}"),
            (seat.place, msg("note.has", stack=seat.stack)),
        )


def _noticed(hand: _Hand) -> None:
    for i, step in enumerate(hand.steps):
        if not isinstance(step, Noticed):
            continue
        if not any(_may_be(earlier, step) for earlier in hand.steps[:i]):
            raise TableError(
                "PL312",
                msg("noticed.nothing", player=step.player),
                step.place,
                msg("noticed.nothing.help"),
            )


def _may_be(earlier: Step, noticed: Noticed) -> bool:
    """A raw motion may have been ruled to be any action; an all-in is a bet, call or raise too."""
    if isinstance(earlier, Settled):
        return earlier.player == noticed.player and earlier.act in (noticed.act, "all_in")
    if isinstance(earlier, Raw):
        return any(p.player == noticed.player for p in earlier.parts)
    return isinstance(earlier, (FloorRules, Posts)) and noticed.player in (
        earlier.outcome.who if isinstance(earlier, FloorRules) else earlier.player,
    )


def _streets(hand: _Hand) -> Iterator[Street]:
    return (s for s in hand.steps if isinstance(s, Street))


def _called(street: Street) -> Message:
    """The name of a street, as a table writes it."""
    return _STREETS[street.name]


_STREETS = {
    "preflop": msg("street.preflop"),
    "flop": msg("street.flop"),
    "turn": msg("street.turn"),
    "river": msg("street.river"),
    "showdown": msg("street.showdown"),
    "board": msg("street.board"),
}


_HOLDS = {True: msg("note.so"), False: msg("note.not_so")}


def _observed(hand: _Hand) -> None:
    """An observation of one event that is said to hold and not to hold."""
    said: dict[str, Observed] = {}
    for step in hand.steps:
        if not isinstance(step, Observed):
            said = {}
            continue
        other = said.setdefault(step.id, step)
        if other.holds != step.holds:
            _refuse(
                "PL318",
                msg("observation.both"),
                (step.place, _HOLDS[step.holds]),
                (other.place, _HOLDS[other.holds]),
                help=msg("observation.both.help"),
            )


def _refuse(code: str, said: Message, *spots: Spot, help: Message | None = None) -> None:
    raise TableError(code, said, spots, help)
