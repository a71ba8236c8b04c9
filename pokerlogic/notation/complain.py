"""Why a line cannot be read, in the words of a table."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from pokerlogic.errors import TableError, meant, nearest, shown
from pokerlogic.messages import Each, Message, Value, any_of, listed, msg
from pokerlogic.notation.grammar import Notation
from pokerlogic.notation.lexer import (
    STRANGER,
    Failure,
    Piece,
    Source,
    begins,
    expected,
    search,
)
from pokerlogic.notation.phrases import PARTICLES, Phrase
from pokerlogic.notation.text import Line
from pokerlogic.notation.words import Lexicon, is_japanese

# What the terminals that are no words are called.
_CALLED: dict[str, Value] = {
    "NAME": msg("called.player"), "NEW_NAME": msg("called.name"), "NUMBER": msg("called.amount"),
    "CHIP": msg("called.chips"), "CARD": msg("called.card"), "STRING": msg("called.quoted"),
    "SECONDS": msg("called.seconds"), "WORD": msg("called.word"), "PROFILE": msg("called.profile"),
    "LOCATOR": msg("called.locator"), "COMMA": "`,`", "SLASH": "`/`", "COLON": "`:`", "BAR": "`|`",
    "RANGE": "`..`", "EQUALS": "`=`", "POSSESSIVE": "`'s`", "MARK": msg("called.mark"),
    "OBSERVATION": msg("called.observation"), "GAME_KIND": msg("called.game"),
    "_NL": msg("called.line_end"),
}  # fmt: skip
_LISTED = 5
_SAMPLES = {
    "seat": "3", "chips": "500", "count": "2", "natural": "2", "place": "2", "card": "As",
    "cards": "As Kd", "seconds": "30s", "word": "x", "percent": "50%", "range": '"77+"',
}  # fmt: skip
_CHIP_NOUN = re.compile(r"\b(?:put|puts|pushes) .*?([0-9][0-9,]*k?) chips?\b", re.IGNORECASE)
_MOST_RULINGS = 12
_SHARED = 0.6

# Words that say nothing by themselves.
_SMALL_WORDS = ("a", "an", "the")

# What is expected in a place where many words could stand, with examples.
_RULING = (msg("expected.ruling_words"), (msg("example.calls"),))
_GROUPS = (
    (
        {"FOLDS", "CALLS", "RAISES", "PUTS"},
        msg("expected.act"),
        (msg("example.folds"), msg("example.raises"), msg("example.says"), msg("example.puts")),
    ),
    ({"ASKS", "MAIN_POT", "NAME"}, msg("expected.ruling"), (msg("example.a_calls"),)),
    (
        {"OPTIONS", "CHOOSES"},
        msg("expected.ruling_words"),
        (msg("example.calls"), msg("example.options")),
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
    ruling = _begins_a_ruling(lexicon, terminals)
    what = _for_line(line, lambda lang: _described(lexicon, terminals, lang, ruling))
    said = msg("line.found", what=what, word=shown(word)) if word else msg("line.ends", what=what)
    starts = [*_surfaces(lexicon, terminals), *_second_words(lexicon, line.text[:at])]
    guess = nearest(word, [*starts, *(names if "NAME" in terminals else ())])
    if ruling and guess and not _alike(word, guess):
        guess = None
    if guess and guess.lower() != word.lower():
        help: Message | None = msg("meant", near=guess)
    elif ruling:
        rulings = _for_line(line, lambda lang: listed(_rulings(lexicon, lang)))
        help = msg("line.rulings.help", rulings=rulings)
    else:
        help = _hint(lexicon, line, at, set(terminals), names)
    return TableError("PL102", said, line.place(at, at + len(word)), help)


def _for_line(line: Line, words: Callable[[str], Value]) -> Value:
    """Table words: Japanese where the line is Japanese, else those of the reader's language."""
    return words("ja") if is_japanese(line.text) else Each(words("en"), words("ja"))


def _hint(
    lexicon: Lexicon, line: Line, at: int, terminals: set[str], names: Sequence[str]
) -> Message | None:
    """What helps with the mistakes that are made most."""
    text = line.text
    digit = text[at : at + 1].isdigit()
    if _SEATING & terminals and begins(lexicon, line, "SEAT"):
        return msg("line.seat.help")
    if {"NUMBER", "CHIP"} & terminals and digit:
        return msg("line.amount.help")
    if digit and text[:at].rstrip().lower().endswith(("all-in", "all in", "オールイン")):
        return msg("line.all_in.help")
    if {"STRING"} == terminals:
        return msg("line.speech.help")
    chip = _CHIP_NOUN.search(text)
    if chip:
        return msg("line.chip.help", chip=chip[1])
    phrase = _like(lexicon, text, names)
    return msg("perhaps", phrase=phrase) if phrase else None


def _stranger(known: Notation, source: Source, line: Line) -> Piece | None:
    """The first word that would have to be a player to make the line readable."""
    with_strangers = Source(source.lines, source.lexicon, source.names, strangers=True)
    try:
        pieces = search(known.table.states, known.table.start, with_strangers, line)
    except Failure:
        return None
    return next((p for p in pieces if p.value == STRANGER), None)


def _unknown_player(piece: Piece, names: Sequence[str], line: Line) -> TableError:
    name = line.text[piece.start : piece.end]
    help = meant(name, names)
    if help is None:
        help = (
            msg("player.seated.help", names=_seated(names)) if names else msg("player.first.help")
        )
    place = line.place(piece.start, piece.end)
    return TableError("PL103", msg("player.unknown", name=shown(name)), place, help)


def _unknown_line(
    lexicon: Lexicon, names: Sequence[str], line: Line, word: str, terminals: list[str]
) -> TableError:
    starts = [*_surfaces(lexicon, terminals), *names]
    phrase = _like(lexicon, line.text, names)
    observed = _bare_observation(lexicon, line.text)
    help = msg("perhaps", phrase=observed) if observed else meant(word, starts)
    if help is None and phrase:
        help = msg("perhaps", phrase=phrase)
    elif help is None:
        seated = msg("called.players", names=_seated(names)) if names else msg("called.player")
        help = msg("line.begins.help", player=seated)
    place = line.place(0, len(word))
    return TableError("PL101", msg("line.unknown", word=shown(word)), place, help)


def _bare_observation(lexicon: Lexicon, text: str) -> str | None:
    """An observation that stands without the word that begins its line, with that word."""
    run = {re.sub(r"\s", "", word).lower(): word for word in lexicon.observations}
    low = re.sub(r"\s", "", text).lower()
    found = difflib.get_close_matches(low, run, n=1, cutoff=0.75) if len(low) <= 200 else []
    if not found:
        return None
    return f"{lexicon.shown('OBSERVED', 'ja' if is_japanese(text) else 'en')} {run[found[0]]}"


def _seated(names: Sequence[str]) -> Value:
    return listed(f"`{shown(n, 20)}`" for n in names[:12])


def _possible(known: Notation, failure: Failure) -> list[str]:
    """What could stand where the search came to its end, in the order of keywords.yaml."""
    states = known.table.states
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


def _second_words(lexicon: Lexicon, before: str) -> Iterator[str]:
    """What follows in keywords of two words, if their first word is all there is before."""
    for group in lexicon.surfaces.values():
        for surface in group:
            first, _, second = surface.written.partition(" ")
            if second and before.strip().lower() == first.lower():
                yield second


def _begins_a_ruling(lexicon: Lexicon, terminals: Sequence[str]) -> bool:
    """Whether all answers that are worded behind a player could stand here."""
    firsts = {
        lexicon.literals[p.elements[1][1:]]
        for p in lexicon.phrases
        if p.kind == "outcome" and p.elements[0] == "NAME" and p.elements[1][0] == "="
    }
    return bool(firsts) and firsts <= set(terminals)


def _described(
    lexicon: Lexicon, terminals: Sequence[str], lang: str, ruling: bool = False
) -> Value:
    """An amount, `to` or the end of the line; values first, then words."""
    for group, called, examples in _GROUPS:
        if group <= set(terminals):
            return _with_examples(called, examples, lang)
    if ruling:
        return _with_examples(*_RULING, lang)
    values = [name for t, name in _CALLED.items() if t in terminals and t != "_NL"]
    words = [f"`{w}`" for t in terminals if (w := lexicon.shown(t, lang))]
    telling = [w for w in words if w.strip("`") not in _SMALL_WORDS]
    found = [*values, *dict.fromkeys(telling)] or list[Value](words)
    if len(found) > _LISTED:
        found = [*found[:_LISTED], msg("called.another")]
    found += [_CALLED["_NL"]] if "_NL" in terminals else []
    return any_of(found) if found else msg("called.nothing")


def _with_examples(called: Message, examples: Sequence[Message], lang: str) -> Value:
    return msg("expected.like", what=called, examples=listed(e.text(lang) for e in examples))


def _alike(word: str, guess: str) -> bool:
    return difflib.SequenceMatcher(None, word.casefold(), guess.casefold()).ratio() >= 0.75


def _rulings(lexicon: Lexicon, lang: str) -> list[str]:
    """Some of the answers about an action, as they are written behind a player."""
    texts = (
        (p.entry.id, _RANGE.sub("400..900", p.text.replace("{who}", "")).strip())
        for p in lexicon.phrases
        if p.lang == lang and p.entry.kind == "outcome" and p.entry.id.startswith("act.")
    )
    # Of each answer the wording that comes first.
    firsts = dict(reversed(list(texts)))
    written = [f"`{re.sub(_ARGUMENT, '600', text)}`" for text in reversed(firsts.values())]
    return written[:_MOST_RULINGS]


def _like(lexicon: Lexicon, text: str, names: Sequence[str]) -> str | None:
    """The phrase of the vocabulary most like a line, with examples for its arguments."""
    if len(text) > 200:
        return None
    low = text.lower()
    texts = {p.text.lower(): p for p in lexicon.phrases if p.entry.kind != "outcome"}
    alike = difflib.get_close_matches(low, texts, n=1, cutoff=0.6)
    shared = {t: share for t in texts if (share := _shared(t, low)) >= _SHARED}
    most = [max(shared, key=lambda t: (shared[t], len(t)))] if shared else []
    # Japanese runs words together in any order, which spoils the likeness of the whole.
    found = [*most, *alike] if is_japanese(text) else [*alike, *most]
    return _example(texts[found[0]], text, names) if found else None


def _shared(phrase: str, text: str) -> float:
    """How much of the words of a phrase a text has, in whatever order, by their letters."""
    words = [w for w in phrase.split() if "{" not in w and w not in PARTICLES]
    letters = sum(map(len, words))
    return sum(len(w) for w in words if w in text) / letters if letters else 0.0


def _example(phrase: Phrase, text: str, names: Sequence[str]) -> str:
    """A phrase with the players of the line, or the first ones seated, and sample values."""
    words = text if is_japanese(text) else re.findall(r"[^\W_]+", text)
    found = sorted((n for n in names if n in words), key=words.index)
    players = iter([*found, *(n for n in names if n not in found)])
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
