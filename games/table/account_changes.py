"""What becomes of tokens when the account they belong to gets another mail address."""

from __future__ import annotations

from typing import Any, Final

from allauth.account.models import EmailAddress
from allauth.account.signals import email_changed
from django.dispatch import receiver
from django.http import HttpRequest

from games.table import tokens
from prweb.accounts.models import User

KEEP_TOKENS: Final = "keep_tokens"
"""Of the form that confirms an address: ticked by whoever wants to keep them."""


@receiver(email_changed)
def address_changed(request: HttpRequest, user: User, from_email_address: EmailAddress | None, **_kwargs: Any) -> None:
    """The first address of an account changes nothing."""
    if from_email_address is not None and not request.POST.get(KEEP_TOKENS):
        tokens.revoke_all(User.objects.get(pk=user.pk), "another mail address")
