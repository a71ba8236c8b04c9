"""Properties of hands played at random from the options the program gives."""

from __future__ import annotations

from dataclasses import replace

import hypothesis.strategies as st
from hypothesis import HealthCheck, given, settings

from pokerlogic import engine
from pokerlogic.ruling import Option, Outcome
from pokerlogic.situation import Mark, Place, Seat, Setting, Settled, Situation, Street

HERE = Place(1, 1)
UNDER = engine.profile("tda2026")
STREETS = (("flop", ("2c", "7d", "Jh")), ("turn", ("4s",)), ("river", ("9c",)))


@st.composite
def tables(draw: st.DrawFn) -> Situation:
    players = draw(st.integers(2, 6))
    stacks = [draw(st.integers(1, 40)) * 25 for _ in range(players)]
    ante = draw(st.sampled_from([None, "ante_each", "ante_by_big_blind"]))
    game = draw(st.sampled_from(["game_no_limit", "game_pot_limit", "game_fixed_limit"]))
    header = [
        Setting(i, v, HERE)
        for i, v in (
            (game, ()),
            ("game_holdem", ()),
            ("tournament", ()),
            ("small_blind", (50,)),
            ("big_blind", (100,)),
        )
    ]
    if game == "game_fixed_limit":
        header.append(Setting("bet_unit", (100, 200), HERE))
    if ante:
        header.append(Setting(ante, (25,), HERE))
    button = draw(st.integers(0, players - 1))
    seats = tuple(
        Seat(n + 1, f"p{n + 1}", stack, (Mark("button", HERE),) if n == button else (), HERE)
        for n, stack in enumerate(stacks)
    )
    return Situation(tuple(header), seats, (Street("preflop", (), (), HERE),))


def take(option: Option, size: int) -> Settled:
    acts = {"fold": "folds", "check": "checks", "call": "calls", "bet": "bets", "raise": "raises"}
    amount = None
    if option.least is not None and option.most is not None:
        amount = option.least + (option.most - option.least) * size // 10
    return Settled(option.who, acts[option.do], amount, (), HERE)


def play(table: Situation, choices: list[tuple[int, int]]) -> tuple[Situation, list[Outcome]]:
    outcomes = []
    streets = list(STREETS)
    for pick, size in choices:
        outcome = engine.judge(table, UNDER).outcome
        outcomes.append(outcome)
        if outcome.to_act is None:
            live = {p for pot in outcome.pots for p in pot.eligible}
            if len(live) < 2 or not streets:
                break
            name, cards = streets.pop(0)
            step: Settled | Street = Street(name, cards, (), HERE)
        else:
            step = take(outcome.options[pick % len(outcome.options)], size)
        table = replace(table, steps=(*table.steps, step))
    else:
        outcomes.append(engine.judge(table, UNDER).outcome)
    return table, outcomes


CHOICES = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 10)), min_size=1, max_size=24)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(tables(), CHOICES)
def test_a_hand_of_options_is_never_disputed(
    table: Situation, choices: list[tuple[int, int]]
) -> None:
    total = sum(s.stack for s in table.seats)
    table, outcomes = play(table, choices)
    for outcome in outcomes:
        rulings = [
            r
            for r in outcome.rulings
            if r.issue not in ("post", "share", "place", "bounty", "face_up", "first_to_show")
        ]
        assert not rulings, "an option that was taken is settled without complaint"
        assert not outcome.findings
        assert not outcome.branches and not outcome.questions
        if outcome.to_act is not None:
            assert outcome.options, "options are never empty while someone is to act"
            assert len({o.who for o in outcome.options}) == 1
        in_pots = sum(p.amount for p in outcome.pots) + sum(a for _, a in outcome.uncalled)
        assert 0 < in_pots <= total


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(tables(), CHOICES)
def test_the_least_raise_never_falls_within_a_street(
    table: Situation, choices: list[tuple[int, int]]
) -> None:
    table, outcomes = play(table, choices)
    least = 0
    steps = table.steps[1:]
    for outcome, step in zip(outcomes, steps, strict=False):
        rights = [a.amounts()[0] for r in outcome.rights if r.issue == "least" for a in r.answers]
        for amount in rights:
            assert int(amount) >= least
            least = int(amount)
        if isinstance(step, Street):
            least = 0


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(tables(), CHOICES)
def test_a_whole_hand_in_a_batch_is_the_same(
    table: Situation, choices: list[tuple[int, int]]
) -> None:
    table, _ = play(table, choices)
    together = engine.audit(table, UNDER)
    count = sum(1 for _ in table.events())
    alone = [engine.judge(table, UNDER, n).outcome for n in range(count)]
    assert together[:count] == alone
