"""A letter as the mail that goes over the wire: headers, parts, and the backend that takes it."""

from __future__ import annotations

from email.mime.image import MIMEImage
from email.utils import formataddr

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection

from games.mail.addresses import LOOP_HEADER, bounce_address, list_id, on_the_wire
from games.mail.compose import PICTURE_ID, Letter
from games.models.mail import OutgoingMail


class IllustratedMail(EmailMultiAlternatives):
    """Its attachments belong to its HTML and are none of their own."""

    mixed_subtype = "related"


def mail_of(row: OutgoingMail, letter: Letter) -> EmailMultiAlternatives:
    """Text, HTML and the board's picture, with the headers that keep mail robots quiet and threads together."""
    mail = (IllustratedMail if letter.picture else EmailMultiAlternatives)(
        subject=letter.subject,
        body=letter.text,
        # Of the envelope; the header From is among the headers.
        from_email=bounce_address(row.pk),
        to=[_to(row)],
        reply_to=_reply_to(letter),
        headers=_headers(row, letter),
    )
    mail.attach_alternative(letter.html, "text/html")
    if letter.picture:
        picture = MIMEImage(letter.picture, "png")
        picture.add_header("Content-ID", f"<{PICTURE_ID}>")
        picture.add_header("Content-Disposition", "inline", filename="board.png")
        mail.attach(picture)
    if letter.original:
        # Not as message/rfc822, whose lines have to go as they are: nobody knows what is in them.
        mail.attach("mail.eml", letter.original, "application/octet-stream")
    return mail


def _reply_to(letter: Letter) -> list[str] | None:
    if letter.written_by:
        return [letter.written_by]
    return [formataddr(("prweb", letter.reply_to))] if letter.reply_to else None


def _to(row: OutgoingMail) -> str:
    """The recipient, with the name of whom we know; an account mail may go to somebody who did not choose that name."""
    address = on_the_wire(row.recipient)
    named = row.user is not None and row.kind != OutgoingMail.Kind.ACCOUNT
    return formataddr((row.user.username, address)) if row.user and named else address


def _headers(row: OutgoingMail, letter: Letter) -> dict[str, str]:
    headers = {
        "From": settings.DEFAULT_FROM_EMAIL,
        "Message-ID": row.message_id,
        LOOP_HEADER: settings.MAIL_HOST,
        "Auto-Submitted": "auto-replied" if row.kind == OutgoingMail.Kind.REPLY else "auto-generated",
        "Precedence": "bulk",
        "X-Auto-Response-Suppress": "All",
    }
    if letter.references:
        headers["References"] = " ".join(letter.references)
        headers["In-Reply-To"] = letter.references[-1]
    if row.game_id:
        headers["List-Id"] = list_id(row.game_id)
    if letter.leave:
        headers["List-Unsubscribe"] = f"<{letter.leave}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers


def send(mail: EmailMultiAlternatives) -> None:
    """Hand it to the mail server. Returns when it was taken; raises OSError or smtplib.SMTPException otherwise."""
    get_connection().send_messages([mail])
