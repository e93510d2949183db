"""Acknowledgements: what we write back about an answer by mail, as the outbox keeps it.

They are limited, so that nobody can fill a mailbox by writing to us.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from typing import Any, Final

from cattrs import Converter
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override
from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models.mail import IncomingMail
from games.models.notifications import Delivery, Notification
from games.models.turns import Turn
from games.notifications import outbox
from games.notifications.timing import Presence
from games.people.models import User
from games.table.answers import Failure
from games.table.history import lock_turn


class MailKind(StrEnum):
    """What kind of mail is acknowledged. Mails that may not be the person's own are acknowledged a few times a day."""

    OWN = ""
    FOREIGN = "foreign"
    """It came from another address than the person's."""
    UNREADABLE = "unreadable"
    LATE = "late"
    """It came to a token that has no power any more."""
    UNPROVEN = "unproven"
    """The receiving mail server says that its sender is forged."""


MAX_PER_TURN_AND_DAY: Final[Mapping[MailKind, int]] = {
    MailKind.FOREIGN: 1,
    MailKind.UNREADABLE: 1,
    MailKind.LATE: 3,
    MailKind.UNPROVEN: 3,
}
"""How many mails of a kind to one turn are acknowledged within a day."""


@dataclass
class Acknowledgement:
    """The result of a mail, filled while its commands run. It is stored as JSON (_STORED_NAMES)."""

    in_reply_to: str
    """The Message-ID of the mail."""
    turn: int | None = None
    """The turn whose token the mail came to."""
    mail_kind: str = MailKind.OWN
    headline: str = ""
    """The result in a few words, if it does not follow from the other fields."""
    done: list[str] = field(default_factory=list)
    """The moves that were played."""
    ahead: bool = False
    """The moves are deferred: they are played when their time comes."""
    planned: list[str] = field(default_factory=list)
    """The lines of the plan that is kept now."""
    next_pick: list[str] = field(default_factory=list)
    """What is to be picked the next time, as lines, if the mail said so."""
    orders: list[str] = field(default_factory=list)
    """The standing orders that hold now, if the mail has given one."""
    gone: list[str] = field(default_factory=list)
    """Lines of a plan that are left out, because they are not possible any more."""
    notes: list[str] = field(default_factory=list)
    """Sentences about everything else that was done or refused."""
    failed: Failure | None = None
    not_tried: list[str] = field(default_factory=list)
    happened: list[str] = field(default_factory=list)
    """Sentences: what happened after a turn that was over already, or what the answer led to if no turn is open."""
    show: list[str] = field(default_factory=list)
    """The topics that the mail asked for: "help", "board", "moves"."""
    open_turn: int | None = None
    """The turn of the person that is open now."""
    asks_question: bool = False
    """The answer opened that turn, so this mail asks its question."""
    code: int | None = None
    """The ResignationCode that this mail tells."""
    held: list[str] = field(default_factory=list)
    """Lines that are not played before the person clicks on the link (games.mail.held_mails)."""
    link: list[int] = field(default_factory=list)
    """What the link is made of."""
    last_today: bool = False
    """No more acknowledgements are sent today."""

    def to_json(self) -> dict[str, Any]:
        stored: dict[str, Any] = _CONVERTER.unstructure(self)
        return stored

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Acknowledgement:
        """What a later release stored besides is left out."""
        return _CONVERTER.structure(stored, cls)

    def fail(self, line: str, reason: str, legal: tuple[str, ...] = ()) -> None:
        self.failed = Failure(line, reason, legal)


_STORED_NAMES: Final = {"mail_kind": "about", "open_turn": "asks", "asks_question": "asks_anew"}
"""Where the JSON has another name for a field."""
_CONVERTER: Final = Converter()
_OVERRIDES: Final[dict[str, Any]] = {name: override(rename=stored) for name, stored in _STORED_NAMES.items()}
_CONVERTER.register_structure_hook(Acknowledgement, make_dict_structure_fn(Acknowledgement, _CONVERTER, **_OVERRIDES))
_CONVERTER.register_unstructure_hook(
    Acknowledgement, make_dict_unstructure_fn(Acknowledgement, _CONVERTER, **_OVERRIDES)
)


def acknowledge(incoming: IncomingMail, turn: Turn | None, person: User, acknowledgement: Acknowledgement) -> None:
    """Write an acknowledgement to the person's own address, in the transaction in which the answer was played.

    turn: the turn that the mail answered; None if its token is unknown. Over the daily limits nothing is written; then
    a turn that this answer opened gets a mail of its own.
    """
    left = answers_left_today(person.email)
    asked = (
        Turn.objects.filter(pk=acknowledgement.open_turn).first()
        if acknowledgement.open_turn and acknowledgement.asks_question
        else None
    )
    if left <= 0 or _is_over_limit(turn, person, acknowledgement):
        if asked is not None:
            outbox.notify_waiting(asked, f"{asked.pk}:answered:{incoming.pk}", Presence.AWAY)
        return
    acknowledgement.last_today = left == 1
    outbox.notify(
        Notification.Kind.REPLY,
        f"mail:{incoming.pk}",
        person=person,
        address=person.email,
        game=turn.game if turn else None,
        seat=turn.seat if turn else None,
        turn=asked,
        content=acknowledgement.to_json(),
    )


def answers_left_today(address: str) -> int:
    """How many more acknowledgements an address gets today: two mail programs must not answer each other for ever."""
    return max(0, int(settings.MAIL_ANSWERS_PER_DAY) - _written_today(address).count())


def _is_over_limit(turn: Turn | None, person: User, acknowledgement: Acknowledgement) -> bool:
    """Whether there were enough acknowledgements of this kind, for mails that may be anybody's, within a day."""
    if acknowledgement.mail_kind == MailKind.OWN:
        return False
    if turn is not None:
        # If two mails are read at once, the second waits, so that the first is counted.
        lock_turn(turn)
    alike = Q(notification__content__about=acknowledgement.mail_kind, notification__content__turn=acknowledgement.turn)
    # Of the release before.
    alike |= Q(notification=None, content__about=acknowledgement.mail_kind, content__turn=acknowledgement.turn)
    return (
        _written_today(person.email).filter(alike).count() >= MAX_PER_TURN_AND_DAY[MailKind(acknowledgement.mail_kind)]
    )


def _written_today(address: str) -> QuerySet[Delivery]:
    since = timezone.now() - timedelta(days=1)
    return Delivery.objects.filter(kind=Notification.Kind.REPLY, address=address, created_at__gte=since)
