"""What a person sets for themselves."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.access import Act
from games.gate import demands
from games.table.errors import Refused
from games.table.preferences import set_preferences
from games.web.access import person
from games.web.forms import PreferencesForm
from prweb.accounts.models import User


@demands(Act.SET_PREFERENCES)
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    user = person(request)
    form = PreferencesForm(request.POST or None, instance=user)
    if request.method == "POST":
        if form.is_valid() and _kept(user, form):
            with translation.override(user.language):
                messages.success(request, _("Saved."))
            return redirect("preferences")
        user.refresh_from_db()
    return render(request, "web/preferences.html", {"form": form}, status=422 if form.errors else 200)


def _kept(user: User, form: PreferencesForm) -> bool:
    try:
        set_preferences(user, **form.cleaned_data)
    except Refused as refused:
        form.add_error("username", str(refused))
        return False
    return True
