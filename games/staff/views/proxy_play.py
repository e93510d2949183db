"""Plays for a seat in three steps, all by POST: a recorded look at its question, a preview of the lines, the move."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.access import Permission
from games.engine.contract import Position, RulesError
from games.models import Turn
from games.people.models import User
from games.staff import game_details
from games.staff.decorators import load_game, staff_permission_required, staff_user
from games.staff.forms import ReasonForm
from games.staff.moderation_actions import is_active, notification_sentence
from games.table import queries
from games.table.errors import Refused
from games.table.history import history_of
from games.table.line_reading import error_in_words, line_reader, shown_lines
from games.table.moderation import inspection, proxy_play
from games.table.positions import rules_of
from games.wording import in_words


@dataclass(frozen=True)
class LinePreview:
    """What the lines would play."""

    played: list[str]
    """In canonical notation."""
    error: str
    """Why the first line that does not work fails; empty if all work."""


@staff_permission_required(Permission.PLAY_FOR)
@require_http_methods(["GET", "HEAD", "POST"])
def play_for(request: HttpRequest, game_id: str, turn_id: int) -> HttpResponse:
    game = load_game(request, game_id, Permission.PLAY_FOR)
    turn = history_of(game).turn(turn_id)
    if turn is None:
        raise Http404
    if turn.status != Turn.Status.OPEN or turn.early or not is_active(game):
        messages.error(request, _("This turn is not open any more."))
        return redirect("staff-game", game_id)
    reason = ReasonForm(request.POST or None)
    name = queries.seat_names(game.seats.all())[turn.seat.index]
    context: dict[str, Any] = {"game": game, "turn": turn, "name": name, "reason": reason}
    if request.method == "POST" and reason.is_valid():
        why, text = reason.cleaned_data["reason"], request.POST.get("text", "")
        try:
            if request.POST.get("step") == "do":
                return _play(request, turn, why, text.splitlines())
            context |= _preview_context(turn, staff_user(request), why, text)
        except Refused as refused:
            context |= {"error": str(refused), "text": text}
    return render(request, "staff/play_for.html", context)


def _preview_context(turn: Turn, by: User, why: str, text: str) -> dict[str, Any]:
    """The question as the seat sees it, and a preview of an answer. Only this seat may know it: a look is recorded."""
    inspection.inspect_position(turn.game_id, by=by, reason=why, seat=turn.seat.index, purpose=Permission.PLAY_FOR)
    position = queries.position_for(turn)
    question = rules_of(turn.game).question(position)
    names = queries.player_names(turn.game)
    return {
        **game_details.board_context(turn.game, position, turn.seat.index, names),
        "prompt": in_words(question.prompt),
        "offers": question.offers,
        "text": text,
        "preview": preview_lines(turn, position, text) if text.strip() else None,
        "key": f"staff {secrets.token_urlsafe(12)}",
        "notification": notification_sentence(turn.game),
    }


def preview_lines(turn: Turn, position: Position, text: str) -> LinePreview:
    """Plays the lines on a copy of the position, up to the first that fails."""
    rules, copy = rules_of(turn.game), position.copy()
    reader = line_reader(rules)
    played: list[str] = []
    for line in filter(None, (line.strip() for line in text.splitlines())):
        if copy.is_over() or copy.to_move() != turn.seat.index:
            return LinePreview(played, _("The turn is over before “{line}”.").format(line=line))
        try:
            plies = reader.submit(copy, line)
        except RulesError as error:
            return LinePreview(played, error_in_words(reader, error))
        played.append(rules.decision_text(copy, plies))
        for ply in plies:
            copy.play(ply)
    return LinePreview(played, "")


def _play(request: HttpRequest, turn: Turn, why: str, lines: list[str]) -> HttpResponse:
    answer = proxy_play.play_for(turn.pk, lines, staff_user(request), why, request.POST.get("key", "")[:80])
    if answer.done:
        messages.success(
            request, _("Played: %(lines)s") % {"lines": ", ".join(shown_lines(rules_of(turn.game), answer.done))}
        )
    if answer.failed:
        messages.error(request, answer.failed.reason)
    return redirect("staff-game", turn.game_id)
