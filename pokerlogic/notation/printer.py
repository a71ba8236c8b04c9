"""From situations back to table text, in the language of each line or in one language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from pokerlogic.notation import wording
from pokerlogic.notation.grammar import notation
from pokerlogic.notation.text import Line, read_line
from pokerlogic.notation.words import Lexicon, is_japanese
from pokerlogic.situation import (
    Expectation,
    NextHand,
    Seat,
    Setting,
    Situation,
    Step,
    Street,
)

Piece = Setting | Seat | Step | Expectation


def format(
    situations: Iterable[Situation], lang: str | None = None, books: Sequence[Path] = ()
) -> str:
    """The canonical text of situations; ends with a newline.

    Comments, blank lines and the language of each line are kept, as far as the situations have
    their `lines`; those without are printed in `lang` or English.  With `lang` (`en` or `ja`)
    everything is printed in that language, except names, quotations and comments.
    """
    lexicon = notation(books).lexicon
    blocks = [list(_block(lexicon, s, lang)) for s in situations]
    return _joined(blocks)


def phrase(
    issue: str,
    answer: str,
    who: str | None,
    values: Sequence[int | str],
    lang: str = "en",
    books: Sequence[Path] = (),
) -> str:
    """An answer in the words of the issues: `phrase("act", "raise", "A", (1600,))`.

    Raises KeyError for an answer that has no words.
    """
    return wording.outcome_words(notation(books).lexicon, issue, answer, who, values, lang)


def _joined(blocks: Sequence[Sequence[str]]) -> str:
    """One blank line at most between lines, none at the ends."""
    out: list[str] = []
    for block in blocks:
        if out and out[-1]:
            follows = not block or not block[0]
            # Cases of one file stand apart; the comment of a case stays with it.
            out += [] if follows else [""]
        for line in block:
            if line or (out and out[-1]):
                out.append(line)
    while out and not out[-1]:
        out.pop()
    return "\n".join([*out, ""])


def _block(lexicon: Lexicon, situation: Situation, lang: str | None) -> Iterator[str]:
    first, last = situation.span
    if situation.lines and last >= first:
        yield from _as_written(lexicon, situation, lang)
    else:
        yield from _anew(lexicon, situation, lang or "en")


def _as_written(lexicon: Lexicon, situation: Situation, lang: str | None) -> Iterator[str]:
    """Line by line as the text has it, each in canonical form."""
    names = _names(situation)
    pieces: dict[int, list[Piece]] = {}
    for piece in _pieces(situation):
        pieces.setdefault(piece.place.line, []).append(piece)
    for number in range(situation.span[0], situation.span[1] + 1):
        line = read_line(situation.lines[number - 1], number)
        of_line = lang or _language(line, names)
        here = pieces.get(number, [])
        text = _line(lexicon, here, of_line)
        if not here and line.text and situation.title is not None and line.quotes:
            text = _title(lexicon, situation, of_line)
        if line.text and not text:
            continue
        yield "  ".join(t for t in (text, line.comment) if t)


def _anew(lexicon: Lexicon, situation: Situation, lang: str) -> Iterator[str]:
    """A situation that was never text: header, seats, the hand, expectations."""
    if situation.title is not None:
        yield _title(lexicon, situation, lang)
    tables = [s for s in situation.settings if s.id == "table"]
    yield from _header(lexicon, [s for s in situation.settings if s.id != "table"], lang)
    yield from _seats(lexicon, situation.seats, tables, lang)
    for step in situation.steps:
        if isinstance(step, Street):
            yield ""
        if isinstance(step, NextHand):
            yield ""
            yield wording.step_words(lexicon, step, lang)
            yield from _header(lexicon, step.settings, lang)
            yield from (wording.seat_words(lexicon, s, lang) for s in step.seats)
        else:
            yield wording.step_words(lexicon, step, lang)
    if situation.expectations:
        yield ""
    yield from (wording.expectation_words(lexicon, e, lang) for e in situation.expectations)


def _seats(
    lexicon: Lexicon, seats: Sequence[Seat], tables: Sequence[Setting], lang: str
) -> Iterator[str]:
    """The seat lines, those of a table below its `table` line."""
    yield from (wording.seat_words(lexicon, s, lang) for s in seats if s.table is None)
    for table in tables:
        yield wording.settings_words(lexicon, [table], lang)
        own = (s for s in seats if s.table == table.values[0])
        yield from (wording.seat_words(lexicon, s, lang) for s in own)


def _header(lexicon: Lexicon, settings: Sequence[Setting], lang: str) -> Iterator[str]:
    for _, group in groupby(settings, key=lambda s: wording.line_of(s.id)):
        together = list(group)
        if wording.line_of(together[0].id) in ("game", "blinds", "chips"):
            yield wording.settings_words(lexicon, together, lang)
        else:
            yield from (wording.settings_words(lexicon, [s], lang) for s in together)


def _line(lexicon: Lexicon, pieces: Sequence[Piece], lang: str) -> str:
    if not pieces:
        return ""
    first = pieces[0]
    if isinstance(first, Setting):
        return wording.settings_words(lexicon, [p for p in pieces if isinstance(p, Setting)], lang)
    if isinstance(first, Seat):
        return wording.seat_words(lexicon, first, lang)
    if isinstance(first, Expectation):
        return wording.expectation_words(lexicon, first, lang)
    return wording.step_words(lexicon, first, lang)


def _title(lexicon: Lexicon, situation: Situation, lang: str) -> str:
    title = f"{lexicon.keyword('CASE', lang)} {wording.quoted(situation.title or '', lang)}"
    if situation.source is None:
        return title
    return f"{title} {lexicon.keyword('SOURCE', lang)} {wording.quoted(situation.source, lang)}"


def _pieces(situation: Situation) -> Iterator[Piece]:
    yield from situation.settings
    yield from situation.seats
    for step in situation.steps:
        yield step
        if isinstance(step, NextHand):
            yield from step.settings
            yield from step.seats
    yield from situation.expectations


def _names(situation: Situation) -> list[str]:
    return [p.player for p in _pieces(situation) if isinstance(p, Seat)]


def _language(line: Line, names: Sequence[str]) -> str:
    """The language of a line; where no word tells it the quotation marks do (`A「raise」`)."""
    text = line.text
    for quote in line.quotes.values():
        text = text[: quote.start] + " " * (quote.end - quote.start) + text[quote.end :]
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, " ")
    words = any(c.isalpha() for c in text)
    marks = any(line.text[start] in "「『" for start in line.quotes)
    return "ja" if is_japanese(text) or (marks and not words) else "en"
