"""Addresses whose owners want no invitations: a keyed digest of each is kept (links: games.mail.optout_links)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.conf import settings
from django.utils.crypto import salted_hmac

from games.models import InvitationOptOut

# Of before the module had this name: what is kept must go on being found.
_SALT: Final = "games.mail.optout"


def wants_no_invitations(address: str) -> bool:
    """Whether the owner of the address wants no invitations."""
    return bool(unwilling_addresses([address]))


def unwilling_addresses(addresses: Sequence[str]) -> set[str]:
    """Those of the addresses whose owners want no invitations, by digests under any key that the site still knows."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    by_digest = {address_digest(address, key): address for address in addresses for key in keys}
    known = InvitationOptOut.objects.filter(digest__in=by_digest).values_list("digest", flat=True)
    return {by_digest[digest] for digest in known}


def address_digest(address: str, key: str | bytes) -> str:
    return salted_hmac(_SALT, address.strip().lower(), secret=key, algorithm="sha256").hexdigest()
