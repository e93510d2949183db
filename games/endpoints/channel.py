"""The channels of endpoints: what games.notifications asks of a channel, answered for browsers, webhooks and ntfy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.db.models import prefetch_related_objects
from django.utils import translation

from games.endpoints import health, ntfy, outgoing, web_push, webhook
from games.endpoints.faults import Fault, in_words
from games.endpoints.posting import Message
from games.endpoints.told import ASKS, Told, told_by
from games.models import Delivery, Endpoint, Notification
from games.notifications.channels import Channel, Prepared, Verdict
from games.people.models import User

MAX_ATTEMPTS: Final = 4
"""Within some minutes: then the question goes by mail, if by nothing else."""
OF_GAMES: Final = ASKS | {
    Notification.Kind.START,
    Notification.Kind.END,
    Notification.Kind.NOTICE,
    Notification.Kind.TALK,
}
"""What these channels tell, at most."""
MESSAGES: Final[Mapping[Endpoint.Kind, Callable[[Endpoint, Told], Message]]] = {
    Endpoint.Kind.WEB_PUSH: web_push.message_for,
    Endpoint.Kind.WEBHOOK: webhook.message_for,
    Endpoint.Kind.NTFY: ntfy.message_for,
}


class Refused(Exception):
    """The other server did not take it. Its words are not read."""

    def __init__(self, status: int) -> None:
        super().__init__(str(status))
        self.status = status

    def may_pass(self) -> bool:
        return self.status in (408, 425, 429) or self.status >= 500

    def is_gone(self, kind: str) -> bool:
        """Of browsers a push service says so by either status (RFC 8030), others by 410 alone."""
        return self.status == 410 or (self.status == 404 and kind == Endpoint.Kind.WEB_PUSH)


FAILURES: Final = (outgoing.BadAddress, outgoing.NotSent, Refused)
"""What `post` raises."""


class NoEndpoint(Exception):
    """It was removed or switched off a moment ago."""


def post(message: Message) -> None:
    """Post a message. Raises outgoing.BadAddress, outgoing.NotSent and Refused."""
    status = outgoing.post(message.url, message.body, message.headers)
    if not 200 <= status < 300:
        raise Refused(status)


def record_failure(endpoint: Endpoint, error: Exception) -> None:
    """Count a failure of `post`."""
    gone = isinstance(error, Refused) and error.is_gone(endpoint.kind)
    health.record_failure(endpoint.pk, fault_of(error), gone=gone)


def fault_of(error: Exception) -> str:
    """The word of games.endpoints.faults for a failure."""
    if isinstance(error, outgoing.BadAddress):
        return Fault.ADDRESS.value
    return str(error)


class EndpointChannel(Channel):
    """Tells by the endpoints of one kind."""

    def __init__(self, kind: Endpoint.Kind) -> None:
        self.key = kind.value  # type: ignore[misc]  # of each instance

    def address_of(self, person: User) -> str:
        return next(iter(self.addresses_of(person, Notification.Kind.TURN)), "")

    def addresses_of(self, person: User, kind: Notification.Kind) -> Sequence[str]:
        """The rows of endpoints, not what is in them: deliveries are shown to staff, and kept."""
        if kind not in OF_GAMES or not person.reads_mail:
            return ()
        if self.key == Endpoint.Kind.WEB_PUSH and not web_push.is_configured():
            return ()
        # The channels of all kinds ask one after the other, and share one query.
        prefetch_related_objects([person], "endpoints")
        return [
            str(endpoint)
            for endpoint in person.endpoints.all()
            if endpoint.kind == self.key
            and endpoint.off_at is None
            and (kind in ASKS or endpoint.tells == Endpoint.Tells.GAMES)
        ]

    def drop_reason(self, delivery: Delivery, notification: Notification) -> str | None:  # noqa: ARG002
        return None if self._endpoint(delivery) is not None else "this channel was removed or switched off"

    def prepare(self, delivery: Delivery, notification: Notification) -> Prepared:
        endpoint = self._endpoint(delivery)
        if endpoint is None:
            raise NoEndpoint
        told = told_by(delivery, notification)
        message = MESSAGES[Endpoint.Kind(endpoint.kind)](endpoint, told)
        return Prepared(message, subject=f"{told.title}: {told.text}"[:250])

    def send(self, delivery: Delivery, message: Message) -> str:
        post(message)
        endpoint = self._endpoint(delivery)
        if endpoint is not None:
            health.record_success(endpoint.pk)
        return ""

    def judge(self, delivery: Delivery, error: Exception) -> Verdict:
        """What fails for good is dropped: nobody but its person can repair it."""
        endpoint = self._endpoint(delivery)
        if endpoint is None:
            return Verdict("this channel was removed or switched off", unreachable=True)
        if not isinstance(error, FAILURES):
            # The fault is ours.
            return Verdict(type(error).__name__, max_attempts=MAX_ATTEMPTS)
        record_failure(endpoint, error)
        passing = not isinstance(error, outgoing.BadAddress) and not (
            isinstance(error, Refused) and not error.may_pass()
        )
        is_last = not passing or delivery.attempts >= MAX_ATTEMPTS
        with translation.override("en"):
            return Verdict(in_words(fault_of(error)), unreachable=is_last)

    def _endpoint(self, delivery: Delivery) -> Endpoint | None:
        """Where a delivery goes; None if it is removed, switched off or somebody else's by now."""
        _kind, _space, number = delivery.address.rpartition(" ")
        if not number.isdecimal():
            return None
        rows: Any = Endpoint.objects.filter(pk=int(number), kind=self.key, person=delivery.user_id, off_at=None)
        found: Endpoint | None = rows.first()
        return found


def endpoint_channels() -> list[EndpointChannel]:
    return [EndpointChannel(kind) for kind in Endpoint.Kind]
