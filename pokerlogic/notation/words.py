"""The words of the notation: every surface a line may hold, and the terminals it may be."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from pokerlogic import resources
from pokerlogic.notation import phrases as phrase_checks
from pokerlogic.notation import vocabulary
from pokerlogic.notation.phrases import Phrase
from pokerlogic.notation.text import is_spaceless, normal
from pokerlogic.notation.vocabulary import Entry


class Kind(NamedTuple):
    """A word of the `game` line and the header ids it stands for."""

    ids: tuple[str, ...]
    en: tuple[str, ...]
    ja: tuple[str, ...]


class Surface(NamedTuple):
    """A word as it is looked up: small letters, single spaces; `value` is what it stands for.

    `written` is how it is shown.
    """

    text: str
    terminal: str
    value: str
    written: str


@dataclass(frozen=True)
class Lexicon:
    """All words and phrases of one set of books.

    `keywords` maps a terminal to its English and Japanese words; `literals` maps a word of a
    phrase to its terminal; `exclusive` are groups of header ids of which there is one at most,
    `several` the ids that may stand there more than once.
    """

    keywords: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]
    kinds: tuple[Kind, ...]
    exclusive: tuple[tuple[str, ...], ...]
    several: tuple[str, ...]
    reserved: tuple[str, ...]
    marks: Mapping[str, str]
    observations: Mapping[str, str]
    literals: Mapping[str, str]
    phrases: tuple[Phrase, ...]
    entries: tuple[Entry, ...]
    profiles: tuple[str, ...]
    books: tuple[str, ...]

    @cached_property
    def surfaces(self) -> dict[str, list[Surface]]:
        """The surfaces by their first character, longer ones first."""
        found: dict[str, list[Surface]] = defaultdict(list)
        for surface in dict.fromkeys(s for one in _surfaces(self) for s in _spellings(one)):
            found[surface.text[0]].append(surface)
        for group in found.values():
            group.sort(key=lambda s: -len(s.text))
        return dict(found)

    @cached_property
    def by_id(self) -> dict[str, Entry]:
        """The entries by id; answers by `issue.answer`."""
        return {e.id: e for e in self.entries}

    def keyword(self, terminal: str, lang: str) -> str:
        """The printed word of a terminal; the English one where a language has none."""
        en, ja = self.keywords[terminal]
        return (ja or en)[0] if lang == "ja" else (en or ja)[0]

    @cached_property
    def literal_of(self) -> dict[str, str]:
        """The word of each terminal of a phrase."""
        return {terminal: word for word, terminal in self.literals.items()}

    def shown(self, terminal: str, lang: str) -> str | None:
        """The word for messages, or None for a terminal that has none in the language."""
        if terminal in self.literal_of:
            word = self.literal_of[terminal]
            return word if any(is_spaceless(c) for c in word) == (lang == "ja") else None
        words = self.keywords.get(terminal, ((), ()))[lang == "ja"]
        return words[0] if words else None


def build(books: Sequence[Path] = ()) -> Lexicon:
    """The lexicon of the shipped vocabulary and of the folders of own books.

    Raises BookError for a vocabulary that cannot be used.
    """
    data = vocabulary.load_yaml(resources.folder("grammar") / "keywords.yaml")
    known = vocabulary.load(books)
    reserved = tuple(normal(w).lower() for lang in ("en", "ja") for w in data["reserved"][lang])
    phrases = tuple(phrase_checks.compile_phrases(known.entries, reserved))
    literals = {w: f"W{i}" for i, w in enumerate(sorted({w for p in phrases for w in p.words}))}
    return Lexicon(
        keywords={
            name: (tuple(words["en"]), tuple(words["ja"]))
            for name, words in data["keywords"].items()
        },
        kinds=tuple(Kind(tuple(k["is"]), tuple(k["en"]), tuple(k["ja"])) for k in data["kinds"]),
        exclusive=tuple(tuple(group) for group in data["exclusive"]),
        several=tuple(data["several"]),
        reserved=reserved,
        marks=phrase_checks.check_surfaces(known.entries, "mark"),
        observations=phrase_checks.check_surfaces(known.entries, "observation"),
        literals=literals,
        phrases=phrases,
        entries=known.entries,
        profiles=known.profiles,
        books=known.books,
    )


def to_json(lexicon: Lexicon) -> dict[str, Any]:
    """The lexicon as lists, strings and mappings; phrases refer to entries by number."""
    numbers = {e.id: i for i, e in enumerate(lexicon.entries)}
    return {
        "keywords": {name: list(words) for name, words in lexicon.keywords.items()},
        "kinds": lexicon.kinds,
        "exclusive": lexicon.exclusive,
        "several": lexicon.several,
        "reserved": lexicon.reserved,
        "marks": dict(lexicon.marks),
        "observations": dict(lexicon.observations),
        "literals": dict(lexicon.literals),
        "phrases": [
            [numbers[p.entry.id], p.lang, p.text, p.elements, p.slots] for p in lexicon.phrases
        ],
        "entries": lexicon.entries,
        "profiles": lexicon.profiles,
        "books": lexicon.books,
    }


def from_json(data: Mapping[str, Any]) -> Lexicon:
    """The lexicon written by `to_json`."""
    entries = tuple(_entry(e) for e in data["entries"])
    return Lexicon(
        keywords={n: (tuple(en), tuple(ja)) for n, (en, ja) in data["keywords"].items()},
        kinds=tuple(Kind(tuple(ids), tuple(en), tuple(ja)) for ids, en, ja in data["kinds"]),
        exclusive=tuple(tuple(group) for group in data["exclusive"]),
        several=tuple(data["several"]),
        reserved=tuple(data["reserved"]),
        marks=data["marks"],
        observations=data["observations"],
        literals=data["literals"],
        phrases=tuple(
            Phrase(entries[n], lang, text, tuple(elements), tuple(slots))
            for n, lang, text, elements, slots in data["phrases"]
        ),
        entries=entries,
        profiles=tuple(data["profiles"]),
        books=tuple(data["books"]),
    )


def _entry(row: Sequence[Any]) -> Entry:
    kind, id, args, en, ja, file, line, explains, held, decides, action, *brief, after = row
    brief_en, brief_ja = brief
    return Entry(
        kind,
        id,
        tuple((name, sort) for name, sort in args),
        tuple(en),
        tuple(ja),
        file,
        line,
        tuple(explains),
        held,
        decides,
        action,
        tuple(brief_en),
        tuple(brief_ja),
        after,
    )


def _surfaces(lexicon: Lexicon) -> Iterable[Surface]:
    for terminal, (en, ja) in lexicon.keywords.items():
        yield from _distinct((*en, *ja), terminal, terminal)
    for number, kind in enumerate(lexicon.kinds):
        yield from _distinct((*kind.en, *kind.ja), "GAME_KIND", str(number))
    for terminal, words in (("MARK", lexicon.marks), ("OBSERVATION", lexicon.observations)):
        for word, id in words.items():
            yield Surface(word, terminal, id, word)
    for word, terminal in lexicon.literals.items():
        yield Surface(word, terminal, word, word)


def _spellings(surface: Surface) -> Iterable[Surface]:
    """A word as it is, and with `all-in` in its other spellings."""
    yield surface
    if "all-in" in surface.text:
        for spelling in ("all in", "allin"):
            yield surface._replace(text=surface.text.replace("all-in", spelling))


def _distinct(written: Iterable[str], terminal: str, value: str) -> Iterable[Surface]:
    for word, shown in {normal(w).lower(): w for w in reversed(list(written))}.items():
        yield Surface(word, terminal, value, shown)


def is_japanese(text: str) -> bool:
    """Whether there are Japanese characters in a text."""
    return any(is_spaceless(c) for c in text)
