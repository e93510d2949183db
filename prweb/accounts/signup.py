"""Sign-up when somebody else takes the name or the address at the same time.

The form's checks cannot see that; the unique columns of the account refuse it.
"""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import SignupForm
from allauth.account.views import SignupView
from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse

from games.people import taken_names
from games.web import guests


class ConcurrentSignupForm(SignupForm):  # type: ignore[misc]  # allauth has no types
    def try_save(self, request: HttpRequest) -> tuple[AbstractBaseUser | None, HttpResponse | None]:
        """Raises ValidationError for a name that was just taken; an address that was just taken gets the usual answer.

        If there is an account with the address, the name is reserved, as the name of a new account would be.
        """
        try:
            with transaction.atomic():
                saved = self._save_once(request)
        except IntegrityError:
            get_adapter().clean_username(self.cleaned_data["username"])
            self.account_already_exists = True
            saved = self._save_once(request)
        return saved

    def _save_once(self, request: HttpRequest) -> tuple[AbstractBaseUser | None, HttpResponse | None]:
        guests.await_proof(request)
        if self.account_already_exists:
            taken_names.reserve_name_of_unconfirmed(self.cleaned_data["username"])
        saved: tuple[AbstractBaseUser | None, HttpResponse | None] = super().try_save(request)
        return saved


class ConcurrentSignupView(SignupView):  # type: ignore[misc]  # allauth has no types
    def form_valid(self, form: Any) -> HttpResponse:
        try:
            answer: HttpResponse = super().form_valid(form)
        except ValidationError as taken:
            form.add_error("username", taken)
            answer = self.form_invalid(form)
        return answer
