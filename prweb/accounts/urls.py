"""URLs of the account pages that allauth does not have, or that are stricter than its own."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from allauth.account.views import password_set
from allauth.mfa.webauthn import views as webauthn
from django.contrib.auth.decorators import login_required
from django.urls import URLPattern, path
from django.views.generic import RedirectView

from prweb.accounts.passkeys import limit_sign_in_attempts, passkey_origin_required
from prweb.accounts.signup import ConcurrentSignupView
from prweb.accounts.views import ReauthenticateByCode

urlpatterns: list[URLPattern] = [
    path("signup/", ConcurrentSignupView.as_view(), name="account_signup"),
    # The list of sessions is on the page of preferences, the list of passkeys beside the other second factors.
    path("sessions/", login_required(RedirectView.as_view(pattern_name="preferences")), name="usersessions_list"),
    path("2fa/webauthn/", login_required(RedirectView.as_view(pattern_name="mfa_index")), name="mfa_list_webauthn"),
    path("2fa/webauthn/add/", passkey_origin_required(webauthn.add_webauthn), name="mfa_add_webauthn"),
    path(
        "2fa/webauthn/login/",
        limit_sign_in_attempts(passkey_origin_required(webauthn.login_webauthn)),
        name="mfa_login_webauthn",
    ),
    path(
        "2fa/webauthn/reauthenticate/",
        passkey_origin_required(webauthn.reauthenticate_webauthn),
        name="mfa_reauthenticate_webauthn",
    ),
    path("reauthenticate/code/", ReauthenticateByCode.as_view(), name="account_reauthenticate_by_code"),
    # People without a password have signed in by a mailed code, perhaps long ago.
    path("password/set/", reauthentication_required(password_set), name="account_set_password"),
]
