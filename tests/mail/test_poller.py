"""The poller at the mailbox of a real Dovecot."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from urllib.parse import quote

import pytest
from django.core.management import CommandError, call_command
from django.db import DataError, OperationalError, connection
from pytest_django import Settings

from games.mail import feeder, inbox, intake, poller, self_check
from games.mail.addresses import bounce_address, reply_address
from games.mail.imap_mailbox import ImapMailbox, open_mailbox
from games.mail.poller import Poller
from games.models import Delivery, Game, IncomingMail, Turn
from games.people.models import User
from prweb.environment import Mailbox
from tests import prepared
from tests.mail.conftest import acknowledgement_of, live_moves, turn_of, written
from tests.servers import Dovecot, free_port, running_dovecot

ROOT = Path(__file__).resolve().parents[2]
DONE, REFUSED = "prweb-done", "prweb-refused"
Status = IncomingMail.Status


@pytest.fixture(scope="module")
def running() -> Iterator[Dovecot]:
    with running_dovecot() as server:
        yield server


@pytest.fixture
def dovecot(running: Dovecot, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Dovecot]:
    """With an empty mailbox, which is the site's."""
    settings.IMAP_MAILBOX = mailbox_of(running)
    # It says itself when something comes.
    settings.IMAP_POLL_S = 600
    monkeypatch.setenv("SSL_CERT_FILE", str(running.certificate))
    # The test's own connection stays open.
    monkeypatch.setattr(poller, "close_old_connections", lambda: None)
    yield running
    running.empty()


def mailbox_of(server: Dovecot, scheme: str = "imaps") -> Mailbox:
    port = server.tls_port if scheme == "imaps" else server.port
    return Mailbox(scheme, "localhost", port, server.USER, server.PASSWORD)


class FewPauses(threading.Event):
    """Is waited for at once, and not for ever."""

    def __init__(self) -> None:
        super().__init__()
        self._left = 3

    def wait(self, timeout: float | None = None) -> bool:  # noqa: ARG002, it waits for no time
        assert self._left, "the mailbox cannot be read"
        self._left -= 1
        return self.is_set()


def look_once() -> None:
    """The poller connects, looks at the mailbox once, and ends."""
    stopped = FewPauses()
    Poller(stopped, stopped.set).run()


class Looks:
    """The looks of a poller that runs in a thread."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._count = 0

    def note(self) -> None:
        with self._changed:
            self._count += 1
            self._changed.notify_all()

    def wait_until(self, condition: Callable[[], bool]) -> None:
        """Return when the condition holds after a look."""
        with self._changed:
            assert self._changed.wait_for(condition, timeout=60)


@contextmanager
def polling() -> Iterator[Looks]:
    """A poller in a thread, which has looked once."""
    looks, stopped = Looks(), threading.Event()

    def run() -> None:
        with closing(connection):
            Poller(stopped, looks.note).run()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        looks.wait_until(lambda: looks._count > 0)
        yield looks
    finally:
        stopped.set()
        thread.join(60)
    assert not thread.is_alive()


def answer_to(turn: Turn, words: str = "settler", *, delivered: str = "", **headers: str) -> bytes:
    """An answer as it lies in a mailbox. delivered: lines that the server put on top of it."""
    person = turn.seat.user
    assert person is not None
    top = delivered or f"Return-Path: <{person.email}>\nDelivered-To: {reply_address(turn.token)}\n"
    return (top.encode() + written(turn, words, **headers).as_bytes()).replace(b"\n", b"\r\n")


def test_an_answer_is_fetched_stored_put_away_and_played(dovecot: Dovecot, turn: Turn, game: Game) -> None:
    raw = answer_to(turn)
    dovecot.deliver(raw)
    look_once()
    stored = IncomingMail.objects.get()
    assert (stored.token, stored.feeder, stored.status) == (turn.token, IncomingMail.Feeder.IMAP, Status.NEW)
    assert stored.sender == turn.seat.user.email  # type: ignore[union-attr]
    assert bytes(stored.raw) == raw
    assert (dovecot.mails(), dovecot.mails(DONE), dovecot.mails(REFUSED)) == (0, 1, 0)
    inbox.read(stored.pk)
    assert live_moves(game) == ["settler"]
    assert acknowledgement_of(stored).user == turn.seat.user


def test_several_mails_come_in_their_order_and_only_once(dovecot: Dovecot, turn: Turn) -> None:
    for number in (1, 2, 3, 1):
        dovecot.deliver(answer_to(turn, message_id=f"<{number}@example.org>"))
    look_once()
    look_once()
    stored = IncomingMail.objects.order_by("pk").values_list("message_id", flat=True)
    assert list(stored) == ["<1@example.org>", "<2@example.org>", "<3@example.org>"]
    assert dovecot.mails(DONE) == 4


def test_a_report_of_a_mail_server_and_a_mail_for_the_operator_come_in_too(dovecot: Dovecot, db: None) -> None:
    back = bounce_address(17)
    dovecot.deliver(f"Return-Path: <>\r\nTo: {back}\r\nMessage-ID: <1@x>\r\n\r\nlost\r\n".encode())
    dovecot.deliver(b"Return-Path: <ann@example.org>\r\nTo: Postmaster@prweb.localhost\r\n\r\nhello\r\n")
    look_once()
    stored = IncomingMail.objects.order_by("pk").values_list("token", "sender")
    assert list(stored) == [(back.partition("@")[0], ""), ("postmaster", "ann@example.org")]


def test_what_is_for_nobody_here_is_put_aside_and_not_fetched(dovecot: Dovecot, db: None) -> None:
    strangers = (reply_address("a" * 26), "anna@example.org", f"bounce+17-{'a' * 26}@prweb.localhost")
    for stranger in strangers:
        dovecot.deliver(f"To: {stranger}\r\n\r\nbuy\r\n".encode())
    dovecot.deliver(b"\xff\xfe\x00 no headers at all\r\n")
    look_once()
    assert not IncomingMail.objects.exists()
    assert (dovecot.mails(), dovecot.mails(REFUSED), dovecot.mails(REFUSED, "SEEN")) == (0, 4, 0)


def test_of_a_mail_that_is_too_large_only_the_beginning_is_fetched(
    dovecot: Dovecot, turn: Turn, game: Game, settings: Settings
) -> None:
    settings.MAIL_SIZE_LIMIT = 4_000
    raw = answer_to(turn) + b"x" * 70 + b"\r\n" * 10_000
    dovecot.deliver(raw)
    look_once()
    stored = IncomingMail.objects.get()
    assert bytes(stored.raw) == raw[:4_000]
    inbox.read(stored.pk)
    assert live_moves(game) == ["settler"]


def test_without_folders_mails_are_only_marked_as_seen(dovecot: Dovecot, turn: Turn, settings: Settings) -> None:
    settings.IMAP_DONE_FOLDER = settings.IMAP_REFUSED_FOLDER = ""
    dovecot.deliver(answer_to(turn))
    dovecot.deliver(b"To: anna@example.org\r\n\r\nhello\r\n")
    look_once()
    assert (dovecot.mails(), dovecot.mails(which="SEEN")) == (2, 2)
    look_once()
    assert IncomingMail.objects.count() == 1


def test_a_mail_that_cannot_be_put_away_holds_up_no_other_and_is_stored_once(
    dovecot: Dovecot, turn: Turn, monkeypatch: pytest.MonkeyPatch
) -> None:
    dovecot.deliver(answer_to(turn, message_id="<1@example.org>"))
    dovecot.deliver(answer_to(turn, message_id="<2@example.org>"))
    put_away, refused = ImapMailbox.set_done, list[str]()

    def refuse_the_first(mailbox: ImapMailbox, uid: str) -> None:
        if not refused:
            refused.append(uid)
            raise RuntimeError("no more room")
        put_away(mailbox, uid)

    monkeypatch.setattr(ImapMailbox, "set_done", refuse_the_first)
    look_once()
    assert (dovecot.mails(), dovecot.mails(DONE)) == (1, 1)
    look_once()
    assert (dovecot.mails(), dovecot.mails(DONE)) == (0, 2)
    assert IncomingMail.objects.count() == 2


def test_while_the_database_is_in_trouble_mails_stay_where_they_are(
    dovecot: Dovecot, turn: Turn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(poller, "FIRST_PAUSE_S", 0.01)
    dovecot.deliver(answer_to(turn))
    troubles = [OperationalError("away"), OperationalError("away")]

    def store_later(*arguments: object, **how: object) -> object:
        if troubles:
            raise troubles.pop()
        return feeder.store(*arguments, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(intake, "store", store_later)
    look_once()
    assert not troubles
    assert IncomingMail.objects.count() == 1
    assert (dovecot.mails(), dovecot.mails(DONE)) == (0, 1)


def test_a_mail_that_the_database_cannot_hold_is_put_aside_and_holds_up_no_other(
    dovecot: Dovecot, turn: Turn, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in (1, 2):
        dovecot.deliver(answer_to(turn, message_id=f"<{number}@example.org>"))

    def store_some(raw: bytes, **how: object) -> object:
        if b"<1@example.org>" in raw:
            raise DataError("a value that no column takes")
        return feeder.store(raw, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(intake, "store", store_some)
    look_once()
    assert [row.message_id for row in IncomingMail.objects.all()] == ["<2@example.org>"]
    assert (dovecot.mails(), dovecot.mails(DONE), dovecot.mails(REFUSED)) == (0, 1, 1)


def test_a_look_that_cannot_be_noted_is_no_lost_connection(
    dovecot: Dovecot, db: None, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nothing comes that the server could tell of.
    settings.IMAP_POLL_S = 0.05
    stopped, connections, looks = FewPauses(), list[object](), list[object]()

    def connect_and_count() -> object:
        connections.append(None)
        return open_mailbox()

    def cannot_be_noted() -> None:
        looks.append(None)
        if len(looks) == 2:
            stopped.set()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(poller, "open_mailbox", connect_and_count)
    Poller(stopped, cannot_be_noted).run()
    assert (len(looks), len(connections)) == (2, 1)


def test_the_poller_reads_only_while_the_mailbox_answers(
    dovecot: Dovecot, db: None, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped, seen = threading.Event(), list[bool]()
    reader = Poller(stopped, lambda: seen.append(reader.reads))

    def lose_it(_mailbox: ImapMailbox, _seconds: float, _stopped: threading.Event) -> None:
        settings.IMAP_MAILBOX = replace(mailbox_of(dovecot), password="wrong")
        raise ConnectionResetError

    def pause(_seconds: float) -> None:
        seen.append(reader.reads)
        if len(seen) == 3:
            stopped.set()

    monkeypatch.setattr(ImapMailbox, "wait", lose_it)
    monkeypatch.setattr(stopped, "wait", pause)
    assert not reader.reads
    reader.run()
    assert seen == [True, False, False]


def test_too_many_mails_wait_or_are_refused_as_the_listener_does_it(
    dovecot: Dovecot, turn: Turn, settings: Settings, one_moment: None
) -> None:
    settings.RATE_LIMITS_ON = True
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"mail to token": [(3, 3600)], "mail to person": [(2, 3600)]}
    for number in range(5):
        dovecot.deliver(answer_to(turn, message_id=f"<{number}@example.org>"))
    look_once()
    assert IncomingMail.objects.count() == 2
    assert (dovecot.mails(), dovecot.mails(DONE), dovecot.mails(REFUSED)) == (1, 2, 2)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("capability", ["", "IMAP4rev1 LITERAL+ UIDPLUS NAMESPACE"], ids=["IDLE", "no IDLE, no MOVE"])
def test_a_mail_is_fetched_soon_after_it_has_come(
    dovecot: Dovecot, turn: Turn, settings: Settings, capability: str
) -> None:
    if capability:
        settings.IMAP_POLL_S = 0.05
        dovecot.stop()
        dovecot.start(capability)
    try:
        with polling() as looks:
            for number in range(3):
                dovecot.deliver(answer_to(turn, message_id=f"<{number}@example.org>"))
                looks.wait_until(lambda number=number: dovecot.mails(DONE) > number)  # type: ignore[misc]
        assert (IncomingMail.objects.count(), dovecot.mails()) == (3, 0)
    finally:
        if capability:
            dovecot.stop()
            dovecot.start()


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_is_lost_is_made_again(
    dovecot: Dovecot, turn: Turn, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(poller, "FIRST_PAUSE_S", 0.01)
    # A mail that comes while IDLE begins may be announced in the same breath, and is found by the next look only.
    settings.IMAP_POLL_S = 2
    with polling() as looks:
        dovecot.stop()
        dovecot.start()
        dovecot.deliver(answer_to(turn))
        looks.wait_until(lambda: dovecot.mails(DONE) == 1)
    assert IncomingMail.objects.count() == 1


def test_pauses_grow_while_nobody_answers(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.IMAP_MAILBOX = Mailbox("imap", "127.0.0.1", 1, "x", "y")
    stopped, pauses = threading.Event(), list[float]()

    def wait(seconds: float) -> bool:
        pauses.append(seconds)
        if len(pauses) == 11:
            stopped.set()
        return stopped.is_set()

    monkeypatch.setattr(stopped, "wait", wait)
    Poller(stopped).run()
    assert pauses == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]


@pytest.mark.parametrize("scheme", ["imaps", "imap+tls", "imap"])
def test_it_connects_as_it_is_told(dovecot: Dovecot, turn: Turn, settings: Settings, scheme: str) -> None:
    settings.IMAP_MAILBOX = mailbox_of(dovecot, scheme)
    dovecot.deliver(answer_to(turn))
    look_once()
    assert IncomingMail.objects.count() == 1


@pytest.mark.parametrize("scheme", ["imaps", "imap+tls"])
def test_a_server_that_cannot_prove_its_name_gets_no_password(
    dovecot: Dovecot, db: None, settings: Settings, monkeypatch: pytest.MonkeyPatch, scheme: str
) -> None:
    settings.IMAP_MAILBOX = mailbox_of(dovecot, scheme)
    monkeypatch.delenv("SSL_CERT_FILE")
    stopped, logins = threading.Event(), dovecot.log().count("Info: Login:")
    monkeypatch.setattr(stopped, "wait", lambda _seconds: stopped.set())
    Poller(stopped, lambda: pytest.fail("it was believed")).run()
    assert dovecot.log().count("Info: Login:") == logins


def test_mails_that_were_put_away_are_deleted_when_the_site_forgets_them(
    dovecot: Dovecot, db: None, settings: Settings
) -> None:
    settings.KEEP_MAILS_DAYS, settings.KEEP_STRAY_MAILS_DAYS = 90, 7
    look_once()
    with dovecot.connected() as client:
        for folder in ("INBOX", DONE, REFUSED):
            for day in ("01-Jan-2020", "20-Nov-2035"):
                client.append(folder, r"(\Seen)", f'"{day} 10:00:00 +0000"', b"Subject: x\r\n\r\nx\r\n")
    look_once()
    assert [dovecot.mails(folder) for folder in ("INBOX", DONE, REFUSED)] == [2, 1, 1]


@pytest.mark.parametrize("name", ["Inbox", "INBOX"])
def test_mails_are_never_deleted_where_they_come_in(dovecot: Dovecot, db: None, settings: Settings, name: str) -> None:
    settings.IMAP_FOLDER = name
    with dovecot.connected() as client:
        client.append("INBOX", r"(\Seen)", '"01-Jan-2020 10:00:00 +0000"', b"Subject: x\r\n\r\nx\r\n")
    with open_mailbox() as mailbox:
        assert mailbox.forget("INBOX", date(2030, 1, 1)) == 0
    assert dovecot.mails() == 1


def test_the_check_of_the_mail_tells_whether_the_mailbox_can_be_read(
    dovecot: Dovecot, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    dovecot.deliver(b"Subject: x\r\n\r\nx\r\n")
    (found,) = self_check.check_mailbox()
    assert found.ok
    assert "says when a mail comes; mails that wait to be fetched: 1" in found.text
    settings.IMAP_MAILBOX = replace(mailbox_of(dovecot), password="wrong")
    (found,) = self_check.check_mailbox()
    assert found.ok is False
    assert "AUTHENTICATIONFAILED" in found.text
    # A site that has a mailbox may do without a listener.
    nobody, *_others = self_check.check_listener(f"127.0.0.1:{free_port()}")
    assert nobody.ok is None


# --- who wrote it ----------------------------------------------------------------------------------------------------

OF_THE_MAILBOX, OF_THE_LISTENER = "mx.mailbox.example", "mx.play.example"


@pytest.mark.parametrize(
    ("results", "status"),
    [
        ([f"{OF_THE_MAILBOX}; dmarc=pass header.from=example.org"], Status.DONE),
        ([f"{OF_THE_MAILBOX}; dmarc=fail header.from=example.org"], Status.HELD),
        # Under the name of the other server, which this mail never saw.
        (
            [
                f"{OF_THE_MAILBOX}; spf=fail smtp.mailfrom=example.org",
                f"{OF_THE_LISTENER}; dmarc=pass header.from=example.org",
            ],
            Status.HELD,
        ),
        # The sender's own words are below the server's.
        ([f"{OF_THE_MAILBOX}; dmarc=fail header.from=example.org", f"{OF_THE_MAILBOX}; dmarc=pass"], Status.HELD),
        ([f'{OF_THE_MAILBOX}; spf=fail smtp.mailfrom="x; dmarc=pass"@example.org'], Status.HELD),
    ],
)
def test_a_forged_sender_is_found_out_by_what_the_server_of_the_mailbox_says(
    dovecot: Dovecot, turn: Turn, game: Game, settings: Settings, results: list[str], status: str
) -> None:
    settings.MAIL_AUTHSERV_ID, settings.IMAP_AUTHSERV_ID = OF_THE_LISTENER, OF_THE_MAILBOX
    assert turn.seat.user is not None
    assert turn.seat.user.email.endswith("@example.org")
    lines = "".join(f"Authentication-Results: {result}\n" for result in results)
    dovecot.deliver(answer_to(turn, delivered=f"Return-Path: <x@evil.example>\n{lines}"))
    look_once()
    stored = IncomingMail.objects.get()
    inbox.read(stored.pk)
    stored.refresh_from_db()
    assert stored.status == status
    assert live_moves(game) == (["settler"] if status == Status.DONE else [])


def test_where_nobody_checks_senders_nothing_is_played_while_the_listener_s_server_checks_them(
    dovecot: Dovecot, turn: Turn, game: Game, settings: Settings
) -> None:
    settings.MAIL_AUTHSERV_ID, settings.IMAP_AUTHSERV_ID = OF_THE_LISTENER, ""
    dovecot.deliver(answer_to(turn, Authentication_Results=f"{OF_THE_LISTENER}; dmarc=pass"))
    look_once()
    stored = IncomingMail.objects.get()
    inbox.read(stored.pk)
    stored.refresh_from_db()
    assert stored.status == Status.HELD
    assert live_moves(game) == []


def test_a_mail_to_one_s_own_turn_cannot_be_delivered_to_another_s_by_a_header(
    dovecot: Dovecot, game: Game, turn: Turn, anna: User, bob: User
) -> None:
    """Whoever knows a reply address can write to it; what it plays is decided by who they are."""
    other = bob if turn.seat.user != bob else anna
    forged = answer_to(turn, sender=f"x <{other.email}>", delivered=f"X-Original-To: {reply_address(turn.token)}\n")
    dovecot.deliver(forged)
    look_once()
    stored = IncomingMail.objects.get()
    inbox.read(stored.pk)
    stored.refresh_from_db()
    assert "nothing played" in stored.outcome
    assert turn_of(game) == turn
    assert not Delivery.objects.filter(reason=f"mail:{stored.pk}", user=other).exists()


# --- the command -----------------------------------------------------------------------------------------------------

DIES_BEFORE_IT_PUTS_AWAY = """
import os, signal, sys
from django.core.management import execute_from_command_line
import django; django.setup()
from games.mail.imap_mailbox import ImapMailbox
ImapMailbox.set_done = lambda mailbox, uid: os.kill(os.getpid(), signal.SIGKILL)
execute_from_command_line(["manage.py", "poll_mail"])
"""


def test_a_poller_that_is_killed_after_it_has_stored_a_mail_stores_it_once(dovecot: Dovecot, tmp_path: Path) -> None:
    database = tmp_path / "prweb.sqlite3"
    prepared.sqlite(database)
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "prweb.settings",
        "PRWEB_PROFILE": "embedded",
        "PRWEB_VAR": str(tmp_path),
        "PRWEB_IMAP_URL": f"imaps://{quote(dovecot.USER, safe='')}@localhost:{dovecot.tls_port}",
        "PRWEB_IMAP_PASSWORD": dovecot.PASSWORD,
        "PYTHONUNBUFFERED": "1",
    }
    dovecot.deliver(b"Return-Path: <ann@example.org>\r\nTo: postmaster@prweb.localhost\r\n\r\nhello\r\n")

    killed = subprocess.run([sys.executable, "-c", DIES_BEFORE_IT_PUTS_AWAY], check=False, cwd=ROOT, env=environment)
    assert killed.returncode == -signal.SIGKILL
    assert (rows_of(database), dovecot.mails(), dovecot.mails(DONE)) == (1, 1, 0)

    command = [sys.executable, "manage.py", "poll_mail"]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert "Reading the mailbox" in process.stdout.readline()
        while not (tmp_path / "poll_mail").exists():
            assert process.poll() is None
            time.sleep(0.05)
        process.terminate()
        assert process.wait(60) == 0
    assert (rows_of(database), dovecot.mails(), dovecot.mails(DONE)) == (1, 0, 1)


def rows_of(database: Path) -> int:
    with closing(sqlite3.connect(database)) as opened:
        return int(opened.execute("select count(*) from games_incomingmail").fetchone()[0])


def test_without_a_mailbox_there_is_nothing_to_poll(settings: Settings) -> None:
    settings.IMAP_MAILBOX = None
    with pytest.raises(CommandError, match="PRWEB_IMAP_URL"):
        call_command("poll_mail")
