"""`stakes.yaml`: what issues are about for a table, and how strict their answers are."""

from __future__ import annotations

from pathlib import Path

from pokerlogic.errors import meant
from pokerlogic.forms import Form, read_yaml
from pokerlogic.library import Issue
from pokerlogic.messages import msg

_KEYS = ("stakes", "strict")


def apply_stakes(issues: dict[str, Issue], path: Path) -> None:
    """Gives issues their stake and answers their strictness.

    Raises BookError for an issue or an answer that does not exist.
    """
    form = Form(msg("what.stakes"), path, read_yaml(path)).keys(_KEYS)
    named = form.part("stakes", msg("what.stakes"))
    for stake in named.raw:
        if stake not in ("2", "3", "4", "5"):
            help = msg("known", names="2, 3, 4, 5")
            raise named.fault("PL225", msg("stakes.step", step=stake), stake, help)
        for name in named.words(stake):
            issues[name] = _known(name, issues, named, stake)._replace(stake=int(stake))
    ranked = form.part("strict", msg("what.stakes"))
    for name in ranked.raw:
        issue = _known(name, issues, ranked, name)
        answers = dict(issue.answers)
        for number, step in enumerate(ranked.rows(name)):
            for id in step if isinstance(step, list) else [step]:
                if id not in answers:
                    said = msg("stakes.answer", issue=name, id=str(id))
                    known = msg("logic.answer.help", names=", ".join(issue.answers))
                    raise ranked.fault("PL225", said, name, meant(str(id), answers) or known)
                answers[id] = answers[id]._replace(strict=number)
        issues[name] = issue._replace(answers=answers)


def _known(name: str, issues: dict[str, Issue], form: Form, key: str) -> Issue:
    if name not in issues:
        help = meant(name, issues) or msg("known", names=", ".join(sorted(issues)[:12]))
        raise form.fault("PL225", msg("book.issue", name=name), key, help)
    return issues[name]
