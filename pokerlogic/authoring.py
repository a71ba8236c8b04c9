"""Writes the files of a new book, clause, incident or case, with marks where something is missing.

What it writes is refused by the loader, or by the notation, until each mark is filled.  No file is
written over; a clause of a topic that is there, and an incident, are added to its file.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import reasons, resources
from .errors import shown
from .forms import Raw, mapping_of
from .library import atom_of
from .messages import Message, Value, msg
from .unwritten import unwritten
from .usage import UsageError

_SLOT = re.compile(r"<<(\??)(\w+)>>")
_ID = re.compile(r"[a-z][a-z0-9_]*")
_SORTS = {"P": "player", "Q": "player", "V": "chips", "X": "chips", "N": "count", "K": "count"}
"""What a variable stands for in the house style; another one is left to be written."""

_HINTS = {
    "title_en": msg("hint.title_en"),
    "title_ja": msg("hint.title_ja"),
    "rights": msg("hint.rights"),
    "basis": msg("hint.basis"),
    "numbers": msg("hint.numbers"),
    "topic_en": msg("hint.topic_en"),
    "topic_ja": msg("hint.topic_ja"),
    "paraphrase_en": msg("hint.paraphrase_en"),
    "paraphrase_ja": msg("hint.paraphrase_ja"),
    "because_en": msg("hint.because_en", example="{V}"),
    "because_ja": msg("hint.because_ja", example="{V}"),
    "reads": msg("hint.reads"),
    "answers": msg("hint.answers"),
    "norm": msg("hint.norm"),
    "rule": msg("hint.rule"),
    "says_en": msg("hint.says_en", example="{P}"),
    "says_ja": msg("hint.says_ja", example="{P}"),
    "case": msg("hint.case"),
    "source": msg("hint.source"),
    "events": msg("hint.events"),
    "expect": msg("hint.expect"),
}


@dataclass(frozen=True)
class Missing:
    """A place that is still to be filled, and what belongs there."""

    file: str
    line: int
    what: str


@dataclass(frozen=True)
class Written:
    """The files that were written and those that were added to, what to fill, what comes next."""

    written: tuple[str, ...]
    added: tuple[str, ...]
    fill: tuple[Missing, ...]
    next: Message


def book(name: str, over: str, place: Path | None = None, lang: str = "en") -> Written:
    """A book over an edition of another one, with its profile."""
    if not re.fullmatch(r"[a-z][a-z0-9_-]*", name):
        raise UsageError("PL291", msg("name.logic", name=shown(name)), help=msg("name.logic.help"))
    root = place or _checkout()
    books = _books(root)
    editions = {e: id for id, (_, raw) in books.items() for e in _mapping(raw, "editions")}
    if name in books:
        raise _there(books[name][0])
    if over not in editions:
        raise UsageError.unknown(msg("what.edition"), over, editions)
    below = [over]
    while True:
        under = _mapping(books[editions[below[0]]][1], "over").get("book")
        if under not in editions or under in below:
            break
        below.insert(0, str(under))
    values = {
        "id": name,
        "lang": lang,
        "over": over,
        "title": name.upper(),
        "books": ", ".join([*below, f"{name}@1"]),
    }
    files = {
        root / "books" / name / "book.yaml": _filled("book.yaml", values, lang),
        root / "profiles" / f"{name}.yaml": _filled("profile.yaml", values, lang),
    }
    command = f"pokerlogic new clause {name} rules/TOPIC NAME --locator 1{_option(place)}"
    return _write(files, {}, msg("new.next_clause", command=command))


def clause(
    book: str, topic: str, name: str, locator: str, place: Path | None = None, lang: str = "en"
) -> Written:
    """A clause of a topic; `topic` is `chapter/topic`, and is begun if it is not there."""
    root = _own(place)
    books = _books(root, alone=True)
    if book not in books:
        raise UsageError.unknown(msg("what.book"), book, books)
    chapter, slash, short = topic.partition("/")
    if not (slash and _ID.fullmatch(chapter) and _ID.fullmatch(short)):
        raise UsageError("PL603", msg("new.topic", topic=shown(topic)), help=msg("new.topic.help"))
    if not _ID.fullmatch(name):
        raise UsageError("PL291", msg("name.logic", name=shown(name)), help=msg("name.logic.help"))
    path, raw = books[book]
    *older, newest = _mapping(raw, "editions")
    hint = f"??? {msg('hint.older').text(lang)}"
    numbers = {**dict.fromkeys(older, hint), newest: locator}
    where = ", ".join(f'{edition}: "{number}"' for edition, number in numbers.items())
    base = path.parent / chapter / short
    words, label = short.replace("_", " ").capitalize(), f"[{book}:{short}]"
    values = {
        "book": book,
        "topic": short,
        "clause": name,
        "where": where,
        "in": "",
        "words": words,
        "padding": " " * max(88 - len(words) - len(label) - 4, 0),
        "atom": atom_of(f"{book}:{short}.{name}"),
    }
    sheet, logic = base.with_suffix(".yaml"), base.with_suffix(".lp")
    files: dict[Path, str] = {}
    added: dict[Path, str] = {}
    if sheet.exists():
        text = _text(sheet)
        known = mapping_of(text, sheet)
        if name in _mapping(known, "clauses"):
            raise _there(sheet, msg("quoted", what=f"{book}:{short}.{name}"))
        if {e: str(n) for e, n in _mapping(known, "in").items()} != numbers:
            values["in"] = f"    in: {{{where}}}\n"
        added[sheet] = _into_clauses(text, known, _filled("clause.yaml", values, lang))
    else:
        files[sheet] = _filled("topic.yaml", values, lang) + _filled("clause.yaml", values, lang)
    rules = _filled("clause.lp", values, lang)
    if logic.exists():
        added[logic] = _text(logic).rstrip("\n") + "\n" + rules
    else:
        files[logic] = _filled("topic.lp", values, lang) + rules
    cases = f"{place / 'cases' if place else 'cases'}/{short}.table"
    command = f"pokerlogic new case {cases} --book {book}{_option(place)}"
    return _write(files, added, msg("new.next_case", command=command))


def incident(
    id: str, phrase: str, japanese: str, place: Path | None = None, lang: str = "en"
) -> Written:
    """An incident with its phrase in both languages, added to the incidents of the folder."""
    root = _own(place)
    if not _ID.fullmatch(id):
        raise UsageError("PL291", msg("name.logic", name=shown(id)), help=msg("name.logic.help"))
    for text in (phrase, japanese):
        if not text.strip() or any(c in text for c in '"\n'):
            said = msg("new.phrase", phrase=shown(text))
            raise UsageError("PL603", said, help=msg("new.phrase.help", example="{P}"))
    for path in (p for folder in {root, *_shipped()} for p in sorted(folder.glob("vocabulary/*"))):
        if path.suffix == ".yaml" and re.search(rf"^{id}:", _text(path), re.MULTILINE):
            raise _there(path, msg("quoted", what=id))
    names = dict.fromkeys(re.findall(r"\{(\w+)\}", phrase + japanese))
    missing = f'"??? {msg("hint.sort").text(lang)}"'
    args = ", ".join(f"{{{name}: {_SORTS.get(name, missing)}}}" for name in names)
    words = {"en": phrase, "ja": japanese}
    values = {"id": id, "args": args, **words}
    text = _filled("incident.yaml", values, lang)
    file = root / "vocabulary" / "incidents.yaml"
    files, added = {file: text}, {}
    if file.exists():
        files, added = {}, {file: f"{_text(file).rstrip()}\n\n{text}"}
    atom = f"{id}({','.join([*names, 'E'])})"
    return _write(files, added, msg("new.next_incident", atom=atom))


def case(
    path: Path, profile: str = "tda2026", place: Path | None = None, lang: str = "en"
) -> Written:
    """A table file with one case to fill in."""
    if path.suffix != ".table":
        near = path.with_suffix(".table")
        said = msg("new.case", name=shown(str(path), 200))
        raise UsageError("PL603", said, help=msg("meant", near=str(near)))
    text = _filled(f"case.{lang}.table", {"profile": profile}, lang)
    command = f"pokerlogic test {path}{_option(place)}"
    return _write({path: text}, {}, msg("new.next_test", command=command))


def to_text(done: Written, lang: str) -> str:
    """What was written and what is to be filled, for people."""
    lines = [msg("new.wrote", file=file).text(lang) for file in done.written]
    lines += [msg("new.added", file=file).text(lang) for file in done.added]
    if done.fill:
        lines.append(msg("new.fill").text(lang))
        lines += [f"  {m.file}:{m.line}: {m.what}" for m in done.fill]
    return "\n".join([*lines, done.next.text(lang)])


def to_json(done: Written, lang: str) -> dict[str, Any]:
    """What was written and what is to be filled, as data."""
    return {
        "schema": 1,
        "written": list(done.written),
        "added": list(done.added),
        "fill": [{"file": m.file, "line": m.line, "what": m.what} for m in done.fill],
        "next": done.next.text(lang),
    }


def _filled(template: str, values: Mapping[str, str], lang: str) -> str:
    """A template with its values and, where something is to be written, what that is."""
    text = (Path(__file__).parent / "templates" / template).read_text(encoding="utf-8")
    return _SLOT.sub(lambda m: _HINTS[m[2]].text(lang) if m[1] else values[m[2]], text)


def _write(files: Mapping[Path, str], added: Mapping[Path, str], next: Message) -> Written:
    """Write all of them, or none if one is there already."""
    for path in files:
        if path.exists():
            raise _there(path)
    before = {path: list(unwritten(_text(path))) for path in added}
    for path, text in {**files, **added}.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        except OSError as error:
            raise UsageError.not_written(path, reasons.of_system(error)) from None
    fill: list[Missing] = []
    for path, text in {**files, **added}.items():
        # What is new stands behind what was missing before.
        old = Counter(what for _, what in before.get(path, ()))
        for line, what in unwritten(text):
            old[what] -= 1
            if old[what] < 0:
                fill.append(Missing(str(path), line, what))
    return Written(tuple(map(str, files)), tuple(map(str, added)), tuple(fill), next)


def _into_clauses(text: str, known: Raw, clause: str) -> str:
    """The text of a topic with one more clause behind the others."""
    lines = text.splitlines(keepends=True)
    begin = known.lines.get("clauses", len(lines))
    end = min((n for n in known.lines.values() if n > begin), default=len(lines) + 1) - 1
    while end > begin and not lines[end - 1].split("#")[0].strip():
        end -= 1
    if end and not lines[end - 1].endswith("\n"):
        lines[end - 1] += "\n"
    return "".join([*lines[:end], clause, *lines[end:]])


def _books(root: Path, *, alone: bool = False) -> dict[str, tuple[Path, Raw]]:
    """The books of a folder, and those that are shipped, as far as they are written."""
    found: dict[str, tuple[Path, Raw]] = {}
    for folder in [root] if alone else [root, *_shipped()]:
        for path in sorted(folder.glob("books/*/book.yaml")):
            raw = mapping_of(_text(path), path)
            found.setdefault(str(raw.get("id", path.parent.name)), (path, raw))
    return found


def _mapping(raw: Raw, key: str) -> dict[str, Any]:
    value = raw.get(key)
    return value if isinstance(value, Raw) else {}


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UsageError.not_read(path, reasons.of_system(error)) from None
    except UnicodeDecodeError:
        raise UsageError.not_read(path, msg("file.no_utf8")) from None


def _shipped() -> list[Path]:
    return [resources.folder("kb")]


def _checkout() -> Path:
    """The shipped knowledge base, where it is a checkout that can be edited."""
    (root,) = _shipped()
    if root.parent.name == "_data":
        raise UsageError("PL603", msg("new.installed"), help=msg("new.installed.help"))
    return root


def _own(place: Path | None) -> Path:
    """The folder to write into, which must be there."""
    if place is not None and not place.is_dir():
        said = msg("book.no_folder", name=shown(str(place), 200))
        raise UsageError("PL221", said, help=msg("new.no_folder.help"))
    return place or _checkout()


def _option(place: Path | None) -> str:
    return f" --books {place}" if place else ""


def _there(path: Path, what: Value | None = None) -> UsageError:
    """The error for something that is never written over."""
    if what is not None:
        said = msg("new.there", what=what, file=f"`{path}`")
        return UsageError("PL605", said, help=msg("new.there.help"), file=str(path))
    return UsageError("PL605", msg("new.exists", file=str(path)), help=msg("new.there.help"))
