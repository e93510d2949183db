"""The SMTP backend of Django, with the Message-IDs of our mail host."""

from __future__ import annotations

from collections.abc import Sequence
from email.utils import make_msgid

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.smtp import EmailBackend as SmtpBackend


def identified(messages: Sequence[EmailMessage]) -> Sequence[EmailMessage]:
    """The mails, those without a Message-ID with one: Django's own would end in the name of this machine."""
    for message in messages:
        if not any(name.lower() == "message-id" for name in message.extra_headers):
            message.extra_headers["Message-ID"] = make_msgid(domain=settings.MAIL_HOST)
    return messages


class EmailBackend(SmtpBackend):
    """What EMAIL_URL means by smtp."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        return super().send_messages(identified(email_messages)) or 0
