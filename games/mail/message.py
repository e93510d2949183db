"""Builds the MIME message of a composed mail, and hands it to the mail backend."""

from __future__ import annotations

from email.mime.image import MIMEImage
from email.utils import formataddr

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection

from games.mail.addresses import LOOP_HEADER, bounce_address, list_id, smtp_form
from games.mail.compose import PICTURE_ID, ComposedMail
from games.mail.provider import headers_for_events
from games.models.notifications import Delivery, Notification


class IllustratedMail(EmailMultiAlternatives):
    """A message whose attachments belong to its HTML."""

    mixed_subtype = "related"


def build_message(row: Delivery, composed: ComposedMail) -> EmailMultiAlternatives:
    """Text, HTML and the board's picture, with the headers that keep mail robots quiet and threads together."""
    mail = (IllustratedMail if composed.picture else EmailMultiAlternatives)(
        subject=composed.subject,
        body=composed.text,
        # The envelope sender; the From header is among the headers.
        from_email=bounce_address(row.pk),
        to=[_to(row)],
        reply_to=_reply_to(composed),
        headers=_headers(row, composed),
    )
    mail.attach_alternative(composed.html, "text/html")
    if composed.picture:
        picture = MIMEImage(composed.picture, "png")
        picture.add_header("Content-ID", f"<{PICTURE_ID}>")
        picture.add_header("Content-Disposition", "inline", filename="board.png")
        mail.attach(picture)
    if composed.original:
        # Not as message/rfc822: that may not be encoded, and the lines of a foreign mail can be anything.
        mail.attach("mail.eml", composed.original, "application/octet-stream")
    return mail


def _reply_to(composed: ComposedMail) -> list[str] | None:
    if composed.written_by:
        return [composed.written_by]
    return [formataddr(("prweb", composed.reply_to))] if composed.reply_to else None


def _to(row: Delivery) -> str:
    """The recipient with the user name; account mails go without it, as the reader may not have chosen that name."""
    address = smtp_form(row.address)
    named = row.user is not None and row.kind != Notification.Kind.ACCOUNT
    return formataddr((row.user.username, address)) if row.user and named else address


def _headers(row: Delivery, composed: ComposedMail) -> dict[str, str]:
    headers = {
        "From": settings.DEFAULT_FROM_EMAIL,
        "Message-ID": row.message_id,
        LOOP_HEADER: settings.MAIL_HOST,
        "Auto-Submitted": "auto-replied" if row.kind == Notification.Kind.REPLY else "auto-generated",
        "Precedence": "bulk",
        "X-Auto-Response-Suppress": "All",
    }
    headers |= headers_for_events(row.pk)
    if composed.references:
        headers["References"] = " ".join(composed.references)
        headers["In-Reply-To"] = composed.references[-1]
    if row.game_id:
        headers["List-Id"] = list_id(row.game_id)
    if composed.unsubscribe_url:
        headers["List-Unsubscribe"] = f"<{composed.unsubscribe_url}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers


def send(mail: EmailMultiAlternatives) -> None:
    """Send a message. Returns when the mail server has accepted it; else raises OSError or smtplib.SMTPException."""
    get_connection().send_messages([mail])
