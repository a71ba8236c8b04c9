"""Random hands beside PokerKit: at every decision the same answer, or a difference of a known kind.

The hands are played from the options that our program gives, all hands of a test in step, and the
same actions go into PokerKit.  What differs has to meet the written condition of exactly one kind.
Seats count from the left of the button; two-handed that is the big blind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import accumulate, groupby
from random import Random
from typing import Any, ClassVar

import pytest
from pokerkit import (
    Automation,
    BettingStructure,
    FixedLimitTexasHoldem,
    NoLimitTexasHoldem,
    State,
)

from pokerlogic import engine
from pokerlogic.notation import format as table_text
from pokerlogic.ruling import Option, Outcome
from pokerlogic.situation import (
    Incident,
    Mark,
    Place,
    Seat,
    Setting,
    Settled,
    Situation,
    Step,
    Street,
)

HERE = Place(1, 1)
HANDS = 96
SMALL, BIG = 50, 100
ANTES = {"ante_each": 25, "ante_by_big_blind": 100}
GAMES = ("game_no_limit", "game_pot_limit", "game_fixed_limit")
UNITS = {"preflop": 100, "flop": 100, "turn": 200, "river": 200}
SIZES = (("flop", 3), ("turn", 1), ("river", 1))
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
ROYAL = ["As", "Ks", "Qs", "Js", "Ts"]
ACTS = {"fold": "folds", "check": "checks", "call": "calls", "bet": "bets", "raise": "raises"}
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)

BESIDE_THE_BETTING = {"post", "share", "face_up", "first_to_show"}
"""What is ruled on though nobody did anything that needs a ruling."""


class UncappedLimit(FixedLimitTexasHoldem):
    """Limit hold'em without a cap on raises: the cap is the house's."""

    max_completion_betting_or_raising_count: ClassVar[int | None] = None


class PotLimitTexasHoldem(NoLimitTexasHoldem):
    """Pot limit hold'em, which PokerKit has no class for."""

    betting_structure: ClassVar[BettingStructure] = BettingStructure.POT_LIMIT


# --- what is compared -------------------------------------------------------------------------

Value = int | bool | None


@dataclass(frozen=True)
class Difference:
    """One thing that PokerKit answers otherwise; amounts are street totals."""

    what: str
    ours: Value
    theirs: Value


@dataclass(frozen=True)
class Wager:
    """A bet or raise: how much more than was to match, and than the most chips in front."""

    over_level: int
    over_chips: int
    all_in: bool


@dataclass(frozen=True)
class Moment:
    """The table at a decision.

    `level` is what has to be matched, `full` the last level that counts as a whole bet, `unit` the
    full raise, `base` the least bet of the street.  `seen` counts the wagers of the street that lay
    there when the player last acted; it is None if he has not.  `antes` and `missing` are the
    chips that were paid as antes and that the blinds are short of.
    """

    game: str
    street: str
    seat: int
    bets: tuple[int, ...]
    stacks: tuple[int, ...]
    live: tuple[bool, ...]
    total: int
    level: int
    full: int
    unit: int
    base: int
    wagers: tuple[Wager, ...]
    seen: int | None
    antes: int
    missing: int

    @property
    def front(self) -> int:
        return self.bets[self.seat]

    @property
    def reach(self) -> int:
        return self.front + self.stacks[self.seat]

    @property
    def highest(self) -> int:
        return max(self.bets)

    @property
    def faces(self) -> int:
        return self.level - self.front

    @property
    def since(self) -> tuple[Wager, ...]:
        """The wagers since the player acted; all of them if he has not."""
        return self.wagers[self.seen or 0 :]

    @property
    def largest(self) -> int:
        """The largest wager of the street over the chips that lay in front."""
        return max((w.over_chips for w in self.wagers), default=0)

    @property
    def inflated(self) -> bool:
        """Whether a wager over a short big blind looks larger than a full raise."""
        return self.largest > max(self.unit, *(w.over_level for w in self.wagers), 0)

    @property
    def answerable(self) -> bool:
        """Whether somebody else has chips for more than what is in front."""
        others = (i for i, live in enumerate(self.live) if live and i != self.seat)
        return any(self.bets[i] + self.stacks[i] > self.highest for i in others)

    @property
    def reopens_at(self) -> int:
        """The least that reopens the betting under the book: half of a bet in limit."""
        return -(-self.unit // 2) if is_limit(self) else self.unit

    def pool(self) -> tuple[int, int]:
        """Short all-ins added up since they last made a full raise, and how often they did."""
        run = largest = restarts = 0
        for wager in self.wagers:
            whole = wager.over_chips >= largest
            largest = max(largest, wager.over_chips)
            run += wager.over_chips
            if whole or not wager.all_in:
                run = 0
            elif run >= largest:
                run, restarts = 0, restarts + 1
        return run, restarts


def is_limit(m: Moment) -> bool:
    return m.game == "game_fixed_limit"


# --- the kinds of difference ------------------------------------------------------------------

KINDS: dict[str, Callable[[Moment, Difference], bool]] = {}


def kind(judge: Callable[[Moment, Difference], bool]) -> Callable[[Moment, Difference], bool]:
    """Registers a kind under the name of its function."""
    KINDS[judge.__name__] = judge
    return judge


@kind
def short_all_ins_start_anew(m: Moment, d: Difference) -> bool:
    """He has acted and faces a full raise made of short all-ins; PokerKit's pool of them made a
    full raise, began again, and holds less than one now."""
    run, restarts = m.pool()
    return (
        (d.what, d.ours, d.theirs) == ("raise", True, False)
        and m.answerable
        and m.seen is not None
        and all(w.all_in for w in m.since)
        and restarts > 0
        and 0 < run < m.largest <= m.faces
        and m.faces >= m.unit
    )


@kind
def a_short_opening_is_full(m: Moment, d: Difference) -> bool:
    """He has acted and faces less than reopens; no wager of the street is a full bet or raise, and
    PokerKit takes the largest of these short all-ins for one."""
    return (
        (d.what, d.ours, d.theirs) == ("raise", False, True)
        and m.seen is not None
        and all(w.all_in and w.over_level < m.base for w in m.wagers)
        and 0 < m.largest <= m.faces < m.reopens_at
    )


@kind
def limit_needs_a_whole_bet(m: Moment, d: Difference) -> bool:
    """Limit: he has acted and faces half a bet or more, but no single wager since then was a whole
    one: it was half of one, or completed a short all-in."""
    return (
        (d.what, d.ours, d.theirs) == ("raise", True, False)
        and is_limit(m)
        and m.answerable
        and m.seen is not None
        and m.reopens_at <= m.faces
        and all(w.over_level < m.unit and w.over_chips < m.largest for w in m.since)
        and (m.faces < m.unit or not all(w.all_in for w in m.since))
    )


@kind
def limit_adds_to_a_short_all_in(m: Moment, d: Difference) -> bool:
    """Limit: an all-in of less than half a bet lies over the last whole bet; the book completes the
    bet, PokerKit adds a whole one to the all-in."""
    return (
        d.what == "least"
        and is_limit(m)
        and m.full < m.level == m.highest
        and not m.inflated
        and d.ours == min(m.reach, m.full + m.unit)
        and d.theirs == min(m.reach, m.level + m.unit)
    )


@kind
def a_short_blind_is_the_bet(m: Moment, d: Difference) -> bool:
    """The big blind is short: until somebody puts in a full one PokerKit calls and raises from the
    chips in front, and a raise made from there stays too large a measure."""
    if m.street != "preflop" or not m.missing:
        return False
    lowered = m.highest < m.level
    if d.what == "call":
        return (
            lowered
            and d.ours == min(m.reach, m.level)
            and d.theirs == min(m.reach, max(m.front, m.highest))
        )
    if d.what == "least":
        return (
            (lowered or m.inflated)
            and d.ours == min(m.reach, m.full + m.unit if is_limit(m) else m.level + m.unit)
            and d.theirs == min(m.reach, m.highest + max(m.base, m.largest))
        )
    if (d.what, d.ours, d.theirs) == ("raise", False, True):
        return lowered and m.highest < m.reach <= m.level
    if (d.what, d.ours, d.theirs) == ("raise", True, False):
        return m.inflated and m.answerable and m.unit <= m.faces < m.largest
    return False


def pot_bounds(m: Moment, d: Difference) -> bool:
    """Before the flop: full blinds and no antes make the book's pot, the chips there PokerKit's,
    which never falls below the least raise."""
    chips = max(2 * m.highest - m.front + m.total, m.highest + max(m.base, m.largest))
    return (
        d.what == "most"
        and m.game == "game_pot_limit"
        and m.street == "preflop"
        and d.ours == min(m.reach, 2 * m.level - m.front + m.total - m.antes + m.missing)
        and d.theirs == min(m.reach, chips)
    )


@kind
def antes_count_in_the_pot(m: Moment, d: Difference) -> bool:
    """Pot limit before the flop, antes paid and no blind short: the difference is the antes."""
    return m.antes > 0 and m.missing == 0 and pot_bounds(m, d)


@kind
def a_short_blind_shrinks_the_pot(m: Moment, d: Difference) -> bool:
    """Pot limit before the flop, a blind short and no antes: the difference is what is missing."""
    return m.antes == 0 and m.missing > 0 and pot_bounds(m, d)


@kind
def antes_and_a_short_blind(m: Moment, d: Difference) -> bool:
    """Pot limit before the flop, antes paid and a blind short: the difference is both."""
    return m.antes > 0 and m.missing > 0 and pot_bounds(m, d)


@kind
def a_raise_that_nobody_can_answer(m: Moment, d: Difference) -> bool:
    """He may raise, but nobody else has chips for more than what is in front."""
    return (
        (d.what, d.ours, d.theirs) == ("raise", True, False)
        and m.reach > m.level
        and not m.answerable
        and (m.seen is None or m.faces >= m.reopens_at)
    )


@kind
def the_last_with_chips_is_asked(m: Moment, d: Difference) -> bool:
    """All others still in are all-in for no more than he has in front: PokerKit has him check."""
    others = [i for i, live in enumerate(m.live) if live and i != m.seat]
    return (
        (d.what, d.ours, d.theirs) == ("to act", None, m.seat)
        and m.front == m.highest
        and not any(m.stacks[i] for i in others)
    )


def ante_before_the_blind(stack: int, ours: tuple[int, int], theirs: tuple[int, int]) -> bool:
    """The big blind can not pay blind and ante: the book takes the blind first, PokerKit the ante;
    pairs of blind and ante."""
    ante = ANTES["ante_by_big_blind"]
    return (
        stack < BIG + ante
        and ours == (min(BIG, stack), max(0, stack - BIG))
        and theirs == (max(0, stack - ante), min(ante, stack))
    )


@dataclass(frozen=True)
class Award:
    """A pot at the end: who wins it, and who PokerKit still has in it once hands are mucked."""

    amount: int
    winners: tuple[int, ...]
    left: tuple[int, ...]


def split(pots: list[Award], *, one_each: bool) -> Counter[int]:
    """What each seat gets; odd chips one each from the left of the button, or all to the first."""
    shares: Counter[int] = Counter()
    for pot in pots:
        even, odd = divmod(pot.amount, len(pot.winners))
        for place, seat in enumerate(pot.winners):
            extra = int(place < odd) if one_each else odd * (place == 0)
            shares[seat] += even + extra
    return shares


def merged(pots: list[Award]) -> list[Award]:
    """Neighbouring pots of the same players made one."""
    groups = [list(group) for _, group in groupby(pots, key=lambda pot: pot.left)]
    return [Award(sum(p.amount for p in g), g[0].winners, g[0].left) for g in groups]


def odd_chips_to_one_seat(pots: list[Award], ours: Counter[int], theirs: Counter[int]) -> bool:
    """A pot has two or more odd chips: the book gives one each from the left of the button,
    PokerKit all to the first."""
    return ours == split(pots, one_each=True) and theirs == split(pots, one_each=False)


def mucked_hands_merge_pots(pots: list[Award], ours: Counter[int], theirs: Counter[int]) -> bool:
    """After losing hands are mucked pots have the same players left: the book still splits each by
    itself, PokerKit makes one pot of them, and its odd chip goes elsewhere."""
    return (
        len(merged(pots)) < len(pots)
        and theirs != split(pots, one_each=False)
        and ours == split(pots, one_each=True)
        and theirs == split(merged(pots), one_each=False)
    )


SPLITS = (odd_chips_to_one_seat, mucked_hands_merge_pots)


IN_EVERY_GAME = {
    "a_raise_that_nobody_can_answer",
    "a_short_blind_is_the_bet",
    "a_short_opening_is_full",
    "ante_before_the_blind",
    "odd_chips_to_one_seat",
    "short_all_ins_start_anew",
}
SHOWN = {
    "game_no_limit": IN_EVERY_GAME | {"the_last_with_chips_is_asked"},
    "game_pot_limit": IN_EVERY_GAME
    | {
        "antes_and_a_short_blind",
        "antes_count_in_the_pot",
        "a_short_blind_shrinks_the_pot",
        "the_last_with_chips_is_asked",
    },
    "game_fixed_limit": IN_EVERY_GAME
    | {"limit_adds_to_a_short_all_in", "limit_needs_a_whole_bet", "mucked_hands_merge_pots"},
}
"""The kinds that the hands below show."""


# --- one hand on both sides -------------------------------------------------------------------


@dataclass
class Hand:
    """A hand under way: what is written, PokerKit's state, and the wagers of the street."""

    number: int
    game: str
    ante: str | None
    stacks: list[int]
    rng: Random
    cards: list[str]
    ladder: bool = False
    steps: list[Step] = field(default_factory=lambda: [Street("preflop", (), (), HERE)])
    kinds: Counter[str] = field(default_factory=Counter)
    decisions: int = 0
    on_board: int = 0
    beyond: bool = False
    over: bool = False
    done: bool = False
    wrong: str = ""

    def __post_init__(self) -> None:
        self.size = len(self.stacks)
        self.names = [f"p{i + 1}" for i in range(self.size)]
        self.holes = [tuple(self.cards[2 * i : 2 * i + 2]) for i in range(self.size)]
        self.board = list(self.cards[-5:])
        self.streets = list(SIZES)
        self.shown = self.number % 2 == 0
        self.bb = 0 if self.size == 2 else 1
        self._post()
        self._open("preflop")

    def situation(self) -> Situation:
        """The hand as written so far."""
        header: list[tuple[str, tuple[int, ...]]] = [(self.game, ()), ("game_holdem", ())]
        header += [("tournament", ()), ("small_blind", (SMALL,)), ("big_blind", (BIG,))]
        if self.game == "game_fixed_limit":
            header.append(("bet_unit", (UNITS["flop"], UNITS["turn"])))
        if self.ante:
            header.append((self.ante, (ANTES[self.ante],)))
        button = (Mark("button", HERE),)
        seats = [
            Seat(i + 1, name, stack, button if i == self.size - 1 else (), HERE)
            for i, (name, stack) in enumerate(zip(self.names, self.stacks, strict=True))
        ]
        settings = tuple(Setting(id, values, HERE) for id, values in header)
        return Situation(settings, tuple(seats), tuple(self.steps))

    def text(self) -> str:
        """The table, for a message."""
        return f"hand {self.number}\n{table_text([self.situation()])}"

    def _post(self) -> None:
        """Deals in PokerKit; a big blind who is short pays as the book says, after a comparison."""
        ante = ANTES.get(self.ante or "", 0)
        self.posts: list[tuple[int, int]] = []
        if self.ante != "ante_by_big_blind":
            self.antes = sum(min(ante, s) for s in self.stacks)
            self.state = self._created(ante)
        else:
            stack = self.stacks[self.bb]
            state = self._created({1: ante})
            blind = state.bets[self.bb]
            theirs = blind, stack - blind - state.stacks[self.bb]
            ours = min(BIG, stack), min(ante, max(0, stack - BIG))
            if stack < BIG + ante:
                self.posts = [ours]
            if ours != theirs:
                assert ante_before_the_blind(stack, ours, theirs), self.text()
                self.kinds["ante_before_the_blind"] += 1
            self.antes = ours[1]
            self.state = self._created({1: self.antes} if self.antes else 0)
        bets = self.state.bets
        self.missing = BIG - bets[self.bb] + SMALL - bets[1 - self.bb]
        for hole in self.holes:
            self.state.deal_hole("".join(hole))

    def _created(self, antes: int | dict[int, int]) -> State:
        """A PokerKit state with antes and blinds posted."""
        trim = self.ante != "ante_by_big_blind"
        blinds = SMALL, BIG
        if self.game == "game_fixed_limit":
            small, big = UNITS["flop"], UNITS["turn"]
            state = UncappedLimit.create_state(
                AUTOMATIONS, trim, antes, blinds, small, big, self.stacks, self.size
            )
        else:
            game = NoLimitTexasHoldem if self.game == "game_no_limit" else PotLimitTexasHoldem
            state = game.create_state(AUTOMATIONS, trim, antes, blinds, BIG, self.stacks, self.size)
        if state.can_collect_bets():
            state.collect_bets()
        return state

    def _open(self, street: str) -> None:
        self.street = street
        self.base = self.unit = UNITS[street] if self.game == "game_fixed_limit" else BIG
        self.level = self.full = BIG if street == "preflop" else 0
        self.wagers: list[Wager] = []
        self.seen: list[int | None] = [None] * self.size

    def moment(self, seat: int) -> Moment:
        """The table as it lies before that seat acts."""
        state = self.state
        return Moment(
            self.game,
            self.street,
            seat,
            tuple(state.bets),
            tuple(state.stacks),
            tuple(state.statuses),
            sum(self.stacks) - sum(state.stacks),
            self.level,
            self.full,
            self.unit,
            self.base,
            tuple(self.wagers),
            self.seen[seat],
            self.antes,
            self.missing,
        )

    def step(self, outcome: Outcome) -> None:
        """Compares one moment and goes on from it."""
        posts = [a.amounts() for r in outcome.rulings if r.issue == "post" for a in r.answers]
        assert posts == self.posts, f"posted {posts}, expected {self.posts}\n{self.text()}"
        if any(r.issue == "face_up" for r in outcome.rulings):
            assert 0 in dict(outcome.behind).values(), f"nobody is all-in\n{self.text()}"
        rulings = [r for r in outcome.rulings if r.issue not in BESIDE_THE_BETTING]
        assert not (rulings or outcome.findings or outcome.questions or outcome.branches), (
            f"an option that was taken needs a ruling\n{self.text()}"
        )
        seat = None if outcome.to_act is None else self.names.index(outcome.to_act)
        theirs = self.state.actor_index
        if seat != theirs:
            self._differs(Difference("to act", seat, theirs), self.moment(theirs or 0))
            self.state.check_or_call()
        elif seat is not None:
            self._compare(seat, outcome)
            self._act(seat, outcome.options)
        else:
            self._next_street()

    def _differs(self, difference: Difference, moment: Moment) -> None:
        kinds = [name for name, holds in KINDS.items() if holds(moment, difference)]
        assert len(kinds) == 1, f"{difference} is of {kinds or 'no kind'}\n{moment}\n{self.text()}"
        self.kinds[kinds[0]] += 1

    def _compare(self, seat: int, outcome: Outcome) -> None:
        self.decisions += 1
        moment = self.moment(seat)
        ours, theirs = menu(moment, outcome), peer_menu(moment, self.state)
        behind = tuple(amount for _, amount in sorted(outcome.behind))
        assert self.beyond or behind == moment.stacks, f"{behind} {moment.stacks}\n{self.text()}"
        for what in theirs:
            if (what in ("least", "most") and None in (ours[what], theirs[what])) or (
                what == "most" and is_limit(moment)
            ):
                continue
            if ours[what] != theirs[what]:
                self._differs(Difference(what, ours[what], theirs[what]), moment)

    def _act(self, seat: int, options: tuple[Option, ...]) -> None:
        """Takes one of the options on both sides."""
        bold = self.ladder and self.stacks[seat] < 2000
        weights = {"fold": 1, "check": 4, "call": 5, "bet": 4, "raise": 20 if bold else 4}
        option = self.rng.choices(options, [weights[o.do] for o in options])[0]
        amount = None
        if option.least is not None and option.most is not None:
            size = 1.0 if bold else self.rng.choice([0.0, 0.0, self.rng.random() ** 3, 1.0])
            amount = option.least + int((option.most - option.least) * size)
        self.steps.append(Settled(self.names[seat], ACTS[option.do], amount, (), HERE))
        self.seen[seat] = len(self.wagers) + (amount is not None)
        if option.do == "fold":
            self.state.fold()
        elif amount is None:
            self._call()
        else:
            self._wager(self.moment(seat), amount)

    def _call(self) -> None:
        """A call of a short big blind is a call of the whole one: for that moment it lies there."""
        bets, there = self.state.bets, self.state.bets[self.bb]
        short = self.street == "preflop" and max(bets) < self.level == BIG
        if short:
            bets[self.bb] = BIG
        self.state.check_or_call()
        if short:
            bets[self.bb] = there

    def _wager(self, moment: Moment, to: int) -> None:
        if not moment.answerable:
            # Nobody can go beyond this call, so the hand goes on as after the raise.
            self.state.check_or_call()
            self.beyond = True
        else:
            state: Any = self.state
            state.verify_completion_betting_or_raising_to = lambda amount: amount
            state.complete_bet_or_raise_to(to)
            del state.verify_completion_betting_or_raising_to
        over = to - self.level
        self.wagers.append(Wager(over, to - moment.highest, to == moment.reach))
        if is_limit(moment):
            if 2 * (to - self.full) >= self.unit:
                self.full = to
        elif over >= self.unit:
            self.full, self.unit = to, over
        self.level = to

    def _next_street(self) -> None:
        state = self.state
        if state.can_collect_bets():
            state.collect_bets()
        live = [i for i in range(self.size) if state.statuses[i]]
        if not self.streets or sum(state.stacks[i] > 0 for i in live) < 2 or len(live) < 2:
            self.over = True
            self.contested = len(live) > 1
            self.pots = [(p.amount, tuple(p.player_indices)) for p in state.pots]
            if self.contested and self.shown:
                while self.streets:
                    self._deal(deal=False)
                shown = [(self.names[i], self.holes[i]) for i in live]
                self.steps += [Incident("shows", values, HERE) for values in shown]
        else:
            self._deal(deal=True)

    def _deal(self, *, deal: bool) -> None:
        street, count = self.streets.pop(0)
        cards, self.board = self.board[:count], self.board[count:]
        self.steps.append(Street(street, tuple(cards), (), HERE))
        self._open(street)
        if deal:
            self.state.burn_card("??")
            self.state.deal_board("".join(cards))
            self.on_board += count

    def finish(self, outcome: Outcome) -> None:
        """Compares the pots, and what everybody has at the end if hands are shown."""
        self.done = True
        seats = {name: i for i, name in enumerate(self.names)}
        if self.contested:
            pots = [(p.amount, tuple(sorted(seats[n] for n in p.eligible))) for p in outcome.pots]
            assert pots == self.pots, f"pots {pots}, {self.pots}\n{self.text()}"
            if not self.shown:
                return
        state = self.state
        while state.status:
            if state.can_burn_card():
                state.burn_card("??")
            elif state.can_deal_board():
                end = max(3, self.on_board + 1)
                state.deal_board("".join(self.cards[-5:][self.on_board : end]))
                self.on_board = end
            else:
                state.show_or_muck_hole_cards()
        assert all(p.shares for p in outcome.pots), f"a pot of nobody\n{self.text()}"
        kept: Counter[int] = Counter()
        for name, amount in (*outcome.behind, *outcome.uncalled):
            kept[seats[name]] += amount
        ours: Counter[int] = Counter()
        awards = []
        for pot in outcome.pots:
            shares = {seats[n]: amount for n, amount in pot.shares}
            ours.update(shares)
            left = tuple(s for s in sorted(seats[n] for n in pot.eligible) if state.statuses[s])
            awards.append(Award(pot.amount, tuple(sorted(shares)), left))
        theirs = Counter({s: x - kept[s] for s, x in enumerate(state.stacks) if x != kept[s]})
        if ours != theirs:
            kinds = [k for k in SPLITS if k(awards, ours, theirs)]
            assert len(kinds) == 1, f"{awards} {ours} {theirs}\n{self.text()}"
            self.kinds[kinds[0].__name__] += 1


def menu(moment: Moment, outcome: Outcome) -> dict[str, Value]:
    """Our answer; a check is a call to what is in front."""
    found: dict[str, Value] = {"call": moment.front, "raise": False, "least": None, "most": None}
    for option in outcome.options:
        if option.do == "call":
            found["call"] = option.to
        elif option.do in ("bet", "raise"):
            found |= {"raise": True, "least": option.least, "most": option.most}
            assert option.least == option.most or not is_limit(moment)
    return found


def peer_menu(moment: Moment, state: State) -> dict[str, Value]:
    """PokerKit's answer."""
    call = state.checking_or_calling_amount
    assert call is not None
    least = state.min_completion_betting_or_raising_to_amount
    most = state.max_completion_betting_or_raising_to_amount
    return {"call": moment.front + call, "raise": least is not None, "least": least, "most": most}


# --- the test ---------------------------------------------------------------------------------


def dealt(game: str, number: int) -> Hand:
    """A hand of this number, always the same."""
    rng = Random(f"{game} {number}")
    sizes = [(1, 150), (100, 400), (150, 600), (400, 2000)]
    stacks = [rng.randint(*rng.choice(sizes)) for _ in range(rng.choice([2, 3, 4, 5, 6, 6]))]
    ladder = number % 3 == 1
    if ladder:
        # A ladder of short stacks behind two deep ones, for all-ins on top of each other.
        steps = (rng.randint(20, 80) for _ in range(3))
        a, b, c, d = accumulate(steps, initial=rng.randint(210, 280))
        stacks = [d, 2000, 2000, a, b, c]
    cards = rng.sample(DECK, 17)
    if number % 4 == 0:
        # The board plays, so that pots are split.
        cards = [*rng.sample([c for c in DECK if c not in ROYAL], 12), *ROYAL]
    return Hand(number, game, rng.choice([None, None, *ANTES]), stacks, rng, cards, ladder)


def play(game: str, numbers: Iterable[int]) -> list[Hand]:
    """The hands of a game in step: one batch for all that are under way."""
    under = engine.profile("tda2026")
    hands = [dealt(game, n) for n in numbers]
    going = hands
    while going:
        found = engine.judge_many([(h.situation(), under) for h in going])
        for hand, judgement in zip(going, found, strict=True):
            try:
                (hand.finish if hand.over else hand.step)(judgement.outcome)
            except AssertionError as error:
                hand.wrong, hand.done = str(error), True
        going = [h for h in going if not h.done]
    return hands


@pytest.mark.parametrize("game", GAMES)
def test_every_difference_is_of_a_known_kind(game: str) -> None:
    """Nothing differs but by kind, and these hands still show every kind listed for the game."""
    hands = play(game, range(HANDS))
    wrong = [h.wrong for h in hands if h.wrong]
    kinds = sum((h.kinds for h in hands), Counter[str]())
    print(game, sum(h.decisions for h in hands), dict(kinds.most_common()))
    assert not wrong, f"{len(wrong)} hands\n" + "\n".join(wrong)
    assert set(kinds) == SHOWN[game], kinds
