"""Where allauth leaves it to the site how an account is written, and how its mails go."""

from __future__ import annotations

from typing import Any, Final

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context as allauth_context
from django.http import HttpRequest

from prweb.accounts import mails, names, taken_names
from prweb.accounts.models import User

_OWNER: Final = "told_owner"
"""In the context of a notification: whose account was changed."""


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Raises ValidationError for what nobody may be called, and for what somebody is called already."""
        name: str = super().clean_username(names.normalized(username), shallow)
        if not shallow:
            taken_names.check(name)
        return name

    def set_password(self, user: User, password: str) -> None:
        """Writes nothing else: somebody may have been suspended, or made staff no more, since the request began."""
        user.set_password(password)
        user.save(update_fields=None if user._state.adding else ["password"])

    def unstash_verified_email(self, request: HttpRequest) -> None:
        """Nobody stashes one here: by allauth's way a sign-up with another address would get the stashed one too."""

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """All mails of allauth come by here, and go into the outbox."""
        request = allauth_context.request
        said = {"request": request, "email": email, **context}
        owner = context.get(_OWNER)
        mails.write(template_prefix, email, said, request, about=owner or context.get("user"), asked_for=owner is None)

    def send_notification_mail(
        self, template_prefix: str, user: User, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """What was done to an account, to its owner: nobody asked for it."""
        super().send_notification_mail(template_prefix, user, {**(context or {}), _OWNER: user}, email)
