"""The SMTP backend of Django, with the Message-IDs of our mail host."""

from __future__ import annotations

from collections.abc import Sequence
from email.utils import make_msgid

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.smtp import EmailBackend as SmtpBackend


def add_message_ids(messages: Sequence[EmailMessage]) -> Sequence[EmailMessage]:
    """Gives a Message-ID to the mails that have none: Django's own would contain the name of this machine."""
    for message in messages:
        if not any(name.lower() == "message-id" for name in message.extra_headers):
            message.extra_headers["Message-ID"] = make_msgid(domain=settings.MAIL_HOST)
    return messages


class EmailBackend(SmtpBackend):
    """The backend of EMAIL_URLs with the scheme smtp."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        return super().send_messages(add_message_ids(email_messages)) or 0
