"""Runs the expectations of table files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml

from . import engine
from .errors import PokerlogicError
from .library import Library
from .messages import Each, Value, listed, msg, several, written
from .program import Setup
from .reasons import of_system
from .render import do_word, headline
from .ruling import Answer, Citation, Judgement, Option, Outcome, Pot, Ruling
from .situation import (
    Asks,
    Expectation,
    Locator,
    OptionsLine,
    PotLine,
    Ruled,
    Situation,
)
from .situation import Outcome as Claimed
from .usage import UsageError


@dataclass(frozen=True)
class Result:
    """What became of one expectation: `got` says what was found instead, empty if it holds."""

    file: str | None
    case: str | None
    line: int
    expected: str
    got: Value
    waits_for: int | None = None

    @property
    def passed(self) -> bool:
        """Whether the expectation holds, or is rightly on the pending list."""
        return not self.got or self.waits_for is not None


def mark_pending(results: Sequence[Result]) -> list[Result]:
    """The results, with those that a `pending.yaml` lists marked as waiting.

    It stands beside the file or above it.  What waits is expected not to hold yet, and is
    reported when it does.
    """
    lists: dict[str, dict[str, int]] = {}
    marked = []
    for result in results:
        file = result.file or ""
        if file not in lists:
            lists[file] = _pending(Path(file)) if file else {}
        waits_for = lists[file].get(result.expected.strip())
        marked.append(result if waits_for is None else _waited(result, waits_for))
    return marked


def read_table(path: Path) -> str:
    """The text of a table file; raises UsageError if it can not be read."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise UsageError.not_read(path, msg("file.no_utf8")) from None
    except OSError as error:
        raise UsageError.not_read(path, of_system(error)) from None


def _pending(path: Path) -> dict[str, int]:
    """The pending expectations of a file and the work they wait for."""
    for folder in path.resolve().parents:
        listed = folder / "pending.yaml"
        if listed.is_file():
            name = path.resolve().relative_to(folder.parent).as_posix()
            return {
                row["expect"]: int(row["waits_for"]) for row in _rows(listed) if row["file"] == name
            }
    return {}


def _rows(listed: Path) -> list[dict[str, Any]]:
    """The rows of a pending list; a file of that name that is none has no rows."""
    try:
        rows = yaml.safe_load(listed.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError):
        return []
    keys = {"file", "expect", "waits_for"}
    if not isinstance(rows, list):
        return []
    return [
        r
        for r in rows
        if isinstance(r, dict) and keys <= set(r) and isinstance(r["waits_for"], int)
    ]


def _waited(result: Result, waits_for: int) -> Result:
    if result.got:
        return replace(result, waits_for=waits_for)
    return replace(result, got=msg("got.holds"))


def check_all(situations: Sequence[Situation], folders: tuple[Path, ...] = ()) -> list[Result]:
    """Every expectation of several situations, judged together."""
    try:
        known = judged(situations, folders)
    except PokerlogicError:
        # One by one, so that the first one that can not be judged is the one that is named.
        return [r for s in situations for r in check(s, folders)]
    return results(situations, known, folders)


def judged(
    situations: Sequence[Situation], folders: tuple[Path, ...] = ()
) -> list[dict[Question, Judgement]]:
    """What the expectations of each situation are asked of, judged together."""
    pairs = [(n, key) for n, s in enumerate(situations) for key in _asked(s, folders)]
    found = engine.judge_many([(situations[n], under(key, folders)) for n, key in pairs])
    known: list[dict[Question, Judgement]] = [{} for _ in situations]
    for (n, key), judgement in zip(pairs, found, strict=True):
        known[n][key] = judgement
    return known


def results(
    situations: Sequence[Situation],
    known: Sequence[Mapping[Question, Judgement]],
    folders: tuple[Path, ...] = (),
) -> list[Result]:
    """What became of the expectations of situations that were `judged`."""
    return [
        _result(situation, expectation, found[key], folders)
        for situation, found in zip(situations, known, strict=True)
        for expectation, key in zip(
            situation.expectations, questions(situation, folders), strict=True
        )
    ]


def check(situation: Situation, folders: tuple[Path, ...] = ()) -> list[Result]:
    """Every expectation of a situation."""
    known = {k: engine.judge(situation, under(k, folders)) for k in _asked(situation, folders)}
    return results([situation], [known], folders)


Question = tuple[str, str | None]
"""A profile, and a reading that is switched in it."""


def questions(situation: Situation, folders: tuple[Path, ...] = ()) -> list[Question]:
    """What each expectation is asked of."""
    found: list[Question] = []
    for expectation in situation.expectations:
        reading = None
        if expectation.reading is not None:
            book = engine.profile(expectation.profile, folders=folders).top_book
            name, value = expectation.reading
            reading = (
                f"{name}={value}"
                if ":" in name
                else _reading(book, name, value, expectation, folders)
            )
        found.append((expectation.profile, reading))
    return found


def by_question(
    situation: Situation, folders: tuple[Path, ...] = ()
) -> dict[Question, tuple[Expectation, ...]]:
    """The expectations of a situation by what they are asked of."""
    found: dict[Question, tuple[Expectation, ...]] = {}
    for expectation, key in zip(situation.expectations, questions(situation, folders), strict=True):
        found[key] = (*found.get(key, ()), expectation)
    return found


def _asked(situation: Situation, folders: tuple[Path, ...]) -> list[Question]:
    return list(dict.fromkeys(questions(situation, folders)))


def under(question: Question, folders: tuple[Path, ...] = ()) -> Setup:
    """The rules that a question is asked of."""
    profile, reading = question
    return engine.profile(profile, readings=(reading,) if reading else (), folders=folders)


def _result(
    situation: Situation,
    expectation: Expectation,
    judgement: Judgement,
    folders: tuple[Path, ...],
) -> Result:
    if expectation.condition is not None:
        supposed = _supposing(judgement.outcome, *expectation.condition)
        judgement = replace(judgement, outcome=supposed)
    library = engine.profile(expectation.profile, folders=folders).library
    got = _verdict(expectation, judgement, library)
    return Result(situation.file, situation.title, expectation.place.line, expectation.text, got)


def _reading(
    book: str, name: str, value: str, expectation: Expectation, folders: tuple[Path, ...]
) -> str:
    under = engine.profile(expectation.profile, folders=folders)
    owner = book if any(b == book and r == name for b, r, _ in under.readings) else None
    return f"{owner}:{name}={value}" if owner else f"{name}={value}"


def _supposing(outcome: Outcome, id: str, holds: bool) -> Outcome:
    """The outcome once that open observation is answered; unchanged if it is not asked."""
    for question in outcome.questions:
        if question.observation == id:
            return question.yes if holds else question.no
        for side in (question.yes, question.no):
            deeper = _supposing(side, id, holds)
            if deeper is not side:
                return deeper
    return outcome


def _verdict(expectation: Expectation, judgement: Judgement, library: Library) -> Value:
    claim = expectation.claim
    outcome = judgement.outcome
    top = judgement.editions[-1].split("@")[0]
    if claim is None:
        cited = [c for r in _everything(outcome) for c in r.by]
        hit = [c.locator for c in cited if any(_matches(c, loc, top) for loc in expectation.by)]
        return msg("got.cited", places=listed(hit)) if hit else ""
    if isinstance(claim, Asks):
        asked = sorted({q.observation for q in outcome.questions})
        if claim.observation in asked:
            return ""
        return msg("got.asks", what=listed(asked)) if asked else msg("got.asks_nothing")
    if isinstance(claim, OptionsLine):
        return _options_verdict(claim, expectation, outcome, top, library)
    if isinstance(claim, PotLine):
        return _pot_verdict(claim, expectation, outcome, top)
    return _ruling_verdict(claim, expectation, outcome, top, library)


def _everything(outcome: Outcome) -> Iterator[Ruling]:
    yield from outcome.rulings
    yield from outcome.rights
    for option in outcome.options:
        yield Ruling("option", None, None, option.who, "rule", (), option.by)


def _ruling_verdict(
    claim: Ruled, expectation: Expectation, outcome: Outcome, top: str, library: Library
) -> Value:
    near: list[Value] = []
    for ruling in (*outcome.rulings, *outcome.rights):
        if not _same_answers(claim, ruling):
            if claim.outcomes and ruling.issue == claim.outcomes[0].issue:
                near.append(_shown(ruling, library))
            continue
        missing = [
            loc.text for loc in expectation.by if not any(_matches(c, loc, top) for c in ruling.by)
        ]
        if not missing:
            return ""
        near.append(
            msg("got.ruling_not_by", ruling=_shown(ruling, library), places=listed(missing))
        )
    if near:
        return several(near)
    others = [_shown(r, library) for r in outcome.rulings]
    asked = [msg("got.asks", what=q.observation) for q in outcome.questions]
    found = [*others, *asked, *_findings(outcome)]
    return several(found) if found else msg("got.nothing")


def _findings(outcome: Outcome) -> list[Value]:
    return [Each(f.text["en"], f.text["ja"]) for f in outcome.findings]


def _same_answers(claim: Ruled, ruling: Ruling) -> bool:
    wanted = claim.outcomes
    if not wanted or any(w.issue != ruling.issue for w in wanted):
        return False
    if any(w.who is not None and w.who != ruling.who for w in wanted):
        return False
    decides = ruling.decides
    if claim.decides not in ("rule", decides) and not (
        decides == "player" and claim.decides == ruling.who
    ):
        return False
    if claim.decides == "rule" and len(ruling.answers) > 1:
        chosen = ruling.chosen
        return chosen is not None and len(wanted) == 1 and _is(wanted[0], chosen)
    have = {(a.id, a.amounts()) for a in ruling.answers}
    want = {(w.answer, w.values) for w in wanted}
    # An answer told twice is ruled and left to a choice at once.
    return have == want and len(ruling.answers) == len(have)


def _is(wanted: Claimed, answer: Answer) -> bool:
    return wanted.answer == answer.id and wanted.values == answer.amounts()


def _shown(ruling: Ruling, library: Library) -> Value:
    answers = " | ".join(
        " ".join([ruling.who or "", a.id, *map(str, a.amounts())]).strip() for a in ruling.answers
    )
    decides = "" if ruling.decides == "rule" else f"{ruling.decides}: "
    places = listed(c.locator for c in ruling.by)
    told = Each(f"{decides}{answers}", headline(ruling, library, "ja"))
    return msg("got.ruling", ruling=told, places=places)


def _options_verdict(
    claim: OptionsLine, expectation: Expectation, outcome: Outcome, top: str, library: Library
) -> Value:
    if outcome.to_act != claim.who:
        turn = msg("got.to_act", who=outcome.to_act) if outcome.to_act else msg("got.nobody_to_act")
        return several([turn, *_findings(outcome)])
    have = {(o.do, *_numbers(o)) for o in outcome.options}
    want = {(do, *bounds) for do, bounds in claim.options}
    if have != want:
        return msg(
            "got.options", options=listed(_option_words(o, library) for o in outcome.options)
        )
    cited = [c for o in outcome.options for c in o.by] + [c for b in outcome.barred for c in b.by]
    missing = [loc.text for loc in expectation.by if not any(_matches(c, loc, top) for c in cited)]
    places = listed(sorted({c.locator for c in cited}))
    return msg("got.by", places=places) if missing else ""


def _numbers(option: Option) -> tuple[int, ...]:
    return tuple(n for n in (option.to, option.amount, option.least, option.most) if n is not None)


def _option_words(option: Option, library: Library) -> Value:
    numbers = "..".join(map(str, _numbers(option)))
    japanese = do_word(option.do, library, "ja")
    return Each(f"{option.do} {numbers}".strip(), f"{japanese} {numbers}".strip())


def _pot_verdict(claim: PotLine, expectation: Expectation, outcome: Outcome, top: str) -> Value:
    if claim.index < len(outcome.pots):
        pot = outcome.pots[claim.index]
        if pot.amount == claim.amount and (
            not claim.shares or set(pot.shares) == set(claim.shares)
        ):
            cited = [c for r in outcome.rulings if r.issue == "share" for c in r.by]
            missing = [
                x.text for x in expectation.by if not any(_matches(c, x, top) for c in cited)
            ]
            return msg("got.not_by", places=listed(missing)) if missing else ""
    shown = several(_pot_words(p) for p in outcome.pots)
    pots = msg("got.pots", pots=shown) if outcome.pots else msg("got.no_pots")
    return several([pots, *_findings(outcome)])


def _pot_words(pot: Pot) -> str:
    who = [f"{player} {amount}" for player, amount in pot.shares] or pot.eligible
    return f"{pot.amount} ({' '.join(who)})"


def _matches(citation: Citation, locator: Locator, top: str) -> bool:
    """A clause with that locator, or a part of it, in the top book or the one named."""
    if citation.book.split("@")[0] != (locator.book or top):
        return False
    have, want = _parts(citation.locator), _parts(locator.text)
    return have[: len(want)] == want


def _parts(locator: str) -> list[str]:
    return re.split(r"-", locator.upper().replace("(", "-").replace(")", ""))


def table_files(paths: Iterable[Path]) -> list[Path]:
    """The table files among paths and below folders, in order."""
    found: list[Path] = []
    for path in paths:
        found += sorted(path.rglob("*.table")) if path.is_dir() else [path]
    return found


def summary(results: Sequence[Result], lang: str = "en") -> dict[str, object]:
    """Counts and failures with fixed keys."""
    failed = [r for r in results if not r.passed]
    return {
        "passed": len(results) - len(failed),
        "failed": [
            {
                "file": r.file,
                "case": r.case,
                "line": r.line,
                "expected": r.expected,
                "got": written(r.got, lang),
            }
            for r in failed
        ],
    }
