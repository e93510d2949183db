"""The authentication backend: who can sign in on pages."""

from __future__ import annotations

from typing import Any, Final

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest
from django.utils import timezone

from games.people.models import User
from games.people.unconfirmed import is_unconfirmed

_UNCONFIRMED: Final = "signed_in_unconfirmed"
"""The attribute of a request with the person who gave the right name and password, but has not confirmed an address."""


def unconfirmed_person(request: HttpRequest) -> User | None:
    """The person who would have signed in by this request if their address were confirmed."""
    return getattr(request, _UNCONFIRMED, None)


class PeopleOnly(AuthenticationBackend):  # type: ignore[misc]  # allauth has no types
    """Bot accounts cannot sign in, by no method: they use the API with a token. Guests cannot after `guest_until`.

    People who have not confirmed their address get the answer for a wrong password: otherwise anybody could sign up
    with somebody's address, try to sign in, and so learn whether that address has an account.

    Every session stores the dotted name of this class: under another name everybody would be signed out.
    """

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        person: User | None = super().authenticate(request, **credentials)
        if person is None or not is_unconfirmed(person):
            return person
        if request is not None:
            setattr(request, _UNCONFIRMED, person)
        return None

    def user_can_authenticate(self, user: AbstractBaseUser | None) -> bool:
        is_program = isinstance(user, User) and user.owner_id is not None
        is_over = isinstance(user, User) and user.guest_until is not None and user.guest_until <= timezone.now()
        return not is_program and not is_over and bool(super().user_can_authenticate(user))
