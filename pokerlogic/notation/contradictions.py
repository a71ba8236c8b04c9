"""Refuses a situation that contradicts itself, with both places.

What is possible but wrong (a raise that is too small, a check facing a bet) is not refused: a
clause rules on it.  An incident of a class `explains_…` explains a contradiction away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pokerlogic.errors import Spot, TableError
from pokerlogic.notation.lexer import card_places
from pokerlogic.notation.numerals import LARGEST
from pokerlogic.notation.words import Lexicon
from pokerlogic.situation import (
    Chips,
    FloorRules,
    Incident,
    NextHand,
    Noticed,
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

_EXCLUSIVE = (
    ("game_no_limit", "game_pot_limit", "game_fixed_limit"),
    ("game_holdem", "game_omaha", "game_omaha_eight", "game_stud", "game_stud_eight", "game_razz", "game_draw"),
    ("tournament", "ring"),
    ("ante_each", "ante_by_big_blind", "ante_by_button"),
)

# What there may be several of.
_SEVERAL = ("denomination", "straddle", "table")

# Words that are no action of the player who says them.
_IDLE_WORDS = (
    "said_unofficial", "said_hand", "said_result", "said_question", "said_talk", "said_inquiry",
    "said_condition",
)  # fmt: skip
_IDLE_ROLES = ("asked_", "if_", "promised_")


@dataclass(frozen=True)
class _Hand:
    """One hand of a situation: who sits where, what happened, and the incidents that explain."""

    situation: Situation
    seats: dict[str, Seat]
    steps: Sequence[Step]
    explained: frozenset[str]
    twice: frozenset[str]


def check(situation: Situation, lexicon: Lexicon) -> None:
    """Raise TableError for the first contradiction."""
    _settings(situation)
    _seats(situation)
    for hand in _hands(situation, lexicon):
        if "street_order" not in hand.explained:
            _street_order(hand)
        if "board_count" not in hand.explained:
            _board_count(hand)
        _cards(hand, lexicon)
        if "acting_after_fold" not in hand.explained:
            _acting(hand)
        _stacks(hand, lexicon)
        _taken_back(hand)
        _noticed(hand)


def _settings(situation: Situation) -> None:
    hands = [s for s in situation.steps if isinstance(s, NextHand)]
    for settings in (situation.settings, *(h.settings for h in hands)):
        _said_once(settings)
    for group in _EXCLUSIVE:
        given = [s for s in situation.settings if s.id in group]
        other = next((s for s in given if s.id != given[0].id), None)
        if other:
            _refuse(
                "PL311",
                "these two cannot both be",
                (other.place, "this"),
                (given[0].place, "and this"),
                help="leave one of them out",
            )


def _said_once(settings: Sequence[Setting]) -> None:
    """Refuse a header line that is there twice with other values."""
    seen: dict[str, Setting] = {}
    for setting in settings:
        if setting.id in _SEVERAL:
            continue
        other = seen.setdefault(setting.id, setting)
        if other.values != setting.values:
            _refuse(
                "PL311",
                "this is said twice, in two ways",
                (setting.place, "here otherwise"),
                (other.place, "here"),
                help="leave one of them out",
            )


def _seats(situation: Situation) -> None:
    if not situation.seats:
        raise TableError(
            "PL303",
            "the table has no seats",
            Place(situation.span[0], 1),
            "write `seat 1 A 20000 button` and so on, one player a line",
        )
    hands = [s for s in situation.steps if isinstance(s, NextHand)]
    for seats in (situation.seats, *(h.seats for h in hands)):
        _seated_once(seats)
    buttons = [(s, m) for s in situation.seats for m in s.marks if m.id == "button"]
    for i, (seat, mark) in enumerate(buttons):
        for other, first in buttons[:i]:
            if other.table == seat.table:
                _refuse("PL304", "two buttons", (mark.place, "here too"), (first.place, "here"))
    preflop = [s for s in situation.steps if isinstance(s, Street) and s.name == "preflop"]
    if preflop and not buttons:
        _refuse(
            "PL303",
            "nobody has the button",
            (preflop[0].place, "the blinds follow from it"),
            (situation.seats[0].place, "mark one of the seats"),
            help="write `button` at the end of a seat line",
        )
    dearest = max(situation.seats, key=lambda s: s.stack)
    opening = next((s for s in situation.steps if isinstance(s, Street)), None)
    middle = sum(p.amount for p in opening.pots) if opening else 0
    if sum(s.stack for s in situation.seats) + middle > LARGEST:
        raise TableError(
            "PL310",
            f"all chips together are more than {LARGEST:,}, which cannot be counted",
            dearest.place,
            "write all amounts in a larger unit",
        )


def _seated_once(seats: Sequence[Seat]) -> None:
    by_number: dict[tuple[str | None, int], Seat] = {}
    by_player: dict[str, Seat] = {}
    for seat in seats:
        other = by_number.setdefault((seat.table, seat.number), seat)
        if other is not seat:
            _refuse(
                "PL301",
                f"two players in seat {seat.number}",
                (seat.place, f"`{seat.player}` too"),
                (other.place, f"`{other.player}` sits here"),
            )
        other = by_player.setdefault(seat.player, seat)
        if other is not seat:
            _refuse(
                "PL302",
                f"`{seat.player}` sits in two seats",
                (seat.place, f"in seat {seat.number} too"),
                (other.place, f"in seat {other.number}"),
            )


def _hands(situation: Situation, lexicon: Lexicon) -> Iterator[_Hand]:
    seats = {s.player: s for s in situation.seats}
    steps: list[Step] = []
    for step in (*situation.steps, None):
        if step is not None and not isinstance(step, NextHand):
            steps.append(step)
            continue
        incidents = [(s, lexicon.by_id[s.id].explains) for s in steps if isinstance(s, Incident)]
        twice = (s for s, explains in incidents if "card_twice" in explains)
        yield _Hand(
            situation,
            seats,
            tuple(steps),
            frozenset(e for _, explains in incidents for e in explains),
            frozenset(c for s in twice for v in s.values if isinstance(v, tuple) for c in v),
        )
        steps = []
        if step is not None:
            seats = seats | {s.player: s for s in step.seats}


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
                "PL306", "`board` cannot be the first street", street.place,
                "write the street that was being played above it",
            )  # fmt: skip
        if not fits and before is not None:
            _refuse(
                "PL306",
                f"`{street.name}` cannot follow `{before.name}`",
                (street.place, "cannot be next"),
                (before.place, "the street before"),
                help="for another hand write `next hand`",
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
            wanted = " or ".join(str(n) for n in sorted(allowed - {0})) or "no"
            raise TableError(
                "PL307",
                f"{len(street.cards)} cards on the {street.name}",
                street.place,
                f"there are {wanted} to deal here",
            )
        known = known and (bool(street.cards) or street.name == "preflop")
        before = street


def _cards(hand: _Hand, lexicon: Lexicon) -> None:
    seen: dict[str, tuple[Place, str | None]] = {}
    for step in hand.steps:
        if isinstance(step, Street):
            cards, owner = step.cards, None
        elif isinstance(step, Incident):
            cards = tuple(c for v in step.values if isinstance(v, tuple) for c in v)
            held = lexicon.by_id[step.id].held
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
        f"the card {card} is there twice",
        (here, "here too"),
        (there, "here"),
        help=f"if the deck really holds two write `deck has two {card}`",
    )


def _acting(hand: _Hand) -> None:
    folded = {
        seat.player: (m.place, "folded before")
        for seat in hand.seats.values()
        for m in seat.marks
        if m.id == "folded_before"
    }
    for step in hand.steps:
        if isinstance(step, FloorRules) and step.outcome.who:
            # The floor may overturn anything, a fold too.
            folded.pop(step.outcome.who, None)
        for player, place, folds in _acts(step):
            if player in folded:
                _refuse(
                    "PL308",
                    f"`{player}` acts after folding",
                    (place, "acts"),
                    folded[player],
                )
            if folds:
                folded[player] = (place, "folds")


def _acts(step: Step) -> Iterator[tuple[str, Place, bool]]:
    """Who acts in a step, where, and whether it is a fold that nobody disputes."""
    if isinstance(step, Settled):
        yield step.player, step.place, step.act == "folds"
    elif isinstance(step, Raw):
        for part in step.parts:
            if part.speech is None or not all(_is_idle(s.word) for s in part.said):
                yield part.player, part.place, part.act is not None and part.act.act == "folds"


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


def _taken_back(hand: _Hand) -> None:
    """Chips taken back must be among those in front, where they are known: posted chip by chip."""
    posted: dict[str, Posts] = {}
    for step in hand.steps:
        if isinstance(step, Posts):
            posted[step.player] = step
            continue
        players = [step.player] if isinstance(step, Settled) else []
        if isinstance(step, Raw):
            players = list(dict.fromkeys(p.player for p in step.parts))
            for part in step.parts:
                known = posted.get(part.player)
                if known is not None and known.chips and not part.chips:
                    _among(part, known)
        if isinstance(step, Street) and step.name != "preflop":
            posted.clear()
        for player in players:
            posted.pop(player, None)


def _among(part: Part, known: Posts) -> None:
    for chips in part.back:
        there = sum(c.count for c in known.chips if c.value == chips.value)
        if chips.count > there:
            said = f"{there} chip{'' if there == 1 else 's'} of {chips.value:,}"
            _refuse(
                "PL313",
                f"`{part.player}` has no such chips in front to take back",
                (part.place, f"{chips.count} of {chips.value:,}"),
                (known.place, f"{said} posted here"),
            )


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
            f"`{player}` has no {amount:,} to put in",
            (place, f"{amount:,}"),
            (seat.place, f"has {seat.stack:,}"),
        )


def _noticed(hand: _Hand) -> None:
    for i, step in enumerate(hand.steps):
        if not isinstance(step, Noticed):
            continue
        if not any(_may_be(earlier, step) for earlier in hand.steps[:i]):
            raise TableError(
                "PL312",
                f"nothing above is this action of `{step.player}`",
                step.place,
                "`noticed` names an action written above it",
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


def _refuse(code: str, message: str, *spots: Spot, help: str | None = None) -> None:
    raise TableError(code, message, spots, help)
