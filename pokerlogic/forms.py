"""YAML files of a knowledge base: mappings that know their lines, and what may stand in them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from . import reasons
from .errors import BookError, meant, shown, wrong
from .guard import note
from .messages import LANGUAGES, Message, Value, any_of, msg
from .unwritten import FILL, unwritten

_Base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

ARGS_EXAMPLE = "[{P: player}]"
SORTS = {
    *("player", "seat", "chips", "count", "natural", "place", "card", "cards", "seconds"),
    *("word", "percent", "range", "event", "moment"),
}
"""What an argument may be."""

_PLACEHOLDER = re.compile(r"\{(\w+)'?\}")
_NAME = re.compile(r"[a-z][A-Za-z0-9_]*")
_ARGUMENT = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


class Raw(dict[str, Any]):
    """A mapping as YAML gives it: `lines` says where each key stands."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: dict[str, int] = {}


class _Loader(_Base):  # type: ignore[misc]
    """Safe YAML with words and whole numbers only, refusing a key given twice."""


_Loader.yaml_implicit_resolvers = {}
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:int", re.compile(r"[-+]?(?:0|[1-9][0-9]*)$"), list("-+0123456789")
)
_Loader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"(?:~|null|)$"), ["~", "n", ""])


def _mapping(loader: Any, node: Any) -> Raw:
    result = Raw()
    for key_node, value_node in node.value:
        key = loader.construct_object(key_node, deep=True)
        if not isinstance(key, (str, int)):
            raise reasons.refused(msg("yaml.key"), key_node.start_mark)
        if str(key) in result:
            raise reasons.refused(msg("book.key_twice", key=str(key)), key_node.start_mark)
        result[str(key)] = loader.construct_object(value_node, deep=True)
        result.lines[str(key)] = key_node.start_mark.line + 1
    return result


_Loader.add_constructor("tag:yaml.org,2002:map", _mapping)


def text_of(path: Path, code: str = "PL223") -> str:
    """The text of a file of a book; raises BookError if it is none or still to be written."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise wrong(code, msg("book.unread", why=reasons.of_system(error)), file=path) from None
    except UnicodeDecodeError:
        said = msg("book.unread", why=msg("file.no_utf8"))
        raise wrong(code, said, file=path, help=msg("file.no_utf8.help")) from None
    for number, what in unwritten(text):
        raise wrong("PL290", msg("fill.open", what=what), file=path, line=number, help=FILL)
    return text


def read_yaml(path: Path) -> Raw:
    """A mapping from a YAML file; raises BookError for what is none."""
    note(path)
    return mapping_of(text_of(path), path)


@lru_cache(maxsize=1024)
def mapping_of(text: str, path: Path) -> Raw:
    """The mapping that a text of YAML is; raises BookError for what is none."""
    for number, line in enumerate(text.split("\n"), 1):
        if re.match(r" *\t\s*\S", line):
            said = msg("book.no_yaml", why=msg("yaml.tab"))
            raise wrong("PL223", said, file=path, line=number, help=msg("yaml.tab.help"))
    try:
        data = yaml.load(text, _Loader)
    except yaml.YAMLError as error:
        why, help = reasons.of_yaml(error)
        said, place = msg("book.no_yaml", why=why), reasons.line_of_yaml(error)
        raise wrong("PL223", said, file=path, line=place, help=help) from None
    if data is None:
        raise wrong("PL223", msg("book.empty"), file=path, line=1, help=msg("book.empty.help"))
    if not isinstance(data, Raw):
        raise wrong(
            "PL223", msg("book.no_mapping"), file=path, line=1, help=msg("book.no_mapping.help")
        )
    return data


@dataclass(frozen=True)
class Form:
    """One mapping of a file and what it is called in messages.

    Each reader raises BookError with the line of the key whose value is not what it must be.
    """

    what: Value
    path: Path
    raw: Raw
    line: int = 1

    def at(self, key: str | None = None) -> int:
        """The line of a key, else the one where the whole is named."""
        return self.line if key is None else self.raw.lines.get(key, self.line)

    def fault(
        self, code: str, said: Message, key: str | None = None, help: Message | None = None
    ) -> BookError:
        """The error about a key, or about the whole."""
        return wrong(code, said, file=self.path, line=self.at(key), help=help)

    def keys(self, allowed: Collection[str], need: Iterable[str] = ()) -> Form:
        """The same, when it has no other keys than these, and those that it needs."""
        for key in self.raw:
            if key not in allowed:
                help = meant(key, sorted(allowed)) or msg("known", names=_listed(sorted(allowed)))
                raise self.fault("PL224", msg("book.no_key", what=self.what, key=key), key, help)
        for key in need:
            if key not in self.raw:
                said = msg("book.needs", what=self.what, key=key)
                raise self.fault("PL225", said, None, msg("book.needs.help", key=key))
        return self

    def text(self, key: str, fills: Collection[str] | None = None) -> dict[str, str]:
        """A text in both languages, empty if there is none.

        `fills` are the names it may have in braces; without them any.
        """
        if key not in self.raw:
            return {}
        return text_in(self.part(key, f"`{key}`"), msg("book.part", what=self.what, key=key), fills)

    def word(self, key: str, default: str = "") -> str:
        """A word or a sentence; numbers are words too."""
        if key not in self.raw:
            return default
        value = self.raw[key]
        if not isinstance(value, (str, int)):
            raise self._kind(key, msg("kind.word"), msg("kind.word.help", key=key))
        return str(value).strip()

    def one_of(self, key: str, known: Iterable[str], code: str, default: str = "") -> str:
        """One of the known words."""
        value = self.word(key, default)
        names = list(known)
        if key in self.raw and value not in names:
            said = msg("book.no_value", what=self.what, key=key, value=shown(value))
            raise self.fault(
                code, said, key, meant(value, names) or msg("known", names=_listed(names))
            )
        return value

    def flag(self, key: str, default: bool) -> bool:
        """Whether it is `true`."""
        word = self.one_of(key, ("true", "false"), "PL289", str(default).lower())
        return word == "true"

    def whole(self, key: str, what: Value | None = None) -> int:
        """A whole number."""
        value = self.raw.get(key)
        if not isinstance(value, int):
            said = msg("book.whole", what=what or msg("book.part", what=self.what, key=key))
            digits = unicodedata.normalize("NFKC", str(value)).replace(",", "")
            help = msg("book.whole.near", near=digits) if digits.isdecimal() else None
            raise self.fault("PL228", said, key, help or msg("book.whole.help", key=key))
        return value

    def rows(self, key: str) -> list[Any]:
        """What stands in a list, none if there is none."""
        value = self.raw.get(key, [])
        if not isinstance(value, list):
            raise self._kind(key, msg("kind.list"), msg("kind.list.help", key=key))
        return value

    def words(self, key: str) -> tuple[str, ...]:
        """The words of a list."""
        for value in self.rows(key):
            if not isinstance(value, (str, int)):
                raise self._kind(key, msg("kind.words"), msg("kind.list.help", key=key))
        return tuple(str(value) for value in self.rows(key))

    def part(self, key: str, what: Value) -> Form:
        """The mapping at a key, an empty one if there is none."""
        value = self.raw.get(key) if key in self.raw else Raw()
        if not isinstance(value, Raw):
            raise self._kind(key, msg("kind.mapping"), msg("kind.mapping.help", key=key))
        return Form(what, self.path, value, self.at(key))

    def parts(self, key: str, called: Any) -> Iterator[tuple[str, Form]]:
        """The mappings in the mapping at a key, by name; `called` makes what each is called."""
        named = self.part(key, f"`{key}`")
        for name in named.raw:
            yield name, named.part(named.name(name), called(name))

    def name(self, key: str) -> str:
        """A key that is a name of the logic."""
        if not _NAME.fullmatch(key):
            near = re.sub(r"\W+", "_", unicodedata.normalize("NFKC", key)).strip("_")
            near = near[:1].lower() + near[1:]
            help = msg("meant", near=near) if _NAME.fullmatch(near) else msg("name.logic.help")
            raise self.fault("PL291", msg("name.logic", name=shown(key)), key, help)
        return key

    def strings(self, key: str) -> dict[str, str]:
        """The words in the mapping at a key, by name."""
        named = self.part(key, f"`{key}`")
        return {name: named.word(name) for name in named.raw}

    def args(self, sorts: Collection[str]) -> tuple[tuple[str, str], ...]:
        """The arguments, as pairs of name and sort."""
        found: list[tuple[str, str]] = []
        for item in self.rows("args"):
            if not isinstance(item, Raw) or len(item) != 1:
                help = msg("vocabulary.args.help", example=ARGS_EXAMPLE)
                raise self.fault("PL289", msg("vocabulary.args"), "args", help)
            ((name, sort),) = item.items()
            # A name goes into rules, so what is none could be a rule of its own.
            if not _ARGUMENT.fullmatch(name):
                said, help = msg("name.argument", name=shown(name)), msg("name.argument.help")
                raise self.fault("PL291", said, "args", help)
            if sort not in sorts:
                said = msg("book.sort", name=name, sort=shown(str(sort)))
                help = meant(str(sort), sorted(sorts)) or msg("known", names=_listed(sorted(sorts)))
                raise self.fault("PL280", said, "args", help)
            if name in dict(found):
                raise self.fault("PL289", msg("book.key_twice", key=name), "args")
            found.append((name, sort))
        return tuple(found)

    def _kind(self, key: str, kind: Message, help: Message) -> BookError:
        what = msg("book.part", what=self.what, key=key)
        if self.raw.get(key) is None:
            return self.fault("PL289", msg("book.nothing", what=what), key, help)
        return self.fault("PL289", msg("book.kind", what=what, kind=kind), key, help)


def text_in(form: Form, what: Value, fills: Collection[str] | None = None) -> dict[str, str]:
    """A mapping that is a text in both languages."""
    for lang in LANGUAGES:
        if lang not in form.raw:
            said = msg("book.languages", what=what)
            raise form.fault("PL226", said, None, msg("book.languages.help", lang=lang))
    for key in form.raw:
        if key not in LANGUAGES:
            said = msg("book.beside", what=what, key=shown(key))
            raise form.fault("PL226", said, key, msg("book.beside.help"))
    found = {}
    for lang in LANGUAGES:
        if form.raw[lang] is None or not isinstance(form.raw[lang], (str, int)):
            said = msg(
                "book.kind", what=msg("book.part", what=what, key=lang), kind=msg("kind.text")
            )
            raise form.fault("PL226", said, lang, msg("book.beside.help"))
        found[lang] = "" if form.raw[lang] is None else str(form.raw[lang]).strip()
        if not found[lang]:
            said = msg("book.nothing", what=msg("book.part", what=what, key=lang))
            raise form.fault("PL226", said, lang, msg("book.languages.help", lang=lang))
        _braces(form, found[lang], lang, what, fills)
    return found


def _braces(form: Form, text: str, lang: str, what: Value, fills: Collection[str] | None) -> None:
    """Every name in braces is one that is filled in, and no brace stands alone."""
    where = msg("book.part", what=what, key=lang)
    if re.search(r"[{}]", _PLACEHOLDER.sub("", text)):
        said = msg("book.brace", what=where)
        raise form.fault("PL244", said, lang, msg("book.brace.help", example="{P}"))
    if fills is None:
        return
    for name in _PLACEHOLDER.findall(text):
        if name not in fills:
            said = msg("book.placeholder", what=where, name=name)
            names = sorted(fills)
            known = msg("known", names=_listed(names)) if names else msg("book.placeholder.none")
            raise form.fault("PL244", said, lang, meant(name, names) or known)


def _listed(names: Iterable[str]) -> Value:
    return any_of(f"`{name}`" for name in names)
