"""Reads what the notation takes from the knowledge base: vocabulary, answers, profile names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pokerlogic import reasons, resources
from pokerlogic.errors import BookError
from pokerlogic.guard import note
from pokerlogic.messages import Message, msg
from pokerlogic.situation import Place

LANGUAGES = ("en", "ja")

_KINDS = ("incident", "setting", "mark", "observation")
_EXPLAINS = "explains_"
_OWN_CARDS = "own_cards"
_AFTER_HAND = "after_the_hand"


class Entry(NamedTuple):
    """A vocabulary entry that a table can write, or an answer of an issue.

    `id` of an answer is `issue.answer`.  `args` are pairs of name and sort; `explains` lists the
    contradictions that the entry explains away (its classes `explains_card_twice`,
    `explains_board_count`, `explains_street_order`, `explains_acting_after_fold`,
    `explains_no_seats`); `held` says
    that its cards are the player's own (class `own_cards`); `after` that it comes when a hand is
    over (class `after_the_hand`); `decides` is who decides an answer
    (`floor`, `who`), empty for the rule; `action` says that an answer is something the player
    does, so that its amounts are his own chips.
    """

    kind: str
    id: str
    args: tuple[tuple[str, str], ...]
    en: tuple[str, ...]
    ja: tuple[str, ...]
    file: str
    line: int
    explains: tuple[str, ...] = ()
    held: bool = False
    decides: str = ""
    action: bool = False
    brief_en: tuple[str, ...] = ()
    brief_ja: tuple[str, ...] = ()
    after: bool = False

    def briefs(self, lang: str) -> tuple[str, ...]:
        """The phrases of an answer without its amounts."""
        return self.brief_en if lang == "en" else self.brief_ja

    def phrases(self, lang: str) -> tuple[str, ...]:
        """The phrases in a language, the first one is printed."""
        return self.en if lang == "en" else self.ja


@dataclass(frozen=True)
class Vocabulary:
    """Everything a table may say that is data."""

    entries: tuple[Entry, ...]
    profiles: tuple[str, ...]
    books: tuple[str, ...]


def inputs(books: Sequence[Path]) -> list[Path]:
    """The files the notation depends on, in the order they are read."""
    files = sorted(resources.folder("grammar").glob("*.*"))
    for folder in _folders(books):
        files += resources.parts(folder, "vocabulary") + resources.parts(folder, "issues")
    return files


def profiles(books: Sequence[Path]) -> list[str]:
    """The names of the profiles, sorted; none if the knowledge base has no profiles folder."""
    return sorted({f.stem for d in _folders(books) for f in d.glob("profiles/*.yaml")})


def book_names(books: Sequence[Path]) -> list[str]:
    """The ids of the books, sorted."""
    return sorted({f.parent.name for d in _folders(books) for f in d.glob("books/*/book.yaml")})


def _folders(books: Sequence[Path]) -> list[Path]:
    """The shipped knowledge base and folders of the same shape."""
    return [resources.folder("kb"), *books]


def load(books: Sequence[Path] = ()) -> Vocabulary:
    """The vocabulary of the shipped knowledge base and of the folders of own books.

    Raises BookError for a file that cannot be read or an id that is there twice.
    """
    entries: dict[str, Entry] = {}
    for file in inputs(books):
        if file.suffix != ".yaml" or file.parent == resources.folder("grammar"):
            continue
        read = _answers if "issues" in (file.stem, file.parent.name) else _entries
        for entry in read(file):
            if entry.id in entries:
                other = entries[entry.id]
                raise BookError(
                    "PL201",
                    msg("vocabulary.twice", id=entry.id),
                    Place(entry.line, 1),
                    msg("vocabulary.twice.help", place=f"{other.file}:{other.line}"),
                    entry.file,
                )
            entries[entry.id] = entry
    return Vocabulary(tuple(entries.values()), tuple(profiles(books)), tuple(book_names(books)))


def load_yaml(file: Path) -> dict[str, Any]:
    """A YAML mapping, read safely and without the yes/no booleans; raises BookError."""
    import yaml

    note(file)
    try:
        data = yaml.load(file.read_text(encoding="utf-8"), _loader())
    except yaml.YAMLError as e:
        mark = getattr(e, "problem_mark", None)
        place = Place(mark.line + 1, mark.column + 1) if mark else None
        why, help = reasons.of_yaml(e)
        said = msg("vocabulary.no_yaml", why=why)
        raise BookError("PL201", said, place, help, display(file)) from None
    except (OSError, UnicodeDecodeError):
        raise BookError("PL201", msg("vocabulary.no_file"), file=display(file)) from None
    if not isinstance(data, dict):
        raise BookError("PL201", msg("vocabulary.no_mapping"), file=display(file))
    return data


def display(file: Path) -> str:
    """How a file is named in messages: relative to the project, else as it is."""
    root = resources.folder("kb").parent
    return str(file.relative_to(root)) if file.is_relative_to(root) else str(file)


@cache
def _loader() -> type[Any]:
    """A safe loader that reads `yes` and `on` as words and refuses a key written twice."""
    import yaml

    base: type[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    def mapping(loader: Any, node: Any) -> dict[Any, Any]:
        loader.flatten_mapping(node)
        result: dict[Any, Any] = {}
        for key_node, value_node in node.value:
            key = loader.construct_object(key_node, deep=True)
            if not isinstance(key, (str, int)) or key in result:
                said = msg("vocabulary.key", key=str(key))
                raise reasons.refused(said, key_node.start_mark)
            result[key] = loader.construct_object(value_node, deep=True)
        return result

    resolvers = {
        first: [(tag, regexp) for tag, regexp in pairs if tag != "tag:yaml.org,2002:bool"]
        for first, pairs in base.yaml_implicit_resolvers.items()
    }
    loader: type[Any] = type("TableLoader", (base,), {"yaml_implicit_resolvers": resolvers})
    loader.add_constructor("tag:yaml.org,2002:map", mapping)
    loader.add_implicit_resolver(
        "tag:yaml.org,2002:bool", re.compile("^(?:true|false)$"), list("tf")
    )
    return loader


def _entries(file: Path) -> Iterator[Entry]:
    data = load_yaml(file)
    lines = _lines_of_ids(file, 0)
    for id, body in data.items():
        line = lines.get(str(id), 1)
        if not isinstance(body, dict):
            raise _wrong(file, line, msg("vocabulary.no_entry", id=str(id)))
        if body.get("kind") in _KINDS:
            yield _entry(file, line, body["kind"], str(id), body, _args(file, line, body))


def _answers(file: Path) -> Iterator[Entry]:
    for issue, body in load_yaml(file).items():
        answers = body.get("answers") if isinstance(body, dict) else None
        if not isinstance(answers, dict):
            line = _lines_of_ids(file, 0).get(str(issue), 1)
            raise _wrong(file, line, msg("vocabulary.no_answers", id=str(issue)))
        lines = _lines_of_ids(file, 4, str(issue))
        for answer, words in answers.items():
            line = lines.get(str(answer), 1)
            if not isinstance(words, dict):
                raise _wrong(file, line, msg("vocabulary.no_answer", id=str(answer)))
            args = (("who", "player"), *_args(file, line, words))
            yield _entry(file, line, "outcome", f"{issue}.{answer}", words, args)


def _entry(
    file: Path,
    line: int,
    kind: str,
    id: str,
    body: Mapping[str, Any],
    args: Iterable[tuple[str, str]],
) -> Entry:
    phrases = {lang: _strings(file, line, body, lang) for lang in LANGUAGES}
    classes = _strings(file, line, body, "classes")
    given = body.get("brief")
    brief = given if isinstance(given, dict) else {}
    return Entry(
        kind=kind,
        id=id,
        args=tuple(args),
        en=phrases["en"],
        ja=phrases["ja"],
        file=display(file),
        line=line,
        explains=tuple(c.removeprefix(_EXPLAINS) for c in classes if c.startswith(_EXPLAINS)),
        held=_OWN_CARDS in classes,
        decides=str(body.get("decides") or ""),
        action=bool(body.get("taken_by")),
        brief_en=_strings(file, line, brief, "en"),
        brief_ja=_strings(file, line, brief, "ja"),
        after=_AFTER_HAND in classes,
    )


def _args(file: Path, line: int, body: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    pairs = []
    for arg in body.get("args") or []:
        if not isinstance(arg, dict) or len(arg) != 1:
            raise _wrong(file, line, msg("vocabulary.args"))
        ((name, sort),) = arg.items()
        pairs.append((str(name), str(sort)))
    return tuple(pairs)


def _strings(file: Path, line: int, body: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = body.get(key) or []
    if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
        raise _wrong(file, line, msg("vocabulary.phrases", key=key))
    return tuple(value)


def _wrong(file: Path, line: int, said: Message) -> BookError:
    return BookError("PL201", said, Place(line, 1), file=display(file))


def _lines_of_ids(file: Path, indent: int, under: str = "") -> dict[str, int]:
    """The line of each key at an indent, below the top-level key `under` if it is given."""
    found: dict[str, int] = {}
    inside = not under
    for number, line in enumerate(file.read_text(encoding="utf-8").split("\n"), start=1):
        m = re.match(r"( *)([\w.-]+):", line)
        if m and under and not m[1]:
            inside = m[2] == under
        elif m and inside and len(m[1]) == indent:
            found.setdefault(m[2], number)
    return found
