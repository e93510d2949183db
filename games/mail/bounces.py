"""Bounces: reports of mail servers that a mail of ours could not be delivered (RFC 3464).

They come to the envelope sender of the mail, which holds the signed id of the mail. So we know which mail bounced, and
only somebody who has that mail can send such a report. A report is believed only about the address that the mail went
to. A mail bounces once: the same report again changes nothing. What a mail provider reports by its webhook
(games.mail.provider_events) is recorded in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from email.message import EmailMessage
from email.parser import HeaderParser
from email.utils import collapse_rfc2231_value
from itertools import islice
from typing import Final

from django.utils import timezone

from games.mail.addresses import bounced_mail
from games.mail.refusals import Refusal, refusal_of_status
from games.mail_parsing import DELIVERY_STATUS
from games.models.mail import IncomingMail
from games.models.notifications import MAIL, Delivery
from games.notifications.delivery import mark_bounced
from games.table import mail_addresses

Status = IncomingMail.Status

MAX_AGE: Final = timedelta(days=30)
"""Servers give up on a mail within days; older mails are not reported any more."""
_MAX_PARTS: Final = 20
_MAX_REPORT: Final = 20_000
"""Characters of a report that are read."""
_MAX_RECIPIENTS: Final = 20
_MAX_FIELD: Final = 1000
_STATUS: Final = re.compile(r"\s*([245])\.(\d{1,3})\.(\d{1,3})\b")
_GROUPS: Final = re.compile(r"\n\s*\n")


@dataclass(frozen=True)
class DeliveryFailure:
    """One recipient in a report to whom the mail was not delivered."""

    recipients: frozenset[str]
    """The addresses by which the report names the recipient."""
    hard: bool
    """The failure is permanent."""
    reason: str


def process_report(incoming: IncomingMail, message: EmailMessage) -> tuple[str, str]:
    """Process a mail to a bounce address, within the reader's transaction; its status and outcome."""
    outgoing_id = bounced_mail(incoming.token)
    failures = _failures(message)
    if outgoing_id is None or failures is None:
        return Status.IGNORED, "no delivery report"
    if not failures:
        return Status.IGNORED, "delivery report: nothing failed"
    return record_failure(outgoing_id, failures)


def record_failure(delivery_id: int, failures: Sequence[DeliveryFailure]) -> tuple[str, str]:
    """Record that a mail bounced, within the caller's transaction; the status and outcome of the report of it.

    failures: what the report says; the one about the mail's own address counts.
    """
    row = Delivery.objects.filter(pk=delivery_id, channel=MAIL).first()
    if row is None or row.status == Delivery.Status.BOUNCED:
        return Status.IGNORED, "delivery report: known already"
    if row.created_at < timezone.now() - MAX_AGE:
        return Status.IGNORED, "delivery report: too late"
    address = mail_addresses.normalized_address(row.address)
    failure = next((failure for failure in failures if address in failure.recipients), None)
    if failure is None:
        return Status.IGNORED, "delivery report: names another address"
    # The address is locked before its mails, as in `retry_address`: no deadlock.
    mail_addresses.lock_address(row.address)
    if not mark_bounced(row.pk, failure.reason):
        return Status.IGNORED, "delivery report: known already"
    if failure.hard:
        mail_addresses.mark_undeliverable(row.address, failure.reason)
    else:
        mail_addresses.count_soft_bounce(row.address, failure.reason)
    return Status.DONE, f"bounce of mail {row.pk}, {'hard' if failure.hard else 'soft'}"


def reason_in(message: EmailMessage) -> str:
    """Why a mail could not be delivered, in the words of the reporting server; empty if it gives no reason."""
    return next((failure.reason for failure in _failures(message) or ()), "")


def _failures(message: EmailMessage) -> list[DeliveryFailure] | None:
    """The failures in a delivery report; None if the mail is no delivery report."""
    if message.get_content_type() != "multipart/report":
        return None
    if collapse_rfc2231_value(message.get_param("report-type", "")).strip().lower() != "delivery-status":
        return None
    for part in islice(message.walk(), _MAX_PARTS):
        if part.get_content_type() == DELIVERY_STATUS:
            return list(islice(_read(_text_of(part)), _MAX_RECIPIENTS))
    return None


def _text_of(part: EmailMessage) -> str:
    content = part.get_payload(decode=True)
    text = content.decode(errors="replace") if isinstance(content, bytes) else ""
    return text[:_MAX_REPORT].replace("\r\n", "\n").strip()


def _read(report: str) -> Iterator[DeliveryFailure]:
    """The failures in the groups of a report. Each group is about a recipient, the first about the whole mail."""
    for group in _GROUPS.split(report, maxsplit=2 * _MAX_RECIPIENTS):
        fields = HeaderParser().parsestr(group)
        values = {name: str(fields.get(name, ""))[:_MAX_FIELD] for name in ("Action", "Status", "Diagnostic-Code")}
        if values["Action"].strip().lower() != "failed":
            continue
        named = (_address_in(str(fields.get(name, ""))) for name in ("Final-Recipient", "Original-Recipient"))
        yield DeliveryFailure(frozenset(filter(None, named)), is_hard(values["Status"]), _reason(values))


def _address_in(field: str) -> str:
    """The address in a field like "rfc822; anna@example.org"; empty for other kinds."""
    kind, _semicolon, address = field[:_MAX_FIELD].partition(";")
    if kind.strip().lower() not in ("rfc822", "utf-8"):
        return ""
    return mail_addresses.normalized_address(address.strip().strip("<>"))


def is_hard(status: str) -> bool:
    """Whether a status is permanent and about the address, not about this mail or about us."""
    code = _STATUS.match(status)
    if code is None or code[1] != "5":
        return False
    return refusal_of_status(int(code[2]), int(code[3]), to_recipient=True) == Refusal.ADDRESS


def _reason(values: dict[str, str]) -> str:
    _kind, _semicolon, words = values["Diagnostic-Code"].partition(";")
    return mail_addresses.clean_server_text(words or values["Diagnostic-Code"] or values["Status"])
