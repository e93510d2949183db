"""The mail channel: what games.notifications asks of a channel, answered for mail."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.core.mail import EmailMultiAlternatives

from games.mail import operator_mail
from games.mail.compose import compose
from games.mail.message import build_message, send
from games.mail.refusals import Refusal, refusal_in, server_words
from games.mail.unsolicited import quota_reason
from games.mail.unsubscribe import is_muted
from games.models.notifications import MAIL, Delivery, Notification
from games.notifications.channels import Channel, Prepared, Verdict
from games.people.models import User
from games.table import mail_addresses

Kind = Notification.Kind

FIRST_RETRY_WHEN_REFUSED: Final = timedelta(minutes=15)
MAX_ATTEMPTS_WHEN_REFUSED: Final = 6
"""If the mail server refuses all our mails: the operator has about eight hours to fix it."""


class MailChannel(Channel):
    key = MAIL
    takes_addresses = True

    @property
    def max_per_hour(self) -> int:
        return int(settings.MAILS_PER_GAME_AND_HOUR)

    def address_of(self, person: User) -> str:
        return person.email if person.reads_mail else ""

    def drop_reason(self, delivery: Delivery, notification: Notification) -> str | None:
        if notification.kind == Kind.OPERATOR:
            # The problem may be the operator's own address, so it is tried even if it is marked as undeliverable.
            return None if operator_mail.original_of(notification) is not None else "what it said is deleted"
        if notification.kind != Kind.ACCOUNT and (reason := self._address_reason(delivery, notification)) is not None:
            return reason
        # People who write to us get a reply, even if they have muted the game.
        if (
            notification.kind not in (Kind.REPLY, Kind.ACCOUNT)
            and notification.user
            and notification.game
            and is_muted(notification.user, notification.game)
        ):
            return "muted"
        return quota_reason(delivery)

    def _address_reason(self, delivery: Delivery, notification: Notification) -> str | None:
        if (there := mail_addresses.find_undeliverable(delivery.address)) is not None:
            return f"undeliverable: {there.reason}"
        if notification.user is not None and (notification.user.owner_id is not None or notification.user.is_guest):
            return "nobody reads the mail of a bot account or a guest"
        invited = (
            notification.seat.invited_email.lower()
            if notification.kind == Kind.INVITATION and notification.seat
            else None
        )
        if invited is not None and invited != delivery.address.lower():
            return "the invitation does not stand any more"
        return None

    def prepare(self, delivery: Delivery, notification: Notification) -> Prepared:  # noqa: ARG002
        composed = compose(delivery)
        message = build_message(delivery, composed)
        return Prepared(
            message, composed.subject, {"options": list(composed.options)} | ({"early": True} if composed.early else {})
        )

    def send(self, delivery: Delivery, message: EmailMultiAlternatives) -> str:  # noqa: ARG002
        send(message)
        return ""

    def judge(self, delivery: Delivery, error: Exception) -> Verdict:
        """A permanent refusal is final, unless it is about us."""
        refusal, text = refusal_in(error), server_words(error)
        if refusal == Refusal.ADDRESS:
            mail_addresses.mark_undeliverable(delivery.address, text)
            return Verdict(f"undeliverable: {mail_addresses.clean_server_text(text)}", unreachable=True)
        if refusal == Refusal.ADDRESS_FOR_NOW:
            mail_addresses.count_soft_bounce(delivery.address, text)
        if refusal in (Refusal.ADDRESS_FOR_NOW, Refusal.MAIL):
            return Verdict(text, permanent=True)
        if refusal == Refusal.US:
            return Verdict(text, first_retry=FIRST_RETRY_WHEN_REFUSED, max_attempts=MAX_ATTEMPTS_WHEN_REFUSED)
        return Verdict(text)
