"""Choosing when our mails come, and how much they say."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.access import Permission
from games.permission_required import permission_required
from games.refusals import show_refusals
from games.table.preferences import set_mail_choices
from games.web.mail_choices_form import MailChoicesForm
from games.web.views.preferences import preferences_page
from games.web.visitors import signed_in_user


@permission_required(Permission.SET_PREFERENCES)
@require_POST
@show_refusals("preferences")
def choose(request: HttpRequest) -> HttpResponse:
    user = signed_in_user(request)
    form = MailChoicesForm(user, request.POST)
    if not form.is_valid():
        return preferences_page(request, mail_choices_form=form)
    set_mail_choices(user, **form.choices)
    messages.success(request, _("Saved."))
    return redirect("preferences")
