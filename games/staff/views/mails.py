"""Mails one by one: what became of one that went out, and sending it again; what one says that came in."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.access import Act, require
from games.models import Game, IncomingMail, OutgoingMail
from games.staff.door import staff_of, staff_page
from games.staff.forms import ReasonForm
from games.staff.redacting import readable
from games.table.errors import Refused
from games.table.history import History, history_of
from games.table.moderation import looking, mails


@staff_page(Act.SEE_HIDDEN)
@require_http_methods(["GET", "HEAD", "POST"])
def mail_in(request: HttpRequest, mail_id: int) -> HttpResponse:
    """GET tells what became of it; POST, with a reason, shows it without its reply token."""
    require(Act.MODERATE, request.user)
    mail = IncomingMail.objects.defer("raw").select_related("turn__game", "turn__seat__user").filter(pk=mail_id).first()
    is_packed = mail is None
    if mail is None:
        mail = _past(request).incoming_mail(mail_id)
    if mail is None:
        raise Http404
    require(Act.SEE_HIDDEN, request.user, mail.turn.game if mail.turn else None)
    form = ReasonForm(request.POST or None)
    context: dict[str, Any] = {"mail": mail, "reason": form, "is_packed": is_packed}
    if request.method == "POST" and form.is_valid():
        try:
            seen = looking.look_at_mail(mail_id, by=staff_of(request), reason=form.cleaned_data["reason"])
        except Refused as refused:
            messages.error(request, str(refused))
        else:
            context["read"] = readable(bytes(seen.raw), [seen.token])
    return render(request, "staff/mail_in.html", context)


@staff_page(Act.RESEND)
@require_http_methods(["GET", "HEAD", "POST"])
def mail_out(request: HttpRequest, mail_id: int) -> HttpResponse:
    """GET tells what became of it, without what it says; POST sends it again."""
    require(Act.MODERATE, request.user)
    found = OutgoingMail.objects.defer("content").select_related("game", "user", "turn")
    mail = found.filter(pk=mail_id).first()
    is_packed = mail is None
    if mail is None:
        mail = _past(request).outgoing_mail(mail_id)
    if mail is None:
        raise Http404
    require(Act.RESEND, request.user, mail.game)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            mails.resend(mail_id, staff_of(request), form.cleaned_data["reason"])
        except Refused as refused:
            messages.error(request, str(refused))
        else:
            messages.success(request, _("The mail goes out again."))
            return redirect("staff-mail-out", mail_id)
    return render(request, "staff/mail_out.html", {"mail": mail, "reason": form, "is_packed": is_packed})


def _past(request: HttpRequest) -> History:
    """Of the game that the address names, in whose pack the mail may be. Raises Http404."""
    game = Game.objects.filter(pk=request.GET.get("game", "")).first()
    if game is None:
        raise Http404
    return history_of(game)
