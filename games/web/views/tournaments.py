"""Tournaments: the list, the page of one, opening one, and what people do with them."""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_urlsafe
from typing import Any, Final

from django.contrib import messages
from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.access import Permission
from games.access.profiles import visible_profiles
from games.access.tournaments import may_see_tournament, tournaments_shown_to, waits_in_vain
from games.bot_levels import LEVELS_FOR_PEOPLE
from games.database.paging import CappedPaginator
from games.engine import registry
from games.engine.contract import OptionError
from games.models import Entrant, Tournament
from games.people.models import User
from games.permission_required import permission_required
from games.refusals import refusals_as_messages
from games.site_urls import absolute_url
from games.table.errors import BadTournament, Refused
from games.table.tournaments import dropping, entering, opening, progress
from games.table.tournaments.possible_sizes import possible_sizes
from games.web.kinds import kinds, requested_kind
from games.web.shown_tournament import page_of, people_of, scale_of
from games.web.tournament_forms import ChangeTournamentForm, NewTournamentForm
from games.web.visitors import signed_in_user
from games.wording import in_words

PER_PAGE: Final = 30
Status = Tournament.Status
ButtonView = Callable[[HttpRequest, Tournament, User], None]


@permission_required(Permission.SEE_TOURNAMENTS)
@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """Those that take entries, those under way, and those that are over."""
    user = signed_in_user(request)
    shown = _with_counts(tournaments_shown_to(user)).select_related("organiser")
    page = CappedPaginator(shown.exclude(status__in=Tournament.UNFINISHED), PER_PAGE).get_page(request.GET.get("page"))
    open_ones, running = (_own_first(shown.filter(status=one), user) for one in Tournament.UNFINISHED)
    shown_ones = [*open_ones, *running, *page]
    own = {row.tournament_id: row for row in Entrant.objects.filter(user=user, tournament__in=shown_ones)}
    for one in open_ones:
        if waits_in_vain(own.get(one.pk), user, one):
            one.taken = one.places  # type: ignore[attr-defined] # as _with_counts sets it
    context = {
        "open_ones": open_ones,
        "running": running,
        "page": page,
        "mine": set(own),
        "profiles": visible_profiles(user, people_of(shown_ones)),
    }
    return render(request, "web/tournaments.html", context)


def _own_first(rows: QuerySet[Tournament], user: User) -> list[Tournament]:
    """All that somebody organises, is in or is invited to, and then the newest of the others."""
    own = Q(organiser=user) | Q(pk__in=Entrant.objects.filter(user=user).values("tournament"))
    return [*rows.filter(own), *rows.exclude(own)[:PER_PAGE]]


def _with_counts(rows: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """With the number of those who have entered, the newest first."""
    counted = rows.annotate(taken=Count("entrants", filter=Q(entrants__status=Entrant.Status.ENTERED)))
    return counted.order_by("-opened_at", "pk")


@permission_required(Permission.SEE_TOURNAMENTS)
@require_safe
def how_they_work(request: HttpRequest) -> HttpResponse:
    """What tournaments are, how rounds are paired and points are given."""
    largest = max(registry.games(), key=lambda rules: rules.max_seats)
    return render(request, "web/tournaments_how.html", scale_of(largest.key))


@permission_required(Permission.OPEN_TOURNAMENT)
@require_http_methods(["GET", "HEAD", "POST"])
def new_tournament(request: HttpRequest) -> HttpResponse:
    user, offered = signed_in_user(request), [one for one in kinds() if possible_sizes(one.key)]
    kind = requested_kind(request) or offered[0].key
    if kind not in {one.key for one in offered}:
        raise Http404
    rules = registry.game(kind)
    initial = {"name": _("%(name)s's tournament") % {"name": user.username}, "key": token_urlsafe(12)}
    form = NewTournamentForm(rules, request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            tournament = opening.open_tournament(user, form.plan(kind), opening_key=form.opening_key())
            return redirect("tournament", tournament.pk)
        except OptionError as error:
            form.add_option_error(error)
        except BadTournament as refused:
            form.add_error(refused.field if refused.field in form.fields else None, str(refused))
        except Refused as refused:
            form.add_error(None, str(refused))
    context = {
        "form": form,
        "kinds": offered,
        "kind": kind,
        "title": in_words(rules.title),
        "levels": LEVELS_FOR_PEOPLE,
    }
    return render(request, "web/tournament_new.html", context, status=422 if form.errors else 200)


@permission_required(Permission.SEE_TOURNAMENTS)
@require_safe
def tournament(request: HttpRequest, tournament_id: str, entry_code: str = "") -> HttpResponse:
    """Standings, rounds and entrants. Raises Http404 for whoever must not know of it, as for one that is none."""
    user = signed_in_user(request)
    found = _find(user, tournament_id, entry_code)
    context = page_of(found, user, entry_code)
    context["link"] = absolute_url(reverse("tournament", args=[found.pk, found.code]))
    return render(request, "web/tournament.html", context)


def _find(user: User, tournament_id: str, code: str = "") -> Tournament:
    found = Tournament.objects.select_related("organiser").filter(pk=tournament_id).first()
    if found is None or not may_see_tournament(user, found, code):
        raise Http404
    return found


def _action(
    permission: Permission,
) -> Callable[[ButtonView], Callable[..., Any]]:
    """The decorator of a view behind a button of the page: it gets the tournament, which the reader may see."""

    def decorate(view: ButtonView) -> Callable[..., Any]:
        @permission_required(permission)
        @require_POST
        def act(request: HttpRequest, tournament_id: str) -> HttpResponse:
            user, code = signed_in_user(request), request.POST.get("code", "")
            found = _find(user, tournament_id, code)
            with refusals_as_messages(request):
                view(request, found, user)
            if may_see_tournament(user, found):
                return redirect("tournament", found.pk)
            # Whoever was refused, and has nothing but the link.
            by_link = may_see_tournament(user, found, code)
            return redirect("tournament", found.pk, code) if by_link else redirect("tournaments")

        return act

    return decorate


@_action(Permission.ENTER_TOURNAMENT)
def enter(request: HttpRequest, found: Tournament, user: User) -> None:
    entering.enter(found.pk, user, request.POST.get("code", ""))
    messages.success(request, _("You are in. A mail tells you when your first game has begun."))


@_action(Permission.ENTER_TOURNAMENT)
def wait(request: HttpRequest, found: Tournament, user: User) -> None:
    entering.wait(found.pk, user, request.POST.get("code", ""))
    messages.success(request, _("You are on the waiting list. As soon as a place comes free for you, you are in."))


@_action(Permission.LEAVE_TOURNAMENT)
def leave(request: HttpRequest, found: Tournament, user: User) -> None:
    """Before the start, or by dropping out of one that is under way."""
    if found.status == Status.ENTRY:
        entering.leave(found.pk, user)
        messages.success(request, _("You are not in this tournament any more."))
    else:
        dropping.drop_out(found.pk, user)
        messages.success(request, _("You have dropped out; a bot plays on in your seat."))


@_action(Permission.RUN_TOURNAMENT)
def invite(request: HttpRequest, found: Tournament, user: User) -> None:
    person = entering.invite(found.pk, user, request.POST.get("name", ""))
    messages.success(request, _("%(name)s is invited.") % {"name": person.username})


@_action(Permission.RUN_TOURNAMENT)
def change(request: HttpRequest, found: Tournament, user: User) -> None:
    form = ChangeTournamentForm(request.POST)
    if not form.is_valid():
        for errors in form.errors.values():
            messages.error(request, " ".join(str(error) for error in errors))
        return
    opening.change_tournament(found.pk, user, **form.cleaned_data)
    messages.success(request, _("Saved."))


@_action(Permission.RUN_TOURNAMENT)
def start(request: HttpRequest, found: Tournament, user: User) -> None:
    progress.start(found.pk, user)
    messages.success(request, _("The first round has begun."))


@_action(Permission.RUN_TOURNAMENT)
def cancel(request: HttpRequest, found: Tournament, user: User) -> None:
    opening.cancel_tournament(found.pk, user)
    messages.success(request, _("The tournament is called off."))
