"""Forgiving forms of words in both languages: what a reader types and what is written, alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

_KATAKANA = {code: code + 0x60 for code in range(0x3041, 0x3097)}
_SPACELESS = "\u3005-\u3007\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"[^\W_{_SPACELESS}]+%?")
_PIECE = re.compile(
    "[0-9]*[\u3005-\u3007\u3400-\u9fff\uf900-\ufaff]+|[0-9]*[\u30a1-\u30fa]{2,}|[\u3041-\u3096]{3,}"
)
_HAS_SPACELESS = re.compile(f"[{_SPACELESS}]")
_LONG = re.compile(r"(?<=[\u3041-\u30ff])[\u30fc\u2010-\u2015\u2212\u30fb\uff70~-]+")
_ENDINGS = ("ing", "ed", "es", "s")
_VOWELS = set("aeiouy")
_LONGEST = 6


def smooth(text: str) -> str:
    """The text in one width and one case, without long marks, dots between kana and apostrophes."""
    text = unicodedata.normalize("NFKC", text).casefold()
    return re.sub("['\u2019]", "", _LONG.sub("", text))


def kana(smoothed: str) -> str:
    """A smoothed text with one kind of kana, as long as it was."""
    return smoothed.translate(_KATAKANA)


def compact(text: str) -> str:
    """The letters, digits and signs of a text that tell it from another, in one kind of kana."""
    return "".join(c for c in kana(smooth(text)) if c.isalnum() or c == "%")


def stem(word: str) -> str:
    """An English word without its ending: `raises`, `raising` and `raised` are one."""
    for ending in _ENDINGS:
        rest = word.removesuffix(ending)
        # What is left must be a word: `is`, `miss`, `using` and `string` stay what they are.
        long_enough = len(rest) >= 3 - (ending == "s") and not _VOWELS.isdisjoint(rest)
        if rest != word and long_enough and not word.endswith("ss"):
            word = rest
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1].isalpha() and word[-1] not in _VOWELS:
        word = word[:-1]
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


def words(text: str) -> list[str]:
    """The words of a text that are written with spaces between them."""
    return _WORD.findall(smooth(text))


def pieces(smoothed: str) -> list[str]:
    """The runs of Chinese characters and of kana in a smoothed text that may be words."""
    return _PIECE.findall(smoothed)


def key(written: str) -> str:
    """What two spellings of a word of the field have in common."""
    if is_spaceless(written):
        return compact(written)
    return "".join(stem(w) for w in words(written))


def is_spaceless(written: str) -> bool:
    """Whether a text has characters of a script that is written without spaces."""
    return bool(_HAS_SPACELESS.search(smooth(written)))


@dataclass(frozen=True)
class Thesaurus:
    """Finds words that mean one thing: `latin` and `kana` map the key of a word to its group."""

    latin: Mapping[str, str]
    kana: Mapping[str, str]
    pattern: re.Pattern[str] | None

    @classmethod
    def of(cls, groups: Mapping[str, Iterable[str]]) -> Thesaurus:
        """The thesaurus of these groups of words."""
        latin: dict[str, str] = {}
        other: dict[str, str] = {}
        for group, members in groups.items():
            for word in members:
                (other if is_spaceless(word) else latin)[key(word)] = group
        longest_first = sorted(other, key=len, reverse=True)
        pattern = re.compile("|".join(map(re.escape, longest_first))) if other else None
        return cls(latin, other, pattern)

    def split(self, text: str) -> tuple[list[str], list[str], str]:
        """The groups named in a text, its other words, and what is left of it, smoothed.

        The longest word wins: an undercall is no call.
        """
        groups, left = self._spaceless(smooth(text))
        rest: list[str] = []
        found = _WORD.findall(left)
        stems = [stem(w) for w in found]
        at = 0
        while at < len(found):
            for size in range(min(_LONGEST, len(found) - at), 0, -1):
                group = self.latin.get("".join(stems[at : at + size]))
                if group is not None:
                    groups.append(group)
                    break
            else:
                size = 1
                rest.append(found[at])
            at += size
        return groups, rest, left

    def _spaceless(self, text: str) -> tuple[list[str], str]:
        """The groups named by words without spaces, and the text with those words blanked out."""
        if self.pattern is None or not _HAS_SPACELESS.search(text):
            return [], text
        places = [i for i, c in enumerate(text) if c.isalnum() or c == "%"]
        squeezed = kana("".join(text[i] for i in places))
        groups = []
        chars = list(text)
        for match in self.pattern.finditer(squeezed):
            groups.append(self.kana[match[0]])
            for i in range(places[match.start()], places[match.end() - 1] + 1):
                chars[i] = " "
        return groups, "".join(chars)
