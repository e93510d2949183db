"""Addresses of the account pages that allauth does not have, or that ask for more than its own do."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from allauth.account.views import password_set
from allauth.mfa.webauthn import views as webauthn
from django.contrib.auth.decorators import login_required
from django.urls import URLPattern, path
from django.views.generic import RedirectView

from prweb.accounts.passkeys import counted, where_they_work
from prweb.accounts.signing_up import SignUp
from prweb.accounts.views import ReauthenticateByCode

urlpatterns: list[URLPattern] = [
    path("signup/", SignUp.as_view(), name="account_signup"),
    # The list of sessions stands among the preferences, that of passkeys beside the other second factors.
    path("sessions/", login_required(RedirectView.as_view(pattern_name="preferences")), name="usersessions_list"),
    path("2fa/webauthn/", login_required(RedirectView.as_view(pattern_name="mfa_index")), name="mfa_list_webauthn"),
    path("2fa/webauthn/add/", where_they_work(webauthn.add_webauthn), name="mfa_add_webauthn"),
    path("2fa/webauthn/login/", counted(where_they_work(webauthn.login_webauthn)), name="mfa_login_webauthn"),
    path(
        "2fa/webauthn/reauthenticate/",
        where_they_work(webauthn.reauthenticate_webauthn),
        name="mfa_reauthenticate_webauthn",
    ),
    path("reauthenticate/code/", ReauthenticateByCode.as_view(), name="account_reauthenticate_by_code"),
    # Who has no password yet has signed in by a mailed code, perhaps long ago.
    path("password/set/", reauthentication_required(password_set), name="account_set_password"),
]
