"""Before a game: the lobby, opening a game, taking a seat."""

from __future__ import annotations

from secrets import token_urlsafe
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.access import Denied, Permission, Persona, may, personas
from games.access.profiles import visible_profiles
from games.bot_levels import LEVELS_FOR_PEOPLE
from games.engine import registry
from games.engine.contract import OptionError
from games.models import Game, Seat
from games.people.models import User
from games.people.unconfirmed import has_account
from games.permission_required import permission_required
from games.refusals import refusals_as_errors
from games.table import bot_accounts, lobby_games, open_games, queries
from games.table.errors import AlreadySeated, Refused
from games.table.friends import invitable_friends
from games.table.invitations import is_free, reserved_seat
from games.table.rematch import Rematch, rematch_of
from games.table.seats_seen import seats_seen_by, sees_no_free_seat, takeover_seen_by
from games.table.seeks import seeks_of
from games.table.vacant_offers import offers_for
from games.table.waiting_people import games_waited_for, waits
from games.web import pending_joins
from games.web.forms import NewGameForm
from games.web.kinds import kinds, requested_kind
from games.web.lobby_form import LobbyForm
from games.web.lobby_lines import lobby_line, people_of, vacant_line
from games.web.seek_lines import seek_line
from games.web.visitors import Visitor, load_visitor, signed_in_user
from games.wording import in_words


@permission_required(Permission.SEE_LOBBY)
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Games that wait for players: all, or those that the query or what is remembered asks for."""
    # One's own games are listed whatever is remembered, and only of one kind if the query says so.
    user, kind = signed_in_user(request), requested_kind(request)
    kept = lobby_games.remembered(user)
    form = LobbyForm(request.GET) if request.GET else LobbyForm.showing(kept)
    wanted = form.narrowing()
    waiting = (
        Game.objects.filter(status=Game.Status.OPEN, **({"kind": kind} if kind else {}))
        .select_related("host")
        .prefetch_related("seats__user")
    )
    invited = queries.invitations_of(user).filter(pk__in=waiting.values("pk"))
    theirs = {
        *Game.objects.filter(host=user, status=Game.Status.OPEN).values_list("pk", flat=True),
        *Seat.objects.filter(user=user, game__status=Game.Status.OPEN).values_list("game", flat=True),
    }
    free = lobby_games.games_with_free_seats(user, wanted).exclude(pk__in=invited)
    context: dict[str, Any] = {
        "invited": [lobby_line(game) for game in invited],
        "mine": [lobby_line(game) for game in waiting.filter(pk__in=theirs)],
        "free": [lobby_line(game) for game in free[: lobby_games.MAX_GAMES]],
        "waited_for": [lobby_line(game) for game in games_waited_for(user)],
        "full": [lobby_line(game) for game in lobby_games.full_games(user, wanted)[: lobby_games.MAX_GAMES]],
        "vacant": [vacant_line(offer) for offer in offers_for(user, lobby_games.MAX_GAMES, wanted.kind)],
        "seeks": [seek_line(seek) for seek in seeks_of(user)],
        "may_take_over": not user.is_suspended,
        "kind": wanted.kind,
        "form": form,
        "narrowed": wanted != lobby_games.Narrowing(),
        "kept": wanted == kept,
        "feed": _feed_address(request, user),
    }
    lines = [line for part in ("invited", "mine", "waited_for", "free", "full", "vacant") for line in context[part]]
    context["profiles"] = visible_profiles(user, people_of(lines))
    return render(request, "web/lobby.html", context)


def _feed_address(request: HttpRequest, user: User) -> str:
    key = lobby_games.feed_key_of(user)
    return request.build_absolute_uri(reverse("lobby-feed", args=[key])) if key else ""


@permission_required(Permission.SET_PREFERENCES)
@require_POST
def remember(request: HttpRequest) -> HttpResponse:
    """Remembers which open games one wants to see, or forgets it."""
    wanted = lobby_games.Narrowing() if request.POST.get("do") == "forget" else LobbyForm(request.POST).narrowing()
    lobby_games.remember(signed_in_user(request), wanted)
    messages.success(request, _("Saved."))
    return redirect("lobby")


@permission_required(Permission.SET_PREFERENCES)
@require_POST
def feed_address(request: HttpRequest) -> HttpResponse:
    """Makes a new secret address of one's feed, or revokes the present one."""
    user = signed_in_user(request)
    if request.POST.get("do") == "revoke":
        lobby_games.revoke_feed_address(user)
        messages.success(request, _("The address of your feed leads nowhere any more."))
    else:
        lobby_games.new_feed_address(user)
        messages.success(request, _("Your feed has a new address."))
    return redirect(f"{reverse('lobby')}#feed")


@permission_required(Permission.SEE_FEED)
@require_safe
def feed(request: HttpRequest, key: str) -> HttpResponseBase:
    """The open games that the owner of the secret address sees in the lobby, as Atom."""
    person = lobby_games.reader_of(key)
    if person is None:
        raise Http404
    with translation.override(person.reading_language), timezone.override(ZoneInfo(person.time_zone)):
        games = lobby_games.feed_games(person)
        mark = quote_etag(lobby_games.feed_mark(games))
        response = get_conditional_response(request, etag=mark)
        if response is None:
            written = lobby_games.write_feed(games, request.build_absolute_uri(request.path))
            response = HttpResponse(written, content_type="application/atom+xml; charset=utf-8")
    response["ETag"] = mark
    response["Cache-Control"] = "private, max-age=300"
    return response


@permission_required(Permission.OPEN_GAME)
@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: HttpRequest) -> HttpResponse:
    user = signed_in_user(request)
    offered = kinds()
    earlier = _game_to_repeat(request, user)
    kind = earlier.game.kind if earlier else requested_kind(request) or offered[0].key
    rules = registry.game(kind)
    initial = {"name": _("%(host)s's game") % {"host": user.username}, "key": token_urlsafe(12)}
    accounts = [account.username for account in bot_accounts.bot_accounts_of(user)]
    friends = list(invitable_friends(user))
    form = NewGameForm(
        rules, request.POST or None, initial=initial, accounts=accounts, earlier=earlier, friends=friends
    )
    if request.method == "POST" and form.is_valid():
        try:
            with refusals_as_errors(form):
                game = open_games.open_game(
                    user,
                    name=form.cleaned_data["name"],
                    kind=kind,
                    options=form.options(),
                    seats=form.seats(),
                    time_control=form.time_control(),
                    visibility=form.cleaned_data["visibility"],
                    advisers=form.cleaned_data["advisers"],
                    takeover=form.cleaned_data["takeover"],
                    rated=form.cleaned_data["rated"],
                    talk=form.cleaned_data["talk"] or Game.Talk.ONLOOKERS,
                    bots_may_talk=form.cleaned_data["bots_may_talk"],
                    seeks_may_join=form.cleaned_data["seeks_may_join"],
                    bots_after=form.after(),
                    bots_level=form.level(),
                    opening_key=form.opening_key(),
                    again=earlier.game.pk if earlier else "",
                )
                return redirect("game", game.pk)
        except OptionError as error:
            form.add_option_error(error)
    context = {
        "form": form,
        "kinds": offered,
        "kind": kind,
        "title": in_words(rules.title),
        "levels": LEVELS_FOR_PEOPLE,
        "earlier": earlier,
    }
    return render(request, "web/game_new.html", context, status=422 if form.errors else 200)


def _game_to_repeat(request: HttpRequest, user: User) -> Rematch | None:
    """The finished game to play again (`?again=`, or a form's field). Raises Http404 for games of others."""
    game_id = request.POST.get("again") or request.GET.get("again") or ""
    earlier = rematch_of(game_id, user) if game_id else None
    if game_id and earlier is None:
        raise Http404
    return earlier


@permission_required(Permission.JOIN, read_permission=Permission.SEE_GAME)
@require_http_methods(["GET", "HEAD", "POST"])
def join_game(request: HttpRequest, game_id: str, code: str = "", proof: str = "") -> HttpResponse:
    """GET shows the game, also to people with the link but without an account; POST takes a seat.

    Who is not signed in has to sign up (`by=sign-up`) or in first. proof: of the link in an invitation mail.
    """
    visitor = load_visitor(request, game_id, Permission.SEE_GAME, code)
    if code and Persona.LINK_HOLDER not in personas(visitor.actor, visitor.game, code=code):
        raise Denied(Permission.JOIN, hidden=True)
    if visitor.seat is not None:
        return redirect("game", game_id)
    if visitor.game.status == Game.Status.RUNNING and may(Permission.TAKE_OVER, visitor.actor, visitor.game, code=code):
        return redirect("game-seats", *([game_id, code] if code else [game_id]))
    error = ""
    if request.method == "POST":
        if not isinstance(visitor.actor, User):
            pending_joins.remember_join(request, game_id, code, proof)
            if request.POST.get("by") == "sign-up":
                return redirect_to_login(request.get_full_path(), reverse("account_signup"))
            raise Denied(Permission.JOIN, hidden=False)
        try:
            open_games.join(game_id, visitor.user, code, proof)
            return redirect("game", game_id)
        except AlreadySeated:
            return redirect("game", game_id)
        except Refused as refused:
            error = str(refused)
            visitor = load_visitor(request, game_id, Permission.SEE_GAME, code)
    context = {**_join_context(visitor, code, proof), "code": code, "error": error}
    return render(request, "web/game_join.html", context, status=409 if error else 200)


def _join_context(visitor: Visitor, code: str, proof: str) -> dict[str, Any]:
    seats = seats_seen_by(visitor.actor, visitor.game)
    invited_to = None if sees_no_free_seat(visitor.actor, visitor.game) else reserved_seat(visitor.game, proof)
    return {
        **lobby_line(visitor.game),
        "seats": seats,
        "takeover": takeover_seen_by(visitor.actor, visitor.game),
        "profiles": visible_profiles(visitor.actor, [seat.user for seat in seats if seat.user]),
        "invited_address": invited_to.invited_email if invited_to else "",
        "has_account": invited_to is not None and has_account(invited_to.invited_email),
        "seat_for_all": any(is_free(seat) for seat in seats),
        "options": queries.chosen_options(visitor.game),
        "open": visitor.game.status == Game.Status.OPEN,
        "may_join": may(Permission.JOIN, visitor.actor, visitor.game, code=code, invited_to=invited_to),
        "may_wait": may(Permission.WAIT, visitor.actor, visitor.game, code=code),
        "waits": isinstance(visitor.actor, User) and waits(visitor.actor, visitor.game),
    }
