"""Ten thousand changed tables: a ruling with its clause, or an error in words; nothing else."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from pokerlogic import engine, render
from pokerlogic.errors import CODES, PokerlogicError
from pokerlogic.notation import format, parse
from pokerlogic.ruling import Outcome
from pokerlogic.situation import Situation

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "cases").rglob("*.table"))
PROFILES = ("tda2026", "every", "tda2024")

TEXTS = 10_000
BLOCKS = 100
RULED = 18
"""How many of a block are ruled; all of them are read."""

SIZES = (0, 1, 2, 5, 25, 50, 75, 99, 100, 150, 199, 200, 201, 300, 333, 400, 599, 600, 601, 800)
SIZES += (999, 1000, 1001, 1200, 2000, 5000, 10_000, 15_000, 100_000, 999_999_999, 3_000_000_000)
NOISE = [*"xA1 9-/.,:;\"'「」はがにを、。#%@\t　１½|()", "\u0301", "😀", "then", "while", "k", "x5"]


@cache
def cases() -> tuple[str, ...]:
    """Every case of every file as a text of its own."""
    found = []
    for path in FILES:
        for situation in parse(path.read_text(encoding="utf-8"), str(path)):
            first, last = situation.span
            found.append("\n".join(situation.lines[first - 1 : last]))
    return tuple(found)


@cache
def translated(text: str, lang: str) -> tuple[str, ...]:
    """The lines of a case in one language."""
    return tuple(format(parse(text), lang).split("\n"))


# --- mutations: each takes lines and gives lines -------------------------------------------------

Lines = list[str]


def _without(lines: Lines, pick: random.Random) -> Lines:
    at = pick.randrange(len(lines))
    return lines[:at] + lines[at + 1 :]


def _doubled(lines: Lines, pick: random.Random) -> Lines:
    at = pick.randrange(len(lines))
    to = pick.choice((at, pick.randrange(len(lines))))
    return lines[:to] + [lines[at]] + lines[to:]


def _swapped(lines: Lines, pick: random.Random) -> Lines:
    a = pick.randrange(len(lines))
    b = pick.choice((min(a + 1, len(lines) - 1), pick.randrange(len(lines))))
    lines[a], lines[b] = lines[b], lines[a]
    return lines


def _noisy(lines: Lines, pick: random.Random) -> Lines:
    at = pick.randrange(len(lines))
    line = lines[at]
    for _ in range(pick.randint(1, 3)):
        here = pick.randint(0, len(line))
        cut = pick.choice((0, 0, 1, 2))
        line = line[:here] + pick.choice((*NOISE, "")) + line[here + cut :]
    lines[at] = line
    return lines


def _other_number(lines: Lines, pick: random.Random) -> Lines:
    at = pick.choice([i for i, line in enumerate(lines) if re.search(r"\d", line)] or [0])
    numbers = list(re.finditer(r"\d+", lines[at]))
    if numbers:
        hit = pick.choice(numbers)
        new = pick.choice((int(hit[0]) + 1, int(hit[0]) * 2, int(hit[0]) // 2, pick.choice(SIZES)))
        lines[at] = lines[at][: hit.start()] + str(new) + lines[at][hit.end() :]
    return lines


def _other_name(lines: Lines, pick: random.Random) -> Lines:
    names = re.findall(r"^(?:seat|席) *\d+ +(\w+)", "\n".join(lines), re.M) or ["A", "B"]
    old, new = pick.choice(names), pick.choice([*names, "Zed", "田中"])
    word = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)")
    for at in pick.sample(range(len(lines)), k=pick.randint(1, len(lines))):
        if word.search(lines[at]):
            lines[at] = word.sub(new, lines[at])
            break
    return lines


def _other_language(lines: Lines, pick: random.Random) -> Lines:
    text = "\n".join(lines)
    try:
        others = translated(text, pick.choice(("en", "ja")))
    except PokerlogicError:
        return lines
    return [pick.choice(pair) for pair in zip(lines, others, strict=False)]


def _cut(lines: Lines, pick: random.Random) -> Lines:
    text = "\n".join(lines)
    at = pick.randint(len(text) // 3, len(text))
    return (text[:at] if pick.random() < 0.8 else text[len(text) - at :]).split("\n")


def _spliced(lines: Lines, pick: random.Random) -> Lines:
    """A line of another case, of the part where things happen."""
    other = pick.choice(cases()).split("\n")
    at = pick.randint(len(lines) // 2, len(lines))
    return lines[:at] + [pick.choice(other[len(other) // 2 :])] + lines[at:]


def _queried(lines: Lines, pick: random.Random) -> Lines:
    """Without expectations: what they say of players and numbers no longer matters."""
    return [x for x in lines if not re.match(r"\s*(expect|期待)", x)] or lines


MUTATIONS: tuple[Callable[[Lines, random.Random], Lines], ...] = (
    _without,
    _doubled,
    _swapped,
    _noisy,
    _other_number,
    _other_number,
    _other_name,
    _other_language,
    _cut,
    _spliced,
    _queried,
)


def mutants(block: int) -> Iterator[str]:
    """The texts of a block, always the same."""
    pick = random.Random(f"block {block}")
    for _ in range(TEXTS // BLOCKS):
        lines = pick.choice(cases()).split("\n")
        for _ in range(pick.choice((1, 1, 2, 3))):
            lines = pick.choice(MUTATIONS)(list(lines), pick) or [""]
        yield "\n".join(lines)


# --- what must hold ----------------------------------------------------------------------------


def read(text: str) -> list[Situation]:
    """The situations of a text, none if it is refused in words."""
    try:
        return parse(text)
    except PokerlogicError as error:
        assert error.code in CODES
        assert error.spots
        assert error.render(text).startswith(f"error[{error.code}]: ")
        return []


def rule(situation: Situation, profile: str) -> None:
    """Rules a situation and prints it in every way."""
    under = engine.profile(profile)
    try:
        judgement = engine.judge(situation, under)
    except PokerlogicError as error:
        assert error.code in CODES
        assert error.render(), "an error has words"
        return
    for lang in ("en", "ja"):
        text = render.to_text(judgement, under.library, lang)
        assert "{" not in text
    data = render.to_json(judgement, under.library)
    assert json.loads(json.dumps(data)) == data
    sound(judgement.outcome)


def sound(outcome: Outcome, open_above: bool = False) -> None:
    """Every ruling names a clause, and who is to act has options unless something is open."""
    for ruling in (*outcome.rulings, *outcome.rights):
        assert ruling.by, f"{ruling.issue} of {ruling.who} (line {ruling.line}) cites no clause"
        assert ruling.answers
    told = outcome.findings or outcome.branches or outcome.questions or open_above
    assert outcome.options or outcome.to_act is None or told, f"{outcome.to_act} has no options"
    for option in outcome.options:
        assert option.who == outcome.to_act
        if option.least is not None and option.most is not None:
            assert 0 < option.least <= option.most
    assert all(pot.amount >= 0 for pot in outcome.pots)
    for question in outcome.questions:
        sound(question.yes, True)
        sound(question.no, True)
    for branch in outcome.branches:
        sound(branch.outcome, True)


def smallest(text: str, wrong: Callable[[str], object]) -> str:
    """The text with every line left out that the failure does not need."""
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        fewer = lines[:at] + lines[at + 1 :]
        try:
            wrong("\n".join(fewer))
            at += 1
        except Exception:
            lines = fewer
    return "\n".join(lines)


def whole(text: str, profile: str) -> bool:
    """Reads a text and rules its first situation; tells whether there was one."""
    situations = read(text)
    for situation in situations[:1]:
        rule(situation, profile)
    return bool(situations)


@pytest.mark.parametrize("block", range(BLOCKS))
def test_changed_tables(block: int) -> None:
    failed = []
    ruled = 0
    for number, text in enumerate(mutants(block)):
        profile = PROFILES[number % len(PROFILES)]
        try:
            if ruled < RULED:
                ruled += whole(text, profile)
            else:
                read(text)
        except Exception as error:
            least = smallest(text, lambda t, p=profile: whole(t, p))
            failed.append(f"{profile}: {type(error).__name__}: {error}\n{least}")
    assert not failed, f"{len(failed)} texts\n\n" + "\n\n".join(failed[:5])
    assert ruled == RULED, "too few texts can be read"


def test_the_texts_are_many_and_different() -> None:
    texts = [text for block in range(BLOCKS) for text in mutants(block)]
    assert len(texts) == TEXTS
    assert len(set(texts)) > TEXTS * 0.8
    assert BLOCKS * RULED >= 1_500
