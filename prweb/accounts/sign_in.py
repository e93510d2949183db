"""Who can sign in on pages."""

from __future__ import annotations

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.models import AbstractBaseUser

from prweb.accounts.models import User


class PeopleOnly(AuthenticationBackend):  # type: ignore[misc]  # allauth has no types
    """Bot accounts have no sign-in and no session, whatever way somebody finds: they come by the API with a token."""

    def user_can_authenticate(self, user: AbstractBaseUser | None) -> bool:
        is_program = isinstance(user, User) and user.owner_id is not None
        return not is_program and bool(super().user_can_authenticate(user))
