"""What the hosts of `make crash ARGS=--only-hosts` are made of does what it says."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.crash.hosts.network import running_network

pytestmark = pytest.mark.processes

CHILD = "import os, time; os.fork(); time.sleep(60)"


def test_a_host_that_is_switched_off_takes_its_processes_with_it_and_no_others() -> None:
    with running_network(("one", "two"), separate=False) as network:
        started = {
            name: subprocess.Popen(
                [*host.enter, sys.executable, "-c", CHILD], env={**os.environ, **host.mark}, start_new_session=True
            )
            for name, host in network.hosts.items()
        }
        while not all(len(host.processes()) == 2 for host in network.hosts.values()):
            pass
        network["one"].kill()
        assert started["one"].wait() < 0
        assert network["one"].processes() == []
        assert len(network["two"].processes()) == 2
    assert started["two"].wait() < 0
