"""Which mails a game writes: exactly one for every turn that a person is asked."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from celery import current_app
from django.core.cache.backends.base import BaseCache
from django.utils import timezone
from pytest_django import Settings

from games.models import Delivery, Game, Move, Notification, Turn
from games.notifications import outbox
from games.nudge import DELIVER
from games.people.models import User
from tests.table.games import answer, bots_play, fresh, offers, opened, over, person_turn, play_on, player, turn_mails
from tests.web.pages import client_of

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


# --- while they look at the site ------------------------------------------------------------------------------------


def delay_of_next_mail(game: Game) -> timedelta:
    """How long the message of the next turn waits, as another person's answer opens it."""
    first = person_turn(game)
    asked = first
    while asked.seat_id == first.seat_id:
        answer(asked, offers(asked)[0])
        asked = person_turn(game)
    row = Delivery.objects.get(kind=Kind.TURN, turn=asked)
    return row.next_attempt_at - row.created_at


def other_than_mover(game: Game, *people: User) -> User:
    (other,) = (person for person in people if person != player(person_turn(game)))
    return other


@pytest.mark.parametrize("address", ["/turns/mine/", "/live/{game}/"])
def test_who_has_the_page_open_is_told_by_mail_only_if_they_do_not_answer_there(
    anna: User, bob: User, address: str
) -> None:
    game = opened(anna, bob)
    other = other_than_mover(game, anna, bob)
    assert client_of(other).get(address.format(game=game.pk)).status_code == 200
    assert delay_of_next_mail(game) == timedelta(minutes=2)


@pytest.mark.parametrize(("address", "seconds"), [("/turns/mine/?hidden", 0), ("/turns/mine/", 120)])
def test_a_page_that_nobody_looks_at_delays_nothing(anna: User, bob: User, address: str, seconds: int) -> None:
    """It is in the background, or was left."""
    game = opened(anna, bob)
    other = other_than_mover(game, anna, bob)
    assert client_of(other).get(address).status_code == 200
    with time_machine.travel(timezone.now() + timedelta(seconds=seconds)):
        assert delay_of_next_mail(game) == timedelta()


def test_without_the_cache_nobody_waits_and_no_page_fails(anna: User, bob: User, settings: Settings) -> None:
    settings.CACHES = {"default": {"BACKEND": "tests.table.test_outbox.CacheThatIsAway"}}
    game = opened(anna, bob)
    other = other_than_mover(game, anna, bob)
    assert client_of(other).get("/turns/mine/").status_code == 200
    assert delay_of_next_mail(game) == timedelta()


class CacheThatIsAway(BaseCache):
    """Whatever is asked of it fails."""

    def __init__(self, _location: str, params: dict[str, Any]) -> None:
        super().__init__(params)

    def get(self, *_given: Any, **_more: Any) -> Any:
        raise ConnectionError

    def set(self, *_given: Any, **_more: Any) -> None:
        raise ConnectionError

    def add(self, *_given: Any, **_more: Any) -> bool:
        raise ConnectionError
