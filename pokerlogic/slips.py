"""What is wrong with logic that cannot be read, in words of whoever wrote it."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from pathlib import Path
from typing import NamedTuple

from .errors import BookError, shown, wrong
from .messages import Message, msg

_TOKEN = re.compile(
    r"""%\*.*?\*%|%[^\n]*|"(?:[^"\\\n]|\\.)*"|\#?[A-Za-z_'][\w']*|\d+|:-|:~|\.\.|[<>!=:]=|<>|\*\*"""
    r"""|=[<>]|[^\s]""",
    re.DOTALL,
)
_SPOKEN = {"and": ",", "or": ".", "&": ",", "|": ",", "!": "not", "&&": ","}
_TURNED = {
    "=>": ">=",
    "=<": "<=",
    ":=": ":-",
    "≥": ">=",
    "≤": "<=",
    "≠": "!=",
    "→": ":-",
    "←": ":-",
}
_OPENS, _CLOSES = "([{", {")": "(", "]": "[", "}": "{"}
_AGGREGATES = {"max", "min", "sum", "count"}


class _Token(NamedTuple):
    text: str
    line: int
    column: int

    @property
    def end(self) -> int:
        """The column of its last character."""
        return self.column + len(self.text) - 1


def _tokens(text: str) -> list[_Token]:
    """The pieces of a text without its comments."""
    starts = [0, *(m.end() for m in re.finditer("\n", text))]
    found = []
    for m in _TOKEN.finditer(text):
        if not m[0].startswith("%"):
            line = bisect_right(starts, m.start())
            found.append(_Token(m[0], line, m.start() - starts[line - 1] + 1))
    return found


def check(text: str, path: Path) -> None:
    """Refuse what clingo would pass over in silence, or not survive."""
    for number, line in enumerate(text.split("\n"), 1):
        if any(unicodedata.category(c) == "Cc" and c not in "\t\r" for c in line):
            said = msg("slip.control")
            raise wrong("PL241", said, file=path, line=number, help=msg("slip.control.help"))
    tokens = _tokens(text)
    for token, following in zip(tokens, [*tokens[1:], _Token("", 0, 0)], strict=False):
        if not token.text.isascii() and not token.text.startswith('"'):
            raise _refused(
                path, token, msg("slip.character", what=shown(token.text)), _ascii(token)
            )
        if token.text.startswith("'"):
            said = msg("slip.quote", what=token.text)
            help = msg("meant", near=token.text.strip("'") or "x")
            raise _refused(path, token, said, help)
        if token.text in _AGGREGATES and following.text == "(":
            said = msg("slip.function", what=token.text)
            raise _refused(path, token, said, msg("slip.function.help", what=token.text))


def _ascii(token: _Token) -> Message:
    plain = unicodedata.normalize("NFKC", token.text).replace("、", ",").replace("。", ".")
    near = _TURNED.get(token.text, plain)
    return msg("meant", near=near) if near.isascii() else msg("slip.character.help")


def syntax(path: Path, text: str, line: int, column: int) -> BookError:
    """The error for a text that clingo stopped reading at this place."""
    tokens = _tokens(text)
    # clingo may stop inside of what is one piece here.
    index = next((i for i, t in enumerate(tokens) if (t.line, t.end) >= (line, column)), None)
    # clingo stops behind the first half of a turned sign.
    if index and tokens[index - 1].line == line and tokens[index - 1].text in _TURNED:
        index -= 1
    begin = index if index is not None else len(tokens)
    while begin and tokens[begin - 1].text != ".":
        begin -= 1
    before = tokens[begin:index]
    if index is None:
        return _at_the_end(path, before, text)
    for first, mark, second in zip(tokens, tokens[1:], tokens[2:], strict=False):
        whole = first.end + 1 == mark.column and mark.end + 1 == second.column
        if whole and mark.text in ",." and first.text.isdigit() and second.text.isdigit():
            return _refused(path, mark, msg("slip.number"), msg("slip.number.help"))
    token = tokens[index]
    following = tokens[index + 1].text if index + 1 < len(tokens) else ""
    return _here(path, before, token, following)


def _at_the_end(path: Path, before: list[_Token], text: str) -> BookError:
    """The text ends where it must go on."""
    open_one = _still_open(before)
    if open_one is not None:
        return _not_closed(path, open_one)
    if before:
        return _refused(path, before[-1], msg("slip.no_dot"), msg("slip.no_dot.help"))
    opened = next((m.start() for m in re.finditer(r"%\*(?!.*\*%)", text, re.DOTALL)), len(text))
    line = text.count("\n", 0, opened) + 1
    return wrong("PL241", msg("slip.comment"), file=path, line=line, help=msg("slip.comment.help"))


def _here(path: Path, before: list[_Token], token: _Token, following: str) -> BookError:
    last = before[-1] if before else None
    what = token.text
    if what.startswith('"') and (len(what) == 1 or not what.endswith('"')):
        return _refused(path, token, msg("slip.string"), msg("slip.string.help"))
    if what in _TURNED or what in _SPOKEN:
        near = _TURNED.get(what) or _SPOKEN[what]
        return _refused(path, token, msg("slip.word", what=what), msg("slip.instead", near=near))
    open_one = _still_open(before)
    if last is not None and last.line < token.line and last.text not in (",", ";", ":-", ":"):
        if open_one is not None:
            return _not_closed(path, open_one)
        if token.column == 1 or following in (":-", "."):
            return _refused(path, last, msg("slip.no_dot"), msg("slip.no_dot.help"))
        return _refused(path, last, msg("slip.no_comma", what=what), msg("slip.no_comma.help"))
    if what in _CLOSES and (open_one is None or open_one.text != _CLOSES[what]):
        if open_one is None:
            return _refused(path, token, msg("slip.close", what=what), msg("slip.close.help"))
        return _not_closed(path, open_one)
    if last is not None and last.text in (",", ":-", "not") and what in (".", ")", ",", ":-"):
        said = msg("slip.nothing", what=last.text)
        return _refused(path, token, said, msg("slip.nothing.help", what=last.text))
    if what in (":-", ".") and open_one is not None:
        return _not_closed(path, open_one)
    if what == "(" and last is not None and last.text[:1].isupper():
        near = last.text[0].lower() + last.text[1:]
        return _refused(path, last, msg("slip.capital", what=last.text), msg("meant", near=near))
    if re.match(r"[\w'#\"]", what) and last is not None and re.match(r"[\w'\")\]}]", last.text):
        return _refused(path, token, msg("slip.no_comma", what=what), msg("slip.no_comma.help"))
    return _refused(path, token, msg("slip.here", what=shown(what)), msg("slip.here.help"))


def _still_open(tokens: list[_Token]) -> _Token | None:
    """The last bracket that is not closed."""
    waiting: list[_Token] = []
    for token in tokens:
        if token.text in _OPENS:
            waiting.append(token)
        elif token.text in _CLOSES and waiting and waiting[-1].text == _CLOSES[token.text]:
            waiting.pop()
    return waiting[-1] if waiting else None


def _not_closed(path: Path, token: _Token) -> BookError:
    pair = next(close for close, opens in _CLOSES.items() if opens == token.text)
    said, help = msg("slip.open", what=token.text), msg("slip.open.help", what=pair)
    return _refused(path, token, said, help)


def _refused(path: Path, token: _Token, why: Message, help: Message) -> BookError:
    return wrong("PL241", msg("logic.syntax", why=why), file=path, line=token.line, help=help)
