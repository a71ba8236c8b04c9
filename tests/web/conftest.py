"""One server for all that only ask, with a client."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from serving import Server, serving


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


@pytest.fixture(scope="session")
def client(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.address, timeout=60) as asking:
        yield asking
