"""A domain swept on a cluster gives what it gives here."""

from __future__ import annotations

import pytest

from pokerlogic import caching, check, cli
from pokerlogic.desk import cluster, consistency, judging
from pokerlogic.desk.judging import Under
from pokerlogic.usage import UsageError

pytest.importorskip("distributed")


def test_a_cluster_finds_what_one_machine_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    # What is kept from before would be found without any cluster.
    kept = caching.read
    monkeypatch.setattr(
        caching, "read", lambda f: None if f.name.startswith(("sweep-", "forks-")) else kept(f)
    )
    with cluster.executor(cluster.LOCAL) as there:
        sent: list[object] = []
        send = there.map
        monkeypatch.setattr(there, "map", lambda f, parts: (sent.append(f), send(f, parts))[1])
        found = consistency.check(Under("every"), ["showdown_order"], pool=there)
    here = check("every", ["showdown_order"])
    assert [f.text for f in found.findings] == [f.text for f in here.findings]
    assert found.seen == here.seen and found.situations > 50
    assert set(sent) == {judging.judge_batch, judging.judge_each}


def test_the_command_takes_a_cluster(capsys: pytest.CaptureFixture[str]) -> None:
    where = ["--cluster", "tcp://127.0.0.1:9"]
    assert cli.main(["check", "every", "--domain", "showdown_order", *where]) == 2
    assert "127.0.0.1:9" in capsys.readouterr().err


def test_no_cluster_at_an_address_is_said() -> None:
    with pytest.raises(UsageError, match=r"127\.0\.0\.1:9"), cluster.executor("tcp://127.0.0.1:9"):
        pass
