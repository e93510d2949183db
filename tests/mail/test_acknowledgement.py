"""What is written back about mails that may not be the person's own, and how often."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.utils import timezone

from games.mail import feeder, inbox
from games.models import Delivery, Game, Notification, Turn
from games.people.models import User
from tests.deliveries import content_of
from tests.mail.conftest import acknowledgement_of, arrive, decide, mail_of, texts, turn_of, written
from tests.table.games import player


def answers() -> int:
    return Delivery.objects.filter(kind=Notification.Kind.REPLY).count()


def test_mails_of_others_to_a_turn_are_told_of_once_a_day(turn: Turn) -> None:
    for number in range(3):
        arrive(turn, "settler", sender=f"mallory{number}@evil.example")
    assert answers() == 1
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        arrive(turn, "settler", sender="mallory@evil.example")
        assert answers() == 2


def test_the_persons_own_answer_is_acknowledged_however_many_came_from_others(game: Game, turn: Turn) -> None:
    for _mail in range(3):
        arrive(turn, "settler", sender="mallory@evil.example")
    assert content_of(acknowledgement_of(arrive(turn, "settler")))["done"] == ["settler"]


def test_mails_of_others_to_two_turns_are_told_of_once_for_each(game: Game, turn: Turn) -> None:
    arrive(turn, "settler", sender="mallory@evil.example")
    decide(turn, "settler", "take quarry")
    arrive(turn_of(game), "settler", sender="mallory@evil.example")
    assert answers() == 2


def test_mails_that_cannot_be_read_are_told_of_once_a_day(turn: Turn) -> None:
    for number in range(3):
        parts = b"".join(b"Content-Type: multipart/mixed; boundary=%d\n\n--%d\n" % (n, n) for n in range(100))
        raw = b"Message-ID: <%d@x>\n" % number + parts
        incoming, _created = feeder.store(raw, token=turn.token, sender="mallory@evil.example")
        inbox.read(incoming.pk)
    assert answers() == 1


def test_mails_to_no_turn_that_name_somebody_are_told_of_once_a_day(turn: Turn) -> None:
    for _mail in range(3):
        incoming, _created = feeder.store(written(turn, "settler").as_bytes(), token="a" * 26, sender="x@evil.example")
        inbox.read(incoming.pk)
    assert answers() == 1


@pytest.mark.parametrize("own", [True, False])
def test_a_mail_from_another_address_is_told_what_is_the_case_and_what_is_asked(
    game: Game, turn: Turn, own: bool
) -> None:
    person, sender = player(turn), "second@example.org"
    if own:
        EmailAddress.objects.create(user=person, email=sender, verified=False)
    mail = mail_of(acknowledgement_of(arrive(turn, "settler", sender=sender)))
    words = " ".join(mail.text.split())
    assert mail.subject == "[prweb A test] Nothing was played"
    assert words.startswith("Nothing was played. ")
    assert ("not confirmed it yet" in words) == own
    assert f"nswer from {person.email}" in words
    assert "It is not your turn now" not in words
    assert mail.options == tuple(texts(turn))
    assert mail.reply_to == f"reply+{turn.token}@prweb.localhost"


def test_an_address_that_somebody_else_has_not_confirmed_says_nothing_of_it(turn: Turn, david: User) -> None:
    EmailAddress.objects.create(user=david, email="theirs@example.org", verified=False)
    text = mail_of(acknowledgement_of(arrive(turn, "settler", sender="theirs@example.org"))).text
    assert "confirmed" not in text


def test_the_footer_says_of_numbers_what_holds(game: Game, turn: Turn) -> None:
    asking = mail_of(Delivery.objects.get(kind=Notification.Kind.TURN, turn=turn))
    for body in (asking.text, asking.html):
        words = " ".join(body.split())
        assert "on the first line a number from its list or a move, on further lines moves" in words
        assert "resign yes" not in words
    refused = content_of(acknowledgement_of(arrive(turn, "settler\n1")))["failed"]
    assert "first line" in refused["reason"]
