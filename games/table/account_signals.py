"""What follows when the mail address of an account changes or is confirmed."""

from __future__ import annotations

from typing import Any, Final

from allauth.account.models import EmailAddress
from allauth.account.signals import email_changed, email_confirmed
from django.contrib import messages
from django.dispatch import receiver
from django.http import HttpRequest

from games.people.models import User
from games.table import api_tokens, guests
from games.table.errors import Refused

KEEP_TOKENS: Final = "keep_tokens"
"""The field of the form that confirms an address: people tick it to keep their tokens."""


@receiver(email_changed)
def on_address_changed(
    request: HttpRequest, user: User, from_email_address: EmailAddress | None, **_kwargs: Any
) -> None:
    """Revoke the person's tokens, unless it is the account's first address or they wanted to keep them."""
    if from_email_address is not None and not request.POST.get(KEEP_TOKENS):
        api_tokens.revoke_all_tokens(User.objects.get(pk=user.pk), "another mail address")


@receiver(email_confirmed)
def on_address_confirmed(request: HttpRequest, email_address: EmailAddress, **_kwargs: Any) -> None:
    """Hand guests' games over to somebody who signed up for them, in whatever browser they confirm the address."""
    try:
        guests.hand_over_to_heir(User.objects.get(pk=email_address.user_id))
    except Refused as refused:
        messages.error(request, str(refused))
