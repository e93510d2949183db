"""Pages about accounts that allauth does not have."""

from __future__ import annotations

import time
from typing import Any, Final

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.forms import BaseConfirmCodeForm
from allauth.account.internal.flows.login import record_authentication
from allauth.account.views import BaseReauthenticateView
from allauth.core import ratelimit
from allauth.core.exceptions import RateLimited
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games.people.reauthentication import MAILED_CODE_METHOD

_SESSION_KEY: Final = "reauthentication_code"
"""The key in the session for the mailed code, when it was sent, and how many wrong ones were typed."""


class MailedCodeForm(BaseConfirmCodeForm):  # type: ignore[misc]  # allauth has no types
    """The code that was mailed."""


@method_decorator([login_required, never_cache], name="dispatch")
class ReauthenticateByCode(BaseReauthenticateView):  # type: ignore[misc]  # allauth has no types
    """A button mails a code, the form takes it. A code is valid once, for some minutes and some attempts."""

    form_class = MailedCodeForm
    template_name = "account/reauthenticate_by_code.html"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.POST.get("action") == "send":
            return self._send()
        answer: HttpResponse = super().post(request, *args, **kwargs)
        return answer

    def get_form_kwargs(self) -> dict[str, Any]:
        state = self._state()
        return {**super().get_form_kwargs(), "code": state["code"] if state else ""}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "is_sent": self._state() is not None}

    def form_valid(self, form: Any) -> HttpResponse:
        self.request.session.pop(_SESSION_KEY, None)
        record_authentication(self.request, self.request.user, MAILED_CODE_METHOD, reauthenticated=True)
        answer: HttpResponse = super().form_valid(form)
        return answer

    def form_invalid(self, form: Any) -> HttpResponse:
        state = self._state()
        if state is not None:
            state["attempts"] += 1
            left = state["attempts"] < app_settings.LOGIN_BY_CODE_MAX_ATTEMPTS
            self.request.session[_SESSION_KEY] = state if left else None
        answer: HttpResponse = super().form_invalid(form)
        return answer

    def _send(self) -> HttpResponse:
        adapter, user = get_adapter(), self.request.user
        try:
            ratelimit.consume(
                self.request, action="request_login_code", key=f"reauthenticate:{user.pk}", raise_exception=True
            )
        except RateLimited:
            messages.error(self.request, _("You asked for too many codes: wait some minutes."))
        else:
            code = adapter.generate_login_code()
            self.request.session[_SESSION_KEY] = {"code": code, "at": time.time(), "attempts": 0}
            adapter.send_mail("account/email/reauthentication_code", user.email, {"code": code, "user": user})
        return HttpResponseRedirect(self.passthrough_next_url(reverse("account_reauthenticate_by_code")))

    def _state(self) -> dict[str, Any] | None:
        """The mailed code and its attempts, while it is valid."""
        state: dict[str, Any] | None = self.request.session.get(_SESSION_KEY)
        if state is None or time.time() - state["at"] > app_settings.LOGIN_BY_CODE_TIMEOUT:
            return None
        return state
