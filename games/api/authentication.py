"""Programs sign in with a token: `Authorization: Token prweb_…`."""

from __future__ import annotations

from hmac import compare_digest

from django.utils import timezone
from django.utils.translation import gettext as _
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from knox.settings import CONSTANTS
from rest_framework.exceptions import AuthenticationFailed

from prweb.accounts.models import ApiToken, User


class ApiTokenAuthentication(TokenAuthentication):  # type: ignore[misc] # knox has no types
    """Only looks: tokens that ran out are no good any more, and are thrown away by others, not by a reader."""

    def authenticate_credentials(self, token: bytes) -> tuple[User, ApiToken]:
        try:
            given = token.decode("ascii")
        except UnicodeDecodeError:
            raise AuthenticationFailed(_("This token is not valid.")) from None
        digest = hash_token(given)
        known = ApiToken.objects.filter(token_key=given[: CONSTANTS.TOKEN_KEY_LENGTH]).select_related("user__owner")
        for stored in known:
            if compare_digest(digest, stored.digest):
                return self._usable(stored)
        raise AuthenticationFailed(_("This token is not valid."))

    def _usable(self, stored: ApiToken) -> tuple[User, ApiToken]:
        if stored.expiry is not None and stored.expiry <= timezone.now():
            raise AuthenticationFailed(_("This token has run out; make a new one."))
        user = stored.user
        if not user.is_active or (user.owner is not None and not user.owner.is_active):
            raise AuthenticationFailed(_("This account is closed."))
        return user, stored
