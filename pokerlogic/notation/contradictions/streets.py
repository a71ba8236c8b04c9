"""Streets out of order, cards that are too many or there twice, pots and blinds too late."""

from __future__ import annotations

from pokerlogic.errors import TableError
from pokerlogic.messages import Message, any_of, msg
from pokerlogic.notation.contradictions.hand import Hand, contradict, streets_of
from pokerlogic.notation.lexer import card_places
from pokerlogic.notation.words import Lexicon
from pokerlogic.situation import Incident, Place, Posts, Situation, Street

# How many cards of the board lie after each street.
_BOARD = {"preflop": 0, "flop": 3, "turn": 4, "river": 5, "showdown": 5, "board": 5}
_ORDER = ("preflop", "flop", "turn", "river", "showdown")


def check_pots(hand: Hand) -> None:
    """Only what lies in the middle before the first street has to be said."""
    first: Street | None = None
    for street in streets_of(hand):
        if street.pots and first is not None:
            contradict(
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


def check_posts(hand: Hand) -> None:
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
    contradict(
        "PL317",
        msg("posts.late"),
        (posted.place, msg("note.posts")),
        (street.place, msg("note.being_played")),
        help=msg("posts.late.help"),
    )


def check_street_order(hand: Hand) -> None:
    """A street that is not the one after the street before."""
    before: Street | None = None
    for street in streets_of(hand):
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
            contradict(
                "PL306",
                msg("street.order", street=_called(street), before=_called(before)),
                (street.place, msg("note.not_next")),
                (before.place, msg("note.street_before")),
                help=msg("street.order.help"),
            )
        before = street


def check_board_count(hand: Hand) -> None:
    """As many cards as a street has, or none."""
    before: Street | None = None
    known = True
    for street in streets_of(hand):
        there = _BOARD[before.name] if before else 0
        now = _BOARD[street.name]
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


def check_cards(hand: Hand, lexicon: Lexicon) -> None:
    """A card that is seen in two places."""
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
    contradict(
        "PL305",
        msg("card.twice", card=card),
        (here, msg("note.here_too")),
        (there, msg("note.here")),
        help=msg("card.twice.help", card=card),
    )


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
