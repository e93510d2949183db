"""Links that end all invitations to an address, without an account (RFC 8058).

Only a digest of the address is stored. It is keyed with the site's secret, so that nobody with a copy of the table can
find the addresses by guessing.
"""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.core import signing
from django.urls import reverse

from games.models.mail import InvitationOptOut
from games.site_urls import absolute_url
from games.table.invitation_optouts import address_digest

_SALT: Final = "games.mail.optout"
# Without a timestamp: links in old mails must stay valid.
_SIGNER = signing.Signer(salt=_SALT)


def opt_out_url(address: str) -> str:
    """The URL by which the owner of this address ends all invitations to it. It can do nothing else."""
    return absolute_url(reverse("mail-opt-out", args=[_SIGNER.sign(address_digest(address, settings.SECRET_KEY))]))


def digest_from_link(signed: str) -> str | None:
    """The digest in a link; None if the link is forged."""
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
