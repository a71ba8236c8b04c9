"""Conditions that fail, in words: what is missing, what stands in the way, and by how much."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from . import answers as reading
from .asp import Function, Number, Symbol, SymbolType, plain
from .conditions import ANY
from .derive import relevant, steps
from .explain import LANGUAGES, SIGNS, Node, Telling, not_so, number
from .messages import fitting
from .nearest import OBSERVED, Nearest, is_observed
from .nearly import Failed, Miss
from .ruling import Text

_OTHERWISE = {"ge": "lt", "gt": "le", "le": "gt", "lt": "ge", "eq": "ne", "ne": "eq"}
_DEEPEST = 8
_ABOUT = 3

_WORDS: dict[str, Text] = {
    "short": {"en": "{n} short", "ja": "{n} 不足"},
    "over": {"en": "{n} too much", "ja": "{n} 超過"},
    "apart": {"en": "{n} apart", "ja": "差は {n}"},
    "no_more": {"en": "not more", "ja": "超えていない"},
    "no_less": {"en": "not less", "ja": "下回っていない"},
    "same": {"en": "the same", "ja": "同じ"},
    "more": {"en": "{n} more", "ja": "あと {n}"},
    "less": {"en": "{n} less", "ja": "{n} 少なく"},
    "any_more": {"en": "any more", "ja": "それを超えること"},
    "any_less": {"en": "any less", "ja": "それを下回ること"},
    "instead": {"en": "{new} instead of {old}", "ja": "{old} ではなく {new}"},
    "not": {"en": "not {n}", "ja": "{n} ではない"},
    "goes_before": {"en": "this goes before it: {why}", "ja": "こちらが優先する：{why}"},
    "not_before": {"en": "{loc} did not apply", "ja": "{loc} が当てはまらないこと"},
    "yes": {"en": "yes", "ja": "はい"},
    "no": {"en": "no", "ja": "いいえ"},
    "unknown": {"en": "{what} not stated", "ja": "{what} 記載なし"},
}


_JOINTS = dict(zip(LANGUAGES, ("; ", "、"), strict=True))
_BRACKETS = dict(zip(LANGUAGES, ("{what} ({how})", "{what}（{how}）"), strict=True))


def _phrase(word: str, **values: Text | str) -> Text:
    return {
        lang: reading.filled(
            _WORDS[word][lang],
            {k: v[lang] if isinstance(v, dict) else v for k, v in values.items()},
        )
        for lang in LANGUAGES
    }


def _bracketed(what: Text, how: Text) -> Text:
    return {
        lang: reading.filled(_BRACKETS[lang], {"what": what[lang], "how": how[lang]})
        for lang in LANGUAGES
    }


def _amount(value: int) -> str:
    return f"{value:,}"


@dataclass
class Refusals:
    """Tells failures as trees; what was told once is not told again."""

    search: Nearest
    telling: Telling
    told_of: set[Failed] = field(default_factory=set)

    def told(self, miss: Miss, depth: int = 0) -> Iterator[Node]:
        """What a rule lacks; the rule of a clause stands below that clause."""
        clause = self.search.setup.clause(miss.rule.clause or "")
        children = [n for f in self.search.telling(miss) for n in self._node(f, depth)]
        if clause is None:
            yield from children
            return
        cited = reading.citation(self.search.setup, clause, clause.paraphrase)
        yield Node("clause", clause.paraphrase, clause=cited, children=tuple(children))

    def _node(self, failed: Failed, depth: int) -> Iterator[Node]:
        if failed in self.told_of:
            return
        self.told_of.add(failed)
        if failed.compared is not None:
            yield self._compared(failed)
        elif failed.over is not None:
            yield self._goes_before(failed.over)
        elif failed.holds is not None:
            yield from self._in_the_way(failed.holds)
        elif failed.missing is not None:
            yield from self._missing(failed.missing, depth)

    # --- amounts ----------------------------------------------------------------------------

    def _compared(self, failed: Failed) -> Node:
        assert failed.compared is not None
        operator, left, right = failed.compared
        sums = f"{_times(left, failed.factor)} {SIGNS[_OTHERWISE[operator]]} {number(right)}"
        margin = _margin(failed)
        how = {lang: f"{sums}: {margin[lang]}" if margin else sums for lang in LANGUAGES}
        about = self._about(failed)
        if not about:
            return Node("number", how)
        joined = {lang: _JOINTS[lang].join(a[lang] for a in about) for lang in LANGUAGES}
        return Node("number", _bracketed(joined, how))

    def _about(self, failed: Failed) -> list[Text]:
        """What the amounts are, in words."""
        said = [self.telling.sentence(a) for a in failed.about]
        found: list[Text] = []
        for text in said:
            if text is not None and text not in found:
                found.append(text)
        return found[:_ABOUT]

    # --- what stands in the way -------------------------------------------------------------

    def _goes_before(self, conclusion: Symbol) -> Node:
        cited = reading.cite(self.search.setup, conclusion)
        self._trace(conclusion)
        children = tuple(self.telling.reasons(conclusion, frozenset({conclusion})))
        text = _phrase("goes_before", why=cited.because)
        return Node("overriding", text, clause=cited, children=children)

    def _in_the_way(self, atom: Symbol) -> Iterator[Node]:
        if atom.name == "ruling":
            yield from self._ruled(atom)
            return
        told = self._worded(atom)
        yield from self.telling.node(told, frozenset({told}))

    def _ruled(self, atom: Symbol) -> Iterator[Node]:
        """The clauses that gave an answer which stands in the way."""
        for one in self.search.concluded(*atom.arguments):
            cited = reading.cite(self.search.setup, one)
            yield Node("overriding", cited.because, clause=cited)

    def _worded(self, atom: Symbol) -> Symbol:
        """The atom, or what it rests on if it has no words."""
        if atom.name == "ruling":
            return atom
        self._trace(atom)
        todo = [atom]
        for one in todo:
            if self.telling.sentence(one) is not None:
                return one
            for step in self.telling.ways.get(one, ())[:1]:
                todo += [g for g in step.given if g not in todo]
        return atom

    def _trace(self, atom: Symbol) -> None:
        """Finds out what an atom rests on."""
        atoms = [a for rows in self.search.atoms.by_key.values() for a, _ in rows]
        self.telling.ways.update(
            steps(relevant(self.search.rules, [atom], atoms), atoms, self.search.apart)
        )

    def bound(self, option: Symbol, limit: int) -> Iterator[Node]:
        """What sets a bound of an option, the last with words that names it."""
        self._trace(option)
        found, todo = None, [option]
        for one in todo:
            named = self.search.has_words(one) and not self.search.is_history(one)
            if named and one in self.telling.ways and Number(limit) in one.arguments:
                found = one
            for step in self.telling.ways.get(one, ())[:1]:
                todo += [g for g in step.given if g not in todo and Number(limit) in g.arguments]
        if found is not None:
            yield Node("fact", self._says(found))

    # --- what is missing --------------------------------------------------------------------

    def _missing(self, atom: Symbol, depth: int) -> Iterator[Node]:
        if is_observed(atom):
            yield self._unobserved(atom)
            return
        if atom.name == "reading":
            for other in self.search.atoms.like(Function(atom.name, [*atom.arguments[:2], ANY])):
                yield self.telling.reading(other)
            return
        instead = self.search.instead(atom)
        if instead is not None:
            held, place = instead
            how = _phrase("not", n=number(atom.arguments[place]))
            yield Node("number", _bracketed(self._says(held), how))
            return
        ways = self.search.misses(atom) if depth < _DEEPEST else []
        vocabulary = self.search.setup.library.vocabulary
        if not self.search.has_words(atom) and atom.name not in vocabulary:
            if ways:
                yield from self.told(ways[0], depth + 1)
            return
        if not self._can_be_told(atom):
            return
        bare = self.search.is_cause(Failed(missing=atom)) or self.search.is_vague(ways)
        children = tuple(self.told(ways[0], depth + 1)) if ways and not bare else ()
        yield Node("denied", self._denial(atom), children=children)

    def _denial(self, atom: Symbol) -> Text:
        return self.telling.denial(atom) or not_so(self._says(atom))

    def _says(self, atom: Symbol) -> Text:
        if atom.name == "ruling":
            return self._answer(*atom.arguments)
        return self.telling.sentence(atom) or dict.fromkeys(LANGUAGES, str(atom))

    def _answer(self, issue: Symbol, answer: Symbol) -> Text:
        """An answer in the words of its issue; what the issue asks, if it has none."""
        spec = self.search.setup.library.issues[issue.name]
        answer = reading.inner(answer)
        known = spec.answers.get(answer.name) if answer.type == SymbolType.Function else None
        if known is None or not known.phrases:
            return spec.asks
        values = {n: number(v) for (n, _), v in zip(known.args, answer.arguments, strict=False)}
        who = number(issue.arguments[0]) if spec.about == "player" else self.telling.who or ""
        values["who"] = who
        forms = {lang: fitting(known.phrases[lang], values) for lang in LANGUAGES}
        return {lang: reading.filled(form, values) for lang, form in forms.items()}

    def _unobserved(self, atom: Symbol) -> Node:
        opposite = "not_observed" if OBSERVED[atom.name] else "observed"
        held = self.search.atoms.like(Function(opposite, atom.arguments))
        if held:
            return self.telling.observation(held[0])
        return Node("denied", _phrase("unknown", what=self._asks(atom)))

    def _asks(self, atom: Symbol) -> Text:
        asks = self.search.setup.library.vocabulary[str(atom.arguments[0])].asks
        return {lang: asks[lang].replace("{P}", self.telling.who or "?") for lang in LANGUAGES}

    # --- changes ----------------------------------------------------------------------------

    def changes(self, miss: Miss) -> Iterator[Text]:
        """The least that would have to be otherwise."""
        for failed in self.search.causes(miss) or ():
            if failed.compared is not None:
                yield self._other_amount(failed)
            elif failed.over is not None:
                cited = reading.cite(self.search.setup, failed.over)
                where = self.search.setup.library.place(cited.book, cited.locator)
                yield _phrase("not_before", loc=where)
            elif failed.holds is not None:
                told = self._worded(failed.holds)
                if told.name == "ruling" or self.telling.sentence(told) is not None:
                    yield self._denial(told)
            elif failed.missing is not None and self._can_be_told(failed.missing):
                yield self._other_fact(failed.missing)

    def _can_be_told(self, atom: Symbol) -> bool:
        """Whether a fact has words, and a state of the hand an amount to name."""
        if atom.name in ("ruling", "reading") or is_observed(atom):
            return True
        if self.search.is_history(atom) and ANY in atom.arguments:
            return False
        return self.telling.sentence(atom) is not None

    def _other_fact(self, atom: Symbol) -> Text:
        if is_observed(atom):
            answer = _WORDS["yes" if OBSERVED[atom.name] else "no"]
            asks = self._asks(atom)
            return {lang: f"{asks[lang]} {answer[lang]}" for lang in LANGUAGES}
        if atom.name == "reading":
            return self.telling.reading(atom).text
        instead = self.search.instead(atom)
        if instead is not None:
            gap = atom.arguments[instead[1]].number - instead[0].arguments[instead[1]].number
            how = _phrase("more" if gap > 0 else "less", n=_amount(abs(gap)))
            return _bracketed(self._says(atom), how)
        return self._says(atom)

    def _other_amount(self, failed: Failed) -> Text:
        """The sentence of the amount with the one that would do in its place."""
        assert failed.compared is not None
        operator, left, right = failed.compared
        if SymbolType.Number not in (left.type, right.type) or left.type != right.type:
            return _phrase("instead", old=number(left), new=number(right))
        old = left.number // failed.factor
        gap, strict = _gap(failed)
        if operator in ("ge", "gt", "le", "lt"):
            up = operator in ("ge", "gt")
            new = old + gap if up else old - gap
            way = "more" if up else "less"
            how = _phrase(f"any_{way}") if strict and not gap else _phrase(way, n=_amount(gap))
        else:
            new = right.number
            how = _phrase("more" if new > old else "less", n=_amount(abs(new - old)))
        for atom in failed.about:
            changed = _changed(atom, old, new)
            text = self.telling.sentence(changed) if changed is not None else None
            if text is not None:
                return _bracketed(text, how)
        return _bracketed(_phrase("instead", old=_amount(old), new=_amount(new)), how)


def _times(left: Symbol, factor: int) -> str:
    if factor == 1 or left.type != SymbolType.Number:
        return number(left)
    return f"{factor} × {_amount(left.number // factor)}"


def _gap(failed: Failed) -> tuple[int, bool]:
    """How far both sides are apart, in units of the amount; whether equal is not enough."""
    assert failed.compared is not None
    operator, left, right = failed.compared
    gap = abs(left.number - right.number)
    return -(-gap // failed.factor), operator in ("gt", "lt")


def _margin(failed: Failed) -> Text | None:
    assert failed.compared is not None
    operator, left, right = failed.compared
    if left.type != SymbolType.Number or right.type != SymbolType.Number:
        return None
    gap, strict = _gap(failed)
    up = operator in ("ge", "gt")
    if operator == "ne":
        return _phrase("same")
    if operator == "eq":
        return _phrase("apart", n=_amount(gap))
    if strict and not gap:
        return _phrase("no_more" if up else "no_less")
    return _phrase("short" if up else "over", n=_amount(gap))


def _changed(atom: Symbol, old: int, new: int) -> Symbol | None:
    """An atom with one amount in the place of another; None if it has it not just once."""
    places = [i for i, a in enumerate(atom.arguments) if a == Number(old)]
    if len(places) != 1:
        return None
    arguments = list(atom.arguments)
    arguments[places[0]] = Number(new)
    return Function(atom.name, arguments)


__all__ = ["Refusals", "plain"]
