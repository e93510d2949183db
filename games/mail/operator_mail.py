"""Mails to the operator of the site: to postmaster, abuse (RFC 2142) and the From address of our mails.

Each is forwarded to the operator's own address (settings.OPERATOR_MAIL) as a row of the outbox: its text, and the whole
mail as a file. Without such an address it is quarantined, where staff find it.
"""

from __future__ import annotations

from dataclasses import dataclass
from email.message import EmailMessage
from typing import Final

from django.conf import settings

from games.mail.addresses import LOOP_HEADER
from games.mail.automatic import automatic_reason
from games.mail.body import text_of
from games.mail.senders import senders
from games.mail_parsing import UnreadableMail, parse_mail
from games.models.mail import IncomingMail
from games.models.notifications import Notification
from games.notifications import outbox

Status = IncomingMail.Status

_MAX_TEXT: Final = 20_000
"""Characters of the text that are shown; the file has all."""
_MAX_FILE: Final = 1_000_000
"""Bytes of the file. It grows by a third in transport, and mail servers accept less than our listener does."""
_MAX_HEADER: Final = 200


@dataclass(frozen=True)
class ForwardedMail:
    """A mail as the operator reads it."""

    box: str
    """The address that it was written to."""
    sender: str
    subject: str
    text: str
    reply_to: str
    """Where an answer goes; empty unless exactly one address is in its From header."""
    raw: bytes
    is_cut: bool
    """`raw` is only the beginning of the mail."""


def forward_to_operator(incoming: IncomingMail, message: EmailMessage) -> tuple[str, str]:
    """Forward a mail, within the reader's transaction; its status and outcome."""
    if LOOP_HEADER in message:
        return Status.IGNORED, "our own mail"
    if settings.OPERATOR_MAIL.lower() in senders(message) and automatic_reason(message, incoming.sender):
        return Status.IGNORED, "automatic, from the operator's own address"
    if not settings.OPERATOR_MAIL:
        return Status.FAILED, "for the operator, but PRWEB_OPERATOR_MAIL names no address"
    outbox.notify(
        Notification.Kind.OPERATOR,
        f"mail:{incoming.pk}",
        address=settings.OPERATOR_MAIL,
        content={"incoming": incoming.pk},
    )
    return Status.DONE, "sent on to the operator"


def parse_or_empty(raw: bytes) -> EmailMessage:
    """The parsed mail, or an empty one if it cannot be parsed."""
    try:
        return parse_mail(raw)
    except UnreadableMail:
        return EmailMessage()


def original_of(notification: Notification) -> IncomingMail | None:
    """The mail that it forwards; None if it was deleted after its time."""
    return IncomingMail.objects.filter(pk=notification.content.get("incoming")).exclude(raw=b"").first()


def forwarded_mail(notification: Notification) -> ForwardedMail:
    """The content of the mail that it forwards, which must still exist."""
    incoming = original_of(notification)
    assert incoming is not None
    raw = bytes(incoming.raw)
    message = parse_or_empty(raw)
    written_by = senders(message)
    return ForwardedMail(
        box=f"{incoming.token}@{settings.MAIL_HOST}",
        sender=_one_line(message.get("From", "")) or incoming.sender or "<>",
        subject=_one_line(message.get("Subject", "")),
        text=_text(message),
        reply_to=written_by[0] if len(written_by) == 1 else "",
        raw=raw[:_MAX_FILE],
        is_cut=len(raw) > _MAX_FILE,
    )


def _one_line(header: object) -> str:
    printable = "".join(letter if letter.isprintable() else " " for letter in str(header))
    return " ".join(printable.split())[:_MAX_HEADER]


def _text(message: EmailMessage) -> str:
    try:
        text = text_of(message)
    except UnreadableMail:
        return ""
    kept = "".join(letter for letter in text if letter.isprintable() or letter in "\n\t")
    return kept.strip()[:_MAX_TEXT]
