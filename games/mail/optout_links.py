"""Whoever is invited can say that they want no invitations at all: one link ends them, without an account (RFC 8058).

Of whoever does so a digest of the address is kept, and no address. The digest is keyed with the site's secret, so that
nobody who gets at the table finds out by guessing whose they are.
"""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.core import signing
from django.urls import reverse

from games.models.mail import InvitationOptOut
from games.site_urls import absolute
from games.table.invitation_optouts import address_digest

_SALT: Final = "games.mail.optout"
# Without a time in it: the links of old mails must go on working.
_SIGNER = signing.Signer(salt=_SALT)


def opt_out_url(address: str) -> str:
    """Where the owner of this address ends all invitations to it. The link can do nothing else, and names nobody."""
    return absolute(reverse("mail-opt-out", args=[_SIGNER.sign(address_digest(address, settings.SECRET_KEY))]))


def digest_from_link(signed: str) -> str | None:
    """The digest that a link is about, None for a forged one."""
    try:
        return _SIGNER.unsign(signed)
    except signing.BadSignature:
        return None


def opt_out(digest: str) -> None:
    InvitationOptOut.objects.get_or_create(digest=digest)


def opt_in(digest: str) -> None:
    InvitationOptOut.objects.filter(digest=digest).delete()


def is_opted_out(digest: str) -> bool:
    return InvitationOptOut.objects.filter(digest=digest).exists()
