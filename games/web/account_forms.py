"""allauth's forms of the password, each with the choice what becomes of the person's API tokens."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth_forms
from django import forms
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.table import tokens
from games.table.account_changes import KEEP_TOKENS


class TokensChoice(forms.Form):
    """Whoever learnt the password may have made tokens by it: they are revoked, unless the person says otherwise."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.user is not None and tokens.tokens_of(self.user).exists():  # type: ignore[attr-defined]
            self.fields[KEEP_TOKENS] = forms.BooleanField(
                label=_("Keep my API tokens"),
                required=False,
                help_text=_("Otherwise they are revoked, and programs need new ones."),
            )

    def save(self) -> None:
        with transaction.atomic():
            super().save()  # type: ignore[misc]
            if not self.cleaned_data.get(KEEP_TOKENS):
                tokens.revoke_all(self.user, "another password")  # type: ignore[attr-defined]


class ChangePasswordForm(TokensChoice, allauth_forms.ChangePasswordForm):  # type: ignore[misc]  # allauth has no types
    """Another password, by whoever knows the one so far."""


class SetPasswordForm(TokensChoice, allauth_forms.SetPasswordForm):  # type: ignore[misc]
    """The first password."""


class ResetPasswordForm(TokensChoice, allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    """Another password, by the link of a mail."""
