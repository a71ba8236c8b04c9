"""The parser of command lines: it speaks the language of the user and refuses as all else does.

`help`, `metavar` and `description` of what is added to it are ids of `messages.yaml`.
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NoReturn

from .errors import shown, width
from .messages import LANGUAGES, Listed, Message, Value, any_of, catalogue, listed, msg
from .usage import UsageError


def language(chosen: str | None) -> str:
    """The language chosen, else the one of the locale."""
    if chosen:
        return chosen
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            return "ja" if value.lower().startswith("ja") else "en"
    import locale

    return "ja" if (locale.getlocale()[0] or "").lower().startswith("ja") else "en"


def wanted(argv: Sequence[str]) -> argparse.Namespace:
    """What a command line that may not be readable says of the way to answer: `lang`, `json`."""
    chosen = None
    for word, following in zip(argv, [*argv[1:], ""], strict=False):
        name, _, value = word.partition("=")
        if name == "--lang" and (value or following) in LANGUAGES:
            chosen = value or following
    return argparse.Namespace(lang=chosen, json="--json" in argv)


class Parser(argparse.ArgumentParser):
    """A parser with texts of the catalogue; a mistake is a UsageError.

    Texts are put in when they are shown, so that a command that can be read needs none.
    """

    def __init__(self, lang: str, **options: Any) -> None:
        def formatter(prog: str) -> argparse.HelpFormatter:
            return _Formatter(prog, lang)

        super().__init__(formatter_class=formatter, add_help=False, **options)
        self.lang = lang
        self._positionals.title, self._optionals.title = "help.arguments", "help.options"
        self.add_argument("-h", "--help", action="help", help="help.help")

    def commands(self) -> Any:
        """Begin the commands below this parser."""
        made: Any = partial(Parser, self.lang)
        return self.add_subparsers(
            dest="command",
            required=True,
            metavar="meta.command",
            parser_class=made,
        )

    def format_help(self) -> str:
        """The help in the language of the user."""
        self._speak()
        return super().format_help()

    def format_usage(self) -> str:
        """The first lines of the help."""
        self._speak()
        return super().format_usage()

    def error(self, message: str) -> NoReturn:
        """Raise UsageError for what argparse says is wrong."""
        said = _told(message)
        self._speak()
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups, "")
        usage = " ".join(formatter.format_help().split())
        raise UsageError("PL603", said, help=msg("option.usage", usage=usage))

    def _speak(self) -> None:
        """Put the texts in, once."""
        if self._optionals.title == "help.options":
            more = [a for s in self._actions for a in getattr(s, "_choices_actions", ())]
            for action in (*self._actions, *more):
                action.help = _text(action.help, self.lang)
                if isinstance(action.metavar, str):
                    action.metavar = _text(action.metavar, self.lang)
            self.description = _text(self.description, self.lang)
            for group in (self._positionals, self._optionals):
                group.title = _text(group.title, self.lang)


class _Formatter(argparse.HelpFormatter):
    """Help that begins with the word of the language for how a command is used."""

    def __init__(self, prog: str, lang: str) -> None:
        super().__init__(prog)
        self.lang = lang

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        """The usage lines."""
        begins = f"{msg('help.usage').text(self.lang)} " if prefix is None else prefix
        super().add_usage(usage, actions, groups, begins)

    def _format_action(self, action: argparse.Action) -> str:
        """One argument; what is wide in a terminal leaves less space before its help."""
        text, called = super()._format_action(action), self._format_action_invocation(action)
        before, _, after = text.partition(called)
        spare = len(after) - len(after.lstrip(" ")) - 2
        return before + called + after[max(min(spare, width(called) - len(called)), 0) :]


def _text(id: str | None, lang: str) -> str | None:
    """The text of an id; what is none stays as it is."""
    return catalogue()[id][lang] if id in catalogue() else id


def _told(message: str) -> Message:
    """What argparse says, in words of the catalogue."""
    for pattern, said in _SAID:
        found = re.fullmatch(pattern, message, re.DOTALL)
        if found is not None:
            return said(*(shown(part, 200) for part in found.groups()))
    return msg("option.other", what=shown(message, 200))


def _named(names: str) -> Listed:
    """Names of arguments as argparse lists them."""
    return listed(msg("quoted", what=_called(name)) for name in names.split(", "))


def _called(name: str) -> Value:
    return Message(name, {}) if name in catalogue() else name


def _choice(name: str, word: str, choices: str) -> Message:
    known = [f"`{c}`" for c in re.split(r", ", choices.replace("'", ""))]
    bare = word.strip("'\"")
    if name == "meta.command":
        return msg("option.command", word=bare, choices=any_of(known))
    return msg("option.choice", name=_called(name), word=bare, choices=any_of(known))


_SAID: tuple[tuple[str, Callable[..., Message]], ...] = (
    (
        r"the following arguments are required: (.*)",
        lambda names: msg("option.missing", names=_named(names)),
    ),
    (r"unrecognized arguments: (.*)", lambda words: msg("option.unknown", words=words)),
    (
        r"argument (.*?): expected (?:one|at least one|at most one|\d+) arguments?",
        lambda name: msg("option.no_value", name=_called(name)),
    ),
    (r"argument (.*?): invalid choice: (.*?)(?:, maybe .*)? \(choose from (.*)\)", _choice),
    (
        r"argument (.*?): invalid int value: (.*)",
        lambda name, word: msg("option.no_number", name=_called(name), word=word.strip("'\"")),
    ),
    (
        r"argument (.*?): ignored explicit argument (.*)",
        lambda name, word: msg("option.takes_none", name=_called(name), word=word.strip("'\"")),
    ),
    (
        r"ambiguous option: (.*) could match (.*)",
        lambda word, names: msg("option.ambiguous", word=word, names=_named(names)),
    ),
)
"""How the messages of argparse begin and go on, and what is said instead."""
