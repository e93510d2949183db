"""Which mails a game writes: exactly one for every turn that a person is asked."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest
from celery import current_app
from django.utils import timezone

from games.models import Delivery, Move, Notification, Turn
from games.notifications import outbox
from games.nudge import DELIVER
from games.people.models import User
from tests.table.games import answer, bots_play, fresh, opened, over, person_turn, play_on, player, turn_mails

pytestmark = pytest.mark.django_db
Kind = Notification.Kind


def turn_ids_of(user: User) -> set[int]:
    return set(Turn.objects.filter(seat__user=user).values_list("pk", flat=True))


def test_every_turn_of_a_person_who_answers_on_the_site_has_one_turn_mail(anna: User, bob: User) -> None:
    play_on(opened(anna, bob, bots=1), over)
    for person in (anna, bob):
        mails = turn_mails(person)
        assert {mail.turn_id for mail in mails} == turn_ids_of(person)
        assert len(mails) == len(turn_ids_of(person))


def test_a_turn_opened_by_ones_own_mail_is_asked_in_the_answer_to_it(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    # With two players whoever is last in a phase may also be the one who picks next.
    told_by_reply: set[int] = set()
    while len(told_by_reply) < 3:
        turn = person_turn(game)
        result = answer(turn, "1", source=Move.Source.MAIL)
        if result.next_turn_id not in (None, turn.pk):
            told_by_reply.add(result.next_turn_id)
    assert told_by_reply
    for person in (anna, bob):
        assert {mail.turn_id for mail in turn_mails(person)} == turn_ids_of(person) - told_by_reply


def test_the_mail_for_a_turn_that_follows_a_click_waits_a_little(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    following = None
    while following is None:
        turn = person_turn(game)
        result = answer(turn, "1")
        if result.next_turn_id not in (None, turn.pk):
            following = result.next_turn_id
    mail = Delivery.objects.get(turn_id=following)
    assert mail.next_attempt_at > timezone.now() + timedelta(minutes=1)


def test_a_turn_that_goes_on_is_not_mailed_again(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    answer(turn, "settler")
    assert len(turn_mails(player(turn))) == 1


def test_start_and_end_are_told_to_every_person_once(anna: User, bob: User) -> None:
    play_on(opened(anna, bob, bots=1), over)
    for kind in (Kind.START, Kind.END):
        assert sorted(Delivery.objects.filter(kind=kind).values_list("address", flat=True)) == [
            "anna@example.org",
            "bob@example.org",
        ]


def test_bots_get_no_mail(anna: User) -> None:
    game = opened(anna, bots=3)
    bots_play(game)
    assert set(Delivery.objects.values_list("address", flat=True)) == {"anna@example.org"}


def test_the_same_cause_writes_one_mail(anna: User, sent: list[str]) -> None:
    first = outbox.notify(Kind.NOTICE, "cause", person=anna)
    second = outbox.notify(Kind.NOTICE, "cause", person=anna)
    assert first == second
    assert sent == [DELIVER]


def test_a_broker_that_is_down_loses_no_move(
    anna: User,
    bob: User,
    monkeypatch: pytest.MonkeyPatch,
    sent: list[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    game = opened(anna, bob)

    def refuse(*_args: object, **_options: object) -> None:
        raise ConnectionError("no broker")

    monkeypatch.setattr(current_app, "send_task", refuse)
    with caplog.at_level(logging.WARNING, "games.nudge"):
        assert answer(person_turn(game), "settler", "take quarry").turn_closed
    assert fresh(game).plies == 2
    assert Delivery.objects.filter(turn=person_turn(game), status=Delivery.Status.PENDING).exists()
    assert "no broker" in caplog.text
