"""Mails of one game to one person within an hour: what is too much is held and told in one mail later."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from smtplib import SMTPDataError

import pytest
import time_machine
from django.core import mail as outbox
from django.utils import timezone
from pytest_django import Settings

from games.mail import channel
from games.mail.message import send
from games.models import Delivery, Game, Notification, Turn
from games.notifications import delivery, pacing
from games.notifications.outbox import notify
from games.people.models import User
from tests.deliveries import delivery_of
from tests.mail.conftest import decide, turn_of

Kind, Status = Notification.Kind, Delivery.Status


@pytest.fixture(autouse=True)
def two_an_hour(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.MAILS_PER_GAME_AND_HOUR = 2
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    monkeypatch.setattr("games.mail.compose.picture_of", lambda _board: None)


def deliver_what_is_due() -> None:
    for pk in list(delivery.due().order_by("pk").values_list("pk", flat=True)):
        delivery.deliver(pk)


def mails_to(person: User) -> list[str]:
    return [str(mail.body) for mail in outbox.outbox if person.email in mail.to[0]]


def notice(person: User, game: Game, number: int) -> Delivery:
    content = {"topic": "a notice", "text": f"Notice number {number}."}
    return delivery_of(notify(Kind.NOTICE, f"test {number}", person=person, game=game, content=content))


def person_of(turn: Turn) -> User:
    assert turn.seat.user is not None
    return turn.seat.user


def test_what_is_more_than_an_hour_allows_is_told_in_one_mail_with_the_open_question(game: Game, turn: Turn) -> None:
    decide(turn, "builder", "pass")
    second = turn_of(game)
    person = person_of(second)
    for number in (1, 2, 3):
        notice(person, game, number)
    deliver_what_is_due()
    assert len(mails_to(person)) == 2
    held = Delivery.objects.filter(user=person, status=Status.PENDING)
    assert held.count() == 3
    assert all(row.attempts == 0 for row in held)
    with time_machine.travel(timezone.now() + timedelta(minutes=61)):
        deliver_what_is_due()
        deliver_what_is_due()
    assert len(mails_to(person)) <= 2 + 2
    text = " ".join(mails_to(person))
    assert all(f"Notice number {number}." in text for number in (1, 2, 3))
    assert not Delivery.objects.filter(user=person, status=Status.PENDING).exists()


def test_a_held_question_goes_first_and_takes_the_notices_with_it(game: Game, turn: Turn) -> None:
    person = person_of(turn)
    Delivery.objects.filter(kind=Kind.TURN).update(next_attempt_at=timezone.now() + timedelta(minutes=30))
    notice(person, game, 1)
    notice(person, game, 2)
    deliver_what_is_due()
    assert len(mails_to(person)) == 2
    with time_machine.travel(timezone.now() + timedelta(minutes=31)):
        deliver_what_is_due()
        assert len(mails_to(person)) == 2
        assert Delivery.objects.get(kind=Kind.TURN, user=person).status == Status.PENDING
    with time_machine.travel(timezone.now() + timedelta(minutes=61)):
        deliver_what_is_due()
        deliver_what_is_due()
    *_before, last = mails_to(person)
    assert len(mails_to(person)) == 3
    assert "Pick a role" in last or "settler" in last
    assert "Notice number 2." in last


def test_other_people_and_other_games_do_not_wait(game: Game, turn: Turn) -> None:
    for number in range(4):
        notice(person_of(turn), game, number)
    deliver_what_is_due()
    for seat in game.seats.exclude(pk=turn.seat_id):
        assert seat.user is not None
        assert len(mails_to(seat.user)) == 1


def test_a_question_is_told_while_half_of_its_time_is_left(game: Game, turn: Turn) -> None:
    person = person_of(turn)
    Delivery.objects.filter(kind=Kind.TURN).update(next_attempt_at=timezone.now() + timedelta(minutes=1))
    limit = timedelta(minutes=40)
    Turn.objects.filter(pk=turn.pk).update(due=timezone.now() + limit, time_given=limit)
    Game.objects.filter(pk=game.pk).update(turn_limit=limit)
    notice(person, game, 1)
    deliver_what_is_due()
    assert len(mails_to(person)) == 2
    with time_machine.travel(timezone.now() + timedelta(minutes=19)):
        deliver_what_is_due()
        assert len(mails_to(person)) == 2
    with time_machine.travel(timezone.now() + timedelta(minutes=21)):
        deliver_what_is_due()
        assert len(mails_to(person)) == 3


def test_who_plays_on_quickly_is_asked_as_quickly(game: Game, turn: Turn) -> None:
    person = person_of(turn)
    notice(person, game, 1)
    deliver_what_is_due()
    assert len(mails_to(person)) == 2
    decide(turn, "builder", "pass")
    for number in (2, 3, 4):
        notice(person, game, number)
    deliver_what_is_due()
    assert len(mails_to(person)) == 2 + 2


def test_notices_are_told_though_the_mail_that_took_them_in_never_went_out(
    game: Game, turn: Turn, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_mail: object) -> None:
        raise SMTPDataError(554, b"5.6.0 not this mail")

    _told_in_the_end(game, turn, lambda: monkeypatch.setattr("games.mail.channel.send", refused))


def test_notices_are_told_though_the_turn_was_answered_as_its_mail_was_written(
    game: Game, turn: Turn, monkeypatch: pytest.MonkeyPatch
) -> None:
    take = pacing.take_held_notices

    def answered_just_then(row: Delivery) -> None:
        take(row)
        Turn.objects.filter(pk=turn.pk).update(status=Turn.Status.CLOSED)

    _told_in_the_end(game, turn, lambda: monkeypatch.setattr(pacing, "take_held_notices", answered_just_then))


def _told_in_the_end(game: Game, turn: Turn, spoil: Callable[[], None]) -> None:
    """Of two notices one is held; the question would tell it, but does not go out."""
    person = person_of(turn)
    Delivery.objects.filter(kind=Kind.TURN).update(next_attempt_at=timezone.now() + timedelta(minutes=30))
    for number in (1, 2, 3):
        notice(person, game, number)
    deliver_what_is_due()
    assert "Notice number 3." not in " ".join(mails_to(person))
    start = timezone.now()
    with pytest.MonkeyPatch.context() as here, time_machine.travel(start + timedelta(minutes=61)):
        real = send, pacing.take_held_notices
        spoil()
        question = Delivery.objects.get(kind=Kind.TURN, user=person, status=Status.PENDING)
        delivery.deliver(question.pk)
        question.refresh_from_db()
        assert question.status in (Status.FAILED, Status.DROPPED)
        here.setattr(channel, "send", real[0])
        here.setattr(pacing, "take_held_notices", real[1])
        with time_machine.travel(start + timedelta(minutes=90)):
            deliver_what_is_due()
    text = " ".join(mails_to(person))
    assert [text.count(f"Notice number {number}.") for number in (1, 2, 3)] == [1, 1, 1]
    assert not Delivery.objects.filter(user=person, status=Status.PENDING).exists()


def test_notices_go_out_once_though_the_mail_that_tells_them_needs_a_second_try(
    game: Game, turn: Turn, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = person_of(turn)
    Delivery.objects.filter(kind=Kind.TURN).update(next_attempt_at=timezone.now() + timedelta(minutes=30))
    for number in (1, 2, 3):
        notice(person, game, number)
    deliver_what_is_due()
    start = timezone.now()
    with time_machine.travel(start + timedelta(minutes=61)):
        question = Delivery.objects.get(kind=Kind.TURN, user=person, status=Status.PENDING)
        with pytest.MonkeyPatch.context() as here:
            here.setattr(channel, "send", lambda _mail: (_ for _ in ()).throw(ConnectionRefusedError()))
            delivery.deliver(question.pk)
        Delivery.objects.filter(pk=question.pk).update(next_attempt_at=timezone.now())
        delivery.deliver(question.pk)
    with time_machine.travel(start + timedelta(minutes=90)):
        deliver_what_is_due()
    text = " ".join(mails_to(person))
    assert [text.count(f"Notice number {number}.") for number in (1, 2, 3)] == [1, 1, 1]
    assert Delivery.objects.get(pk=question.pk).status == Status.SENT


def test_a_question_of_a_bank_is_not_held_for_more_than_half_of_what_its_person_has(
    game: Game, turn: Turn, settings: Settings
) -> None:
    """The game gives little for each turn, and they have an hour left."""
    settings.MAILS_PER_GAME_AND_HOUR = 1
    Game.objects.filter(pk=game.pk).update(turn_limit=timedelta(minutes=1))
    now = timezone.now()
    Turn.objects.filter(pk=turn.pk).update(due=now + timedelta(hours=1), time_given=timedelta(hours=1))
    person = person_of(turn)
    Delivery.objects.filter(user=person).exclude(kind=Kind.TURN).update(status=Status.SENT, sent_at=now)
    (row,) = Delivery.objects.filter(user=person, kind=Kind.TURN)
    delivery.deliver(row.pk)
    row.refresh_from_db()
    assert row.status == Status.PENDING
    assert now < row.next_attempt_at <= now + timedelta(minutes=31)
