"""A situation as facts.  Only this file knows which predicate says what; nothing is derived.

The steps of a hand become items in the order written: street openings, events, and what was
observed of them.  Facts of an item get its position as their last argument, the time.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from .program import Fact
from .situation import (
    Chips,
    Event,
    FloorRules,
    Incident,
    NextHand,
    Noticed,
    Observed,
    Part,
    Place,
    Posts,
    Raw,
    Said,
    Settled,
    Situation,
    Street,
    here,
)

RANKS = {r: i for i, r in enumerate("23456789TJQKA", 2)}
SUITS = {s: i for i, s in enumerate("cdhs")}

OBSERVATIONS = ("observed", "affirmed", "not_observed", "denied", "stated")
"""The facts that say what was observed of an item."""

HANDED_ON, LEFT_AS, REMEMBERED = "handed_on", "left_as", "before"
"""What a hand tells the next one: to remember, and as facts of it if its seats are not written."""

BETWEEN_HANDS, ANOTHER_FOLLOWS = "between_hands", "another_follows"

IDLE, RULED, WAITS, SPENT, RETURNED = "idle", "ruled", "waits", "spent", "returned"


def card(text: str) -> int:
    """`As` as the number the logic counts with: four times the rank plus the suit."""
    return 4 * RANKS[text[0].upper()] + SUITS[text[1].lower()]


def card_text(number: int) -> str:
    """The card of a number: `As`."""
    ranks = {n: r for r, n in RANKS.items()}
    return ranks[number // 4] + "cdhs"[number % 4]


@dataclass(frozen=True)
class Item:
    """One step of the chain: facts without their time, and what became of it.

    `flags` holds `idle` (no effect on betting), `ruled` (settled by a ruling), `waits` (pending),
    `spent` (pending no more) and `returned` (it came out of turn and was taken back).  `event` is
    the number of the written line, None for a street.
    """

    facts: tuple[Fact, ...]
    flags: frozenset[str] = frozenset()
    event: int | None = None
    place: Place | None = None
    player: str | None = None
    source: Event | Street | None = None
    moment: int = 1
    parts: tuple[Part, ...] = ()

    @property
    def unsettled(self) -> bool:
        """Whether the fold is sure to stop here: seen, heard or noticed, and not yet ruled."""
        if self.flags:
            return False
        # One part of a raw line may be an action in official terms.
        seen = isinstance(self.source, Raw) and any(f[0] == "raw" for f in self.facts)
        return seen or isinstance(self.source, (Incident, Noticed))

    def over(self) -> Item:
        """The item once it has been ruled to have no effect on betting of its own."""
        came_early = WAITS in self.flags
        return self.passed().flagged(RETURNED) if came_early else self.passed()

    def passed(self) -> Item:
        """The item once it stands elsewhere in the hand."""
        return replace(self, flags=self.flags - {WAITS} | {IDLE, SPENT})

    def flagged(self, *flags: str) -> Item:
        """The item with these flags added."""
        return replace(self, flags=self.flags | set(flags))


@dataclass(frozen=True)
class Table:
    """Facts of the table that have no time, and the items of the hand."""

    facts: tuple[Fact, ...]
    items: tuple[Item, ...]
    observed: tuple[tuple[str, bool], ...] = field(default=())

    def all_facts(self) -> tuple[Fact, ...]:
        """Everything, with times."""
        return (*self.facts, *_timed(self.items))


def _timed(items: tuple[Item, ...]) -> Iterator[Fact]:
    for time, item in enumerate(items, 1):
        yield ("step", time)
        for fact in item.facts:
            yield (*fact, time)
        for flag in item.flags:
            yield (flag, item.player or "", time) if flag == WAITS else (flag, time)
        earlier = _written_before(items, time)
        before = items[earlier - 1] if earlier else None
        same_line = before is not None and item.event is not None and item.event == before.event
        if before is not None and same_line and item.moment == before.moment:
            yield ("alongside", time, earlier)


def _written_before(items: tuple[Item, ...], time: int) -> int:
    """The time of the last written item before this one, notes of the chain left out; 0 if none."""
    earlier = time - 1
    while earlier > 0 and items[earlier - 1].source is None:
        earlier -= 1
    return earlier


def table(
    situation: Situation,
    quiet: Collection[str] = (),
    apart: Collection[str] = (),
    left: Collection[Fact] = (),
    first: int = 1,
) -> Table:
    """The facts and items of a situation.

    `quiet` are the incidents that need no ruling; with one of the words `apart` begins something
    that is judged by itself.  `left` is what the hand before hands on, `first` the number of the
    first event.
    """
    facts: list[Fact] = [(REMEMBERED, *f[1:]) for f in left if f[0] == HANDED_ON]
    kept = [inner for name, inner in left if name == LEFT_AS and isinstance(inner, tuple)]
    for setting in situation.settings:
        if setting.id in _TABLE_ONLY:
            continue
        facts.append((setting.id, *setting.values))
    if situation.follows and kept:
        facts += kept
    else:
        facts += _seats(situation)
    items: list[Item] = []
    began = False
    number = first - 1
    for step in situation.steps:
        if isinstance(step, Street):
            if not began:
                began = True
                facts.append(("starts", (step.name,)))
                facts += [("board", card(c), 0) for c in step.cards]
                for index, pot in enumerate(step.pots):
                    facts.append(("middle", index, pot.amount))
                    facts += [("middle_for", index, p, 0) for p in pot.players]
            else:
                items.append(_street(step))
        elif isinstance(step, Posts):
            facts.append(("posts", step.player, step.amount))
            facts += [("posts_chips", step.player, v, n) for v, n in _counted(step.chips)]
        elif isinstance(step, Observed):
            _observe(items, facts, step)
        elif not isinstance(step, NextHand):
            number += 1
            items += _event(in_chips(step, situation), number, quiet, apart)
    if not began:
        facts.append((BETWEEN_HANDS,))
    return Table(tuple(facts), tuple(items))


def in_chips(step: Event, situation: Situation) -> Event:
    """An event in which amounts that were said in big blinds are amounts."""
    if not isinstance(step, Raw) or not any(s.blinds for p in step.parts for s in p.said):
        return step
    (blind,) = situation.setting("big_blind") or (0,)
    parts = (
        replace(part, said=tuple(s for one in part.said for s in _amount_said(one, int(blind))))
        for part in step.parts
    )
    return replace(step, parts=tuple(parts))


def _amount_said(said: Said, blind: int) -> Iterator[Said]:
    """What was said, in chips; an amount in big blinds that is none is an unofficial word."""
    amount, over = divmod(said.blinds * blind, 100)
    if not said.blinds:
        yield said
    elif amount and not over:
        yield Said(said.word, (min(amount, _LARGEST),), said.text)
    else:
        if said.word != "said_amount":
            yield Said(said.word, (), said.text)
        yield Said("said_unofficial", (), said.text)


def stacks_in(left: Collection[Fact]) -> bool:
    """Whether what a hand hands on says what stacks it left."""
    return any(f[0] == LEFT_AS and isinstance(f[1], tuple) and f[1][0] == "stack" for f in left)


def _seats(situation: Situation) -> Iterator[Fact]:
    """Who sits where: at the table of the hand, and by name at all of them."""
    own = here(situation)
    for seat in situation.seats:
        if seat.table == own:
            yield ("seat", seat.player, seat.number)
        if seat.table is not None:
            yield ("seat_at", seat.table, seat.player, seat.number)
        yield ("stack", seat.player, seat.stack)
        yield from ((mark.id, seat.player) for mark in seat.marks)


def lines(situation: Situation) -> dict[Fact, int]:
    """The line of the file on which each fact without a time stands."""
    found: dict[Fact, int] = {}
    for setting in situation.settings:
        found[(setting.id, *setting.values)] = setting.place.line
    for seat in situation.seats:
        found[("seat", seat.player, seat.number)] = seat.place.line
        if seat.table is not None:
            found[("seat_at", seat.table, seat.player, seat.number)] = seat.place.line
        found[("stack", seat.player, seat.stack)] = seat.place.line
        for mark in seat.marks:
            found[(mark.id, seat.player)] = mark.place.line
    for step in situation.steps:
        if isinstance(step, Posts):
            found[("posts", step.player, step.amount)] = step.place.line
            for value, count in _counted(step.chips):
                found[("posts_chips", step.player, value, count)] = step.place.line
    first = next((s for s in situation.steps if isinstance(s, Street)), None)
    if first is not None:
        found[("starts", first.name)] = first.place.line
        for index, pot in enumerate(first.pots):
            found[("middle", index, pot.amount)] = first.place.line
            for player in pot.players:
                found[("middle_for", index, player, 0)] = first.place.line
        for text in first.cards:
            found[("board", card(text), 0)] = first.place.line
    return found


_LARGEST = (2**31 - 1) // 2
_TABLE_ONLY = {"book", "table", "next_hand", "level"}


def _street(step: Street) -> Item:
    facts: list[Fact] = [("opens", (step.name,))]
    facts += [("board", card(c)) for c in step.cards]
    return Item(tuple(facts), place=step.place, source=step)


def _observe(items: list[Item], facts: list[Fact], step: Observed) -> None:
    names = ("observed", "affirmed") if step.holds else ("not_observed", "denied")
    said: list[Fact] = [(name, (step.id,)) for name in (*names, "stated")]
    if items:
        items[-1] = replace(items[-1], facts=(*items[-1].facts, *said))
    else:
        facts += [(*fact, 0) for fact in said]


def observation(item: Item, id: str, holds: bool) -> Item:
    """The item with one more observation stated of it."""
    items = [item]
    _observe(items, [], Observed(id, holds, item.place or Place(1, 1)))
    return items[0]


def _event(
    step: Event, number: int, quiet: Collection[str], apart: Collection[str]
) -> Iterator[Item]:
    place = step.place
    if isinstance(step, Settled):
        yield Item(
            tuple(_settled(step)), event=number, place=place, player=step.player, source=step
        )
    elif isinstance(step, Raw):
        for parts in _by_player(step.parts):
            for one in _told_apart(parts, apart):
                yield raw_item(one, number, place, step)
    elif isinstance(step, Incident):
        flags = frozenset({IDLE}) if step.id in quiet else frozenset()
        yield Item(tuple(_incident(step)), flags, number, place, _first_player(step), step)
    elif isinstance(step, Noticed):
        yield Item(
            (("noticed", step.player), ("incident",)),
            event=number,
            place=place,
            player=step.player,
            source=step,
        )
    elif isinstance(step, FloorRules):
        yield Item((), frozenset({IDLE}), number, place, step.outcome.who, step)


def raw_item(parts: tuple[Part, ...], number: int, place: Place, source: Event) -> Item:
    """An item of what one player was seen and heard to do."""
    player = parts[0].player
    acts = [p.act for p in parts if p.act is not None]
    facts = tuple(_settled(acts[0]) if acts and len(parts) == 1 else _parts(parts))
    return Item(
        facts,
        event=number,
        place=place,
        player=player,
        source=source,
        moment=parts[0].moment,
        parts=parts,
    )


def _by_player(parts: tuple[Part, ...]) -> Iterator[tuple[Part, ...]]:
    """Parts of one player; those of another begin an item of their own."""
    order: list[str] = []
    for part in parts:
        if part.player not in order:
            order.append(part.player)
    for player in order:
        yield tuple(p for p in parts if p.player == player)


def _told_apart(parts: tuple[Part, ...], apart: Collection[str]) -> Iterator[tuple[Part, ...]]:
    """What was done, and after it the words that are judged by themselves."""
    done, remarks = [], []
    for part in parts:
        at = next((n for n, said in enumerate(part.said) if said.word in apart), None)
        if at is None:
            done.append(part)
            continue
        remarks.append(replace(part, said=part.said[at:]))
        if at:
            done.append(replace(part, said=part.said[:at]))
    for one in (done, remarks):
        if one:
            yield tuple(one)


def _settled(step: Settled) -> Iterator[Fact]:
    amount = (step.amount,) if step.amount is not None else ()
    name = f"{step.act}_amount" if step.act == "calls" and amount else step.act
    if step.act == "all_in":
        amount = ()
    yield (name, step.player, *amount)
    for value, count in _counted(step.chips):
        yield ("with_chips", step.player, value, count)


def _counted(chips: Iterable[Chips]) -> Iterator[tuple[int, int]]:
    """Value and count, each value once: `500 500` is two chips of 500."""
    counts: Counter[int] = Counter()
    for one in chips:
        counts[one.value] += one.count
    yield from counts.items()


def _parts(parts: tuple[Part, ...]) -> Iterator[Fact]:
    yield ("raw", parts[0].player)
    for part in parts:
        moment = part.moment
        for order, said in enumerate(part.said):
            at = moment * 10 + order
            yield (said.word, part.player, at)
            name = "said_value" if len(said.amounts) == 1 else "said_candidate"
            for amount in said.amounts:
                yield (name, part.player, amount, at)
        if part.all_back:
            yield ("takes_all_back", part.player, moment * 10)
        if part.act is not None:
            yield (_ACT_AS_WORD[part.act.act], part.player, moment * 10)
            if part.act.amount is not None:
                yield ("said_value", part.player, part.act.amount, moment * 10)
    for moment in sorted({part.moment for part in parts}):
        yield from _chips_at(moment, [part for part in parts if part.moment == moment])


def _chips_at(moment: int, parts: Sequence[Part]) -> Iterator[Fact]:
    """The chips of one moment; what was put in several parts at once is counted together."""
    player = parts[0].player
    for value, count in _counted(c for part in parts for c in part.chips):
        yield ("puts", player, value, count, moment * 10)
    totals = [part.total for part in parts if part.total is not None]
    if totals:
        yield ("puts_total", player, sum(totals), moment * 10)
    for value, count in _counted(c for part in parts for c in part.back):
        yield ("takes_back", player, value, count, moment * 10)


_ACT_AS_WORD = {
    "folds": "said_fold",
    "checks": "said_check",
    "calls": "said_call",
    "bets": "said_bet",
    "raises": "said_raise",
    "all_in": "said_all_in",
}


def _incident(step: Incident) -> Iterator[Fact]:
    cards = next(((at, v) for at, v in enumerate(step.values) if isinstance(v, tuple)), None)
    if cards is None:
        yield (step.id, *step.values)
        return
    place, shown = cards
    for index, one in enumerate(shown, 1):
        values: list[object] = list(step.values)
        values[place] = _range_item(index, str(one)) if _HANDS.fullmatch(one) else card(str(one))
        yield (step.id, *values)


_HANDS = re.compile(r"([2-9TJQKA])([2-9TJQKA])([so]?)(?:(\+)|-(.)(.)[so]?)?")


def _range_item(index: int, text: str) -> Fact:
    """An item of a range of hands: its number, how far it goes, its ends by ranks, its suits."""
    m = _HANDS.fullmatch(text)
    assert m is not None
    high, low = RANKS[m[1]], RANKS[m[2]]
    suits = {"s": "suited", "o": "offsuit"}.get(m[3], "any_suits")
    goes = "up" if m[4] else "span" if m[5] else "one"
    last = (RANKS[m[5]], RANKS[m[6]]) if m[5] else (high, low)
    return ("item", index, (goes,), high, low, *last, (suits,))


def _first_player(step: Incident) -> str | None:
    return next((v for v in step.values if isinstance(v, str)), None)
