"""Where allauth leaves it to the site how an account is written."""

from __future__ import annotations

from allauth.account.adapter import DefaultAccountAdapter

from prweb.accounts.models import User


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    def set_password(self, user: User, password: str) -> None:
        """Writes nothing else: somebody may have been suspended, or made staff no more, since the request began."""
        user.set_password(password)
        user.save(update_fields=None if user._state.adding else ["password"])
