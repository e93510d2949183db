"""Posts to addresses that people typed: never to this site's own network, and for seconds only.

The name is resolved once, and the connection goes to an address that was checked, so a name that changes its answer in
between gains nothing. Redirects are not followed. Of the response only the status is read.
"""

from __future__ import annotations

import re
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from queue import Empty, Queue
from typing import Any, Final
from urllib.parse import quote, urlsplit

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.endpoints.faults import Fault

MAX_URL: Final = 1000
RESOLVE_S: Final = 3.0
CONNECT_S: Final = 3.0
"""For each address that is tried."""
TOTAL_S: Final = 6.0
"""For TLS, the request and the head of the response together."""
USER_AGENT: Final = "prweb"
_DEFAULT_PORTS: Final = {"https": 443, "http": 80}
_LEAST_PORT: Final = 1024
"""Below it only those of the web: others belong to mail servers and the like."""
_MAX_ADDRESSES: Final = 2
"""That a connection tries, of those that a name has."""
_GLOBAL_UNICAST: Final = IPv6Network("2000::/3")


class BadAddress(Exception):
    """Nothing is ever posted to such a URL; `reason` is for its person."""

    def __init__(self, reason: str | Promise) -> None:
        super().__init__(str(reason))
        self.reason = reason


class NotSent(Exception):
    """It could not be posted just now."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.value)
        self.fault = fault


@dataclass(frozen=True)
class Target:
    """A URL that was read."""

    scheme: str
    host: str
    """As DNS and HTTP carry it."""
    port: int
    path: str
    """With the query."""

    @property
    def origin(self) -> str:
        """RFC 6454: what a VAPID token is made for."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == _DEFAULT_PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{host}{port}"


def read_url(url: str) -> Target:
    """Read a URL to which people want messages. Raises BadAddress; who is behind the name is not looked up."""
    if len(url) > MAX_URL or re.search(r"[\s\x00-\x1f\x7f\\]", url):
        raise BadAddress(_("This is no web address."))
    try:
        parts = urlsplit(url)
        scheme, port = parts.scheme.lower(), parts.port
        host = parts.hostname or ""
        # Only in this form every dot is one: IDNA knows others, too.
        host = (host if ":" in host else host.encode("idna").decode()).rstrip(".")
    except ValueError:
        raise BadAddress(_("This is no web address.")) from None
    if scheme == "http" and not settings.CHANNEL_HTTP:
        raise BadAddress(_("The address must begin with https://."))
    if scheme not in _DEFAULT_PORTS or not host or "@" in parts.netloc or parts.fragment:
        raise BadAddress(_("This is no web address."))
    port = _DEFAULT_PORTS[scheme] if port is None else port
    if port not in _DEFAULT_PORTS.values() and port < _LEAST_PORT:
        raise BadAddress(_("This port is not one of the web."))
    if (literal := _literal(host)) is not None and not is_allowed(literal):
        raise BadAddress(Fault.ADDRESS.label)
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~")
    query = f"?{quote(parts.query, safe='/%:@!$&()*+,;=~?')}" if parts.query else ""
    return Target(scheme, host, port, path + query)


def is_allowed(address: IPv4Address | IPv6Address) -> bool:
    """Whether messages may go to this address: one of the public internet, or of the operator's own exceptions."""
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    if any(address in network for network in settings.CHANNEL_NETWORKS):
        return True
    if isinstance(address, IPv6Address) and (
        # Tunnels lead to whatever IPv4 address is written in them.
        address not in _GLOBAL_UNICAST or address.sixtofour is not None or address.teredo is not None
    ):
        return False
    return address.is_global and not address.is_multicast


def post(url: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Post to a URL: the status of the response. Raises BadAddress and NotSent."""
    target = read_url(url)
    connection = _connected(target)
    try:
        with _time_limit(connection.sock):
            if isinstance(connection, HTTPSConnection):
                connection.sock = _tls().wrap_socket(connection.sock, server_hostname=target.host)
            connection.request("POST", target.path, body, {"User-Agent": USER_AGENT, **headers})
            return connection.getresponse().status
    except ssl.SSLCertVerificationError:
        raise NotSent(Fault.CERTIFICATE) from None
    except TimeoutError:
        raise NotSent(Fault.LATE) from None
    except (OSError, HTTPException, ValueError):
        raise NotSent(Fault.ANSWER) from None
    finally:
        connection.close()


def _connected(target: Target) -> HTTPConnection:
    """A connection to a checked address, without TLS as yet."""
    addresses = _resolved(target)
    for address in addresses[:_MAX_ADDRESSES]:
        try:
            sock = socket.create_connection((str(address), target.port), CONNECT_S)
        except OSError:
            continue
        sock.settimeout(TOTAL_S)
        kind = HTTPSConnection if target.scheme == "https" else HTTPConnection
        connection = kind(target.host, target.port)
        connection.sock = sock
        return connection
    raise NotSent(Fault.CONNECTION)


def _resolved(target: Target) -> list[IPv4Address | IPv6Address]:
    """The addresses behind a name to which messages may go. Raises BadAddress, NotSent."""
    found = _looked_up(target)
    addresses = [ip_address(str(place[0]).partition("%")[0]) for *_rest, place in found]
    allowed = [address for address in dict.fromkeys(addresses) if is_allowed(address)]
    if not allowed:
        raise BadAddress(Fault.ADDRESS.label)
    return allowed


def _looked_up(target: Target) -> list[Any]:
    """What the resolver says. It has no time limit of its own, so it is asked in a thread that may be left behind."""
    answers: Queue[Any] = Queue()

    def ask() -> None:
        try:
            answers.put(socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM))
        except (OSError, UnicodeError):
            answers.put(None)

    threading.Thread(target=ask, name="resolver", daemon=True).start()
    try:
        found: list[Any] | None = answers.get(timeout=RESOLVE_S)
    except Empty:
        raise NotSent(Fault.LATE) from None
    if found is None:
        raise NotSent(Fault.NAME)
    return found


def _literal(host: str) -> IPv4Address | IPv6Address | None:
    """The address that a URL names instead of a host, in any way that resolvers understand ("127.1", "0x7f000001")."""
    try:
        return ip_address(host)
    except ValueError:
        pass
    try:
        return IPv4Address(socket.inet_aton(host))
    except OSError:
        return None


@contextmanager
def _time_limit(sock: socket.socket) -> Iterator[None]:
    """End the connection after TOTAL_S, and raise NotSent: the socket's own timeout begins anew with every byte."""
    # A copy of the descriptor, as TLS takes the socket's own.
    ours, over = sock.dup(), threading.Event()

    def end() -> None:
        over.set()
        with suppress(OSError):
            ours.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(TOTAL_S, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        ours.close()
        # What was cut off may look like a short answer, or like any other error.
        if over.is_set():
            raise NotSent(Fault.LATE)


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()
