"""Puts the grammar together, builds the LALR tables and stores them as plain data."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import lark
from lark.exceptions import GrammarError

from pokerlogic import caching, foreign, guard, resources
from pokerlogic.errors import BookError
from pokerlogic.messages import msg
from pokerlogic.notation import lalr, vocabulary, words
from pokerlogic.notation import phrases as phrase_checks
from pokerlogic.notation.lalr import Parser
from pokerlogic.notation.lexer import Source, TableLexer, search_line
from pokerlogic.notation.phrases import Phrase
from pokerlogic.notation.speech import SpeechLexer, SpeechWords
from pokerlogic.notation.text import read_line
from pokerlogic.notation.words import Lexicon

FORMAT = 6

_ALIAS = re.compile(r"\bp(\d+)\b")


@dataclass(frozen=True)
class Notation:
    """Everything needed to read tables written with one set of books."""

    lexicon: Lexicon
    table: Parser
    speech_words: SpeechWords
    speech: Parser


def notation(books: Sequence[Path] = ()) -> Notation:
    """The notation with the vocabulary of the shipped books and of the given folders.

    Tables are taken from the wheel or the user's cache if they were built from the same files.
    Raises BookError for a vocabulary that cannot be used.
    """
    return _notation(tuple(Path(b) for b in books))


@cache
def _notation(books: tuple[Path, ...]) -> Notation:
    for folder in books:
        foreign.survey(folder)
    wanted = key(books)
    stored = resources.built("notation.json")
    cached = caching.place(f"notation-{wanted[:32]}")
    for file in (stored, cached):
        data = _read(file, wanted) if file else None
        if data is not None:
            # A kept file is not trusted.
            with suppress(Exception):
                return load(data)
    data = guard.reading(lambda: _made_outside(books)) if books else tables(books)
    caching.keep(cached, data)
    return load(data)


def _made_outside(books: Sequence[Path]) -> dict[str, Any]:
    for folder in books:
        foreign.check(folder)
    return tables(books)


def tables(books: Sequence[Path] = ()) -> dict[str, Any]:
    """The built tables as plain data that JSON can hold; `load` turns it into a notation.

    Raises BookError for a vocabulary that cannot be used.
    """
    lexicon = words.build(books)
    table = lalr.dump(_build_table(lexicon))
    _try_phrases(lexicon, Parser(table, TableLexer))
    speech_words = SpeechWords.read()
    speech = (resources.folder("grammar") / "speech.lark").read_text(encoding="utf-8")
    return {
        "format": FORMAT,
        "key": key(books),
        "lexicon": words.to_json(lexicon),
        "speech_words": speech_words.to_json(),
        "table": table,
        "speech": lalr.dump(lalr.build(speech, SpeechLexer)),
    }


def load(data: Mapping[str, Any]) -> Notation:
    """The notation of tables built before; `data` may have been through JSON."""
    return Notation(
        words.from_json(data["lexicon"]),
        Parser(data["table"], TableLexer),
        SpeechWords.from_json(data["speech_words"]),
        Parser(data["speech"], SpeechLexer),
    )


def key(books: Sequence[Path] = ()) -> str:
    """A digest of everything the tables are built from."""
    digest = hashlib.sha256(f"{FORMAT} {lark.__version__}".encode())
    own = sorted(Path(__file__).parent.glob("*.py"))
    for file in [*own, *vocabulary.inputs(books)]:
        try:
            content = file.read_bytes()
        except OSError:
            raise BookError("PL201", msg("vocabulary.no_file"), file=str(file)) from None
        digest.update(f"\n{file.name} {len(content)}\n".encode() + content)
    digest.update(repr((vocabulary.profiles(books), vocabulary.book_names(books))).encode())
    return digest.hexdigest()


def _build_table(lexicon: Lexicon) -> lark.Lark:
    text = (resources.folder("grammar") / "table.lark").read_text(encoding="utf-8")
    try:
        return lalr.build(text + _appended(lexicon), TableLexer, strict=True)
    except GrammarError as e:
        culprits = [lexicon.phrases[int(n)] for n in dict.fromkeys(_ALIAS.findall(str(e)))]
        if len(culprits) > 1:
            raise phrase_checks.same(culprits[0], culprits[1]) from None
        if culprits:
            raise _own(culprits[0]) from None
        raise


def _appended(lexicon: Lexicon) -> str:
    """The rules made from data: terminals of all words, and one alternative for each phrase."""
    declared = [*lexicon.keywords, *lexicon.literals.values(), "_NEVER"]
    lines = [f"%declare {' '.join(declared)}"]
    for rule in ("incident", "setting", "outcome", "brief"):
        alternatives = [
            f"{' '.join(_element(lexicon, e) for e in p.elements)} -> p{i}"
            for i, p in enumerate(lexicon.phrases)
            if p.kind == rule
        ]
        lines.append(f"{rule}: " + "\n  | ".join(alternatives or ["_NEVER"]))
    return "\n" + "\n".join(lines) + "\n"


def _element(lexicon: Lexicon, element: str) -> str:
    return lexicon.literals[element[1:]] if element.startswith("=") else element


def _try_phrases(lexicon: Lexicon, table: Parser) -> None:
    """Read every phrase once: it must come out as itself, not as something else of the notation."""
    for number, phrase in enumerate(lexicon.phrases):
        before = {"outcome": "expect zq: ", "brief": "floor rules "}.get(phrase.kind, "")
        line = read_line(before + phrase.sample())
        source = Source((line,), lexicon, {1: ("Zq",)})
        tree = table.parse(source) if search_line(table, source, line) else None
        read = list(tree.find_pred(lambda t: bool(_ALIAS.fullmatch(t.data)))) if tree else []
        if not read:
            raise _own(phrase)
        other = lexicon.phrases[int(read[0].data[1:])]
        if other.entry is not lexicon.phrases[number].entry:
            raise phrase_checks.same(phrase, other)


def _own(phrase: Phrase) -> BookError:
    return phrase_checks.refused(
        phrase,
        msg("phrase.own", phrase=phrase.text),
        msg("phrase.own.help"),
        "PL203",
    )


def _read(file: Path, wanted: str) -> dict[str, Any] | None:
    """Stored tables if they are whole and were built from the same files."""
    data = caching.read(file)
    fits = isinstance(data, dict) and data.get("format") == FORMAT and data.get("key") == wanted
    return data if fits else None
