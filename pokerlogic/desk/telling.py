"""How two profiles differ, as text, as Markdown and as JSON with fixed keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pokerlogic.messages import LANGUAGES, Message, Value, msg, written
from pokerlogic.render import answer_json, say

from .account import Account, Group, Shown, Voice, answers_of, asks, place
from .difference import Difference, Kind, Side, Swath
from .report import setup_heading, table

Json = dict[str, Any]

MARKS = {
    "same": msg("diff.same"),
    "stricter": msg("diff.stricter"),
    "looser": msg("diff.looser"),
    "different": msg("diff.different"),
}
"""How the right stands to the left."""

AMOUNTS = {
    "more": msg("diff.more"),
    "less": msg("diff.less"),
    "both": msg("diff.other"),
}
"""How the amounts on the right stand to those on the left."""


def to_json(told: Account) -> Json:
    """The difference with the keys the design fixes; kinds in the order they are told."""
    found = told.difference
    return {
        "schema": 1,
        "left": found.left.profile.id,
        "right": found.right.profile.id,
        "books": {
            "left": list(found.left.profile.editions),
            "right": list(found.right.profile.editions),
        },
        "readings": {
            "left": [f"{b}:{r}={v}" for b, r, v in found.left.readings],
            "right": [f"{b}:{r}={v}" for b, r, v in found.right.readings],
        },
        "at_least": found.limited,
        "domains": [
            {
                "name": s.domain.id,
                "title": s.domain.title,
                "situations": s.situations,
                "certified": s.certified,
                "alike": s.alike,
                "silent": s.silent,
                "complete": not s.partial,
            }
            for s in found.swaths
        ],
        "kinds": [_kind_json(s) for s in told.every],
    }


def _kind_json(shown: Shown) -> Json:
    kind = shown.kind
    sentence = shown.sentence()
    return {
        "issue": kind.issue,
        "left": _side_json(shown, shown.left, 0),
        "right": _side_json(shown, shown.right, 1),
        "count": kind.count,
        "witness": kind.witness.text,
        "domain": kind.witness.domain,
        "mark": kind.mark,
        "same": kind.same,
        "amounts": kind.amounts,
        "stake": kind.stake,
        "text": {lang: sentence.text(lang) for lang in LANGUAGES},
    }


def _side_json(shown: Shown, voice: Voice, index: int) -> Json:
    """The answers are those to the witness; a side that says nothing has none."""
    answers = answers_of(shown.kind.issue, shown.kind.example[index], voice.setup)
    return {
        "answers": [answer_json(a) for a in answers],
        "by": [
            {
                "clause": c.id,
                "book": voice.setup.edition_of(c.book),
                "locator": voice.setup.locator(c),
            }
            for c in voice.clauses
        ],
        "decides": voice.side.decides if voice.side is not None else None,
        "silent": voice.side is None,
    }


# --- text -----------------------------------------------------------------------------------------


def to_text(told: Account, lang: str, full: bool = False, folders: tuple[Path, ...] = ()) -> str:
    """What was looked at, the differences, then what is ruled alike for another reason."""
    found = told.difference
    lines = [setup_heading(found.left), setup_heading(found.right), "", *looked_at(found, lang)]
    lines += ["", summary(told).text(lang)]
    at_length = told.groups if full else told.groups[:AT_LENGTH]
    for number, group in enumerate(at_length, 1):
        lines += ["", *_group(group, number, lang, folders)]
    rest = told.groups[len(at_length) :]
    if rest:
        lines += ["", msg("diff.in_lines", count=len(rest)).text(lang)]
        lines += [_in_a_line(g, n, lang) for n, g in enumerate(rest, len(at_length) + 1)]
    if told.reasons:
        lines += ["", *_reasons(told, lang, full)]
    lines += ["", say("note", lang)]
    return "\n".join(lines)


def looked_at(found: Difference, lang: str) -> Iterator[str]:
    """The domains, and how often both rule alike in them."""
    total = sum(s.situations for s in found.swaths)
    alike = sum(s.alike for s in found.swaths)
    yield msg("diff.looked", situations=total, alike=alike).text(lang)
    for swath in found.swaths:
        yield f"  {_swath(swath, lang)}"
    if found.limited:
        yield msg("check.at_least").text(lang)


def _swath(swath: Swath, lang: str) -> str:
    title = swath.domain.title[lang]
    text = msg(
        "diff.domain",
        name=swath.domain.id if title == swath.domain.id else f"{swath.domain.id} ({title})",
        situations=swath.situations,
        alike=swath.alike,
    ).text(lang)
    if swath.silent:
        text += f", {msg('diff.silent', count=swath.silent).text(lang)}"
    return text + (f"  ({msg('check.partial').text(lang)})" if swath.partial else "")


def summary(told: Account) -> Message:
    """How many differences there are, and how the right stands to the left in them."""
    kinds = [s.kind for g in told.groups for s in g.every()]
    if not kinds:
        return msg("diff.none")
    return msg(
        "diff.summary",
        groups=len(told.groups),
        kinds=len(kinds),
        stricter=sum(1 for k in kinds if k.mark == "stricter"),
        looser=sum(1 for k in kinds if k.mark == "looser"),
        different=sum(1 for k in kinds if k.mark == "different"),
    )


def places(group: Group, lang: str) -> str:
    """`TDA 2024 46 / EVERY 33`."""
    labels = []
    for voice in group.first.voices:
        found = voice.places()
        labels.append(", ".join(found) if found else said(voice.title, lang))
    return " / ".join(labels)


def said(value: Value, lang: str) -> str:
    """A value in a language."""
    return written(value, lang)


def _group(group: Group, number: int, lang: str, folders: tuple[Path, ...]) -> Iterator[str]:
    yield f"{number}. {said(group.title(), lang)}  [{places(group, lang)}]"
    yield f"   {asks(group.first).text(lang)}"
    for one in group.kinds:
        yield from (f"   {line}" for line in _shown(one, lang, folders))
    for follower in group.follows:
        yield f"   {msg('diff.follows', asks=asks(follower.first)).text(lang)}"
        for one in follower.kinds:
            yield from (f"     {line}" for line in _answers(one, lang))


def _shown(shown: Shown, lang: str, folders: tuple[Path, ...]) -> Iterator[str]:
    yield said(shown.story, lang)
    for value in shown.supposing:
        yield f"  {said(value, lang)}"
    yield from _answers(shown, lang)
    yield from (f"    | {line}".rstrip() for line in table(shown.kind.witness, lang, folders))


def _answers(shown: Shown, lang: str) -> Iterator[str]:
    for voice in shown.voices:
        yield f"  {said(msg('diff.says', where=voice.label, what=voice.rules), lang)}"
    yield f"  {_standing(shown.kind, lang)}"


def _standing(kind: Kind, lang: str) -> str:
    """How the right stands to the left, and how often."""
    mark = said(MARKS[kind.mark], lang)
    if kind.amounts is not None:
        mark = said(msg("diff.mark_amounts", mark=mark, amounts=AMOUNTS[kind.amounts]), lang)
    count = msg("check.smallest", count=kind.count, domain=kind.witness.domain)
    return f"[{mark}] {said(count, lang)}"


def _reasons(told: Account, lang: str, full: bool) -> Iterator[str]:
    """Ruled alike by other clauses: a line for each pair of clauses."""
    rows = same_reasons(told, lang)
    yield said(msg("diff.reasons", count=len(rows)), lang)
    listed = rows if full else rows[:REASONS]
    yield from (f"  {left} = {right}: {what}" for left, right, what in listed)
    if len(listed) < len(rows):
        yield f"  {said(msg('check.more', count=len(rows) - len(listed)), lang)}"


def _in_a_line(group: Group, number: int, lang: str) -> str:
    """A difference without its situation: the clauses, what they are asked, and how often."""
    kind = group.first.kind
    heading = f"{number}. {said(group.title(), lang)}  [{places(group, lang)}]"
    count = said(msg("check.count", count=kind.count), lang)
    return f"{heading} {asks(group.first).text(lang)} [{said(MARKS[kind.mark], lang)}] {count}"


AT_LENGTH = 40
"""Differences that a text tells with their situations, those with most at stake first."""

REASONS = 20
"""Pairs of clauses that rule alike which a text lists."""


def same_reasons(told: Account, lang: str) -> list[tuple[str, str, str]]:
    """The places on both sides, and what is ruled alike how often; what is seen most first."""
    rows: dict[tuple[str, str], dict[str, int]] = {}
    for group in told.reasons:
        for shown in group.kinds:
            left, right = (", ".join(v.places()) or said(v.title, lang) for v in shown.voices)
            row = rows.setdefault((left, right), {})
            what = _what(shown, lang)
            row[what] = row.get(what, 0) + shown.kind.count
    return [
        (left, right, ", ".join(f"{what} {count:,}" for what, count in row.items()))
        for (left, right), row in sorted(rows.items(), key=lambda r: -sum(r[1].values()))
    ]


def _what(shown: Shown, lang: str) -> str:
    """What is ruled, without amounts: the words of the options, else the question."""
    side: Side | None = shown.kind.left
    library = shown.left.setup.library
    words = []
    for id in side.answers if side is not None else ():
        spec = library.issues[shown.kind.issue].answers.get(id)
        if spec is None or not spec.option:
            return asks(shown).text(lang)
        words.append(spec.option[lang])
    return "/".join(words)


# --- Markdown -------------------------------------------------------------------------------------


def to_markdown(told: Account, lang: str, folders: tuple[Path, ...] = ()) -> str:
    """The same as Markdown."""
    found = told.difference
    title = msg("diff.title", left=_title(found, 0), right=_title(found, 1))
    lines = [f"# {said(title, lang)}", ""]
    lines += [f"`{setup_heading(found.left)}`  ", f"`{setup_heading(found.right)}`", ""]
    lines += [f"{said(summary(told), lang)}", ""]
    for number, group in enumerate(told.groups, 1):
        lines += _group_markdown(group, number, lang, folders)
    lines += _agreement_markdown(told, lang)
    lines += [f"*{say('note', lang)}*", ""]
    return "\n".join(lines)


def _title(found: Difference, index: int) -> Value:
    setup = (found.left, found.right)[index]
    return Voice(setup, None, None).title


def _group_markdown(
    group: Group, number: int, lang: str, folders: tuple[Path, ...]
) -> Iterator[str]:
    yield f"## {number}. {_plain(said(group.title(), lang))}"
    yield ""
    yield f"{asks(group.first).text(lang)} ({places(group, lang)})"
    yield ""
    for one in group.kinds:
        yield f"**{_plain(said(one.story, lang))}**"
        yield ""
        yield from _answers_markdown(one, lang)
        yield ""
        yield "```"
        yield from table(one.kind.witness, lang, folders)
        yield "```"
        yield ""
    for follower in group.follows:
        yield said(msg("diff.follows", asks=asks(follower.first)), lang)
        yield ""
        for one in follower.kinds:
            yield from _answers_markdown(one, lang)
            yield ""


def _answers_markdown(shown: Shown, lang: str) -> Iterator[str]:
    for value in shown.supposing:
        yield f"* {_plain(said(value, lang))}"
    for voice in shown.voices:
        yield f"* {said(voice.label, lang)}: {_plain(said(voice.rules, lang))}"
        for clause in voice.clauses:
            yield f"  * {place(voice.setup, clause)}: {_plain(clause.paraphrase[lang])}"
    yield f"* {_standing(shown.kind, lang)}"


def _agreement_markdown(told: Account, lang: str) -> Iterator[str]:
    heads = [msg("diff.col_domain"), msg("diff.col_situations"), msg("diff.col_alike")]
    yield f"## {said(msg('diff.agreement'), lang)}"
    yield ""
    yield _row([said(h, lang) for h in heads])
    yield "|---|---:|---:|"
    for swath in told.difference.swaths:
        title = f"{swath.domain.title[lang]} (`{swath.domain.id}`)"
        yield _row([title, f"{swath.situations:,}", f"{swath.alike:,}"])
    yield ""
    if told.difference.limited:
        yield said(msg("check.at_least"), lang)
        yield ""
    rows = same_reasons(told, lang)
    if rows:
        yield f"## {said(msg('diff.reasons', count=len(rows)), lang)}"
        yield ""
        left, right = (said(_title(told.difference, n), lang) for n in (0, 1))
        yield _row([left, right, said(msg("diff.col_ruled"), lang)])
        yield "|---|---|---|"
        yield from (_row(row) for row in rows)
        yield ""


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(c.replace('|', '/') for c in cells)} |"


def _plain(text: str) -> str:
    """Text in which no sign of Markdown stands for itself."""
    return "".join(f"\\{c}" if c in "*_`<>[]#|\\" else c for c in text)
