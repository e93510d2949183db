"""Talking at a table: say something or greet, mark it as read, mute people; and the private note about a game."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.access import Permission
from games.models import Game
from games.permission_required import permission_required
from games.refusals import refusals_as_messages, show_refusals
from games.snapshot import snapshot
from games.table import talk
from games.table.errors import Refused
from games.table.talk_shown import talk_of
from games.web.shown_talk import RefusedTalk
from games.web.views.game import game_page, game_parts
from games.web.views.posted_changes import UNPLAYABLE, show_error
from games.web.visitors import Visitor, game_permission_required, load_visitor, signed_in_user

_PART: Final = "#talk"
_MUTED: Final = gettext_lazy("You have muted %(person)s.")
_READ_AGAIN: Final = gettext_lazy("You read %(person)s again.")


def _address(visitor: Visitor, **_about: object) -> str:
    return reverse("game", args=[visitor.game.pk]) + _PART


@game_permission_required(Permission.WATCH)
@never_cache
@require_safe
def whole_talk(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    """All that was said, page by page; `?before=` is the id of a message."""
    before = _number(request.GET["before"]) if "before" in request.GET else None
    found = talk_of(visitor.game, visitor.actor, before=before)
    return render(request, "web/game_talk.html", {"game": visitor.game, "talk": found, "before": before})


@game_permission_required(Permission.SAY)
@require_POST
def say(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    """`text`, or the key of a `greeting`. `key`: the same for every copy of one form; other words are said besides."""
    greeting, text = request.POST.get("greeting", ""), request.POST.get("text", "")
    words = greeting or sha256(text.encode(errors="replace")).hexdigest()[:32]
    key = f"{request.POST.get('key', '')[:32]}:{words}"
    try:
        if greeting:
            talk.greet(visitor.game.pk, visitor.user, greeting, key=key, sees_all=True)
        else:
            talk.say(visitor.game.pk, visitor.user, text, key=key, sees_all=True)
    except Refused as refused:
        return show_error(request, visitor, RefusedTalk(str(refused), text), UNPLAYABLE)
    return _shown(request, visitor)


@game_permission_required(Permission.SAY)
@require_POST
@show_refusals(_address)
def mark_read(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    """`newest`: the id of the last message that was to be seen."""
    talk.mark_read(visitor.game.pk, visitor.user, _number(request.POST.get("newest", "")))
    if request.headers.get("HX-Request"):
        # The open page hears of it as of every change.
        return HttpResponse(status=204)
    return redirect(_address(visitor))


@permission_required(Permission.MUTE_PERSON)
@require_POST
def muted(request: HttpRequest) -> HttpResponse:
    """Mutes whoever has said a message of a `game`, or reads them again (`mute`, `unmute`: its id); or by `name`."""
    user, game_id = signed_in_user(request), request.POST.get("game", "")[:16]
    back = "preferences"
    with refusals_as_messages(request):
        if "mute" in request.POST:
            person, words = talk.mute_author(game_id, user, _number(request.POST["mute"])), _MUTED
        elif "unmute" in request.POST:
            person, words = talk.unmute_author(game_id, user, _number(request.POST["unmute"])), _READ_AGAIN
        else:
            companion = talk.find_companion(user, request.POST.get("name", "")[:150])
            person, words, game_id = talk.unmute(user, companion), _READ_AGAIN, ""
        principal = person.owner or person
        if words is _READ_AGAIN and user.blocks.filter(blocked=principal).exists():
            blocked = _("You have blocked %(name)s: unblock them first.") % {"name": principal.username}
            messages.error(request, blocked)
        else:
            messages.success(request, words % {"person": person.shown_name})
        back = reverse("game", args=[game_id]) + _PART if game_id else back
    return redirect(back)


@game_permission_required(Permission.KEEP_NOTE)
@require_POST
@show_refusals(_address)
def keep_note(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    kept = talk.write_note(visitor.game.pk, visitor.user, request.POST.get("note", ""))
    messages.success(request, _("Your note is kept.") if kept is not None else _("Your note is deleted."))
    return redirect(_address(visitor))


def _shown(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    """The table with what was just said."""
    if not request.headers.get("HX-Request"):
        return redirect(_address(visitor))
    with snapshot():
        loaded = load_visitor(request, visitor.game.pk, Permission.WATCH)
        has_parts = loaded.game.status in (Game.Status.RUNNING, Game.Status.FINISHED)
        return game_parts(request, loaded, has_said=True) if has_parts else game_page(request, loaded)


def _number(text: str) -> int:
    """The id of a message; 0, which none has, for what is no id."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0
