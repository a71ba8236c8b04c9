"""Explanations as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .explain import Explanation, Node
from .library import Library
from .render import opening, place_of, ruling_json, say

EVERY_LEVEL = 99


def why_text(
    explanations: Sequence[Explanation], library: Library, lang: str, depth: int = EVERY_LEVEL
) -> str:
    """The rulings with their trees, `depth` levels below each clause."""
    lines: list[str] = []
    for one in explanations:
        lines.append(opening(one.ruling, library, lang))
        for node in one.nodes:
            lines += _clause(node, library, lang, depth)
    return "\n".join(lines)


def _clause(node: Node, library: Library, lang: str, depth: int) -> Iterator[str]:
    assert node.clause is not None
    where = place_of(node.clause, library)
    if node.kind == "overridden":
        yield f"    ({say('would_say', lang, loc=where, why=node.text[lang])})"
        return
    yield f"    {where}: {node.text[lang]}"
    yield f"        {node.clause.paraphrase[lang]}"
    yield from below(node.children, lang, depth, "      ")


def below(nodes: Sequence[Node], lang: str, depth: int, indent: str) -> Iterator[str]:
    """Nodes as lines, `depth` levels down."""
    if depth < 1:
        return
    for node in nodes:
        if node.kind != "number":
            numbers = dict.fromkeys(n.text[lang] for n in node.children if n.kind == "number")
            sums = f" ({', '.join(numbers)})" if numbers else ""
            at = f" [{say('line', lang, n=node.line)}]" if node.line else ""
            unstated = f" ({say('unstated', lang)})" if node.kind == "open" else ""
            yield f"{indent}- {node.text[lang]}{sums}{at}{unstated}"
            yield from below(node.children, lang, depth - 1, indent + "    ")
    own = dict.fromkeys(n.text[lang] for n in nodes if n.kind == "number")
    if own and indent == "      ":
        yield f"{indent}- {', '.join(own)}"


def why_json(explanations: Sequence[Explanation], library: Library) -> list[dict[str, Any]]:
    """The same as data: each ruling as `rule` gives it, and its tree."""
    return [
        {
            "ruling": ruling_json(e.ruling, library),
            "because": [node_json(n) for n in e.nodes],
        }
        for e in explanations
    ]


def node_json(node: Node) -> dict[str, Any]:
    """A node with the ones below it."""
    found: dict[str, Any] = {"kind": node.kind, "text": node.text}
    if node.line is not None:
        found["line"] = node.line
    if node.clause is not None:
        found["clause"] = node.clause.clause
        found["book"] = node.clause.book
        found["locator"] = node.clause.locator
        found["paraphrase"] = node.clause.paraphrase
    if node.children:
        found["because"] = [node_json(n) for n in node.children]
    return found
