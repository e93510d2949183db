"""Which channels tell a kind of notification, and when: a table of rules without any rows.

Nothing that asks for an answer is ever left untold because of where somebody is: at most it waits, or another message
carries it. Only the person's own word ends it (a channel's unsubscription), and then what asks waits on the site.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from typing import Final

from games.models.notifications import MAIL, Notification
from games.people.mail_choices import Bundles

Kind = Notification.Kind


class Presence(Enum):
    """Where a person is at the moment when something happens that they are to be told."""

    AWAY = "away"
    """They are not known to be here."""
    ON_SITE = "on site"
    """Their own click on the site, or their program's request, has just caused it; or a page of theirs is open."""


@dataclass(frozen=True)
class Planned:
    """One channel that tells it, and how long it waits before that."""

    channel: str
    delay: timedelta


ANSWERING_FOR: Final = timedelta(minutes=15)
"""So long after an answer of theirs a person is still at their game."""
ASKING: Final = frozenset({Kind.TURN, Kind.PROPOSAL, Kind.INVITATION, Kind.REPLY, Kind.ACCOUNT})
"""Kinds that ask for an answer (a reply often asks the next question): always told."""
ONLY_BY: Final[Mapping[Kind, str]] = dict.fromkeys(
    (Kind.REPLY, Kind.ACCOUNT, Kind.INVITATION, Kind.OPERATOR, Kind.DIGEST), MAIL
)
"""Kinds that are about a mail or a mail address: answers to mails, codes that prove an address, and so on."""
BUNDLED: Final = frozenset({Kind.TURN, Kind.START, Kind.END, Kind.NOTICE, Kind.REMINDER, Kind.TALK})
"""Kinds that can wait for the next bundle of mails."""
DELAYS: Final[Mapping[tuple[Kind, Presence], timedelta]] = {
    (Kind.TURN, Presence.ON_SITE): timedelta(minutes=2),
    (Kind.TALK, Presence.AWAY): timedelta(minutes=5),
}
"""Most people who have just answered on the site go on clicking, and answer the next question too; who has said
something often says more. What has a deadline is delayed less if that is near (`longest_delay`)."""


def channels_for(
    kind: Kind, reached_by: Collection[str], presence: Presence, least_delay: timedelta = timedelta()
) -> tuple[Planned, ...]:
    """How a kind is told to somebody.

    reached_by: keys of the channels that reach them. least_delay: the event itself may be undone within that time.
    """
    delay = max(least_delay, DELAYS.get((kind, presence), timedelta()))
    only = ONLY_BY.get(kind)
    return tuple(Planned(channel, delay) for channel in reached_by if only in (None, channel))


def longest_delay(now: datetime, deadline: datetime) -> timedelta:
    """How long what asks for an answer may be delayed at most: a quarter of what is left of its time."""
    return max(timedelta(), (deadline - now) / 4)


def bundle_for(kind: Kind, bundles: Bundles | None, now: datetime, deadline: datetime | None) -> datetime | None:
    """When a mail to somebody comes in a bundle; None: it comes now.

    bundles: when they want them, if they do. deadline: of the turn that it is about. If more than half of what is left
    of the time would be over by the bundle, it does not wait.
    """
    if bundles is None or kind not in BUNDLED:
        return None
    bundle = bundles.after(now)
    if deadline is not None and bundle > now + (deadline - now) / 2:
        return None
    return bundle
