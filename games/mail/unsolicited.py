"""Limits how many unsolicited mails an address gets in a day.

These are invitations, and account mails that anybody can cause by typing an address.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models.mail import OutgoingMail
from games.table.invitation_optouts import wants_no_invitations
from games.table.outbox import REQUESTED

_INVITATION = Q(kind=OutgoingMail.Kind.INVITATION)
_ASKED_FOR = Q(kind=OutgoingMail.Kind.ACCOUNT, reason__startswith=REQUESTED)


def quota_reason(row: OutgoingMail) -> str | None:
    """Why an unsolicited mail may not be sent; None if it may, or is not unsolicited."""
    if row.kind == OutgoingMail.Kind.INVITATION:
        if wants_no_invitations(row.recipient):
            return "this address wants no invitations"
        if _sent_today(row.recipient).filter(_INVITATION).count() >= settings.MAIL_INVITATIONS_PER_DAY:
            return "this address was invited too often within a day"
    elif row.kind != OutgoingMail.Kind.ACCOUNT or not row.reason.startswith(REQUESTED):
        return None
    if _sent_today(row.recipient).filter(_INVITATION | _ASKED_FOR).count() >= settings.MAIL_UNASKED_PER_DAY:
        return "this address got too many mails within a day that it may not have asked for"
    return None


def _sent_today(recipient: str) -> QuerySet[OutgoingMail]:
    since = timezone.now() - timedelta(days=1)
    return OutgoingMail.objects.filter(recipient=recipient, status=OutgoingMail.Status.SENT, created_at__gte=since)
