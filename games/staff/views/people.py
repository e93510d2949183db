"""A person as staff see them, and what staff do about people."""

from __future__ import annotations

from collections.abc import Callable

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.access import Permission
from games.models import AuditEntry, Game, Seat
from games.people.models import User
from games.people.two_factors import has_second_factor
from games.staff.decorators import staff_permission_required, staff_user
from games.staff.forms import RankForm, ReasonForm
from games.table import mail_addresses, staff_roles, suspension
from games.table.errors import Refused
from games.table.history import newest_mails_to

MOST_SEATS = 60
MOST_MAILS = 30
MOST_ENTRIES = 40


def person_called(name: str) -> User:
    person = User.objects.select_related("owner").filter(username=name).first()
    if person is None:
        raise Http404
    return person


@staff_permission_required(Permission.MODERATE)
@require_safe
def person(request: HttpRequest, name: str) -> HttpResponse:
    who = person_called(name)
    seats = Seat.objects.filter(user=who).select_related("game__host").order_by("-game__opened_at")
    trail = AuditEntry.objects.filter(Q(actor=who) | Q(person=who)).select_related("actor", "game", "person")
    context = {
        "person": who,
        "rank": staff_roles.rank_of(who),
        "two_factors": has_second_factor(who),
        "undeliverable": mail_addresses.undeliverable(who.email) if who.email else None,
        "bots": who.bot_accounts.all(),
        "seats": seats[:MOST_SEATS],
        "seat_count": seats.count(),
        "mails": newest_mails_to(who, MOST_MAILS),
        "trail": trail[:MOST_ENTRIES],
    }
    return render(request, "staff/person.html", context)


@staff_permission_required(Permission.SUSPEND)
@require_http_methods(["GET", "HEAD", "POST"])
def suspend(request: HttpRequest, name: str) -> HttpResponse:
    """GET tells what it would do; POST does it."""
    running = Seat.objects.filter(caretaker="", game__status=Game.Status.RUNNING)
    return _with_a_reason(
        request, name, running, suspension.suspend, "staff/suspend.html", _("%(person)s is suspended.")
    )


@staff_permission_required(Permission.REINSTATE)
@require_http_methods(["GET", "HEAD", "POST"])
def reinstate(request: HttpRequest, name: str) -> HttpResponse:
    """GET tells what it would do; POST does it."""
    kept = Seat.objects.filter(caretaker_cause=Seat.Cause.SUSPENDED, game__status=Game.Status.RUNNING)
    return _with_a_reason(
        request, name, kept, suspension.reinstate, "staff/reinstate.html", _("%(person)s is reinstated.")
    )


def _with_a_reason(
    request: HttpRequest, name: str, seats: QuerySet[Seat], deed: Callable[..., object], page: str, done: str
) -> HttpResponse:
    """Ask for the reason, showing which of the person's seats it concerns; then do it."""
    who = person_called(name)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            deed(who, by=staff_user(request), reason=form.cleaned_data["reason"])
        except Refused as refused:
            messages.error(request, str(refused))
        else:
            messages.success(request, done % {"person": who.username})
            return redirect("staff-person", name)
    concerned = seats.filter(user=who).select_related("game")
    return render(request, page, {"person": who, "seats": concerned, "reason": form})


@staff_permission_required(Permission.ADMINISTER)
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required(app="allauth.mfa")  # type: ignore[untyped-decorator]
def rank(request: HttpRequest, name: str) -> HttpResponse:
    """Who is staff; asked for the second factor or the password anew, since this gives power over everything else."""
    who = person_called(name)
    form = RankForm(request.POST or None, initial={"rank": staff_roles.rank_of(who)})
    if request.method == "POST" and form.is_valid():
        try:
            staff_roles.appoint(
                who, form.cleaned_data["rank"], by=staff_user(request), reason=form.cleaned_data["reason"]
            )
        except Refused as refused:
            messages.error(request, str(refused))
        else:
            messages.success(request, _("Noted: what %(person)s is has changed.") % {"person": who.username})
            return redirect("staff-person", name)
    return render(request, "staff/rank.html", {"person": who, "form": form, "rank": staff_roles.rank_of(who)})
