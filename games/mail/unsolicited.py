"""Limits how many unsolicited mails an address gets in a day.

These are invitations, and account mails that anybody can cause by typing an address.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models.notifications import Delivery, Notification
from games.notifications.outbox import REQUESTED
from games.table.invitation_optouts import wants_no_invitations

_INVITATION = Q(kind=Notification.Kind.INVITATION)
_ASKED_FOR = Q(kind=Notification.Kind.ACCOUNT, reason__startswith=REQUESTED)


def quota_reason(row: Delivery) -> str | None:
    """Why an unsolicited mail may not be sent; None if it may, or is not unsolicited."""
    if row.kind == Notification.Kind.INVITATION:
        if wants_no_invitations(row.address):
            return "this address wants no invitations"
        if _sent_today(row.address).filter(_INVITATION).count() >= settings.MAIL_INVITATIONS_PER_DAY:
            return "this address was invited too often within a day"
    elif row.kind != Notification.Kind.ACCOUNT or not row.reason.startswith(REQUESTED):
        return None
    if _sent_today(row.address).filter(_INVITATION | _ASKED_FOR).count() >= settings.MAIL_UNASKED_PER_DAY:
        return "this address got too many mails within a day that it may not have asked for"
    return None


def _sent_today(address: str) -> QuerySet[Delivery]:
    since = timezone.now() - timedelta(days=1)
    return Delivery.objects.filter(address=address, status=Delivery.Status.SENT, created_at__gte=since)
