"""The staff's pages of single mails (outgoing: status, send again; incoming: read), and of lost mails."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from games.access import Permission, require
from games.access.reports import visible_deliveries
from games.models import Delivery, Game, IncomingMail, Notification
from games.refusals import refusals_as_messages
from games.staff.decorators import staff_permission_required, staff_user
from games.staff.forms import LostMailsForm, ReasonForm
from games.staff.redaction import readable_mail
from games.table import queries, seat_holders
from games.table.history import History, history_of
from games.table.moderation import inspection, mail_resend

MAX_MAILS_AT_ONCE: Final = 200
"""Lost mails that one press of the button sends again."""
MAILS_PER_MINUTE: Final = 60


@staff_permission_required(Permission.SEE_HIDDEN)
@require_http_methods(["GET", "HEAD", "POST"])
def mail_in(request: HttpRequest, mail_id: int) -> HttpResponse:
    """GET tells its status; POST with a reason shows its text without its reply token."""
    require(Permission.MODERATE, request.user)
    mail = IncomingMail.objects.defer("raw").select_related("turn__game", "turn__seat__user").filter(pk=mail_id).first()
    is_packed = mail is None
    if mail is None:
        mail = _past(request).incoming_mail(mail_id)
    if mail is None:
        raise Http404
    require(Permission.SEE_HIDDEN, request.user, mail.turn.game if mail.turn else None)
    form = ReasonForm(request.POST or None)
    context: dict[str, Any] = {"mail": mail, "whose": _seat_then(mail), "reason": form, "is_packed": is_packed}
    if request.method == "POST" and form.is_valid():
        with refusals_as_messages(request):
            seen = inspection.inspect_mail(mail_id, by=staff_user(request), reason=form.cleaned_data["reason"])
            context["read"] = readable_mail(bytes(seen.raw), [seen.token])
    return render(request, "staff/mail_in.html", context)


def _seat_then(mail: IncomingMail) -> str:
    """Whose seat a mail was about when it came: by now somebody else may have it. Empty: it was about none."""
    if mail.turn is None:
        return ""
    person = seat_holders.person_at(mail.turn.seat, mail.received_at)
    return person.shown_name if person is not None else queries.seat_name(mail.turn.seat)


@staff_permission_required(Permission.RESEND)
@require_http_methods(["GET", "HEAD", "POST"])
def mail_out(request: HttpRequest, mail_id: int) -> HttpResponse:
    """GET tells its status, not its text; POST sends it again."""
    require(Permission.MODERATE, request.user)
    found = visible_deliveries(Delivery.objects.defer("content"), request.user).select_related("game", "user", "turn")
    mail = found.filter(pk=mail_id).first()
    is_packed = mail is None
    if mail is None:
        mail = _past(request).outgoing_mail(mail_id)
    if mail is None:
        raise Http404
    require(Permission.RESEND, request.user, mail.game)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_as_messages(request):
            mail_resend.resend(mail_id, staff_user(request), form.cleaned_data["reason"])
            messages.success(request, _("The mail goes out again."))
            return redirect("staff-mail-out", mail_id)
    return render(request, "staff/mail_out.html", {"mail": mail, "reason": form, "is_packed": is_packed})


@staff_permission_required(Permission.RESEND_LOST_MAILS)
@require_http_methods(["GET", "HEAD", "POST"])
def resend_lost(request: HttpRequest) -> HttpResponse:
    """GET shows how many mails it would send again, and to whom; POST sends them."""
    given = request.POST if request.method == "POST" else request.GET
    if request.method == "POST" or "look" in given:
        details = LostMailsForm(given)
    else:
        details = LostMailsForm(initial={name: given[name] for name in LostMailsForm.base_fields if name in given})
    by, reason = staff_user(request), ReasonForm(request.POST or None)
    context: dict[str, Any] = {"details": details, "reason": reason}
    if details.is_bound and details.is_valid():
        those = details.lost()
        if request.method == "POST" and reason.is_valid():
            going = mail_resend.resend_lost(
                those, by, reason.cleaned_data["reason"], limit=MAX_MAILS_AT_ONCE, per_minute=MAILS_PER_MINUTE
            )
            message = ngettext("%(count)d mail goes out again.", "%(count)d mails go out again.", len(going))
            messages.success(request, message % {"count": len(going)})
            asked = {name: given.get(name, "") for name in LostMailsForm.base_fields} | {"look": "1"}
            return redirect(f"{reverse('staff-resend-lost')}?{urlencode(asked)}")
        context |= _preview(mail_resend.find_lost_mails(those, by))
    return render(request, "staff/resend_lost.html", context)


def _preview(found: QuerySet[Delivery]) -> dict[str, Any]:
    going = list(found.select_related("game", "user").defer("content", "game__position")[:MAX_MAILS_AT_ONCE])
    return {
        "count": found.count(),
        "going": going,
        "questions": sum(mail.kind == Notification.Kind.TURN for mail in going),
        "invitations": sum(mail.kind == Notification.Kind.INVITATION for mail in going),
        "addresses": len({mail.address.lower() for mail in going}),
        "per_minute": MAILS_PER_MINUTE,
    }


def _past(request: HttpRequest) -> History:
    """Of the game that the address names, in whose pack the mail may be. Raises Http404."""
    game = Game.objects.filter(pk=request.GET.get("game", "")).first()
    if game is None:
        raise Http404
    return history_of(game)
