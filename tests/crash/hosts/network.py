"""Hosts of a small network of their own: network and name are each host's own where root may make them so.

Elsewhere a host is a group of processes with an address of the loopback interface: it can be killed and frozen, and its
cable cannot be pulled.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

MARK: Final = "PRWEB_TESTS_HOST"
"""In the environment of every process: the host that it runs on."""
ALONE: Final = ("unshare", "--net", "--pid", "--fork", "--mount-proc", "--kill-child")
"""In front of a command: a network that nobody else sees, and nothing is left of it when it ends."""
GONE_WITHIN_S: Final = 20
ESTABLISHED: Final = "01"
"""As Linux calls this state of a connection."""


def can_be_separate() -> bool:
    """Whether hosts with networks of their own can be made here."""
    if os.geteuid() != 0 or not all(shutil.which(program) for program in ("ip", "unshare", "nsenter", "setpriv")):
        return False
    tried = subprocess.run([*ALONE, "ip", "link", "add", "tried", "type", "bridge"], capture_output=True, check=False)
    return tried.returncode == 0


@dataclass
class Host:
    """A machine: what is started by `command` runs on it."""

    name: str
    address: str
    keeper: subprocess.Popen[bytes] | None = None
    """Holds the host's network while nothing else runs there; None: it has none of its own."""

    @property
    def enter(self) -> tuple[str, ...]:
        """In front of a command that is to run here."""
        return () if self.keeper is None else ("nsenter", f"--target={self.keeper.pid}", "--net", "--uts", "--")

    @property
    def mark(self) -> dict[str, str]:
        return {MARK: f"{self.name} {self.address}"}

    def cut(self) -> None:
        """Pull the cable: what is on its way is lost, and nobody is told."""
        _ip("link", "set", self.name, "down")

    def connect(self) -> None:
        _ip("link", "set", self.name, "up")

    def waits_for(self, address: str) -> int:
        """How many connections to that address somebody here still believes in."""
        table = subprocess.run([*self.enter, "cat", "/proc/net/tcp"], capture_output=True, text=True, check=True)
        there = f"{int.from_bytes(socket.inet_aton(address), sys.byteorder):08X}"
        rows = [line.split() for line in table.stdout.splitlines()[1:]]
        return sum(row[2].startswith(there) and row[3] == ESTABLISHED for row in rows)

    def processes(self) -> list[int]:
        """All that live here; not what changed its environment, as database servers do."""
        marked = f"{MARK}={self.mark[MARK]}".encode()
        return [pid for pid in _pids() if marked in _environment(pid) and not (self.keeper and pid == self.keeper.pid)]

    def signal(self, number: int) -> None:
        for pid in self.processes():
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def kill(self) -> None:
        """Switch it off: everything that runs here is gone at once."""
        until = time.monotonic() + GONE_WITHIN_S
        while self.processes():
            assert time.monotonic() < until, f"{self.name} does not die"
            # Nobody may start another one while it is done.
            self.signal(signal.SIGSTOP)
            self.signal(signal.SIGKILL)
            time.sleep(0.05)


@dataclass
class Network:
    """Some hosts, and whoever looks at them from outside, at the address `outside`."""

    outside: str
    hosts: dict[str, Host] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Host:
        return self.hosts[name]


@contextmanager
def running_network(names: Sequence[str], *, separate: bool) -> Iterator[Network]:
    """Hosts of these names until the block ends.

    separate: each has its own network; this process must then be alone in its own (ALONE).
    """
    prefix = "10.66.0" if separate else "127.66.0"
    network = Network(f"{prefix}.1")
    keepers: list[subprocess.Popen[bytes]] = []
    try:
        if separate:
            _ip("link", "set", "lo", "up")
            _ip("link", "add", "cables", "type", "bridge")
            _ip("addr", "add", f"{network.outside}/24", "dev", "cables")
            _ip("link", "set", "cables", "up")
        for number, name in enumerate(names, start=11):
            host = Host(name, f"{prefix}.{number}")
            if separate:
                host.keeper = subprocess.Popen(["unshare", "--net", "--uts", "sleep", "infinity"])
                keepers.append(host.keeper)
                _plug_in(host, host.keeper.pid)
            network.hosts[name] = host
        yield network
    finally:
        for host in network.hosts.values():
            host.kill()
        for keeper in keepers:
            keeper.kill()
            keeper.wait()
        if separate:
            _ip("link", "del", "cables")


def _plug_in(host: Host, pid: int) -> None:
    own = Path("/proc/self/ns/net").readlink()
    until = time.monotonic() + GONE_WITHIN_S
    while Path(f"/proc/{pid}/ns/net").readlink() == own:
        assert time.monotonic() < until, f"{host.name} got no network"
        time.sleep(0.01)
    _ip("link", "add", host.name, "type", "veth", "peer", "name", "cable", "netns", str(pid))
    _ip("link", "set", host.name, "master", "cables")
    _ip("link", "set", host.name, "up")
    for command in (
        ("hostname", host.name),
        ("ip", "link", "set", "lo", "up"),
        ("ip", "addr", "add", f"{host.address}/24", "dev", "cable"),
        ("ip", "link", "set", "cable", "up"),
    ):
        subprocess.run([*host.enter, *command], check=True)


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True)


def session(leader: int) -> list[int]:
    """The processes of a session that live."""
    return [pid for pid in _pids() if _session_of(pid) == leader]


def _pids() -> list[int]:
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]


def _environment(pid: int) -> bytes:
    """What it was started with; nothing of one that is dead."""
    try:
        return Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:
        return b""


def _session_of(pid: int) -> int:
    try:
        state, _parent, _group, leader = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[:4]
    except OSError:
        return 0
    return 0 if state == "Z" else int(leader)
