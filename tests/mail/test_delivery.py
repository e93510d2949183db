"""The outbox on its way to a real SMTP server: nothing lost, nothing twice unless a process dies in between."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import Message

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.utils import timezone
from pytest_django import Settings

from games.mail import channel
from games.mail.addresses import bounce_address, bounce_token, bounced_mail
from games.mail.compose import ComposedMail, compose
from games.mail.unsubscribe import mute
from games.models import Delivery, Game, MailAddress, Move, Notification, Turn
from games.notifications import delivery
from games.notifications.tasks import deliver
from games.people.models import User
from games.table.mail_addresses import find_undeliverable
from games.table.open_games import SeatPlan, fill_with_bots, open_game
from games.time_control import TimeControl
from tests.mail.conftest import arrive, decide, turn_of
from tests.servers import free_port

Status = Delivery.Status


class MailSink:
    """A mail server that keeps what it takes; `replies` are said before it takes anything more."""

    def __init__(self) -> None:
        self.taken: list[Message] = []
        self.recipients: list[str] = []
        self.replies: list[str] = []
        self.reply_to_recipient = ""
        self.senders: list[str | None] = []

    async def handle_RCPT(
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        if self.reply_to_recipient:
            return self.reply_to_recipient
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:
        if self.replies:
            return self.replies.pop(0)
        assert isinstance(envelope.content, bytes)
        self.taken.append(message_from_bytes(envelope.content, policy=policy.default))
        self.recipients += envelope.rcpt_tos
        self.senders.append(envelope.mail_from)
        return "250 OK"


@pytest.fixture
def sink(settings: Settings) -> Iterator[MailSink]:
    sink = MailSink()
    controller = Controller(sink, hostname="127.0.0.1", port=free_port())
    controller.start()
    settings.EMAIL_BACKEND = "prweb.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", controller.port
    yield sink
    controller.stop()


@pytest.fixture
def row(turn: Turn, monkeypatch: pytest.MonkeyPatch) -> Delivery:
    """The mail that asks the first turn; pictures are another matter."""
    monkeypatch.setattr("games.mail.compose.picture_of", lambda _board: None)
    return Delivery.objects.get(kind=Notification.Kind.TURN, turn=turn)


def again_later(row: Delivery) -> None:
    """Time passes: a stuck or postponed row is due."""
    past = timezone.now() - timedelta(days=1)
    Delivery.objects.filter(pk=row.pk).update(next_attempt_at=past, claimed_at=past)


def test_a_mail_reaches_its_recipient_and_is_marked(sink: MailSink, row: Delivery) -> None:
    delivery.deliver(row.pk)
    row.refresh_from_db()
    assert sink.recipients == [row.address]
    assert (row.status, row.attempts, row.subject) == (Status.SENT, 1, sink.taken[0]["Subject"])
    assert row.sent_at is not None
    assert "settler" in row.content["options"]


def test_a_mail_is_sent_once_however_often_it_is_told(sink: MailSink, row: Delivery) -> None:
    for _time in range(3):
        delivery.deliver(row.pk)
    assert len(sink.taken) == 1


def test_of_two_workers_one_sends(sink: MailSink, row: Delivery, monkeypatch: pytest.MonkeyPatch) -> None:
    def while_composing(claimed: Delivery) -> ComposedMail:
        delivery.deliver(row.pk)
        return compose(claimed)

    monkeypatch.setattr(channel, "compose", while_composing)
    delivery.deliver(row.pk)
    assert len(sink.taken) == 1


def test_a_refused_mail_is_tried_again_later_and_later_with_the_same_id(sink: MailSink, row: Delivery) -> None:
    sink.replies = ["451 4.3.0 not now", "452 4.2.2 full"]
    waits = []
    for _time in range(2):
        delivery.deliver(row.pk)
        row.refresh_from_db()
        assert row.status == Status.PENDING
        assert "45" in row.last_error
        waits.append(row.next_attempt_at - timezone.now())
        delivery.deliver(row.pk)
        again_later(row)
    assert timedelta() < waits[0] < waits[1]
    delivery.deliver(row.pk)
    row.refresh_from_db()
    assert (row.status, row.attempts, row.last_error) == (Status.SENT, 3, "")
    assert [mail["Message-ID"] for mail in sink.taken] == [row.message_id]


def test_after_many_attempts_a_mail_is_given_up_for_the_operator_to_see(
    sink: MailSink, row: Delivery, settings: Settings
) -> None:
    settings.MAIL_ATTEMPTS = 2
    sink.replies = ["451 4.3.0 not now"] * 5
    for _time in range(3):
        delivery.deliver(row.pk)
        again_later(row)
    row.refresh_from_db()
    assert (row.status, row.attempts) == (Status.FAILED, 2)
    assert "not now" in row.last_error


def test_an_unreachable_server_loses_no_mail(row: Delivery, settings: Settings) -> None:
    settings.EMAIL_BACKEND = "prweb.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    delivery.deliver(row.pk)
    row.refresh_from_db()
    assert row.status == Status.PENDING


def test_a_process_killed_between_acceptance_and_mark_sends_again_with_the_same_id(
    sink: MailSink, row: Delivery, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    def die(*_args: object, **_fields: object) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(delivery, "_mark", die)
        with pytest.raises(Killed):
            delivery.deliver(row.pk)
    delivery.deliver(row.pk)
    assert len(sink.taken) == 1
    again_later(row)
    assert row in delivery.due()
    delivery.deliver(row.pk)
    row.refresh_from_db()
    assert row.status == Status.SENT
    assert [mail["Message-ID"] for mail in sink.taken] == [row.message_id] * 2


def test_the_mail_of_a_turn_that_is_over_is_dropped(sink: MailSink, row: Delivery, turn: Turn) -> None:
    decide(turn, "settler", "take quarry")
    delivery.deliver(row.pk)
    row.refresh_from_db()
    assert (row.status, sink.taken) == (Status.DROPPED, [])


def test_a_muted_game_sends_no_turn_mails_but_answers_what_is_written(
    sink: MailSink, row: Delivery, turn: Turn, game: Game
) -> None:
    assert turn.seat.user is not None
    mute(turn.seat.user, game)
    delivery.deliver(row.pk)
    row.refresh_from_db()
    assert (row.status, row.last_error) == (Status.DROPPED, "muted")
    incoming = arrive(turn, "help")
    delivery.deliver(Delivery.objects.get(reason=f"mail:{incoming.pk}").pk)
    assert len(sink.taken) == 1


def test_an_invitation_that_no_longer_stands_is_dropped(sink: MailSink, anna: User) -> None:
    seats = [SeatPlan("me"), SeatPlan("invited", email="new@example.net"), SeatPlan("bot", level="random")]
    game = open_game(
        anna, name="", kind="puerto-rico", options={}, seats=seats, time_control=TimeControl(timedelta(days=1))
    )
    fill_with_bots(game.pk, anna, "random")
    row = Delivery.objects.get(kind=Notification.Kind.INVITATION)
    delivery.deliver(row.pk)
    row.refresh_from_db()
    assert (row.status, sink.taken) == (Status.DROPPED, [])


def test_a_board_that_cannot_be_drawn_does_not_hold_the_mail_up(
    sink: MailSink, turn: Turn, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_args: object) -> bytes:
        raise ValueError("no picture")

    monkeypatch.setattr("games.mail.drawing.mail_png", broken)
    delivery.deliver(Delivery.objects.get(kind=Notification.Kind.TURN, turn=turn).pk)
    assert [part.get_content_type() for part in sink.taken[0].walk()] == [
        "multipart/alternative",
        "text/plain",
        "text/html",
    ]


def test_whoever_is_nudged_sends_what_is_due_and_nothing_else(sink: MailSink, row: Delivery, game: Game) -> None:
    Delivery.objects.exclude(pk=row.pk).update(next_attempt_at=timezone.now() + timedelta(hours=1))
    assert list(delivery.due()) == [row]
    deliver()
    assert list(delivery.due()) == []
    assert len(sink.taken) == 1
    assert turn_of(game).status == Turn.Status.OPEN


def test_a_mail_that_kills_every_sender_is_given_up(sink: MailSink, row: Delivery, settings: Settings) -> None:
    Delivery.objects.filter(pk=row.pk).update(status=Status.SENDING, attempts=settings.MAIL_ATTEMPTS)
    again_later(row)
    delivery.deliver(row.pk)
    row.refresh_from_db()
    assert (row.status, sink.taken) == (Status.FAILED, [])


def test_numbers_of_a_mail_that_went_out_unmarked_mean_what_stood_there(
    sink: MailSink, row: Delivery, turn: Turn, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    def die(*_args: object, **_fields: object) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(delivery, "_mark", die)
        with pytest.raises(Killed):
            delivery.deliver(row.pk)
    arrive(turn, "settler")
    arrive(turn, "2", In_Reply_To=str(sink.taken[0]["Message-ID"]))
    assert [move.text for move in game.moves.filter(source=Move.Source.MAIL)] == ["settler"]


def test_nobody_s_mailbox_is_filled_by_invitations(sink: MailSink, anna: User, settings: Settings) -> None:
    settings.MAIL_INVITATIONS_PER_DAY = 2
    seats = [SeatPlan("me"), SeatPlan("invited", email="stranger@example.net")]
    for number in range(4):
        limit = timedelta(days=3)
        open_game(anna, name=f"{number}", kind="puerto-rico", options={}, seats=seats, time_control=TimeControl(limit))
    for row in Delivery.objects.filter(kind=Notification.Kind.INVITATION):
        delivery.deliver(row.pk)
    assert sink.recipients == ["stranger@example.net"] * 2
    assert Delivery.objects.filter(status=Status.DROPPED).count() == 2


@pytest.mark.parametrize("reply", ["550 5.1.1 no such user", "550 mailbox unavailable", "556 5.1.10 no mail here"])
def test_a_permanent_refusal_of_an_address_is_not_tried_again_and_no_more_mails_go_there(
    sink: MailSink, row: Delivery, turn: Turn, reply: str
) -> None:
    sink.reply_to_recipient = reply
    delivery.deliver(row.pk)
    row.refresh_from_db()
    assert row.status == Status.DROPPED
    assert row.last_error.startswith("undeliverable: ")
    sink.reply_to_recipient = ""
    start = Delivery.objects.get(kind=Notification.Kind.START, address=row.address)
    delivery.deliver(start.pk)
    start.refresh_from_db()
    assert (start.status, start.last_error, sink.taken) == (Status.DROPPED, row.last_error, [])
    other = Delivery.objects.filter(kind=Notification.Kind.START).exclude(address=row.address)[0]
    delivery.deliver(other.pk)
    assert sink.recipients == [other.address]


def test_an_address_that_the_server_refuses_behind_the_mail_is_marked_too(sink: MailSink, row: Delivery) -> None:
    sink.replies = ["550 5.1.1 nobody here"]
    delivery.deliver(row.pk)
    assert find_undeliverable(row.address) is not None


@pytest.mark.parametrize(
    "reply",
    [
        "554 5.7.1 Relay access denied",
        "550 relay not permitted",
        "550 5.7.26 blocked",
        "530 5.7.0 Sign in",
    ],
)
def test_a_server_that_refuses_us_marks_nobody_and_is_asked_again_much_later(
    sink: MailSink, row: Delivery, reply: str
) -> None:
    sink.reply_to_recipient = reply
    delivery.deliver(row.pk)
    row.refresh_from_db()
    assert row.status == Status.PENDING
    assert row.next_attempt_at > timezone.now() + timedelta(minutes=10)
    assert not MailAddress.objects.exists()


def test_a_mail_that_is_refused_for_what_it_is_is_given_up_at_once(sink: MailSink, row: Delivery) -> None:
    sink.replies = ["552 5.3.4 message too big"]
    delivery.deliver(row.pk)
    row.refresh_from_db()
    assert (row.status, row.attempts) == (Status.FAILED, 1)
    assert not MailAddress.objects.exists()


def test_a_full_mailbox_counts_and_marks_when_it_stays_full(sink: MailSink, row: Delivery, settings: Settings) -> None:
    settings.MAIL_SOFT_BOUNCES = 2
    sink.reply_to_recipient = "552 5.2.2 mailbox full"
    start = Delivery.objects.get(kind=Notification.Kind.START, address=row.address)
    delivery.deliver(row.pk)
    assert find_undeliverable(row.address) is None
    delivery.deliver(start.pk)
    assert find_undeliverable(row.address) is not None


def test_the_envelope_sender_of_every_mail_carries_its_signed_id(sink: MailSink, row: Delivery) -> None:
    delivery.deliver(row.pk)
    sender = sink.senders[0] or ""
    assert (sender, bounced_mail(bounce_token(sender) or "")) == (bounce_address(row.pk), row.pk)
    assert len(sender.partition("@")[0]) <= 64
    assert len(bounce_address(10**18 - 1).partition("@")[0]) <= 64
    assert sink.taken[0]["From"] == "prweb <prweb@prweb.localhost>"
