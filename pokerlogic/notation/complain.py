"""Why a line cannot be read, in the words of a table."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence

from pokerlogic.errors import TableError, nearest, shown
from pokerlogic.notation.grammar import Notation
from pokerlogic.notation.lexer import (
    STRANGER,
    Failure,
    Piece,
    Source,
    begins,
    expected,
    search,
    start_of,
    states_of,
)
from pokerlogic.notation.phrases import PARTICLES, Phrase
from pokerlogic.notation.text import Line
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
_LISTED = 5
_SAMPLES = {
    "seat": "3", "chips": "500", "count": "2", "natural": "2", "place": "2", "card": "As",
    "cards": "As Kd", "seconds": "30s", "word": "x",
}  # fmt: skip
_CHIP_NOUN = re.compile(r"\b(?:put|puts|pushes) .*?([0-9][0-9,]*k?) chips?\b", re.IGNORECASE)
_MOST_RULINGS = 12

_RULING = ("the words of a ruling: `calls 600`", "the words of a ruling: `コール 600`")
# Words that say nothing by themselves.
_SMALL_WORDS = ("a", "an", "the")

# What is expected in a place where many words could stand, in English and in Japanese.
_GROUPS = (
    (
        {"FOLDS", "CALLS", "RAISES", "PUTS"},
        (
            'what the player did: `folds`, `raises to 600`, `says "raise"`, `puts 500`',
            "what the player did: `フォールド`, `レイズ 600`, `「レイズ」`, `チップ 500`",
        ),
    ),
    (
        {"ASKS", "MAIN_POT", "NAME"},
        ("a ruling like `A calls 600`", "a ruling like `A コール 600`"),
    ),
    (
        {"OPTIONS", "CHOOSES"},
        (
            "the words of a ruling: `calls 600`, `options fold, call 600`",
            "the words of a ruling: `コール 600`, `選択肢 フォールド、コール 600`",
        ),
    ),
)
_SEATING = {"NEW_NAME", "NUMBER"}
_ARGUMENT = r"\{\w+\}"
_RANGE = re.compile(rf"{_ARGUMENT}\.\.{_ARGUMENT}")
_SCRIPTS = "[ァ-ヺー]+|[ぁ-ゖ一-鿿々]+"
_TOKEN = re.compile(rf"[0-9][\w.,]*|{_SCRIPTS}|[^\W_]+(?:[-'][^\W_]+)*|\S")


def about(failure: Failure, known: Notation, source: Source) -> TableError:
    """The error for a line that cannot be read; it points at the first thing that does not fit."""
    line, lexicon = failure.line, known.lexicon
    names = source.names.get(line.number, ())
    strange = _stranger(known, source, line)
    if strange is not None:
        return _unknown_player(strange, names, line)
    at = failure.at
    while at and line.text[at : at + 1] and line.text[at] in PARTICLES and line.text[at + 1 :]:
        at += 1
    word = line.text[at : _word_end(line, at)]
    terminals = _possible(known, failure)
    if at == 0:
        return _unknown_line(lexicon, names, line, word, terminals)
    lang = "ja" if is_japanese(line.text) else "en"
    ruling = _begins_a_ruling(lexicon, terminals)
    what = _described(lexicon, terminals, lang, ruling)
    found = f"found `{shown(word)}`" if word else "but the line ends"
    guess = nearest(word, [*_surfaces(lexicon, terminals), *(names if "NAME" in terminals else ())])
    if ruling and guess and not _alike(word, guess):
        guess = None
    if guess and guess.lower() != word.lower():
        help: str | None = f"did you mean `{guess}`?"
    else:
        help = (
            _rulings(lexicon, lang) if ruling else _hint(lexicon, line, at, set(terminals), names)
        )
    place = line.place(at, at + len(word))
    return TableError("PL102", f"expected {what}, {found}", place, help)


def _hint(
    lexicon: Lexicon, line: Line, at: int, terminals: set[str], names: Sequence[str]
) -> str | None:
    """What helps with the mistakes that are made most."""
    text = line.text
    digit = text[at : at + 1].isdigit()
    if _SEATING & terminals and begins(lexicon, line, "SEAT"):
        return "write `seat 3 A 20000`; a name of several words or with other marks is quoted"
    if {"NUMBER", "CHIP"} & terminals and digit:
        return "amounts are whole: `5000` `5,000` `5_000` `5k` `1.5k` `1万`, chips `100x5`"
    if digit and text[:at].rstrip().lower().endswith(("all-in", "all in", "オールイン")):
        return "`all-in` has no amount: the stack says it"
    if {"STRING"} == terminals:
        return 'write what was said in quotes: `A says "raise"`'
    chip = _CHIP_NOUN.search(text)
    if chip:
        return f"write `puts {chip[1]}`; two such chips are `puts {chip[1]}x2`"
    phrase = _like(lexicon, text, names)
    return f"perhaps `{phrase}`?" if phrase else None


def _stranger(known: Notation, source: Source, line: Line) -> Piece | None:
    """The first word that would have to be a player to make the line readable."""
    with_strangers = Source(source.lines, source.lexicon, source.names, strangers=True)
    try:
        pieces = search(states_of(known.table), start_of(known.table), with_strangers, line)
    except Failure:
        return None
    return next((p for p in pieces if p.value == STRANGER), None)


def _unknown_player(piece: Piece, names: Sequence[str], line: Line) -> TableError:
    name = line.text[piece.start : piece.end]
    guess = nearest(name, names)
    if guess:
        help = f"did you mean `{guess}`?"
    elif names:
        help = f"seated are {_seated(names)}"
    else:
        help = "seat the players first: `seat 1 A 20000 button`"
    return TableError(
        "PL103", f"no player `{shown(name)}` at the table", line.place(piece.start, piece.end), help
    )


def _unknown_line(
    lexicon: Lexicon, names: Sequence[str], line: Line, word: str, terminals: list[str]
) -> TableError:
    starts = [*_surfaces(lexicon, terminals), *names]
    guess = nearest(word, starts)
    phrase = _like(lexicon, line.text, names)
    if guess:
        help = f"did you mean `{guess}`?"
    elif phrase:
        help = f"perhaps `{phrase}`?"
    else:
        player = f"a player ({_seated(names)})" if names else "a player"
        help = f"a line begins with {player} or a word like `seat`, `blinds`, `flop`, `expect`"
    place = line.place(0, len(word))
    return TableError("PL101", f"no line begins with `{shown(word)}`", place, help)


def _seated(names: Sequence[str]) -> str:
    return ", ".join(f"`{shown(n, 20)}`" for n in names[:12])


def _possible(known: Notation, failure: Failure) -> list[str]:
    """What could stand where the search came to its end, in the order of keywords.yaml."""
    states = states_of(known.table)
    possible = {t for stack in set(failure.stacks) for t in expected(states, stack)}
    order = {t: i for i, t in enumerate(known.lexicon.keywords)}
    literal_of = known.lexicon.literal_of
    return sorted(possible, key=lambda t: (order.get(t, len(order)), literal_of.get(t, t)))


def _surfaces(lexicon: Lexicon, terminals: Iterable[str]) -> Iterator[str]:
    wanted = set(terminals)
    for group in lexicon.surfaces.values():
        for surface in group:
            if surface.terminal in wanted:
                yield surface.written


def _begins_a_ruling(lexicon: Lexicon, terminals: Sequence[str]) -> bool:
    """Whether all answers that are worded behind a player could stand here."""
    firsts = {
        lexicon.literals[p.elements[1][1:]]
        for p in lexicon.phrases
        if p.entry.kind == "outcome" and p.elements[0] == "NAME" and p.elements[1][0] == "="
    }
    return bool(firsts) and firsts <= set(terminals)


def _described(lexicon: Lexicon, terminals: Sequence[str], lang: str, ruling: bool = False) -> str:
    """`an amount, "to" or the end of the line`; values first, then words."""
    for group, called in _GROUPS:
        if group <= set(terminals):
            return called[lang == "ja"]
    if ruling:
        return _RULING[lang == "ja"]
    values = [name for t, name in _CALLED.items() if t in terminals and t != "_NL"]
    words = [f"`{w}`" for t in terminals if (w := lexicon.shown(t, lang))]
    telling = [w for w in words if w.strip("`") not in _SMALL_WORDS]
    listed = list(dict.fromkeys([*values, *telling])) or words
    if len(listed) > _LISTED:
        listed = [*listed[:_LISTED], "another word"]
    listed += [_CALLED["_NL"]] if "_NL" in terminals else []
    if not listed:
        return "nothing more"
    return " or ".join([", ".join(listed[:-1]), listed[-1]] if len(listed) > 1 else listed)


def _alike(word: str, guess: str) -> bool:
    return difflib.SequenceMatcher(None, word.casefold(), guess.casefold()).ratio() >= 0.75


def _rulings(lexicon: Lexicon, lang: str) -> str:
    """Some of the answers about an action, as they are written behind a player."""
    texts = (
        (p.entry.id, _RANGE.sub("400..900", p.text.replace("{who}", "")).strip())
        for p in lexicon.phrases
        if p.lang == lang and p.entry.kind == "outcome" and p.entry.id.startswith("act.")
    )
    # Of each answer the wording that comes first.
    firsts = dict(reversed(list(texts)))
    listed = [f"`{re.sub(_ARGUMENT, '600', text)}`" for text in reversed(firsts.values())]
    return f"rulings are {', '.join(listed[:_MOST_RULINGS])} and more"


def _like(lexicon: Lexicon, text: str, names: Sequence[str]) -> str | None:
    """The phrase of the vocabulary most like a line, with examples for its arguments."""
    if len(text) > 200:
        return None
    texts = {p.text.lower(): p for p in lexicon.phrases if p.entry.kind != "outcome"}
    found = difflib.get_close_matches(text.lower(), texts, n=1, cutoff=0.6)
    return _example(texts[found[0]], text, names) if found else None


def _example(phrase: Phrase, text: str, names: Sequence[str]) -> str:
    """A phrase with the players of the line, or the first ones seated, and sample values."""
    found = re.findall(r"[^\W_]+", text)
    players = iter([*(n for n in found if n in names), *(n for n in names if n not in found)])
    shown = {
        arg: next(players, "A") if sort == "player" else _SAMPLES[sort]
        for arg, sort in phrase.entry.args
    }
    return re.sub(r"\{(\w+)\}", lambda m: shown[m[1]], phrase.text)


def _word_end(line: Line, at: int) -> int:
    """The end of what is quoted in a message."""
    if at in line.quotes:
        return line.quotes[at].end
    m = _TOKEN.match(line.text, at)
    return m.end() if m else at
