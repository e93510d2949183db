"""Tries the mail set-up of docs/operations.md with a real Postfix, and writes down what came of it.

python -m tests.postfix [--report FILE]; as root, because Postfix runs as several users.
"""

from __future__ import annotations

import argparse
import os
import smtplib
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from tests.postfix.server import DOMAIN, ROOT, Postfix
from tests.servers import free_port

STRANGER: Final = "192.0.2.7"
WITHIN_S: Final = 40
OPERATOR: Final = "operator@club.example"
NOBODY: Final = "nobody@elsewhere.example"


class World:
    """All other mail servers in one: keeps what it is given, and knows no NOBODY."""

    def __init__(self) -> None:
        self.mails: list[tuple[str, str, bytes]] = []
        self.asked: list[str] = []

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, address: str, _options: list[str]) -> str:
        self.asked.append(address)
        if address == NOBODY:
            return "550 5.1.1 No such person"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        self.mails += [(envelope.mail_from or "", address, envelope.content) for address in envelope.rcpt_tos]
        return "250 OK"


class Trial:
    """One Postfix, one listener, one site, and what was found of them."""

    def __init__(self, postfix: Postfix, world: World, start_listener: Callable[[], subprocess.Popen[bytes]]) -> None:
        self.postfix = postfix
        self.world = world
        self.found: list[tuple[str, bool, str]] = []
        self._start_listener = start_listener
        self.listener = start_listener()

    def note(self, what: str, right: bool, words: object = "") -> None:
        self.found.append((what, right, str(words)))
        print(f"{'ok   ' if right else 'WRONG'} {what}: {words}", flush=True)

    def stop_listener(self) -> None:
        self.listener.terminate()
        self.listener.wait()

    def start_listener(self) -> None:
        self.listener = self._start_listener()

    @contextmanager
    def stranger(self) -> Iterator[smtplib.SMTP]:
        """A client from elsewhere."""
        with smtplib.SMTP("127.0.0.1", self.postfix.port, timeout=60) as client:
            client.ehlo("mx.elsewhere.example")
            code, response = client.docmd("XCLIENT", f"ADDR={STRANGER} NAME=mx.elsewhere.example")
            assert code == 220, response
            client.ehlo("mx.elsewhere.example")
            yield client

    def asks(self, address: str, sender: str = "ann@elsewhere.example") -> tuple[int, str]:
        """What Postfix says to a recipient, from elsewhere."""
        with self.stranger() as client:
            client.mail(sender)
            code, response = client.rcpt(address)
            return code, response.decode()

    def sends(self, recipients: list[str], raw: bytes, sender: str = "ann@elsewhere.example") -> str:
        """Hands a mail over from elsewhere; what the refusal was, empty if there was none."""
        try:
            with self.stranger() as client:
                refused = client.sendmail(sender, recipients, raw)
                return str(refused or "")
        except smtplib.SMTPException as error:
            return str(error)


def within(what: Callable[[], bool]) -> bool:
    until = time.monotonic() + WITHIN_S
    while time.monotonic() < until:
        if what():
            return True
        time.sleep(0.2)
    return what()


def written(sender: str, to: str, words: str, number: int) -> bytes:
    return (
        f"From: {sender}\r\nTo: {to}\r\nSubject: Re: x\r\nMessage-ID: <{number}@elsewhere.example>\r\n\r\n{words}\r\n"
    ).encode()


def try_all(trial: Trial) -> None:
    from django.core.management import call_command

    from games.mail import inbox, tasks
    from games.mail.addresses import bounce_address, reply_address
    from games.models import Delivery, IncomingMail, MailAddress, Turn
    from games.notifications import delivery
    from games.notifications.tasks import deliver
    from tests.factories import UserFactory
    from tests.table.games import opened

    def work() -> None:
        while inbox.unread().exists() or delivery.due().exists():
            tasks.read()
            deliver()

    call_command("migrate", verbosity=0)
    game = opened(UserFactory.create(), UserFactory.create())
    turn = game.turns.get(status=Turn.Status.OPEN, early=False)
    person = turn.seat.user
    assert person is not None
    home = person.email
    # Whoever is not asked has an address that nobody knows.
    Delivery.objects.exclude(user=person).update(address=NOBODY)
    address, unknown = reply_address(turn.token), reply_address("a" * 26)

    # Who is known.
    for name, asked, wanted in (
        ("the reply address of a turn", address, 250),
        ("the same in capitals", address.upper(), 250),
        ("an envelope sender of ours", bounce_address(1), 250),
        ("postmaster", f"postmaster@{DOMAIN}", 250),
        ("abuse", f"abuse@{DOMAIN}", 250),
        ("the sender of all our mails", f"prweb@{DOMAIN}", 250),
        ("a reply address of no turn", unknown, 550),
        ("the same again, from Postfix's memory", unknown, 550),
        ("a made-up envelope sender", f"bounce+1-{'a' * 26}@{DOMAIN}", 550),
        ("anybody else at the domain", f"info@{DOMAIN}", 550),
        ("another domain", "carl@elsewhere.example", 454),
    ):
        code, response = trial.asks(asked)
        trial.note(f"RCPT from elsewhere to {name}: {wanted}", code == wanted, f"{code} {response}")
    trial.note("nothing of that is in the queue", "queue is empty" in trial.postfix.queue())

    # What is taken arrives.
    response = trial.sends([address], written(f"Anna <{home}>", address, "board", 1), sender=home)
    came = within(lambda: IncomingMail.objects.filter(token=turn.token).exists())
    trial.note("an answer is stored by the listener", came and not response, response)
    both = [f"abuse@{DOMAIN}", f"postmaster@{DOMAIN}"]
    response = trial.sends(both, written("ann@elsewhere.example", both[0], "He is rude.", 2))
    came = within(lambda: IncomingMail.objects.filter(token__in=("abuse", "postmaster")).count() == 2)
    trial.note("a mail to two addresses arrives at both", came and not response, response)
    response = trial.sends([address], b"From: a@b.example\r\n\r\n" + b"x" * 76 * 26_000)
    trial.note("a mail that is too long is refused at once", "552" in response, response)
    nearly = b"From: a@b.example\r\nMessage-ID: <nearly@b.example>\r\n\r\n" + (b"x" * 74 + b"\r\n") * 24_900
    response = trial.sends([f"abuse@{DOMAIN}"], nearly)
    came = within(lambda: IncomingMail.objects.filter(message_id="<nearly@b.example>").exists())
    trial.note(f"one of {len(nearly)} bytes is taken", came and not response, response)

    # The site reads and writes.
    work()
    trial.note(
        "mails for the operator reach them",
        within(lambda: sum(to == OPERATOR for _sender, to, _raw in trial.world.mails) == 3),
    )
    trial.note("mails to people go out", within(lambda: any(to == home for _sender, to, _raw in trial.world.mails)))
    replies = [(sender, raw) for sender, to, raw in trial.world.mails if to == home]
    ids = [line for _sender, raw in replies for line in raw.splitlines() if line.lower().startswith(b"message-id:")]
    trial.note(
        "from an envelope sender of ours",
        all(sender.startswith("bounce+") and sender.endswith(f"@{DOMAIN}") for sender, _raw in replies),
        ", ".join(sorted({sender.partition("-")[0] + "-…@" + sender.partition("@")[2] for sender, _raw in replies})),
    )
    trial.note("their Message-IDs end in the mail host", all(one.endswith(f"@{DOMAIN}>".encode()) for one in ids))
    came = within(lambda: IncomingMail.objects.filter(token__startswith="bounce+").exists())
    work()
    bounced = Delivery.objects.filter(address=NOBODY, status=Delivery.Status.BOUNCED)
    trial.note("Postfix's report on a mail that the world refuses comes back", came and bounced.exists())
    marked = MailAddress.objects.filter(address=NOBODY, undeliverable_since__isnull=False).first()
    trial.note("and marks the address", marked is not None, marked.reason if marked else "")
    probed = [asked for asked in trial.world.asked if asked not in (NOBODY, OPERATOR, home)]
    trial.note(
        "nobody outside was asked about addresses, nobody got a mail that they did not ask for", not probed, probed
    )

    # The command that operators have for it.
    checking = subprocess.Popen(
        [sys.executable, "manage.py", "check_mail", "--wait", str(WITHIN_S)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    while checking.poll() is None:
        work()
        time.sleep(0.5)
    assert checking.stdout is not None
    steps = [line for line in checking.stdout.read().splitlines() if line.startswith(("ok", "NO"))]
    trial.note("manage.py check_mail finds all of it working", checking.returncode == 0, "; ".join(steps))

    # The listener is away.
    trial.stop_listener()
    code, response = trial.asks(reply_address("b" * 26))
    trial.note("while the listener is away, who is not known yet is put off: 450", code == 450, f"{code} {response}")
    response = trial.sends([address], written(f"Anna <{home}>", address, "help", 3), sender=home)
    trial.note("and who is known is taken in", not response, response)
    trial.start_listener()
    came = within(lambda: IncomingMail.objects.filter(message_id="<3@elsewhere.example>").exists())
    trial.note("what waited arrives once it is back", came)
    trial.note("the queue is empty at the end", within(lambda: "queue is empty" in trial.postfix.queue()))


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--report", type=Path, help="where the table goes; default: nowhere but here")
    given = parser.parse_args(arguments)
    if os.geteuid() != 0:
        sys.exit("Postfix is started by root only.")
    with tempfile.TemporaryDirectory(prefix="prweb-postfix-") as folder:
        ports = {name: free_port() for name in ("port", "listener", "world")}
        postfix = Postfix(Path(folder), **ports)
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "prweb.settings",
            "PRWEB_PROFILE": "embedded",
            "PRWEB_VAR": f"{folder}/var",
            "PRWEB_MAIL_HOST": DOMAIN,
            "PRWEB_SMTP_LISTEN": f"127.0.0.1:{ports['listener']}",
            "EMAIL_URL": f"smtp://127.0.0.1:{ports['port']}",
            "PRWEB_OPERATOR_MAIL": OPERATOR,
            "PRWEB_HEARTBEAT_SECONDS": "0",
        }
        trial = _tried(postfix, ports)
        version = postfix.version()
    right = sum(right for _what, right, _said in trial.found)
    report = _report(trial, version)
    if given.report:
        given.report.write_text(report)
    print(f"{right} of {len(trial.found)} as they should be")
    return 0 if right == len(trial.found) else 1


def _tried(postfix: Postfix, ports: dict[str, int]) -> Trial:
    import django
    from aiosmtpd.controller import Controller

    django.setup()

    def start_listener() -> subprocess.Popen[bytes]:
        started = subprocess.Popen(
            [sys.executable, "manage.py", "listen_mail", "--lmtp"], cwd=ROOT, stdout=subprocess.PIPE
        )
        assert started.stdout is not None
        assert b"LMTP" in started.stdout.readline()
        return started

    world = World()
    outside = Controller(world, hostname="127.0.0.1", port=ports["world"])
    outside.start()
    trial = Trial(postfix, world, start_listener)
    try:
        postfix.start()
        try:
            try_all(trial)
        finally:
            if not all(right for _what, right, _said in trial.found):
                print(*postfix.log().splitlines()[-200:], sep="\n")
            postfix.stop()
    finally:
        trial.stop_listener()
        outside.stop()
    return trial


def _report(trial: Trial, version: str) -> str:
    rows = "\n".join(
        f"| {what} | {'yes' if right else '**no**'} | {response[:160].replace('|', '/') or ' '} |"
        for what, right, response in trial.found
    )
    return f"""# The mail set-up, tried with a real Postfix

Made by `make postfix-check` (root): Postfix {version} of Debian in a temporary folder, set up by the lines of
[operations.md](../operations.md#mail), in front of the listener; one server that all other mail goes to. "Elsewhere"
is a client with a foreign address.

| what | so it is | what was said |
|---|---|---|
{rows}
"""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
