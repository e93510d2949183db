"""The addresses and ids that our mails carry."""

from __future__ import annotations

import hashlib
import re
from typing import Final

from django.conf import settings
from django.utils.encoding import punycode

LOOP_HEADER: Final = "X-Prweb-Loop"
"""On every mail we send: a mail that carries it to us is our own and is never answered."""

_TOKEN: Final = re.compile(r"[a-z2-7]{26}")


def reply_address(token: str) -> str:
    """Where an answer to the turn with this token goes."""
    return f"reply+{token}@{settings.MAIL_HOST}"


def on_the_wire(address: str) -> str:
    """The address as mail servers know it: letters of its domain beyond ASCII as Punycode (RFC 5891)."""
    local, at, domain = address.rpartition("@")
    return f"{local}{at}{punycode(domain)}"


def plausible_token(address: str) -> str | None:
    """The token in a reply address of ours, None for any other address. Says nothing about whether a turn has it."""
    local, _, host = address.strip().lower().rpartition("@")
    prefix, _, token = local.partition("+")
    if host != settings.MAIL_HOST.lower() or prefix != "reply" or not _TOKEN.fullmatch(token):
        return None
    return token


def thread_id(game_id: str) -> str:
    """The Message-ID that all mails of a game refer to, so that readers show them as one thread."""
    return f"<game-{game_id}@{settings.MAIL_HOST}>"


def list_id(game_id: str) -> str:
    return f"<{game_id}.games.{settings.MAIL_HOST}>"


def message_id_of_raw(raw: bytes) -> str:
    """A stand-in for a mail that came without Message-ID: the same mail always gets the same one."""
    return f"<raw-{hashlib.sha256(raw).hexdigest()[:40]}@{settings.MAIL_HOST}>"


def absolute(path: str) -> str:
    """The whole address of a page, for use outside of the site."""
    return settings.SITE_URL.rstrip("/") + path
