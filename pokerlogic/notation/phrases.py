"""Phrases of the vocabulary as rows of tokens, and the checks a phrase must pass."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from pokerlogic.errors import BookError, meant, nearest
from pokerlogic.messages import Message, Value, listed, msg
from pokerlogic.notation.text import is_spaceless, normal
from pokerlogic.notation.vocabulary import LANGUAGES, Entry
from pokerlogic.situation import Place

PARTICLES = "がはをにのと"

# What stands for an argument of a sort.  `cards` is a rule of table.lark.
SORTS = {
    "player": "NAME",
    "seat": "NUMBER",
    "chips": "NUMBER",
    "count": "NUMBER",
    "natural": "NUMBER",
    "place": "NUMBER",
    "card": "cards",
    "cards": "cards",
    "seconds": "SECONDS",
    "word": "WORD",
    "percent": "PERCENT",
    "range": "STRING",
}

# Pieces of a phrase that are no words of their own.
MARKS = {"'s": "POSSESSIVE", "'": "POSSESSIVE", "..": "RANGE", ",": "COMMA", "/": "SLASH"}

# A value of each kind, to try a phrase out.
_SAMPLES = {terminal: mark for mark, terminal in reversed(MARKS.items())} | {
    "NAME": "Zq",
    "NUMBER": "7700",
    "cards": "Qd Jc",
    "SECONDS": "17s",
    "WORD": "zqword",
    "PERCENT": "12.5%",
    "STRING": '"77+"',
}

_PUNCTUATED = r"'s(?!\w)|'(?!\w)|\.\.|[,/]"
_PIECE = re.compile(rf"\{{(\w+)\}}|{_PUNCTUATED}|[^\s{{}},/]+?(?=\{{|{_PUNCTUATED}|\s|$)")
_LEADING = re.compile(f"^[{PARTICLES}]+(?=[^ぁ-ゖ])")
_TRAILING = re.compile(f"(?<=[^ぁ-ゖ])[{PARTICLES}]+$")
_FORBIDDEN = re.compile('[#"“”「」『』{}|:]')


class Phrase(NamedTuple):
    """One wording of an entry.

    `elements` are terminals and rules of the grammar; a literal word is written as itself with a
    leading `=`.  `slots[i]` is the index of the argument that the i-th slot fills.
    """

    entry: Entry
    lang: str
    text: str
    elements: tuple[str, ...]
    slots: tuple[int, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """The literal words."""
        return tuple(e[1:] for e in self.elements if e.startswith("="))

    @property
    def kind(self) -> str:
        """The rule of the grammar it belongs to; an answer without its amounts is `brief`."""
        lacks = any(i not in self.slots for i in range(1, len(self.entry.args)))
        return "brief" if lacks and self.entry.kind == "outcome" else self.entry.kind

    def sample(self) -> str:
        """The phrase with values that no word of the notation looks like."""
        return " ".join(e[1:] if e[0] == "=" else _SAMPLES[e] for e in self.elements)

    def where(self) -> str:
        """File and line for a message."""
        return f"{self.entry.file}:{self.entry.line}"


def compile_phrases(entries: Iterable[Entry], reserved: Sequence[str]) -> list[Phrase]:
    """All phrases of incidents, settings and answers.

    Raises BookError for a phrase that cannot be used, and for two that are the same to a reader;
    the error names both ids and both files.
    """
    phrases: list[Phrase] = []
    seen: dict[tuple[str, str], Phrase] = {}
    for entry in entries:
        if entry.kind in ("mark", "observation"):
            continue
        for lang in LANGUAGES:
            briefs = entry.briefs(lang)
            for text in (*entry.phrases(lang), *briefs):
                phrase = _compile(entry, lang, text, text in briefs)
                _check_beginning(phrase, reserved)
                kind = "outcome" if entry.kind == "outcome" else "line"
                other = seen.setdefault((kind, _key(phrase)), phrase)
                if other is phrase:
                    phrases.append(phrase)
                elif other.entry is not entry:
                    raise same(phrase, other)
    return phrases


def same(phrase: Phrase, other: Phrase) -> BookError:
    """The error for two phrases that no reader can tell apart."""
    return refused(
        phrase,
        msg("phrase.same", phrase=phrase.text, other=other.text),
        msg("phrase.same.help", id=other.entry.id, place=other.where()),
        "PL203",
    )


def refused(phrase: Phrase, said: Message, help: Message, code: str = "PL202") -> BookError:
    """An error about a phrase, naming its entry and file."""
    entry = phrase.entry
    told = msg("phrase.of", said=said, id=entry.id)
    return BookError(code, told, Place(entry.line, 1), help, file=entry.file)


def check_surfaces(entries: Iterable[Entry], kind: str) -> dict[str, str]:
    """Words of marks or observations with their ids; raises BookError for a word of two ids."""
    found: dict[str, str] = {}
    owners: dict[str, Entry] = {}
    for entry in entries:
        if entry.kind != kind:
            continue
        for word in (*entry.en, *entry.ja, *([entry.id] if kind == "observation" else [])):
            key = normal(word).lower()
            other = owners.setdefault(key, entry)
            if other is not entry:
                raise BookError(
                    "PL203",
                    msg("phrase.word_of_two", word=word, id=entry.id, other=other.id),
                    Place(entry.line, 1),
                    msg("phrase.word_of_two.help", place=f"{other.file}:{other.line}"),
                    entry.file,
                )
            found[key] = entry.id
    return found


def _compile(entry: Entry, lang: str, text: str, brief: bool = False) -> Phrase:
    names = [name for name, _ in entry.args]
    elements: list[str] = []
    slots: list[int] = []
    if _FORBIDDEN.search(re.sub(r"\{\w+\}", "", text)):
        raise refused(
            Phrase(entry, lang, text, (), ()),
            msg("phrase.character", phrase=text),
            msg("phrase.character.help", argument="{Argument}"),
        )
    for m in _PIECE.finditer(text):
        name = m[1]
        if name is not None:
            slots.append(_slot(entry, lang, text, names, name))
            elements.append(SORTS[entry.args[slots[-1]][1]])
        elif m[0] in MARKS:
            elements.append(MARKS[m[0]])
        else:
            word = _word(m[0], bool(elements))
            if word:
                elements.append(f"={word}")
    phrase = Phrase(entry, lang, text, tuple(elements), tuple(slots))
    optional = {0} if entry.kind == "outcome" else set()
    if brief:
        optional = set(range(len(names)))
    missing = [names[i] for i in range(len(names)) if i not in slots and i not in optional]
    if missing or len(set(slots)) < len(slots):
        raise refused(
            phrase,
            msg("phrase.arguments", phrase=text),
            msg("phrase.arguments.help", names=_listed(names)),
        )
    if not phrase.words or ("cards", "cards") in pairwise(elements):
        raise refused(phrase, msg("phrase.no_words", phrase=text), msg("phrase.no_words.help"))
    return phrase


def _slot(entry: Entry, lang: str, text: str, names: Sequence[str], name: str) -> int:
    phrase = Phrase(entry, lang, text, (), ())
    if name not in names:
        raise refused(
            phrase,
            msg("phrase.argument", phrase=text, name=name),
            meant(name, names) or msg("phrase.arguments.help", names=_listed(names)),
        )
    index = names.index(name)
    sort = entry.args[index][1]
    if sort not in SORTS:
        raise refused(
            phrase,
            msg("phrase.sort", name=name, sort=sort),
            msg("phrase.sort.help", sorts=_listed(sorted(SORTS))),
        )
    return index


def _word(written: str, follows: bool) -> str:
    """A literal word as it is looked up: small letters, particles at its ends left out."""
    word = normal(written).lower()
    if not any(is_spaceless(c) for c in word):
        return word
    if follows:
        word = _LEADING.sub("", word)
    word = _TRAILING.sub("", word)
    return "" if follows and all(c in PARTICLES for c in word) else word


def _check_beginning(phrase: Phrase, reserved: Sequence[str]) -> None:
    if phrase.entry.kind == "outcome":
        return
    first = phrase.elements[0]
    if first == "NAME":
        return
    word = first[1:] if first.startswith("=") else ""
    if word in reserved or (
        word and is_spaceless(word[-1]) and any(word.startswith(r) for r in reserved)
    ):
        return
    guess = nearest(word, reserved)
    raise refused(
        phrase,
        msg("phrase.beginning", phrase=phrase.text, word=word or first),
        msg("phrase.beginning.near", near=guess) if guess else msg("phrase.beginning.help"),
    )


def _key(phrase: Phrase) -> str:
    """What is left of a phrase to tell it by.

    Japanese words run together and have no particles, a number is like any other.
    """
    pieces: list[str] = []
    for element in phrase.elements:
        if element.startswith("="):
            word = element[1:]
            if any(is_spaceless(c) for c in word):
                word = "".join(c for c in word if c not in PARTICLES) or word
            piece = "{NUMBER}" if word.isdigit() else word
            joins = pieces and is_spaceless(pieces[-1][-1]) and is_spaceless(piece[0])
            if joins:
                pieces[-1] += piece
                continue
        else:
            piece = "{" + element + "}"
        pieces.append(piece)
    return " ".join(pieces)


def _listed(words: Iterable[str]) -> Value:
    names = [f"`{w}`" for w in words]
    return listed(names) if names else msg("list.none")
