"""A Postfix of its own in a temporary folder, set up by the lines of docs/operations.md. It is started by root only."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
DOMAIN: Final = "play.example.org"
_LISTENER: Final = "127.0.0.1:8025"
_READY_WITHIN_S: Final = 30

# What belongs to this trial and not to the documented set-up: places, ports, and one host that all other mail goes to.
# XCLIENT lets a client on this machine be one from elsewhere.
_TRIAL: Final = """
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
maillog_file = {folder}/log
maillog_file_prefixes = {folder}
myhostname = mx.example.org
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
relayhost = [127.0.0.1]:{world}
smtpd_authorized_xclient_hosts = 127.0.0.1
minimal_backoff_time = 1s
maximal_backoff_time = 2s
queue_run_delay = 1s
"""
_SERVICES: Final = """
127.0.0.1:{port} inet n - n - - smtpd
pickup    unix n - n 60   1 pickup
cleanup   unix n - n -    0 cleanup
qmgr      unix n - n 1    1 qmgr
rewrite   unix - - n -    - trivial-rewrite
bounce    unix - - n -    0 bounce
defer     unix - - n -    0 bounce
trace     unix - - n -    0 bounce
verify    unix - - n -    1 verify
proxymap  unix - - n -    - proxymap
smtp      unix - - n -    - smtp
relay     unix - - n -    - smtp
error     unix - - n -    - error
retry     unix - - n -    - error
lmtp      unix - - n -    - lmtp
anvil     unix - - n -    1 anvil
scache    unix - - n -    1 scache
showq     unix n - n -    - showq
postlog   unix-dgram n - n - 1 postlogd
"""


def documented() -> str:
    """The lines for main.cf, as the document has them."""
    found = re.search(r"```\n# main\.cf\n(.*?)```", (ROOT / "docs" / "operations.md").read_text(), re.DOTALL)
    assert found, "docs/operations.md has no lines for main.cf"
    assert DOMAIN in found[1]
    assert _LISTENER in found[1]
    return found[1]


class Postfix:
    """Takes mail in at `port`, hands that of DOMAIN to the listener, and all other to the port `world`."""

    def __init__(self, folder: Path, *, port: int, listener: int, world: int) -> None:
        self.folder = folder
        self.port = port
        folder.chmod(0o755)
        for name in ("conf", "queue", "data"):
            (folder / name).mkdir()
        shutil.chown(folder / "data", "postfix")
        lines = documented().replace(_LISTENER, f"127.0.0.1:{listener}")
        trial = _TRIAL.format(folder=folder, world=world)
        (folder / "conf" / "main.cf").write_text(trial + lines)
        (folder / "conf" / "master.cf").write_text(_SERVICES.format(port=port))

    def start(self) -> None:
        self._run("postfix", "start")
        until = time.monotonic() + _READY_WITHIN_S
        while not self._answers():
            assert time.monotonic() < until, self.log()
            time.sleep(0.1)

    def stop(self) -> None:
        self._run("postfix", "stop")

    def queue(self) -> str:
        """What waits in it."""
        return self._run("postqueue", "-p")

    def log(self) -> str:
        log = self.folder / "log"
        return log.read_text() if log.exists() else ""

    def version(self) -> str:
        return self._run("postconf", "-h", "mail_version").strip()

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=2) as connection:
                return connection.recv(3) == b"220"
        except OSError:
            return False

    def _run(self, program: str, *arguments: str) -> str:
        command = [program, "-c", str(self.folder / "conf"), *arguments]
        # Not as pipes: the servers that it starts would keep them open.
        with (self.folder / "said").open("w+") as output:
            done = subprocess.run(command, stdout=output, stderr=subprocess.STDOUT, check=False, timeout=60)
        answer = (self.folder / "said").read_text()
        assert done.returncode == 0, f"{program}: {answer}{self.log()}"
        return answer
