"""Why the system, YAML or clingo refuse a file; in Japanese for what happens most."""

from __future__ import annotations

import errno
from typing import Any

from .messages import Each, Message, Value, msg


def of_system(error: OSError) -> Value:
    """Why a file cannot be read or written."""
    if not error.strerror:
        return msg("file.fails")
    known = _OF_SYSTEM.get(error.errno or 0)
    return Each(error.strerror, known) if known else error.strerror


def of_yaml(error: Any) -> tuple[Message, Message]:
    """Why a text is no YAML, and what helps; what our own loaders refuse is a text already."""
    problem = getattr(error, "problem", None)
    if isinstance(problem, Message):
        return problem, msg("yaml.names.help")
    said = f"{getattr(error, 'context', None) or ''}; {problem or error}"
    found = (reason for words, *reason in _OF_YAML if words in said)
    why, help = next(found, (msg("yaml.other"), msg("yaml.no_key.help")))
    return why, help


_BEGINS_THERE = ("quoted scalar", "flow mapping", "flow sequence", "simple key", "block scalar")


def line_of_yaml(error: Any) -> int | None:
    """The line to look at: where something begins that has no end, else where reading stopped."""
    begins = any(words in str(getattr(error, "context", "")) for words in _BEGINS_THERE)
    mark = (begins and error.context_mark) or getattr(error, "problem_mark", None)
    return mark.line + 1 if mark else None


def refused(said: Message, mark: Any) -> Exception:
    """A YAML error of our own, with the place in the file."""
    import yaml

    error: Any = yaml.constructor.ConstructorError(problem_mark=mark)
    error.problem = said
    refusal: Exception = error
    return refusal


_OF_SYSTEM = {
    errno.ENOENT: msg("os.missing"),
    errno.EACCES: msg("os.denied"),
    errno.EPERM: msg("os.denied"),
    errno.EISDIR: msg("os.folder"),
    errno.ENOTDIR: msg("os.no_folder"),
    errno.ENAMETOOLONG: msg("os.long"),
    errno.ENOSPC: msg("os.full"),
    errno.EROFS: msg("os.read_only"),
    errno.ELOOP: msg("os.circle"),
}

_QUOTE = msg("yaml.quote.help")
_OF_YAML = (
    ("mapping values are not allowed", msg("yaml.colon"), _QUOTE),
    ("could not find expected ':'", msg("yaml.no_colon"), msg("yaml.no_colon.help")),
    ("quoted scalar; found unexpected end", msg("yaml.open_quote"), msg("yaml.open_quote.help")),
    ("expected ',' or", msg("yaml.no_end"), msg("yaml.no_end.help")),
    ("expected '-'", msg("yaml.no_dash"), msg("yaml.no_key.help")),
    ("did not find expected", msg("yaml.no_key"), msg("yaml.no_key.help")),
    ("expected <block end>", msg("yaml.no_key"), msg("yaml.no_key.help")),
    ("found unexpected end of stream", msg("yaml.open_quote"), msg("yaml.open_quote.help")),
    ("found unknown escape character", msg("yaml.escape"), msg("yaml.escape.help")),
    ("found character", msg("yaml.character"), _QUOTE),
    ("control characters are not allowed", msg("yaml.character"), msg("slip.control.help")),
    ("could not determine a constructor", msg("yaml.tag"), _QUOTE),
    ("found undefined alias", msg("yaml.alias"), _QUOTE),
)
