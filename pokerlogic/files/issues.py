"""`issues/*.yaml`: the questions that rules answer, and their answers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from pokerlogic.errors import meant
from pokerlogic.forms import SORTS, Form
from pokerlogic.library import Answer, Entry, Issue
from pokerlogic.messages import Message, listed, msg
from pokerlogic.resources import parts

from .table import Found, Table, add, named

_ISSUE = {"asks", "about", "answers", "supports", "answers_of", "bounds"}
_MORE = {"extends", "answers"}
_ANSWER = {"do", "args", "then", "decides", "taken_by", "exact", "option", "brief", "en", "ja"}
_ABOUT = ("event", "player", "pot", "hand")
_DECIDES = ("floor", "who", "house", "dealer")
_BRIEF = "brief"


def add_issues(into: Table, same_answers: dict[str, tuple[str, Form]], path: Path) -> None:
    """The issues of a file; those that have the `answers_of` another one are noted, with that."""
    for id, form in named(path, lambda id: msg("the.issue", id=id)):
        if not _extends(form):
            add(into, {id: (_issue(id, form), form, id)}, msg("what.issue"))
            if "answers_of" in form.raw:
                same_answers[id] = (form.word("answers_of"), form)


def extend_issues(into: Table, path: Path) -> None:
    """More answers for the issues of other files, whichever of them is read first."""
    for id, form in named(path, lambda id: msg("the.issue", id=id)):
        if not _extends(form):
            continue
        form.keys(_MORE, ("answers",))
        if id not in into:
            raise form.fault(
                "PL222", msg("book.extends", id=id), None, meant(id, into) or _issue_help(into)
            )
        answers = Table(into[id].answers)
        add(answers, _answers_in(id, form), msg("what.answer"))
        into[id] = into[id]._replace(answers=dict(answers))


def share_answers(issues: Table, same_answers: dict[str, tuple[str, Form]]) -> None:
    """Gives those that have the `answers_of` another issue these answers."""
    for id, (other, form) in same_answers.items():
        if other not in issues:
            raise form.fault(
                "PL235",
                msg("book.issue", name=other),
                "answers_of",
                meant(other, issues) or _issue_help(issues),
            )
        issues[id] = issues[id]._replace(answers=issues[other].answers)


def check_references(
    issues: dict[str, Issue], vocabulary: dict[str, Entry], folders: Iterable[Path]
) -> None:
    """What the issues name is there: other issues, and what players do."""
    for path in (path for folder in folders for path in parts(folder, "issues")):
        for _, form in named(path, lambda id: msg("the.issue", id=id)):
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
        args = given.args(SORTS)
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
