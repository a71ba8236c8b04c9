"""Work over books from outside, done in a process of its own that can be stopped.

The grounder can not be interrupted, and where it breaks down it takes its process along.  So what
a book from outside makes it do is done in a child with limits of time and memory.  What comes back
is JSON.
"""

from __future__ import annotations

import faulthandler
import gc
import json
import os
import select
import signal
import time
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from .asp import Symbol, parse_term
from .errors import BookError, LimitError, PokerlogicError, shown, wrong
from .messages import Each, Listed, Message, Value, msg
from .situation import Place

SECONDS = 10
"""Of computing, for one question to the rules."""
READING = 3
"""So many times as long may the reading of the books take."""
MEMORY = 1024
"""Megabytes, beyond what the process has when the work begins."""
ANSWER = 64
"""Megabytes that may come back."""
TERM = 10_000
"""Characters of one term of an answer."""

_seconds = SECONDS
_pipe: int | None = None


def allow(seconds: int) -> None:
    """How long one question to the rules of books from outside may take from now on."""
    global _seconds
    _seconds = seconds


def note(file: str | Path, line: int | None = None) -> None:
    """What is being done now: whoever stops this process can say where."""
    if _pipe is not None:
        _send(_pipe, {"at": [str(file), line]})


def reading(work: Callable[[], Any]) -> Any:
    """The JSON data that reading books from outside gives.

    Raises what the work raises, BookError for a file that breaks it, and LimitError.
    """
    return _run(work, msg("guard.reading"), READING * _seconds)


def asking(
    work: Callable[[], Any], find: Callable[[], object] | None = None, count: int = 1
) -> Any:
    """The JSON data that a question to the rules gives, or a count of questions at once.

    Raises LimitError.  Where a limit is reached, `find` does the work once more and notes where
    it stands.
    """
    try:
        return _run(work, msg("guard.asking"), _seconds + count // 2)
    except LimitError as error:
        stopped = error
    if find is not None and stopped.code in _STOPPED:
        try:
            _run(find, msg("guard.asking"), max(_seconds // 2, 1))
        except LimitError as error:
            stopped.spots, stopped.file = error.spots, error.file
    raise stopped


_STOPPED = ("PL506", "PL507", "PL508")


def told(symbols: Sequence[Symbol]) -> str:
    """Terms as a text that `heard` reads; raises LimitError for one that is too long."""
    texts = [str(symbol) for symbol in symbols]
    if any(len(text) > TERM for text in texts):
        raise LimitError("PL507", msg("limit.term", most=TERM))
    return f"({','.join(texts)},)" if texts else "()"


def heard(text: str) -> list[Symbol]:
    """The terms of a text that `told` made."""
    return list(parse_term(text).arguments)


def _run(work: Callable[[], Any], doing: Message, seconds: int) -> Any:
    """What the work gives, done in a child; where there can be none it is done here."""
    if _pipe is not None or not hasattr(os, "fork"):
        return work()
    out, into = os.pipe()
    with warnings.catch_warnings():
        # Other threads of this process are none of the child's business.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        os.close(out)
        _work(work, into, seconds)
    os.close(into)
    end: dict[str, Any] = {}
    at: list[Any] = []
    try:
        late = _listen(out, seconds, at, end)
    finally:
        os.close(out)
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        _, status, used = os.wait4(child, 0)
    if "done" in end:
        return end["done"]
    file, line = at or (None, None)
    if "error" in end:
        raise _raised(end["error"])
    if "failed" in end:
        if file is not None and not late:
            advice = msg("book.breaks.help", why=end["failed"])
            raise wrong("PL268", msg("book.breaks"), file=file, line=line, help=advice)
        end["stop"] = "broken"
    spent = used.ru_utime + used.ru_stime
    cause = end.get("stop") or ("time" if late or spent >= seconds else "broken")
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU:
        cause = "time"
    time_up = msg("limit.time", doing=doing, seconds=seconds)
    memory_up = msg("limit.memory", doing=doing, most=MEMORY)
    code, said, advice = {
        "time": ("PL506", time_up, msg("limit.time.help")),
        "memory": ("PL507", memory_up, msg("limit.memory.help")),
        "broken": ("PL508", msg("limit.broken", doing=doing), msg("limit.broken.help")),
    }[cause]
    place = Place(line, 1) if line else None
    raise LimitError(code, said, place, advice, file)


def _listen(out: int, seconds: int, at: list[Any], end: dict[str, Any]) -> bool:
    """Takes what the child says until it ends; whether it had to be stopped."""
    # Time that passes is no computing: another program may have the machine.
    until = time.monotonic() + 10 * seconds + 30
    parts: list[bytes] = []
    size = 0
    while True:
        ready, _, _ = select.select([out], [], [], max(until - time.monotonic(), 0))
        if not ready:
            return True
        read = os.read(out, 1 << 20)
        if not read:
            return False
        size += len(read)
        if size > ANSWER << 20:
            end["stop"] = "memory"
            return True
        *lines, rest = read.split(b"\n")
        for line in lines:
            said = json.loads(b"".join([*parts, line]))
            parts = []
            if "at" in said:
                at[:] = said["at"]
            else:
                end.update(said)
        if rest:
            parts.append(rest)


def _work(work: Callable[[], Any], into: int, seconds: int) -> None:
    """The life of the child."""
    global _pipe
    try:
        _pipe = into
        gc.disable()
        _limit(seconds)
        # What a solver that breaks down has to say helps nobody.
        faulthandler.disable()
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        try:
            said: dict[str, Any] = {"done": work()}
        except PokerlogicError as error:
            said = {"error": _kept(error)}
        except MemoryError:
            said = {"stop": "memory"}
        except Exception as error:
            said = {"failed": shown(f"{type(error).__name__}: {error}", 120)}
        with suppress(MemoryError):
            _send(into, said)
            os._exit(0)
        _send(into, {"stop": "memory"})
    finally:
        os._exit(1)


def _limit(seconds: int) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 2))
    bound_memory()


def bound_memory() -> None:
    """Let this process have only so much more memory than it has now."""
    if not hasattr(os, "fork"):
        return
    import resource

    with suppress(OSError, ValueError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        most = pages * resource.getpagesize() + (MEMORY << 20)
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def _send(into: int, said: dict[str, Any]) -> None:
    data = json.dumps(said, ensure_ascii=True).encode() + b"\n"
    while data:
        data = data[os.write(into, data) :]


def _kept(error: PokerlogicError) -> dict[str, Any]:
    """An error as JSON data."""
    return {
        "limit": isinstance(error, LimitError),
        "code": error.code,
        "said": _value(error.said),
        "spots": [[p.line, p.column, p.length, _value(words)] for p, words in error.spots],
        "advice": None if error.advice is None else _value(error.advice),
        "file": error.file,
    }


def _raised(kept: dict[str, Any]) -> PokerlogicError:
    kind = LimitError if kept["limit"] else BookError
    spots = [(Place(*place), _read(words)) for *place, words in kept["spots"]]
    advice = kept["advice"]
    return kind(
        kept["code"],
        _read(kept["said"]),
        spots,
        None if advice is None else _read(advice),
        kept["file"],
    )


def _value(value: Value) -> Any:
    if isinstance(value, Message):
        return {"id": value.id, "values": {k: _value(v) for k, v in value.values.items()}}
    if isinstance(value, Listed):
        return {"items": [_value(v) for v in value.items], "joint": value.joint}
    if isinstance(value, (int, str)):
        return value
    return {lang: value.text(lang) for lang in ("en", "ja")}


def _read(data: Any) -> Any:
    if not isinstance(data, dict):
        return data
    if "id" in data:
        return Message(data["id"], {k: _read(v) for k, v in data["values"].items()})
    if "items" in data:
        return Listed(tuple(_read(v) for v in data["items"]), data["joint"])
    return Each(data["en"], data["ja"])
