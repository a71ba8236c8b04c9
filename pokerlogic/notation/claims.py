"""What a ruling must say: `expect` lines, and answers in the words of the issues."""

from __future__ import annotations

import re

from lark.lexer import Token

from pokerlogic.errors import TableError, meant, shown
from pokerlogic.messages import listed, msg
from pokerlogic.notation.cases import (
    Case,
    Node,
    number,
    numbers,
    place_of,
    span_of,
    token,
    tokens,
    trees,
)
from pokerlogic.notation.phrases import Phrase
from pokerlogic.situation import (
    Asks,
    Claim,
    Expectation,
    Locator,
    OptionsLine,
    Outcome,
    PotLine,
    Ruled,
)

OPTIONS = {
    "FOLDS": "fold", "CHECKS": "check", "CALLS": "call", "BETS": "bet", "RAISES": "raise",
    "ALL_IN": "all_in",
}  # fmt: skip
"""The answer id of each word of an option."""

Value = int | str | tuple[str, ...]

_PART = re.compile(r"\((\w+)\)")


def expect(case: Case, row: Node) -> None:
    """One `expect` line."""
    profile = token(row, "PROFILE")
    check_profile(case, profile)
    claim = [t for t in trees(row) if t.data != "locator"][-1]
    not_by = claim.data == "not_by"
    cited = trees(claim if not_by else row, "locator")
    conditions, readings = trees(row, "condition"), trees(row, "reading")
    for twice in (conditions[1:], readings[1:]):
        if twice:
            raise TableError("PL102", msg("line.twice"), span_of(twice[0]))
    case.expectations.append(
        Expectation(
            profile=profile.value,
            claim=_CLAIMS[str(claim.data)](case, claim),
            by=tuple(_locator(case, c) for c in cited),
            not_by=not_by,
            condition=_condition(conditions[0]) if conditions else None,
            reading=_reading(readings[0]) if readings else None,
            place=case.place(),
            text=case.line.text,
        )
    )


def check_profile(case: Case, t: Token) -> None:
    """Refuse a profile that does not exist; raises TableError."""
    known = case.notation.lexicon.profiles
    if known and t.value not in known:
        raise TableError(
            "PL111",
            msg("profile.unknown", name=shown(t.value)),
            place_of(t),
            meant(t.value, known)
            or msg("profile.known", names=listed(f"`{name}`" for name in known)),
        )


def outcome(case: Case, row: Node) -> Outcome:
    """An answer in the words of the issues."""
    phrase = case.notation.lexicon.phrases[int(str(row.data)[1:])]
    found = values(row, phrase)
    issue, _, answer = phrase.entry.id.partition(".")
    who = found[0] if found[0] != "" else None
    return Outcome(
        issue=issue,
        answer=answer,
        who=str(who) if who is not None else None,
        values=tuple(v for v in found[1:] if not isinstance(v, tuple) and v != ""),
        place=span_of(row),
    )


def values(row: Node, phrase: Phrase) -> tuple[Value, ...]:
    """The values of a phrase in the order of its entry's arguments; one left out is empty."""
    found: list[Value] = [""] * len(phrase.entry.args)
    given = iter(
        c
        for c in row.children
        if not isinstance(c, Token) or c.type in ("NAME", "NUMBER", "SECONDS", "WORD")
    )
    for index in phrase.slots:
        piece = next(given)
        if not isinstance(piece, Token):
            found[index] = tuple(t.value for t in tokens(piece, "CARD"))
        elif piece.type in ("NUMBER", "SECONDS"):
            found[index] = number(piece)
        else:
            found[index] = str(piece.value)
    return tuple(found)


def _condition(row: Node) -> tuple[str, bool]:
    return token(row, "OBSERVATION").value, not tokens(row, "NOT", "IF_NOT")


def _reading(row: Node) -> tuple[str, str]:
    name, value = tokens(row, "WORD")
    return name.value, value.value


def _locator(case: Case, row: Node) -> Locator:
    """`53-B(1)` is `53-B-1`; a word before it names a book."""
    first, *second = tokens(row, "LOCATOR")
    if not second:
        return Locator(_PART.sub(r"-\1", first.value))
    known = case.notation.lexicon.books
    book = first.value.lower()
    if known and book.partition("@")[0] not in known:
        joined = f"{first.value}-{second[0].value}"
        raise TableError(
            "PL111",
            msg("book.unknown", name=shown(first.value)),
            place_of(first),
            meant(book, known) or msg("meant", near=joined),
        )
    return Locator(_PART.sub(r"-\1", second[0].value), book)


def _options(case: Case, row: Node) -> Claim:
    options = []
    for option in trees(row, "option"):
        word = token(option, *OPTIONS)
        bounds = tuple(numbers(option))
        if word.type in ("BETS", "RAISES") and len(bounds) == 1:
            bounds *= 2
        options.append((OPTIONS[word.type], bounds))
    return OptionsLine(token(row, "NAME").value, tuple(options))


def _pot(case: Case, row: Node) -> Claim:
    *index, amount = numbers(row)
    shares = tuple((token(s, "NAME").value, numbers(s)[0]) for s in trees(row, "share"))
    return PotLine(index[0] if index else 0, amount, shares)


def _ruled(case: Case, row: Node) -> Claim:
    """An answer may itself leave the choice to somebody."""
    answer = outcome(case, trees(row)[0])
    decides = case.notation.lexicon.by_id[f"{answer.issue}.{answer.answer}"].decides
    if decides == "who":
        decides = answer.who or ""
    return Ruled(decides or "rule", (answer,))


def _chosen(case: Case, row: Node) -> Claim:
    chooser = token(row, "FLOOR", "DEALER", "NAME")
    decides = chooser.value if chooser.type == "NAME" else chooser.type.lower()
    return Ruled(decides, tuple(outcome(case, o) for o in trees(row)))


_CLAIMS = {
    "not_by": lambda case, row: None,
    "asks": lambda case, row: Asks(token(row, "OBSERVATION").value),
    "options": _options,
    "main_pot": _pot,
    "side_pot": _pot,
    "ruled": _ruled,
    "chosen": _chosen,
}
