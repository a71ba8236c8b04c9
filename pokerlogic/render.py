"""Answers as text a floor can read aloud, and as JSON with fixed keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .library import Library
from .ruling import Answer, Barred, Branch, Citation, Judgement, Option, Outcome, Pot, Ruling, Text

Json = dict[str, Any]

_WORDS: dict[str, Text] = {
    "to_act": {"en": "{who} to act", "ja": "{who} の番"},
    "nobody": {"en": "no one to act", "ja": "アクションするプレイヤーなし"},
    "may": {"en": "may", "ja": "選択肢"},
    "not": {"en": "may not", "ja": "不可"},
    "main": {"en": "main pot", "ja": "メインポット"},
    "side": {"en": "side pot {n}", "ja": "サイドポット {n}"},
    "back": {"en": "uncalled {amount} back to {who}", "ja": "未コールの {amount} は {who} に戻る"},
    "floor": {"en": "the floor decides", "ja": "フロアが決める"},
    "dealer": {"en": "the dealer decides", "ja": "ディーラーが決める"},
    "player": {"en": "the player chooses", "ja": "プレイヤーが選ぶ"},
    "or": {"en": " or ", "ja": " または "},
    "why": {"en": "because", "ja": "理由"},
    "ask": {"en": "ask", "ja": "確認"},
    "yes": {"en": "yes", "ja": "はい"},
    "no": {"en": "no", "ja": "いいえ"},
    "if": {"en": "if", "ja": "場合"},
    "line": {"en": "line {n}", "ja": "{n} 行目"},
    "overridden": {"en": "overrides {loc}", "ja": "{loc} に優先"},
    "inferred": {"en": "(reading of a silent text)", "ja": "（定めのない点の解釈）"},
    "chosen": {"en": "decided: {what}", "ja": "決定: {what}"},
    "departs": {"en": "departs from the book", "ja": "規則と異なる裁定"},
    "note": {"en": "Paraphrase; the official text prevails.", "ja": "要約です。正式な文面が優先します。"},
    "nothing": {"en": "nothing to rule", "ja": "裁定することはない"},
    "differs": {"en": "differs", "ja": "相違"},
    "stack": {"en": "stack", "ja": "スタック"},
}

_DO: dict[str, Text] = {
    "fold": {"en": "fold", "ja": "フォールド"},
    "check": {"en": "check", "ja": "チェック"},
    "call": {"en": "call", "ja": "コール"},
    "bet": {"en": "bet", "ja": "ベット"},
    "raise": {"en": "raise", "ja": "レイズ"},
    "forfeit": {"en": "forfeit", "ja": "放棄"},
    "all-in": {"en": "all-in", "ja": "オールイン"},
}


def say(word: str, lang: str, **values: object) -> str:
    """A fixed phrase in a language."""
    text = _WORDS[word][lang]
    for name, value in values.items():
        text = text.replace("{" + name + "}", f"{value:,}" if isinstance(value, int) else str(value))
    return text


def do_word(do: str, lang: str) -> str:
    """The word for an action of the options."""
    return _DO[do][lang] if do in _DO else do


# --- JSON --------------------------------------------------------------------------------------


def to_json(judgement: Judgement, library: Library) -> Json:
    """The judgement with the keys the design fixes."""
    found: Json = {
        "schema": 1,
        "profile": judgement.profile,
        "books": list(judgement.editions),
        "version": judgement.version,
        **_outcome_json(judgement.outcome, library),
    }
    if judgement.file is not None:
        found["file"] = judgement.file
    if judgement.title is not None:
        found["case"] = judgement.title
    return found


def _outcome_json(outcome: Outcome, library: Library) -> Json:
    found: Json = {
        "rulings": [_ruling_json(r, library) for r in outcome.rulings],
        "to_act": outcome.to_act,
        "options": [_option_json(o) for o in outcome.options],
        "barred": [_barred_json(b) for b in outcome.barred],
        "pots": [_pot_json(p) for p in outcome.pots],
        "questions": [
            {"observation": q.observation, "about": q.about, "text": q.text,
             "yes": _outcome_json(q.yes, library), "no": _outcome_json(q.no, library)}
            for q in outcome.questions
        ],
        "findings": [{"kind": f.kind, "line": f.line, "text": f.text} for f in outcome.findings],
    }
    if outcome.behind:
        found["behind"] = dict(outcome.behind)
    if outcome.uncalled:
        found["uncalled"] = [{"who": who, "amount": amount} for who, amount in outcome.uncalled]
    if outcome.branches:
        found["branches"] = [
            {"who": b.who, "answer": _answer_json(b.answer), **_outcome_json(b.outcome, library)}
            for b in outcome.branches
        ]
    return found


def _answer_json(answer: Answer) -> Json:
    found: Json = {"do": answer.do, **dict(answer.values)}
    if answer.then:
        found["then"] = answer.then
    return found


def _by_json(by: Sequence[Citation]) -> list[Json]:
    return [{"clause": c.clause, "book": c.book, "locator": c.locator, "because": c.because} for c in by]


def _ruling_json(ruling: Ruling, library: Library) -> Json:
    found: Json = {
        "line": ruling.line, "event": ruling.event, "issue": ruling.issue, "who": ruling.who,
        "decides": ruling.decides, "answers": [_answer_json(a) for a in ruling.answers],
        "by": _by_json(ruling.by),
        "text": {lang: headline(ruling, library, lang) for lang in ("en", "ja")},
    }
    if ruling.overridden:
        found["overridden"] = [
            {"clause": o.citation.clause, "book": o.citation.book, "locator": o.citation.locator,
             "answer": _answer_json(o.answer)} for o in ruling.overridden
        ]
    if ruling.chosen is not None:
        found["chosen"] = _answer_json(ruling.chosen)
        found["departs"] = ruling.departs
    return found


def _option_json(option: Option) -> Json:
    found: Json = {"who": option.who, "do": option.do}
    for name, value in (("to", option.to), ("min", option.least), ("max", option.most),
                        ("amount", option.amount), ("then", option.then)):
        if value is not None:
            found[name] = value
    found["by"] = _by_json(option.by)
    return found


def _barred_json(barred: Barred) -> Json:
    return {"who": barred.who, "do": barred.do, "by": _by_json(barred.by), "because": barred.because}


def _pot_json(pot: Pot) -> Json:
    found: Json = {"amount": pot.amount, "eligible": list(pot.eligible)}
    if pot.shares:
        found["shares"] = [{"who": who, "amount": amount} for who, amount in pot.shares]
    return found


# --- text --------------------------------------------------------------------------------------


def headline(ruling: Ruling, library: Library, lang: str) -> str:
    """The ruling in one line: the answer, or who chooses among which."""
    said = [_in_words(ruling, a, library, lang) for a in ruling.answers]
    if len(said) == 1:
        return said[0]
    return f"{say(ruling.decides, lang)}: {say('or', lang).join(said)}"


def _in_words(ruling: Ruling, answer: Answer, library: Library, lang: str) -> str:
    spec = library.issues[ruling.issue].answers.get(answer.id)
    forms = spec.phrases.get(lang) if spec else None
    if not forms:
        return answer.do
    text = forms[0].replace("{who}", ruling.who or "")
    for name, value in answer.values:
        text = text.replace("{" + name + "}", f"{value:,}" if isinstance(value, int) else str(value))
    return text


def place_of(citation: Citation, library: Library, lang: str) -> str:
    """`TDA 2026 46`, `EVERY 33`: the book, its edition and the locator."""
    book = library.books[citation.book.split("@")[0]]
    label = book.editions[citation.book].get("label", "")
    short = book.id.upper()
    return " ".join(part for part in (short, label, citation.locator) if part)


def to_text(judgement: Judgement, library: Library, lang: str) -> str:
    """The answer for reading: rulings with reasons, then who is to act with what."""
    books = " + ".join(judgement.editions)
    lines = [f"[{judgement.profile}] {books}"]
    if judgement.title:
        lines.append(judgement.title)
    lines += _outcome_text(judgement.outcome, library, lang, "")
    lines.append(say("note", lang))
    return "\n".join(lines)


def _outcome_text(outcome: Outcome, library: Library, lang: str, indent: str) -> list[str]:
    lines: list[str] = []
    for ruling in outcome.rulings:
        lines += _ruling_text(ruling, library, lang, indent)
    for question in outcome.questions:
        lines.append(f"{indent}{say('ask', lang)}: {question.text[lang]}")
        for word, side in (("yes", question.yes), ("no", question.no)):
            lines.append(f"{indent}  {say(word, lang)}:")
            rest = [r for r in side.rulings if r not in outcome.rulings]
            lines += _outcome_text(_only(side, tuple(rest), outcome), library, lang, indent + "    ")
    for branch in outcome.branches:
        lines += _branch_text(branch, outcome, library, lang, indent)
    lines += _end_text(outcome, lang, indent, library)
    for finding in outcome.findings:
        at = f"{say('line', lang, n=finding.line)}: " if finding.line else ""
        lines.append(f"{indent}! {at}{finding.text[lang]}")
    return lines


def _only(side: Outcome, rulings: tuple[Ruling, ...], above: Outcome) -> Outcome:
    same = side.to_act == above.to_act and side.options == above.options
    return Outcome(
        rulings, None if same else side.to_act, () if same else side.options,
        () if same else side.barred, () if side.pots == above.pots else side.pots,
        (), (), (), side.questions, side.branches, side.findings if not same else (),
    )


def _branch_text(
    branch: Branch, above: Outcome, library: Library, lang: str, indent: str
) -> list[str]:
    rest = tuple(r for r in branch.outcome.rulings if r not in above.rulings)
    inner = _outcome_text(_only(branch.outcome, rest, above), library, lang, indent + "    ")
    if not inner:
        return []
    answer = " ".join([branch.answer.do, *(f"{v:,}" if isinstance(v, int) else str(v)
                                          for v in branch.answer.amounts())])
    return [f"{indent}  {say('if', lang)} {branch.who or ''} {answer}:", *inner]


def _ruling_text(ruling: Ruling, library: Library, lang: str, indent: str) -> list[str]:
    at = f"{say('line', lang, n=ruling.line)}: " if ruling.line else ""
    lines = [f"{indent}{at}{headline(ruling, library, lang)}"]
    if ruling.decides != "rule" and len(ruling.answers) == 1:
        lines[0] += f" ({say(ruling.decides, lang)})"
    if ruling.chosen is not None:
        what = _in_words(ruling, ruling.chosen, library, lang)
        lines.append(f"{indent}    {say('chosen', lang, what=what)}"
                     + (f" ({say('departs', lang)})" if ruling.departs else ""))
    for citation in ruling.by:
        mark = f" {say('inferred', lang)}" if citation.sourced == "inferred" else ""
        lines.append(f"{indent}    {place_of(citation, library, lang)}: {citation.because[lang]}{mark}")
    for other in ruling.overridden:
        where = place_of(other.citation, library, lang)
        lines.append(f"{indent}    ({say('overridden', lang, loc=where)}: "
                     f"{_in_words(ruling, other.answer, library, lang)})")
    return lines


def _end_text(outcome: Outcome, lang: str, indent: str, library: Library) -> list[str]:
    lines = []
    if outcome.to_act is not None and outcome.options:
        shown = ", ".join(option_text(o, lang) for o in outcome.options)
        lines.append(f"{indent}{say('to_act', lang, who=outcome.to_act)}: {shown}")
    elif outcome.to_act is not None and not outcome.branches:
        lines.append(f"{indent}{say('to_act', lang, who=outcome.to_act)}")
    for barred in outcome.barred:
        where = ", ".join(place_of(c, library, lang) for c in barred.by) or say("stack", lang)
        lines.append(f"{indent}    {say('not', lang)} {do_word(barred.do, lang)}: "
                     f"{barred.because[lang]} ({where})")
    for index, pot in enumerate(outcome.pots):
        name = say("side", lang, n=index) if index else say("main", lang)
        shares = "  ".join(f"{who} {amount:,}" for who, amount in pot.shares)
        who = shares or " ".join(pot.eligible)
        lines.append(f"{indent}{name} {pot.amount:,}: {who}")
    for who, amount in outcome.uncalled:
        lines.append(f"{indent}{say('back', lang, who=who, amount=amount)}")
    return lines


def option_text(option: Option, lang: str) -> str:
    """An option with its bounds."""
    word = do_word(option.do, lang)
    if option.least is not None and option.most is not None:
        return f"{word} {option.least:,}..{option.most:,}" if option.least != option.most else f"{word} {option.least:,}"
    if option.to is not None:
        return f"{word} {option.to:,}"
    if option.amount is not None:
        then = f" + {do_word(option.then, lang)}" if option.then else ""
        return f"{word} {option.amount:,}{then}"
    return word


__all__ = ["headline", "option_text", "place_of", "to_json", "to_text"]
