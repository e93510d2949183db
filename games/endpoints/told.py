"""What a message elsewhere says: which game, and what is asked in two words.

It is never more than everybody at the table sees, and of what was said there only by whom: a locked screen is read by
others, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.endpoints.without_mail import without_mail
from games.models import Delivery, Game, Notification, Proposal, Turn
from games.notifications.relevance import talk_untold
from games.people.models import User
from games.site_urls import absolute_url
from games.table.positions import rules_of
from games.wording import in_words

Kind = Notification.Kind
ASKS: Final = frozenset({Kind.TURN, Kind.REMINDER, Kind.PROPOSAL})
"""Kinds that ask for an answer: every endpoint tells them."""
TEST: Final = "test"
"""The kind of a message that only shows that messages arrive."""


@dataclass(frozen=True)
class Told:
    """One message."""

    id: str
    """The same for each attempt to tell it."""
    kind: str
    """A value of Notification.Kind, or TEST."""
    title: str
    text: str
    path: str
    """Of the page that it leads to."""
    at: datetime
    person: User
    game: Game | None = None
    turn: Turn | None = None
    open_until: datetime | None = None
    """Of a vote that is asked."""

    @property
    def url(self) -> str:
        return absolute_url(self.path)

    @property
    def deadline(self) -> datetime | None:
        return self.turn.deadline if self.turn is not None else self.open_until

    @property
    def asks(self) -> bool:
        return self.kind in ASKS


def told_by(delivery: Delivery, notification: Notification) -> Told:
    """What a delivery says, in its reader's language."""
    person, game = notification.user, notification.game
    assert person is not None
    with translation.override(person.reading_language), timezone.override(ZoneInfo(person.time_zone)):
        return Told(
            delivery.message_id.strip("<>").partition("@")[0],
            notification.kind,
            game.name if game else "prweb",
            _TEXTS[Kind(notification.kind)](notification),
            _path(notification),
            notification.created_at,
            person,
            game,
            notification.turn,
            _open_until(notification),
        )


def test_message(person: User, name: str) -> Told:
    """A message that only shows that messages arrive. name: identifies it."""
    with translation.override(person.reading_language):
        text = _("This is a test: what you are told arrives here.")
    return Told(name, TEST, "prweb", text, reverse("preferences") + "#channels", timezone.now(), person)


def _path(notification: Notification) -> str:
    if notification.game is None:
        return reverse("home")
    page = reverse("game", args=[notification.game.pk])
    return f"{page}#talk" if notification.kind == Kind.TALK else page


def _turn(notification: Notification) -> str:
    turn = notification.turn
    assert turn is not None
    words = _("you can plan: %(stage)s") if turn.early else _("your turn: %(stage)s")
    return _capital(words % {"stage": _stage(turn)})


def _reminder(notification: Notification) -> str:
    assert notification.turn is not None
    return _capital(_("reminder, your turn: %(stage)s") % {"stage": _stage(notification.turn)})


def _stage(turn: Turn) -> str:
    return in_words(rules_of(turn.game).stage_name(turn.stage)) if turn.stage else ""


def _notice(notification: Notification) -> str:
    person = notification.user
    assert person is not None
    if without_mail([person], notification.game):
        return _("There is a notice for you, but our mails do not reach you.")
    return _("There is a notice for you: it comes by mail.")


def _talk(notification: Notification) -> str:
    names = dict.fromkeys(message.by.shown_name for message in talk_untold(notification).select_related("by__owner"))
    words = ngettext(
        "%(names)s has said something at the table.", "%(names)s have said something at the table.", len(names)
    )
    return words % {"names": ", ".join(names)}


def _open_until(notification: Notification) -> datetime | None:
    """Until when a vote is open."""
    if notification.kind != Kind.PROPOSAL:
        return None
    return Proposal.objects.get(pk=notification.content["proposal"]).open_until


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


_TEXTS: Final[Mapping[Kind, Callable[[Notification], str]]] = {
    Kind.TURN: _turn,
    Kind.START: lambda _notification: _("The game has begun."),
    Kind.END: lambda _notification: _("The game is over."),
    Kind.NOTICE: _notice,
    Kind.REMINDER: _reminder,
    Kind.TALK: _talk,
    Kind.PROPOSAL: lambda _notification: _("Your vote is asked."),
}
