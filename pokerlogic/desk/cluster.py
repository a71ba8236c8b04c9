"""The same batches on a Dask cluster (the extra `cluster`)."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from typing import Any

from pokerlogic.messages import msg
from pokerlogic.usage import UsageError

LOCAL = "local"


@contextmanager
def executor(address: str) -> Iterator[Executor]:
    """Runs batches on the cluster whose scheduler is at `address`; `local` starts one here.

    Raises UsageError if the extra is not installed or nobody answers at the address.
    """
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        said, help = msg("cluster.missing"), msg("cluster.missing.help")
        raise UsageError("PL606", said, help=help) from None
    with ExitStack() as held:
        try:
            where: Any = address
            if address == LOCAL:
                where = held.enter_context(
                    LocalCluster(threads_per_worker=1, dashboard_address=None)
                )
            client = held.enter_context(Client(where, timeout=10))
        except (OSError, ValueError) as error:
            raise UsageError("PL606", msg("cluster.no_answer", name=address)) from error
        yield client.get_executor()
