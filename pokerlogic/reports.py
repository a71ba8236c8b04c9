"""What is reported of lines that no clause rules on, or that a table cannot have come to."""

from __future__ import annotations

from .asp import plain
from .facts import BETWEEN_HANDS, Item
from .floor import answers_in_words
from .moves import State
from .ruling import Finding, Ruling
from .solver import World


def silent(state: State, item: Item) -> None:
    """No clause speaks of this line."""
    book = state.setup.profile.title
    en, ja = "", ""
    if (BETWEEN_HANDS,) in state.facts:
        en = " between hands; in a hand it needs a street above it, like `flop`"
        ja = "（ハンドの合間の場合。ハンド中のことなら、その前に `フロップ` などの行を書く）"
    state.report(
        "silent",
        item,
        f"no clause of {book['en']} speaks of this{en}",
        f"{book['ja']} にこれについての条項はない{ja}",
    )


def over(state: State, item: Item, kind: str) -> None:
    """An action in a line behind the end of the betting."""
    state.report(kind, item, "betting is over here", "ベットはすでに終わっている")


def impossible(state: State, line: Item, ruled: Ruling | None) -> None:
    """What the floor made of an event can not be carried out: nothing goes on from there."""
    en, ja = answers_in_words(state, ruled) if ruled is not None else ("", "")
    state.report(
        "otherwise",
        line,
        "this ruling of the floor is not possible at this table"
        + (f"; the book: {en}" if en else ""),
        "フロアのこの裁定どおりには進められない" + (f"。規則では: {ja}" if ja else ""),
    )


def conflict(state: State, ruling: Ruling) -> None:
    """Clauses of one rank that answer one question differently."""
    clauses = ", ".join(c.locator for c in ruling.by)
    state.findings.append(
        Finding(
            "conflict",
            ruling.line,
            {
                "en": f"clauses of one rank answer differently ({clauses})",
                "ja": f"同じ順位の条項の答えが異なる（{clauses}）",
            },
        )
    )


def more_than_there(state: State, world: World) -> bool:
    """Passes over a line in which a player takes back more than lies in front of him."""
    found = world.of("takes_too_much")
    for time, wanted, there in (map(plain, a.arguments) for a in found[:1]):
        item = state.items[int(time) - 1]
        en = f"{wanted:,}" if isinstance(wanted, int) else "chips"
        ja = f" {wanted:,} " if isinstance(wanted, int) else "チップ"
        state.report(
            "otherwise",
            item,
            f"{item.player} takes back {en} but {f'only {there:,}' if there else 'nothing'} "
            "lies in front",
            f"{item.player} の前には{f' {there:,} しか' if there else '何も'}ないのに{ja}"
            "を戻している",
        )
        state.items[int(time) - 1] = item.over()
    return bool(found)


def stuck(state: State, world: World) -> None:
    """The fold stopped at an item that nothing judges: the table can not have gone on like this."""
    cut = next((a.arguments[0].number for a in world.of("cut")), None)
    if cut is None or any(f.kind in ("otherwise", "silent", "over") for f in state.findings):
        return
    item = state.items[cut - 1]
    last = next((a.arguments[1].number for a in world.of("acts_no_more")), None)
    place = state.items[last - 1].place if last else None
    if place is not None:
        state.report(
            "otherwise",
            item,
            f"{item.player} has had no action left since line {place.line}",
            f"{item.player} は {place.line} 行目以降、取れるアクションがない",
        )
        return
    turn = next((str(plain(a.arguments[0])) for a in world.of("to_act")), None)
    if turn is None and world.has("betting_over"):
        over(state, item, "otherwise")
    elif turn is not None:
        state.report(
            "otherwise", item, f"{turn} is still to act here", f"ここではまだ {turn} の順番"
        )
    else:
        state.report(
            "otherwise", item, "the hand can not go on like this here", "ここでこのようには進まない"
        )
