"""Addresses of the account pages that allauth does not have, or that ask for more than its own do."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from allauth.account.views import password_set
from django.urls import URLPattern, path
from django.views.generic import RedirectView

from prweb.accounts.views import ReauthenticateByCode

urlpatterns: list[URLPattern] = [
    # The list of sessions stands among the preferences.
    path("sessions/", RedirectView.as_view(pattern_name="preferences"), name="usersessions_list"),
    path("reauthenticate/code/", ReauthenticateByCode.as_view(), name="account_reauthenticate_by_code"),
    # Who has no password yet has signed in by a mailed code, perhaps long ago.
    path("password/set/", reauthentication_required(password_set), name="account_set_password"),
]
