"""What the program says, by id: `messages.yaml` has each text in English and in Japanese.

A text is put into a language when it is shown, never before.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol, TypeAlias

from pokerlogic import resources

LANGUAGES = ("en", "ja")

_NAME = re.compile(r"\{(\w+)\}")


_COUNTED = re.compile(r"(\{(\w+)\}(?: \w+)? \w+)\(s\)")
_PLURAL = re.compile(r"(\{(\w+)\}(?: \w+)? \w+)s\b")


class Text(Protocol):
    """Something that can be said in both languages."""

    def text(self, lang: str) -> str:
        """The words in a language."""


Value: TypeAlias = int | str | Text
"""What a text may name: a number, something that is the same in both languages, or a text."""


def fitting(forms: Sequence[str], values: Mapping[str, object]) -> str:
    """The first of several wordings, or the one of a single thing where its count is 1."""
    one = _PLURAL.sub(lambda m: m[1] if str(values.get(m[2])) == "1" else m[0], forms[0])
    return one if one in forms else forms[0]


def counted(text: str, values: Mapping[str, object]) -> str:
    """A text with `{n} card(s)` put right for the number."""
    return _COUNTED.sub(lambda m: m[1] if str(values.get(m[2])) == "1" else f"{m[1]}s", text)


@dataclass(frozen=True)
class Message:
    """One text of the catalogue with the values it names."""

    id: str
    values: Mapping[str, Value]

    def text(self, lang: str) -> str:
        """The words in a language; values are never read again."""
        words = catalogue()[self.id][lang]
        return _NAME.sub(lambda m: written(self.values[m[1]], lang), words)

    def __str__(self) -> str:
        return self.text("en")


@dataclass(frozen=True)
class Listed:
    """Several values, joined as the language does it; `joint` is a text of the catalogue."""

    items: tuple[Value, ...]
    joint: str

    def text(self, lang: str) -> str:
        """`A, B or C`."""
        said = [written(i, lang) for i in self.items]
        if self.joint != "list.or":
            return catalogue()[self.joint][lang].join(said)
        *most, last = said
        if not most:
            return last
        return msg("list.or", most=listed(most), last=last).text(lang)


@dataclass(frozen=True)
class Each:
    """A value that is another one in each language."""

    en: Value
    ja: Value

    def text(self, lang: str) -> str:
        """The value of a language."""
        return written(self.ja if lang == "ja" else self.en, lang)


def msg(id: str, /, **values: Value) -> Message:
    """The text of that id with these values."""
    return Message(id, values)


def listed(items: Iterable[Value]) -> Listed:
    """All of these."""
    return Listed(tuple(items), "list.comma")


def several(items: Iterable[Value]) -> Listed:
    """Sentences, one after the other."""
    return Listed(tuple(items), "list.then")


def any_of(items: Iterable[Value]) -> Listed:
    """One of these."""
    return Listed(tuple(items), "list.or")


def written(value: Value, lang: str) -> str:
    """A value as it stands in a text of a language."""
    if isinstance(value, int):
        return f"{value:,}"
    return value if isinstance(value, str) else value.text(lang)


def percent(hundredths: int) -> str:
    """`8.6%` of 860 hundredths."""
    return f"{hundredths / 100:.2f}".rstrip("0").rstrip(".") + "%"


@cache
def catalogue() -> dict[str, dict[str, str]]:
    """All texts by id; read when the first one is shown, so that a ruling never waits for it."""
    shipped = resources.built("messages.json")
    if shipped is not None:
        found: dict[str, dict[str, str]] = json.loads(shipped.read_bytes())
        return found
    return read()


def read() -> dict[str, dict[str, str]]:
    """All texts by id, from the file they are written in."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    file = Path(__file__).with_name("messages.yaml")
    data: dict[str, dict[str, str]] = yaml.load(file.read_text(encoding="utf-8"), loader)
    return data
