"""Amounts: in tables as digits (`5,000` `1.5k` `2千5百`), in speech also as words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pokerlogic.notation.text import is_boundary

LARGEST = (2**31 - 1) // 2
"""Twice an amount must fit the solver's 32 bits."""

TOO_LARGE = 10**15
"""What a number with more digits than any table needs is read as."""

_DIGITS = r"[0-9]{1,3}(?:,[0-9]{3})+(?![0-9]|,[0-9])|[0-9]+(?:_[0-9]+)*"
_PLAIN = re.compile(rf"(?P<whole>{_DIGITS})(?:(?:\.(?P<part>[0-9]{{1,6}}))?(?P<scale>[kKmM]))?")
_NUMERAL = "[0-9〇零一二三四五六七八九十百千万億]"
_KANJI = re.compile(rf"{_NUMERAL}(?:{_NUMERAL}|[.,](?=[0-9]))*")
_POINTS = re.compile(" ?点")
_MORE = re.compile("[.,_][0-9]")

_SCALES = {"k": 1_000, "m": 1_000_000}
_KANJI_DIGITS = {c: i for i, c in enumerate("〇一二三四五六七八九")} | {"零": 0}
_KANJI_SMALL = {"十": 10, "百": 100, "千": 1_000}
_KANJI_LARGE = {"万": 10**4, "億": 10**8}

# Numerals in kana, `せんごひゃく` `ゴセン`: by sound, so each has the forms it takes before a unit.
_KANA_DIGITS = {
    "いち": "一", "いっ": "一", "に": "二", "さん": "三", "よん": "四", "ご": "五", "ろく": "六",
    "ろっ": "六", "なな": "七", "しち": "七", "はち": "八", "はっ": "八", "きゅう": "九",
}  # fmt: skip
_KANA_UNITS = {
    "じゅう": "十", "じゅっ": "十", "ひゃく": "百", "びゃく": "百", "ぴゃく": "百", "せん": "千",
    "ぜん": "千", "まん": "万", "おく": "億",
}  # fmt: skip
_KANA_DIGIT, _KANA_UNIT = f"{'|'.join(_KANA_DIGITS)}|[0-9]+", "|".join(_KANA_UNITS)
_KANA = re.compile(
    rf"(?:(?:{_KANA_DIGIT})(?:{_KANA_UNIT})|ひゃく|せん|じゅう(?=まん))(?:(?:{_KANA_DIGIT})?(?:{_KANA_UNIT}))*"
    r"(?:(?:いち|さん|よん|ご|ろく|なな|はち|きゅう)(?![ぁ-ゖー]))?"
)
_KANA_PIECE = re.compile(f"{_KANA_DIGIT}|{_KANA_UNIT}")
_KANA_ENDS = re.compile("で|に|を|の|と|ま|か|へ|だ|ね|よ|て|も|くらい|ぐらい|ほど|は|が|、|。")
_HIRAGANA = {ord(c) + 0x60: c for c in map(chr, range(ord("ぁ"), ord("ゖ") + 1))}

# What a bare numeral may stand for when it is said: "five" is 5, 500, 5,000, 50,000 or 5,000,000.
_MEANT = (1, 100, 1_000, 10_000, 1_000_000)
_BARE_BELOW = 100

_SMALL = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
    fifteen sixteen seventeen eighteen nineteen"""
_UNITS = {word: value for value, word in enumerate(_SMALL.split())}
_DIGIT = {w: v for word, v in list(_UNITS.items())[1:10] for w in (word, str(v))}
_TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60,
    "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
_WORD_SCALES = {
    "hundred": 100, "hundreds": 100, "thousand": 1_000, "thousands": 1_000, "grand": 1_000,
    "k": 1_000, "million": 1_000_000, "mil": 1_000_000, "m": 1_000_000, "billion": 10**9,
}  # fmt: skip
_TOKEN = re.compile(rf"(?P<digits>{_DIGITS})(?P<part>\.[0-9]{{1,6}})?|(?P<word>[a-z]+)")
_GAP = re.compile("[ -]*")


def amount_at(text: str, at: int, whole: bool = True) -> tuple[int, int] | None:
    """The amount written at an index: where it ends and what it is, or None.

    With `whole` false more letters may follow, as in `100x5`.

    >>> amount_at("raises 1.5k", 7)
    (11, 1500)
    """
    readings = [found for read in (_plain_at, _kanji_at) if (found := read(text, at))]
    if not readings:
        return None
    end, value = max(readings)
    points = _POINTS.match(text, end)
    if points:
        end = points.end()
    ends_here = is_boundary(text, end) and not _MORE.match(text, end)
    return (end, value) if ends_here or not whole else None


def spoken_at(text: str, at: int) -> tuple[int, tuple[int, ...]] | None:
    """The amount said at an index of lower-case text, with everything it may mean.

    The face value comes first; more than one only for a bare numeral below 100.

    >>> spoken_at("five", 0)
    (4, (5, 500, 5000, 50000, 5000000))
    """
    readings = [
        found for read in (_words_at, _kanji_spoken_at, _kana_at) if (found := read(text, at))
    ]
    if not readings:
        return None
    end, value, plain = max(readings)
    return end, candidates(value, plain)


def candidates(value: Fraction, plain: bool) -> tuple[int, ...]:
    """What a numeral may mean, the face value first; amounts no table can have are left out."""
    scales = (1,) if plain or value >= _BARE_BELOW or value == 0 else _MEANT
    meant = [value * s for s in scales]
    whole = [int(v) for v in meant if v.denominator == 1 and v <= LARGEST]
    return tuple(whole) or (min(int(value), LARGEST),)


def _plain_at(text: str, at: int) -> tuple[int, int] | None:
    m = _PLAIN.match(text, at)
    if m is None:
        return None
    if not m["scale"]:
        return m.end(), _whole(m["whole"])
    value = _whole(m["whole"]) * Fraction(_SCALES[m["scale"].lower()])
    if m["part"]:
        value += Fraction(int(m["part"]), 10 ** len(m["part"])) * _SCALES[m["scale"].lower()]
    return (m.end(), int(value)) if value.denominator == 1 else None


def _whole(digits: str) -> int:
    plain = digits.replace(",", "").replace("_", "")
    return int(plain) if len(plain) <= 15 else TOO_LARGE


def _kanji_at(text: str, at: int) -> tuple[int, int] | None:
    found = _kanji_spoken_at(text, at)
    if found is None or found[1].denominator != 1:
        return None
    return found[0], int(found[1])


def _kanji_spoken_at(text: str, at: int) -> tuple[int, Fraction, bool] | None:
    """A numeral with Chinese characters; plain if it has a unit of a hundred or more."""
    m = _KANJI.match(text, at)
    if m is None or m[0].isascii() or len(m[0]) > 20:
        return None
    value = _kanji(m[0].replace(",", ""))
    if value is None:
        return None
    end = m.end()
    return end, value, any(c in "百千万億" for c in m[0])


def _kana_at(text: str, at: int) -> tuple[int, Fraction, bool] | None:
    """A numeral in kana; plain if it has a unit of a hundred or more."""
    low = text[at : at + 40].translate(_HIRAGANA)
    m = _KANA.match(low)
    if m is None or not _stands_alone(text, at, low, m.end(), m[0] in _KANA_UNITS):
        return None
    known = _KANA_DIGITS | _KANA_UNITS
    written = "".join(known.get(piece, piece) for piece in _KANA_PIECE.findall(m[0]))
    value = _kanji(written)
    return None if value is None else (at + m.end(), value, any(c in "百千万億" for c in written))


def _stands_alone(text: str, at: int, low: str, end: int, bare: bool) -> bool:
    """Whether kana are no part of another word; a unit alone is one only behind a pause."""
    after = text[at + end : at + end + 1]
    if bare and text[at - 1 : at].isalnum() and at:
        return False
    if not is_kana(after) or _KANA_ENDS.match(low, end):
        return True
    # The change of script parts two words, and so does a longer numeral in a run of katakana.
    changes = (after < "ァ") != (text[at + end - 1] < "ァ")
    return changes or (after >= "ァ" and after != "ー" and not bare)


def is_kana(c: str) -> bool:
    """Whether a character, if there is one, is kana or the sign of a long vowel."""
    return c != "" and "ぁ" <= c <= "ー"


def _kanji(text: str) -> Fraction | None:
    """`1万2千` `三千五百` `一二〇〇`: the value, or None if the characters make no number."""
    total = section = Fraction(0)
    number: Fraction | None = None
    large = 10**12
    small = 10**4
    for piece in re.findall(r"[0-9]+(?:\.[0-9]+)?|.", text):
        if piece[0].isascii():
            if number is not None or not piece[0].isdigit():
                return None
            number = Fraction(piece)
        elif piece in _KANJI_DIGITS:
            number = (number or Fraction(0)) * 10 + _KANJI_DIGITS[piece]
        elif piece in _KANJI_SMALL:
            unit = _KANJI_SMALL[piece]
            if unit >= small:
                return None
            section += (Fraction(1) if number is None else number) * unit
            number, small = None, unit
        else:
            unit = _KANJI_LARGE[piece]
            section += number or 0
            if unit >= large or section == 0:
                return None
            total += section * unit
            section, number, large, small = Fraction(0), None, unit, 10**4
    return total + section + (number or 0)


def _words_at(text: str, at: int) -> tuple[int, Fraction, bool] | None:
    """The longest run of words and digits at an index that makes a number."""
    words: list[str] = []
    ends: list[int] = []
    here = at
    while len(words) < 16:
        m = _TOKEN.match(text, here)
        if m is None:
            break
        word = m["word"] or m[0]
        if m["word"] and not _is_numeral(word, words):
            break
        joined = m["digits"] and not m["part"] and ends[-1:] == [m.start()]
        words.append("." + word if joined and words[-1] in _SCALES else word)
        ends.append(m.end())
        gap = _GAP.match(text, m.end())
        here = gap.end() if gap else m.end()
    for n in range(len(words), 0, -1):
        value = _value(words[:n])
        if value is not None and is_boundary(text, ends[n - 1]):
            return ends[n - 1], *value
    return None


def _is_numeral(word: str, before: Sequence[str]) -> bool:
    if word in _UNITS or word in _TENS or word in _WORD_SCALES:
        return True
    return (word in ("and", "point", "half") and bool(before)) or word == "a"


@dataclass
class _Sum:
    """A number while its words are read: `last` says what kind of word stood before."""

    total: Fraction = Fraction(0)
    current: Fraction = Fraction(0)
    last: str = ""
    plain: bool = False
    below: int = 10**12
    tenth: Fraction = Fraction(1)


def _value(words: Sequence[str]) -> tuple[Fraction, bool] | None:
    """The value of number words, and whether a unit word makes it plain; None if they make none."""
    if words[-1] in ("and", "point", "a"):
        return None
    so_far = _Sum()
    for i, word in enumerate(words):
        if word in _WORD_SCALES:
            fits = _scale(so_far, _WORD_SCALES[word])
        elif word[0] == "." or (i == len(words) - 1 and _is_part(words[-2:])):
            fits = _part(so_far, word)
        elif word in ("and", "a", "half", "point"):
            fits = _link(so_far, words, i)
        else:
            fits = _add(so_far, word)
        if not fits:
            return None
    value = so_far.total + so_far.current
    return None if so_far.plain and value.denominator != 1 else (value, so_far.plain)


def _scale(so_far: _Sum, scale: int) -> bool:
    """`hundred` multiplies what stands before it, a larger unit closes a section."""
    if scale == 100:
        if so_far.last == "scale":
            return False
        so_far.current = (so_far.current or Fraction(1)) * 100
    else:
        if scale >= so_far.below:
            return False
        so_far.total += (so_far.current or Fraction(1)) * scale
        so_far.current, so_far.below = Fraction(0), scale
    so_far.last, so_far.plain = "scale", True
    return True


def _is_part(words: Sequence[str]) -> bool:
    """Whether one digit stands behind the letter of a scale: `2k 5`."""
    return words[0] in _SCALES and words[-1] in _DIGIT


def _part(so_far: _Sum, word: str) -> bool:
    """`2k5` is 2,500 and `1k25` is 1,250: what stands behind the letter is a part of the unit."""
    digits = str(_DIGIT.get(word, word.lstrip(".")))
    if not digits.isdigit() or so_far.last != "scale" or so_far.total % so_far.below:
        return False
    so_far.total += Fraction(int(digits), 10 ** len(digits)) * so_far.below
    so_far.last = "part"
    return True


def _link(so_far: _Sum, words: Sequence[str], i: int) -> bool:
    """`a hundred`, `two hundred and five`, `one and a half`, `one point five`."""
    counted = so_far.last in ("unit", "ten", "many")
    word, following = words[i], list(words[i + 1 : i + 3])
    if word == "a":
        return following[0] == "half" or following[0] in _WORD_SCALES
    if word == "and":
        return so_far.last == "scale" or following == ["a", "half"]
    if not counted:
        return False
    if word == "point":
        so_far.last = "point"
        return True
    so_far.current, so_far.last = so_far.current + Fraction(1, 2), "half"
    return list(words[i - 2 : i]) == ["and", "a"]


def _add(so_far: _Sum, word: str) -> bool:
    """`forty two`, `twelve fifty` (1,250), `two five` (25), and digits after `point`."""
    number = _number(word)
    current, last = so_far.current, so_far.last
    digit = number < 10 and word in _UNITS
    if last == "point":
        so_far.tenth /= 10
        so_far.current += number * so_far.tenth
        return number < 10 and number.denominator == 1
    if last in ("", "scale") or (last == "ten" and digit):
        so_far.current = current + number
    elif number.denominator == 1 and 10 <= number < 100 and current < 100:
        so_far.current = current * 100 + number
    elif last == "unit" and digit:
        so_far.current = current * 10 + number
    else:
        return False
    so_far.last = "ten" if word in _TENS else "unit" if number < 10 else "many"
    return True


def _number(word: str) -> Fraction:
    if word in _UNITS:
        return Fraction(_UNITS[word])
    if word in _TENS:
        return Fraction(_TENS[word])
    whole, _, part = word.partition(".")
    value = Fraction(_whole(whole))
    return value + (Fraction(int(part), 10 ** len(part)) if part else 0)
