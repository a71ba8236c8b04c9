"""Reads a knowledge base from folders of YAML and logic, and checks it.

A folder holds `books/<id>/book.yaml` with topics beside it (`<topic>.lp` and `<topic>.yaml`),
`profiles/*.yaml`, `vocabulary/*.yaml`, `issues/*.yaml`, `concepts/*.yaml`, `search.yaml` and
`core/*.lp`; every part may be absent, and the issues and the concepts may be one file each.
Folders given by a user are added to the shipped one, never edited into it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from . import checks, foreign, implied, logic, overflow, runaway, sizes, spelling, stakes
from .errors import BookError, meant, nearest, wrong
from .forms import ARGS_EXAMPLE, Form, Raw, read_yaml, text_in
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
    parts_of,
    placeholders,
)
from .messages import Message, Value, listed, msg
from .program import reachable
from .resources import fingerprint, parts

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
_CONCEPT = {"args", "en", "ja", "denied", "bare", "books_too"}
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
_MORE = {"extends", "answers"}
_ANSWER = {"do", "args", "then", "decides", "taken_by", "exact", "option", "brief", "en", "ja"}
_SEARCH = {"weights", "numbers", "filler", "groups"}
_WEIGHTS = {
    *("name", "title", "paraphrase", "because"),
    *("vocabulary", "interpretation", "reading", "issue"),
}
_SOURCED = ("primary", "official", "translation", "secondary", "inferred")
_DECIDABLE = ("fully", "with-observations", "discretion", "none")
_KINDS = ("incident", "observation", "mark", "setting", "word", "settled", "motion", "fact")
_ABOUT = ("event", "player", "pot", "hand")
_DECIDES = ("floor", "who", "house", "dealer")
_SORTS = {
    *("player", "seat", "chips", "count", "natural", "place", "card", "cards", "seconds"),
    *("word", "percent", "range", "event", "moment"),
}
_OVER = {"book", "basis"}
_BRIEF, _SAYS, _VALUE, _AN_EDITION = "brief", "says", "value", "house@1"
_EDITION = {"label", "version", "date", "language"}
_FILES = ("search.yaml", "issues.yaml", "concepts.yaml", "stakes.yaml", "stakes", "domains")
_FOLDERS = ("books", "profiles", "vocabulary", "issues", "concepts", "core")


def load(folders: Sequence[Path], base: Library | None = None) -> Library:
    """The library made of these folders, the first one usually the shipped one.

    With `base`, the library of the first folder, that folder is trusted: its rules are taken from
    there, and the others are from outside.  Raises BookError naming the file and line of the first
    thing that is wrong.
    """
    issues = _Table()
    same_answers: dict[str, tuple[str, Form]] = {}
    vocabulary = _Table()
    books = _Table()
    overs: list[Form] = []
    entries: dict[str, Form] = {}
    profiles = _Table()
    sources: list[tuple[str, Path]] = []
    concepts = _Table()
    words = _Table()
    for folder in folders:
        if not folder.is_dir():
            raise wrong("PL221", msg("book.no_folder", name=str(folder)))
        _shape(folder)
    for folder in folders:
        for path in parts(folder, "issues"):
            _add_issues(issues, same_answers, path)
        for path in parts(folder, "issues"):
            _extend_issues(issues, path)
        for path in sorted(folder.glob("vocabulary/*.yaml")):
            found = list(_entries(path))
            _add(vocabulary, found, msg("what.vocabulary"))
            entries |= {id: form for id, (_, form, _) in found}
        for path in parts(folder, "concepts"):
            _add(concepts, _concepts(path), msg("what.concept"))
            _add(words, _words(path), msg("what.word"))
        sources += [("core", p) for p in sorted(folder.glob("core/*.lp"))]
        for path in sorted(folder.glob("books/*/book.yaml")):
            book, form = _book(path)
            _add(books, {book.id: (book, form, "id")}, msg("what.book"))
            overs += [form.part("over", "`over`")] if "over" in form.raw else []
            sources += [(atom_of(book.id), p) for p in sorted(path.parent.rglob("*.lp"))]
            for topic in sorted(path.parent.glob("*/*.yaml")):
                _add(concepts, _own_concepts(topic), msg("what.concept"))
    for folder in folders:
        for path in parts(folder, "stakes"):
            stakes.apply(issues, Form(msg("what.stakes"), path, read_yaml(path)))
    for id, (other, form) in same_answers.items():
        if other not in issues:
            raise form.fault(
                "PL235",
                msg("book.issue", name=other),
                "answers_of",
                meant(other, issues) or _issue_help(issues),
            )
        issues[id] = issues[id]._replace(answers=issues[other].answers)
    _references(issues, vocabulary, folders)
    editions = {e for b in books.values() for e in b.editions}
    for form in overs:
        form.keys(_OVER, ("book",))
        if form.word("book") not in editions:
            said = msg("book.edition", name=form.word("book"))
            raise form.fault("PL227", said, "book", _edition_help(form.word("book"), editions))
    for folder in folders:
        for path in sorted(folder.glob("profiles/*.yaml")):
            profile, form = _profile(path, editions)
            _add(profiles, {profile.id: (profile, form, "id")}, msg("what.profile"))
    search = _search(folders)
    rules = _rules(sources, books, vocabulary, _prepared(folders[0], base) if base else {})
    if base is not None:
        rules = (*rules, *overflow.watches(r for r in rules if _outside(r, folders[1:])))
    arity = _issue_arities(rules)
    resolution = {name: implied.resolution_rules(name, size) for name, size in arity.items()}
    rules = _in_order_of_derivation(rules, resolution)
    library = Library(
        dict(books),
        dict(profiles),
        dict(issues),
        dict(vocabulary),
        rules,
        resolution,
        fingerprint(folders),
        search,
        dict(concepts),
        dict(words),
    )
    if base is not None:
        _check_outside(library, folders[1:])
    _classes_are_read(library, entries)
    _check(library)
    checks.check(library)
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
    sizes.check_sizes(r for r in library.rules if _outside(r, folders))
    runaway.check_endless(every, lambda rule: _outside(rule, folders))


def _outside(rule: Rule, folders: Sequence[Path]) -> bool:
    """Whether the rule stands in one of these folders."""
    return rule.file.startswith(tuple(f"{folder}/" for folder in folders))


def _classes_are_read(library: Library, entries: dict[str, Form]) -> None:
    """What a class says of an incident is read by a rule, or by the notation."""
    read = {key.partition(":")[0].partition("/")[0] for r in library.rules for key in r.reads}
    for entry in library.vocabulary.values():
        for written in entry.classes:
            name = written.partition(" of ")[0]
            if name not in read and not name.startswith(checks.READ_BY_NOTATION):
                form, known = entries[entry.id], _known_classes(library, entry.id)
                said = msg("book.class_unread", what=form.what, name=name)
                names = msg("known", names=listed(f"`{n}`" for n in known))
                raise form.fault("PL288", said, "classes", meant(name, known) or names)


def _known_classes(library: Library, but: str) -> list[str]:
    others = (e for e in library.vocabulary.values() if e.id != but)
    return sorted({c.partition(" of ")[0] for e in others for c in e.classes})


Found = Iterable[tuple[str, tuple[Any, Form, str]]]
"""What a file defines: by id, with the mapping and the key that say where."""

Rows = dict[str, tuple[Any, Form, str]]


class _Table(dict[str, Any]):
    """What several files define, by id, and where each stands."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.places: dict[str, str] = {}


def _shape(folder: Path) -> None:
    """A folder of books has the folders that are read, and every file where it is read."""
    here = sorted(p.name for p in folder.iterdir() if not p.name.startswith("."))
    if (folder / "book.yaml").is_file():
        help = msg("shape.book.help", parent=str(folder.parent.parent))
        raise wrong("PL221", msg("shape.book", name=str(folder)), file=folder, help=help)
    known = {*_FOLDERS, *_FILES}
    for name in here:
        near = nearest(name, known)
        if name not in known and near and (folder / name).is_dir() and _data_below(folder / name):
            said = msg("shape.folder", name=name)
            raise wrong("PL221", said, file=folder / name, help=msg("meant", near=near))
    below = [p for p in sorted(folder.iterdir()) if any((p / name).exists() for name in known)]
    if below and not known.intersection(here):
        help = msg("meant", near=str(below[0]))
        raise wrong("PL221", msg("shape.nothing", name=str(folder)), file=folder, help=help)
    for path in sorted(p for name in _FOLDERS for p in folder.glob(f"{name}/**/*.yml")):
        help = msg("meant", near=path.with_suffix(".yaml").name)
        raise wrong("PL221", msg("shape.ending", name=path.name), file=path, help=help)
    for place in sorted(p for p in folder.glob("books/*") if p.is_dir()):
        if (place / "book.yaml").is_file():
            for path in sorted(place.glob("*.lp")) + sorted(place.glob("*.yaml")):
                if path.name != "book.yaml":
                    help = msg("shape.chapter.help", file=path.name)
                    raise wrong("PL229", msg("shape.chapter", file=path.name), file=path, help=help)
            for path in sorted(place.rglob("*.lp")):
                if not path.with_suffix(".yaml").is_file():
                    said = msg("book.no_yaml_beside", file=f"{path.stem}.yaml")
                    raise wrong("PL229", said, file=path, line=1, help=_beside(path, ".yaml"))
        elif _data_below(place):
            help = msg("shape.no_book.help", name=place.name)
            raise wrong("PL229", msg("shape.no_book", name=place.name), file=place, help=help)


def _data_below(place: Path) -> bool:
    return any(p.suffix in (".yaml", ".lp") for p in place.rglob("*"))


def _beside(path: Path, suffix: str) -> Message:
    """What helps where the other file of a topic is missing: a name like it, or a new file."""
    near = nearest(path.stem, [p.stem for p in path.parent.glob(f"*{suffix}")])
    own = {p.stem for p in path.parent.glob(f"*{path.suffix}")}
    if near and near not in own:
        return msg("book.beside_near", near=f"{near}{suffix}", file=f"{path.stem}{suffix}")
    return msg("book.beside_new", file=f"{path.stem}{suffix}")


def _add(into: _Table, new: Found | Rows, what: Message) -> None:
    for id, (value, form, key) in new.items() if isinstance(new, dict) else new:
        if id in into:
            help = _TWICE
            if id in into.places:
                help = msg("book.twice.there", place=into.places[id])
            raise form.fault("PL222", msg("book.twice", what=what, id=id), key, help)
        into[id] = value
        into.places[id] = f"{form.path}:{form.at(key)}"


_TWICE = msg("book.twice.help")


def _add_issues(into: _Table, same_answers: dict[str, tuple[str, Form]], path: Path) -> None:
    """The issues of a file; those that have the `answers_of` another one are noted, with that."""
    for id, form in _named(path, lambda id: msg("the.issue", id=id)):
        if not _extends(form):
            _add(into, {id: (_issue(id, form), form, id)}, msg("what.issue"))
            if "answers_of" in form.raw:
                same_answers[id] = (form.word("answers_of"), form)


def _extend_issues(into: _Table, path: Path) -> None:
    """More answers for the issues of other files, whichever of them is read first."""
    for id, form in _named(path, lambda id: msg("the.issue", id=id)):
        if not _extends(form):
            continue
        form.keys(_MORE, ("answers",))
        if id not in into:
            raise form.fault(
                "PL222", msg("book.extends", id=id), None, meant(id, into) or _issue_help(into)
            )
        answers = _Table(into[id].answers)
        _add(answers, _answers_in(id, form), msg("what.answer"))
        into[id] = into[id]._replace(answers=dict(answers))


def _references(
    issues: dict[str, Issue], vocabulary: dict[str, Entry], folders: Iterable[Path]
) -> None:
    """What the issues name is there: other issues, and what players do."""
    for path in (path for folder in folders for path in parts(folder, "issues")):
        for _, form in _named(path, lambda id: msg("the.issue", id=id)):
            other = form.word("supports")
            if other and other not in issues:
                said = msg("book.issue", name=other)
                raise form.fault(
                    "PL235", said, "supports", meant(other, issues) or _issue_help(issues)
                )
            for _, given in form.parts("answers", lambda name: msg("the.answer", id=name)):
                for id in given.words("taken_by"):
                    if id not in vocabulary:
                        said = msg("book.entry", name=id)
                        help = meant(id, vocabulary) or msg("book.entry.help")
                        raise given.fault("PL289", said, "taken_by", help)


def _issue_help(issues: Iterable[str]) -> Message:
    return msg("known", names=listed(f"`{name}`" for name in sorted(issues)[:12]))


def _named(path: Path, called: Any) -> Iterator[tuple[str, Form]]:
    """The mappings of a file, by name."""
    whole = Form(msg("the.file"), path, read_yaml(path))
    for name in whole.raw:
        yield name, whole.part(whole.name(name), called(name))


def _extends(form: Form) -> bool:
    return "extends" in form.raw and form.flag("extends", False)


def _issue(id: str, form: Form) -> Issue:
    form.keys(_ISSUE, ("asks", "about", "answers"))
    return Issue(
        id,
        form.one_of("about", _ABOUT, "PL289"),
        form.text("asks", ()),
        {name: answer for name, (answer, _, _) in _answers_in(id, form)},
        form.word("supports") or None,
        form.words("bounds"),
    )


def _answers_in(id: str, form: Form) -> Found:
    for name, given in form.parts("answers", lambda name: msg("the.answer", id=f"{id}.{name}")):
        given.keys(_ANSWER, ("do",))
        args = given.args(_SORTS)
        fills = {"who", *(arg for arg, _ in args)}
        briefs = given.part(_BRIEF, msg("book.part", what=given.what, key=_BRIEF))
        briefs.keys(("en", "ja"))
        for one in (given, briefs):
            for lang in ("en", "ja"):
                _filled(one, lang, fills)
        phrases = {lang: given.words(lang) for lang in ("en", "ja") if lang in given.raw}
        answer = Answer(
            name,
            given.word("do"),
            args,
            given.word("then") or None,
            given.one_of("decides", _DECIDES, "PL289") or None,
            given.words("taken_by"),
            phrases,
            given.text("option", ()),
            given.flag("exact", False),
        )
        yield name, (answer, given, name)


def _filled(form: Form, key: str, fills: set[str]) -> None:
    """Every name in braces of these phrases is an argument."""
    for phrase in form.words(key):
        for name in re.findall(r"\{(\w+)\}", phrase):
            if name not in fills:
                said = msg("book.placeholder", what=f"`{phrase}`", name=name)
                names = sorted(fills)
                known = msg("known", names=listed(f"`{name}`" for name in names))
                raise form.fault("PL244", said, key, meant(name, names) or known)


def _entries(path: Path) -> Found:
    for id, form in _named(path, lambda id: msg("the.entry", id=id)):
        form.keys(_ENTRY, ("kind",))
        args = form.args(_SORTS)
        names = [name for name, _ in args]
        entry = Entry(
            id,
            form.one_of("kind", _KINDS, "PL289"),
            args,
            form.text("says", names),
            form.text("asks", {*names, "P"}),
            form.words("classes"),
            form.flag("ruled", True),
            form.text("denied", names),
        )
        _classes(entry, form)
        if not entry.says and not entry.asks:
            said = msg("book.says_or_asks", what=form.what)
            raise form.fault("PL226", said, None, msg("book.languages.help", lang=_SAYS))
        yield id, (entry, form, id)


def _classes(entry: Entry, form: Form) -> None:
    """A class is a name, or a name `of` an argument."""
    names = [name for name, _ in entry.args]
    for written in entry.classes:
        name, _, whose = written.partition(" of ")
        if not re.fullmatch(r"[a-z]\w*", name, re.ASCII) or (
            " of " in written and whose not in names
        ):
            said = msg("book.class", what=form.what, name=written)
            help = msg("book.class.help", names=listed(f"`{n}`" for n in names))
            raise form.fault("PL289", said, "classes", help)
        if name == "gesture" and "player" not in [sort for _, sort in entry.args[:1]]:
            help = msg("vocabulary.args.help", example=ARGS_EXAMPLE)
            raise form.fault("PL289", msg("book.gesture", what=form.what), "classes", help)


def _concepts(path: Path) -> Found:
    """The words of the core's predicates, by name."""
    form = Form(msg("the.concepts"), path, read_yaml(path)).keys(_CONCEPTS)
    for group, kind in (("concepts", "concept"), ("history", "history")):
        yield from _concepts_in(form, group, kind)
    for kind in ("plumbing", "silent"):
        for name in form.words(kind):
            found = {"kind": kind, "args": [], "says": {}, "denied": {}, "bare": False}
            yield name, (found, form, kind)


def _words(path: Path) -> Found:
    form = Form(msg("the.concepts"), path, read_yaml(path))
    for name, words in form.parts("words", lambda name: f"`{name}`"):
        yield name, (text_in(words, words.what), words, name)


def _own_concepts(path: Path) -> Found:
    """The words of the predicates that a topic of a book gives to others."""
    yield from _concepts_in(Form(msg("the.topic"), path, read_yaml(path)), "concepts", "concept")


def _concepts_in(form: Form, group: str, kind: str) -> Found:
    for name, found in form.parts(group, lambda name: msg("the.concept", id=name)):
        yield name, (_concept(found, kind), found, name)


def _concept(form: Form, kind: str) -> dict[str, Any]:
    form.keys(_CONCEPT, ("args", "en", "ja"))
    args = form.args(_SORTS)
    names = [name for name, _ in args]
    said = Raw()
    for lang in ("en", "ja"):
        said[lang], said.lines[lang] = form.raw[lang], form.at(lang)
    return {
        "kind": kind,
        "args": [list(pair) for pair in args],
        "says": text_in(Form(form.what, form.path, said, form.line), form.what, names),
        "denied": form.text("denied", names),
        "bare": form.flag("bare", False),
        "books_too": form.flag("books_too", False),
    }


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
        form = Form(msg("the.search_file"), path, read_yaml(path)).keys(_SEARCH)
        weights.update(_weights(form.part("weights", "`weights`")))
        for key, into in (("numbers", numbers), ("filler", filler)):
            if key in form.raw:
                into += _said(form.part(key, f"`{key}`"))
        for group, words in form.parts("groups", lambda group: msg("the.group", id=group)):
            for word in _said(words):
                _belongs(word, group, owner, words)
                groups.setdefault(group, []).append(word)
    found = {group: tuple(dict.fromkeys(said)) for group, said in groups.items()}
    return Search(weights, tuple(numbers), tuple(filler), found)


def _weights(form: Form) -> dict[str, int]:
    form.keys(_WEIGHTS)
    for name, value in form.raw.items():
        if not isinstance(value, int) or value < 0:
            help = msg("book.whole.help", key=name)
            raise form.fault("PL250", msg("search.weight", name=name), name, help)
    return dict(form.raw)


def _said(form: Form) -> list[str]:
    """Words in both languages; raises BookError where there are none."""
    form.keys(("en", "ja"), ("en", "ja"))
    found: list[str] = []
    for lang, said in form.raw.items():
        if not isinstance(said, list) or not said:
            raise form.fault(
                "PL250",
                msg("search.no_words", what=form.what, lang=lang),
                lang,
                msg("search.no_words.help", lang=lang),
            )
        for word in said:
            if not isinstance(word, str) or not spelling.key(word):
                raise form.fault(
                    "PL250",
                    msg("search.no_letters", what=form.what, word=str(word)),
                    lang,
                    msg("search.no_letters.help"),
                )
            found.append(word)
    return found


def _belongs(word: str, group: str, owner: dict[str, str], form: Form) -> None:
    """Note whose word it is; raises BookError if another group has it, however it is spelt."""
    other = owner.setdefault(spelling.key(word), group)
    if other != group:
        raise form.fault(
            "PL250",
            msg("search.two_groups", word=word, other=other, group=group),
            None,
            msg("search.two_groups.help"),
        )


def _profile(path: Path, editions: set[str]) -> tuple[Profile, Form]:
    need = ("id", "title", "books")
    form = Form(msg("the.profile"), path, read_yaml(path)).keys(need, need)
    id, books = form.word("id"), form.words("books")
    if id != path.stem:
        said = msg("book.file_name", id=id, file=path.name)
        raise form.fault("PL229", said, "id", msg("meant", near=path.stem))
    if not books:
        help = msg("book.no_books.help", edition=max(editions, default=_AN_EDITION))
        raise form.fault("PL227", msg("book.no_books"), "books", help)
    below: set[str] = set()
    for edition in books:
        if edition not in editions:
            raise form.fault(
                "PL227",
                msg("book.edition", name=edition),
                "books",
                _edition_help(edition, editions),
            )
        book = edition.split("@")[0]
        if book in below:
            raise form.fault(
                "PL227", msg("book.two_editions", book=book), "books", msg("book.two_editions.help")
            )
        below.add(book)
    return Profile(id, form.text("title", ()), books), form


def _edition_help(edition: str, editions: Iterable[str]) -> Message:
    known = sorted(editions)
    return meant(edition, known) or msg("known", names=listed(f"`{e}`" for e in known))


def _parameters(form: Form) -> Iterator[tuple[Parameter, Form]]:
    need = ("value", "means", "in")
    for name, row in form.parts("parameters", lambda name: msg("the.parameter", id=name)):
        row.keys(need, need)
        value = row.whole("value", row.what)
        if abs(value) > foreign.NUMBER:
            said = msg("book.too_large", id=name, most=foreign.NUMBER)
            raise row.fault("PL264", said, "value", msg("book.whole.help", key=_VALUE))
        yield Parameter(name, value, row.text("means", ()), row.strings("in")), row


def _book(path: Path) -> tuple[Book, Form]:
    form = Form(msg("the.book"), path, read_yaml(path))
    form.keys(_BOOK, ("id", "title", "rights", "editions"))
    id = form.word("id")
    if not re.fullmatch(r"[a-z][a-z0-9_-]*", id):
        help = msg("name.logic.help")
        raise form.fault("PL291", msg("name.logic", name=id), "id", help)
    if atom_of(id) != atom_of(path.parent.name):
        said = msg("book.folder_name", id=id, folder=path.parent.name)
        raise form.fault("PL229", said, "id", msg("meant", near=path.parent.name))
    editions = _editions(id, form)
    chapters = tuple(_chapters(form, editions))
    numbers = _Numbers(id, editions, chapters)
    clauses: Rows = {}
    readings: Rows = {}
    parameters: Rows = {}
    _add_parameters(parameters, form, numbers)
    for topic_path in sorted(p for p in path.parent.rglob("*.yaml") if p != path):
        _topic(topic_path, id, numbers, clauses, readings, parameters)
    book = Book(
        id,
        form.text("title", ()),
        form.word("publisher"),
        form.word("rights"),
        editions,
        form.strings("over"),
        {id: clause for id, (clause, _, _) in clauses.items()},
        {name: reading for name, (reading, _, _) in readings.items()},
        {name: parameter for name, (parameter, _, _) in parameters.items()},
        tuple(_uncovered(form)),
        chapters,
    )
    return book, form


def _editions(id: str, form: Form) -> dict[str, dict[str, str]]:
    named = form.part("editions", "`editions`")
    found = {}
    for name in named.raw:
        if not re.fullmatch(rf"{re.escape(id)}@[A-Za-z0-9._-]+", name):
            said = msg("book.edition_name", name=name)
            raise named.fault("PL227", said, name, msg("meant", near=f"{id}@1"))
        row = named.part(name, f"`{name}`").keys(_EDITION)
        found[name] = {key: row.word(key) for key in row.raw}
    if not found:
        help = msg("book.no_editions.help", edition=f"{id}@1")
        raise form.fault("PL227", msg("book.no_editions"), "editions", help)
    return found


def _uncovered(form: Form) -> Iterator[dict[str, str]]:
    need = ("edition", "locator", "reason")
    for row in form.rows("uncovered"):
        if not isinstance(row, Raw):
            said = msg("book.kind", what="`uncovered`", kind=msg("kind.mappings"))
            raise form.fault("PL289", said, "uncovered")
        one = Form("`uncovered`", form.path, row, form.at("uncovered")).keys(need, need[1:])
        yield {key: one.word(key) for key in row}


class _Numbers:
    """The numbers that each edition of a book has."""

    def __init__(self, book: str, editions: dict[str, Any], chapters: Iterable[Chapter]) -> None:
        self.book, self.editions = book, editions
        self.known: dict[str, dict[tuple[str, ...], str]] = {edition: {} for edition in editions}
        for chapter in chapters:
            for edition, found in chapter.locators.items():
                self.known[edition].update((parts_of(locator), locator) for locator in found)

    def check(self, what: Value, form: Form, where: dict[str, str]) -> None:
        """Every number is one of its edition, or a part of one, or what several are parts of."""
        key = "in" if "in" in form.raw else None
        for edition, locator in where.items():
            if edition not in self.editions:
                said = msg("book.clause_edition", what=what, edition=edition)
                raise form.fault("PL227", said, key, _edition_help(edition, self.editions))
            known = self.known[edition]
            for one in (n.strip() for n in locator.split(",")):
                number = parts_of(one)
                fits = (number[: len(n)] == n or n[: len(number)] == number for n in known)
                if known and not (number and any(fits)):
                    said = msg("book.locator", what=what, locator=one, edition=edition)
                    near = nearest(one, known.values())
                    help = msg("book.locator.near", near=near) if near else None
                    raise form.fault("PL282", said, key, help or msg("book.locator.help"))


def _add_parameters(into: Rows, form: Form, numbers: _Numbers) -> None:
    for parameter, row in _parameters(form):
        numbers.check(row.what, row, parameter.locators)
        _add_row(into, parameter.name, parameter, row, "value", msg("what.parameter"))


def _add_row(into: Rows, id: str, value: Any, form: Form, key: str, what: Message) -> None:
    if id in into:
        _, other, where = into[id]
        place = f"{other.path}:{other.at(where)}"
        help = msg("vocabulary.twice.help", place=place)
        raise form.fault("PL222", msg("book.twice", what=what, id=id), None, help)
    into[id] = (value, form, key)


def _chapters(form: Form, editions: dict[str, Any]) -> Iterator[Chapter]:
    """The chapters of a book; `in` names the locators: `1..6, 9-A..B, 13`."""
    for id, row in form.parts("chapters", lambda id: f"`chapters.{id}`"):
        row.keys(_CHAPTER, ("title", "in"))
        locators = {}
        named = row.part("in", f"`chapters.{id}.in`")
        for edition in named.raw:
            if edition not in editions:
                said = msg("book.edition", name=edition)
                raise named.fault("PL227", said, edition, _edition_help(edition, editions))
            locators[edition] = tuple(islice(_listed(named.word(edition)), foreign.FILES + 1))
            if len(locators[edition]) > foreign.FILES:
                said = msg("book.locators", edition=edition, most=foreign.FILES)
                raise named.fault("PL264", said, edition, msg("book.locator.help"))
        yield Chapter(id, row.text("title", ()), locators)


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
    numbers: _Numbers,
    clauses: Rows,
    readings: Rows,
    parameters: Rows,
) -> None:
    form = Form(msg("the.topic"), path, read_yaml(path))
    form.keys(_TOPIC, ("topic", "title", "in", "sourced", "decidable", "clauses"))
    topic = form.word("topic")
    if topic != path.stem:
        said = msg("book.topic_name", id=topic, file=path.name)
        raise form.fault("PL229", said, "topic", msg("meant", near=path.stem))
    if not path.with_suffix(".lp").exists():
        said = msg("book.no_logic", file=f"{path.stem}.lp")
        raise form.fault("PL229", said, "topic", _beside(path, ".lp"))
    title = form.text("title", ())
    _add_parameters(parameters, form, numbers)
    for name, row in form.parts("readings", lambda name: msg("the.reading", id=name)):
        reading = _reading(book, topic, name, row)
        _add_row(readings, name, reading, row, "default", msg("what.reading"))
    for name, row in form.parts("clauses", lambda name: msg("the.clause", id=f"{topic}.{name}")):
        clause = _clause(f"{book}:{topic}.{name}", book, topic, title, form, row)
        where = row if "in" in row.raw or "part" in row.raw else form
        numbers.check(f"`{clause.id}`", where, clause.locators)
        _add_row(clauses, clause.id, clause, row, "paraphrase", msg("what.clause"))


def _reading(book: str, topic: str, name: str, form: Form) -> Reading:
    form.keys(_READING, ("default", "reason", "alternatives"))
    named = form.part("alternatives", f"`{name}.alternatives`")
    alternatives = {
        named.name(alternative): named.text(alternative, ()) for alternative in named.raw
    }
    default = form.word("default")
    if default not in alternatives:
        names = sorted(alternatives)
        help = meant(default, names) or msg("known", names=listed(f"`{n}`" for n in names))
        raise form.fault("PL230", msg("book.default", id=name), "default", help)
    return Reading(book, name, default, form.word("reason"), alternatives, topic)


def _clause(
    id: str, book: str, topic: str, title: dict[str, str], whole: Form, form: Form
) -> Clause:
    form.keys(_CLAUSE, ("paraphrase", "because"))
    where = (form if "in" in form.raw else whole).strings("in")
    part = form.word("part")
    sourced = (form if "sourced" in form.raw else whole).one_of("sourced", _SOURCED, "PL231")
    decidable = (form if "decidable" in form.raw else whole).one_of(
        "decidable", _DECIDABLE, "PL231"
    )
    return Clause(
        id,
        book,
        topic,
        title,
        {e: f"{loc}-{part}" if part else loc for e, loc in where.items()},
        form.text("paraphrase", ()),
        form.text("because"),
        form.words("excepts"),
        sourced,
        decidable,
        form.word("interpretation") or None,
        (form if "see_also" in form.raw else whole).words("see_also"),
        str(form.path),
        form.line,
        form.text("weigh", ()),
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
                    line=clause.line,
                    help=_TWICE,
                )
            values = tuple(sorted(placeholders(clause.because)))
            owners[clause.atom] = logic.Owner(clause.id, clause.file, values)
    rules: list[Rule] = []
    for space, path in sources:
        known = prepared.get(path)
        rules += logic.compile_file(path, space, owners) if known is None else known
    rules += implied.vocabulary_rules(vocabulary.values())
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
    arity: dict[str, tuple[int, Rule]] = {}
    for rule in rules:
        for head in rule.heads:
            if head.startswith("concludes/4:") and not head.endswith(":*"):
                name, size = head.split(":", 1)[1].split("/")
                other, first = arity.setdefault(name, (int(size), rule))
                if other != int(size):
                    raise wrong(
                        "PL232",
                        msg("book.arity", name=name, size=int(size), other=other),
                        file=rule.file,
                        line=rule.line,
                        help=msg("book.arity.help", place=f"{first.file}:{first.line}"),
                    )
    return {name: size for name, (size, _) in arity.items()}


def _check(library: Library) -> None:
    """What the loader checks beyond single files: ids, exceptions, issues, predicates."""
    clauses = {c.id: c for b in library.books.values() for c in b.clauses.values()}
    topics = {(c.book, c.topic) for c in clauses.values()}
    firing = {r.clause for r in library.rules if r.clause}
    checks.check_heads(library)
    for clause in clauses.values():
        if clause.atom not in firing:
            raise wrong(
                "PL233",
                msg("book.clause_logic", id=clause.id),
                file=clause.file,
                line=clause.line,
                help=msg("book.clause_logic.help", name=clause.atom),
            )
        for other in clause.see_also:
            if other not in clauses and (clause.book, other) not in topics:
                said = msg("book.see_also", id=clause.id, target=other)
                known = [*clauses, *(topic for book, topic in topics if book == clause.book)]
                help = meant(other, known) or msg("book.see_also.help")
                raise _about_key("see_also", "PL281", clause, said, help)
        for target in clause.excepts:
            if target not in clauses:
                raise _about_exception(
                    clause,
                    msg("book.excepts_unknown", id=clause.id, target=target),
                    meant(target, clauses) or msg("book.excepts_unknown.help"),
                )
            if clauses[target].book != clause.book:
                raise _about_exception(
                    clause,
                    msg("book.excepts_other", id=clause.id, target=target),
                    msg("book.excepts_other.help"),
                )
    _acyclic({c.id: set(c.excepts) for c in clauses.values()}, clauses)
    checks.check_predicates(library)


def _about_exception(clause: Clause, said: Message, help: Message) -> BookError:
    return _about_key("excepts", "PL234", clause, said, help)


def _about_key(key: str, code: str, clause: Clause, said: Message, help: Message) -> BookError:
    """An error at a key of a clause, or of its topic where the clause has none."""
    lines = Path(clause.file).read_text(encoding="utf-8-sig").splitlines()
    here = [*range(clause.line, len(lines) + 1), *range(1, clause.line)]
    line = next((n for n in here if re.search(rf"\b{key}:", lines[n - 1])), clause.line)
    return wrong(code, said, file=clause.file, line=line, help=help)


_CIRCLE = msg("book.circle.help")


def _acyclic(graph: dict[str, set[str]], clauses: dict[str, Clause]) -> None:
    state: dict[str, int] = {}

    def visit(node: str, path: tuple[str, ...]) -> None:
        if state.get(node) == 2:
            return
        if node in path:
            ring = " -> ".join((*path[path.index(node) :], node))
            said = msg("book.circle", ring=ring)
            raise _about_key("excepts", "PL236", clauses[node], said, _CIRCLE)
        for other in sorted(graph.get(node, ())):
            visit(other, (*path, node))
        state[node] = 2

    for node in sorted(graph):
        visit(node, ())
