"""What becomes of tokens when the account they belong to gets another mail address."""

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
"""Of the form that confirms an address: ticked by whoever wants to keep them."""


@receiver(email_changed)
def address_changed(request: HttpRequest, user: User, from_email_address: EmailAddress | None, **_kwargs: Any) -> None:
    """The first address of an account changes nothing."""
    if from_email_address is not None and not request.POST.get(KEEP_TOKENS):
        api_tokens.revoke_all(User.objects.get(pk=user.pk), "another mail address")


@receiver(email_confirmed)
def address_proved(request: HttpRequest, email_address: EmailAddress, **_kwargs: Any) -> None:
    """Whoever signed up to keep a guest's game has it now, in whatever browser they are."""
    try:
        guests.keep_promises(User.objects.get(pk=email_address.user_id))
    except Refused as refused:
        messages.error(request, str(refused))
