"""Domains: bounded generators of situations, each a small clingo program in `kb/domains`.

An answer set of a domain is one situation, written in these atoms (`T` orders the lines):

    setting(F)                        a header line by vocabulary id, as `big_blind(2)`
    seat(P,N,S), mark(P,Id)           who sits where with what
    at_table(P,"1")                   at which of several tables
    posts(T,P,V)                      a blind that is not posted by itself
    street(T,Name)                    with card(T,K,"As") in the order of K
    pot(K,V), pot_of(K,P)             what is in the middle when the first street begins
    act(T,P,Id), act(T,P,Id,V)        a settled action, with act_with(T,V,N) for its chips
    say(T,M,P,"raise to {}",V)        words, without V if there is no amount; M is the moment
    taps(T,M,P)                       a tap on the table
    put(T,M,P,V,N), total(T,M,P,V)    chips put in, and chips that nobody counted
    back(T,M,P,V,N), all_back(T,M,P)  chips taken back
    event(T,F)                        an incident by vocabulary id; cards are strings
    observe(T,Id,yes) … (T,Id,no)     what was observed of line T
    noticed(T,P,Id)                   when an error came to light, and the act it is about
    floor(T,Issue,P,Answer)           what the floor decided, of nobody if P is ""
    next_hand(T)                      the hand is over; where they are written anew, with
                                      next_setting(T,F), next_seat(T,P,N,S) and next_mark(T,P,Id)

The axioms of a domain are what makes a situation a realistic one: constraints that hold while
`axiom(Name)` does.  `deep` holds where the larger domain is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from pokerlogic import resources
from pokerlogic.asp import Control, MessageCode, Symbol, plain
from pokerlogic.errors import meant, wrong
from pokerlogic.forms import Form, read_yaml, text_in
from pokerlogic.library import Library, Text
from pokerlogic.messages import msg
from pokerlogic.notation.grammar import Notation, notation
from pokerlogic.notation.speech import understand
from pokerlogic.situation import (
    Chips,
    FloorRules,
    Incident,
    Mark,
    NextHand,
    Noticed,
    Observed,
    Outcome,
    Part,
    Place,
    Posts,
    Pot,
    Raw,
    Said,
    Seat,
    Setting,
    Settled,
    Situation,
    Step,
    Street,
)
from pokerlogic.store import library_of
from pokerlogic.usage import UsageError

_SHOWN = {
    "setting": (1,),
    "seat": (3,),
    "mark": (2,),
    "at_table": (2,),
    "posts": (3,),
    "street": (2,),
    "card": (3,),
    "pot": (2,),
    "pot_of": (2,),
    "act": (3, 4),
    "act_with": (3,),
    "say": (4, 5),
    "taps": (3,),
    "put": (5,),
    "total": (4,),
    "back": (5,),
    "all_back": (3,),
    "event": (2,),
    "observe": (3,),
    "noticed": (3,),
    "floor": (4,),
    "next_hand": (1,),
    "next_setting": (2,),
    "next_seat": (4,),
    "next_mark": (3,),
}
"""The atoms that make a situation, with their numbers of arguments."""

_KEYS = {"title", "varies", "books", "axioms", "ends", "relations"}


@dataclass(frozen=True)
class Domain:
    """A bounded generator of situations.

    `varies` says in words what it goes through; `books` limits it to profiles that hold one of
    these; with `ends` the end of what is written is judged too, not only the last event.
    `relations` are equations and inequalities of quantities that hold in each of its situations.
    """

    id: str
    title: Text
    varies: Text
    axioms: dict[str, Text]
    books: tuple[str, ...]
    ends: bool
    program: str
    file: Path
    relations: tuple[str, ...] = ()

    def applies(self, editions: Collection[str]) -> bool:
        """Whether it is meant for a profile of these editions."""
        return not self.books or any(e.split("@")[0] in self.books for e in editions)


def domains(folder: Path | None = None) -> dict[str, Domain]:
    """The domains of a folder by id, those of the knowledge base by default.

    Raises BookError for a description that is not complete.
    """
    return _domains(folder or resources.folder("kb") / "domains")


@lru_cache(maxsize=4)
def _domains(folder: Path) -> dict[str, Domain]:
    return {path.stem: _domain(path) for path in sorted(folder.glob("*.yaml"))}


def _domain(path: Path) -> Domain:
    form = Form(msg("what.domain"), path, read_yaml(path)).keys(_KEYS, ("title", "varies"))
    program = path.with_suffix(".lp")
    if not program.is_file():
        raise wrong("PL270", msg("domain.no_program", file=program.name), file=path)
    text = program.read_text(encoding="utf-8")
    axioms = {
        name: text_in(said, msg("what.axiom", name=name), ())
        for name, said in form.parts("axioms", lambda name: msg("what.axiom", name=name))
    }
    return Domain(
        path.stem,
        form.text("title", ()),
        form.text("varies", ()),
        axioms,
        form.words("books"),
        form.flag("ends", False),
        text,
        program,
        form.words("relations"),
    )


@lru_cache(maxsize=1)
def posed() -> str:
    """The rules that tell what must be ruled."""
    return (resources.folder("kb") / "domains" / "posed.lp").read_text(encoding="utf-8")


def chosen(names: Sequence[str], editions: Collection[str]) -> list[Domain]:
    """The domains of these names, or all that are meant for these editions."""
    known = domains()
    for name in names:
        if name not in known:
            raise UsageError.unknown(msg("what.domain"), name, known)
    wanted = [known[n] for n in dict.fromkeys(names)] or list(known.values())
    return [d for d in wanted if d.applies(editions)]


def situations(
    domain: Domain, *, deep: bool = False, without: Collection[str] = ()
) -> Iterator[Situation]:
    """The situations of a domain in the order of the solver, each once.

    `without` names axioms that are switched off.  Raises BookError for a program that can not be
    grounded or names what no vocabulary entry has.
    """
    facts = [f"axiom({name})." for name in domain.axioms if name not in without]
    shows = [f"#show {name}/{n}." for name, sizes in _SHOWN.items() for n in sizes]
    text = "\n".join([domain.program, *facts, *(["deep."] if deep else []), *shows])
    control = _grounded(text, domain)
    build = _Builder(domain, library_of(), notation())
    seen: set[tuple[object, ...]] = set()
    with control.solve(yield_=True) as handle:
        for model in handle:
            situation = build.situation(model.symbols(shown=True))
            key = (situation.settings, situation.seats, situation.steps)
            if key not in seen:
                seen.add(key)
                yield situation


def _grounded(text: str, domain: Domain) -> Control:
    told: list[str] = []

    def logger(code: MessageCode, message: str) -> None:
        if code == MessageCode.RuntimeError:
            told.append(message)

    control = Control(["0", "--warn=no-atom-undefined"], logger=logger)
    try:
        control.add("base", [], text)
        control.ground([("base", [])])
    except RuntimeError:
        line, why = _first_of(told)
        raise wrong("PL271", msg("domain.logic", why=why), file=domain.file, line=line) from None
    return control


def _first_of(told: Sequence[str]) -> tuple[int | None, str]:
    """The line of a message of the solver, and what it says."""
    found = re.match(r"<block>:(\d+):[\d-]+: \w+: (.*)", told[0], re.DOTALL) if told else None
    if found is None:
        return None, told[0] if told else ""
    return int(found[1]), found[2].strip().replace("\n", " ")


_Atoms = dict[str, list[list[Symbol]]]


class _Builder:
    """Makes situations of atoms; speech is understood once for all that say it alike."""

    def __init__(self, domain: Domain, library: Library, language: Notation) -> None:
        self.domain = domain
        self.library = library
        self.language = language
        self.heard: dict[str, tuple[Said, ...]] = {}

    def situation(self, symbols: Sequence[Symbol]) -> Situation:
        """The situation of one answer set."""
        atoms: _Atoms = {}
        for symbol in symbols:
            atoms.setdefault(symbol.name, []).append(list(symbol.arguments))
        settings = self._settings(a[0] for a in atoms.get("setting", ()))
        at = {p.string: t.string for p, t in atoms.get("at_table", ())}
        tables = [Setting("table", (t,), _NOWHERE) for t in sorted(set(at.values()))]
        seats = self._seats(atoms.get("seat", ()), atoms.get("mark", ()), at)
        return Situation((*settings, *tables), seats, tuple(self._steps(atoms)))

    def _settings(self, terms: Iterable[Symbol]) -> tuple[Setting, ...]:
        """In the order of the vocabulary."""
        order = list(self.library.vocabulary)
        found = [self._setting(term) for term in terms]
        return tuple(sorted(found, key=lambda s: (order.index(s.id), s.values)))

    def _seats(
        self,
        rows: Iterable[Sequence[Symbol]],
        marked: Iterable[Sequence[Symbol]],
        at: dict[str, str],
    ) -> tuple[Seat, ...]:
        """By table and number."""
        marks: dict[str, list[str]] = {}
        for player, mark in marked:
            marks.setdefault(player.string, []).append(self._known(mark.name, "mark"))
        found = [
            Seat(
                n.number,
                p.string,
                s.number,
                tuple(Mark(m, _NOWHERE) for m in sorted(marks.get(p.string, ()))),
                _NOWHERE,
                at.get(p.string),
            )
            for p, n, s in rows
        ]
        return tuple(sorted(found, key=lambda s: (s.table or "", s.number, s.player)))

    def _known(self, id: str, *kinds: str) -> str:
        entry = self.library.vocabulary.get(id)
        if entry is None or entry.kind not in kinds:
            known = [e.id for e in self.library.vocabulary.values() if e.kind in kinds]
            said = msg("domain.unknown", id=id)
            raise wrong("PL272", said, file=self.domain.file, help=meant(id, known))
        return id

    def _setting(self, term: Symbol) -> Setting:
        id = self._known(term.name, "setting")
        return Setting(id, tuple(plain(a) for a in term.arguments), _NOWHERE)

    def _steps(self, atoms: _Atoms) -> Iterator[Step]:
        lines: dict[int, list[Step]] = {}
        for time, player, amount in atoms.get("posts", ()):
            post = Posts(player.string, amount.number, (), _NOWHERE)
            lines.setdefault(time.number, []).append(post)
        first = min((t.number for t, _ in atoms.get("street", ())), default=0)
        for time, name in atoms.get("street", ()):
            cards = _dealt(atoms, time)
            pots = tuple(_pots(atoms)) if time.number == first else ()
            lines.setdefault(time.number, []).append(Street(name.name, cards, pots, _NOWHERE))
        for time, player, id, *amounts in atoms.get("act", ()):
            chips = _chips(a[1:] for a in atoms.get("act_with", ()) if a[0] == time)
            act = self._known(id.name, "settled")
            value = amounts[0].number if amounts else None
            settled = Settled(player.string, act, value, chips, _NOWHERE)
            lines.setdefault(time.number, []).append(settled)
        for number, parts in self._parts(atoms).items():
            lines.setdefault(number, []).append(Raw(parts, _NOWHERE))
        for time, term in atoms.get("event", ()):
            lines.setdefault(time.number, []).append(self._incident(term))
        for time, player, id in atoms.get("noticed", ()):
            act = self._known(id.name, "settled")
            lines.setdefault(time.number, []).append(Noticed(player.string, act, _NOWHERE))
        for time, issue, player, answer in atoms.get("floor", ()):
            ruled = self._outcome(issue.name, player.string or None, answer)
            lines.setdefault(time.number, []).append(FloorRules(ruled, _NOWHERE))
        for (time,) in atoms.get("next_hand", ()):
            lines.setdefault(time.number, []).append(self._next_hand(atoms, time))
        for time, term, holds in sorted(atoms.get("observe", ())):
            observation = self._known(term.name, "observation")
            observed = Observed(observation, holds.name == "yes", _NOWHERE)
            lines.setdefault(time.number, []).append(observed)
        place = 0
        for number in sorted(lines):
            for step in lines[number]:
                place += 1
                yield _at(step, Place(place, 1))

    def _next_hand(self, atoms: _Atoms, time: Symbol) -> NextHand:
        def own(name: str) -> list[list[Symbol]]:
            return [rest for t, *rest in atoms.get(name, ()) if t == time]

        settings = self._settings(term for (term,) in own("next_setting"))
        return NextHand(settings, self._seats(own("next_seat"), own("next_mark"), {}), _NOWHERE)

    def _outcome(self, issue: str, player: str | None, answer: Symbol) -> Outcome:
        known = self.library.issues.get(issue)
        answers = known.answers if known else self.library.issues
        for id, ids in ((issue, self.library.issues), (answer.name, answers)):
            if id not in ids:
                said = msg("domain.no_answer", id=id)
                raise wrong("PL272", said, file=self.domain.file, help=meant(id, ids))
        values = tuple(plain(a) for a in answer.arguments)
        return Outcome(issue, answer.name, player, values, _NOWHERE)

    def _parts(self, atoms: _Atoms) -> dict[int, tuple[Part, ...]]:
        """What was seen and heard, by line, in the order of moments; chips of one moment joined."""
        found: dict[int, dict[tuple[int, str, str], Part]] = {}

        def part(time: Symbol, moment: Symbol, player: Symbol, what: str, **values: Any) -> None:
            own = Part(player.string, moment.number, _NOWHERE, **values)
            found.setdefault(time.number, {})[(moment.number, player.string, what)] = own

        for time, moment, player, words, *said in atoms.get("say", ()):
            text = words.string.format(f"{said[0].number:,}" if said else "")
            part(time, moment, player, f"say {text}", speech=text, said=self._heard(text))
        for time, moment, player in atoms.get("taps", ()):
            part(time, moment, player, "taps", said=(Said("said_check"), Said("taps")))
        for name, field in (("put", "chips"), ("back", "back")):
            heaps: dict[tuple[Symbol, Symbol, Symbol], list[list[Symbol]]] = {}
            for time, moment, player, *chip in atoms.get(name, ()):
                heaps.setdefault((time, moment, player), []).append(chip)
            for (time, moment, player), heap in heaps.items():
                part(time, moment, player, name, **{field: _chips(heap)})
        for time, moment, player, whole in atoms.get("total", ()):
            part(time, moment, player, "total", total=whole.number)
        for time, moment, player in atoms.get("all_back", ()):
            part(time, moment, player, "back", all_back=True)
        return {t: tuple(parts[k] for k in sorted(parts)) for t, parts in found.items()}

    def _heard(self, text: str) -> tuple[Said, ...]:
        if text not in self.heard:
            self.heard[text] = understand(self.language.speech, self.language.speech_words, text)
        return self.heard[text]

    def _incident(self, term: Symbol) -> Incident:
        id = self._known(term.name, "incident")
        sorts = [sort for _, sort in self.library.vocabulary[id].args]
        if len(sorts) != len(term.arguments):
            said = msg("domain.arguments", id=id, size=len(sorts))
            raise wrong("PL272", said, file=self.domain.file)
        values = []
        for sort, argument in zip(sorts, term.arguments, strict=True):
            value = plain(argument)
            cards = sort in ("card", "cards", "range") and isinstance(value, str)
            values.append(tuple(str(value).split()) if cards else value)
        return Incident(id, tuple(values), _NOWHERE)


_NOWHERE = Place(0, 1)


def _at(step: Step, place: Place) -> Step:
    """The step at a place, as its order among the lines."""
    return replace(step, place=place)


def _dealt(atoms: _Atoms, time: Symbol) -> tuple[str, ...]:
    cards = [(k, text.string) for t, k, text in atoms.get("card", ()) if t == time]
    return tuple(text for _, text in sorted(cards))


def _pots(atoms: _Atoms) -> Iterator[Pot]:
    for key, amount in sorted(atoms.get("pot", ())):
        players = tuple(sorted(p.string for k, p in atoms.get("pot_of", ()) if k == key))
        yield Pot(amount.number, players)


def _chips(heap: Iterable[Sequence[Symbol]]) -> tuple[Chips, ...]:
    """The larger chips first."""
    counted = sorted(((v.number, n.number) for v, n in heap), reverse=True)
    return tuple(Chips(value, count) for value, count in counted)
