"""Sign-up where somebody else takes the name, or the address, while the form is being read.

What the form's own checks have not seen yet, the unique columns of the account refuse.
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


class AccountForm(SignupForm):  # type: ignore[misc]  # allauth has no types
    def try_save(self, request: HttpRequest) -> tuple[AbstractBaseUser | None, HttpResponse | None]:
        """Raises ValidationError for a name that was just taken; an address that was is answered as any that is.

        Where there is an account with the address already its name is kept as that of an account would be.
        """
        try:
            with transaction.atomic():
                saved = self._saved(request)
        except IntegrityError:
            get_adapter().clean_username(self.cleaned_data["username"])
            self.account_already_exists = True
            saved = self._saved(request)
        return saved

    def _saved(self, request: HttpRequest) -> tuple[AbstractBaseUser | None, HttpResponse | None]:
        guests.await_proof(request)
        if self.account_already_exists:
            taken_names.reserve(self.cleaned_data["username"])
        saved: tuple[AbstractBaseUser | None, HttpResponse | None] = super().try_save(request)
        return saved


class SignUp(SignupView):  # type: ignore[misc]  # allauth has no types
    def form_valid(self, form: Any) -> HttpResponse:
        try:
            answer: HttpResponse = super().form_valid(form)
        except ValidationError as taken:
            form.add_error("username", taken)
            answer = self.form_invalid(form)
        return answer
