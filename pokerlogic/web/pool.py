"""The processes that answer, and the queue before them."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pokerlogic import guard
from pokerlogic.messages import Message, msg
from pokerlogic.usage import UsageError

from .limits import QUEUE, by_the_clock
from .worker import OUT_OF_MEMORY, READY

Answer = tuple[int, bytes]

_BEGINNING = 120
"""Seconds for a process to be ready."""
_ENDING = 2
"""Seconds for a process to end by itself."""


@dataclass(frozen=True)
class Setting:
    """What the operator decided: own books, seconds for an answer, language, processes."""

    folders: tuple[str, ...] = ()
    limit: int = guard.SECONDS
    lang: str = "en"
    workers: int = 1


@dataclass
class Pool:
    """Answers each question in one of some processes; more wait, and too many are sent away."""

    setting: Setting
    waiting: int = 0
    _idle: asyncio.LifoQueue[_Worker] = field(default_factory=asyncio.LifoQueue)
    _all: list[_Worker] = field(default_factory=list)
    _begun: set[asyncio.Task[None]] = field(default_factory=set)

    async def start(self) -> None:
        """Begin the processes."""
        self._all = [_Worker(self.setting) for _ in range(self.setting.workers)]
        await asyncio.gather(*(worker.start() for worker in self._all))
        for worker in self._all:
            self._idle.put_nowait(worker)

    async def stop(self) -> None:
        """End them."""
        for task in self._begun:
            task.cancel()
        await asyncio.gather(*self._begun, return_exceptions=True)
        await asyncio.gather(*(worker.stop() for worker in self._all))

    async def ask(self, name: str, fields: dict[str, Any]) -> Answer:
        """The answer to a question; raises UsageError if there is none."""
        worker = await self._free()
        try:
            return await worker.ask({"ask": name, "fields": fields})
        finally:
            if worker.alive:
                self._idle.put_nowait(worker)
            else:
                task = asyncio.get_running_loop().create_task(self._renew(worker))
                self._begun.add(task)
                task.add_done_callback(self._begun.discard)

    async def _free(self) -> _Worker:
        if self._idle.empty() and self.waiting >= QUEUE:
            raise UsageError("PL617", msg("web.busy"))
        self.waiting += 1
        try:
            async with asyncio.timeout(by_the_clock(self.setting.limit)):
                return await self._idle.get()
        except TimeoutError:
            raise UsageError("PL617", msg("web.busy")) from None
        finally:
            self.waiting -= 1

    async def _renew(self, worker: _Worker) -> None:
        try:
            with suppress(UsageError):
                await worker.start()
        finally:
            # One that could not begin tries again with the next question.
            self._idle.put_nowait(worker)


class _Worker:
    """One process, from outside."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.process: Process | None = None

    @property
    def alive(self) -> bool:
        """Whether it can be asked."""
        return self.process is not None and self.process.returncode is None

    async def start(self) -> None:
        """Begin the process and wait until it is ready."""
        own = str(Path(__file__).parents[2])
        path = os.pathsep.join([own, *filter(None, [os.environ.get("PYTHONPATH")])])
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "pokerlogic.web.worker"),
            stdin=PIPE,
            stdout=PIPE,
            env=os.environ | {"PYTHONPATH": path},
            # What is typed in the operator's terminal is for the server alone.
            start_new_session=True,
        )
        setting = self.setting
        try:
            async with asyncio.timeout(_BEGINNING):
                self._send(
                    {"folders": setting.folders, "limit": setting.limit, "lang": setting.lang}
                )
                if await self._out.readline() == READY:
                    return
        except BaseException as error:
            await self.stop(at_once=True)
            if not isinstance(error, (TimeoutError, OSError)):
                raise
        await self.stop(at_once=True)
        raise UsageError("PL618", msg("web.broken"), help=msg("web.narrower"))

    async def ask(self, question: dict[str, Any]) -> Answer:
        """The answer; a process that does not give one is ended."""
        if not self.alive:
            await self.start()
        try:
            async with asyncio.timeout(by_the_clock(self.setting.limit)):
                self._send(question)
                status, length = map(int, (await self._out.readline()).split())
                return status, await self._out.readexactly(length)
        except TimeoutError:
            late = True
        except (OSError, ValueError, asyncio.IncompleteReadError):
            late = False
        except BaseException:
            await self.stop(at_once=True)
            raise
        code = await self.stop(at_once=late)
        raise UsageError("PL618", self._why(code, late), help=msg("web.narrower"))

    def _why(self, code: int | None, late: bool) -> Message:
        if late or code == -getattr(signal, "SIGPROF", 0):
            return msg("web.late", seconds=self.setting.limit)
        if code == OUT_OF_MEMORY:
            return msg("web.memory", most=guard.MEMORY)
        return msg("web.broken")

    async def stop(self, at_once: bool = False) -> int | None:
        """End the process; what it ended with."""
        process = self.process
        if process is None:
            return None
        if process.stdin is not None:
            process.stdin.close()
        if not at_once:
            with suppress(TimeoutError):
                async with asyncio.timeout(_ENDING):
                    return await process.wait()
        with suppress(ProcessLookupError):
            process.kill()
        return await process.wait()

    def _send(self, data: dict[str, Any]) -> None:
        assert self.process is not None and self.process.stdin is not None
        self.process.stdin.write(json.dumps(data).encode() + b"\n")

    @property
    def _out(self) -> asyncio.StreamReader:
        assert self.process is not None and self.process.stdout is not None
        return self.process.stdout
