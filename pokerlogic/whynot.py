"""Why not: what bars an action or another answer, and the least that would have to be otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from .asp import Function, Number, String, Symbol, SymbolType
from .conditions import ANY
from .explain import Node, Telling
from .library import atom_of
from .moves import Ended, Moment, Solved
from .nearest import Nearest
from .program import Setup
from .refused import Refusals
from .ruling import Branch, Citation, Option, Outcome, Question, Ruling, Text
from .situation import Outcome as Claimed
from .situation import Settled

ACTION = "act"
"""The issue whose answers are the actions of a player."""


@dataclass(frozen=True)
class Bound:
    """An amount that lies outside: the option, its bound, and the clauses that set it."""

    option: Option
    bound: int
    short: int
    most: bool
    by: tuple[Citation, ...] = ()


@dataclass(frozen=True)
class Supposed:
    """An open observation, supposed to hold or not."""

    question: Question
    holds: bool


@dataclass(frozen=True)
class WhyNot:
    """The answer to one question.

    `kind` is `open` (it is possible), `ruled` (it is the answer), `among` (one of the answers
    left open), `not_to_act`, `bound` (only the amount is wrong), `barred`, `otherwise` (another
    answer was given) or `silent` (no clause gives that answer).  `by` are the clauses that bar it
    or gave the answer there is; `nearest` is the clause that would allow it, `nodes` what it lacks,
    `change` the least that would have to be otherwise; `given` are open answers it rests on.
    """

    asked: str
    kind: str
    who: str | None
    do: str | None = None
    amount: int | None = None
    to_act: str | None = None
    ruling: Ruling | None = None
    option: Option | None = None
    bound: Bound | None = None
    by: tuple[Citation, ...] = ()
    nearest: Citation | None = None
    nodes: tuple[Node, ...] = ()
    change: tuple[Text, ...] = ()
    given: tuple[Branch | Supposed, ...] = ()
    books: tuple[str, ...] = ()


@dataclass
class Inquiry:
    """One question about a judged situation; `event` is the one it is about, if any."""

    setup: Setup
    asked: str
    outcome: Outcome
    trace: Sequence[Moment]
    event: int | None = None

    def about_action(self, action: Settled) -> list[WhyNot]:
        """Whether a player may do that; a player who is not to act is asked about his ruling."""
        spec = next(
            a
            for a in self.setup.library.issues[ACTION].answers.values()
            if action.act in a.taken_by
        )
        ruled = self._ruled(ACTION, action.player)
        claimed = Claimed(
            ACTION,
            spec.id,
            action.player,
            () if action.amount is None else (action.amount,),
            action.place,
        )
        if ruled is not None and (self.event is not None or self.outcome.to_act != action.player):
            return [self.about_ruling(claimed)]
        found = []
        for given, leaf in _leaves(self.outcome):
            if leaf.to_act == action.player:
                one = self._option(action, spec.id, leaf)
                found.append(replace(one, given=given))
        if found:
            plain = [replace(f, given=()) for f in found]
            return plain[:1] if plain.count(plain[0]) == len(plain) else found
        first = next((x.to_act for _, x in _leaves(self.outcome)), None)
        who = action.player
        return [WhyNot(self.asked, "not_to_act", who, spec.id, action.amount, to_act=first)]

    # --- rulings ----------------------------------------------------------------------------

    def about_ruling(self, claimed: Claimed) -> WhyNot:
        """Why another answer was given."""
        solved = self._ruled(claimed.issue, claimed.who, claimed)
        if solved is None:
            return self._unruled(claimed)
        ruling = solved.ruling
        if any(_is(a.id, a.amounts(), claimed) for a in ruling.answers):
            kind = "ruled" if len(ruling.answers) == 1 else "among"
            return WhyNot(self.asked, kind, claimed.who, ruling=ruling, by=ruling.by)
        spoke = tuple(atom_of(c.clause) for c in ruling.by)
        time = next((a for a in solved.issue.arguments if a.type == SymbolType.Number), None)
        search = Nearest(self.setup, solved, spoke, time)
        goal = Function("ruling", [solved.issue, self._answer(claimed)])
        plain = WhyNot(self.asked, "otherwise", claimed.who, ruling=ruling, by=ruling.by)
        return self._refused(search, [goal], plain)

    def _unruled(self, claimed: Claimed) -> WhyNot:
        """An issue that was not ruled on here at all."""
        ended = [m for m in self.trace if isinstance(m, Ended)]
        solved = [m for m in self.trace if isinstance(m, Solved) and m.ruling.event == self.event]
        moment = (solved or ended)[-1]
        search = Nearest(self.setup, moment)
        about = self.setup.library.issues[claimed.issue].about
        who = String(claimed.who) if claimed.who and about == "player" else ANY
        goals = [
            Function(
                "ruling",
                [Function(claimed.issue, [who, *[ANY] * (n - 1)][:n]), self._answer(claimed)],
            )
            for n in search.sizes(claimed.issue)
        ]
        return self._refused(search, goals, WhyNot(self.asked, "otherwise", claimed.who))

    def _answer(self, claimed: Claimed) -> Symbol:
        """The answer as a term; amounts that are not asked about are open."""
        spec = self.setup.library.issues[claimed.issue].answers[claimed.answer]
        values = [Number(v) if isinstance(v, int) else String(v) for v in claimed.values]
        return Function(claimed.answer, (values + [ANY] * len(spec.args))[: len(spec.args)])

    def _ruled(self, issue: str, who: str | None, claimed: Claimed | None = None) -> Solved | None:
        """The last ruling on an issue; one that gave the answer asked about goes before others."""
        found = [
            m
            for m in self.trace
            if isinstance(m, Solved)
            and m.ruling.issue == issue
            and (self.event is None or m.ruling.event in (None, self.event))
            and (who is None or m.ruling.who == who)
        ]
        for solved in found if claimed is not None else ():
            assert claimed is not None
            if any(_is(a.id, a.amounts(), claimed) for a in solved.ruling.answers):
                return solved
        return found[-1] if found else None

    # --- options ----------------------------------------------------------------------------

    def _option(self, action: Settled, do: str, leaf: Outcome) -> WhyNot:
        end = self._end(leaf)
        plain = WhyNot(self.asked, "barred", action.player, do, action.amount)
        whole = self._whole(action, do, end)
        amount = action.amount if whole is None else whole
        options = [o for o in leaf.options if whole is not None or o.do == do]
        fitting = [o for o in options if _within(o, amount)]
        if fitting:
            return replace(plain, kind="open", option=fitting[0], by=fitting[0].by)
        own = [o for o in options if whole is None]
        if own and amount is not None:
            bound = self._bound(own[0], amount, leaf)
            refusals = Refusals(
                Nearest(self.setup, end), Telling(self.setup, end, {}, action.player)
            )
            atoms = [
                a
                for a in end.world.of("option")
                if a.arguments[0] == String(action.player) and a.arguments[1].name == do
            ]
            nodes = tuple(n for a in atoms[:1] for n in refusals.bound(a, bound.bound))
            shown = () if bound.by else nodes
            return replace(
                plain, kind="bound", option=own[0], bound=bound, by=bound.by, nodes=shown
            )
        offered = {a.arguments[1].name for a in end.world.of("option")}
        if offered != {o.do for o in leaf.options}:
            solved = self._ruled(ACTION, action.player)
            if solved is not None:
                claimed = Claimed(ACTION, do, action.player, (), action.place)
                return replace(self.about_ruling(claimed), do=do)
        barred = [b for b in leaf.barred if whole is not None or b.do == do]
        by = barred[0].by if barred else ()
        spoke = tuple(atom_of(c.clause) for c in by)
        search = Nearest(self.setup, end, spoke)
        wanted = barred[0].do if barred else do
        goals = [
            Function("option", [String(action.player), Function(name, [ANY] * size)])
            for name, size in search.options
            if name == wanted or (whole is not None and not barred)
        ]
        return self._refused(search, goals, replace(plain, by=by))

    def _whole(self, action: Settled, do: str, end: Ended) -> int | None:
        """The amount of an action that is no option of its own but names the whole stack."""
        if any(a.arguments[1].name == do for a in end.world.of("option")):
            return None
        if action.amount is not None or any(
            name == do for name, _ in Nearest(self.setup, end).options
        ):
            return None
        reach = [a for a in end.world.of("reach") if a.arguments[0] == String(action.player)]
        return int(reach[0].arguments[1].number) if reach else None

    def _bound(self, option: Option, amount: int, leaf: Outcome) -> Bound:
        least = option.least if option.least is not None else option.to or 0
        most = option.most if option.most is not None else least
        limit = least if amount < least else most
        issues = self.setup.library.issues
        by = tuple(
            c
            for r in leaf.rights
            if r.who == option.who and option.do in issues[r.issue].bounds
            if any(limit in a.amounts() for a in r.answers)
            for c in r.by
        )
        return Bound(option, limit, abs(limit - amount), amount > most, by)

    def _end(self, leaf: Outcome) -> Ended:
        """The moment behind an outcome."""
        ended = [m for m in self.trace if isinstance(m, Ended)]
        shown = (leaf.to_act, leaf.options, leaf.barred)
        alike = [
            m for m in ended if (m.outcome.to_act, m.outcome.options, m.outcome.barred) == shown
        ]
        return (alike or ended)[-1]

    # --- telling ----------------------------------------------------------------------------

    def _refused(self, search: Nearest, goals: Iterable[Symbol], found: WhyNot) -> WhyNot:
        """What is nearest to any of these, told."""
        ways = search.nearest(goals)
        if not ways:
            books = tuple(e.split("@")[0] for e in self.setup.profile.editions)
            silent = "silent" if found.kind == "otherwise" else found.kind
            return replace(found, kind=silent, books=books)
        telling = Telling(self.setup, search.moment, {}, found.who)
        refusals = Refusals(search, telling)
        nodes = tuple(refusals.told(ways[0]))
        clause = next((n.clause for n in _every(nodes) if n.kind == "clause"), None)
        return replace(found, nearest=clause, nodes=nodes, change=tuple(refusals.changes(ways[0])))


def _is(id: str, amounts: tuple[int | str, ...], claimed: Claimed) -> bool:
    return id == claimed.answer and (not claimed.values or amounts == claimed.values)


def _within(option: Option, amount: int | None) -> bool:
    if amount is None:
        return True
    if option.least is not None and option.most is not None:
        return option.least <= amount <= option.most
    return option.to == amount


def _leaves(
    outcome: Outcome, given: tuple[Branch | Supposed, ...] = ()
) -> Iterator[tuple[tuple[Branch | Supposed, ...], Outcome]]:
    """The ways on that are left open, each with the answers it rests on."""
    if outcome.to_act is not None or not (outcome.branches or outcome.questions):
        yield given, outcome
        return
    for branch in outcome.branches:
        yield from _leaves(branch.outcome, (*given, branch))
    for question in outcome.questions:
        for holds, side in ((True, question.yes), (False, question.no)):
            yield from _leaves(side, (*given, Supposed(question, holds)))


def _every(nodes: Sequence[Node]) -> Iterator[Node]:
    for node in nodes:
        yield node
        yield from _every(node.children)


__all__ = ["ACTION", "Bound", "Inquiry", "Supposed", "WhyNot"]
