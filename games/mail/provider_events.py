"""What a mail provider reports of mails that went out: the same as delivery reports of mail servers, in other words."""

from __future__ import annotations

import logging
import re
from typing import Any, Final

from anymail.signals import EventType, RejectReason
from django.db import transaction

from games.mail.addresses import bounced_mail
from games.mail.bounces import DeliveryFailure, is_hard, record_failure
from games.mail.provider import DELIVERY
from games.models.notifications import MAIL, Delivery
from games.table.mail_addresses import clean_server_text, normalized_address

log = logging.getLogger(__name__)

_FAILED: Final = frozenset((EventType.BOUNCED, EventType.REJECTED, EventType.FAILED, EventType.COMPLAINED))
"""Others tell of a mail that was delivered, or that the provider still tries to deliver."""
_NO_SUCH_ADDRESS: Final = frozenset((RejectReason.BOUNCED, RejectReason.INVALID))
_STATUS: Final = re.compile(r"\b[245]\.\d{1,3}\.\d{1,3}\b")
_MAX_WORDS: Final = 1000
COMPLAINED: Final = "its reader reported a mail as unwanted"


def process_event(event: Any) -> str:
    """Record what an event says of a mail of ours; what it came to, for the log. The same event again changes nothing.

    event: an AnymailTrackingEvent.
    """
    if event.event_type not in _FAILED:
        return "nothing failed"
    delivery_id = _delivery_of(event)
    if delivery_id is None:
        return "about no mail of ours"
    failure = DeliveryFailure(frozenset({normalized_address(event.recipient or "")}), _is_hard(event), _reason(event))
    with transaction.atomic():
        _status, outcome = record_failure(delivery_id, [failure])
    return outcome


def _delivery_of(event: Any) -> int | None:
    """The row of the mail: by our own name of it, which the provider kept, or by its Message-ID."""
    kept = event.metadata.get(DELIVERY) if isinstance(event.metadata, dict) else None
    if isinstance(kept, str):
        return bounced_mail(kept)
    rows = Delivery.objects.filter(message_id=str(event.message_id or ""), channel=MAIL)
    return rows.values_list("pk", flat=True).first()


def _is_hard(event: Any) -> bool:
    """Whether the address is good for nothing. A status code of a server says more than the provider's own classes."""
    if event.event_type == EventType.COMPLAINED:
        return True
    status = _STATUS.search(_words(event))
    if status is not None:
        return is_hard(status[0])
    is_soft = isinstance(event.esp_event, dict) and event.esp_event.get("Type") == "SoftBounce"
    return event.reject_reason in _NO_SUCH_ADDRESS and not is_soft


def _reason(event: Any) -> str:
    if event.event_type == EventType.COMPLAINED:
        return COMPLAINED
    return clean_server_text(_words(event)) or str(event.event_type)


def _words(event: Any) -> str:
    """Those of the server that refused the mail, as the provider passes them on."""
    return str(event.mta_response or event.description or "")[:_MAX_WORDS]
