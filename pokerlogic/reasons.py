"""Why the system, YAML or clingo refuse a file; in Japanese for what happens most."""

from __future__ import annotations

import errno
import re
from typing import Any

from .messages import Each, Message, Value, msg


def of_system(error: OSError) -> Value:
    """Why a file cannot be read or written."""
    if not error.strerror:
        return msg("file.fails")
    known = _OF_SYSTEM.get(error.errno or 0)
    return Each(error.strerror, known) if known else error.strerror


def of_yaml(error: Any) -> Value:
    """Why a text is no YAML; what our own loaders refuse is a text already."""
    problem = getattr(error, "problem", None)
    if isinstance(problem, Message):
        return problem
    said = str(problem or error)
    return next((Each(said, m) for words, m in _OF_YAML if words in said), said)


def refused(said: Message, mark: Any) -> Exception:
    """A YAML error of our own, with the place in the file."""
    import yaml

    error: Any = yaml.constructor.ConstructorError(problem_mark=mark)
    error.problem = said
    refusal: Exception = error
    return refusal


def of_clingo(said: str) -> Value:
    """Why a text is no logic."""
    found = re.fullmatch(r"syntax error, unexpected (.+?)(?:, expecting .*)?", said)
    if found is not None:
        return Each(said, msg("logic.unexpected", what=found[1].strip("<>")))
    return Each(said, msg("logic.lexer", what=said))


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

_OF_YAML = (
    ("mapping values are not allowed", msg("yaml.colon")),
    ("could not find expected ':'", msg("yaml.no_colon")),
    ("did not find expected key", msg("yaml.no_key")),
    ("did not find expected '-'", msg("yaml.no_dash")),
    ("did not find expected", msg("yaml.no_end")),
    ("found unexpected end of stream", msg("yaml.open_quote")),
    ("found character that cannot start any token", msg("yaml.character")),
    ("found unknown escape character", msg("yaml.escape")),
    ("control characters are not allowed", msg("yaml.character")),
    ("could not determine a constructor", msg("yaml.tag")),
    ("found undefined alias", msg("yaml.alias")),
)
