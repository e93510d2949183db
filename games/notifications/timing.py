"""Which channels tell a kind of notification, and when: a table of rules without any rows.

Nothing that asks for an answer is ever left untold because of where somebody is: at most it waits, or another message
carries it. Only the person's own word ends it (a channel's unsubscription), and then what asks waits on the site.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum
from typing import Final

from games.models.notifications import MAIL, Notification

Kind = Notification.Kind


class Presence(Enum):
    """Where a person is at the moment when something happens that they are to be told."""

    AWAY = "away"
    """They are not known to be here."""
    ON_SITE = "on site"
    """Their own click on the site, or their program's request, has just caused it."""


@dataclass(frozen=True)
class Planned:
    """One channel that tells it, and how long it waits before that."""

    channel: str
    delay: timedelta


ASKING: Final = frozenset({Kind.TURN, Kind.INVITATION, Kind.REPLY, Kind.ACCOUNT})
"""Kinds that ask for an answer (a reply often asks the next question): always told."""
ONLY_BY: Final[Mapping[Kind, str]] = {Kind.REPLY: MAIL, Kind.ACCOUNT: MAIL, Kind.INVITATION: MAIL, Kind.OPERATOR: MAIL}
"""Kinds that are about a mail or a mail address: answers to mails, codes that prove an address, and so on."""
DELAYS: Final[Mapping[tuple[Kind, Presence], timedelta]] = {(Kind.TURN, Presence.ON_SITE): timedelta(minutes=2)}
"""Most people who have just answered on the site go on clicking, and answer the next question too."""


def channels_for(
    kind: Kind, reached_by: Collection[str], presence: Presence, least_delay: timedelta = timedelta()
) -> tuple[Planned, ...]:
    """How a kind is told to somebody.

    reached_by: keys of the channels that reach them. least_delay: the event itself may be undone within that time.
    """
    delay = max(least_delay, DELAYS.get((kind, presence), timedelta()))
    only = ONLY_BY.get(kind)
    return tuple(Planned(channel, delay) for channel in reached_by if only in (None, channel))
