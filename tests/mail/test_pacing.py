"""Mails of one game to one person within an hour: what is too much is held and told in one mail later."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.core import mail as outbox
from django.utils import timezone
from pytest_django import Settings

from games.mail import delivery
from games.models import Game, OutgoingMail, Turn
from games.table.outbox import write
from prweb.accounts.models import User
from tests.mail.conftest import decide, turn_of

Kind, Status = OutgoingMail.Kind, OutgoingMail.Status


@pytest.fixture(autouse=True)
def two_an_hour(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.MAILS_PER_GAME_AND_HOUR = 2
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    monkeypatch.setattr("games.mail.letters.picture_of", lambda _board: None)


def deliver_what_is_due() -> None:
    for pk in list(delivery.due().order_by("pk").values_list("pk", flat=True)):
        delivery.deliver(pk)


def mails_to(person: User) -> list[str]:
    return [str(mail.body) for mail in outbox.outbox if person.email in mail.to[0]]


def notice(person: User, game: Game, number: int) -> OutgoingMail:
    told = {"topic": "a notice", "text": f"Notice number {number}."}
    return write(Kind.NOTICE, f"test {number}", person.email, user=person, game=game, content=told)


def asked(turn: Turn) -> User:
    assert turn.seat.user is not None
    return turn.seat.user


def test_what_is_more_than_an_hour_allows_is_told_in_one_mail_with_the_open_question(game: Game, turn: Turn) -> None:
    decide(turn, "builder", "pass")
    second = turn_of(game)
    person = asked(second)
    for number in (1, 2, 3):
        notice(person, game, number)
    deliver_what_is_due()
    assert len(mails_to(person)) == 2
    held = OutgoingMail.objects.filter(user=person, status=Status.PENDING)
    assert held.count() == 3
    assert all(row.attempts == 0 for row in held)
    with time_machine.travel(timezone.now() + timedelta(minutes=61)):
        deliver_what_is_due()
        deliver_what_is_due()
    assert len(mails_to(person)) <= 2 + 2
    told = " ".join(mails_to(person))
    assert all(f"Notice number {number}." in told for number in (1, 2, 3))
    assert not OutgoingMail.objects.filter(user=person, status=Status.PENDING).exists()


def test_a_held_question_goes_first_and_takes_the_notices_with_it(game: Game, turn: Turn) -> None:
    person = asked(turn)
    OutgoingMail.objects.filter(kind=Kind.TURN).update(next_attempt_at=timezone.now() + timedelta(minutes=30))
    notice(person, game, 1)
    notice(person, game, 2)
    deliver_what_is_due()
    assert len(mails_to(person)) == 2
    with time_machine.travel(timezone.now() + timedelta(minutes=31)):
        deliver_what_is_due()
        assert len(mails_to(person)) == 2
        assert OutgoingMail.objects.get(kind=Kind.TURN, user=person).status == Status.PENDING
    with time_machine.travel(timezone.now() + timedelta(minutes=61)):
        deliver_what_is_due()
        deliver_what_is_due()
    *_before, last = mails_to(person)
    assert len(mails_to(person)) == 3
    assert "Pick a role" in last or "settler" in last
    assert "Notice number 2." in last


def test_other_people_and_other_games_do_not_wait(game: Game, turn: Turn) -> None:
    for number in range(4):
        notice(asked(turn), game, number)
    deliver_what_is_due()
    for seat in game.seats.exclude(pk=turn.seat_id):
        assert seat.user is not None
        assert len(mails_to(seat.user)) == 1


def test_a_question_is_told_while_half_of_its_time_is_left(game: Game, turn: Turn) -> None:
    person = asked(turn)
    OutgoingMail.objects.filter(kind=Kind.TURN).update(next_attempt_at=timezone.now() + timedelta(minutes=1))
    Turn.objects.filter(pk=turn.pk).update(deadline=timezone.now() + timedelta(minutes=40))
    Game.objects.filter(pk=game.pk).update(turn_limit=timedelta(minutes=40))
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
    person = asked(turn)
    notice(person, game, 1)
    deliver_what_is_due()
    assert len(mails_to(person)) == 2
    decide(turn, "builder", "pass")
    for number in (2, 3, 4):
        notice(person, game, number)
    deliver_what_is_due()
    assert len(mails_to(person)) == 2 + 2
