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

from games.table.mail_addresses import smtp_form as smtp_form

LOOP_HEADER: Final = "X-Prweb-Loop"
"""All our mails have this header: a mail that comes to us with it is our own and is never answered."""

_TOKEN: Final = re.compile(r"[a-z2-7]{26}")
_SIGNED: Final = re.compile(r"([a-z]+)\+([0-9]{1,18})-([a-z2-7]{26})")
_SIGNED_TALK: Final = re.compile(r"talk\+([0-9]{1,12})\.([0-9]{1,12})-([a-z2-7]{26})")
_SALTS: Final = {
    "talk": "games.mail.talk",
    "bounce": "games.mail.bounces",
    "check": "games.mail.checks",
    "vote": "games.mail.votes",
}
"""Salts of the signatures in signed addresses, by the prefix of the address."""


def reply_address(token: str) -> str:
    """The address for answers to the turn with this token."""
    return f"reply+{token}@{settings.MAIL_HOST}"


def bounce_address(outgoing_id: int) -> str:
    """The envelope sender of a mail: servers report there that it cannot be delivered. It is signed."""
    return _signed_address("bounce", outgoing_id)


def bounce_token(address: str) -> str | None:
    """The token of a bounce address of ours; None for other addresses and for forged ones."""
    local = _local_part(address)
    return local if bounced_mail(local) is not None else None


def bounced_mail(token: str) -> int | None:
    """The id of the mail of a `bounce_token`; None if it is forged or another token."""
    return _signed_number("bounce", token)


def check_address(number: int) -> str:
    """The address to which the site writes to test that mails come in (`manage.py check_mail`)."""
    return _signed_address("check", number)


def check_token(address: str) -> str | None:
    """The token of a check address of ours; None for other addresses and for forged ones."""
    local = _local_part(address)
    return local if is_check_token(local) else None


def is_check_token(token: str) -> bool:
    return _signed_number("check", token) is not None


def vote_address(ballot_id: int) -> str:
    """The address for answers to a mail that asks for a vote. It is signed."""
    return _signed_address("vote", ballot_id)


def vote_token(address: str) -> str | None:
    """The token of a vote address of ours; None for other addresses and for forged ones."""
    local = _local_part(address)
    return local if voted_ballot(local) is not None else None


def voted_ballot(token: str) -> int | None:
    """The id of the ballot of a `vote_token`; None if it is forged or another token."""
    return _signed_number("vote", token)


def talk_address(seat_id: int, person_id: int) -> str:
    """The address for what a person says to the others at the table where they have this seat. It is signed."""
    about = f"{seat_id}.{person_id}"
    return f"talk+{about}-{_signature('talk', about)}@{settings.MAIL_HOST}"


def talk_token(address: str) -> str | None:
    """The token of a talk address of ours; None for other addresses and for forged ones."""
    local = _local_part(address)
    return local if talking_seat(local) is not None else None


def talking_seat(token: str) -> tuple[int, int] | None:
    """The ids of the seat and the person of a `talk_token`; None if it is forged or another token."""
    parts = _SIGNED_TALK.fullmatch(token)
    if parts is None or not hmac.compare_digest(parts[3], _signature("talk", f"{parts[1]}.{parts[2]}")):
        return None
    return int(parts[1]), int(parts[2])


def plausible_token(address: str) -> str | None:
    """The token in a reply address of ours, None for other addresses. Whether a turn has it is not checked."""
    prefix, _, token = _local_part(address).partition("+")
    return token if prefix == "reply" and _TOKEN.fullmatch(token) else None


def operator_box(address: str) -> str | None:
    """The local part of an address of the operator at our mail host; None for other addresses.

    The From address of our mails is one of them. Postmaster may come without a domain (RFC 5321).
    """
    if address.strip().lower() == "postmaster":
        return "postmaster"
    local = _local_part(address)
    return local if is_operator_box(local) else None


def is_operator_box(token: str) -> bool:
    """Whether mail with this token goes to the operator."""
    sender = _local_part(parseaddr(settings.DEFAULT_FROM_EMAIL)[1])
    return token in ("postmaster", "abuse") or (token != "" and token == sender)


def accepted_token(address: str) -> str | None:
    """The token of an address that accepts mails; None for other addresses.

    A reply token need not belong to a turn: that is looked up when the mail comes.
    """
    signed = bounce_token(address) or check_token(address) or vote_token(address) or talk_token(address)
    return plausible_token(address) or signed or operator_box(address)


def thread_id(game_id: str) -> str:
    """The Message-ID that all mails of a game refer to, so that readers show them as one thread."""
    return f"<game-{game_id}@{settings.MAIL_HOST}>"


def list_id(game_id: str) -> str:
    return f"<{game_id}.games.{settings.MAIL_HOST}>"


def message_id_of_raw(raw: bytes) -> str:
    """A stand-in for a mail that came without Message-ID: the same mail always gets the same one."""
    return f"<raw-{hashlib.sha256(raw).hexdigest()[:40]}@{settings.MAIL_HOST}>"


def _local_part(address: str) -> str:
    """Of an address at our mail host, in lower case; empty for any other address."""
    local, _, host = address.strip().lower().rpartition("@")
    return local if host == settings.MAIL_HOST.lower() else ""


def _signed_address(kind: str, number: int) -> str:
    return f"{kind}+{number}-{_signature(kind, number)}@{settings.MAIL_HOST}"


def _signed_number(kind: str, token: str) -> int | None:
    """The number in the local part of a signed address of a kind; None if it is of another, or was made up."""
    parts = _SIGNED.fullmatch(token)
    if parts is None or parts[1] != kind or not hmac.compare_digest(parts[3], _signature(kind, int(parts[2]))):
        return None
    return int(parts[2])


def _signature(kind: str, number: int | str) -> str:
    """128 bits, in letters that mail servers leave as they are."""
    mac = salted_hmac(_SALTS[kind], str(number), algorithm="sha256").digest()
    return b32encode(mac[:16]).decode().rstrip("=").lower()
