"""Rows of the release before have no notification: they get one when they are claimed, and all others by and by.

The next release can leave this module out, once no row is without a notification.
"""

from __future__ import annotations

from typing import Any, Final

from django.db import connection, transaction
from django.db.models import QuerySet

from games.models.notifications import Delivery, Notification

MAX_AT_ONCE: Final = 250
"""Rows that one transaction adopts."""
MAX_IN_A_RUN: Final = 100_000
REMEMBERED: Final = frozenset({"options", "held", "tells", "notices"})
"""Keys in the content of a delivery that are what its channel remembers; all others say what there was to tell."""


def notification_of(row: Delivery) -> Notification:
    """What a delivery tells; for one that nobody has adopted the notification that it would get, not saved."""
    if row.notification is not None:
        return row.notification
    return Notification(
        kind=row.kind,
        cause=row.reason,
        user_id=row.user_id,
        # Of a person, the address stands in the delivery alone.
        address="" if row.user_id else row.address,
        game_id=row.game_id,
        seat_id=row.seat_id,
        turn_id=row.turn_id,
        content={key: value for key, value in row.content.items() if key not in REMEMBERED},
        created_at=row.created_at,
    )


def adopt(row: Delivery) -> Notification:
    """Give a delivery its notification, if it has none; no effect otherwise."""
    if row.notification is None:
        with transaction.atomic():
            current = Delivery.objects.select_for_update(of=("self",)).get(pk=row.pk)
            _adopt_all([current])
        row.notification, row.content = current.notification, current.content
    assert row.notification is not None
    return row.notification


def adopt_some(at_most: int = MAX_IN_A_RUN) -> int:
    """Adopt rows that have no notification, the newest first: how many. So many in a transaction."""
    done, rows = 0, Delivery.objects.filter(notification=None).order_by("-pk")
    while done < at_most:
        with transaction.atomic():
            some = list(_free(rows)[:MAX_AT_ONCE])
            _adopt_all(some)
        if not some:
            break
        done += len(some)
        # From here on: a step that began at the newest row would read past all that were adopted before it.
        rows = rows.filter(pk__lt=some[-1].pk)
    return done


def _free(rows: QuerySet[Delivery]) -> QuerySet[Delivery]:
    """Locked, without those that a worker has just locked."""
    skip = connection.features.has_select_for_update_skip_locked
    return rows.select_for_update(skip_locked=skip, of=("self",) if skip else ())


def _adopt_all(rows: list[Delivery]) -> None:
    """The rows are locked."""
    rows = [row for row in rows if row.notification_id is None]
    known = _known(rows)
    new: dict[Any, Notification] = {}
    for row in rows:
        notification = known.get(_key(row)) or new.get(_key(row))
        if notification is None:
            notification = new[_key(row)] = notification_of(row)
        row.notification = notification
        row.content = {key: value for key, value in row.content.items() if key in REMEMBERED}
    Notification.objects.bulk_create(new.values())
    Delivery.objects.bulk_update(rows, ["notification", "content"])


def _key(row: Delivery) -> tuple[object, ...]:
    """What makes its notification unique; a row whose address was deleted is like no other."""
    if row.user_id is None and not row.address:
        return ("row", row.pk)
    return (row.kind, row.reason, row.user_id, "" if row.user_id else row.address)


def _known(rows: list[Delivery]) -> dict[tuple[object, ...], Notification]:
    """Notifications that tell the same: of another row of the same cause."""
    found = Notification.objects.filter(
        kind__in={row.kind for row in rows},
        cause__in={row.reason for row in rows},
        user__in={row.user_id for row in rows if row.user_id},
    )
    nobodys = Notification.objects.filter(
        user=None, kind__in={row.kind for row in rows}, address__in={row.address for row in rows if row.address}
    )
    return {
        (
            notification.kind,
            notification.cause,
            notification.user_id,
            "" if notification.user_id else notification.address,
        ): notification
        for notification in (*found, *nobodys)
    }
