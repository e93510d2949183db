"""What sign-up asks besides address, name and password."""

from __future__ import annotations

from zoneinfo import available_timezones

from django import forms
from django.http import HttpRequest
from django.utils.translation import get_language

from prweb.accounts.models import User


class SignupForm(forms.Form):
    """Nothing that a person would have to fill in: the browser tells its time zone, and speaks a language.

    allauth puts these fields into its own form and calls `signup` for the new person.
    """

    time_zone = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput(attrs={"data-zone": ""}))

    def signup(self, request: HttpRequest, user: User) -> None:  # noqa: ARG002
        """Without JavaScript, or with a zone that nobody knows, it stays UTC until the person says otherwise."""
        zone = self.cleaned_data.get("time_zone", "")
        if zone in available_timezones():
            user.time_zone = zone
        user.language = get_language() or user.language
        user.save(update_fields=["time_zone", "language"])
