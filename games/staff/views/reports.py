"""What people have reported, and what staff do about how people behave."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.access import Permission
from games.access.reports import reports_about, visible_notes, visible_reports
from games.database.paging import CappedPaginator
from games.models import AuditEntry, Report, TalkMessage
from games.people.models import User
from games.refusals import refusals_as_messages
from games.staff.decorators import load_game, staff_permission_required, staff_user
from games.staff.forms import DecisionForm, NoteForm, ReasonForm, SilenceForm, WarningForm
from games.staff.views.people import load_person
from games.table.moderation import conduct, removal
from games.table.moderation import reports as deciding

ROWS_PER_PAGE: Final = 100
MAX_EARLIER: Final = 30


@dataclass(frozen=True)
class Quoted:
    """One message of a report's own copy."""

    name: str
    at: datetime
    text: str
    is_reported: bool


@staff_permission_required(Permission.SEE_REPORTS)
@require_safe
def decided(request: HttpRequest) -> HttpResponse:
    """The reports that are decided, the newest first; the open ones are a figure of the start page."""
    rows = visible_reports(staff_user(request)).exclude(outcome=Report.Outcome.OPEN)
    rows = rows.select_related("person__owner", "game")
    page = CappedPaginator(rows.order_by("-decided_at"), ROWS_PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "staff/reports.html", {"page": page})


@staff_permission_required(Permission.SEE_REPORTS)
@require_safe
def report(request: HttpRequest, report_id: int) -> HttpResponse:
    """One report with its context, and the form to decide it. Raises Http404 for whom it concerns."""
    found = _load(report_id, staff_user(request))
    return _page(request, found, DecisionForm(found))


@staff_permission_required(Permission.DECIDE_REPORT)
@require_http_methods(["GET", "HEAD", "POST"])
def decide(request: HttpRequest, report_id: int) -> HttpResponse:
    """POST decides it; GET leads back to it."""
    found = _load(report_id, staff_user(request))
    form = DecisionForm(found, request.POST or None)
    if request.method != "POST":
        return redirect("staff-report", report_id)
    if not form.is_valid():
        return _page(request, found, form, 422)
    with refusals_as_messages(request):
        if deciding.decide(report_id, staff_user(request), form.decision(), form.cleaned_data["reason"]):
            messages.success(request, _("It is decided, and whoever reported it is told."))
        else:
            messages.error(request, _("It was decided already; nothing more was done."))
    return redirect("staff-report", report_id)


def _page(request: HttpRequest, found: Report, form: DecisionForm, status: int = 200) -> HttpResponse:
    staff, person = staff_user(request), found.person
    context: dict[str, Any] = {
        "report": found,
        "quoted": _quoted(found),
        "form": form,
        "together": Report.objects.filter(about=found.about).exclude(pk=found.pk).select_related("by"),
        "earlier": [],
    }
    if person is not None:
        owner = person.owner or person
        context |= {
            "earlier": reports_about(owner, staff).exclude(about=found.about)[:MAX_EARLIER],
            "notes": visible_notes(owner, staff_user(request))[:MAX_EARLIER],
            "measures": _measures(owner),
        }
    return render(request, "staff/report.html", context, status=status)


def _load(report_id: int, staff: User) -> Report:
    """Raises Http404, also for whom it concerns: they must not learn who has reported."""
    rows = visible_reports(staff).select_related("by", "person__owner", "game", "message", "decided_by")
    found = rows.defer("game__position").filter(pk=report_id).first()
    if found is None:
        raise Http404
    return found


def _quoted(found: Report) -> list[Quoted]:
    people = User.objects.select_related("owner").in_bulk([row["by"] for row in found.quoted])
    message = int(found.about.split()[1]) if found.subject == Report.Subject.MESSAGE else 0
    return [
        Quoted(people[row["by"]].shown_name, datetime.fromisoformat(row["at"]), row["text"], row["id"] == message)
        for row in found.quoted
        if row["by"] in people
    ]


def _measures(person: User) -> Any:
    """What staff have done about somebody and their programs before."""
    done = (Permission.WARN, Permission.SILENCE, Permission.SUSPEND, Permission.REMOVE_MESSAGE)
    entries = AuditEntry.objects.filter(Q(person=person) | Q(person__owner=person), action__in=done)
    return entries.select_related("actor", "game", "person").order_by("-pk")[:MAX_EARLIER]


@staff_permission_required(Permission.REMOVE_MESSAGE)
@require_POST
def message(request: HttpRequest, game_id: str, message_id: int) -> HttpResponse:
    """Removes a message of a game, or puts it back (`back`)."""
    load_game(request, game_id, Permission.REMOVE_MESSAGE)
    found = TalkMessage.objects.filter(game=game_id, pk=message_id).first()
    if found is None:
        raise Http404
    form = ReasonForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Say the reason: it is kept, and told to the players."))
        return redirect("staff-game", game_id)
    with refusals_as_messages(request):
        perform = removal.put_message_back if request.POST.get("back") else removal.remove_message
        changed = perform(game_id, message_id, staff_user(request), form.cleaned_data["reason"])
        messages.success(request, _("Done.") if changed else _("Nothing has changed: it is so already."))
    return redirect("staff-game", game_id)


@dataclass(frozen=True)
class _Action:
    """Something that staff do about how somebody behaves."""

    title: Promise
    effects: tuple[Promise, ...]
    form: type[forms.Form]
    perform: Callable[[User, User, Mapping[str, Any]], object]
    done: Promise


ACTIONS: Final[Mapping[str, _Action]] = {
    "warn": _Action(
        pgettext_lazy("to a person", "Warn"),
        (gettext_lazy("They get a mail with your words, and see them on every page until they have read them."),),
        WarningForm,
        lambda person, by, given: conduct.warn(person, by, given["reason"]),
        gettext_lazy("%(person)s is warned."),
    ),
    "silence": _Action(
        pgettext_lazy("to a person", "Silence"),
        (
            gettext_lazy("They play on, but they and their programs say nothing at any table for that time."),
            gettext_lazy("They get a mail with the reason."),
        ),
        SilenceForm,
        lambda person, by, given: conduct.silence(person, by, timedelta(days=given["days"]), given["reason"]),
        gettext_lazy("%(person)s is silenced."),
    ),
    "talk-again": _Action(
        pgettext_lazy("to a person", "Let them talk again"),
        (gettext_lazy("Their silence ends now. They get a mail with the reason."),),
        ReasonForm,
        lambda person, by, given: conduct.end_silence(person, by, given["reason"]),
        gettext_lazy("%(person)s may talk."),
    ),
    "note": _Action(
        pgettext_lazy("to a person", "Note something"),
        (gettext_lazy("Other staff read it on the page of this person."),),
        NoteForm,
        lambda person, by, given: conduct.note_person(person, by, given["reason"]),
        gettext_lazy("It is noted."),
    ),
}


# Each of the actions has its own permission, which its service asks for; all of them are the staff's.
@staff_permission_required(Permission.WARN)
@require_http_methods(["GET", "HEAD", "POST"])
def conduct_action(request: HttpRequest, name: str, action: str) -> HttpResponse:
    """GET tells what it would do; POST does it."""
    person, chosen = load_person(name), ACTIONS.get(action)
    if chosen is None:
        raise Http404
    form = chosen.form(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_as_messages(request):
            chosen.perform(person, staff_user(request), form.cleaned_data)
            messages.success(request, str(chosen.done) % {"person": person.username})
            return redirect("staff-person", name)
    return render(request, "staff/conduct.html", {"person": person, "action": chosen, "form": form})
