"""The fields of sign-up besides address, name and password."""

from __future__ import annotations

from typing import Any

from allauth.core import context as allauth_context
from django import forms
from django.http import HttpRequest
from django.utils.translation import get_language

from games.people.models import User
from games.people.zones import MAX_ZONE_LENGTH, browser_zone, find_zone
from games.web import guests, pending_joins


class ExtraSignupFields(forms.Form):
    """Fields that nobody has to fill in: the browser tells its time zone, and requests a language.

    allauth puts these fields into its own form and calls `signup` for the new person.
    """

    time_zone = forms.CharField(
        required=False, max_length=MAX_ZONE_LENGTH, widget=forms.HiddenInput(attrs={"data-zone": ""})
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.proved_address = pending_joins.proved_address(allauth_context.request)
        """The visitor proved it by the link in an invitation; empty for all others."""
        if self.proved_address:
            self.initial.setdefault("email", self.proved_address)

    def signup(self, request: HttpRequest, user: User) -> None:
        """Without JavaScript, or with an unknown zone, the time zone stays UTC until the person changes it."""
        zone = find_zone(self.cleaned_data.get("time_zone", "")) or browser_zone(request)
        if zone is not None:
            user.time_zone = zone.key
        user.language = get_language() or user.language
        user.save(update_fields=["time_zone", "language"])
        guests.promise_to(request, user)
