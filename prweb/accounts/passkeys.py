"""Passkeys: where they can be used, and what allauth is told about them.

A browser offers them to a secure site with a name: over https, or at "localhost". Every use of one verifies the person
(by finger, face or PIN; MFA_WEBAUTHN_USER_VERIFICATION), so that a passkey alone is two factors: what somebody has, and
what they are or know. prweb.accounts.two_factors relies on that.
"""

from __future__ import annotations

import ipaddress
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
from django.http.request import split_domain_port
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from prweb.limits import client_address, too_often, wait_needed


def work_at(request: HttpRequest) -> bool:
    """Whether browsers use passkeys at the address by which the site is visited now."""
    host = split_domain_port(request.get_host())[0]
    if host == "localhost" or host.endswith(".localhost"):
        return True
    return request.is_secure() and not _is_number(host)


def where_they_work(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Keeps a page about passkeys to the addresses at which browsers use them."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if work_at(request):
            return view(request, *args, **kwargs)
        messages.info(request, _("Passkeys work over https, or at the name localhost."))
        return redirect("mfa_index" if request.user.is_authenticated else "account_login")

    return guarded


def counted(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Bounds how often somebody unknown may begin to sign in by a passkey: each time a session is kept for it."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        wait = wait_needed("unknown", client_address(request)) if request.method == "GET" else 0
        return too_often(request, wait) if wait else view(request, *args, **kwargs)

    return guarded


class PasskeyAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth has no types
    def generate_authenticator_name(self, user: AbstractBaseUser, type: str) -> str:
        """What a key is called until its person calls it something else."""
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


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True
