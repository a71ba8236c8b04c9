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
from pokerlogic.errors import PokerlogicError, codes
from pokerlogic.notation import format, parse
from pokerlogic.ruling import Outcome
from pokerlogic.situation import Situation

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "cases").rglob("*.table"))
PROFILES = ("tda2026", "every", "tda2024", "every-ring")

TEXTS = 10_000
RULED = 1_520
"""How many texts are read, and how many of them are ruled."""

SIZES = (0, 1, 2, 5, 25, 50, 75, 99, 100, 150, 199, 200, 201, 300, 333, 400, 599, 600, 601, 800)
SIZES += (999, 1000, 1001, 1200, 2000, 5000, 10_000, 15_000, 100_000, 999_999_999, 3_000_000_000)
NOISE = [*"xA1 9-/.,:;\"'「」はがにを、。#%@\t　１½|()", "\u0301", "😀", "then", "while", "k", "x5"]
STRAY = (
    """
A folds · A checks · A calls · A bets 400 · A raises to 800 · A all-in · A calls 300
A puts 100 · A puts 1000 · A puts 25x3 · A puts 500 100x5 · A puts total 1400
A says "raise" · A says "call" · A says "five" · A says "600" · A says "time" · A says "pot"
A says "raise" then puts 500 · A puts 500 while says "call" · A puts 500 then 500
A says "call" while B folds · A takes back 100 then puts 1000 · A takes back all
Aがコール · Bがレイズ600 · A「オールイン」 · A チップ 1000 · A チップ 100x5 · B フォールド
A shows As Ad · A mucks · noticed A's raise · noticed B's call · floor rules A calls 400
floor rules A folds · observed identifiable · not observed reasonable time · clock called on A by B
found 1 chip of 500 behind A · board 2c 3c 4c 5c 6c · turn 2h · river 5s · showdown · flop
next hand · ante 25 each · ante 200 by big blind · chips 25 100 500 1000 · book every
seat 9 Z 5000 · seat 1 Z 5000 · straddle 400 by A · limit 100/200 · game PLO · A posts 50
""".replace("\n", " · ")
    .strip(" ·")
    .split(" · ")
)


@cache
def cases(path: Path) -> tuple[str, ...]:
    """Every case of a file as a text of its own."""
    found = []
    for situation in parse(path.read_text(encoding="utf-8"), str(path)):
        first, last = situation.span
        found.append("\n".join(situation.lines[first - 1 : last]))
    return tuple(found)


@cache
def shares() -> dict[str, tuple[int, int]]:
    """By case, how many texts are made of it, and how many of them are ruled."""
    every = [case for path in FILES for case in cases(path)]
    count = len(every)
    made = -(-TEXTS // count)
    ruled = [(at + 1) * RULED // count - at * RULED // count for at in range(count)]
    return {case: (made, enough) for case, enough in zip(every, ruled, strict=True)}


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
    return [*lines[:to], lines[at], *lines[to:]]


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
    """One more line where things happen, about players of this table."""
    names = re.findall(r"^(?:seat|席) *\d+ +(\w+)", "\n".join(lines), re.M) or ["A", "B"]
    line = pick.choice(STRAY)
    for old, new in (("A", pick.choice(names)), ("B", pick.choice(names))):
        line = re.sub(rf"\b{old}\b|^{old}(?=[が「])", new, line)
    at = pick.randint(len(lines) // 3, len(lines))
    return [*lines[:at], line, *lines[at:]]


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


def mutants(case: str, count: int) -> Iterator[str]:
    """Texts made of a case, always the same ones; another case changes nothing in them."""
    pick = random.Random(case)
    for _ in range(count):
        lines = case.split("\n")
        for _ in range(pick.choice((1, 1, 2, 3))):
            lines = pick.choice(MUTATIONS)(list(lines), pick) or [""]
        yield "\n".join(lines)


# --- what must hold ----------------------------------------------------------------------------


def read(text: str) -> list[Situation]:
    """The situations of a text, none if it is refused in words."""
    try:
        return parse(text)
    except PokerlogicError as error:
        assert error.code in codes()
        assert error.spots
        assert error.render(text).startswith(f"error[{error.code}]: ")
        return []


def rule(situation: Situation, profile: str) -> None:
    """Rules a situation and prints it in every way."""
    under = engine.profile(profile)
    try:
        judgement = engine.judge(situation, under)
    except PokerlogicError as error:
        assert error.code in codes()
        assert error.render(), "an error has words"
        return
    for lang in ("en", "ja"):
        text = render.to_text(judgement, under.library, lang)
        assert "{" not in text, "a name in braces is left"
    data = render.to_json(judgement, under.library)
    assert json.loads(json.dumps(data)) == data
    sound(judgement.outcome)


def sound(outcome: Outcome, open_above: bool = False) -> None:
    """Every ruling names a clause, and who is to act has options unless something is open."""
    for ruling in (*outcome.rulings, *outcome.rights):
        assert ruling.by, f"{ruling.issue} of {ruling.who} (line {ruling.line}) cites no clause"
        assert ruling.answers, f"{ruling.issue} of {ruling.who} has no answer"
    told = outcome.findings or outcome.branches or outcome.questions or open_above
    assert outcome.options or outcome.to_act is None or told, f"{outcome.to_act} has no options"
    for option in outcome.options:
        assert option.who == outcome.to_act, f"{option.who} is not to act"
        if option.least is not None and option.most is not None:
            bounds = f"{option.do} {option.least}..{option.most}"
            assert 0 < option.least <= option.most, f"{option.who} may {bounds}"
    assert len({o.do for o in outcome.options}) == len(outcome.options), "one option twice"
    assert all(pot.amount >= 0 for pot in outcome.pots), "a pot below nothing"
    for question in outcome.questions:
        sound(question.yes, True)
        sound(question.no, True)
    for branch in outcome.branches:
        sound(branch.outcome, True)


def whole(text: str, profile: str | None) -> bool:
    """Reads a text and rules its first situation; tells whether there was one."""
    situations = read(text)
    if profile is not None:
        for situation in situations[:1]:
            rule(situation, profile)
    return bool(situations)


def smallest(text: str, profile: str | None, kind: type[Exception]) -> str:
    """The text without the lines that the failure does not need."""
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        fewer = lines[:at] + lines[at + 1 :]
        try:
            whole("\n".join(fewer), profile)
            at += 1
        except kind:
            lines = fewer
        except Exception:
            at += 1
    return "\n".join(lines)


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT / "cases")))
def test_changed_tables(path: Path) -> None:
    failed = []
    for case in cases(path):
        count, enough = shares()[case]
        ruled = 0
        for number, text in enumerate(mutants(case, count)):
            profile = PROFILES[number % len(PROFILES)] if ruled < enough else None
            try:
                ruled += whole(text, profile)
            except Exception as error:
                least = smallest(text, profile, type(error))
                failed.append(f"{profile}: {type(error).__name__}: {error}\n{least}")
    assert not failed, f"{len(failed)} texts\n\n" + "\n\n".join(failed[:5])


def test_there_are_enough_texts() -> None:
    texts = [text for case, (count, _) in shares().items() for text in mutants(case, count)]
    assert len(texts) >= TEXTS
    assert len(set(texts)) > TEXTS * 0.8
    readable = sum(1 for text in texts[:: len(texts) // 500] if read(text)) / 500
    assert readable > 0.4, "most texts are refused; the rulings are too few"
    assert sum(ruled for _, ruled in shares().values()) >= 1_500
