"""From the atoms of an answer set to rulings, options and pots."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from . import library as kb
from .asp import Symbol, nested, plain
from .facts import HANDED_ON, LEFT_AS, Item
from .library import Clause
from .messages import counted, fitting, percent
from .program import Setup
from .ruling import Answer, Barred, Citation, Option, Overridden, Pot, Ruling, Text
from .solver import World

OPEN = "open"


def answer(setup: Setup, issue: str, symbol: Symbol) -> Answer:
    """An answer term as data; its id and arguments come from the issues."""
    spec = (
        setup.library.issues[issue].answers.get(symbol.name)
        if symbol.type.name == "Function"
        else None
    )
    values = (
        [plain(a) for a in symbol.arguments] if symbol.type.name == "Function" else [plain(symbol)]
    )
    if spec is None:
        return Answer(
            str(symbol), str(symbol), tuple((f"value{i}", v) for i, v in enumerate(values))
        )
    named = tuple(zip((name for name, _ in spec.args), values, strict=False))
    return Answer(spec.id, spec.do, named, spec.then)


def in_words(ruling: Ruling, answer: Answer, library: kb.Library, lang: str) -> str:
    """An answer to the issue of a ruling, in the words of that issue."""
    spec = library.issues[ruling.issue].answers.get(answer.id)
    forms = spec.phrases.get(lang) if spec else None
    if not forms:
        return ""
    values = dict(answer.values)
    assert spec is not None
    form = fitting(forms, values)
    for least, most in re.findall(r"(\{\w+\})\.\.(\{\w+\})", form):
        if values[least.strip("{}")] == values[most.strip("{}")]:
            form = form.replace(f"{least}..{most}", least)
    shown = {n: percent(int(values[n])) for n, sort in spec.args if sort == "percent"}
    return filled(form, {"who": ruling.who or "", **values, **shown}).strip()


def filled(text: str, values: Mapping[str, object]) -> str:
    """The text with the names in braces replaced, each once; values are never read again."""

    def value(match: re.Match[str]) -> str:
        given = values.get(match[1], match[0])
        return f"{given:,}" if isinstance(given, int) else str(given)

    return re.sub(r"\{(\w+)\}", value, counted(text, values))


def rulings(
    setup: Setup, world: World, items: Sequence[Item], *, cited: bool = True
) -> list[tuple[Ruling, Symbol, list[Symbol]]]:
    """The rulings of an answer set with their issue terms and possible answer terms.

    Issues that only prepare another one are folded into its citations; with `cited` false there
    are none.
    """
    by_issue: dict[Symbol, list[Symbol]] = {}
    for atom in world.of("ruling"):
        by_issue.setdefault(atom.arguments[0], []).append(atom.arguments[1])
    found = []
    for issue, answers in by_issue.items():
        spec = setup.library.issues[issue.name]
        if spec.supports:
            continue
        order = list(spec.answers)
        answers.sort(key=lambda a: _place(order, inner(a)))
        ruling = _ruling(setup, world, items, issue, answers, by_issue, cited)
        found.append((ruling, issue, [inner(a) for a in answers]))
    return found


def rulings_alike(
    setup: Setup, worlds: Sequence[World], items: Sequence[Item], *, cited: bool = True
) -> list[tuple[Ruling, Symbol, list[Symbol]]]:
    """The rulings of answer sets that rule alike: what all of them cite, or else what each does."""
    if not cited:
        return rulings(setup, worlds[0], items, cited=False)
    first, *others = (rulings(setup, world, items) for world in worlds)
    if not others:
        return first
    told: dict[Symbol, list[Ruling]] = {}
    for ruling, issue, _ in (r for found in others for r in found):
        told.setdefault(issue, []).append(ruling)
    return [(_alike(r, told.get(issue, ())), issue, terms) for r, issue, terms in first]


def _alike(ruling: Ruling, others: Sequence[Ruling]) -> Ruling:
    common = [c for c in ruling.by if all(c in o.by for o in others)]
    if common or not ruling.by:
        over = [o for o in ruling.overridden if all(o in other.overridden for other in others)]
        return replace(ruling, by=tuple(common), overridden=tuple(over))
    every: list[Citation] = []
    for citation in (c for r in (ruling, *others) for c in r.by):
        if citation not in every:
            every.append(citation)
    return replace(ruling, by=tuple(replace(c, either=True) for c in every), overridden=())


def _place(order: list[str], symbol: Symbol) -> tuple[int, Symbol]:
    """Answers of a set stand in the order of the issues."""
    named = symbol.type.name == "Function" and symbol.name in order
    return (order.index(symbol.name) if named else len(order), symbol)


def left(world: World) -> tuple[tuple[object, ...], ...]:
    """What the next hand is told: how this one ended, by name with arguments."""
    atoms = (a for name in (HANDED_ON, LEFT_AS) for a in world.of(name))
    return tuple((a.name, *(nested(x) for x in a.arguments)) for a in atoms)


def inner(symbol: Symbol) -> Symbol:
    """The answer itself, without who may choose it."""
    return symbol.arguments[1] if _is_open(symbol) else symbol


def _is_open(symbol: Symbol) -> bool:
    return symbol.type.name == "Function" and symbol.name == OPEN and len(symbol.arguments) == 2


def _ruling(
    setup: Setup,
    world: World,
    items: Sequence[Item],
    issue: Symbol,
    answers: list[Symbol],
    by_issue: dict[Symbol, list[Symbol]],
    cited: bool,
) -> Ruling:
    spec = setup.library.issues[issue.name]
    event, line, who, pot = _subject(world, items, issue, spec)
    decides = "rule"
    opened = [a for a in answers if _is_open(a)]
    if opened:
        decides = str(opened[0].arguments[0])
    shown = tuple(answer(setup, issue.name, inner(a)) for a in answers)
    if decides == "rule" and len(shown) == 1:
        decider = spec.answers[shown[0].id].decides if shown[0].id in spec.answers else None
        decides = {None: "rule", "who": "player"}.get(decider, decider or "rule")
    if not cited:
        return Ruling(issue.name, event, line, who, decides, shown, (), pot=pot)
    by = citations(setup, world, issue, answers)
    if _is_action(spec, shown) or _adopts(setup, issue, answers, by_issue):
        prepared = _preparing(setup, issue, by_issue)
        prepared.sort(key=lambda other: not any(a in by_issue[other] for a in answers))
        for other in prepared:
            by += [c for c in citations(setup, world, other, by_issue[other]) if c not in by]
    over = [
        Overridden(cite(setup, atom), answer(setup, issue.name, inner(atom.arguments[2])))
        for source in (issue, *_preparing(setup, issue, by_issue))
        for atom in world.of("concludes")
        if atom.arguments[1] == source
        and atom.arguments[2] not in by_issue[source]
        and setup.clause(str(atom.arguments[0])) is not None
        and str(atom.arguments[0]) in setup.ranks
    ]
    return Ruling(issue.name, event, line, who, decides, shown, tuple(by), tuple(over), pot=pot)


def _is_action(spec: kb.Issue, shown: Sequence[Answer]) -> bool:
    """Whether an answer is an action: what prepares it is only told then."""
    found = [spec.answers[a.id] for a in shown if a.id in spec.answers]
    return spec.id != "act" or any(a.taken_by for a in found)


def _adopts(
    setup: Setup, issue: Symbol, answers: list[Symbol], by_issue: dict[Symbol, list[Symbol]]
) -> bool:
    """Whether an answer is taken over from an issue that prepares this one."""
    return any(
        answer in by_issue[source]
        for source in _preparing(setup, issue, by_issue)
        for answer in answers
    )


def prepared_by(setup: Setup, issue: Symbol, world: World) -> list[Symbol]:
    """The issues of this answer set whose rulings prepare this one."""
    return _preparing(setup, issue, dict.fromkeys(a.arguments[0] for a in world.of("ruling")))


def _preparing(setup: Setup, issue: Symbol, issues: Iterable[Symbol]) -> list[Symbol]:
    return [
        o
        for o in issues
        if setup.library.issues[o.name].supports == issue.name and _same_subject(o, issue)
    ]


def _same_subject(other: Symbol, issue: Symbol) -> bool:
    return (
        bool(other.arguments) and bool(issue.arguments) and other.arguments[0] == issue.arguments[0]
    )


def _subject(
    world: World, items: Sequence[Item], issue: Symbol, spec: kb.Issue
) -> tuple[int | None, int | None, str | None, int | None]:
    arguments = [plain(a) for a in issue.arguments]
    time = None
    who = None
    pot = None
    if spec.about == "event" or spec.about == "hand":
        time = int(arguments[0])
    elif spec.about == "player":
        who = str(arguments[0])
        if len(arguments) > 1 and isinstance(arguments[1], int):
            time = arguments[1]
        else:
            happened = [a.arguments[0].number for a in world.of("happens")]
            early = [a.arguments[1].number for a in world.of("judged")]
            time = next(iter(happened or early), None)
    elif spec.about == "pot":
        pot, who = int(arguments[0]), str(arguments[1])
    if time is not None and 0 < time <= len(items):
        item = items[time - 1]
        if who is None and spec.about == "event":
            who = item.player
        return item.event, item.place.line if item.place else None, who, pot
    return None, None, who, pot


def citations(
    setup: Setup, world: World, issue: Symbol, answers: Iterable[Symbol]
) -> list[Citation]:
    """Every clause that gives one of the deciding answers, the one that decides first."""
    wanted = set(answers)
    found: dict[str, tuple[int, Citation]] = {}
    for atom in world.of("concludes"):
        name = str(atom.arguments[0])
        if atom.arguments[1] != issue or atom.arguments[2] not in wanted:
            continue
        if setup.clause(name) is None or name not in setup.ranks:
            continue
        citation = cite(setup, atom)
        found.setdefault(citation.clause, (setup.ranks[name], citation))
    ordered = sorted(found.values(), key=lambda pair: (-pair[0], pair[1].clause))
    return [citation for _, citation in ordered]


def cite(setup: Setup, atom: Symbol) -> Citation:
    """The citation of a `concludes` atom, its sentence filled with the values it carries."""
    clause = setup.clause(str(atom.arguments[0]))
    assert clause is not None
    names = sorted(kb.placeholders(clause.because))
    values = dict(zip(names, atom.arguments[3].arguments, strict=False))
    words = setup.library.words
    because = {
        lang: filled(text, {n: _told(v, words, lang) for n, v in values.items()})
        for lang, text in clause.because.items()
    }
    return citation(setup, clause, because)


def citation(setup: Setup, clause: Clause, because: Text) -> Citation:
    """A clause as this profile cites it."""
    return Citation(
        clause.id,
        setup.edition_of(clause.book),
        setup.locator(clause),
        because,
        clause.paraphrase,
        clause.sourced,
        weigh=clause.weigh,
    )


def _told(value: Symbol, words: dict[str, Text], lang: str) -> int | str:
    """A value as a sentence shows it: a constant of the logic in words, if it has some."""
    word = words.get(str(value)) if value.type.name == "Function" else None
    return word[lang] if word is not None else plain(value)


def options(setup: Setup, world: World) -> tuple[Option, ...]:
    """The options of the player to act, in the order of the answers of `act`."""
    found = []
    for atom in world.of("option"):
        who, action = plain(atom.arguments[0]), atom.arguments[1]
        numbers = [int(a.number) for a in action.arguments]
        by = _option_clauses(setup, world, atom.arguments[0], action.name)
        if len(numbers) == 2:
            found.append(Option(str(who), action.name, least=numbers[0], most=numbers[1], by=by))
        elif numbers:
            found.append(Option(str(who), action.name, to=numbers[0], by=by))
        else:
            found.append(Option(str(who), action.name, by=by))
    order = list(setup.library.issues["act"].answers)
    return tuple(sorted(found, key=lambda o: order.index(o.do) if o.do in order else len(order)))


def _option_clauses(setup: Setup, world: World, player: Symbol, do: str) -> tuple[Citation, ...]:
    issues = setup.library.issues
    found: list[Citation] = []
    for atom in world.of("ruling"):
        issue = atom.arguments[0]
        if do in issues[issue.name].bounds and issue.arguments[0] == player:
            found += citations(setup, world, issue, [atom.arguments[1]])
    return tuple(found)


def barred(setup: Setup, world: World) -> tuple[Barred, ...]:
    """The actions that are closed, with the clauses that close them."""
    found = []
    for atom in world.of("barred"):
        player, do, source = atom.arguments
        answers = [r.arguments[1] for r in world.of("ruling") if r.arguments[0] == source]
        by = tuple(citations(setup, world, source, answers))
        because = _joined(by) if by else dict(_STACK)
        found.append(Barred(str(plain(player)), str(do), by, because))
    return tuple(found)


_STACK = {"en": "no chips beyond the call", "ja": "コール額を超えるチップがない"}


def _joined(by: Sequence[Citation]) -> Text:
    return {lang: "; ".join(dict.fromkeys(c.because[lang] for c in by)) for lang in ("en", "ja")}


def pots(setup: Setup, world: World, seats: Sequence[str]) -> tuple[Pot, ...]:
    """The pots from the main pot on, with shares where they are awarded."""
    found = []
    for atom in sorted(world.of("pot"), key=lambda a: -a.arguments[0].number):
        size = atom.arguments[0]
        who = [str(plain(m.arguments[0])) for m in world.of("may_win") if m.arguments[1] == size]
        shares = {
            str(plain(r.arguments[0].arguments[1])): int(r.arguments[1].arguments[0].number)
            for r in world.of("ruling")
            if r.arguments[0].name == "share" and r.arguments[0].arguments[0] == size
        }
        eligible = tuple(p for p in seats if p in who)
        given = tuple((p, shares[p]) for p in seats if shares.get(p))
        found.append(Pot(int(atom.arguments[1].number), eligible, given))
    return tuple(found)


def uncalled(world: World) -> tuple[tuple[str, int], ...]:
    """What goes back to whom."""
    return tuple(
        (str(plain(a.arguments[0])), int(a.arguments[1].number)) for a in world.of("uncalled")
    )


def behind(world: World, seats: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """The chips each player has behind, in the order of the seats."""
    found = {str(plain(a.arguments[0])): int(a.arguments[1].number) for a in world.of("behind")}
    return tuple((p, found[p]) for p in seats if p in found)
