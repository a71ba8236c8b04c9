"""What is known of a table: frozen data, no input or output and no poker rules.

All amounts are integers in the smallest unit of the table; amounts of actions
are street totals ("raise to").  Chips are pairs of value and count.  Two pieces that differ only
in where they stand in the text, or in how their line was typed, are equal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, order=True)
class Place:
    """Where something stands in the text: line and column count from 1."""

    line: int
    column: int
    length: int = 1


@dataclass(frozen=True)
class Chips:
    """`count` chips worth `value` each."""

    value: int
    count: int = 1


@dataclass(frozen=True)
class Mark:
    """Something said of a seat on its line, by vocabulary id (`button`, `absent`, `folded`)."""

    id: str
    place: Place = field(compare=False)


@dataclass(frozen=True)
class Seat:
    """One player in one seat; `stack` is what he has before the first street written.

    `table` is the name on the `table` line above, if the file has one.
    """

    number: int
    player: str
    stack: int
    marks: tuple[Mark, ...]
    place: Place = field(compare=False)
    table: str | None = None

    def has(self, mark: str) -> bool:
        """Whether the seat line carries that mark."""
        return any(m.id == mark for m in self.marks)


@dataclass(frozen=True)
class Setting:
    """A header line: a vocabulary id (`blinds`, `ante_by_big_blind`, `places_paid`) and its values.

    Values are integers or words, in the order the vocabulary lists the arguments.
    """

    id: str
    values: tuple[int | str, ...]
    place: Place = field(compare=False)


@dataclass(frozen=True)
class Pot:
    """Chips in the middle when a street begins; no `players` means everybody still in."""

    amount: int
    players: tuple[str, ...] = ()


@dataclass(frozen=True)
class Street:
    """`preflop`, `flop`, `turn`, `river`, `showdown`, or `board`: cards dealt after betting."""

    name: str
    cards: tuple[str, ...]
    pots: tuple[Pot, ...]
    place: Place = field(compare=False)


@dataclass(frozen=True)
class Said:
    """One recognised piece of speech.

    `word` is a vocabulary id of kind `word` (`said_raise`, `said_call`, `said_amount`,
    `said_unofficial` ...).  `amounts` holds every amount the numeral may mean, the face value
    first; one element when it is plain, none when no amount was said.  `blinds` is an amount that
    was said in big blinds, in hundredths of one.
    """

    word: str
    amounts: tuple[int, ...] = ()
    text: str = ""
    blinds: int = 0


@dataclass(frozen=True)
class Part:
    """One thing a player was seen or heard to do.

    `moment` orders the parts of a line from 1; parts at once share it.  Exactly one of `said`
    (with `speech`, the words as written; a tap has none), `chips`, `total` and `back` is set;
    `back` is chips pulled back, and `all_back` says that everything in front was.
    """

    player: str
    moment: int
    place: Place = field(compare=False)
    speech: str | None = None
    said: tuple[Said, ...] = ()
    chips: tuple[Chips, ...] = ()
    total: int | None = None
    back: tuple[Chips, ...] = ()
    all_back: bool = False
    act: Settled | None = None


@dataclass(frozen=True)
class Settled:
    """An action in official terms; `act` is a vocabulary id (`folds`, `calls`, `raises`)."""

    player: str
    act: str
    amount: int | None
    chips: tuple[Chips, ...]
    place: Place = field(compare=False)


@dataclass(frozen=True)
class Raw:
    """What was seen and heard, to be ruled."""

    parts: tuple[Part, ...]
    place: Place = field(compare=False)


@dataclass(frozen=True)
class Posts:
    """`C posts 150` or `C posts 25x2`: overrides what the player posts by himself."""

    player: str
    amount: int
    chips: tuple[Chips, ...]
    place: Place = field(compare=False)


@dataclass(frozen=True)
class Incident:
    """A phrase of the vocabulary with its values in the order of its arguments.

    A value is a player name, a seat number, an amount, a count or a tuple of cards.
    """

    id: str
    values: tuple[int | str | tuple[str, ...], ...]
    place: Place = field(compare=False)


@dataclass(frozen=True)
class Noticed:
    """Marks when an error of `player` came to light; `act` is the settled action it is about."""

    player: str
    act: str
    place: Place = field(compare=False)


@dataclass(frozen=True)
class Outcome:
    """One answer in the words of a ruling: issue and answer ids of `kb/issues` with values.

    `who` is a player or None.  Values keep the order of the answer's arguments.
    """

    issue: str
    answer: str
    who: str | None
    values: tuple[int | str, ...]
    place: Place = field(compare=False)


@dataclass(frozen=True)
class FloorRules:
    """What the floor decided at the table."""

    outcome: Outcome
    place: Place = field(compare=False)


@dataclass(frozen=True)
class Observed:
    """An observation and whether it holds; it belongs to the event above it."""

    id: str
    holds: bool
    place: Place = field(compare=False)


@dataclass(frozen=True)
class NextHand:
    """`next hand`: the hand is over; seats and settings written below it replace earlier ones."""

    settings: tuple[Setting, ...]
    seats: tuple[Seat, ...]
    place: Place = field(compare=False)


Event = Settled | Raw | Incident | Noticed | FloorRules
Step = Street | Posts | Event | Observed | NextHand


@dataclass(frozen=True)
class OptionsLine:
    """`A options fold, call 600, raise 1000..15000`: pairs of option id and bounds.

    A bet or raise has two bounds, also where they are one amount.
    """

    who: str
    options: tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True)
class Asks:
    """`asks identifiable`: the ruling must ask for that observation."""

    observation: str


@dataclass(frozen=True)
class PotLine:
    """`main pot 6075 A 3025 B 3050`; `index` is 0 for the main pot, 1 for side pot 1."""

    index: int
    amount: int
    shares: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Ruled:
    """The expected ruling: who decides (`rule`, `floor`, `dealer` or a player) and the answers."""

    decides: str
    outcomes: tuple[Outcome, ...]


Claim = Ruled | OptionsLine | Asks | PotLine | None


@dataclass(frozen=True)
class Locator:
    """`46`, `53-B`, `RP-11`; `book` is set by `by tda 46`, else the profile's top book."""

    text: str
    book: str | None = None


@dataclass(frozen=True)
class Expectation:
    """One `expect` line; `claim` is None for `expect P: not by 46`."""

    profile: str
    claim: Claim
    by: tuple[Locator, ...]
    not_by: bool
    condition: tuple[str, bool] | None
    reading: tuple[str, str] | None
    place: Place = field(compare=False)
    text: str = field(compare=False)


@dataclass(frozen=True)
class Situation:
    """One table situation, or one case of a file.

    `steps` holds streets, events and observations in the order written; events count from 1
    along it (see `events`).  `lines` is the whole text as written, `span` the first and the last
    line of this case in it.  Of a hand that is not the first, `after` is the line it begins with.
    """

    settings: tuple[Setting, ...]
    seats: tuple[Seat, ...]
    steps: tuple[Step, ...]
    expectations: tuple[Expectation, ...] = ()
    title: str | None = None
    source: str | None = None
    file: str | None = field(default=None, compare=False)
    lines: tuple[str, ...] = field(default=(), repr=False, compare=False)
    span: tuple[int, int] = field(default=(1, 0), repr=False, compare=False)
    after: NextHand | None = field(default=None, repr=False, compare=False)

    def events(self) -> Iterator[tuple[int, Event]]:
        """The events with their numbers, counting from 1, one per written line."""
        number = 0
        for step in self.steps:
            if not isinstance(step, (Street, Posts, Observed, NextHand)):
                number += 1
                yield number, step

    @property
    def follows(self) -> bool:
        """Whether the seats are those of the hand before, as it left them."""
        return self.after is not None and not self.after.seats

    def setting(self, id: str) -> tuple[int | str, ...] | None:
        """The values of the last header line with that id, or None."""
        found = None
        for s in self.settings:
            if s.id == id:
                found = s.values
        return found


def here(hand: Situation) -> str | None:
    """The table a hand is played at: that of the first player named in it, or the first table."""
    tables = {s.player: s.table for s in hand.seats}
    for step in hand.steps:
        for player in _named(step):
            if player in tables:
                return tables[player]
    return hand.seats[0].table if hand.seats else None


def _named(step: Step) -> Iterator[str]:
    if isinstance(step, (Settled, Posts, Noticed)):
        yield step.player
    elif isinstance(step, Raw):
        yield from (p.player for p in step.parts)
    elif isinstance(step, Incident):
        yield from (v for v in step.values if isinstance(v, str))


def hands(situation: Situation) -> list[Situation]:
    """The hands of a situation in order; a later hand keeps what it does not replace."""
    found = []
    settings, seats = situation.settings, situation.seats
    steps: list[Step] = []
    after: NextHand | None = None
    for step in (*situation.steps, None):
        if step is None or isinstance(step, NextHand):
            found.append(
                replace(situation, settings=settings, seats=seats, steps=tuple(steps), after=after)
            )
            steps = []
        if isinstance(step, NextHand):
            new = {s.id for s in step.settings}
            settings = (*(s for s in settings if s.id not in new), *step.settings)
            seats, after = step.seats or seats, step
        elif step is not None:
            steps.append(step)
    return found
