"""Thousands of broken and hostile mails, through the same code as any mail: each has one outcome, none does harm."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator

import pytest
from allauth.account.models import EmailAddress
from django.db import transaction

from games.mail import feeder, inbox
from games.mail.message import build_message
from games.models import Delivery, IncomingMail, Move, Notification, Seat, Turn
from games.people.models import User
from games.staff.redaction import readable_mail
from tests.hostile.mutations import MUTATIONS, Addressed, Hostile, hostile_mail
from tests.mail.conftest import mail_of, turn_of
from tests.table.games import opened

MAILS = int(os.environ.get("PRWEB_HOSTILE_MAILS", "800"))
FIRST_SEED = int(os.environ.get("PRWEB_HOSTILE_SEED", "0"))
CHUNK = 200
ACKNOWLEDGED_EVERY = 20
"""Of so many answers one is composed too: that takes longer than all the rest."""

Status = IncomingMail.Status


@pytest.fixture
def to(anna: User, bob: User, chris: User) -> Addressed:
    """A running game of three; its first turn is what the mails answer."""
    game = opened(anna, bob, chris)
    turn = turn_of(game)
    people = {user.email for user in (anna, bob, chris)}
    assert turn.seat.user is not None
    other = Turn.objects.create(
        game=game,
        seat=Seat.objects.filter(game=game).exclude(pk=turn.seat_id).earliest("pk"),
        phase=0,
        stage="role",
        status=Turn.Status.CLOSED,
        first_ply=0,
        opened_at=turn.opened_at,
    )
    return Addressed(turn.token, turn.seat.user.email, sorted(people - {turn.seat.user.email}), other.token)


def outcomes(first: int, to: Addressed) -> Iterator[tuple[Hostile, IncomingMail]]:
    """Each mail in front of the same game: what it did is undone before the next comes."""
    for seed in range(first, first + CHUNK):
        mail = hostile_mail(seed, to)
        with transaction.atomic():
            stored, _created = feeder.store(mail.raw, token=mail.token, sender=mail.sender)
            inbox.read(stored.pk)
            stored.refresh_from_db(fields=["status", "outcome", "attempts"])
            yield mail, stored
            transaction.set_rollback(True)


@pytest.mark.parametrize("first", range(FIRST_SEED, FIRST_SEED + MAILS, CHUNK))
def test_whatever_comes_has_one_outcome_and_plays_nothing_that_was_not_typed(
    first: int, to: Addressed, caplog: pytest.LogCaptureFixture
) -> None:
    known = set(EmailAddress.objects.values_list("email", flat=True))
    asked_before = Delivery.objects.count()
    complaints: list[str] = []
    for mail, stored in outcomes(first, to):
        complaints += (f"{mail.made_by}: {what}" for what in harm(mail, stored, known))
        if Delivery.objects.count() > asked_before and mail.silent:
            complaints.append(f"{mail.made_by}: something was written")
    assert complaints == []
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []


def harm(mail: Hostile, stored: IncomingMail, known: set[str]) -> Iterator[str]:
    """What is wrong about what became of a mail."""
    if stored.status not in (Status.DONE, Status.IGNORED, Status.FAILED) or stored.attempts != 1:
        yield f"not dealt with at once: {stored.status}"
    if not stored.outcome or not stored.outcome.isprintable():
        yield f"an outcome that cannot be read: {stored.outcome!r}"
    played = set(Move.objects.filter(source=Move.Source.MAIL).values_list("text", flat=True))
    if not played <= mail.may_play:
        yield f"it played {played}"
    if Seat.objects.exclude(caretaker="").exists():
        yield "somebody resigned"
    answers = list(Delivery.objects.filter(kind=Notification.Kind.REPLY))
    if stored.status == Status.DONE and len(answers) != 1:
        yield f"{len(answers)} answers"
    if stored.status == Status.IGNORED and answers:
        yield "a robot was answered"
    if not {answer.address for answer in answers} <= known:
        yield "somebody unknown was answered"
    if answers and stored.pk % ACKNOWLEDGED_EVERY == 0 and b"victim@example.com" in head_of(answers[0]):
        yield "a header was injected"


def head_of(answer: Delivery) -> bytes:
    return build_message(answer, mail_of(answer)).message().as_bytes().partition(b"\n\n")[0]


def test_every_way_to_be_hostile_is_tried_often_enough() -> None:
    assert MAILS / len(MUTATIONS) >= 20


def test_the_same_seed_makes_the_same_mail(to: Addressed) -> None:
    assert [hostile_mail(seed, to).raw for seed in range(60)] == [hostile_mail(seed, to).raw for seed in range(60)]


def test_staff_can_look_at_any_of_them(to: Addressed) -> None:
    for seed in range(FIRST_SEED, FIRST_SEED + 4 * len(MUTATIONS)):
        mail = hostile_mail(seed, to)
        read = readable_mail(mail.raw, [mail.token])
        assert mail.token not in str(read)
