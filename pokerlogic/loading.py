"""Reads a knowledge base from folders of YAML and logic, and checks it.

A folder holds `books/<id>/book.yaml` with topics beside it (`<topic>.lp` and `<topic>.yaml`),
`profiles/*.yaml`, `vocabulary/*.yaml`, `issues/*.yaml`, `concepts/*.yaml`, `search.yaml` and
`core/*.lp`; every part may be absent, and the issues and the concepts may be one file each.
Folders given by a user are added to the shipped one, never edited into it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import yaml

from . import checks, foreign, logic, reasons, runaway, spelling, stakes
from .errors import meant, shown, wrong
from .guard import note
from .library import (
    Answer,
    Book,
    Chapter,
    Clause,
    Entry,
    Issue,
    Library,
    Parameter,
    Profile,
    Reading,
    Rule,
    Search,
    atom_of,
    pairs,
)
from .messages import Message, Value, msg
from .program import reachable
from .resources import fingerprint, parts

Raw = dict[str, Any]
"""A mapping as YAML gives it."""

_Base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


_WORDS = ("bool", "timestamp")
"""What YAML would read as more than the words that stand there."""


class _Loader(_Base):  # type: ignore[misc]
    """Safe YAML without the yes/no booleans, refusing a key given twice."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, regexp) for tag, regexp in found if tag.rpartition(":")[2] not in _WORDS]
    for first, found in _Base.yaml_implicit_resolvers.items()
}


def _mapping(loader: Any, node: Any) -> Raw:
    result: dict[Any, Any] = {}
    for key_node, value_node in node.value:
        key = loader.construct_object(key_node, deep=True)
        if not isinstance(key, (str, int, float)):
            raise reasons.refused(msg("book.no_word"), key_node.start_mark)
        if key in result:
            twice = msg("book.key_twice", key=str(key))
            raise reasons.refused(twice, key_node.start_mark)
        result[key] = loader.construct_object(value_node, deep=True)
    result["__line__"] = node.start_mark.line + 1
    return result


_Loader.add_constructor("tag:yaml.org,2002:map", _mapping)

_TOPIC = {
    "topic",
    "title",
    "in",
    "sourced",
    "decidable",
    "clauses",
    "readings",
    "see_also",
    "parameters",
    "concepts",
}
_CONCEPTS = {"concepts", "history", "plumbing", "silent", "words"}
_CONCEPT = {"args", "en", "ja", "denied", "bare"}
_CLAUSE = {
    "part",
    "in",
    "paraphrase",
    "because",
    "weigh",
    "excepts",
    "sourced",
    "interpretation",
    "decidable",
}
_BOOK = {"id", "title", "publisher", "rights", "editions", "over", "parameters"}
_BOOK |= {"uncovered", "chapters"}
_CHAPTER = {"title", "in"}
_RANGE = re.compile(r"(.*?)(\d+|[A-Z])\.\.(\d+|[A-Z])")
_READING = {"default", "reason", "alternatives"}
_ENTRY = {"kind", "args", "en", "ja", "says", "denied", "asks", "classes", "ruled"}
_ISSUE = {"asks", "about", "answers", "supports", "answers_of", "bounds"}
_STAKES = {"stakes", "strict"}
_MORE = {"extends", "answers"}
_ANSWER = {"do", "args", "then", "decides", "taken_by", "exact", "option", "brief", "en", "ja"}
_SEARCH = {"weights", "numbers", "filler", "groups"}
_WEIGHTS = {
    *("name", "title", "paraphrase", "because"),
    *("vocabulary", "interpretation", "reading", "issue"),
}
_SOURCED = {"primary", "official", "translation", "secondary", "inferred"}
_DECIDABLE = {"fully", "with-observations", "discretion", "none"}


def load(folders: Sequence[Path], base: Library | None = None) -> Library:
    """The library made of these folders, the first one usually the shipped one.

    With `base`, the library of the first folder, that folder is trusted: its rules are taken from
    there, and the others are from outside.  Raises BookError naming the file and line of the first
    thing that is wrong.
    """
    issues: dict[str, Issue] = {}
    same_answers: dict[str, str] = {}
    vocabulary: dict[str, Entry] = {}
    books: dict[str, Book] = {}
    profiles: dict[str, Profile] = {}
    sources: list[tuple[str, Path]] = []
    concepts: dict[str, Raw] = {}
    words: dict[str, dict[str, str]] = {}
    for folder in folders:
        if not folder.is_dir():
            raise wrong("PL221", msg("book.no_folder", name=str(folder)))
        for path in parts(folder, "issues"):
            _add_issues(issues, same_answers, path)
        for path in parts(folder, "issues"):
            _extend_issues(issues, path)
        for path in sorted(folder.glob("vocabulary/*.yaml")):
            _add(vocabulary, _entries(path), path, msg("what.vocabulary"))
        for path in parts(folder, "concepts"):
            _add(concepts, _concepts(path), path, msg("what.concept"))
            _add(words, _words(path), path, msg("what.word"))
        sources += [("core", p) for p in sorted(folder.glob("core/*.lp"))]
        for path in sorted(folder.glob("books/*/book.yaml")):
            book = _book(path)
            _add(books, {book.id: book}, path, msg("what.book"))
            sources += [(atom_of(book.id), p) for p in sorted(path.parent.rglob("*.lp"))]
            for topic in sorted(path.parent.glob("*/*.yaml")):
                _add(concepts, _own_concepts(topic), topic, msg("what.concept"))
    for folder in folders:
        for path in parts(folder, "stakes"):
            data = read_yaml(path)
            only_keys(data, _STAKES, msg("what.stakes"), path)
            stakes.apply(issues, data, path)
    for id, other in same_answers.items():
        issues[id] = replace(issues[id], answers=issues[other].answers)
    editions = {e for b in books.values() for e in b.editions}
    for folder in folders:
        for path in sorted(folder.glob("profiles/*.yaml")):
            profile = _profile(path, editions)
            _add(profiles, {profile.id: profile}, path, msg("what.profile"))
    search = _search(folders)
    rules = _rules(sources, books, vocabulary, _prepared(folders[0], base) if base else {})
    if base is not None:
        rules = (*rules, *runaway.watches(r for r in rules if _outside(r, folders[1:])))
    arity = _issue_arities(rules)
    resolution = {name: logic.resolution_rules(name, size) for name, size in arity.items()}
    rules = _in_order_of_derivation(rules, resolution)
    library = Library(
        books,
        profiles,
        issues,
        vocabulary,
        rules,
        resolution,
        fingerprint(folders),
        search,
        concepts,
        words,
    )
    _check(library)
    if base is not None:
        _check_outside(library, folders[1:])
    checks.check_safety(library.rules)
    return library


def _prepared(folder: Path, base: Library) -> dict[Path, list[Rule]]:
    """The rules of a library by their files."""
    found: dict[Path, list[Rule]] = {}
    for rule in base.rules:
        file = Path(rule.file)
        # In a wheel the files are named from the knowledge base on.
        file = file if file.is_absolute() else folder.parent / file
        found.setdefault(file, []).append(rule)
    return {file: sorted(rules, key=lambda r: r.line) for file, rules in found.items()}


def _check_outside(library: Library, folders: Sequence[Path]) -> None:
    """What rules from outside may not do, lest they run away."""
    every = [*library.rules, *(r for found in library.resolution.values() for r in found[:2])]
    runaway.check_sizes(r for r in library.rules if _outside(r, folders))
    runaway.check_endless(every, lambda rule: _outside(rule, folders))


def _outside(rule: Rule, folders: Sequence[Path]) -> bool:
    """Whether the rule stands in one of these folders."""
    return rule.file.startswith(tuple(f"{folder}/" for folder in folders))


_ID = re.compile(r"[a-z][a-z0-9_]*")
_LABEL = re.compile(r"[a-z][a-z0-9_-]*(?:@[A-Za-z0-9._-]+)?")
_ARGUMENT = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_CLASS = re.compile(r"[a-z][a-z0-9_]*(?: of [A-Za-z][A-Za-z0-9_]*)?")


def _named(id: Any, path: Path, raw: Any = None, pattern: re.Pattern[str] = _ID) -> None:
    """An id becomes a name in the logic, so it must be one."""
    if not isinstance(id, str) or not pattern.fullmatch(id):
        line = raw.get("__line__") if isinstance(raw, dict) else None
        raise wrong("PL267", msg("book.no_name", name=shown(str(id))), file=path, line=line)


def _add(into: dict[str, Any], new: dict[str, Any], path: Path, what: Message) -> None:
    for id, value in new.items():
        if id in into:
            raise wrong("PL222", msg("book.twice", what=what, id=id), file=path)
        into[id] = value


def _add_issues(into: dict[str, Issue], same_answers: dict[str, str], path: Path) -> None:
    """The issues of a file; those that have the `answers_of` another one are noted, with that."""
    new = {id: raw for id, raw in _items(read_yaml(path)) if not _extends(raw)}
    _add(into, _issues(new, path), path, msg("what.issue"))
    same_answers |= {i: str(raw["answers_of"]) for i, raw in new.items() if "answers_of" in raw}


def _extend_issues(into: dict[str, Issue], path: Path) -> None:
    """More answers for the issues of other files, whichever of them is read first."""
    for id, raw in _items(read_yaml(path)):
        if not _extends(raw):
            continue
        only_keys(raw, _MORE, msg("the.issue", id=id), path, ("answers",))
        if id not in into:
            raise wrong("PL222", msg("book.extends", id=id), file=path, line=raw.get("__line__"))
        answers = dict(into[id].answers)
        _add(answers, _answers_in(id, raw, path), path, msg("what.answer"))
        into[id] = replace(into[id], answers=answers)


def _extends(raw: Any) -> bool:
    return isinstance(raw, dict) and str(raw.get("extends", "")).lower() == "true"


def read_yaml(path: Path) -> Raw:
    """A mapping from a YAML file; `__line__` in each mapping is where it begins."""
    note(path)
    try:
        data = yaml.load(path.read_text(encoding="utf-8"), _Loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else None
        said = msg("book.no_yaml", why=reasons.of_yaml(error))
        raise wrong("PL223", said, file=path, line=line) from None
    except OSError as error:
        raise wrong("PL223", msg("book.unread", why=reasons.of_system(error)), file=path) from None
    except UnicodeDecodeError:
        raise wrong("PL223", msg("book.unread", why=msg("file.no_utf8")), file=path) from None
    if not isinstance(data, dict):
        raise wrong("PL223", msg("book.no_mapping"), file=path)
    return data


def _items(data: Raw) -> Iterator[tuple[str, Any]]:
    return ((str(k), v) for k, v in data.items() if k != "__line__")


def only_keys(
    data: Raw, allowed: set[str], what: Value, path: Path, need: Iterable[str] = ()
) -> None:
    if not isinstance(data, dict):
        raise wrong("PL224", msg("book.must_map", what=what), file=path)
    for key, _ in _items(data):
        if key not in allowed:
            raise wrong(
                "PL224",
                msg("book.no_key", what=what, key=key),
                file=path,
                line=data.get("__line__"),
                help=meant(key, sorted(allowed)),
            )
    for key in need:
        if key not in data:
            raise wrong(
                "PL225", msg("book.needs", what=what, key=key), file=path, line=data.get("__line__")
            )


def both_languages(data: Any, what: Value, path: Path) -> dict[str, str]:
    if not isinstance(data, dict) or not {"en", "ja"} <= set(data):
        raise wrong("PL226", msg("book.languages", what=what), file=path)
    found = {k: str(v).strip() for k, v in _items(data)}
    if set(found) != {"en", "ja"}:
        extra = sorted(set(found) - {"en", "ja"})[0]
        raise wrong(
            "PL226",
            msg("book.beside", what=what, key=extra),
            file=path,
            help=msg("book.beside.help"),
        )
    return found


def _issues(data: Raw, path: Path) -> dict[str, Issue]:
    found = {}
    for id, raw in _items(data):
        only_keys(raw, _ISSUE, msg("the.issue", id=id), path, ("asks", "about", "answers"))
        _named(id, path, raw)
        found[id] = Issue(
            id,
            raw["about"],
            both_languages(raw["asks"], f"`{id}.asks`", path),
            _answers_in(id, raw, path),
            raw.get("supports"),
            tuple(raw.get("bounds", ())),
        )
    return found


def _answers_in(id: str, raw: Raw, path: Path) -> dict[str, Answer]:
    answers = {}
    for name, given in _items(raw["answers"]):
        only_keys(given, _ANSWER, msg("the.answer", id=f"{id}.{name}"), path, ("do",))
        _named(name, path, given)
        phrases = {
            lang: tuple(given[lang]) for lang in ("en", "ja") if isinstance(given.get(lang), list)
        }
        answers[name] = Answer(
            name,
            str(given["do"]),
            pairs([_strip(a) for a in given.get("args", [])]),
            given.get("then"),
            given.get("decides"),
            tuple(given.get("taken_by", ())),
            phrases,
            both_languages(given["option"], f"`{id}.{name}.option`", path)
            if "option" in given
            else {},
            str(given.get("exact", "false")) == "true",
        )
    return answers


def _strip(mapping: Raw) -> dict[str, str]:
    return {k: str(v) for k, v in _items(mapping)}


def _entries(path: Path) -> dict[str, Entry]:
    found = {}
    for id, raw in _items(read_yaml(path)):
        what = msg("the.entry", id=id)
        only_keys(raw, _ENTRY, what, path, ("kind",))
        _named(id, path, raw)
        for class_of in raw.get("classes", ()):
            _named(class_of, path, raw, _CLASS)
        for name, sort in pairs([_strip(a) for a in raw.get("args", [])]):
            _named(name, path, raw, _ARGUMENT)
            _named(sort, path, raw)
        found[id] = Entry(
            id,
            str(raw["kind"]),
            pairs([_strip(a) for a in raw.get("args", [])]),
            both_languages(raw["says"], f"`{id}.says`", path) if "says" in raw else {},
            both_languages(raw["asks"], f"`{id}.asks`", path) if "asks" in raw else {},
            tuple(raw.get("classes", ())),
            str(raw.get("ruled", "true")) != "false",
            both_languages(raw["denied"], f"`{id}.denied`", path) if "denied" in raw else {},
        )
        if not found[id].says and not found[id].asks:
            raise wrong("PL226", msg("book.says_or_asks", what=what), file=path)
    return found


def _concepts(path: Path) -> dict[str, Raw]:
    """The words of the core's predicates, by name."""
    data = read_yaml(path)
    only_keys(data, _CONCEPTS, msg("the.concepts"), path)
    found = {}
    for group, kind in (("concepts", "concept"), ("history", "history")):
        for name, raw in _items(data.get(group, {})):
            found[name] = _concept(name, kind, raw, path)
    for kind in ("plumbing", "silent"):
        for name in data.get(kind, ()):
            found[name] = {"kind": kind, "args": [], "says": {}, "denied": {}, "bare": False}
    return found


def _words(path: Path) -> dict[str, dict[str, str]]:
    data = read_yaml(path)
    return {
        name: both_languages(raw, f"`{name}`", path) for name, raw in _items(data.get("words", {}))
    }


def _own_concepts(path: Path) -> dict[str, Raw]:
    """The words of the predicates that a topic of a book gives to others."""
    data = read_yaml(path)
    rows = _items(data.get("concepts", {}))
    return {name: _concept(name, "concept", raw, path) for name, raw in rows}


def _concept(name: str, kind: str, raw: Raw, path: Path) -> Raw:
    what = msg("the.concept", id=name)
    only_keys(raw, _CONCEPT, what, path, ("args", "en", "ja"))
    says = {lang: raw[lang] for lang in ("en", "ja")}
    denied = both_languages(raw["denied"], f"`{name}.denied`", path) if "denied" in raw else {}
    args = [list(pair) for pair in pairs([_strip(a) for a in raw["args"]])]
    told = both_languages(says, f"`{name}`", path)
    bare = str(raw.get("bare", "false")) == "true"
    return {"kind": kind, "args": args, "says": told, "denied": denied, "bare": bare}


def _search(folders: Iterable[Path]) -> Search:
    """The words for looking things up; a later folder adds to the groups of an earlier one.

    Raises BookError for a group without words and for a word that stands in two groups.
    """
    weights: dict[str, int] = {}
    numbers: list[str] = []
    filler: list[str] = []
    groups: dict[str, list[str]] = {}
    owner: dict[str, str] = {}
    for path in (path for folder in folders for path in sorted(folder.glob("search.yaml"))):
        data = read_yaml(path)
        only_keys(data, _SEARCH, msg("the.search_file"), path)
        weights.update(_weights(data.get("weights", {}), path))
        numbers += _said(data["numbers"], "`numbers`", path) if "numbers" in data else []
        filler += _said(data["filler"], "`filler`", path) if "filler" in data else []
        named = data.get("groups", {})
        only_keys(named, {str(k) for k in named}, "`groups`", path)
        for group, raw in _items(named):
            for word in _said(raw, msg("the.group", id=group), path):
                _belongs(word, group, owner, path, raw["__line__"])
                groups.setdefault(group, []).append(word)
    found = {group: tuple(dict.fromkeys(said)) for group, said in groups.items()}
    return Search(weights, tuple(numbers), tuple(filler), found)


def _weights(data: Any, path: Path) -> dict[str, int]:
    only_keys(data, _WEIGHTS, "`weights`", path)
    for name, value in _items(data):
        if not isinstance(value, int) or value < 0:
            raise wrong("PL250", msg("search.weight", name=name), file=path)
    return dict(_items(data))


def _said(data: Any, what: Value, path: Path) -> list[str]:
    """Words in both languages; raises BookError where there are none."""
    only_keys(data, {"en", "ja"}, what, path, ("en", "ja"))
    found: list[str] = []
    for lang, listed in _items(data):
        if not isinstance(listed, list) or not listed:
            raise wrong(
                "PL250",
                msg("search.no_words", what=what, lang=lang),
                file=path,
                line=data["__line__"],
                help=msg("search.no_words.help", lang=lang),
            )
        for word in listed:
            if not isinstance(word, str) or not spelling.key(word):
                raise wrong(
                    "PL250",
                    msg("search.no_letters", what=what, word=str(word)),
                    file=path,
                    line=data["__line__"],
                    help=msg("search.no_letters.help"),
                )
            found.append(word)
    return found


def _belongs(word: str, group: str, owner: dict[str, str], path: Path, line: int) -> None:
    """Note whose word it is; raises BookError if another group has it, however it is spelt."""
    other = owner.setdefault(spelling.key(word), group)
    if other != group:
        raise wrong(
            "PL250",
            msg("search.two_groups", word=word, other=other, group=group),
            file=path,
            line=line,
            help=msg("search.two_groups.help"),
        )


def _profile(path: Path, editions: set[str]) -> Profile:
    data = read_yaml(path)
    only_keys(data, {"id", "title", "books"}, msg("the.profile"), path, ("id", "title", "books"))
    for edition in data["books"]:
        if edition not in editions:
            raise wrong(
                "PL227",
                msg("book.edition", name=str(edition)),
                file=path,
                help=meant(str(edition), sorted(editions)),
            )
    return Profile(
        str(data["id"]), both_languages(data["title"], "`title`", path), tuple(data["books"])
    )


def _parameters(data: Any, path: Path) -> dict[str, Parameter]:
    found = {}
    for name, raw in _items(data or {}):
        only_keys(
            raw,
            {"value", "means", "in"},
            msg("the.parameter", id=name),
            path,
            ("value", "means", "in"),
        )
        if not isinstance(raw["value"], int):
            raise wrong("PL228", msg("book.whole", id=name), file=path)
        _named(name, path, raw)
        if abs(raw["value"]) > foreign.NUMBER:
            said = msg("book.too_large", id=name, most=foreign.NUMBER)
            raise wrong("PL264", said, file=path, line=raw["__line__"])
        found[name] = Parameter(
            name,
            raw["value"],
            both_languages(raw["means"], f"`{name}.means`", path),
            _strip(raw["in"]),
        )
    return found


def _book(path: Path) -> Book:
    data = read_yaml(path)
    only_keys(data, _BOOK, msg("the.book"), path, ("id", "title", "rights", "editions"))
    id = str(data["id"])
    editions = {k: _strip(v) for k, v in _items(data["editions"])}
    for label in (id, *editions):
        _named(label, path, data, _LABEL)
    clauses: dict[str, Clause] = {}
    readings: dict[str, Reading] = {}
    parameters = _parameters(data.get("parameters"), path)
    for topic_path in sorted(p for p in path.parent.rglob("*.yaml") if p != path):
        for clause in _topic(topic_path, id, editions, readings, parameters):
            if clause.id in clauses:
                raise wrong(
                    "PL222",
                    msg("book.twice", what=msg("what.clause"), id=clause.id),
                    file=topic_path,
                )
            clauses[clause.id] = clause
    return Book(
        id,
        both_languages(data["title"], "`title`", path),
        str(data.get("publisher", "")),
        str(data["rights"]),
        editions,
        _strip(data.get("over", {})),
        clauses,
        readings,
        parameters,
        tuple(_strip(u) for u in data.get("uncovered", ())),
        tuple(_chapters(data.get("chapters", {}), editions, path)),
    )


def _chapters(data: Any, editions: Raw, path: Path) -> Iterator[Chapter]:
    """The chapters of a book; `in` names the locators: `1..6, 9-A..B, 13`."""
    only_keys(data, {id for id, _ in _items(data)}, "`chapters`", path)
    for id, raw in _items(data):
        only_keys(raw, _CHAPTER, f"`chapters.{id}`", path, ("title", "in"))
        locators = {}
        for edition, listed in _items(raw["in"]):
            if edition not in editions:
                raise wrong("PL227", msg("book.edition", name=edition), file=path)
            locators[edition] = tuple(islice(_listed(str(listed)), foreign.FILES + 1))
            if len(locators[edition]) > foreign.FILES:
                said = msg("book.locators", edition=edition, most=foreign.FILES)
                raise wrong("PL264", said, file=path, line=raw["__line__"])
        yield Chapter(id, both_languages(raw["title"], f"`chapters.{id}.title`", path), locators)


def _listed(text: str) -> Iterator[str]:
    for part in (p.strip() for p in text.split(",")):
        found = _RANGE.fullmatch(part)
        if found is None:
            yield part
            continue
        before, first, last = found.groups()
        if first.isdigit():
            yield from (f"{before}{n}" for n in range(int(first), int(last) + 1))
        else:
            yield from (f"{before}{chr(n)}" for n in range(ord(first), ord(last) + 1))


def _topic(
    path: Path,
    book: str,
    editions: dict[str, Any],
    readings: dict[str, Reading],
    parameters: dict[str, Parameter],
) -> Iterator[Clause]:
    data = read_yaml(path)
    only_keys(
        data,
        _TOPIC,
        msg("the.topic"),
        path,
        ("topic", "title", "in", "sourced", "decidable", "clauses"),
    )
    topic = str(data["topic"])
    if topic != path.stem:
        raise wrong("PL229", msg("book.topic_name", id=topic, file=path.name), file=path)
    if not path.with_suffix(".lp").exists():
        raise wrong("PL229", msg("book.no_logic", file=f"{path.stem}.lp"), file=path)
    title = both_languages(data["title"], "`title`", path)
    parameters.update(_parameters(data.get("parameters"), path))
    for name, raw in _items(data.get("readings", {})):
        only_keys(
            raw, _READING, msg("the.reading", id=name), path, ("default", "reason", "alternatives")
        )
        alternatives = {
            alt: both_languages(t, f"`{name}.{alt}`", path)
            for alt, t in _items(raw["alternatives"])
        }
        if raw["default"] not in alternatives:
            raise wrong("PL230", msg("book.default", id=name), file=path)
        for word in (name, *alternatives):
            _named(word, path, raw)
        if name in readings:
            raise wrong("PL222", msg("book.twice", what=msg("what.reading"), id=name), file=path)
        readings[name] = Reading(
            book, name, raw["default"], str(raw["reason"]), alternatives, topic
        )
    for name, raw in _items(data["clauses"]):
        id = f"{book}:{topic}.{name}"
        _named(atom_of(id), path, raw)
        only_keys(raw, _CLAUSE, msg("the.clause", id=id), path, ("paraphrase", "because"))
        where = _strip(raw.get("in", data["in"]))
        part = raw.get("part")
        for edition in where:
            if edition not in editions:
                raise wrong("PL227", msg("book.clause_edition", id=id, edition=edition), file=path)
        sourced = str(raw.get("sourced", data["sourced"]))
        decidable = str(raw.get("decidable", data["decidable"]))
        if sourced not in _SOURCED or decidable not in _DECIDABLE:
            raise wrong("PL231", msg("book.sourced", id=id), file=path)
        yield Clause(
            id,
            book,
            topic,
            title,
            {e: f"{loc}-{part}" if part else loc for e, loc in where.items()},
            both_languages(raw["paraphrase"], f"`{id}.paraphrase`", path),
            both_languages(raw["because"], f"`{id}.because`", path),
            tuple(raw.get("excepts", ())),
            sourced,
            decidable,
            raw.get("interpretation"),
            tuple(raw.get("see_also", data.get("see_also", ()))),
            str(path),
            int(raw.get("__line__", 1)),
            both_languages(raw["weigh"], f"`{id}.weigh`", path) if "weigh" in raw else {},
        )


def _rules(
    sources: list[tuple[str, Path]],
    books: dict[str, Book],
    vocabulary: dict[str, Entry],
    prepared: dict[Path, list[Rule]],
) -> tuple[Rule, ...]:
    owners: dict[str, logic.Owner] = {}
    for book in books.values():
        for clause in book.clauses.values():
            if clause.atom in owners:
                raise wrong(
                    "PL222",
                    msg("book.constant", id=clause.id, other=owners[clause.atom].id),
                    file=clause.file,
                )
            values = tuple(sorted(logic.placeholders(clause.because)))
            owners[clause.atom] = logic.Owner(clause.id, clause.file, values)
    rules: list[Rule] = []
    for space, path in sources:
        known = prepared.get(path)
        rules += logic.compile_file(path, space, owners) if known is None else known
    rules += logic.vocabulary_rules(vocabulary.values())
    return tuple(rules)


def _in_order_of_derivation(
    rules: tuple[Rule, ...], resolution: dict[str, tuple[Rule, ...]]
) -> tuple[Rule, ...]:
    """Rules so that what a rule needs stands before it, where that can be: slicing is one pass."""
    every = [*rules, *(rule for found in resolution.values() for rule in found[:2])]
    given = {n for r in every for n in r.needs} - {h for r in every for h in r.heads}
    ordered = reachable(every, given)
    chosen = {id(r) for r in ordered}
    return (*ordered, *(r for r in every if id(r) not in chosen))


def _issue_arities(rules: Iterable[Rule]) -> dict[str, int]:
    arity: dict[str, int] = {}
    for rule in rules:
        for head in rule.heads:
            if head.startswith("concludes/4:"):
                name, size = head.split(":", 1)[1].split("/")
                if arity.setdefault(name, int(size)) != int(size):
                    raise wrong(
                        "PL232",
                        msg("book.arity", name=name, size=int(size), other=arity[name]),
                        file=rule.file,
                        line=rule.line,
                    )
    return arity


def _check(library: Library) -> None:
    """What the loader checks beyond single files: ids, exceptions, issues, predicates."""
    clauses = {c.id: c for b in library.books.values() for c in b.clauses.values()}
    firing = {r.clause for r in library.rules if r.clause}
    for clause in clauses.values():
        if clause.atom not in firing:
            raise wrong(
                "PL233",
                msg("book.clause_logic", id=clause.id),
                file=clause.file,
                line=clause.line,
            )
        for target in clause.excepts:
            if target not in clauses:
                raise wrong(
                    "PL234",
                    msg("book.excepts_unknown", id=clause.id, target=target),
                    file=clause.file,
                    line=clause.line,
                    help=meant(target, clauses),
                )
            if clauses[target].book != clause.book:
                raise wrong(
                    "PL234",
                    msg("book.excepts_other", id=clause.id, target=target),
                    file=clause.file,
                    line=clause.line,
                    help=msg("book.excepts_other.help"),
                )
    _acyclic({c.id: set(c.excepts) for c in clauses.values()}, clauses)
    for name in library.resolution:
        if name not in library.issues:
            raise wrong(
                "PL235",
                msg("book.issue", name=name),
                help=meant(name, library.issues),
            )
    checks.check_predicates(library)


def _acyclic(graph: dict[str, set[str]], clauses: dict[str, Clause]) -> None:
    state: dict[str, int] = {}

    def visit(node: str, path: tuple[str, ...]) -> None:
        if state.get(node) == 2:
            return
        if node in path:
            ring = " -> ".join((*path[path.index(node) :], node))
            raise wrong("PL236", msg("book.circle", ring=ring), file=clauses[node].file)
        for other in sorted(graph.get(node, ())):
            visit(other, (*path, node))
        state[node] = 2

    for node in sorted(graph):
        visit(node, ())
