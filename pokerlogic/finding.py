"""Ranks clauses by words of a situation, in either language, spelt as a reader spells.

A clause is a few texts of different weight.  A query is cut into groups of words that mean one
thing, other words by their stem, and runs of Japanese; each counts by how rare it is among the
clauses and by the weightiest text it stands in.
"""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from . import spelling
from .library import Book, Clause, Library, Rule

PREFIX_LEAST = 3
"""Letters that must be typed of a word before its beginning is enough."""

_PREFIX_SHARE = 0.6
_PART_SHARE = 0.5
_ALSO = 0.1
_PHRASE = 1.5
_NEAR_BOOK = 2.0
_INFERRED = 0.85
_ASIDE = 0.7
_CROWD = 0.88
_CUT = 0.2


@dataclass(frozen=True)
class Field:
    """A text of a clause in both languages, as it is looked up."""

    weight: int
    groups: frozenset[str]
    stems: frozenset[str]
    kana: str
    squeezed: str


@dataclass(frozen=True)
class Doc:
    """A clause with its texts; `aside` if only a reading that is not the default makes it speak."""

    clause: Clause
    fields: tuple[Field, ...]
    aside: bool = False


@dataclass(frozen=True)
class Term:
    """A part of a query: a `group`, a `stem`, the beginning of a word or a `piece` of Japanese."""

    kind: str
    key: str
    written: str
    share: float = 1.0


@dataclass(frozen=True)
class Hit:
    """A clause that was found, with what it scored and the words of the query it has."""

    clause: Clause
    score: float
    words: tuple[str, ...]


@dataclass(frozen=True)
class Hits:
    """The clauses that fit a query, best first, and words of it that no clause has."""

    hits: tuple[Hit, ...]
    unknown: tuple[str, ...]


class Index:
    """The clauses of a library, ready to be looked up by words."""

    def __init__(self, library: Library) -> None:
        self.library = library
        search = library.search
        self.thesaurus = spelling.Thesaurus.of(search.groups)
        self.filler = {spelling.compact(w) for w in (*search.filler, *search.numbers)}
        rules: dict[str, list[Rule]] = {}
        for rule in library.rules:
            if rule.clause:
                rules.setdefault(rule.clause, []).append(rule)
        self._fields: dict[tuple[int, str], Field] = {}
        self._rarities: dict[str, float] = {}
        self.docs = tuple(
            Doc(
                clause,
                tuple(self._texts(clause, rules.get(clause.atom, ()))),
                _aside(book, rules.get(clause.atom, ())),
            )
            for book in library.books.values()
            for clause in book.clauses.values()
        )

    def find(self, query: str, near: Iterable[str] = ()) -> Hits:
        """The clauses that fit a query; those of the books `near` are preferred."""
        terms, unknown = self._terms(query)
        rarity = {t: math.log(1 + len(self.docs) / max(self._count(t), 1)) for t in terms}
        whole = sum(rarity[t] * t.share for t in terms)
        # A word of the field finds the same however it is said; only other words count as a phrase.
        phrase = spelling.compact(query) if [t.kind for t in terms] != ["group"] else ""
        preferred = set(near)
        found = []
        for doc in self.docs:
            score, matched = 0.0, 0.0
            words = []
            for term in terms:
                weights = [f.weight for f in doc.fields if _has(f, term)]
                if weights:
                    weight = max(weights) + _ALSO * (sum(weights) - max(weights))
                    score += weight * rarity[term] * term.share
                    matched += rarity[term] * term.share
                    words.append(term.written)
            if not matched:
                continue
            score *= matched / whole
            if phrase and any(phrase in f.squeezed for f in doc.fields):
                score *= _PHRASE
            if doc.clause.sourced == "inferred":
                score *= _INFERRED
            if doc.aside:
                score *= _ASIDE
            if doc.clause.book in preferred:
                score *= _NEAR_BOOK
            found.append(Hit(doc.clause, score, tuple(dict.fromkeys(words))))
        return Hits(tuple(_spread(found)), tuple(unknown))

    def like(self, clause: Clause) -> dict[str, float]:
        """How much each clause has in common with one, from 0 to 1, by id."""
        mine = self._vectors[clause.id]
        return {
            id: sum(share * other[group] for group, share in mine.items() if group in other)
            for id, other in self._vectors.items()
        }

    @cached_property
    def _vectors(self) -> dict[str, dict[str, float]]:
        """The groups each clause names, by weight and rarity, of length one."""
        return {d.clause.id: self._vector(d) for d in self.docs}

    def _vector(self, doc: Doc) -> dict[str, float]:
        weights: dict[str, float] = {}
        for text in doc.fields:
            for group in text.groups:
                weights[group] = max(weights.get(group, 0), text.weight * self._rarity(group))
        length = math.sqrt(sum(w * w for w in weights.values())) or 1.0
        return {group: w / length for group, w in weights.items()}

    def _rarity(self, group: str) -> float:
        found = self._rarities.get(group)
        if found is None:
            count = max(self._count(Term("group", group, group)), 1)
            found = self._rarities[group] = math.log(1 + len(self.docs) / count)
        return found

    def nearest(self, query: str, least: float = 0.6) -> str | None:
        """The word of the field or of a title most like one that no clause has.

        `least` is how much of the two must be alike, from 0 to 1.
        """
        known: dict[str, str] = {}
        for written in self._known():
            known.setdefault(spelling.compact(written), written)
        typed = spelling.compact(query)
        if not typed or len(typed) > 60:
            return None
        near = difflib.get_close_matches(typed, known, n=1, cutoff=least)
        return known[near[0]] if near else None

    def _known(self) -> Iterator[str]:
        for words in self.library.search.groups.values():
            yield from words
        for doc in self.docs:
            yield from doc.clause.title.values()
            yield doc.clause.topic
        for doc in self.docs:
            for text in (doc.clause.title, doc.clause.paraphrase):
                yield from (w for w in spelling.words(text["en"]) if len(w) > 3)
                yield from spelling.pieces(spelling.smooth(text["ja"]))

    def _terms(self, query: str) -> tuple[list[Term], list[str]]:
        """The parts of a query that some clause has, and the words that none has."""
        groups, rest, left = self.thesaurus.split(query)
        terms = [Term("group", g, g) for g in dict.fromkeys(groups)]
        terms = [t for t in terms if self._count(t)]
        unknown = [g for g in groups if not any(t.key == g for t in terms)]
        unknown = [self.library.search.groups[g][0] for g in dict.fromkeys(unknown)]
        glue: list[str] = []
        for word in rest:
            if spelling.compact(word) in self.filler:
                continue
            found = self._word(word)
            terms += found
            unknown += [] if found else [word]
        for piece in spelling.pieces(left):
            if spelling.compact(piece) in self.filler:
                continue
            found = self._piece(piece)
            terms += found
            if not found:
                # Endings of verbs and particles stand between words; they are no words to miss.
                (glue if "ぁ" <= piece[0] <= "ん" else unknown).append(piece)
        if not terms and not unknown:
            unknown = glue
        return list(dict.fromkeys(terms)), list(dict.fromkeys(unknown))

    def _word(self, word: str) -> list[Term]:
        whole = Term("stem", spelling.stem(word), word)
        if self._count(whole):
            return [whole]
        begun = Term("prefix", word, word, _PREFIX_SHARE)
        return [begun] if len(word) >= PREFIX_LEAST and self._count(begun) else []

    def _piece(self, piece: str) -> list[Term]:
        """A run of Japanese, or its pairs of characters where most of them are known."""
        key = spelling.kana(piece)
        whole = Term("piece", key, piece)
        if self._count(whole):
            return [whole]
        if "ァ" <= piece[-1] <= "ヺ" or len(key) < 3:
            # A foreign word is known as a whole or misspelt.
            return []
        pairs = [Term("piece", key[i : i + 2], piece, _PART_SHARE) for i in range(len(key) - 1)]
        known = [p for p in pairs if self._count(p)]
        return known if 2 * len(known) >= len(pairs) else []

    def _count(self, term: Term) -> int:
        return sum(any(_has(f, term) for f in doc.fields) for doc in self.docs)

    def _texts(self, clause: Clause, rules: Sequence[Rule]) -> Iterator[Field]:
        library = self.library
        book = library.books[clause.book]
        name = f"{clause.topic} {clause.id.rpartition('.')[2]}".replace("_", " ")
        yield self._field("name", name)
        yield self._field("title", *clause.title.values())
        yield self._field("paraphrase", *clause.paraphrase.values())
        yield self._field("because", *clause.because.values())
        if clause.interpretation:
            yield self._field("interpretation", clause.interpretation)
        read = dict.fromkeys(k.split("/")[0] for r in rules for k in r.reads)
        for id in read:
            entry = library.vocabulary.get(id)
            if entry is not None:
                yield self._field("vocabulary", *entry.says.values(), *entry.asks.values())
        for reading, value in dict.fromkeys(a for r in rules for a in _alternatives(book, r.reads)):
            yield self._field("reading", *book.readings[reading].alternatives[value].values())
        for issue in dict.fromkeys(issues_of(rules)):
            if issue in library.issues:
                yield self._field("issue", *library.issues[issue].asks.values())

    def _field(self, kind: str, *texts: str) -> Field:
        weight = self.library.search.weights.get(kind, 1)
        text = re.sub(r"\{\w+\}", " ", " / ".join(texts))
        found = self._fields.get((weight, text))
        if found is None:
            groups, rest, _ = self.thesaurus.split(text)
            squeezed = spelling.kana(spelling.smooth(text))
            found = self._fields[weight, text] = Field(
                weight,
                frozenset(groups),
                frozenset(spelling.stem(w) for w in (*rest, *spelling.words(text))),
                squeezed,
                "".join(c for c in squeezed if c.isalnum() or c in "%/"),
            )
        return found


def _alternatives(book: Book, keys: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The alternatives of readings that keys of a rule name."""
    for key in keys:
        parts = [p.split("/")[0] for p in key.split(":", 1)[-1].split(",")]
        reading = book.readings.get(parts[1]) if key.startswith("reading/") and parts[1:] else None
        if reading is not None and parts[-1] in reading.alternatives:
            yield parts[1], parts[-1]


def _aside(book: Book, rules: Iterable[Rule]) -> bool:
    """Whether a clause speaks only under a reading that is not the default."""
    speaking = [r for r in rules if any(h.startswith("concludes/") for h in r.heads)]
    return bool(speaking) and all(
        any(book.readings[r].default != v for r, v in _alternatives(book, rule.needs))
        for rule in speaking
    )


def issues_of(rules: Iterable[Rule]) -> Iterator[str]:
    """The issues that rules answer."""
    for rule in rules:
        for head in rule.heads:
            if head.startswith("concludes/"):
                yield head.split(":", 1)[1].split("/")[0]


def _has(field: Field, term: Term) -> bool:
    if term.kind == "group":
        return term.key in field.groups
    if term.kind == "stem":
        return term.key in field.stems
    if term.kind == "prefix":
        return any(s.startswith(term.key) for s in field.stems)
    return term.key in field.squeezed


def _spread(hits: Sequence[Hit]) -> Iterator[Hit]:
    """Best first; each further clause of a topic counts a little less, so that others are seen."""
    order = sorted(enumerate(hits), key=lambda h: (-h[1].score, h[0]))
    seen: dict[tuple[str, str], int] = {}
    spread = []
    for at, hit in order:
        topic = (hit.clause.book, hit.clause.topic)
        spread.append((-hit.score * _CROWD ** seen.get(topic, 0), at, hit))
        seen[topic] = seen.get(topic, 0) + 1
    least = -spread[0][0] * _CUT if spread else 0.0
    for negative, _, hit in sorted(spread, key=lambda s: s[:2]):
        if -negative >= least:
            yield hit
