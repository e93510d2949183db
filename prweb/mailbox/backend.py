"""A Django mail backend that keeps every mail in a Maildir of this machine."""

from __future__ import annotations

import mailbox
from collections.abc import Sequence
from email.utils import parseaddr

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from prweb.smtp import add_message_ids

DELIVERED_TO = "Delivered-To"
RETURN_PATH = "Return-Path"


def local_mailbox() -> mailbox.Maildir:
    """Safe for several processes at once: a mail appears complete or not at all."""
    return mailbox.Maildir(settings.MAILBOX_PATH, factory=None, create=True)


def remove_mail_to(address: str) -> bytes | None:
    """Remove a mail to this address from the mailbox and return it; None if there is none."""
    box = local_mailbox()
    for key in box.keys():  # noqa: SIM118, a Maildir is not its keys
        if box[key].get(DELIVERED_TO) == address:
            raw = box.get_bytes(key)
            box.remove(key)
            return raw
    return None


class MailboxBackend(BaseEmailBackend):
    """Delivers one copy to each recipient, as a mail server would."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        box = local_mailbox()
        for message in add_message_ids(email_messages):
            content = f"{RETURN_PATH}: <{parseaddr(message.from_email)[1]}>\n".encode() + message.message().as_bytes()
            for recipient in message.recipients():
                box.add(f"{DELIVERED_TO}: {parseaddr(recipient)[1]}\n".encode() + content)
        return len(email_messages)
