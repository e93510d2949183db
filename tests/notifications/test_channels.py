"""A second channel beside mail: registering it is all that the rest of the project needs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core import mail
from django.utils import timezone

from games.models import Delivery, Game, Notification, Turn
from games.notifications import channels, delivery, outbox
from games.people.models import User
from games.table import takeback
from games.table.moderation.abort import abort
from games.table.pausing import pause, resume
from tests.mail.conftest import arrive
from tests.notifications.bulletin import BoardIsFull, BoardIsGone, BulletinChannel
from tests.table.games import answer, fresh, offers, opened, person_turn, player
from tests.table.planned_games import early_turn

pytestmark = pytest.mark.django_db

Kind, Status = Notification.Kind, Delivery.Status


@pytest.fixture
def board() -> Iterator[BulletinChannel]:
    channel = BulletinChannel()
    with channels.registered(channel):
        yield channel


@pytest.fixture
def game(board: BulletinChannel, anna: User, bob: User) -> Game:
    return opened(anna, bob)


@pytest.fixture
def question(game: Game) -> Delivery:
    """The delivery that asks for the open turn on the board."""
    return Delivery.objects.get(channel="bulletin", turn=person_turn(game))


def attempt(row: Delivery) -> Delivery:
    Delivery.objects.filter(pk=row.pk, status=Status.PENDING).update(next_attempt_at=timezone.now())
    delivery.deliver(row.pk)
    row.refresh_from_db()
    return row


def test_a_turn_is_told_once_by_each_channel(game: Game, board: BulletinChannel, question: Delivery) -> None:
    turn = person_turn(game)
    (notification,) = Notification.objects.filter(kind=Kind.TURN, turn=turn)
    assert question.notification == notification
    assert set(notification.deliveries.values_list("channel", "address")) == {
        ("mail", player(turn).email),
        ("bulletin", f"board-{player(turn).username}"),
    }
    for _time in range(2):
        for row in delivery.due():
            delivery.deliver(row.pk)
    question.refresh_from_db()
    address, message_id, text = board.posted[-1]
    assert (address, message_id, text) == (question.address, question.message_id, "A test: your turn")
    assert (question.status, question.provider_id, question.subject) == (Status.SENT, "note 3", "A test")
    assert len(board.posted) == len(mail.outbox) == 3, "two are told of the start, one is asked"


def test_what_may_pass_is_tried_again_under_the_same_id(board: BulletinChannel, question: Delivery) -> None:
    board.errors = [BoardIsFull("no room")]
    row = attempt(question)
    assert (row.status, row.failure, row.attempts) == (Status.PENDING, Delivery.Failure.TEMPORARY, 1)
    assert "no room" in row.last_error
    assert row.next_attempt_at > timezone.now()
    row = attempt(question)
    assert (row.status, row.failure, row.last_error) == (Status.SENT, "", "")
    assert [message_id for _address, message_id, _text in board.posted] == [question.message_id]


def test_what_will_not_pass_is_given_up_and_the_other_channel_goes_on(
    board: BulletinChannel, question: Delivery
) -> None:
    board.errors = [BoardIsGone()]
    row = attempt(question)
    assert (row.status, row.failure) == (Status.FAILED, Delivery.Failure.PERMANENT)
    assert row.last_error == "the board is gone"
    by_mail = Delivery.objects.get(channel="mail", notification=question.notification)
    assert attempt(by_mail).status == Status.SENT


def test_what_is_over_is_told_by_no_channel(game: Game, board: BulletinChannel, question: Delivery) -> None:
    answer(person_turn(game), "captain")
    row = attempt(question)
    assert (row.status, row.last_error) == (Status.DROPPED, "the turn is not open any more")
    assert not any("your turn" in text for _address, _id, text in board.posted)


def test_what_is_pending_is_dropped_and_sent_again_for_all_channels(game: Game) -> None:
    first = person_turn(game)
    answer(first, "captain")
    for row in Delivery.objects.filter(turn=first, kind=Kind.TURN):
        assert attempt(row).status == Status.DROPPED
    later = Delivery.objects.filter(
        turn__in=game.turns.filter(status=Turn.Status.OPEN, early=False).exclude(pk=first.pk)
    )
    waiting = later.filter(kind=Kind.TURN, status=Status.PENDING)
    assert set(waiting.values_list("channel", flat=True)) == {"mail", "bulletin"}
    ids = set(waiting.values_list("pk", flat=True))
    takeback.undo(game.pk, player(first))
    assert set(Delivery.objects.filter(pk__in=ids).values_list("status", flat=True)) == {Status.DROPPED}
    again = Delivery.objects.filter(turn=first, kind=Kind.TURN, status=Status.PENDING)
    assert set(again.values_list("channel", flat=True)) == {"mail", "bulletin"}
    abort(game.pk, None, "a fire")
    assert not Delivery.objects.filter(game=game, status=Status.PENDING).exclude(kind=Kind.NOTICE).exists()


def test_after_a_pause_each_channel_asks_again(game: Game) -> None:
    turn = person_turn(game)
    pause(game.pk, None, "a question")
    for row in delivery.due():
        delivery.deliver(row.pk)
    told = Delivery.objects.filter(turn=turn, kind=Kind.TURN)
    assert list(told.values_list("status", flat=True)) == [Status.DROPPED] * 2
    resume(game.pk, None, "answered")
    assert list(told.values_list("status", flat=True)) == [Status.PENDING] * 2


def test_an_end_that_was_taken_back_can_be_told_again_by_each_channel(game: Game) -> None:
    seat = game.seats.select_related("user").all()[0]
    first = outbox.notify_end(seat)
    outbox.free_end_cause(game)
    second = outbox.notify_end(seat)
    assert first is not None
    assert second is not None
    assert first != second
    assert {row.channel for row in second.deliveries.all()} == {"mail", "bulletin"}


def test_a_channel_that_has_told_of_a_plan_tells_that_the_game_waits_though_another_is_late(
    board: BulletinChannel, anna: User, bob: User, chris: User
) -> None:
    game = opened(anna, bob, chris)
    answer(person_turn(game), "settler")
    turn = early_turn(fresh(game))
    early = Delivery.objects.filter(turn=turn)
    early.filter(channel="bulletin").update(status=Status.SENT, sent_at=timezone.now())
    mover = person_turn(game)
    answer(mover, next(line for line in offers(mover) if line.startswith("take")))
    assert sorted(Delivery.objects.filter(turn=turn).values_list("channel", "status")) == [
        ("bulletin", Status.PENDING),
        ("bulletin", Status.SENT),
        ("mail", Status.PENDING),
    ]


def test_a_reply_to_a_mail_goes_by_mail_alone(game: Game) -> None:
    arrive(person_turn(game), "help")
    assert [row.channel for row in Delivery.objects.filter(kind=Kind.REPLY)] == ["mail"]


def test_a_row_of_a_channel_that_is_gone_is_given_up_with_words(question: Delivery) -> None:
    Delivery.objects.filter(pk=question.pk).update(channel="pigeon")
    row = attempt(question)
    assert (row.status, row.last_error) == (Status.FAILED, "no channel pigeon")
