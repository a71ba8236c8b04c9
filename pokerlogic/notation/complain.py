"""Why a line cannot be read, in the words of a table."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator

from pokerlogic.errors import TableError, nearest, shown
from pokerlogic.notation.grammar import Notation
from pokerlogic.notation.lexer import (
    STRANGER,
    Failure,
    Piece,
    Source,
    expected,
    search,
    start_of,
    states_of,
)
from pokerlogic.notation.numerals import amount_at
from pokerlogic.notation.text import Line, is_joined, name_end
from pokerlogic.notation.words import Lexicon, is_japanese

# What the terminals that are no words are called.
_CALLED = {
    "NAME": "a player", "NEW_NAME": "a name", "NUMBER": "an amount", "CHIP": "chips",
    "CARD": "a card", "STRING": "words in quotes", "SECONDS": "seconds like `25s`",
    "WORD": "a word", "PROFILE": "a profile", "LOCATOR": "a rule number", "COMMA": "`,`",
    "SLASH": "`/`", "COLON": "`:`", "BAR": "`|`", "RANGE": "`..`", "EQUALS": "`=`",
    "POSSESSIVE": "`'s`", "MARK": "a mark like `button`", "OBSERVATION": "an observation",
    "GAME_KIND": "a game like `NLHE`", "_NL": "the end of the line",
}  # fmt: skip
_LISTED = 6


def about(failure: Failure, known: Notation, source: Source) -> TableError:
    """The error for a line that cannot be read; it points at the first thing that does not fit."""
    line, lexicon = failure.line, known.lexicon
    japanese = is_japanese(line.text, source.names.get(line.number, ()))
    strange = _stranger(known, source, line)
    if strange is not None:
        return _unknown_player(strange, source, line)
    end = _word_end(line, failure.at)
    word = line.text[failure.at : end]
    place = line.place(failure.at, end)
    terminals = _possible(known, failure)
    if failure.at == 0:
        return _unknown_line(lexicon, source, line, word, terminals)
    surfaces = list(_surfaces(lexicon, terminals))
    guess = nearest(word, surfaces) if word else None
    if guess is None and "NAME" in terminals:
        guess = nearest(word, source.names.get(line.number, ()))
    what = _described(lexicon, terminals, japanese)
    found = f"`{shown(word)}`" if word else "the line ends"
    message = f"expected {what}, found {found}" if word else f"expected {what}, but {found}"
    return TableError("PL102", message, place, _help(lexicon, line, failure.at, terminals, guess))


def _help(
    lexicon: Lexicon, line: Line, at: int, terminals: list[str], guess: str | None
) -> str | None:
    text = line.text
    if guess and guess.lower() != text[at : at + len(guess)].lower():
        return f"did you mean `{guess}`?"
    before = text[:at].rstrip()
    if "NEW_NAME" in terminals:
        return "a name is letters, digits and apostrophes; quote one of several words"
    if {"NUMBER", "CHIP"} & set(terminals) and text[at : at + 1].isdigit():
        return "amounts are whole: `5000` `5,000` `5_000` `5k` `1.5k` `1万`, chips `100x5`"
    if text[at : at + 1].isdigit() and before.lower().endswith(("all-in", "all in", "オールイン")):
        return "`all-in` has no amount: the stack says it"
    if "STRING" in terminals:
        return 'write what was said in quotes: `A says "raise"`'
    phrase = _like(lexicon, text)
    return f"perhaps `{phrase}`?" if phrase else None


def _stranger(known: Notation, source: Source, line: Line) -> Piece | None:
    """The first word that would have to be a player to make the line readable."""
    with_strangers = Source(source.lines, source.lexicon, source.names, strangers=True)
    try:
        pieces = search(states_of(known.table), start_of(known.table), with_strangers, line)
    except Failure:
        return None
    return next((p for p in pieces if p.value == STRANGER), None)


def _unknown_player(piece: Piece, source: Source, line: Line) -> TableError:
    name = line.text[piece.start : piece.end]
    seated = source.names.get(line.number, ())
    guess = nearest(name, seated)
    if guess:
        help = f"did you mean `{guess}`?"
    elif seated:
        help = "seated are " + ", ".join(f"`{shown(n, 20)}`" for n in seated[:12])
    else:
        help = "seat the players first: `seat 1 A 20000 button`"
    return TableError(
        "PL103", f"no player `{shown(name)}` at the table", line.place(piece.start, piece.end), help
    )


def _unknown_line(
    lexicon: Lexicon, source: Source, line: Line, word: str, terminals: list[str]
) -> TableError:
    place = line.place(0, len(word))
    names = source.names.get(line.number, ())
    starts = [*_surfaces(lexicon, terminals), *names]
    guess = nearest(word, starts)
    if guess is None:
        # A word run together with what follows: `席3C`.
        guess = next((s for s in starts if len(s) > 1 and word.lower().startswith(s)), None)
    phrase = _like(lexicon, line.text)
    help = (
        f"did you mean `{guess}`?"
        if guess
        else f"perhaps `{phrase}`?"
        if phrase
        else "a line begins with a player or a word like `seat`, `blinds`, `flop`, `expect`"
    )
    return TableError("PL101", f"no line begins with `{shown(word)}`", place, help)


def _possible(known: Notation, failure: Failure) -> list[str]:
    """What could stand where the search came to its end, in the order of the grammar."""
    states = states_of(known.table)
    stacks = dict.fromkeys(failure.stacks)
    return list(dict.fromkeys(t for stack in stacks for t in expected(states, stack)))


def _surfaces(lexicon: Lexicon, terminals: Iterable[str]) -> Iterator[str]:
    wanted = set(terminals)
    for group in lexicon.surfaces.values():
        for surface in group:
            if surface.terminal in wanted:
                yield surface.text


def _described(lexicon: Lexicon, terminals: Iterable[str], japanese: bool) -> str:
    """`an amount, "to" or the end of the line`; values first, then words."""
    values = [_CALLED[t] for t in terminals if t in _CALLED]
    words = [f"`{w}`" for t in terminals if (w := lexicon.shown(t, japanese))]
    listed = list(dict.fromkeys([*values, *words]))
    if len(listed) > _LISTED:
        listed = [*listed[: _LISTED - 1], "another word"]
    if not listed:
        return "nothing more"
    return " or ".join([", ".join(listed[:-1]), listed[-1]] if len(listed) > 1 else listed)


def _like(lexicon: Lexicon, text: str) -> str | None:
    """The phrase of the vocabulary most like a line."""
    texts = {p.text.lower(): p.text for p in lexicon.phrases if p.entry.kind != "outcome"}
    found = difflib.get_close_matches(text.lower(), texts, n=1, cutoff=0.6)
    return texts[found[0]] if found else None


def _word_end(line: Line, at: int) -> int:
    """The end of what is quoted in a message."""
    if at in line.quotes:
        return line.quotes[at].end
    amount = amount_at(line.text, at) if at < len(line.text) else None
    end = max(name_end(line.text, at), amount[0] if amount else at)
    if end == at and at < len(line.text):
        end += 1
        while end < len(line.text) and not line.text[end].isspace() and not is_joined(line.text[end]):
            end += 1
    while end < len(line.text) and line.text[end] in "-._" and is_joined(line.text[end - 1]):
        further = name_end(line.text, end + 1)
        if further == end + 1:
            break
        end = further
    return end
