"""Reads a knowledge base from folders of YAML and logic, and checks it.

A folder holds `books/<id>/book.yaml` with topics beside it (`<topic>.lp` and `<topic>.yaml`),
`profiles/*.yaml`, `vocabulary/*.yaml`, `issues/*.yaml`, `concepts/*.yaml`, `search.yaml` and
`core/*.lp`; every part may be absent, and the issues and the concepts may be one file each.
Folders given by a user are added to the shipped one, never edited into it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from . import implied, logic, overflow, runaway, sizes
from .checks.circles import check_circles
from .checks.classes import check_classes
from .checks.clauses import check_clauses
from .checks.predicates import check_heads, check_reads
from .checks.safety import check_safety
from .checks.terms import check_terms
from .errors import wrong
from .files.books import check_over, read_book
from .files.concepts import concepts_of, own_concepts, words_of
from .files.issues import add_issues, check_references, extend_issues, share_answers
from .files.profiles import read_profile
from .files.search import read_search
from .files.shape import check_shape
from .files.stakes import apply_stakes
from .files.table import TWICE, Table, add
from .files.vocabulary import entries_of
from .forms import Form
from .library import Book, Entry, Library, Rule, atom_of, placeholders
from .messages import msg
from .program import reachable
from .resources import fingerprint, parts


def load(folders: Sequence[Path], base: Library | None = None) -> Library:
    """The library made of these folders, the first one usually the shipped one.

    With `base`, the library of the first folder, that folder is trusted: its rules are taken from
    there, and the others are from outside.  Raises BookError naming the file and line of the first
    thing that is wrong.
    """
    issues = Table()
    same_answers: dict[str, tuple[str, Form]] = {}
    vocabulary = Table()
    books = Table()
    overs: list[Form] = []
    entries: dict[str, Form] = {}
    profiles = Table()
    sources: list[tuple[str, Path]] = []
    concepts = Table()
    words = Table()
    for folder in folders:
        if not folder.is_dir():
            raise wrong("PL221", msg("book.no_folder", name=str(folder)))
        check_shape(folder)
    for folder in folders:
        for path in parts(folder, "issues"):
            add_issues(issues, same_answers, path)
        for path in parts(folder, "issues"):
            extend_issues(issues, path)
        for path in sorted(folder.glob("vocabulary/*.yaml")):
            found = list(entries_of(path))
            add(vocabulary, found, msg("what.vocabulary"))
            entries |= {id: form for id, (_, form, _) in found}
        for path in parts(folder, "concepts"):
            add(concepts, concepts_of(path), msg("what.concept"))
            add(words, words_of(path), msg("what.word"))
        sources += [("core", p) for p in sorted(folder.glob("core/*.lp"))]
        for path in sorted(folder.glob("books/*/book.yaml")):
            book, form = read_book(path)
            add(books, {book.id: (book, form, "id")}, msg("what.book"))
            overs += [form.part("over", "`over`")] if "over" in form.raw else []
            sources += [(atom_of(book.id), p) for p in sorted(path.parent.rglob("*.lp"))]
            for topic in sorted(path.parent.glob("*/*.yaml")):
                add(concepts, own_concepts(topic), msg("what.concept"))
    for folder in folders:
        for path in parts(folder, "stakes"):
            apply_stakes(issues, path)
    share_answers(issues, same_answers)
    check_references(issues, vocabulary, folders)
    editions = {e for b in books.values() for e in b.editions}
    for form in overs:
        check_over(form, editions)
    for folder in folders:
        for path in sorted(folder.glob("profiles/*.yaml")):
            profile, form = read_profile(path, editions)
            add(profiles, {profile.id: (profile, form, "id")}, msg("what.profile"))
    search = read_search(folders)
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
    check_classes(library, entries)
    check_heads(library)
    check_clauses(library)
    check_reads(library)
    check_safety(library.rules)
    check_terms(library)
    check_circles(library)
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
                    help=TWICE,
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
