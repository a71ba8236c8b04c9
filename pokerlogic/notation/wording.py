"""Words for each piece of a situation, in English or Japanese."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pokerlogic.messages import fitting, percent
from pokerlogic.notation.claims import OPTIONS
from pokerlogic.notation.motions import ACTS
from pokerlogic.notation.text import CLOSERS, name_end
from pokerlogic.notation.words import Lexicon
from pokerlogic.situation import (
    Asks,
    Chips,
    Expectation,
    FloorRules,
    Incident,
    Locator,
    Noticed,
    Observed,
    OptionsLine,
    Outcome,
    Part,
    Posts,
    PotLine,
    Raw,
    Ruled,
    Seat,
    Setting,
    Settled,
    Step,
    Street,
)

Value = int | str | tuple[str, ...]

_TERMINALS = {act: terminal for terminal, act in ACTS.items()}
_OPTIONS = {option: terminal for terminal, option in OPTIONS.items()}

# Header ids that share a line, and the words of those that are a word and their values.
_LINES = {
    "small_blind": "blinds", "big_blind": "blinds", "denomination": "chips", "tournament": "game",
    "ring": "game",
}  # fmt: skip
_PLAIN = {
    "dead_small_blind": "DEAD_SMALL_BLIND", "players_left": "PLAYERS_LEFT",
    "places_paid": "PLACES_PAID", "hand_for_hand": "HAND_FOR_HAND", "bounty_event": "BOUNTIES",
    "raise_cap": "RAISE_CAP", "level": "LEVEL", "book": "BOOK",
}  # fmt: skip
_ANTES = {"ante_by_big_blind": "BIG_BLIND", "ante_by_button": "BUTTON"}

_SLOT = re.compile(r"\{(\w+)\}")
_BARE_WORD = re.compile(r"\w[\w.-]*")


def quoted(text: str, lang: str) -> str:
    """Text in quotation marks that do not occur in it; `「」` in Japanese."""
    marks = ("「」", '""', "『』") if lang == "ja" else ('""', "「」", "『』")
    fitting = (m for m in marks if not any(c in text for c in CLOSERS[m[0]]))
    mark = next(fitting, marks[0])
    return mark[0] + text + mark[1]


def name_words(name: str, lang: str) -> str:
    """A player's name, in quotes if it is not one word."""
    return name if name_end(name, 0) == len(name) else quoted(name, lang)


def line_of(id: str) -> str:
    """The header line that an id stands on."""
    return "game" if id.startswith("game_") else _LINES.get(id, id)


def settings_words(lexicon: Lexicon, settings: Sequence[Setting], lang: str) -> str:
    """The header line of one or several settings written together."""
    first = settings[0]
    values = first.values
    line = line_of(first.id)
    if line == "game":
        return _game(lexicon, [s.id for s in settings], lang)
    if line == "blinds":
        by_id = {s.id: s.values[0] for s in settings}
        small, big = by_id.get("small_blind", 0), by_id.get("big_blind", 0)
        return f"{lexicon.keyword('BLINDS', lang)} {small}/{big}"
    if line == "chips":
        return _row(lexicon.keyword("CHIPS", lang), *(s.values[0] for s in settings))
    if first.id == "bet_unit":
        return f"{lexicon.keyword('LIMIT', lang)} {values[0]}/{values[1]}"
    if first.id == "ante_each":
        return _row(lexicon.keyword("ANTE", lang), values[0], lexicon.keyword("EACH", lang))
    if first.id in _ANTES:
        by = "" if lang == "ja" else lexicon.keyword("BY", lang)
        who = lexicon.keyword(_ANTES[first.id], lang)
        return _row(lexicon.keyword("ANTE", lang), values[0], by, who)
    if first.id == "straddle":
        word = lexicon.keyword("STRADDLE", lang)
        return _row(name_words(str(values[0]), lang), word, values[1])
    if first.id == "table":
        name = str(values[0])
        shown = name if _BARE_WORD.fullmatch(name) else quoted(name, lang)
        return _row(lexicon.keyword("TABLE", lang), shown)
    if first.id in _PLAIN:
        return _row(lexicon.keyword(_PLAIN[first.id], lang), *values)
    return _filled(lexicon, first.id, values, lang)


def seat_words(lexicon: Lexicon, seat: Seat, lang: str) -> str:
    """A seat line."""
    marks = (lexicon.by_id[m.id].phrases(lang)[0] for m in seat.marks)
    name = name_words(seat.player, lang)
    return _row(lexicon.keyword("SEAT", lang), seat.number, name, seat.stack, *marks)


def step_words(lexicon: Lexicon, step: Step, lang: str) -> str:
    """The line of a street, an event or an observation."""
    if isinstance(step, Street):
        return _street(lexicon, step, lang)
    if isinstance(step, Posts):
        what = _chips(step.chips) if step.chips else str(step.amount)
        if what.isdigit() and step.chips:
            what += "x1"  # a lone number would be an amount whose chips are not known
        return _row(name_words(step.player, lang), lexicon.keyword("POSTS", lang), what)
    if isinstance(step, Settled):
        return _row(name_words(step.player, lang), _deed(lexicon, step, lang))
    if isinstance(step, Raw):
        return _raw(lexicon, step, lang)
    if isinstance(step, Incident):
        return _filled(lexicon, step.id, step.values, lang)
    if isinstance(step, Noticed):
        name, deed = name_words(step.player, lang), _base(lexicon, _TERMINALS[step.act], lang)
        of = f"{name} の{deed}" if lang == "ja" else f"{name}'s {deed}"
        return _row(lexicon.keyword("NOTICED", lang), of)
    if isinstance(step, FloorRules):
        return _row(lexicon.keyword("FLOOR_RULES", lang), _outcome(lexicon, step.outcome, lang))
    if isinstance(step, Observed):
        word = lexicon.keyword("OBSERVED" if step.holds else "NOT_OBSERVED", lang)
        return _row(word, _observation(lexicon, step.id, lang))
    return lexicon.keyword("NEXT_HAND", lang)


def expectation_words(lexicon: Lexicon, expectation: Expectation, lang: str) -> str:
    """An `expect` line."""
    head = [lexicon.keyword("EXPECT", lang), expectation.profile]
    if expectation.condition:
        id, holds = expectation.condition
        word = _observation(lexicon, id, lang)
        if lang == "ja":
            head.append(word + lexicon.keyword("IF_SO" if holds else "IF_NOT", lang))
        else:
            head += [lexicon.keyword(t, lang) for t in ("IF", *(() if holds else ("NOT",)))]
            head.append(word)
    if expectation.reading:
        name, value = expectation.reading
        head += [lexicon.keyword("READING", lang), f"{name}={value}"]
    cited = ", ".join(_locator(at) for at in expectation.by)
    cite = lexicon.keyword("NOT_BY" if expectation.not_by else "CITE", lang)
    said = _claim(lexicon, expectation, lang)
    return _row(" ".join(head) + ":", said, *((cite, cited) if cited else ()))


def outcome_words(
    lexicon: Lexicon,
    issue: str,
    answer: str,
    who: str | None,
    values: Sequence[int | str],
    lang: str,
) -> str:
    """An answer in the words of the issues."""
    entry = lexicon.by_id[f"{issue}.{answer}"]
    if not values and len(entry.args) > 1:
        return entry.briefs(lang)[0].replace("{who}", name_words(who or "", lang))
    return _filled(lexicon, f"{issue}.{answer}", (who or "", *values), lang)


def _claim(lexicon: Lexicon, expectation: Expectation, lang: str) -> str:
    claim = expectation.claim
    if claim is None:
        return ""
    if isinstance(claim, Asks):
        asked = _observation(lexicon, claim.observation, lang)
        return _row(lexicon.keyword("ASKS", lang), asked)
    if isinstance(claim, OptionsLine):
        options = ("、" if lang == "ja" else ", ").join(
            _option(lexicon, id, bounds, lang) for id, bounds in claim.options
        )
        return _row(name_words(claim.who, lang), lexicon.keyword("OPTIONS", lang), options)
    if isinstance(claim, PotLine):
        main = lexicon.keyword("MAIN_POT", lang)
        side = f"{lexicon.keyword('SIDE_POT', lang)} {claim.index}"
        shares = (f"{name_words(p, lang)} {amount}" for p, amount in claim.shares)
        return _row(side if claim.index else main, claim.amount, *shares)
    return _ruled(lexicon, claim, lang)


def _ruled(lexicon: Lexicon, claim: Ruled, lang: str) -> str:
    answers = " | ".join(_outcome(lexicon, o, lang) for o in claim.outcomes)
    first = claim.outcomes[0]
    own = lexicon.by_id[f"{first.issue}.{first.answer}"].decides or "rule"
    if own == "who":
        own = first.who or "rule"
    if len(claim.outcomes) == 1 and claim.decides == own:
        return answers
    known = {"floor": "FLOOR", "dealer": "DEALER"}
    chooser = (
        lexicon.keyword(known[claim.decides], lang)
        if claim.decides in known
        else name_words(claim.decides, lang)
    )
    return _row(chooser, lexicon.keyword("CHOOSES", lang), answers)


def _option(lexicon: Lexicon, id: str, bounds: Sequence[int], lang: str) -> str:
    word = _base(lexicon, _OPTIONS[id], lang)
    return _row(word, "..".join(str(b) for b in bounds)) if bounds else word


def _outcome(lexicon: Lexicon, outcome: Outcome, lang: str) -> str:
    return outcome_words(lexicon, outcome.issue, outcome.answer, outcome.who, outcome.values, lang)


def _observation(lexicon: Lexicon, id: str, lang: str) -> str:
    return (lexicon.by_id[id].phrases(lang) or (id,))[0]


def _locator(locator: Locator) -> str:
    return f"{locator.book} {locator.text}" if locator.book else locator.text


def _game(lexicon: Lexicon, ids: Sequence[str], lang: str) -> str:
    """The fewest words that stand for these ids in this order."""
    words = [lexicon.keyword("GAME", lang)]
    at = 0
    while at < len(ids):
        kind = max(
            (k for k in lexicon.kinds if tuple(ids[at : at + len(k.ids)]) == k.ids),
            key=lambda k: len(k.ids),
        )
        words.append((kind.ja if lang == "ja" else kind.en)[0])
        at += len(kind.ids)
    return " ".join(words)


def _street(lexicon: Lexicon, street: Street, lang: str) -> str:
    words = [lexicon.keyword(street.name.upper(), lang), *street.cards]
    if street.pots:
        pots = (_row(p.amount, *(name_words(n, lang) for n in p.players)) for p in street.pots)
        words += [lexicon.keyword("POT", lang), ", ".join(pots)]
    return " ".join(words)


def _deed(lexicon: Lexicon, settled: Settled, lang: str) -> str:
    to = "to" if settled.act == "raises" and lang == "en" else ""
    amount = "" if settled.amount is None else settled.amount
    chips = (lexicon.keyword("WITH", lang), _chips(settled.chips)) if settled.chips else ()
    return _row(lexicon.keyword(_TERMINALS[settled.act], lang), to, amount, *chips)


def _base(lexicon: Lexicon, terminal: str, lang: str) -> str:
    """The word of an action without its ending: `raise`, not `raises`."""
    if lang == "ja" or terminal == "ALL_IN":
        return lexicon.keyword(terminal, lang)
    return lexicon.keywords[terminal][0][1]


def _raw(lexicon: Lexicon, raw: Raw, lang: str) -> str:
    text = ""
    named: set[str] = set()
    before: Part | None = None
    for part in raw.parts:
        if before is not None:
            text += _joint(lexicon, before, part, lang)
        # With two players on the line each motion says whose it is.
        if before is None or before.player != part.player or len(named | {part.player}) > 1:
            name = name_words(part.player, lang)
            text += name if lang == "ja" and part.speech is not None else name + " "
        named.add(part.player)
        text += _motion(lexicon, part, lang)
        before = part
    return text


def _joint(lexicon: Lexicon, before: Part, part: Part, lang: str) -> str:
    at_once = before.moment == part.moment
    if lang == "ja" and before.speech is not None:
        return lexicon.keyword("SAID_WHILE" if at_once else "SAID_THEN", lang) + " "
    return f" {lexicon.keyword('WHILE' if at_once else 'THEN', lang)} "


def _motion(lexicon: Lexicon, part: Part, lang: str) -> str:
    if part.speech is not None:
        said = quoted(part.speech, lang)
        return said if lang == "ja" else _row(lexicon.keyword("SAYS", lang), said)
    if part.said:
        return lexicon.keyword("TAPS", lang)
    if part.act is not None:
        return _deed(lexicon, part.act, lang)
    if part.total is not None:
        return _row(lexicon.keyword("PUTS", lang), lexicon.keyword("TOTAL", lang), part.total)
    if part.all_back or part.back:
        what = lexicon.keyword("ALL", lang) if part.all_back else _chips(part.back)
        return _row(lexicon.keyword("TAKES_BACK", lang), what)
    return _row(lexicon.keyword("PUTS", lang), _chips(part.chips))


def _chips(chips: Sequence[Chips]) -> str:
    return " ".join(f"{c.value}x{c.count}" if c.count > 1 else str(c.value) for c in chips)


def _filled(lexicon: Lexicon, id: str, values: Sequence[Value], lang: str) -> str:
    """The first phrase of an entry with its values."""
    entry = lexicon.by_id[id]
    texts = entry.phrases(lang) or entry.en or entry.ja
    if not texts:
        raise KeyError(f"{id} has no words")
    shown = {
        name: _value(sort, value, lang)
        for (name, sort), value in zip(entry.args, values, strict=True)
    }
    counts = dict(zip((name for name, _ in entry.args), values, strict=True))
    return _SLOT.sub(lambda m: shown[m[1]], fitting(texts, counts))


def _value(sort: str, value: Value, lang: str) -> str:
    if sort == "range" and isinstance(value, tuple):
        return quoted(", ".join(value), lang)
    if isinstance(value, tuple):
        return " ".join(value)
    if sort == "player":
        return name_words(str(value), lang)
    if sort == "percent":
        return percent(int(value))
    return f"{value}s" if sort == "seconds" else str(value)


def _row(*words: object) -> str:
    return " ".join(str(w) for w in words if w != "")
