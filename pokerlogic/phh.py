"""A recorded hand of the Poker Hand History format as table text.

The format is TOML; its actions are short codes (`p3 cbr 2100`, `d db Jc3d5c`).  The importer maps
codes to words of the notation and applies no rule of the game.  To tell `checks` from `calls`,
`bets` from `raises to` and to see an all-in, it keeps what lies in front of each player.

Errors: PL701 a recorded hand that cannot be read, PL702 a recorded game without words in the
notation, PL703 a recorded action without words in the notation.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from functools import cache
from importlib import resources
from typing import Any, NoReturn

import yaml

from pokerlogic.errors import TableError, shown
from pokerlogic.messages import Message, listed, msg
from pokerlogic.resources import folder
from pokerlogic.situation import Place

STREETS = ("flop", "turn", "river")
CARDS_OF_STREET = (3, 1, 1)

# Amounts outside of these are mistakes of the file; both keep the scaled numbers small.
_LARGEST = Decimal(10) ** 12
_SMALLEST = Decimal(10) ** -4

_CARD = re.compile(r"[2-9TJQKA][cdhs]")
_QUOTES = re.compile(r"[\"“”「」『』]")
_LONGEST_NAME = 40
_NAME = re.compile(r"[^\W_]+(?:'[^\W_]+)*")


@dataclass(frozen=True)
class _Document:
    """A document, its text for places in messages, and the factor that makes amounts whole.

    Comments are written in `lang`.
    """

    text: str
    fields: Mapping[str, Any]
    factor: int
    lang: str = "en"

    def amounts(self, key: str, count: int | None = None) -> list[int]:
        """A list of amounts, scaled; `count` is how many there must be."""
        values = self._field(key, list)
        if count not in (None, len(values)):
            self.refuse("PL701", msg("phh.amounts", key=key, count=count or 0), key)
        return [self.amount(v, key) for v in values]

    def amount(self, value: object, key: str) -> int:
        """One amount, scaled; `key` says where it stands."""
        return int(_decimal(self, value, key) * self.factor)

    def actions(self) -> list[str]:
        """The action codes without their comments; empty ones are left out."""
        codes = (str(a).partition("#")[0].strip() for a in self._field("actions", list))
        return [c for c in codes if c]

    def one(self, key: str) -> int:
        """A single amount, scaled."""
        return self.amount(self._field(key, (int, str)), key)

    def word(self, key: str) -> str:
        """A field that is a word."""
        value: str = self._field(key, str)
        return value

    def _field(self, key: str, kind: type | tuple[type, ...]) -> Any:
        value = self.fields.get(key)
        if value is None or not isinstance(value, kind):
            self.refuse("PL701", msg("phh.field", key=key), key)
        return value

    def refuse(self, code: str, said: Message, at: str, help: Message | None = None) -> NoReturn:
        """Raise an error that points at the first place where `at` stands in the document."""
        start = max(self.text.find(at), 0)
        before = self.text[:start]
        line = before.count("\n") + 1
        column = start - (before.rfind("\n") + 1) + 1
        raise TableError(code, said, Place(line, column, max(len(at), 1)), help)


class _Front:
    """What lies in front of each player on this street, and what is behind."""

    def __init__(self, stacks: Sequence[int]) -> None:
        self.behind = list(stacks)
        self.put = [0] * len(stacks)
        self.level = 0

    def street(self) -> None:
        """A new street: nothing in front of anybody."""
        self.put = [0] * len(self.put)
        self.level = 0

    def reach(self, player: int) -> int:
        """All chips of a player that can lie in front of him."""
        return self.put[player] + self.behind[player]

    def pay(self, player: int, to: int) -> None:
        """Bring what lies in front of a player to `to`, or to all he has."""
        to = min(to, self.reach(player))
        self.behind[player] -= to - self.put[player]
        self.put[player] = to


def to_table(text: str, name: str | None = None, lang: str = "en") -> str:
    """The hand in `text` as table text; `name` becomes a comment at the top, others are in `lang`.

    Raises TableError for a document that cannot be read or has no words in the notation.
    """
    document = replace(_read(text), lang=lang)
    variant, games = document.word("variant"), _games()
    if variant not in games:
        document.refuse(
            "PL702",
            msg("phh.variant", variant=shown(variant)),
            "variant",
            msg("phh.variant.help", variants=listed(games)),
        )
    return "\n".join(_lines(_scaled(document), games[variant], name)) + "\n"


def _read(text: str) -> _Document:
    """Parse the TOML; floats stay as they are written."""
    try:
        return _Document(text, tomllib.loads(text, parse_float=str), 1)
    except (ValueError, RecursionError):
        _Document(text, {}, 1).refuse(
            "PL701",
            msg("phh.none"),
            "",
            msg("phh.none.help"),
        )


def _scaled(document: _Document) -> _Document:
    """The document with the power of ten that makes every amount whole."""
    places = [0]
    for value in _every_amount(document):
        exponent = _decimal(document, value, str(value)).normalize().as_tuple().exponent
        places.append(-int(exponent))
    return replace(document, factor=10 ** max(places))


def _every_amount(document: _Document) -> Iterator[object]:
    """All amounts of a document, as written."""
    for key in ("starting_stacks", "antes", "blinds_or_straddles", "small_bet", "big_bet"):
        value = document.fields.get(key, [])
        yield from value if isinstance(value, list) else [value]
    for action in document.actions():
        match action.split():
            case [_, "cbr", amount]:
                yield amount


def _decimal(document: _Document, value: object, at: str) -> Decimal:
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        number = Decimal("NaN")
    if not number.is_finite() or not -_LARGEST < number < _LARGEST or number % _SMALLEST:
        document.refuse("PL701", msg("phh.amount", value=shown(str(value))), at)
    return number


@cache
def _games() -> dict[str, dict[str, Any]]:
    """The variants that can be imported, from `phh_games.yaml`."""
    source = resources.files("pokerlogic").joinpath("phh_games.yaml")
    games: dict[str, dict[str, Any]] = yaml.safe_load(source.read_text("utf-8"))
    return games


def _lines(document: _Document, game: Mapping[str, Any], name: str | None) -> Iterator[str]:
    """The table text, line by line."""
    stacks = document.amounts("starting_stacks")
    count = len(stacks)
    names = _names(document, count)
    # Blinds and antes are listed from the small blind on; with two players that is the last of the
    # file.
    order = list(range(count)) if count != 2 else [1, 0]
    blinds = document.amounts("blinds_or_straddles", count)
    if count < 2 or min(blinds[:2]) <= 0:
        document.refuse("PL702", msg("phh.blinds"), "blinds_or_straddles")
    if name is not None:
        yield f"# {shown(name)}"
    if document.factor > 1:
        yield f"# {msg('phh.comment.factor', factor=str(document.factor)).text(document.lang)}"
    yield f"game {game['game']} {'ring' if 'currency' in document.fields else 'tournament'}"
    yield f"blinds {blinds[0]}/{blinds[1]}"
    if game["limit"]:
        yield f"limit {document.one('small_bet')}/{document.one('big_bet')}"
    listed = document.amounts("antes", count)
    antes = [listed[place] for place in order]
    yield from _ante(document, antes, big_blind=order[1])
    for index, blind in zip(order[2:], blinds[2:], strict=True):
        if blind > 0:
            yield f"straddle {blind} by {names[index]}"
    for index, stack in enumerate(stacks):
        button = " button" if index == count - 1 else ""
        yield f"seat {index + 1} {names[index]} {stack}{button}"
    yield ""
    yield "preflop"
    front = _Front(stacks)
    for player, ante in enumerate(antes):
        front.behind[player] -= min(ante, stacks[player])
    for index, blind in zip(order, blinds, strict=True):
        front.pay(index, abs(blind))
        if blind < 0:
            yield f"{names[index]} posts {-blind}"
    front.level = max(abs(b) for b in blinds)
    yield from _play(document, front, names)


def _names(document: _Document, count: int) -> list[str]:
    """The players as the notation writes them: by name, by label (`p2`) where that cannot be."""
    players = document.fields.get("players")
    given = [str(n).strip() for n in players] if isinstance(players, list) else []
    labels = [f"p{i + 1}" for i in range(count)]
    names = [n if _usable(n) else label for n, label in zip(given, labels, strict=False)]
    if len({n.casefold() for n in names}) < count:
        names = labels
    return [n if _NAME.fullmatch(n) else f'"{n}"' for n in names]


def _usable(name: str) -> bool:
    """Whether the notation lets a player be called so."""
    plain = name.isprintable() and not name.isdigit() and 0 < len(name) <= _LONGEST_NAME
    return plain and not _QUOTES.search(name) and name.casefold() not in _reserved()


def _ante(document: _Document, antes: Sequence[int], big_blind: int) -> Iterator[str]:
    """The `ante` line, none if nobody antes."""
    paying = {i: a for i, a in enumerate(antes) if a}
    single = {big_blind: "by big blind", len(antes) - 1: "by button"}
    match sorted(paying.items()):
        case []:
            return
        case [(index, amount)] if index in single:
            yield f"ante {amount} {single[index]}"
        case [(_, amount), *rest] if len(paying) == len(antes) and {a for _, a in rest} == {amount}:
            yield f"ante {amount} each"
        case _:
            document.refuse(
                "PL702",
                msg("phh.antes"),
                "antes",
                msg("phh.antes.help"),
            )


def _play(document: _Document, front: _Front, names: Sequence[str]) -> Iterator[str]:
    """The lines of the actions."""
    dealt: dict[str, str] = {}
    streets = iter(zip(STREETS, CARDS_OF_STREET, strict=True))
    for action in document.actions():
        match action.split():
            case ["d", "dh", player, cards]:
                dealt[player] = cards
            case ["d", "db", cards]:
                front.street()
                yield _street(document, action, next(streets, None), cards)
            case [player, "sm", "-"]:
                index = _index(document, action, player, names)
                yield _shows(document, names[index], dealt.get(player, ""))
            case [player, "sm", cards]:
                index = _index(document, action, player, names)
                yield _shows(document, names[index], cards)
            case [player, "cbr", amount]:
                index = _index(document, action, player, names)
                to = document.amount(amount, action)
                yield f"{names[index]} {_bets_or_raises(front, index, to)}"
            case [player, code] if code in _CODES:
                index = _index(document, action, player, names)
                yield f"{names[index]} {_CODES[code](front, index)}"
            case _:
                document.refuse("PL703", msg("phh.action", action=shown(action)), action)


def _index(document: _Document, action: str, player: str, names: Sequence[str]) -> int:
    """The place of a player label such as `p3` in the file."""
    labels = [f"p{i + 1}" for i in range(len(names))]
    if player not in labels:
        document.refuse("PL703", msg("phh.player", action=shown(action)), action)
    return labels.index(player)


def _street(document: _Document, action: str, street: tuple[str, int] | None, cards: str) -> str:
    """`flop Ks 8d 3c` and so on."""
    dealt = _CARD.findall(cards)
    if street is None or len(dealt) != street[1] or "".join(dealt) != cards:
        document.refuse("PL703", msg("phh.street", action=shown(action)), action)
    return f"{street[0]} {' '.join(dealt)}"


def _shows(document: _Document, name: str, cards: str) -> str:
    """The line of cards shown; a comment if the file does not know them."""
    known = _CARD.findall(cards)
    if not known or "".join(known) != cards:
        return f"# {msg('phh.comment.cards', player=name).text(document.lang)}"
    return f"{name} shows {' '.join(known)}"


def _folds(front: _Front, player: int) -> str:
    return "folds"


def _checks_or_calls(front: _Front, player: int) -> str:
    owes = front.level - front.put[player]
    short = front.level > front.reach(player)
    front.pay(player, front.level)
    return "all-in" if short else "calls" if owes else "checks"


def _bets_or_raises(front: _Front, player: int, to: int) -> str:
    opened = front.level > 0
    whole = to == front.reach(player)
    front.pay(player, to)
    front.level = max(front.level, to)
    return "all-in" if whole else f"raises to {to}" if opened else f"bets {to}"


def _mucks(front: _Front, player: int) -> str:
    return "mucks"


# Codes without an amount, and the words for them.
_CODES: Mapping[str, Callable[[_Front, int], str]] = {
    "f": _folds,
    "cc": _checks_or_calls,
    "sm": _mucks,
}


@cache
def _reserved() -> frozenset[str]:
    """The words no player may be called, from the notation's list."""
    keywords = yaml.safe_load((folder("grammar") / "keywords.yaml").read_text("utf-8"))
    return frozenset(w.casefold() for words in keywords["reserved"].values() for w in words)
