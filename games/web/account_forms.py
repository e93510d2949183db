"""allauth's password forms, each with the choice whether to revoke the person's API tokens."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.account.internal.userkit import filter_users_by_email
from allauth.core import context as allauth_context
from allauth.core import ratelimit
from django import forms
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.people.sessions import is_known_network
from games.table import api_tokens
from games.table.account_signals import KEEP_TOKENS


class TokensChoice(forms.Form):
    """Whoever learnt the password may have made tokens by it: they are revoked, unless the person says otherwise."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.user is not None and api_tokens.tokens_of(self.user).exists():  # type: ignore[attr-defined]
            self.fields[KEEP_TOKENS] = forms.BooleanField(
                label=_("Keep my API tokens"),
                required=False,
                help_text=_("Otherwise they are revoked, and programs need new ones."),
            )

    def save(self) -> None:
        with transaction.atomic():
            super().save()  # type: ignore[misc]
            if not self.cleaned_data.get(KEEP_TOKENS):
                api_tokens.revoke_all_tokens(self.user, "another password")  # type: ignore[attr-defined]


class ChangePasswordForm(TokensChoice, allauth_forms.ChangePasswordForm):  # type: ignore[misc]  # allauth has no types
    """Another password, by whoever knows the one so far."""


class SetPasswordForm(TokensChoice, allauth_forms.SetPasswordForm):  # type: ignore[misc]
    """The first password."""


class ResetPasswordForm(TokensChoice, allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    """Another password, by the link of a mail."""


class LoginCodeForm(allauth_forms.RequestLoginCodeForm):  # type: ignore[misc]
    """Asking for a code: where its owner was before, an address is counted apart from what strangers ask for it."""

    def clean_email(self) -> str:
        """As allauth's, but for the key by which it counts. Raises ValidationError for who asks too often."""
        email: str = self.cleaned_data["email"]
        request = allauth_context.request
        users = filter_users_by_email(email, is_active=True, prefer_verified=True, for_login=True)
        key = f"{email.lower()}{':known' if is_known_network(request, email) else ''}"
        if not ratelimit.consume(request, action="request_login_code", key=key):
            raise get_adapter().validation_error("too_many_login_attempts")
        self._user = users[0] if users else None
        return email
