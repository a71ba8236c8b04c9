"""Why a ruling is what it is: a tree of sentences from what was seen to the answer.

The tree is made of the rules that fired (`derive`), in the words of the vocabulary, the concepts
and the clauses.  Predicates without a sentence are told by what they rest on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from . import answers as reading
from .asp import Symbol, SymbolType, plain
from .derive import ANYTHING, Step, Steps, relevant, steps
from .facts import card_text
from .library import Concept, Entry, Text
from .moves import Moment, Solved
from .program import Setup
from .ruling import Citation, Ruling

LANGUAGES = ("en", "ja")
SIGNS = {"eq": "=", "ne": "≠", "lt": "<", "le": "≤", "gt": ">", "ge": "≥"}
_TIMED = {"settled": 1, "fact": 1, "incident": 1, "word": 2, "motion": 2}


@dataclass(frozen=True)
class Node:
    """One sentence of an explanation.

    `kind` is `clause`, `overridden`, `concept`, `fact`, `denied`, `number`, `reading` or `open`;
    `line` is the line of the file a fact stands on; `clause` is cited by a clause node.
    """

    kind: str
    text: Text
    line: int | None = None
    clause: Citation | None = None
    children: tuple[Node, ...] = ()


@dataclass(frozen=True)
class Explanation:
    """A ruling and what it rests on."""

    ruling: Ruling
    nodes: tuple[Node, ...]


def explain(setup: Setup, trace: Sequence[Moment]) -> list[Explanation]:
    """The derivations of rulings; those of one moment are asked for together."""
    ways: dict[int, Steps] = {}
    rulings = [s for s in trace if isinstance(s, Solved)]
    for solved in rulings:
        world = solved.world
        if id(world) not in ways:
            atoms = [a for found in world.atoms.values() for a in found]
            rules = relevant(solved.rules, world.of("ruling"), atoms)
            ways[id(world)] = steps(rules, atoms, bool(setup.library.outside))
    return [_explained(setup, solved, ways[id(solved.world)]) for solved in rulings]


def _explained(setup: Setup, solved: Solved, ways: Steps) -> Explanation:
    world = solved.world
    telling = Telling(setup, solved, ways, solved.ruling.who)
    issues = [solved.issue, *reading.prepared_by(setup, solved.issue, world)]
    nodes: list[Node] = []
    for issue in issues:
        for atom in world.of("concludes"):
            if atom.arguments[1] == issue and setup.clause(str(atom.arguments[0])) is not None:
                nodes += [n for n in telling.clause(atom, solved.ruling) if not _known(n, nodes)]
    told = {n.clause.clause for n in nodes if n.clause is not None}
    # Clauses that would speak if an unstated fact were otherwise: the answer is the same.
    nodes += [
        Node("clause", c.because, clause=c)
        for c in solved.ruling.by
        if c.either and c.clause not in told
    ]
    return Explanation(solved.ruling, tuple(nodes))


def _known(node: Node, nodes: Sequence[Node]) -> bool:
    """Whether a clause has spoken already: it may leave several answers open."""
    return any(n.kind == node.kind and n.clause == node.clause for n in nodes)


@dataclass
class Telling:
    """Turns atoms into sentences; what was told once is not traced again."""

    setup: Setup
    solved: Moment
    ways: Steps
    who: str | None = None
    told: set[Symbol] = field(default_factory=set)

    def clause(self, atom: Symbol, ruling: Ruling) -> Iterator[Node]:
        """A clause that gave an answer, or one that it overrode."""
        citation = reading.cite(self.setup, atom)
        cited = next((c for c in ruling.by if c.clause == citation.clause), None)
        if cited is not None and cited.because == citation.because:
            children = tuple(self.reasons(atom, frozenset({atom})))
            yield Node("clause", citation.because, clause=citation, children=children)
        elif any(o.citation.clause == citation.clause for o in ruling.overridden):
            yield Node("overridden", citation.because, clause=citation)

    def reasons(self, atom: Symbol, above: frozenset[Symbol]) -> Iterator[Node]:
        """What an atom rests on."""
        step = self._way(atom, above)
        if step is None:
            return
        concept = self.setup.library.concept(atom.name)
        for operator, left, right in step.compared if concept is None or not concept.bare else ():
            same = operator == "eq" and left == right
            if SymbolType.Number in (left.type, right.type) and not same:
                shown = f"{number(left)} {SIGNS[operator]} {number(right)}"
                yield Node("number", dict.fromkeys(LANGUAGES, shown))
        for given in step.given:
            yield from self.node(given, above | {given})
        for denied in step.denied:
            if denied not in self.told:
                self.told.add(denied)
                yield from self._denied(denied)

    def _way(self, atom: Symbol, above: frozenset[Symbol]) -> Step | None:
        """The first way that does not lead back to what is being explained."""
        found = self.ways.get(atom, ())
        return next((w for w in found if not above.intersection(w.given)), None)

    def node(self, atom: Symbol, above: frozenset[Symbol]) -> Iterator[Node]:
        """An atom that holds, or what it rests on if it has no sentence."""
        if atom.name == "reading":
            yield self.reading(atom)
            return
        if atom.name == "parameter":
            yield self.parameter(atom)
            return
        if atom.name in ("observed", "not_observed"):
            yield self.observation(atom)
            return
        concept = self.setup.library.concept(atom.name)
        if concept is not None and concept.kind == "silent":
            return
        text = self.sentence(atom)
        if text is None:
            yield from self.reasons(atom, above)
            return
        if atom in self.told:
            return
        self.told.add(atom)
        if concept is None or atom not in self.ways:
            line = self.line(atom)
            # What an earlier ruling added stands on no line of the file.
            yield Node("fact" if line else "concept", text, line)
            return
        if concept.kind == "history":
            yield Node("fact", text, self._last_change(atom))
            return
        below = self.reasons(atom, above)
        # What is bare says nothing by the numbers it compares, nor do those it is made of.
        children = (n for n in below if n.kind != "number") if concept.bare else below
        yield Node("concept", text, children=tuple(children))

    def _denied(self, atom: Symbol) -> Iterator[Node]:
        text = self.denial(atom)
        if text is not None:
            yield Node("denied", text)

    def reading(self, atom: Symbol) -> Node:
        """A reading of the book in force."""
        constant, name, value = (str(a) for a in atom.arguments)
        book = self.setup.library.book_by_atom[constant]
        text = book.readings[name].alternatives[value]
        return Node(
            "reading", {lang: f"{book.id}:{name}={value} ({text[lang]})" for lang in LANGUAGES}
        )

    def parameter(self, atom: Symbol) -> Node:
        """A number of the book."""
        name, value = str(atom.arguments[0]), plain(atom.arguments[1])
        for edition in reversed(self.setup.profile.editions):
            parameter = self.setup.library.books[edition.split("@")[0]].parameters.get(name)
            if parameter is not None:
                means = parameter.means
                return Node("reading", {lang: f"{means[lang]}: {value}" for lang in LANGUAGES})
        return Node("reading", dict.fromkeys(LANGUAGES, f"{name} = {value}"))

    def observation(self, atom: Symbol) -> Node:
        """What was observed or not."""
        id = str(atom.arguments[0])
        entry = self.setup.library.vocabulary[id]
        words = _YES if atom.name == "observed" else _NO
        line = self.line(atom) if self._was_stated(atom) else None
        kind = "fact" if self._was_stated(atom) else "open"
        text = {
            lang: f"{reading.filled(entry.asks[lang], {'P': self._player(atom)})} {words[lang]}"
            for lang in LANGUAGES
        }
        return Node(kind, text, line)

    def _was_stated(self, atom: Symbol) -> bool:
        return any(
            s.arguments[0] == atom.arguments[0] and s.arguments[1] == atom.arguments[1]
            for s in self.solved.world.of("stated")
        )

    def _player(self, atom: Symbol) -> str:
        for asked in self.solved.world.of("asks"):
            if asked.arguments[:2] == atom.arguments[:2]:
                return str(plain(asked.arguments[2]))
        return self.who or "?"

    # --- sentences --------------------------------------------------------------------------

    def sentence(self, atom: Symbol) -> Text | None:
        """The sentence of an atom that holds; None for what has no meaning at the table."""
        entry = self._entry(atom)
        if entry is not None:
            return self._said(entry.says, entry.args, atom)
        concept = self.setup.library.concept(atom.name)
        if concept is None or concept.kind in ("plumbing", "silent"):
            return None
        return self._said(concept.says, concept.args, atom)

    def denial(self, atom: Symbol) -> Text | None:
        """The sentence of an atom that does not hold."""
        entry = self._entry(atom)
        concept: Concept | Entry | None = entry or self.setup.library.concept(atom.name)
        if concept is None or concept.kind in ("plumbing", "history", "silent"):
            return None
        if concept.denied and not _names_unknown(concept, atom):
            return self._said(concept.denied, concept.args, atom)
        said = self._said(concept.says, concept.args, atom)
        return not_so(said)

    def _entry(self, atom: Symbol) -> Entry | None:
        entry = self.setup.library.vocabulary.get(atom.name)
        if entry is None or entry.kind == "observation":
            return None
        if len(atom.arguments) != len(entry.args) + _TIMED.get(entry.kind, 0):
            return None
        return entry

    def _said(self, says: Text, args: Sequence[tuple[str, str]], atom: Symbol) -> Text:
        found = {}
        for lang in LANGUAGES:
            values = {
                name: self._value(symbol, sort, lang)
                for (name, sort), symbol in zip(args, atom.arguments, strict=False)
            }
            found[lang] = reading.filled(says[lang], values)
        return found

    def _value(self, symbol: Symbol, sort: str, lang: str) -> str:
        if symbol.type == SymbolType.Number:
            if sort == "event":
                line = self._line_of(symbol.number)
                return _LINE[lang].replace("{n}", str(line)) if line else _START[lang]
            if sort in ("card", "cards"):
                return card_text(symbol.number)
            return f"{symbol.number:,}"
        words = self.setup.library.words
        word = words.get(str(symbol))
        if str(symbol) == ANYTHING:
            word = words.get(f"any_{sort}", word)
        if symbol.type == SymbolType.Function and word is not None:
            return word[lang]
        return str(plain(symbol))

    # --- lines ------------------------------------------------------------------------------

    def _line_of(self, time: int) -> int | None:
        places = self.solved.places
        place = places[time - 1] if 0 < time <= len(places) else None
        return place.line if place else None

    def line(self, atom: Symbol) -> int | None:
        """The line of the file that says so."""
        known: Mapping[tuple[object, ...], int] = self.solved.lines
        values = (atom.name, *(plain(a) for a in atom.arguments))
        if values in known:
            return known[values]
        last = atom.arguments[-1] if atom.arguments else None
        if last is not None and last.type == SymbolType.Number:
            return self._line_of(last.number)
        return None

    def _last_change(self, atom: Symbol) -> int | None:
        """The line of the event that made a state of the hand what it is."""
        seen: set[Symbol] = set()
        while atom not in seen:
            seen.add(atom)
            step = self._way(atom, frozenset(seen))
            if step is None:
                break
            same = [g for g in step.given if g.name == atom.name]
            if not same or same[0].arguments[:-1] != atom.arguments[:-1]:
                return self.line(atom) or self._first_line(atom, set())
            atom = same[0]
        return self.line(atom) or self._first_line(atom, set())

    def _first_line(self, atom: Symbol, seen: set[Symbol]) -> int | None:
        """The line of the first written fact that a state of the hand goes back to."""
        seen.add(atom)
        if atom not in self.ways:
            return self.line(atom)
        step = self._way(atom, frozenset(seen))
        for given in step.given if step is not None else ():
            line = self._first_line(given, seen) if given not in seen else None
            if line is not None:
                return line
        return None


_YES = {"en": "yes", "ja": "はい"}
_NO = {"en": "no", "ja": "いいえ"}


def _names_unknown(concept: Concept | Entry, atom: Symbol) -> bool:
    """Whether the denial names what is left open: "some word was not said" is no denial."""
    given = zip(concept.args, atom.arguments, strict=False)
    unknown = {name for (name, _), symbol in given if str(symbol) == ANYTHING}
    return any("{" + name + "}" in concept.denied["en"] for name in unknown)


def not_so(said: Text) -> Text:
    """The denial of a sentence that has none of its own."""
    return {lang: _NOT[lang].replace("{what}", said[lang]) for lang in LANGUAGES}


_NOT = {"en": "it is not so that {what}", "ja": "「{what}」には当たらない"}
_LINE = {"en": "line {n}", "ja": "{n}行目"}
_START = {"en": "at the start", "ja": "開始時"}


def number(symbol: Symbol) -> str:
    """A number as it is shown; other terms as they are."""
    return f"{symbol.number:,}" if symbol.type == SymbolType.Number else str(plain(symbol))


__all__ = ["LANGUAGES", "SIGNS", "Explanation", "Node", "Telling", "explain", "number"]
