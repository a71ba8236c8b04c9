"""Measures speed and prints one Markdown table of ratios, all taken in one run on one machine.

Every number is a median of several repeats, in processor time, so that other work on the machine
disturbs it little; what is compared with each other is timed in turns.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

from pokerkit import Automation, NoLimitTexasHoldem, State

from pokerlogic import engine, solver
from pokerlogic.desk.domains import domains, situations
from pokerlogic.desk.judging import Under, judge_batch
from pokerlogic.errors import PokerlogicError
from pokerlogic.notation import parse
from pokerlogic.program import Setup
from pokerlogic.situation import Incident, Settled, Situation
from pokerlogic.solver import Request, World

ROOT = Path(__file__).parents[1]
BARE = (sys.executable, "-c", "import clingo, lark, yaml")
CASE = ROOT / "cases" / "examples" / "oversized_chip.table"

SEATS = "".join(f"seat {n} p{n} 40000\n" for n in range(1, 9)) + "seat 9 p9 40000 button\n"


def _calls(*seats: int) -> str:
    return "".join(f"p{n} calls\n" for n in seats)


LONG_HAND = (
    "game NLHE tournament\nblinds 100/200\n"
    + SEATS
    + "preflop\np3 raises to 500\np4 calls\np5 raises to 1500\n"
    + _calls(6, 7, 8, 9, 1, 2, 3, 4)
    + "flop Ks 8d 3c\np1 checks\np2 checks\np3 bets 1000\np4 raises to 3000\n"
    + _calls(5, 6, 7, 8, 9, 1, 2, 3)
    + "turn 6h\np1 checks\np2 bets 1500\np3 raises to 4000\n"
    + _calls(4, 5, 6, 7, 8, 9, 1, 2)
    + "river 2c\np1 checks\np2 bets 2000\np3 raises to 6000\n"
    + _calls(4, 5, 6, 7, 8, 9, 1, 2)
)
"""Nine players, 45 actions."""

HOLDEM_SHOWDOWN = (
    "game NLHE tournament\nblinds 100/200\n"
    + SEATS
    + "river Ks 8d 3c 6h 2c pot 18000\n"
    + "".join(f"p{n} checks\n" for n in range(1, 10))
    + "".join(
        f"p{n} shows {cards}\n"
        for n, cards in enumerate(
            ("As Kd", "Qs Qh", "8c 8h", "7c 5c", "Ah 3h", "Jd Jh", "Td 9d", "5d 4d", "Ac Kh"), 1
        )
    )
)

OMAHA_SHOWDOWN = (
    "game PLO tournament\nblinds 100/200\n"
    + "".join(f"seat {n} p{n} 40000\n" for n in range(1, 6))
    + "seat 6 p6 40000 button\nriver Ks 8d 3c 6h 2c pot 12000\n"
    + "".join(f"p{n} checks\n" for n in range(1, 7))
    + "".join(
        f"p{n} shows {cards}\n"
        for n, cards in enumerate(
            (
                "As Kd 7h 4s",
                "Qs Qh Ad 4d",
                "8c 8h Tc 9s",
                "7c 5c Jh Ts",
                "Ah 3h Kc 9h",
                "Jd Js 5d 4c",
            ),
            1,
        )
    )
)


SWEPT = ("gestures", "words", "out_of_turn", "deals", "showdown_order")
"""Domains of chips, words, turn, dealing and showdown."""


@dataclass(frozen=True)
class Row:
    """One line of the table; `holds` is None where there is no target."""

    what: str
    measured: str
    target: str = ""
    holds: bool | None = None

    def cells(self) -> tuple[str, str, str, str]:
        """The columns as text."""
        holds = {None: "", True: "yes", False: "**no**"}[self.holds]
        return self.what, self.measured, self.target, holds


# --- timing -----------------------------------------------------------------------------------

Action = Callable[[], object]


def timed(action: Action) -> float:
    """Seconds of processor time that one call takes, with the commands that it runs."""
    begin = _processor_time()
    action()
    return _processor_time() - begin


def _processor_time() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def medians(actions: Sequence[Action], repeats: int) -> list[float]:
    """The median seconds of each action, taken in turns after one warm call of each."""
    for action in actions:
        action()
    rounds = [[timed(action) for action in actions] for _ in range(repeats)]
    return [median(times) for times in zip(*rounds, strict=True)]


class Solves:
    """Counts the solves made while it is open."""

    def __init__(self) -> None:
        self.count = 0

    def __enter__(self) -> Solves:
        self._solve = solver.solve

        def counted(request: Request) -> list[World]:
            self.count += 1
            return self._solve(request)

        self._put(counted)
        return self

    def __exit__(self, *_: object) -> None:
        self._put(self._solve)

    def _put(self, solve: Callable[[Request], list[World]]) -> None:
        for module in (solver, engine):
            vars(module)["solve"] = solve


def command(*arguments: str) -> Action:
    """A call that runs a command in the project and waits for it."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(ROOT), *_python_path()]),
        # An installed package is compiled; so is the clone after its first run.
        "PYTHONDONTWRITEBYTECODE": "",
    }

    def run() -> None:
        subprocess.run(arguments, cwd=ROOT, env=environment, capture_output=True, check=True)

    return run


def _python_path() -> list[str]:
    given = os.environ.get("PYTHONPATH")
    return [given] if given else []


def ms(seconds: float) -> str:
    """Seconds as text in milliseconds."""
    return f"{1000 * seconds:.3g} ms"


# --- situations -------------------------------------------------------------------------------


def one(text: str) -> Situation:
    """The only situation of a table text."""
    (situation,) = parse(text)
    return situation


def cases() -> Iterator[Situation]:
    """The situations of the case files."""
    for path in sorted((ROOT / "cases").rglob("*.table")):
        yield from parse(path.read_text("utf-8"), path.name)


def can_be_ruled(situation: Situation, under: Setup) -> bool:
    """Whether the profile rules it without an error."""
    try:
        engine.judge(situation, under)
    except PokerlogicError:
        return False
    return True


def spread(situations: Sequence[Situation], count: int) -> list[Situation]:
    """As many as wanted, evenly taken."""
    step = max(1, len(situations) // count)
    return list(situations[::step][:count])


def shows(situation: Situation) -> bool:
    """Whether hands are shown in it."""
    return any(isinstance(s, Incident) and s.id == "shows" for s in situation.steps)


# --- the rows ---------------------------------------------------------------------------------


def bare_import() -> float:
    """The seconds of the bare import, taken anew near what is compared with it."""
    return medians([command(*BARE)], 5)[0]


def per_solve(situation: Situation, under: Setup) -> float:
    """The seconds of a warm ruling over its solves."""
    with Solves() as solves:
        engine.judge(situation, under)
    return medians([partial(engine.judge, situation, under)], 3)[0] / solves.count


def warm_solves(short: Sequence[Situation], under: Setup) -> Iterator[Row]:
    """(a) One solve of a ruling, everything loaded."""
    for what, taken, most in (
        (f"one warm solve, up to ten events ({len(short)} cases)", short, 10),
        ("one warm solve, 45 events, nine players", [one(LONG_HAND)], 20),
    ):
        seconds = median(per_solve(s, under) for s in taken)
        bare = bare_import()
        yield Row(
            what,
            f"{seconds / bare:.3f} of the bare import ({ms(seconds)})",
            f"at most {most} ms",
            1000 * seconds <= most,
        )


def cold_command() -> Row:
    """(b) A command from nothing, its cache warm."""
    rule = command(sys.executable, "-m", "pokerlogic", "rule", str(CASE), "--lang", "en")
    bare, cold = medians([command(*BARE), rule], 9)
    return Row(
        "`pokerlogic rule FILE`, cold, over the bare import",
        f"{cold / bare:.2f} ({ms(cold)} over {ms(bare)})",
        "at most 3",
        cold / bare <= 3,
    )


def two_books(situations: Sequence[Situation]) -> Row:
    """(c) Two profiles over one situation at once, over the mean of each alone."""
    left, right = engine.profile("tda2026"), engine.profile("every")
    ratios = []
    for situation in situations:
        alone, other, both = medians(
            [
                partial(engine.judge, situation, left),
                partial(engine.judge, situation, right),
                partial(engine.judge_many, [(situation, left), (situation, right)]),
            ],
            3,
        )
        ratios.append(2 * both / (alone + other))
    ratio = median(ratios)
    return Row(
        f"two books at once over one, {len(ratios)} cases",
        f"{ratio:.2f}",
        "at most 1.5",
        ratio <= 1.5,
    )


def batch(situations: Sequence[Situation], under: Setup) -> Row:
    """(d) Many situations at once over one by one."""
    together, apart = medians(
        [
            lambda: engine.judge_many([(s, under) for s in situations]),
            lambda: [engine.judge(s, under) for s in situations],
        ],
        3,
    )
    count = len(situations)
    return Row(
        f"a situation in a batch of {count} over one by one",
        f"{together / apart:.2f} ({ms(together / count)} over {ms(apart / count)})",
        "at most 0.25",
        together / apart <= 0.25,
    )


def whole_domains() -> Row:
    """(e) Every fourth situation of some domains, as a check goes over them."""
    every = [domains()[name] for name in SWEPT]
    taken = [(tuple(situations(one))[::4], one.ends) for one in every]
    count = sum(len(batch) for batch, _ in taken)

    def judged() -> None:
        for batch, ends in taken:
            judge_batch((batch, (Under("every"),), ends))

    seconds = medians([judged], 3)[0]
    return Row(
        f"situations of {len(SWEPT)} domains judged a second, on one core",
        f"{count / seconds:.0f} ({count} in {seconds:.1f} s)",
    )


def showdowns(under: Setup) -> Iterator[Row]:
    """(e) Ranking of shown hands: what showing them adds to a ruling."""
    for what, text in (
        ("showdown ranking, hold'em, nine hands", HOLDEM_SHOWDOWN),
        ("showdown ranking, Omaha, six hands", OMAHA_SHOWDOWN),
    ):
        shown = one(text)
        hidden = one("".join(x for x in text.splitlines(True) if " shows " not in x))
        with_hands, without = medians([partial(engine.judge, s, under) for s in (shown, hidden)], 7)
        added = with_hands - without
        yield Row(what, f"{added / bare_import():.3f} of the bare import ({ms(added)})")


def peer_state(situation: Situation) -> State:
    """The same table in PokerKit, dealt."""
    stacks = [s.stack for s in situation.seats]
    automations = tuple(a for a in Automation if a is not Automation.RUNOUT_COUNT_SELECTION)
    return NoLimitTexasHoldem.create_state(
        automations, True, 0, (100, 200), 200, stacks, len(stacks)
    )


def peer_menu(state: State) -> tuple[int | None, int | None, int | None, bool]:
    """Call, least raise, most raise and whether a fold is open, as PokerKit tells them."""
    return (
        state.checking_or_calling_amount,
        state.min_completion_betting_or_raising_to_amount,
        state.max_completion_betting_or_raising_to_amount,
        state.can_fold(),
    )


def peer_act(state: State, action: Settled) -> None:
    """Takes an action in PokerKit, which checks it."""
    if action.act == "folds":
        state.fold()
    elif action.amount is None:
        state.check_or_call()
    else:
        state.complete_bet_or_raise_to(action.amount)


def peer_replay(situation: Situation) -> None:
    """Plays a hand in PokerKit and asks for the full menu at every decision."""
    state = peer_state(situation)
    for _, event in situation.events():
        assert isinstance(event, Settled)
        peer_menu(state)
        peer_act(state, event)


def peer_menus(situation: Situation) -> list[float]:
    """The seconds of each menu of a hand in PokerKit."""
    state = peer_state(situation)
    found = []
    for _, event in situation.events():
        assert isinstance(event, Settled)
        found.append(timed(lambda: [peer_menu(state) for _ in range(20)]) / 20)
        peer_act(state, event)
    return found


def beside_pokerkit(under: Setup) -> Iterator[Row]:
    """(f) A decision's menu and a whole hand, beside PokerKit."""
    situation = one(LONG_HAND)
    count = sum(1 for _ in situation.events())
    theirs = median(median(peer_menus(situation)) for _ in range(5))
    ours = []
    for upto in range(0, count, 4):
        ours += medians([partial(engine.judge, situation, under, upto)], 3)
    menu = median(ours)
    yield Row(
        "the options of one decision, over PokerKit's menu",
        f"{menu / theirs:.0f} ({ms(menu)} over {ms(theirs)})",
    )
    audit, replay = medians(
        [lambda: engine.audit(situation, under), lambda: peer_replay(situation)], 5
    )
    yield Row(
        f"a hand of {count} actions checked at every decision, in a batch, over PokerKit",
        f"{audit / replay:.0f} ({ms(audit)} over {ms(replay)})",
    )


def rows() -> Iterator[Row]:
    """All rows, in order."""
    under = engine.profile("tda2026")
    sample = spread([s for s in cases() if not shows(s)], 210)
    sample = [s for s in sample if can_be_ruled(s, under)]
    short = spread([s for s in sample if sum(1 for _ in s.events()) <= 10], 60)
    yield from warm_solves(short, under)
    yield cold_command()
    yield two_books(spread(sample, 24))
    yield batch(sample[:200], under)
    yield whole_domains()
    yield from showdowns(under)
    yield from beside_pokerkit(under)


def table(lines: Sequence[Sequence[str]]) -> str:
    """A Markdown table with its columns aligned."""
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    padded = [[cell.ljust(w) for cell, w in zip(line, widths, strict=True)] for line in lines]
    padded.insert(1, ["-" * w for w in widths])
    return "\n".join("| " + " | ".join(line) + " |" for line in padded)


def main() -> int:
    """Prints the table."""
    found = [row.cells() for row in rows()]
    print(table([("what", "measured", "target", "holds"), *found]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
