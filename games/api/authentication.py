"""Programs sign in with a token: `Authorization: Token prweb_…`."""

from __future__ import annotations

import logging
from datetime import timedelta
from hmac import compare_digest
from typing import Final

from django.db import DatabaseError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from knox.settings import CONSTANTS
from rest_framework.exceptions import AuthenticationFailed

from games.people.models import ApiToken, User

log = logging.getLogger(__name__)

LAST_USE_PRECISION: Final = timedelta(hours=1)
"""The last use of a token is stored no more precisely than this."""


class ApiTokenAuthentication(TokenAuthentication):  # type: ignore[misc] # knox has no types
    """Refuses expired tokens without deleting them; another task does that.

    Stores the use of the token once an hour: the only thing that a GET writes.
    """

    def authenticate_credentials(self, token: bytes) -> tuple[User, ApiToken]:
        try:
            given = token.decode("ascii")
        except UnicodeDecodeError:
            raise AuthenticationFailed(_("This token is not valid.")) from None
        digest = hash_token(given)
        known = ApiToken.objects.filter(token_key=given[: CONSTANTS.TOKEN_KEY_LENGTH]).select_related("user__owner")
        for stored in known:
            if compare_digest(digest, stored.digest):
                return self._check(stored)
        raise AuthenticationFailed(_("This token is not valid."))

    def _check(self, stored: ApiToken) -> tuple[User, ApiToken]:
        if stored.expiry is not None and stored.expiry <= timezone.now():
            raise AuthenticationFailed(_("This token has expired. Make a new one."))
        user = stored.user
        if not user.is_active or (user.owner is not None and not user.owner.is_active):
            raise AuthenticationFailed(_("This account is closed."))
        _record_use(stored)
        return user, stored


def _record_use(token: ApiToken) -> None:
    """Stores that the token is in use. Reading must still work while the database cannot be written to."""
    now = timezone.now()
    if token.last_used_at is not None and token.last_used_at > now - LAST_USE_PRECISION:
        return
    not_noted = Q(last_used_at=None) | Q(last_used_at__lte=now - LAST_USE_PRECISION)
    try:
        with transaction.atomic():
            ApiToken.objects.filter(not_noted, pk=token.pk).update(last_used_at=now)
    except DatabaseError as error:
        log.warning("The use of a token could not be noted: %s", type(error).__name__)
