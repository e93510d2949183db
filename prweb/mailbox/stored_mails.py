"""The mails in the local mailbox, as its pages show them, and answers to them."""

from __future__ import annotations

import base64
import smtplib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from email.utils import formataddr, formatdate, make_msgid, parseaddr, parsedate_to_datetime
from typing import cast

from django.conf import settings
from django.utils.translation import gettext as _

from prweb.mailbox.backend import DELIVERED_TO, local_mailbox


@dataclass(frozen=True)
class MailSummary:
    """One line of the list of mails."""

    key: str
    person: str
    sender: str
    subject: str
    sent_at: datetime | None


@dataclass(frozen=True)
class StoredMail(MailSummary):
    """A whole mail."""

    text: str
    html: str
    """With its pictures as data URLs."""
    headers: tuple[tuple[str, str], ...]
    message: EmailMessage

    @property
    def reply_to(self) -> str:
        return str(self.message.get("Reply-To", ""))


def list_mails() -> list[MailSummary]:
    """All mails, the newest first."""
    return sorted(_read_summaries(), key=lambda summary: summary.key, reverse=True)


def _read_summaries() -> Iterator[MailSummary]:
    box = local_mailbox()
    parser = BytesHeaderParser(policy=policy.default)
    for key in box.keys():  # noqa: SIM118, a Maildir is not its keys
        try:
            with box.get_file(key) as file:
                headers = parser.parse(file)  # type: ignore[arg-type]  # bytes, whatever the stubs say
        except (KeyError, FileNotFoundError):
            continue
        yield MailSummary(key, *_summary_fields(headers))


def _summary_fields(message: EmailMessage) -> tuple[str, str, str, datetime | None]:
    date = message.get("Date")
    try:
        sent_at = parsedate_to_datetime(str(date)).astimezone(UTC) if date else None
    except ValueError:
        sent_at = None
    person = str(message.get(DELIVERED_TO) or parseaddr(str(message.get("To", "")))[1])
    return person, str(message.get("From", "")), str(message.get("Subject", "")), sent_at


def read_mail(key: str) -> StoredMail | None:
    try:
        raw = local_mailbox().get_bytes(key)
    except KeyError:
        return None
    message = message_from_bytes(raw, policy=policy.default)
    return StoredMail(
        key,
        *_summary_fields(message),
        text=_body_text(message, "plain"),
        html=_embed_pictures(message, _body_text(message, "html")),
        headers=tuple((name, str(value)) for name, value in message.items()),
        message=message,
    )


def _body_text(message: EmailMessage, kind: str) -> str:
    part = message.get_body(preferencelist=(kind,))
    return str(part.get_content()) if part is not None else ""


def _embed_pictures(message: EmailMessage, html: str) -> str:
    """The HTML part with its pictures (cid:) as data URLs."""
    for part in message.walk():
        cid = str(part.get("Content-ID", "")).strip("<>")
        if cid and part.get_content_maintype() == "image":
            data = base64.b64encode(cast(bytes, part.get_payload(decode=True))).decode()
            html = html.replace(f"cid:{cid}", f"data:{part.get_content_type()};base64,{data}")
    return html


def compose_answer(original: StoredMail, text: str) -> EmailMessage:
    """An answer as a mail program writes it: the text first, the quoted original below."""
    answer = EmailMessage()
    answer["From"] = formataddr((original.person.partition("@")[0], original.person))
    answer["To"] = original.reply_to or original.sender
    answer["Subject"] = original.subject if original.subject.lower().startswith("re:") else f"Re: {original.subject}"
    answer["Date"] = formatdate(localtime=True)
    answer["Message-ID"] = make_msgid(domain=settings.MAIL_HOST)
    message_id = str(original.message.get("Message-ID", ""))
    if message_id:
        answer["In-Reply-To"] = message_id
        answer["References"] = " ".join([*str(original.message.get("References", "")).split(), message_id])
    quoted = "\n".join(f"> {line}".rstrip() for line in original.text.splitlines())
    when = f"{original.sent_at:%a, %d %b %Y at %H:%M}" if original.sent_at else "an earlier day"
    text = text.replace("\r\n", "\n").rstrip()
    answer.set_content(f"{text}\n\nOn {when}, {original.sender} wrote:\n{quoted}\n", cte="8bit")
    return answer


class ListenerUnreachable(Exception):
    """The answer could not be sent; the message is for the person at the page."""


def send_answer(answer: EmailMessage) -> None:
    """Hand the answer to the SMTP listener, as any mail server would. Raises ListenerUnreachable."""
    host, _colon, port = settings.SMTP_LISTEN.rpartition(":")
    try:
        with smtplib.SMTP(host, int(port), timeout=10) as server:
            server.send_message(answer, from_addr=parseaddr(str(answer["From"]))[1])
    except smtplib.SMTPResponseException as refusal:
        raise ListenerUnreachable(
            _("The mail listener refused the answer: %(reason)s") % {"reason": _decode_reply(refusal.smtp_error)}
        ) from refusal
    except smtplib.SMTPRecipientsRefused as refusal:
        reasons = ", ".join(_decode_reply(reason) for _code, reason in refusal.recipients.values())
        raise ListenerUnreachable(
            _("The mail listener refused the answer: %(reason)s") % {"reason": reasons}
        ) from refusal
    except (OSError, smtplib.SMTPException) as error:
        raise ListenerUnreachable(
            _("The mail listener at %(address)s cannot be reached; does it run?") % {"address": settings.SMTP_LISTEN}
        ) from error


def _decode_reply(reply: bytes | str) -> str:
    return reply.decode(errors="replace") if isinstance(reply, bytes) else reply
