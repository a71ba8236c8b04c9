"""A domain swept on a cluster gives what it gives here."""

from __future__ import annotations

import pytest

from pokerlogic.desk import cluster, domains, sweep
from pokerlogic.usage import UsageError

pytest.importorskip("distributed")


def test_a_cluster_rules_as_one_machine_does() -> None:
    domain = domains.domains()["gestures"]
    every = list(domains.situations(domain))[::40]
    under = sweep.Under("tda2026")
    batches = [(tuple(every[:8]), (under,), False), (tuple(every[8:16]), (under,), False)]
    with cluster.executor(cluster.LOCAL) as executor:
        there = list(executor.map(sweep.judge_batch, batches))
    assert there == [sweep.judge_batch(batch) for batch in batches]
    assert any(row.moments for rows in there for row in rows[0])


def test_no_cluster_at_an_address_is_said() -> None:
    with pytest.raises(UsageError, match=r"127\.0\.0\.1:9"), cluster.executor("tcp://127.0.0.1:9"):
        pass
