"""The channels by which people are told: mail is one of them.

A channel is one module with a subclass of `Channel`, registered once, when the application starts (games.apps). What
is to be told, when, and what happens after a failure is the same for all channels (games.notifications.delivery).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, ClassVar

from games.models.notifications import Delivery, Notification
from games.people.models import User


@dataclass(frozen=True)
class Prepared:
    """What a channel is about to send."""

    message: Any
    """For the channel's `send` alone."""
    subject: str = ""
    """What staff see of it. It says nothing hidden."""
    remembered: Mapping[str, object] = field(default_factory=dict)
    """Stored with the delivery before it is sent, such as options by their numbers."""


@dataclass(frozen=True)
class Verdict:
    """What a failure to send means."""

    words: str
    """For staff: what the provider said."""
    permanent: bool = False
    """It would fail again, so it is not tried again."""
    unreachable: bool = False
    """Nothing arrives at this address: the delivery is dropped, and nobody has to look into it."""
    first_retry: timedelta | None = None
    """After how long it is tried again the first time; None: as usual (settings.MAIL_RETRY_S)."""
    max_attempts: int | None = None
    """None: as usual (settings.MAIL_ATTEMPTS)."""


class Channel(ABC):
    """One way to tell somebody something. An instance has no state: any process may send any delivery."""

    key: ClassVar[str]
    """Stored with each delivery: never changed."""
    takes_addresses: ClassVar[bool] = False
    """Whether it can reach a mail address that has no account."""

    @property
    def max_per_hour(self) -> int | None:
        """How many deliveries about one game a person gets within an hour (games.notifications.pacing); None: any."""
        return None

    @abstractmethod
    def address_of(self, person: User) -> str:
        """Where it reaches a person; empty if it does not. At most 254 characters."""

    def addresses_of(self, person: User, kind: Notification.Kind) -> Sequence[str]:  # noqa: ARG002
        """Where it tells a person something of this kind: a delivery for each. By default where it reaches them."""
        address = self.address_of(person)
        return (address,) if address else ()

    def drop_reason(self, delivery: Delivery, notification: Notification) -> str | None:  # noqa: ARG002
        """Why this channel must not tell it any more, although it still stands; None if it may."""
        return None

    @abstractmethod
    def prepare(self, delivery: Delivery, notification: Notification) -> Prepared:
        """Compose the message. Reads only: everything in it is of one moment."""

    @abstractmethod
    def send(self, delivery: Delivery, message: Any) -> str:
        """Send a prepared message; what the provider calls it, or "".

        Returns when the provider has accepted the message, and raises otherwise. It may be called again for a delivery
        that was accepted, if this process dies before that is stored: `Delivery.message_id` is the same then.
        """

    def judge(self, delivery: Delivery, error: Exception) -> Verdict:  # noqa: ARG002
        """What an exception of `prepare` or `send` means. By default it may pass."""
        return Verdict(f"{type(error).__name__}: {error}")


_registered: dict[str, Channel] = {}


def register(channel: Channel) -> None:
    """Let a channel tell what happens from now on. Registering it again changes nothing."""
    _registered[channel.key] = channel


@contextmanager
def registered(channel: Channel) -> Iterator[None]:
    """Register a channel for a while."""
    before = dict(_registered)
    register(channel)
    try:
        yield
    finally:
        _registered.clear()
        _registered.update(before)


def find_channel(key: str) -> Channel | None:
    """The channel with this key; None for one that is not registered (any more)."""
    return _registered.get(key)


def addresses_of(person: User | None, address: str, kind: Notification.Kind) -> dict[str, tuple[str, ...]]:
    """Where each channel tells somebody something of this kind, by the channel's key.

    address: if not empty, this mail address, and nothing else.
    """
    if address:
        return {key: (address,) for key, channel in _registered.items() if channel.takes_addresses}
    if person is None:
        return {}
    reached = {key: tuple(channel.addresses_of(person, kind)) for key, channel in _registered.items()}
    return {key: there for key, there in reached.items() if there}
