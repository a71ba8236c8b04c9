"""Writes `docs/reference/`: what is encoded of each book, by chapter; `--check` only compares."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from pokerlogic.coverage import DECIDED, Coverage, Row, coverage
from pokerlogic.library import Book, Chapter, Clause, Library, Reading, Text
from pokerlogic.lookup import look_up
from pokerlogic.render import say
from pokerlogic.store import library_of

FOLDER = Path(__file__).resolve().parent / "reference"

WORDS: dict[str, Text] = {
    "notice": {
        "en": "Paraphrases in our own words; the official text prevails.",
        "ja": "独自の言葉による要約。正式な条文が優先する。",
    },
    "made": {
        "en": "Made from the knowledge base by `docs/render_reference.py`.",
        "ja": "知識ベースから `docs/render_reference.py` で生成。",
    },
    "only": {"en": "only {edition}", "ja": "{edition}のみ"},
    "was": {"en": "{edition}: {locator}", "ja": "{edition}では{locator}"},
    "asks": {"en": "Answers", "ja": "答える問い"},
    "reading": {"en": "Reading", "ja": "解釈"},
    "default": {"en": "default", "ja": "既定"},
    "number": {"en": "Number", "ja": "数値"},
    "excepts": {"en": "Goes before", "ja": "優先する相手"},
    "weigh": {"en": "To weigh", "ja": "考慮する点"},
    "inferred": {"en": "reading of a silent text", "ja": "明文のない点の解釈"},
    "cases": {"en": "cases", "ja": "適用例"},
    "title": {"en": "Reference", "ja": "条項一覧"},
    "chapter": {"en": "Chapter", "ja": "章"},
    "encoded": {"en": "Encoded", "ja": "収録"},
    "other": {"en": "日本語", "ja": "English"},
}


def word(name: str, lang: str, **values: str) -> str:
    """A fixed phrase of the pages."""
    return WORDS[name][lang].format(**values)


def pages() -> dict[str, str]:
    """The text of each page by its file name."""
    library = library_of()
    found = {c.edition: c for c in coverage(library)}
    made = {}
    for lang, other in (("en", "ja"), ("ja", "en")):
        made[f"index.{lang}.md"] = "\n".join(_index(library, found, lang, other)) + "\n"
        for book in library.books.values():
            for chapter in book.chapters:
                name = f"{book.id}-{chapter.id}"
                lines = _page(library, book, chapter, found, lang)
                made[f"{name}.{lang}.md"] = "\n".join(lines) + "\n"
    return made


def _index(library: Library, found: dict[str, Coverage], lang: str, other: str) -> Iterator[str]:
    yield f"# {word('title', lang)}"
    yield ""
    yield f"{word('notice', lang)} {word('made', lang)} [{word('other', lang)}](index.{other}.md)"
    for book in library.books.values():
        if not book.chapters:
            continue
        editions = [e for e in _newest_first(book) if e in found]
        yield ""
        yield f"## {book.title[lang]}"
        yield ""
        heads = [f"{word('encoded', lang)} {_label(book, e)}".strip() for e in editions]
        yield f"| {' | '.join([word('chapter', lang), *heads])} |"
        yield f"|{'---|' * (len(editions) + 1)}"
        for chapter in book.chapters:
            counts = []
            for edition in editions:
                rows = _rows(found[edition], chapter)
                counts.append(f"{sum(1 for r in rows if r.clauses)} / {len(rows)}")
            link = f"[{chapter.title[lang]}]({book.id}-{chapter.id}.{lang}.md)"
            yield f"| {' | '.join([link, *counts])} |"


def _rows(one: Coverage, chapter: Chapter) -> tuple[Row, ...]:
    return next((s.rows for s in one.sections if s.chapter == chapter.id), ())


def _newest_first(book: Book) -> list[str]:
    return sorted(book.editions, reverse=True)


def _label(book: Book, edition: str) -> str:
    return book.editions[edition].get("label", "")


def _page(
    library: Library, book: Book, chapter: Chapter, found: dict[str, Coverage], lang: str
) -> Iterator[str]:
    other = "ja" if lang == "en" else "en"
    yield f"# {book.title[lang]}: {chapter.title[lang]}"
    yield ""
    back = f"[{word('title', lang)}](index.{lang}.md)"
    there = f"[{word('other', lang)}]({book.id}-{chapter.id}.{other}.md)"
    yield f"{word('notice', lang)} {back} · {there}"
    told: set[str] = set()
    for edition in (e for e in _newest_first(book) if e in found):
        for row in _rows(found[edition], chapter):
            clauses = [c for c in row.clauses if c not in told]
            told.update(clauses)
            if row.clauses and not clauses:
                continue
            if not clauses and edition != _newest_first(book)[0]:
                continue
            label = f"{_label(book, edition)} {row.locator}".strip()
            yield ""
            yield f"## {label}"
            if not clauses:
                yield ""
                yield row.reason or say("not_encoded", lang)
            last = ""
            for id in clauses:
                heading = _heading(book, book.clauses[id], edition, lang)
                if heading != last:
                    yield ""
                    yield heading
                last = heading
                yield ""
                yield from _clause(library, book, book.clauses[id], lang)


def _heading(book: Book, clause: Clause, edition: str, lang: str) -> str:
    places = [clause.locators[edition]]
    for old in (e for e in _newest_first(book) if e != edition):
        if old in clause.locators:
            there = clause.locators[old]
            places.append(word("was", lang, edition=_label(book, old), locator=there))
        else:
            places.append(word("only", lang, edition=_label(book, edition)))
    return f"### {clause.title[lang]} ({', '.join(places)})"


def _clause(library: Library, book: Book, clause: Clause, lang: str) -> Iterator[str]:
    (found,) = (f for f in look_up(clause.id).found if f.clause.id == clause.id)
    inferred = f" *({word('inferred', lang)})*" if clause.sourced == "inferred" else ""
    yield f"{clause.paraphrase[lang]}{inferred}"
    yield ""
    asked = "; ".join(library.issues[i].asks[lang] for i in found.issues)
    kind = say(DECIDED[clause.decidable], lang)
    yield f"* `{clause.id}` · {kind} · {word('cases', lang)}: {len(found.cases)}"
    yield f"* {word('asks', lang)}: {asked}"
    if clause.weigh:
        yield f"* {word('weigh', lang)}: {clause.weigh[lang]}"
    for id in clause.excepts:
        above = library.clause(id)
        if above is not None:
            yield f"* {word('excepts', lang)}: {above.paraphrase[lang]} (`{id}`)"
    for name, parameter in found.parameters:
        if name == book.id:
            yield f"* {word('number', lang)}: {parameter.value} – {parameter.means[lang]}"
    for reading in found.readings:
        if reading.book == book.id:
            yield f"* {word('reading', lang)} `{reading.book}:{reading.name}`"
            yield from _reading(reading, lang)


def _reading(reading: Reading, lang: str) -> Iterator[str]:
    for name, text in reading.alternatives.items():
        first = f" ({word('default', lang)})" if name == reading.default else ""
        yield f"    * `{name}`{first}: {text[lang]}"


def main() -> int:
    """Writes the pages, or with `--check` tells whether they are current."""
    made = pages()
    old = {p.name: p.read_text(encoding="utf-8") for p in FOLDER.glob("*.md")}
    if "--check" in sys.argv:
        return int(made != old)
    FOLDER.mkdir(exist_ok=True)
    for name in old.keys() - made.keys():
        (FOLDER / name).unlink()
    for name, text in made.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
