"""What players did: settled actions, what was seen and heard, posts, and chips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from lark.lexer import Token

from pokerlogic.errors import TableError
from pokerlogic.messages import msg
from pokerlogic.notation.cases import (
    Case,
    Node,
    number,
    numbers,
    place_of,
    span_of,
    token,
    tokens,
    trees,
)
from pokerlogic.notation.speech import understand
from pokerlogic.situation import Chips, Part, Place, Posts, Raw, Said, Settled

ACTS = {
    "FOLDS": "folds", "CHECKS": "checks", "CALLS": "calls", "BETS": "bets", "RAISES": "raises",
    "ALL_IN": "all_in",
}  # fmt: skip
"""The vocabulary id of each word of an action."""

# A motion of more chips than this is not written chip by chip; `5x100` is then 5 chips of 100.
_HANDFUL = 20
_MOST_CHIPS = 100_000
_MOST_MOTIONS = 40

_VERBS = {
    "PUT_THEN": "puts", "PUT_WHILE": "puts", "TAKEN_THEN": "takes_back",
    "TAKEN_WHILE": "takes_back",
}  # fmt: skip
_AT_ONCE = {"WHILE", "SAID_WHILE", "PUT_WHILE", "TAKEN_WHILE"}
_JOINTS = {*_VERBS, *_AT_ONCE, "THEN", "SAID_THEN"}


def action(case: Case, row: Node) -> None:
    """A line of what a player did: settled if it is one official action, else raw."""
    case.check_street()
    first = token(row, "NAME")
    rest = trees(row, "further")
    if len(rest) >= _MOST_MOTIONS:
        raise TableError("PL106", msg("long.motions", most=_MOST_MOTIONS), case.place())
    motions = [(None, first, trees(row)[0])] + [_further(f) for f in rest]
    parts: list[Part] = []
    player = first.value
    moment = 1
    for i, (joint, name, motion) in enumerate(motions):
        if joint is not None and joint.type not in _AT_ONCE:
            moment += 1
        if name is not None:
            player = name.value
        elif len({p.player for p in parts}) > 1:
            raise TableError(
                "PL114",
                msg("who.unclear"),
                span_of(motion),
                msg("who.unclear.help"),
            )
        next_joint = motions[i + 1][0] if i + 1 < len(motions) else None
        place = span_of(motion) if name is None else place_of(name, _last(motion))
        part = Part(player=player, moment=moment, place=place)
        before = motions[i - 1][2] if i else None
        parts.append(_part(case, motion, part, _verb(motion, joint, next_joint, parts, before)))
    if len(parts) == 1 and parts[0].act is not None:
        case.step(replace(parts[0].act, place=case.place()))
    else:
        case.step(Raw(tuple(parts), case.place()))


def posts(case: Case, row: Node) -> None:
    """`C posts 150` or `C posts 25x2`."""
    player = token(row, "NAME").value
    amounts = numbers(row)
    chips = () if amounts else chips_of(case, trees(row, "chips")[0])
    amount = amounts[0] if amounts else sum(c.value * c.count for c in chips)
    case.step(Posts(player, amount, chips, case.place()))


def chips_of(case: Case, row: Node, lone: bool = False) -> tuple[Chips, ...]:
    """Chips as written, each of a denomination in play.

    With `lone` the chips are a motion of their own, so that one number may have been meant as a
    total.  Raises TableError for a chip that is none and for value and count turned round.
    """
    given = [(t, *t.value) for t in tokens(row, "CHIP")]
    for t, value, count in given:
        number(t)
        _check_chip(case, t, value, count, lone and len(given) == 1)
    return tuple(Chips(value, count) for _, value, count in given)


def is_common(value: int) -> bool:
    """Whether chips of that value are made: 1, 2, 2.5 or 5 times a power of ten."""
    digits = str(value).rstrip("0")
    return value > 0 and digits in ("1", "2", "5", "25")


def _further(row: Node) -> tuple[Token | None, Token | None, Node]:
    names = tokens(row, "NAME")
    return token(row, *_JOINTS), names[0] if names else None, trees(row)[0]


def _last(row: Node) -> Token:
    return list(row.scan_values(lambda t: isinstance(t, Token)))[-1]


def _verb(
    motion: Node,
    joint: Token | None,
    next_joint: Token | None,
    parts: Sequence[Part],
    before: Node | None,
) -> str:
    """What becomes of bare chips, or of all: the word behind says it, else the motion before.

    After `戻してから` the next chips are put in: the verb belongs to those before it, as it does
    in `25を戻す それから 1000`.
    """
    if motion.data not in ("chips", "everything"):
        return str(motion.data)
    verb = _VERBS.get(next_joint.type) if next_joint is not None else None
    bare = motion.data == "chips"
    if verb == "takes_back" or (verb and bare):
        return verb
    put = parts and (parts[-1].chips or parts[-1].said or parts[-1].total is not None)
    behind = before is not None and before.data == "takes_back" and _verb_behind(before)
    if bare and (put or behind or (joint is not None and joint.type in _VERBS)):
        return "puts"
    raise TableError(
        "PL114",
        msg("chips.no_verb"),
        span_of(motion),
        msg("chips.no_verb.help"),
    )


def _verb_behind(motion: Node) -> bool:
    last = motion.children[-1]
    return isinstance(last, Token) and last.type == "TAKES_BACK"


def _part(case: Case, motion: Node, part: Part, verb: str) -> Part:
    if verb == "tap":
        return replace(part, said=(Said("said_check"), Said("taps")))
    if verb == "speech":
        speech = _speech(case, motion)
        if not speech.strip():
            raise TableError(
                "PL116",
                msg("speech.empty"),
                span_of(motion),
                msg("speech.empty.help"),
            )
        known = case.notation
        return replace(
            part, speech=speech, said=understand(known.speech, known.speech_words, speech)
        )
    if verb == "deed":
        return replace(part, act=_deed(case, motion, part))
    if verb == "total":
        total = numbers(motion)[0]
        if total == 0:
            raise _nothing(span_of(motion))
        return replace(part, total=total)
    if tokens(motion, "ALL"):
        return replace(part, all_back=True)
    row = motion if motion.data == "chips" else trees(motion, "chips")[0]
    chips = chips_of(case, row, lone=verb == "puts")
    return replace(part, chips=chips) if verb == "puts" else replace(part, back=chips)


def _speech(case: Case, motion: Node) -> str:
    """The words in quotes, or the one word that was declared: `レイズを宣言`."""
    quoted = tokens(motion, "STRING")
    if quoted:
        return str(quoted[0].value)
    return case.notation.lexicon.keyword(token(motion, "BETS", "RAISES").type, "ja")


def _deed(case: Case, row: Node, part: Part) -> Settled:
    amounts = numbers(row)
    chips = trees(row, "chips")
    return Settled(
        player=part.player,
        act=ACTS[token(row, *ACTS).type],
        amount=amounts[0] if amounts else None,
        chips=chips_of(case, chips[0]) if chips else (),
        place=part.place,
    )


def _nothing(place: Place) -> TableError:
    return TableError("PL108", msg("chips.nothing"), place, msg("chips.nothing.help"))


def _check_chip(case: Case, t: Token, value: int, count: int, lone: bool) -> None:
    in_play = case.denominations
    place = place_of(t)
    turned = f"{count}x{value}"
    if value == 0:
        raise _nothing(place)
    if not 1 <= count <= _MOST_CHIPS:
        raise TableError("PL108", msg("chips.count", count=count), place)
    if count > 1 and _is_turned(in_play, value, count):
        raise TableError(
            "PL110",
            msg("chips.turned", written=f"{value}x{count}", count=count, value=value),
            place,
            msg("chips.turned.help", turned=turned),
        )
    if value in in_play if in_play else is_common(value):
        return
    listed = " ".join(str(d) for d in in_play)
    if lone and count == 1:
        help = msg("chips.total.help", value=str(value))
    elif in_play:
        help = msg("chips.in_play.help", chips=listed)
    else:
        help = msg("chips.list.help")
    raise TableError("PL109", msg("chips.unknown", value=value), place, help)


def _is_turned(in_play: Sequence[int], value: int, count: int) -> bool:
    """Whether only the other reading of `valuexcount` makes sense."""
    if in_play:
        return value not in in_play and count in in_play
    if not is_common(count) or count <= value:
        return False
    return not is_common(value) or value <= _HANDFUL < count
