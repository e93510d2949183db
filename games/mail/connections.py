"""Limits the connections of the mail listener.

When there are too many, connections that are not transferring a mail are closed for new ones, the longest idle first.
"""

from __future__ import annotations

import time
from collections import Counter
from ipaddress import ip_address
from typing import Final, Protocol

from django.conf import settings

from games.rate_limits import network_of

LOCAL: Final = "local"
"""The host of all clients over a Unix socket: they count as one."""
MAX_PER_RECIPIENT: Final = 3
"""Mails to one address that may be transferred at the same time."""
MAX_TRANSFER_S: Final = 300
"""After so long a connection counts as idle even if it is transferring a mail."""
RESERVED_FOR_RELAYS: Final = 4
"""One in so many connections is reserved for relays."""


class Connection(Protocol):
    """What the limiter knows of a connection."""

    host: str
    """Connections with the same host count as one client."""
    relay: bool
    """It comes from one of settings.MAIL_RELAYS."""
    since: float
    """When its last transfer began, or when it was opened (time.monotonic)."""

    @property
    def recipient(self) -> str:
        """The recipient of the mail that it transfers; empty if there is none."""

    def reject(self) -> None:
        """Close it with a temporary refusal."""


class ConnectionLimiter:
    """Holds the admitted connections. Used within one event loop."""

    def __init__(self) -> None:
        self._inside: set[Connection] = set()

    def admit(self, newcomer: Connection) -> bool:
        """Admit a connection, if need be by closing an idle one; False if there is no room. It must `leave` later."""
        same_host = [other for other in self._inside if other.host == newcomer.host]
        room = newcomer.relay or len(same_host) < settings.MAIL_CONNECTIONS_PER_ADDRESS or self._close_idle(same_host)
        if not room or not self._has_room(newcomer):
            return False
        self._inside.add(newcomer)
        return True

    def leave(self, connection: Connection) -> None:
        self._inside.discard(connection)

    def transfers_to(self, recipient: str) -> int:
        """How many connections are transferring a mail to this address."""
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
        """Close an idle connection: of the host with the most connections, the one that was idle longest."""
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
    """The host of a connection: its IPv4 address, or its IPv6 network."""
    if not isinstance(peer, tuple) or not peer:
        return LOCAL
    try:
        return network_of(str(peer[0]).partition("%")[0])
    except ValueError:
        return LOCAL


def is_relay(peer: object) -> bool:
    """Whether a connection comes from a relay of the operator, which transfers mails of many senders."""
    if not isinstance(peer, tuple) or not peer:
        return True
    try:
        address = ip_address(str(peer[0]).partition("%")[0])
    except ValueError:
        return False
    address = getattr(address, "ipv4_mapped", None) or address
    return any(address in relays for relays in settings.MAIL_RELAYS)
