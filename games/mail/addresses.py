"""The addresses and ids that our mails carry."""

from __future__ import annotations

import hashlib
import hmac
import re
from base64 import b32encode
from email.utils import parseaddr
from typing import Final

from django.conf import settings
from django.utils.crypto import salted_hmac

from games.table.mail_addresses import on_the_wire as on_the_wire

LOOP_HEADER: Final = "X-Prweb-Loop"
"""On every mail we send: a mail that carries it to us is our own and is never answered."""

_TOKEN: Final = re.compile(r"[a-z2-7]{26}")
_CHECK: Final = re.compile(r"check\+([0-9]{1,18})-([a-z2-7]{26})")
_BOUNCE: Final = re.compile(r"bounce\+([0-9]{1,18})-([a-z2-7]{26})")

_BOUNCES: Final = "games.mail.bounces"
_CHECKS: Final = "games.mail.checks"


def reply_address(token: str) -> str:
    """Where an answer to the turn with this token goes."""
    return f"reply+{token}@{settings.MAIL_HOST}"


def bounce_address(outgoing_id: int) -> str:
    """The envelope sender of a mail: where servers report that it cannot be delivered. Nobody else can make it up."""
    return f"bounce+{outgoing_id}-{_signature(outgoing_id)}@{settings.MAIL_HOST}"


def bounce_token(address: str) -> str | None:
    """What a bounce address of ours is kept by, None for any other address and for one that was made up."""
    local, _, host = address.strip().lower().rpartition("@")
    return local if host == settings.MAIL_HOST.lower() and bounced_mail(local) is not None else None


def bounced_mail(token: str) -> int | None:
    """The id of the mail that a `bounce_token` is of; None where it was made up, or is a reply token."""
    parts = _BOUNCE.fullmatch(token)
    if parts is None or not hmac.compare_digest(parts[2], _signature(int(parts[1]))):
        return None
    return int(parts[1])


def check_address(number: int) -> str:
    """Where the site writes to itself, to see whether mails come in (`manage.py check_mail`)."""
    return f"check+{number}-{_signature(number, _CHECKS)}@{settings.MAIL_HOST}"


def check_token(address: str) -> str | None:
    """What a mail to a check address of ours is kept by; None for any other address and for one that was made up."""
    local, _, host = address.strip().lower().rpartition("@")
    return local if host == settings.MAIL_HOST.lower() and is_check_token(local) else None


def is_check_token(token: str) -> bool:
    parts = _CHECK.fullmatch(token)
    return parts is not None and hmac.compare_digest(parts[2], _signature(int(parts[1]), _CHECKS))


def _signature(number: int, salt: str = _BOUNCES) -> str:
    """128 bits, in letters that mail servers leave as they are."""
    mac = salted_hmac(salt, str(number), algorithm="sha256").digest()
    return b32encode(mac[:16]).decode().rstrip("=").lower()


def plausible_token(address: str) -> str | None:
    """The token in a reply address of ours, None for any other address. Says nothing about whether a turn has it."""
    local, _, host = address.strip().lower().rpartition("@")
    prefix, _, token = local.partition("+")
    if host != settings.MAIL_HOST.lower() or prefix != "reply" or not _TOKEN.fullmatch(token):
        return None
    return token


def operator_box(address: str) -> str | None:
    """Which of the operator's addresses at our mail host this is, by its local part; None for any other address.

    That of all mails is among them, which their readers may write to. Postmaster may come without a domain (RFC 5321).
    """
    local, at, host = address.strip().lower().rpartition("@")
    if not at and host == "postmaster":
        return host
    return local if host == settings.MAIL_HOST.lower() and is_operator_box(local) else None


def is_operator_box(token: str) -> bool:
    """Whether mail that is kept by this token goes to whoever runs the site."""
    sender, _, host = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].lower().rpartition("@")
    return token in ("postmaster", "abuse") or (token == sender and host == settings.MAIL_HOST.lower())


def kept_by(address: str) -> str | None:
    """The token that a mail to this address is kept by; None if no mail is taken in for it.

    It can be one that no turn has: that is looked up when the mail comes.
    """
    return plausible_token(address) or bounce_token(address) or check_token(address) or operator_box(address)


def thread_id(game_id: str) -> str:
    """The Message-ID that all mails of a game refer to, so that readers show them as one thread."""
    return f"<game-{game_id}@{settings.MAIL_HOST}>"


def list_id(game_id: str) -> str:
    return f"<{game_id}.games.{settings.MAIL_HOST}>"


def message_id_of_raw(raw: bytes) -> str:
    """A stand-in for a mail that came without Message-ID: the same mail always gets the same one."""
    return f"<raw-{hashlib.sha256(raw).hexdigest()[:40]}@{settings.MAIL_HOST}>"
