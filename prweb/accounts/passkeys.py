"""Passkeys: allauth's adapter and form for them, and the decorators of its pages about them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django import forms
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.people import passkeys
from games.rate_limits import client_address, too_many_requests, wait_needed


def passkey_origin_required(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Shows a page about passkeys only at origins at which browsers support them."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if passkeys.are_supported(request):
            return view(request, *args, **kwargs)
        messages.info(request, _("Passkeys work over https, or at the name localhost."))
        return redirect("mfa_index" if request.user.is_authenticated else "account_login")

    return wrapper


def limit_sign_in_attempts(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Limits how often a visitor may begin to sign in by a passkey: each time a session is stored."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        wait = wait_needed("unknown", client_address(request)) if request.method == "GET" else 0
        return too_many_requests(request, wait) if wait else view(request, *args, **kwargs)

    return wrapper


class PasskeyAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth has no types
    def generate_authenticator_name(self, user: AbstractBaseUser, type: str) -> str:
        """The name of a key until its person gives it another one."""
        count = Authenticator.objects.filter(user_id=user.pk, type=type).count()
        return _("Passkey %(number)s") % {"number": count + 1}


class AddPasskeyForm(AddWebAuthnForm):  # type: ignore[misc]  # allauth has no types
    """A passkey, or a security key that only goes with the password."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=60,
        required=False,
        help_text=gettext_lazy("So that you can tell your keys apart."),
    )
    passwordless = forms.BooleanField(
        label=gettext_lazy("It signs me in without the password"),
        required=False,
        initial=True,
        help_text=gettext_lazy("Otherwise it is asked for after the password. Older security keys can only do that."),
    )
