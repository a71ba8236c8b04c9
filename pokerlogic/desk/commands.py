"""The commands of the committee and the house, and the public functions behind them."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from pokerlogic import engine, reasons
from pokerlogic.messages import msg
from pokerlogic.program import Setup
from pokerlogic.situation import Situation
from pokerlogic.usage import UsageError

from . import consistency, difference, report, sweep, telling
from .account import Account, account
from .consistency import Report
from .difference import Difference
from .domains import Domain, chosen
from .judging import Under
from .sweep import Progress


def check(
    profile: str,
    domains: Sequence[str] = (),
    *,
    deep: bool = False,
    without: Sequence[str] = (),
    over: str | None = None,
    readings: Sequence[str] = (),
    folders: Sequence[Path] = (),
    limit: float | None = None,
    processes: int = 1,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> Report:
    """What is to be found of a profile over these domains, or over all.

    `without` names axioms to switch off, `limit` is in seconds, `folders` are extra folders of
    books, `cluster` is the address of a Dask scheduler that judges instead of `processes` here.
    """
    under = Under(profile, over, tuple(readings), tuple(folders))
    off = _axioms(without, chosen(domains, under.setup().profile.editions))
    with _pool(processes, cluster) as pool:
        return consistency.check(
            under,
            domains,
            deep=deep,
            off=off,
            pool=pool,
            progress=progress,
            until=_until(limit),
        )


def diff(
    left: str,
    right: str,
    situations: Sequence[Situation] = (),
    *,
    domains: Sequence[str] = (),
    deep: bool = False,
    without: Sequence[str] = (),
    over: str | None = None,
    readings: Sequence[str] = (),
    folders: Sequence[Path] = (),
    limit: float | None = None,
    processes: int = 1,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> Difference:
    """How two profiles differ: over the given situations, or else over the domains.

    `over` and `readings` are for the profile, or both, that have the book or the reading.
    """
    unders = _unders((left, right), over, readings, tuple(folders))
    if situations:
        with _pool(processes, cluster) as pool:
            return difference.of_situations(*unders, situations, pool)
    editions = {e for u in unders for e in u.setup().profile.editions}
    off = _axioms(without, chosen(domains, editions))
    with _pool(processes, cluster) as pool:
        return difference.difference(
            *unders,
            domains,
            deep=deep,
            off=off,
            pool=pool,
            progress=progress,
            until=_until(limit),
        )


def _until(limit: float | None) -> float | None:
    return None if limit is None else time.monotonic() + limit


@contextlib.contextmanager
def _pool(processes: int, cluster: str | None) -> Iterator[Executor | None]:
    """Worker processes, none if one is enough: then all is done in this process.

    With the address of a cluster the batches are judged there.
    """
    if cluster is not None:
        from .cluster import executor

        with executor(cluster) as held:
            yield held
    elif processes == 1:
        yield None
    else:
        with sweep.pool(processes or None) as pool:
            yield pool


def _axioms(without: Sequence[str], wanted: Sequence[Domain]) -> tuple[str, ...]:
    known = {name for domain in wanted for name in domain.axioms}
    for name in without:
        if name not in known:
            raise UsageError.unknown(msg("what.an_axiom"), name, known)
    return tuple(without)


def _unders(
    names: tuple[str, str], over: str | None, readings: Sequence[str], folders: tuple[Path, ...]
) -> tuple[Under, Under]:
    """Both profiles, each over the edition and with the readings that are its own matter."""
    plain = [engine.profile(name, None, (), folders) for name in names]
    placed = [over if over is not None and _lies_on(p, over) else None for p in plain]
    if over is not None and not any(placed):
        # An edition that nobody knows is told by its name.
        engine.profile(names[0], over, (), folders)
        raise UsageError("PL601", msg("diff.not_over", edition=over))
    for reading in readings:
        if not any(has_reading(p, reading) for p in plain):
            known = {f"{b}:{r}" for p in plain for b, r, _ in p.readings}
            raise UsageError.unknown(msg("what.reading"), reading.partition("=")[0], known)
    first, second = (
        Under(name, base, tuple(r for r in readings if has_reading(p, r)), folders)
        for name, base, p in zip(names, placed, plain, strict=True)
    )
    return first, second


def _lies_on(setup: Setup, edition: str) -> bool:
    """Whether a profile lays another book over the one of this edition."""
    book = edition.partition("@")[0]
    return any(e.partition("@")[0] == book for e in setup.profile.editions[:-1])


def has_reading(setup: Setup, reading: str) -> bool:
    """Whether `book:name=alternative` is about a reading of this profile."""
    book, _, short = reading.partition("=")[0].rpartition(":")
    return any(short == r and book in ("", b) for b, r, _ in setup.readings)


# --- what is typed --------------------------------------------------------------------------------


def run_check(arguments: argparse.Namespace, lang: str, folders: tuple[Path, ...]) -> int:
    """`pokerlogic check`."""
    profile = arguments.profile
    under = Under(profile, arguments.over, tuple(arguments.reading), folders)
    if arguments.domains:
        found = chosen(arguments.domain, under.setup().profile.editions)
        if arguments.json:
            _print_json(report.domains_json(found, arguments.deep))
        else:
            print(report.domains_text(found, arguments.deep, lang))
        return 0
    if arguments.certify:
        return _certify(arguments, under, lang)
    with _bar() as progress:
        told = check(profile, arguments.domain, progress=progress, **_options(arguments, folders))
    if arguments.json:
        _print_json(report.to_json(told, folders))
    else:
        print(report.to_text(told, lang, arguments.full, folders))
    return told.exit_code


def _certify(arguments: argparse.Namespace, under: Under, lang: str) -> int:
    """Proves that domains hold every outcome combination; 1 where one does not."""
    try:
        import z3  # noqa: F401
    except ImportError:
        raise UsageError("PL607", msg("certify.z3"), help=msg("certify.z3.help")) from None
    from . import certificate, proving

    wanted = chosen(arguments.domain, under.setup().profile.editions)
    found = [certificate.certify(domain, under) for domain in wanted]
    if arguments.json:
        _print_json(proving.to_json(found, under.profile))
    else:
        print(proving.to_text(found, lang))
    return 0 if all(one.holds for one in found) else 1


def run_diff(
    arguments: argparse.Namespace,
    lang: str,
    folders: tuple[Path, ...],
    situations: Sequence[Situation],
) -> int:
    """`pokerlogic diff`."""
    with _bar() as progress:
        found = diff(
            arguments.left,
            arguments.right,
            situations,
            domains=arguments.domain,
            progress=progress,
            **_options(arguments, folders),
        )
    told = account(found, folders)
    form = "json" if arguments.json else arguments.format
    text = _written(told, form, lang, folders, arguments.full)
    if arguments.output is None:
        sys.stdout.write(text)
    else:
        _save(arguments.output, text)
    return found.exit_code


def diff_json(
    left: str,
    right: str,
    situations: Sequence[Situation],
    over: str | None,
    readings: Sequence[str],
    folders: tuple[Path, ...],
) -> dict[str, Any]:
    """The data of `pokerlogic diff --json` over situations, all of it done in this process."""
    found = diff(left, right, situations, over=over, readings=readings, folders=folders)
    return telling.to_json(account(found, folders))


def _written(told: Account, form: str, lang: str, folders: tuple[Path, ...], full: bool) -> str:
    if form == "json":
        return json.dumps(telling.to_json(told), ensure_ascii=False, indent=2) + "\n"
    if form == "markdown":
        return telling.to_markdown(told, lang, folders)
    if form == "html":
        from .page import to_html

        return to_html(told, lang, folders)
    return telling.to_text(told, lang, full, folders) + "\n"


def _save(name: str, text: str) -> None:
    try:
        Path(name).write_text(text, encoding="utf-8", newline="\n")
    except (OSError, ValueError) as error:
        why = reasons.of_system(error) if isinstance(error, OSError) else msg("file.no_name")
        raise UsageError.not_written(name, why) from None


def _options(arguments: argparse.Namespace, folders: tuple[Path, ...]) -> dict[str, Any]:
    if arguments.ends_after is not None and arguments.ends_after < 1:
        raise UsageError("PL603", msg("ask.limit"))
    return {
        "deep": arguments.deep,
        "without": arguments.without,
        "over": arguments.over,
        "readings": arguments.reading,
        "folders": folders,
        "limit": arguments.ends_after,
        "processes": len(os.sched_getaffinity(0)),
        "cluster": arguments.cluster,
    }


def _print_json(data: Any) -> None:
    print(json.dumps(data, ensure_ascii=False, indent=2))


@contextlib.contextmanager
def _bar() -> Iterator[Progress | None]:
    """A bar for each domain, where somebody looks at a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from tqdm import tqdm

    bars: dict[str, Any] = {}

    def progress(domain: str, done: int, every: int) -> None:
        if domain not in bars or bars[domain].n > done:
            for bar in bars.values():
                bar.close()
            bars[domain] = tqdm(total=every, desc=domain, leave=False, file=sys.stderr)
        bars[domain].update(done - bars[domain].n)

    try:
        yield progress
    finally:
        for bar in bars.values():
            bar.close()


__all__ = ["check", "diff", "diff_json", "run_check", "run_diff"]
