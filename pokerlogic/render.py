"""Answers as text a floor can read aloud, and as JSON with fixed keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .answers import filled, in_words
from .library import Library
from .ruling import (
    Answer,
    Barred,
    Branch,
    Citation,
    Judgement,
    Option,
    Outcome,
    Pot,
    Question,
    Ruling,
    Text,
)

Json = dict[str, Any]

_WORDS: dict[str, Text] = {
    "encoded": {"en": "{n} of {m} locators encoded", "ja": "{m} 条のうち {n} 条を収録"},
    "not_encoded": {"en": "NOT ENCODED", "ja": "未収録"},
    "clause_count": {"en": "clauses: {n}", "ja": "条項 {n}"},
    "case_counts": {"en": "cases: {n}, against: {m}", "ja": "適用例 {n}、適用外の例 {m}"},
    "decidable_fully": {"en": "decidable", "ja": "確定"},
    "decidable_with-observations": {"en": "needs an observation", "ja": "要確認"},
    "decidable_discretion": {"en": "discretion", "ja": "裁量"},
    "decidable_none": {"en": "no ruling", "ja": "裁定なし"},
    "to_act": {"en": "{who} to act", "ja": "{who} の番"},
    "nobody": {"en": "no one to act", "ja": "アクションするプレイヤーなし"},
    "open": {"en": "who is to act depends on what is open", "ja": "誰の番かは未決の点による"},
    "not": {"en": "may not {do}", "ja": "{do} 不可"},
    "main": {"en": "main pot", "ja": "メインポット"},
    "side": {"en": "side pot {n}", "ja": "サイドポット {n}"},
    "back": {"en": "uncalled {amount} back to {who}", "ja": "未コールの {amount} は {who} に戻る"},
    "rule": {"en": "the clauses differ", "ja": "条項の答えが分かれる"},
    "floor": {"en": "the floor decides", "ja": "フロアが決める"},
    "dealer": {"en": "the dealer decides", "ja": "ディーラーが決める"},
    "house": {"en": "the house decides", "ja": "ハウスが決める"},
    "player": {"en": "the player chooses", "ja": "プレイヤーが選ぶ"},
    "or": {"en": " or ", "ja": " または "},
    "also": {"en": "; and ", "ja": "。また、"},
    "either": {
        "en": "(if so; the answer is the same if not)",
        "ja": "（そうであれば。そうでなくても答えは同じ）",
    },
    "would_say": {"en": "{loc} would say: {why}", "ja": "{loc} によれば：{why}"},
    "unstated": {
        "en": "not stated; the answer is the same either way",
        "ja": "記載なし。どちらでも答えは同じ",
    },
    "nothing_ruled": {"en": "nothing was ruled here", "ja": "ここに裁定はない"},
    "ask": {"en": "ask", "ja": "確認"},
    "yes": {"en": "yes", "ja": "はい"},
    "no": {"en": "no", "ja": "いいえ"},
    "if": {"en": "if {what}", "ja": "{what} の場合"},
    "line": {"en": "line {n}", "ja": "{n} 行目"},
    "overridden": {"en": "overrides {loc}", "ja": "{loc} に優先"},
    "otherwise": {"en": "overrides {loc}: {what}", "ja": "{loc} に優先: {what}"},
    "inferred": {"en": "(reading of a silent text)", "ja": "（定めのない点の解釈）"},
    "weigh": {"en": "to weigh: {what}", "ja": "考慮する点: {what}"},
    "chosen": {"en": "decided: {what}", "ja": "決定: {what}"},
    "departs": {"en": "departs from the book", "ja": "規則と異なる裁定"},
    "reading": {"en": "reading", "ja": "解釈"},
    "read_as": {"en": "reading {reading}: {text}", "ja": "解釈 {reading}：{text}"},
    "read_else": {"en": "with {alternative}: {what}", "ja": "{alternative} なら：{what}"},
    "read_gone": {"en": "no longer: {what}", "ja": "なくなる: {what}"},
    "read_none": {
        "en": "no other reading would change this ruling",
        "ja": "解釈を変えてもこの裁定は変わらない",
    },
    "note": {
        "en": "Paraphrase; the official text prevails.",
        "ja": "要約です。正式な文面が優先します。",
    },
    "stack": {"en": "stack", "ja": "スタック"},
    "got": {"en": "got", "ja": "結果"},
    "tested": {"en": "{n} passed, {m} failed", "ja": "{n} 件一致、{m} 件不一致"},
    "waiting": {"en": "{n} waiting for other work", "ja": "保留 {n} 件"},
    "moved": {"en": "{old} is now {new}", "ja": "{old} は現在 {new}"},
    "gone": {"en": "{old} is no longer in {edition}", "ja": "{old} は {edition} にはない"},
    "more": {"en": "{n} more", "ja": "他 {n} 件"},
    "unknown_words": {"en": "no clause speaks of {words}", "ja": "{words} を含む条項はない"},
    "meant": {"en": "(did you mean `{near}`?)", "ja": "（`{near}` のことか）"},
    "answers": {"en": "answers: {what}", "ja": "答える問い: {what}"},
    "overridden_by": {"en": "overridden by", "ja": "優先する条項"},
    "overrides": {"en": "overrides", "ja": "優先される条項"},
    "related": {"en": "related", "ja": "関連する条項"},
    "parameter": {"en": "parameter", "ja": "数値"},
    "cases": {"en": "cases: {n}", "ja": "事例: {n} 件"},
    "no_cases": {"en": "no case cites it", "ja": "引用する事例なし"},
    "not_canonical": {
        "en": "{name} is not in canonical form",
        "ja": "{name} は標準形ではない",
    },
}


def say(word: str, lang: str, **values: object) -> str:
    """A fixed phrase in a language."""
    return filled(_WORDS[word][lang], values)


def decider(decides: str, lang: str) -> str:
    """Who decides, in words; a book may name somebody else than the ones known here."""
    return say(decides, lang) if decides in _WORDS else decides


def do_word(do: str, library: Library, lang: str) -> str:
    """What an action of the options is called; its name in JSON if the issues have no word."""
    return library.option_words[do][lang] if do in library.option_words else do


# --- JSON --------------------------------------------------------------------------------------


def to_json(judgement: Judgement, library: Library) -> Json:
    """The judgement with the keys the design fixes."""
    found: Json = {
        "schema": 1,
        "profile": judgement.profile,
        "books": list(judgement.editions),
        "version": judgement.version,
        "readings": list(judgement.readings),
        **_outcome_json(judgement.outcome, library),
    }
    if judgement.file is not None:
        found["file"] = judgement.file
    if judgement.title is not None:
        found["case"] = judgement.title
    return found


def _outcome_json(outcome: Outcome, library: Library) -> Json:
    found: Json = {
        "rulings": [ruling_json(r, library) for r in outcome.rulings],
        "to_act": outcome.to_act,
        "options": [_option_json(o) for o in outcome.options],
        "barred": [_barred_json(b) for b in outcome.barred],
        "pots": [_pot_json(p) for p in outcome.pots],
        "questions": [
            {
                "observation": q.observation,
                "about": q.about,
                "line": q.line,
                "text": q.text,
                "yes": _outcome_json(q.yes, library),
                "no": _outcome_json(q.no, library),
            }
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
            {"who": b.who, "answer": answer_json(b.answer), **_outcome_json(b.outcome, library)}
            for b in outcome.branches
        ]
    return found


def answer_json(answer: Answer) -> Json:
    """An answer with its name and values."""
    found: Json = {"do": answer.do, **dict(answer.values)}
    if answer.then:
        found["then"] = answer.then
    return found


def _by_json(by: Sequence[Citation]) -> list[Json]:
    found = []
    for c in by:
        row = citation_json(c)
        if c.either:
            row["either"] = True
        if c.weigh:
            row["weigh"] = c.weigh
        found.append(row)
    return found


def citation_json(cited: Citation) -> Json:
    """A clause as it is cited, with the reason in both languages."""
    return {
        "clause": cited.clause,
        "book": cited.book,
        "locator": cited.locator,
        "because": cited.because,
    }


def ruling_json(ruling: Ruling, library: Library) -> Json:
    """A ruling as `rule --json` gives it."""
    found: Json = {
        "line": ruling.line,
        "event": ruling.event,
        "issue": ruling.issue,
        "who": ruling.who,
        "decides": ruling.decides,
        "answers": [answer_json(a) for a in ruling.answers],
        "by": _by_json(ruling.by),
        "text": {lang: headline(ruling, library, lang) for lang in ("en", "ja")},
    }
    if ruling.overridden:
        found["overridden"] = [
            {
                "clause": o.citation.clause,
                "book": o.citation.book,
                "locator": o.citation.locator,
                "answer": answer_json(o.answer),
            }
            for o in ruling.overridden
        ]
    if ruling.chosen is not None:
        found["chosen"] = answer_json(ruling.chosen)
        found["departs"] = ruling.departs
    return found


def _option_json(option: Option) -> Json:
    found: Json = {"who": option.who, "do": option.do}
    for name, value in (
        ("to", option.to),
        ("min", option.least),
        ("max", option.most),
        ("amount", option.amount),
        ("then", option.then),
    ):
        if value is not None:
            found[name] = value
    found["by"] = _by_json(option.by)
    return found


def _barred_json(barred: Barred) -> Json:
    return {
        "who": barred.who,
        "do": barred.do,
        "by": _by_json(barred.by),
        "because": barred.because,
    }


def _pot_json(pot: Pot) -> Json:
    found: Json = {"amount": pot.amount, "eligible": list(pot.eligible)}
    if pot.shares:
        found["shares"] = [{"who": who, "amount": amount} for who, amount in pot.shares]
    return found


# --- text --------------------------------------------------------------------------------------


def headline(ruling: Ruling, library: Library, lang: str) -> str:
    """The ruling in one line: the answer, or who chooses among which."""
    said = [
        in_words(ruling, a, library, lang) or do_word(a.do, library, lang) for a in ruling.answers
    ]
    if len(said) == 1:
        return said[0]
    return f"{decider(ruling.decides, lang)}: {say('or', lang).join(said)}"


def place_of(citation: Citation, library: Library) -> str:
    """`TDA 2026 46`, `EVERY 33`: the book, its edition and the locator."""
    return library.place(citation.book, citation.locator)


def reasons(by: Sequence[Citation], library: Library, lang: str) -> list[tuple[str, str]]:
    """Each place that is cited once, with what its clauses say here; nothing is said twice."""
    found: dict[str, list[str]] = {}
    for citation in by:
        mark = f" {say('inferred', lang)}" if citation.sourced == "inferred" else ""
        mark += f" {say('either', lang)}" if citation.either else ""
        told = found.setdefault(place_of(citation, library), [])
        if citation.because[lang] + mark not in told:
            told.append(citation.because[lang] + mark)
    return [(where, say("also", lang).join(told)) for where, told in found.items()]


def heading(judgement: Judgement, library: Library, lang: str) -> str:
    """`[every] tda@2024 (1.0) + every@1 (undated)`, and the readings that were switched."""
    shown = []
    for edition in judgement.editions:
        version = library.books[edition.split("@")[0]].editions[edition].get("version", "")
        shown.append(f"{edition} ({version})" if version else edition)
    switched = [r for r in judgement.readings if not _is_default(r, library)]
    text = f"[{judgement.profile}] {' + '.join(shown)}"
    return f"{text}, {say('reading', lang)} {', '.join(switched)}" if switched else text


def _is_default(reading: str, library: Library) -> bool:
    name, _, alternative = reading.partition("=")
    book, _, short = name.partition(":")
    return library.books[book].readings[short].default == alternative


def to_text(judgement: Judgement, library: Library, lang: str, also: Sequence[str] = ()) -> str:
    """The answer for reading: rulings with reasons, then who is to act; `also` before the end."""
    lines = [heading(judgement, library, lang)]
    if judgement.title:
        lines.append(judgement.title)
    outcome = judgement.outcome
    lines += _outcome_text(outcome, library, lang)
    dealt = outcome.pots or outcome.behind
    if dealt and outcome.to_act is None and not outcome.branches and not outcome.questions:
        lines.append(say("nobody", lang))
    lines += also
    lines.append(say("note", lang))
    return "\n".join(lines)


def _outcome_text(
    outcome: Outcome,
    library: Library,
    lang: str,
    indent: str = "",
    above: Outcome | None = None,
    told: tuple[Ruling, ...] = (),
) -> list[str]:
    """An outcome; of one that depends on an answer only what the one above has not told."""
    lines: list[str] = []
    for ruling in outcome.rulings:
        if ruling not in told:
            lines += _ruling_text(ruling, library, lang, indent)
    told = (*told, *outcome.rulings)
    deeper = indent + "    "
    for question in outcome.questions:
        lines.append(f"{indent}{question_text(question, lang)}")
        for word, side in (("yes", question.yes), ("no", question.no)):
            inner = _outcome_text(side, library, lang, deeper, outcome, told)
            lines += [f"{indent}  {say(word, lang)}:", *inner]
    for branch in outcome.branches:
        inner = _outcome_text(branch.outcome, library, lang, deeper, outcome, told)
        if inner:
            what = branch_words(branch, library, lang)
            lines += [f"{indent}  {say('if', lang, what=what)}:", *inner]
    lines += _end_text(outcome, above, library, lang, indent)
    for finding in outcome.findings:
        if above is None or finding not in above.findings:
            at = f"{say('line', lang, n=finding.line)}: " if finding.line else ""
            lines.append(f"{indent}! {at}{finding.text[lang]}")
    return lines


def question_text(question: Question, lang: str) -> str:
    """What is to be asked, and about which line."""
    at = f" ({say('line', lang, n=question.line)})" if question.line else ""
    return f"{say('ask', lang)}{at}: {question.text[lang]}"


def branch_words(branch: Branch, library: Library, lang: str) -> str:
    """The answer a branch is about, in the words of the ruling that leaves it open."""
    for ruling in branch.outcome.rulings:
        if branch.answer in ruling.answers and ruling.who == branch.who:
            return in_words(ruling, branch.answer, library, lang)
    return f"{branch.who or ''} {do_word(branch.answer.do, library, lang)}".strip()


def opening(ruling: Ruling, library: Library, lang: str) -> str:
    """The line of a ruling, the ruling itself, and who decides if that does not show in it."""
    at = f"{say('line', lang, n=ruling.line)}: " if ruling.line else ""
    alone = ruling.decides != "rule" and len(ruling.answers) == 1
    who = f" ({decider(ruling.decides, lang)})" if alone else ""
    return f"{at}{headline(ruling, library, lang)}{who}"


def _ruling_text(ruling: Ruling, library: Library, lang: str, indent: str) -> list[str]:
    lines = [f"{indent}{opening(ruling, library, lang)}"]
    if ruling.chosen is not None:
        what = in_words(ruling, ruling.chosen, library, lang)
        departs = f" ({say('departs', lang)})" if ruling.departs else ""
        lines.append(f"{indent}    {say('chosen', lang, what=what)}{departs}")
    lines += [f"{indent}    {where}: {why}" for where, why in reasons(ruling.by, library, lang)]
    if ruling.decides != "rule":
        weighed = dict.fromkeys(c.weigh[lang] for c in ruling.by if c.weigh)
        lines += [f"{indent}    {say('weigh', lang, what=what)}" for what in weighed]
    for other in ruling.overridden:
        where = place_of(other.citation, library)
        what = in_words(ruling, other.answer, library, lang)
        text = say("otherwise", lang, loc=where, what=what) if what else ""
        lines.append(f"{indent}    ({text or say('overridden', lang, loc=where)})")
    return lines


def _end_text(
    outcome: Outcome, above: Outcome | None, library: Library, lang: str, indent: str
) -> list[str]:
    """Who is to act and what is in the pots, as far as the outcome above has not said so."""
    lines = []
    same = above is not None and (outcome.to_act, outcome.options) == (above.to_act, above.options)
    if outcome.to_act is not None and not same and (outcome.options or not outcome.branches):
        lines.append(f"{indent}{next_text(outcome, library, lang)}")
    for barred in () if same else outcome.barred:
        where = ", ".join(place_of(c, library) for c in barred.by) or say("stack", lang)
        what = say("not", lang, do=do_word(barred.do, library, lang))
        lines.append(f"{indent}    {what}: {barred.because[lang]} ({where})")
    if above is not None and outcome.pots == above.pots:
        return lines
    for index, pot in enumerate(outcome.pots):
        name = say("side", lang, n=index) if index else say("main", lang)
        shares = "  ".join(f"{who} {amount:,}" for who, amount in pot.shares)
        who = shares or " ".join(pot.eligible)
        lines.append(f"{indent}{name} {pot.amount:,}: {who}".rstrip())
    for who, amount in outcome.uncalled:
        lines.append(f"{indent}{say('back', lang, who=who, amount=amount)}")
    return lines


def next_text(outcome: Outcome, library: Library, lang: str) -> str:
    """Who is to act, with his options."""
    if outcome.to_act is None:
        return say("nobody", lang) if _nobody(outcome) else say("open", lang)
    who = say("to_act", lang, who=outcome.to_act)
    options = ", ".join(option_text(o, library, lang) for o in outcome.options)
    return f"{who}: {options}" if options else who


def _nobody(outcome: Outcome) -> bool:
    """Whether nobody is to act, whatever the open points turn out to be."""
    open_ones = [b.outcome for b in outcome.branches]
    open_ones += [side for q in outcome.questions for side in (q.yes, q.no)]
    return outcome.to_act is None and all(_nobody(o) for o in open_ones)


def option_text(option: Option, library: Library, lang: str) -> str:
    """An option with its bounds."""
    word = do_word(option.do, library, lang)
    if option.least is not None and option.most is not None:
        most = f"..{option.most:,}" if option.least != option.most else ""
        return f"{word} {option.least:,}{most}"
    if option.to is not None:
        return f"{word} {option.to:,}"
    if option.amount is not None:
        then = f" + {do_word(option.then, library, lang)}" if option.then else ""
        return f"{word} {option.amount:,}{then}"
    return word


__all__ = [
    "answer_json",
    "branch_words",
    "citation_json",
    "decider",
    "do_word",
    "heading",
    "headline",
    "in_words",
    "next_text",
    "opening",
    "option_text",
    "place_of",
    "question_text",
    "say",
    "to_json",
    "to_text",
]
