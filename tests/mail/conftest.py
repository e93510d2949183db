"""A game between people, and mails to and from them."""

from __future__ import annotations

from email.message import EmailMessage
from itertools import count
from typing import cast

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives

from games.mail import feeder, inbox
from games.mail.compose import ComposedMail, compose
from games.models import Delivery, Game, IncomingMail, Move, Notification, Turn
from games.notifications import delivery
from games.people.models import User
from games.table import playing, queries
from tests.table.games import opened

_numbers = count(1)


@pytest.fixture
def game(anna: User, bob: User, chris: User) -> Game:
    """A running game of three people."""
    return opened(anna, bob, chris)


@pytest.fixture
def turn(game: Game) -> Turn:
    """The turn that is open at the start: to pick a role."""
    return turn_of(game)


def turn_of(game: Game) -> Turn:
    """The turn whose time has come."""
    return game.turns.select_related("seat__user", "game").get(
        status=Turn.Status.OPEN, early=False, ahead_of_turn=False
    )


def written(turn: Turn, words: str, *, sender: str = "", message_id: str = "", **headers: str) -> EmailMessage:
    """An answer to a turn as a mail program makes it; by default from the turn's person."""
    person = turn.seat.user
    assert person is not None
    message = EmailMessage()
    message["From"] = sender or f"{person.username} <{person.email}>"
    message["To"] = f"reply+{turn.token}@prweb.localhost"
    message["Subject"] = "Re: [prweb A test]"
    message["Message-ID"] = message_id or f"<{next(_numbers)}@example.org>"
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(words)
    return message


def arrive(turn: Turn, words: str, *, envelope_sender: str | None = None, **how: str) -> IncomingMail:
    """The answer comes in and is read."""
    message = written(turn, words, **how)
    person = turn.seat.user
    assert person is not None
    sender = person.email if envelope_sender is None else envelope_sender
    incoming, _created = feeder.store(message.as_bytes(), token=turn.token, sender=sender)
    inbox.read(incoming.pk)
    incoming.refresh_from_db()
    return incoming


def delivered() -> list[EmailMultiAlternatives]:
    """The worker passes: what is due goes out. All mails that went out so far."""
    for row in delivery.due():
        delivery.deliver(row.pk)
    return cast(list[EmailMultiAlternatives], mail.outbox)


def acknowledgement_of(incoming: IncomingMail) -> Delivery:
    """What we write back."""
    return Delivery.objects.get(kind=Notification.Kind.REPLY, reason=f"mail:{incoming.pk}")


def decide(turn: Turn, *lines: str) -> None:
    """The turn's person decides on the site; without lines: the first option that does something."""
    offers = texts(turn)
    chosen = list(lines) or [next((text for text in offers if text != "pass"), offers[0])]
    answer = playing.play(turn.pk, chosen, by=turn.seat.user, source=Move.Source.WEB, key=f"web{next(_numbers)}")
    assert answer.failed is None


def texts(turn: Turn) -> list[str]:
    return [offer.text for offer in queries.question_for(turn).offers]


def live_moves(game: Game) -> list[str]:
    return [move.text for move in game.moves.filter(undone_at=None, source=Move.Source.MAIL).order_by("ply")]


def mail_of(row: Delivery) -> ComposedMail:
    """What a row says, without the picture, which takes a second to draw."""
    return compose(row, pictures=False)
