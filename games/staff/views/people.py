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
from games.access.profiles import has_profile
from games.access.reports import reports_about, visible_notes
from games.models import AuditEntry, Game, Seat
from games.people.models import User
from games.people.two_factors import has_second_factor
from games.refusals import refusals_as_messages
from games.staff.decorators import staff_permission_required, staff_user
from games.staff.forms import RankForm, ReasonForm
from games.table import mail_addresses, shared_traces, staff_roles, suspension
from games.table.history import newest_mails_to
from games.table.moderation import inspection
from games.table.profiles import profile_of
from games.table.talk_rules import silenced_until

MAX_SEATS = 60
MAX_MAILS = 30
MAX_HINTS = 30
MAX_ENTRIES = 40


def load_person(name: str) -> User:
    person = User.objects.select_related("owner").filter(username=name).first()
    if person is None:
        raise Http404
    return person


@staff_permission_required(Permission.MODERATE)
@require_safe
def person(request: HttpRequest, name: str) -> HttpResponse:
    person = load_person(name)
    seats = Seat.objects.filter(user=person).select_related("game__host").order_by("-game__opened_at")
    trail = AuditEntry.objects.filter(Q(actor=person) | Q(person=person)).select_related("actor", "game", "person")
    hints = shared_traces.hints_about(person, staff_user(request))[:MAX_HINTS]
    context = {
        "person": person,
        "rank": staff_roles.role_of(person),
        "two_factors": has_second_factor(person),
        "undeliverable": mail_addresses.find_undeliverable(person.email) if person.email else None,
        "bots": person.bot_accounts.all(),
        "profile": profile_of(person) if has_profile(person) else None,
        "seats": seats[:MAX_SEATS],
        "seat_count": seats.count(),
        "shared": hints,
        "silenced_until": silenced_until(person),
        "notes": visible_notes(person, staff_user(request))[:MAX_HINTS],
        "reports": reports_about(person, staff_user(request))[:MAX_HINTS],
        "mails": newest_mails_to(person, MAX_MAILS, shown_to=staff_user(request)),
        "trail": trail[:MAX_ENTRIES],
    }
    return render(request, "staff/person.html", context)


@staff_permission_required(Permission.SEE_COMPANY)
@require_http_methods(["GET", "HEAD", "POST"])
def company(request: HttpRequest, name: str) -> HttpResponse:
    """GET asks for the reason; POST shows friends and blocks, so that no link opens them unrecorded."""
    person = load_person(name)
    form = ReasonForm(request.POST or None)
    context: dict[str, object] = {"person": person, "reason": form}
    if request.method == "POST" and form.is_valid():
        with refusals_as_messages(request):
            reason = form.cleaned_data["reason"]
            context["company"] = inspection.inspect_company(person, by=staff_user(request), reason=reason)
    return render(request, "staff/company.html", context)


@staff_permission_required(Permission.SUSPEND)
@require_http_methods(["GET", "HEAD", "POST"])
def suspend(request: HttpRequest, name: str) -> HttpResponse:
    """GET tells what it would do; POST does it."""
    running = Seat.objects.filter(caretaker="", game__status=Game.Status.RUNNING)
    return _confirm_with_reason(
        request, name, running, suspension.suspend, "staff/suspend.html", _("%(person)s is suspended.")
    )


@staff_permission_required(Permission.REINSTATE)
@require_http_methods(["GET", "HEAD", "POST"])
def reinstate(request: HttpRequest, name: str) -> HttpResponse:
    """GET tells what it would do; POST does it."""
    kept = Seat.objects.filter(caretaker_cause=Seat.Cause.SUSPENDED, game__status=Game.Status.RUNNING)
    return _confirm_with_reason(
        request, name, kept, suspension.reinstate, "staff/reinstate.html", _("%(person)s is reinstated.")
    )


def _confirm_with_reason(
    request: HttpRequest, name: str, seats: QuerySet[Seat], action: Callable[..., object], page: str, done: str
) -> HttpResponse:
    """Shows the person's seats that the action changes and asks for the reason; POST performs it."""
    person = load_person(name)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_as_messages(request):
            action(person, by=staff_user(request), reason=form.cleaned_data["reason"])
            messages.success(request, done % {"person": person.username})
            return redirect("staff-person", name)
    concerned = seats.filter(user=person).select_related("game")
    return render(request, page, {"person": person, "seats": concerned, "reason": form})


@staff_permission_required(Permission.CLEAR_HOUSEHOLD)
@require_http_methods(["GET", "HEAD", "POST"])
def clear_household(request: HttpRequest, name: str, other: str) -> HttpResponse:
    """GET tells what it would do; POST says that the two are two people."""
    person, with_whom = load_person(name), load_person(other)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_as_messages(request):
            shared_traces.clear_household(person, with_whom, staff_user(request), form.cleaned_data["reason"])
            messages.success(request, _("They are known as two people."))
            return redirect("staff-person", name)
    return render(request, "staff/household.html", {"person": person, "other": with_whom, "reason": form})


@staff_permission_required(Permission.ADMINISTER)
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required(app="allauth.mfa")  # type: ignore[untyped-decorator]
def rank(request: HttpRequest, name: str) -> HttpResponse:
    """Appoints staff. Asks for the second factor or the password again, because staff have power over everything."""
    person = load_person(name)
    form = RankForm(request.POST or None, initial={"rank": staff_roles.role_of(person)})
    if request.method == "POST" and form.is_valid():
        with refusals_as_messages(request):
            staff_roles.set_role(
                person, form.cleaned_data["rank"], by=staff_user(request), reason=form.cleaned_data["reason"]
            )
            messages.success(request, _("The role of %(person)s has changed.") % {"person": person.username})
            return redirect("staff-person", name)
    return render(request, "staff/rank.html", {"person": person, "form": form, "rank": staff_roles.role_of(person)})
