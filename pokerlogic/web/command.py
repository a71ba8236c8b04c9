"""`pokerlogic serve`."""

from __future__ import annotations

import argparse
import errno
import ipaddress
import socket
import sys
from functools import partial
from importlib.util import find_spec

from pokerlogic import reasons
from pokerlogic.commands.given import as_json, language, library_for
from pokerlogic.errors import shown
from pokerlogic.messages import Value, msg
from pokerlogic.usage import UsageError

WORKERS = 64
"""Processes that can be asked for."""


def serve(arguments: argparse.Namespace) -> int:
    """Answers over HTTP until it is stopped."""
    if any(find_spec(name) is None for name in ("starlette", "uvicorn")):
        raise UsageError("PL608", msg("web.missing"), help=msg("web.missing.help"))
    from .pool import Setting
    from .serving import run

    lang = language(arguments)
    if not 1 <= arguments.workers <= WORKERS:
        raise UsageError("PL603", msg("web.workers", most=WORKERS))
    if not 0 <= arguments.port <= 65535:
        raise UsageError("PL603", msg("web.port"))
    # What is wrong with a book is told before anybody asks.
    library_for(arguments)
    setting = Setting(tuple(arguments.books), arguments.limit, lang, arguments.workers)
    with _listener(arguments.host, arguments.port) as listener:
        ready = partial(_tell, listener, arguments.json, lang)
        if not run(listener, setting, ready):
            raise UsageError("PL608", msg("web.not_begun"))
    return 0


def _tell(listener: socket.socket, as_data: bool, lang: str) -> None:
    """Where it serves, and a warning if that is not for this machine alone."""
    host, port = listener.getsockname()[:2]
    address = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    if as_data:
        print(as_json({"schema": 1, "address": address}), end="", flush=True)
    else:
        print(msg("web.serving", address=address).text(lang), flush=True)
    if not ipaddress.ip_address(host).is_loopback:
        print(msg("web.open", host=host).text(lang), file=sys.stderr, flush=True)


def _listener(host: str, port: int) -> socket.socket:
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family, backlog=512)
    except (OSError, UnicodeError) as error:
        said = msg("web.no_listener", host=shown(host, 80), port=str(port), why=_reason(error))
        raise UsageError("PL608", said) from None


def _reason(error: OSError | UnicodeError) -> Value:
    if isinstance(error, (UnicodeError, socket.gaierror)):
        return msg("web.no_host")
    if error.errno == errno.EADDRINUSE:
        return msg("web.taken")
    if error.errno == errno.EADDRNOTAVAIL:
        return msg("web.not_here")
    return reasons.of_system(error)
