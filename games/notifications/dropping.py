"""Drops what is pending: the one place that decides that something need not be told any more.

What a worker is just sending is not pending: it checks again itself (games.notifications.delivery).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.db.models import Q, QuerySet

from games.models.notifications import Delivery, Notification
from games.models.table import Game, Seat
from games.models.turns import Turn
from games.people.models import User

Kind = Notification.Kind


def drop_pending(
    *,
    deliveries: Iterable[int] | None = None,
    game: Game | None = None,
    seat: Seat | None = None,
    turns: Iterable[int] | QuerySet[Turn] | None = None,
    people: Iterable[User] | None = None,
    addresses: Iterable[str] = (),
    kinds: Collection[Kind] = (),
    except_kinds: Collection[Kind] = (),
    causes: Collection[str] = (),
    reason: str = "",
) -> int:
    """Drop the pending deliveries to which all that is given applies; how many.

    people, addresses: deliveries to any of these. kinds: only these; except_kinds: all but these. causes: only
    those of notifications with these. reason: for staff.
    """
    about: dict[str, object] = {"game": game, "seat": seat, "turn__in": turns, "pk__in": deliveries}
    wanted = {name: value for name, value in about.items() if value is not None}
    if not wanted and people is None:
        raise ValueError("whose deliveries are to be dropped?")
    rows = Delivery.objects.filter(status=Delivery.Status.PENDING, **wanted).exclude(kind__in=except_kinds)
    if people is not None:
        rows = rows.filter(Q(user__in=people) | Q(address__in=addresses))
    if kinds:
        rows = rows.filter(kind__in=kinds)
    if causes:
        rows = rows.filter(notification__cause__in=causes)
    changes = {"status": Delivery.Status.DROPPED} | ({"last_error": reason} if reason else {})
    return rows.update(**changes)
