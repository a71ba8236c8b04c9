"""What certificates say, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pokerlogic.messages import msg

from .certificate import Certificate, Proof, in_words
from .quantities import words

SHOWN = 3
"""Missing combinations of a proof that are told; JSON has all."""


def to_text(found: Sequence[Certificate], lang: str) -> str:
    """One block a domain: what was proved, what is missing, what the argument leaves out."""
    return "\n\n".join("\n".join(_block(one, lang)) for one in found)


def _block(one: Certificate, lang: str) -> Iterator[str]:
    held = (msg("certify.holds") if one.holds else msg("certify.lacks")).text(lang)
    way = (msg("certify.together") if one.together else msg("certify.pairs")).text(lang)
    yield f"{one.domain.id}: {held} ({way})"
    for proof in one.proofs:
        if not proof.forms:
            continue
        count = msg(
            "certify.proof",
            issue=proof.issue,
            size=len(proof.forms),
            possible=proof.possible,
            missing=len(proof.missing),
        )
        yield f"  {count.text(lang)}"
        for signs, amounts in proof.missing[:SHOWN]:
            shown = ", ".join(f"{n}={v}" for n, v in sorted(amounts.items()) if _named(n, proof))
            yield f"    {in_words(proof.forms, signs)}  ({shown})"
    for relation in one.domain.relations:
        yield f"  {msg('certify.relation', text=relation).text(lang)}"
    for text, why in one.apart:
        yield f"  {msg('certify.apart', text=text, why=_WHY[why]).text(lang)}"


def _named(name: str, proof: Proof) -> bool:
    return any(name == n for form in proof.forms for n, _ in form[0])


_WHY = {
    "not a sum of amounts": msg("certify.no_sum"),
    "a division is rounded": msg("certify.rounded"),
    "a product of two amounts": msg("certify.product"),
    "an amount of what went before": msg("certify.past"),
    "an amount found by counting or by the largest of several": msg("certify.several"),
    "a parameter of another profile": msg("certify.foreign"),
    "no number": msg("certify.no_sum"),
}


def to_json(found: Sequence[Certificate], profile: str) -> dict[str, Any]:
    """Every proof with all that is missing."""
    return {
        "schema": 1,
        "profile": profile,
        "certificates": [
            {
                "domain": one.domain.id,
                "holds": one.holds,
                "together": one.together,
                "relations": list(one.domain.relations),
                "proofs": [_proof(p) for p in one.proofs],
                "apart": [{"comparison": text, "why": why} for text, why in one.apart],
            }
            for one in found
        ],
    }


def _proof(proof: Proof) -> dict[str, Any]:
    return {
        "issue": proof.issue,
        "clauses": list(proof.clauses),
        "comparisons": [words(f) for f in proof.forms],
        "possible": proof.possible,
        "missing": [
            {"outcomes": in_words(proof.forms, signs), "amounts": amounts}
            for signs, amounts in proof.missing
        ],
    }
