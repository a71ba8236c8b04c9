"""What a folder of books from outside may hold, found out before anything else reads it.

Only the parts of a knowledge base are looked at; what else lies in the folder is left alone.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from . import reasons, resources
from .errors import shown, wrong
from .guard import note
from .messages import Message, msg

FILES = 2_000
"""Files of a folder."""
FILE = 256
"""Kilobytes of a file."""
FOLDER = 8
"""Megabytes of all files together."""
LEVELS = 8
"""Folders within folders."""
NESTING = 16
"""Lists and mappings of YAML within each other."""
BRACKETS = 24
"""Brackets of logic within each other."""
STATEMENT = 4_000
"""Characters of one rule."""
NUMBER = 1_000_000_000
"""The largest number: twice it still fits in what the solver calculates with."""

_READ = (".yaml", ".lp", ".table")
_UNSEEN = {
    *range(0x80, 0xA0),
    *range(0x200B, 0x2010),
    *range(0x2028, 0x202F),
    *range(0x2060, 0x2070),
    *range(0xFFF9, 0xFFFC),
    0x061C,
    0xFEFF,
}
"""What no reader sees: a text with it may read otherwise than it looks."""
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_DIRECTIVE = re.compile(r"#(include|script)\b")
_LOGIC = re.compile(
    r"""(?P<comment>%[^\n]*)
      | (?P<string>"(?:[^\\"\n]|\\["\\n])*")
      | (?P<word>[_']*[A-Za-z][A-Za-z0-9_']*)
      | (?P<number>0x[0-9A-Fa-f]+|0b[01]+|0o[0-7]+|[0-9]+)
      | (?P<range>\.\.)
      | (?P<power>\*\*)
      | (?P<open>[(\[{])
      | (?P<close>[)\]}])
      | (?P<end>\.)
      | (?P<other>\s+|.)""",
    re.VERBOSE,
)


def survey(folder: Path) -> list[Path]:
    """The files of the folder that count, none of them read yet.

    Raises BookError for what is no plain file or folder, for names that can not be shown, and
    where it is too much.
    """
    found: list[Path] = []
    size = 0
    for path, info in _walk(folder):
        if len(found) >= FILES:
            raise wrong("PL262", msg("foreign.files", most=FILES), file=shown(str(folder), 200))
        # Private names are made of the name of their file.
        if path.suffix == ".lp" and not _NAME.fullmatch(path.stem):
            raise wrong("PL267", msg("book.no_name", name=shown(path.stem)), file=path)
        found.append(path)
        size += info.st_size
        if info.st_size > FILE * 1024:
            raise wrong("PL262", msg("foreign.file", most=FILE), file=path)
        if size > FOLDER << 20:
            raise wrong("PL262", msg("foreign.size", most=FOLDER), file=shown(str(folder), 200))
    return [path for path in found if path.suffix in _READ]


def _walk(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    todo = [(path, 1) for path in _entries(folder) if path.name in resources.PARTS]
    for path in _entries(folder):
        if path.suffix == ".yaml":
            todo.append((path, 1))
    todo.sort(reverse=True)
    while todo:
        path, level = todo.pop()
        name = shown(str(path), 200)
        if not path.name.isprintable() or any(ord(c) in _UNSEEN for c in path.name):
            raise wrong("PL261", msg("foreign.name"), file=name)
        try:
            info = path.lstat()
        except OSError as error:
            raise wrong(
                "PL223", msg("book.unread", why=reasons.of_system(error)), file=name
            ) from None
        if stat.S_ISREG(info.st_mode):
            if not os.access(path, os.R_OK):
                raise wrong("PL223", msg("book.unread", why=msg("os.denied")), file=name)
            yield path, info
        elif not stat.S_ISDIR(info.st_mode):
            link = stat.S_ISLNK(info.st_mode)
            said = msg("foreign.link") if link else msg("foreign.device")
            raise wrong("PL261", said, file=name)
        elif level > LEVELS:
            raise wrong("PL262", msg("foreign.levels", most=LEVELS), file=name)
        else:
            todo += [(inner, level + 1) for inner in reversed(_entries(path))]


def _entries(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as found:
            return sorted(folder / entry.name for entry in islice(found, 10 * FILES))
    except OSError as error:
        said = msg("book.unread", why=reasons.of_system(error))
        raise wrong("PL223", said, file=shown(str(folder), 200)) from None


def check(folder: Path) -> list[Path]:
    """The files of the folder, read as text; raises BookError for what no book needs."""
    found = survey(folder)
    for path in found:
        note(path)
        if path.suffix != ".table":
            text = _text(path)
            _check_logic(text, path) if path.suffix == ".lp" else _check_yaml(text, path)
    return found


def _text(path: Path) -> str:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise wrong("PL223", msg("book.unread", why=reasons.of_system(error)), file=path) from None
    except UnicodeDecodeError as error:
        at = error.object.count(b"\n", 0, error.start) + 1
        said = msg("book.unread", why=msg("file.no_utf8"))
        raise wrong("PL223", said, file=path, line=at) from None
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        bad = _unseen(line.removesuffix("\r"))
        if bad:
            raise wrong("PL263", msg("foreign.character", character=bad), file=path, line=number)
    return text


def _unseen(text: str) -> str:
    """The first character that no reader sees, as it may be shown; empty if there is none."""
    if text.isprintable() and text.isascii():
        return ""
    hidden = (c for c in text if (c < " " and c not in "\t\n") or c == "\x7f" or ord(c) in _UNSEEN)
    found = next(hidden, None)
    return "" if found is None else f"U+{ord(found):04X}"


def _check_yaml(text: str, path: Path) -> None:
    """Plain mappings, lists and words only, so that what is read is no larger than the text."""
    import yaml

    def refuse(said: Message, event: Any) -> Exception:
        return wrong("PL263", said, file=path, line=_line(event))

    parser: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    depth = 0
    try:
        for event in yaml.parse(text, parser):
            if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
                raise refuse(msg("foreign.alias"), event)
            if isinstance(event, yaml.NodeEvent) and getattr(event, "tag", None) is not None:
                raise refuse(msg("foreign.tag", tag=shown(str(getattr(event, "tag", "")))), event)
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
                if depth > NESTING:
                    said = msg("foreign.nesting", most=NESTING)
                    raise wrong("PL262", said, file=path, line=_line(event))
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
            elif isinstance(event, yaml.ScalarEvent):
                bad = _unseen(event.value)
                if bad:
                    raise refuse(msg("foreign.character", character=bad), event)
                if event.implicit[0] and re.fullmatch(r"[-+]?[0-9][0-9_]{9,}", event.value):
                    raise _too_large(event.value, path, _line(event))
    except yaml.YAMLError as error:
        why, help = reasons.of_yaml(error)
        said, line = msg("book.no_yaml", why=why), reasons.line_of_yaml(error)
        raise wrong("PL223", said, file=path, line=line, help=help) from None


def _line(event: Any) -> int:
    return int(event.start_mark.line) + 1


def _too_large(number: str, path: Path, line: int) -> Exception:
    said = msg("foreign.number", number=shown(number, 20), most=NUMBER)
    return wrong("PL264", said, file=path, line=line)


def _check_logic(text: str, path: Path) -> None:
    """What the parser must not even see, and what it does not tell later."""
    found = _DIRECTIVE.search(text)
    if found is not None:
        line = text.count("\n", 0, found.start()) + 1
        raise wrong("PL240", msg("logic.word", word=found[0]), file=path, line=line)
    block = text.find("%*")
    if block >= 0:
        line = text.count("\n", 0, block) + 1
        raise wrong("PL240", msg("foreign.block"), file=path, line=line)
    depth, line, length = 0, 1, 0
    for token in _LOGIC.finditer(text.removeprefix("\ufeff")):
        kind, word = token.lastgroup, token[0]
        if kind == "number" and _value(word) > NUMBER:
            raise _too_large(word, path, line)
        if kind == "other" and not word.isascii():
            said = msg("foreign.letter", character=shown(word))
            raise wrong("PL263", said, file=path, line=line)
        if kind == "power":
            raise wrong("PL264", msg("foreign.power"), file=path, line=line)
        depth += (kind == "open") - (kind == "close")
        if depth > BRACKETS:
            raise wrong("PL262", msg("foreign.brackets", most=BRACKETS), file=path, line=line)
        length = 0 if kind == "end" else length + (0 if kind == "comment" else len(word))
        if length > STATEMENT:
            raise wrong("PL262", msg("foreign.statement", most=STATEMENT), file=path, line=line)
        line += word.count("\n")


def _value(number: str) -> int:
    """The value of a number; more digits than any number needs are not calculated."""
    return (
        NUMBER + 1
        if len(number) > 40
        else int(number, 0 if number[:1] == "0" and number[1:2].isalpha() else 10)
    )
