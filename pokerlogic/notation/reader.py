"""From the tree of a table file to situations."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from pathlib import Path

from lark.lexer import Token

from pokerlogic.errors import PokerlogicError, TableError, shown, split_lines
from pokerlogic.messages import msg
from pokerlogic.notation import claims, contradictions, motions
from pokerlogic.notation.cases import Case, Node, number, numbers, place_of, token, tokens, trees
from pokerlogic.notation.grammar import Notation, notation
from pokerlogic.notation.lexer import Failure, Source, scan_names
from pokerlogic.notation.text import Line, lines_of
from pokerlogic.situation import (
    FloorRules,
    Incident,
    Mark,
    NextHand,
    Noticed,
    Observed,
    Place,
    Pot,
    Seat,
    Situation,
    Street,
)
from pokerlogic.unwritten import FILL, MARK, unwritten

MAX_SEAT = 12
MAX_NAME = 40


def parse(text: str, file: str | None = None, books: Sequence[Path] = ()) -> list[Situation]:
    """The situations of a table text, one for each `case`; without `case` there is one.

    `file` is the name for messages, `books` are folders of own books.  Raises TableError for text
    that cannot be read or contradicts itself, BookError for a vocabulary that cannot be used.
    """
    known = notation(books)
    try:
        return _parse(known, text, file)
    except PokerlogicError as e:
        e.file = e.file or file
        raise


def _parse(known: Notation, text: str, file: str | None) -> list[Situation]:
    _check_written(text)
    lines = lines_of(text)
    source = Source(lines, known.lexicon, scan_names(lines, known.lexicon))
    try:
        tree = known.table.parse(source)
    except Failure as failure:
        from pokerlogic.notation import complain

        raise complain.about(failure, known, source) from None
    written = tuple(split_lines(text))
    rows = [(lines[_line(row) - 1], row) for row in trees(tree)]
    starts = [line.number for line, row in rows if row.data == "case"]
    # What stands above the first `case` belongs to it; without `case` all is one situation.
    starts = [1, *starts[1:]]
    ends = [s - 1 for s in starts[1:]] + [len(written)]
    own: list[list[tuple[Line, Node]]] = [[] for _ in starts]
    for line, row in rows:
        own[bisect_right(starts, line.number) - 1].append((line, row))
    return [
        _case(known, file, case, written, span)
        for case, span in zip(own, zip(starts, ends, strict=True), strict=True)
    ]


def _check_written(text: str) -> None:
    """A line that begins with a mark is still to be written."""
    for at, what in unwritten(text):
        line = split_lines(text)[at - 1]
        if line.lstrip().replace("？", "?").startswith(MARK):
            place = Place(at, len(line) - len(line.lstrip()) + 1, len(MARK))
            raise TableError("PL290", msg("fill.open", what=what), place, FILL)


def _case(
    known: Notation,
    file: str | None,
    rows: Sequence[tuple[Line, Node]],
    written: tuple[str, ...],
    span: tuple[int, int],
) -> Situation:
    case = Case(known, rows[0][0] if rows else Line(span[0], "", (), (), {}), file)
    for line, row in rows:
        case.line = line
        if row.data == "case" and rows[0][1] is not row:
            raise TableError(
                "PL112",
                msg("place.above_case"),
                [
                    (rows[0][0].place(0, 1), msg("note.no_case")),
                    (case.place(), msg("note.first_case")),
                ],
                msg("place.above_case.help"),
            )
        _READERS.get(str(row.data), _phrase)(case, row)
    situation = case.done(written, span)
    contradictions.check(situation, known.lexicon)
    return situation


def _line(row: Node) -> int:
    first = next(iter(row.scan_values(lambda t: isinstance(t, Token))))
    return int(first.line or 1)


def _title(case: Case, row: Node) -> None:
    words = [t.value for t in tokens(row, "STRING")]
    case.title, case.source = words[0], words[1] if len(words) > 1 else None


# ---- header


def _game(case: Case, row: Node) -> None:
    for t in tokens(row, "GAME_KIND"):
        for id in case.notation.lexicon.kinds[int(t.value)].ids:
            case.set(id, at=t)


def _blinds(case: Case, row: Node) -> None:
    small, big = tokens(row, "NUMBER")
    case.set("small_blind", number(small), at=small)
    case.set("big_blind", number(big), at=big)


def _denominations(case: Case, row: Node) -> None:
    for t in tokens(row, "NUMBER"):
        written = case.line.text[t.start_pos : t.end_pos]
        if number(t) == 0 or ("," in written and not motions.is_common(number(t))):
            raise TableError(
                "PL108",
                msg("chips.no_value", written=shown(written)),
                place_of(t),
                msg("chips.no_value.help"),
            )
        case.set("denomination", number(t), at=t)


def _setting(id: str) -> Callable[[Case, Node], None]:
    def read(case: Case, row: Node) -> None:
        case.set(id, *numbers(row))

    return read


def _straddle(case: Case, row: Node) -> None:
    case.set("straddle", token(row, "NAME").value, *numbers(row))


def _straddle_open(case: Case, row: Node) -> None:
    raise TableError(
        "PL114",
        msg("who.straddles"),
        case.place(),
        msg("who.straddles.help", amount=str(numbers(row)[0])),
    )


def _book(case: Case, row: Node) -> None:
    t = token(row, "PROFILE")
    claims.check_profile(case, t)
    case.set("book", t.value)


def _table(case: Case, row: Node) -> None:
    case.table = token(row, "WORD", "STRING").value
    case.set("table", case.table)


def _next_hand(case: Case, row: Node) -> None:
    case.step(NextHand((), (), case.place()))


def _seat(case: Case, row: Node) -> None:
    seat, stack = tokens(row, "NUMBER")
    name = token(row, "NEW_NAME")
    if not 1 <= int(seat.value) <= MAX_SEAT:
        raise TableError("PL115", msg("seat.range", most=MAX_SEAT), place_of(seat))
    _check_name(case, name)
    marks = tuple(Mark(t.value, place_of(t)) for t in tokens(row, "MARK"))
    case.sit(Seat(int(seat.value), name.value, number(stack), marks, case.place(), case.table))


def _check_name(case: Case, t: Token) -> None:
    name = str(t.value)
    if name.casefold() in case.notation.lexicon.reserved:
        raise TableError(
            "PL107",
            msg("name.reserved", name=shown(name)),
            place_of(t),
            msg("name.reserved.help"),
        )
    if not name or name.isdigit() or len(name) > MAX_NAME or not name.isprintable():
        raise TableError(
            "PL107",
            msg("name.none", name=shown(name)),
            place_of(t),
            msg("name.none.help", most=MAX_NAME),
        )


# ---- what happened


def _street(case: Case, row: Node) -> None:
    name = tokens(row)[0].type.lower()
    cards = tuple(t.value for t in tokens(row, "CARD"))
    pots = tuple(
        Pot(number(token(p, "NUMBER")), tuple(t.value for t in tokens(p, "NAME")))
        for p in trees(row, "pot")
    )
    case.step(Street(name, cards, pots, case.place()))


def _noticed(case: Case, row: Node) -> None:
    player, act = token(row, "NAME"), token(row, *motions.ACTS)
    case.step(Noticed(player.value, motions.ACTS[act.type], case.place()))


def _floor_rules(case: Case, row: Node) -> None:
    outcome = claims.outcome(case, trees(row)[0])
    case.step(FloorRules(outcome, case.place()))


def _observed(holds: bool) -> Callable[[Case, Node], None]:
    def read(case: Case, row: Node) -> None:
        if not case.happened:
            raise TableError(
                "PL113",
                msg("observation.nothing"),
                case.place(),
                msg("observation.nothing.help"),
            )
        case.step(Observed(token(row, "OBSERVATION").value, holds, case.place()))

    return read


def _phrase(case: Case, row: Node) -> None:
    phrase = case.notation.lexicon.phrases[int(str(row.data)[1:])]
    values = claims.values(row, phrase)
    if phrase.entry.kind == "setting":
        case.set(phrase.entry.id, *(v for v in values if not isinstance(v, tuple)))
    else:
        case.step(Incident(phrase.entry.id, values, case.place()))


_READERS: dict[str, Callable[[Case, Node], None]] = {
    "case": _title,
    "game": _game,
    "blinds": _blinds,
    "bet_unit": _setting("bet_unit"),
    "ante_by_big_blind": _setting("ante_by_big_blind"),
    "ante_by_button": _setting("ante_by_button"),
    "ante_each": _setting("ante_each"),
    "straddle": _straddle,
    "straddle_open": _straddle_open,
    "dead_small_blind": _setting("dead_small_blind"),
    "denominations": _denominations,
    "book": _book,
    "players_left": _setting("players_left"),
    "places_paid": _setting("places_paid"),
    "hand_for_hand": _setting("hand_for_hand"),
    "bounty_event": _setting("bounty_event"),
    "raise_cap": _setting("raise_cap"),
    "level": _setting("level"),
    "table": _table,
    "next_hand": _next_hand,
    "seat": _seat,
    "street": _street,
    "posts": motions.posts,
    "action": motions.action,
    "noticed": _noticed,
    "floor_rules": _floor_rules,
    "observed": _observed(True),
    "not_observed": _observed(False),
    "expect": claims.expect,
}
