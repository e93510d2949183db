"""The envelope of a mail that did not come by SMTP, as far as its headers tell it.

Whoever delivers a mail writes on top of it to whom it went (Delivered-To and the like) and who sent it (Return-Path).
Headers prove nothing: a sender can write them too, below those of the server. That opens nothing. A reply address is a
secret that whoever writes to it knows anyway, and what a mail may do is decided by its From header and by the checks of
the receiving server (games.mail.authentication), never by its envelope.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from email.utils import getaddresses
from typing import Final

from games.mail.addresses import accepted_token
from games.mail_parsing import header_lines

DELIVERED: Final = frozenset(
    {"delivered-to", "x-original-to", "x-delivered-to", "envelope-to", "x-envelope-to", "x-forwarded-to"}
)
"""Headers in which servers name the recipient of this very copy."""
ADDRESSED: Final = frozenset({"to", "cc"})
RETURN_PATH: Final = "return-path"
MESSAGE_ID: Final = "message-id"
HEADERS: Final = (*sorted(DELIVERED), *sorted(ADDRESSED), RETURN_PATH, "from", MESSAGE_ID)
"""All that are read here."""
MAX_RECIPIENTS: Final = 5
"""Of one mail, in the headers that its sender wrote."""


Lines = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Envelope:
    tokens: tuple[str, ...]
    """Of the recipients that are addresses of ours, see addresses.accepted_token; usually one."""
    sender: str
    """Empty for bounces."""
    message_id: str = ""
    """As it stands in the headers; empty: none."""


def read_envelope(headers: bytes) -> Envelope:
    """The envelope that headers tell; they may be all headers of a mail or only HEADERS."""
    lines = header_lines(headers)
    message_id = next((value for name, value in lines if name == MESSAGE_ID), "")
    return Envelope(_tokens(lines), _sender(lines), message_id)


def _tokens(lines: Lines) -> tuple[str, ...]:
    """The token that the topmost header of a server names; else those in the headers of the sender."""
    for name, value in lines:
        if name in DELIVERED:
            named = _tokens_in(value)
            if named:
                return named[:1]
    found = [token for name, value in lines if name in ADDRESSED for token in _tokens_in(value)]
    return tuple(dict.fromkeys(found))[:MAX_RECIPIENTS]


def _tokens_in(value: str) -> tuple[str, ...]:
    found = (accepted_token(address) for address in _addresses(value))
    return tuple(token for token in found if token is not None)


def _sender(lines: Lines) -> str:
    """What the topmost Return-Path says. Without one the author: a mail without any sender would pass for a bounce."""
    for name, value in lines:
        if name == RETURN_PATH:
            return value.strip("<> \t")
    return next((address for name, value in lines if name == "from" for address in _addresses(value)), "")


def _addresses(value: str) -> list[str]:
    return [address for _name, address in getaddresses([value]) if address]
