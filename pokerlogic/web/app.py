"""The application: what comes in is bounded and checked, the pool answers, errors are JSON."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from pokerlogic.commands.given import as_json
from pokerlogic.errors import PokerlogicError, shown
from pokerlogic.messages import msg
from pokerlogic.usage import UsageError

from .answering import refused
from .document import document, own_version
from .fields import OPERATIONS, Operation, checked, in_query
from .limits import BODY, LINGER, PATIENCE, RETRY
from .pool import Pool, Setting

Endpoint = Callable[[Request], Coroutine[Any, Any, Response]]

JSON = "application/json"
_UNREAD = ("PL611", "PL612", "PL616")
"""Refusals of a body before it is read to its end."""


def application(setting: Setting, patience: float = PATIENCE) -> Starlette:
    """The ASGI application; its processes live as long as it does."""
    pool = Pool(setting)
    told = as_json(document())

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        try:
            await pool.start()
            yield
        finally:
            await pool.stop()

    async def health(_: Request) -> Response:
        state = {"schema": 1, "status": "ok", "version": own_version()}
        return _answer(200, as_json(state))

    async def own_document(_: Request) -> Response:
        return _answer(200, told)

    async def unknown(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        said = msg("web.no_address", method=shown(request.method), path=shown(request.url.path, 80))
        _, text = refused(UsageError("PL615", said), setting.lang)
        return _answer(error.status_code, text, error.headers)

    return Starlette(
        routes=[
            *(
                Route(one.path, _endpoint(one, pool, patience), methods=[one.method])
                for one in OPERATIONS
            ),
            Route("/api/health", health, methods=["GET"]),
            Route("/openapi.json", own_document, methods=["GET"]),
        ],
        exception_handlers={HTTPException: unknown},
        lifespan=lifespan,
    )


def _endpoint(operation: Operation, pool: Pool, patience: float) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        lang = pool.setting.lang
        try:
            if operation.method == "GET":
                given: Any = in_query(request.query_params.multi_items(), operation)
            else:
                given = _parsed(await _body(request, patience))
            # Even a wrong request is told so in the language that it asks for.
            if isinstance(given, dict) and given.get("lang") in ("en", "ja"):
                lang = given["lang"]
            return _answer(*await pool.ask(operation.name, checked(given, operation)))
        except PokerlogicError as error:
            if error.code in _UNREAD:
                await _pour_away(request)
            return _refusal(error, lang)

    return endpoint


async def _body(request: Request, patience: float) -> bytes:
    """The body of a request, if it is JSON, not too large and comes in time."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != JSON:
        raise UsageError("PL612", msg("web.no_json_type", kind=JSON))
    length = request.headers.get("content-length", "")
    if length.isdecimal() and int(length[:12]) > BODY:
        raise _too_large()
    body = bytearray()
    try:
        async with asyncio.timeout(patience):
            async for part in request.stream():
                body += part
                if len(body) > BODY:
                    raise _too_large()
    except TimeoutError:
        raise UsageError("PL616", msg("web.slow", seconds=int(patience))) from None
    return bytes(body)


async def _pour_away(request: Request) -> None:
    """Read on for a while: a client that still sends would lose the answer."""
    poured = 0
    with suppress(TimeoutError, RuntimeError, ClientDisconnect):
        async with asyncio.timeout(LINGER):
            async for part in request.stream():
                poured += len(part)
                if poured > 16 * BODY:
                    break


def _too_large() -> UsageError:
    return UsageError("PL611", msg("web.too_large", most=BODY // 1024))


def _parsed(body: bytes) -> Any:
    try:
        return json.loads(body.decode("utf-8"))
    except (ValueError, RecursionError):
        raise UsageError("PL613", msg("web.no_json")) from None


def _refusal(error: PokerlogicError, lang: str) -> Response:
    headers = {}
    if error.code in _UNREAD:
        # What the client may still send is not read.
        headers["Connection"] = "close"
    code, text = refused(error, lang)
    return _answer(code, text, headers)


def _answer(code: int, text: str | bytes, headers: Any = None) -> Response:
    more = {"Retry-After": str(RETRY)} if code == 503 else {}
    more |= {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
    return Response(text, code, {**more, **(headers or {})}, media_type=JSON)
