"""How many connections the mail listener holds, and who makes room when there are too many.

A connection that has no mail in hand holds nobody up: when room is wanted, the one that has waited longest goes.
"""

from __future__ import annotations

import time
from collections import Counter
from ipaddress import ip_address
from typing import Final, Protocol

from django.conf import settings

from games.rate_limits import network_of

LOCAL: Final = "local"
"""All clients over a socket of this machine's file system count as one."""
MAX_PER_RECIPIENT: Final = 3
"""Mails to one address that may be on their way in at the same time."""
MAX_TRANSFER_S: Final = 300
"""After so long a mail that is still on its way in keeps its connection only as long as nobody else wants one."""
RESERVED_FOR_RELAYS: Final = 4
"""One in so many connections is for them alone."""


class Connection(Protocol):
    """What the limiter knows of a connection. host: what is counted as one client. relay: see settings.MAIL_RELAYS.

    since: when its last mail began to come in, or when it was opened (time.monotonic).
    """

    host: str
    relay: bool
    since: float

    @property
    def recipient(self) -> str:
        """Of the mail that it is handing over; empty if there is none."""

    def reject(self) -> None:
        """Say that it may come again later, and close it."""


class ConnectionLimiter:
    """Holds the connections that were let in. Used within one event loop."""

    def __init__(self) -> None:
        self._inside: set[Connection] = set()

    def admit(self, newcomer: Connection) -> bool:
        """Let a connection in, if need be in the place of an idle one; False: there is no room. It must `leave`."""
        same_host = [other for other in self._inside if other.host == newcomer.host]
        room = newcomer.relay or len(same_host) < settings.MAIL_CONNECTIONS_PER_ADDRESS or self._close_idle(same_host)
        if not room or not self._has_room(newcomer):
            return False
        self._inside.add(newcomer)
        return True

    def leave(self, connection: Connection) -> None:
        self._inside.discard(connection)

    def transfers_to(self, recipient: str) -> int:
        """How many connections are handing a mail to this address over."""
        return sum(other.recipient == recipient and _is_busy(other) for other in self._inside)

    def _has_room(self, newcomer: Connection) -> bool:
        if len(self._inside) >= settings.MAIL_CONNECTIONS:
            others = [other for other in self._inside if not other.relay]
            return self._close_idle(others) or (newcomer.relay and self._close_idle(list(self._inside)))
        if newcomer.relay or not settings.MAIL_RELAYS:
            return True
        others = [other for other in self._inside if not other.relay]
        reserved = settings.MAIL_CONNECTIONS // RESERVED_FOR_RELAYS
        return len(others) < settings.MAIL_CONNECTIONS - reserved or self._close_idle(others)

    def _close_idle(self, among: list[Connection]) -> bool:
        """Turn one away that has no mail in hand: of the host with most connections the one that waited longest."""
        held = Counter(other.host for other in among)
        idle = [other for other in among if not _is_busy(other)]
        if not idle:
            return False
        goes = min(idle, key=lambda other: (-held[other.host], other.since))
        self.leave(goes)
        goes.reject()
        return True


def _is_busy(connection: Connection) -> bool:
    return bool(connection.recipient) and time.monotonic() - connection.since < MAX_TRANSFER_S


def host_of(peer: object) -> str:
    """What a connection is counted by: its IPv4 address, its network of IPv6."""
    if not isinstance(peer, tuple) or not peer:
        return LOCAL
    try:
        return network_of(str(peer[0]).partition("%")[0])
    except ValueError:
        return LOCAL


def is_relay(peer: object) -> bool:
    """Whether a connection comes from a mail server of the operator's own, which hands over mail of everybody."""
    if not isinstance(peer, tuple) or not peer:
        return True
    try:
        address = ip_address(str(peer[0]).partition("%")[0])
    except ValueError:
        return False
    address = getattr(address, "ipv4_mapped", None) or address
    return any(address in relays for relays in settings.MAIL_RELAYS)
