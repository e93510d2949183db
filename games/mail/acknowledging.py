"""Writes back what became of an answer, within bounds: nobody's mailbox can be filled by writing to us."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from games.mail.acknowledgement import MAX_PER_TURN_AND_DAY, About, Acknowledgement
from games.models.mail import IncomingMail, OutgoingMail
from games.models.turns import Turn
from games.people.models import User
from games.table import outbox
from games.table.history import lock_turn


def acknowledge(incoming: IncomingMail, turn: Turn | None, person: User, said: Acknowledgement) -> None:
    """Write back to the person's own address, in the transaction in which the answer was played.

    turn: that the answer came to; None: to none that there is. Past the daily bounds nothing is written back; a turn
    that this answer opened is asked by a mail of its own then.
    """
    left = answers_left_today(person.email)
    asked = Turn.objects.filter(pk=said.asks).first() if said.asks and said.asks_anew else None
    if left <= 0 or _is_over_limit(turn, person, said):
        if asked is not None:
            outbox.turn_mail(asked)
        return
    said.last_today = left == 1
    outbox.write(
        OutgoingMail.Kind.REPLY,
        f"mail:{incoming.pk}",
        person.email,
        user=person,
        game=turn.game if turn else None,
        seat=turn.seat if turn else None,
        turn=asked,
        content=said.to_json(),
    )


def answers_left_today(address: str) -> int:
    """How many more answers an address gets today: two mail programs must not talk to each other for ever."""
    return max(0, int(settings.MAIL_ANSWERS_PER_DAY) - _written_today(address).count())


def _is_over_limit(turn: Turn | None, person: User, said: Acknowledgement) -> bool:
    """Whether mails of this kind, which may be anybody's, were written back about often enough within a day."""
    if said.about == About.OWN:
        return False
    if turn is not None:
        # Of two mails that are read at once the second has to wait, so that it is counted behind the first.
        lock_turn(turn)
    alike = _written_today(person.email).filter(content__about=said.about, content__turn=said.turn)
    return alike.count() >= MAX_PER_TURN_AND_DAY[About(said.about)]


def _written_today(address: str) -> QuerySet[OutgoingMail]:
    since = timezone.now() - timedelta(days=1)
    return OutgoingMail.objects.filter(kind=OutgoingMail.Kind.REPLY, recipient=address, created_at__gte=since)
