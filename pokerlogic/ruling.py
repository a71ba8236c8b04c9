"""What an answer is made of: frozen data, no solver in it.

Amounts are street totals in the smallest unit of the table.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Text = dict[str, str]


@dataclass(frozen=True)
class Answer:
    """One answer: the issue's own id for it, its name in JSON and its values by name."""

    id: str
    do: str
    values: tuple[tuple[str, int | str], ...] = ()
    then: str | None = None

    def amounts(self) -> tuple[int | str, ...]:
        """The values alone, in the order of the answer's arguments."""
        return tuple(v for _, v in self.values)


@dataclass(frozen=True)
class Citation:
    """A clause: book, edition, locator, and the reason in words with this table's numbers.

    `either` tells that it speaks only if something nobody stated is so; the answer is the same
    if it is not.  `weigh` is what the clause tells whoever decides to consider.
    """

    clause: str
    book: str
    locator: str
    because: Text
    paraphrase: Text
    sourced: str
    either: bool = False
    weigh: Text = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Overridden:
    """A clause of lower rank that would have answered otherwise."""

    citation: Citation
    answer: Answer


@dataclass(frozen=True)
class Ruling:
    """An answer in force.

    `event` counts the written lines from 1, or is None; `decides` is `rule`, `floor`, `dealer`
    or `player`; with more than one answer the named person chooses.  `departs` tells that the
    floor ruled otherwise than the book.
    """

    issue: str
    event: int | None
    line: int | None
    who: str | None
    decides: str
    answers: tuple[Answer, ...]
    by: tuple[Citation, ...]
    overridden: tuple[Overridden, ...] = ()
    chosen: Answer | None = None
    departs: bool = False
    pot: int | None = None


@dataclass(frozen=True)
class Option:
    """An action open to a player: `to` for a call, `least` and `most` for a bet or raise."""

    who: str
    do: str
    to: int | None = None
    least: int | None = None
    most: int | None = None
    then: str | None = None
    amount: int | None = None
    by: tuple[Citation, ...] = ()


@dataclass(frozen=True)
class Barred:
    """An action that is not open, with what bars it."""

    who: str
    do: str
    by: tuple[Citation, ...]
    because: Text


@dataclass(frozen=True)
class Pot:
    """A pot and who may win it; index 0 is the main pot.  `shares` once it is awarded."""

    amount: int
    eligible: tuple[str, ...]
    shares: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Finding:
    """Something to know that is no ruling."""

    kind: str
    line: int | None
    text: Text


@dataclass(frozen=True)
class Outcome:
    """Where the hand stands after the rulings.

    `rights` are the rulings behind the options; `behind` the chips each player has not put in;
    `left` is what the next hand is told, as names with arguments.
    """

    rulings: tuple[Ruling, ...]
    to_act: str | None
    options: tuple[Option, ...]
    barred: tuple[Barred, ...]
    pots: tuple[Pot, ...]
    uncalled: tuple[tuple[str, int], ...]
    rights: tuple[Ruling, ...]
    behind: tuple[tuple[str, int], ...] = ()
    questions: tuple[Question, ...] = ()
    branches: tuple[Branch, ...] = ()
    findings: tuple[Finding, ...] = ()
    left: tuple[tuple[object, ...], ...] = ()


@dataclass(frozen=True)
class Question:
    """An observation that is open, and the outcome either way; `line` is the one it is about."""

    observation: str
    about: str | None
    text: Text
    yes: Outcome
    no: Outcome
    line: int | None = None


@dataclass(frozen=True)
class Branch:
    """One of several answers that are open, and the outcome if it is chosen."""

    answer: Answer
    who: str | None
    outcome: Outcome


@dataclass(frozen=True)
class Judgement:
    """The outcome of a situation under a profile."""

    profile: str
    editions: tuple[str, ...]
    version: str
    outcome: Outcome
    readings: tuple[str, ...] = ()
    title: str | None = None
    file: str | None = None
    books: tuple[Text, ...] = field(default=())
