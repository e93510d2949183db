"""Playing for a seat, in three steps: a recorded look at its question, what the lines mean, the doing. All by POST."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.access import Permission
from games.engine.contract import Position, RulesError
from games.models import Turn
from games.people.models import User
from games.staff import dossier
from games.staff.decorators import load_game, staff_permission_required, staff_user
from games.staff.deeds import going, told
from games.staff.forms import ReasonForm
from games.table import queries
from games.table.errors import Refused
from games.table.history import history_of
from games.table.moderation import inspection, proxy_play
from games.table.positions import rules_of
from games.wording import in_words


@dataclass(frozen=True)
class Meaning:
    """What lines would play, in canonical notation; trouble: why they stop."""

    played: list[str]
    trouble: str


@staff_permission_required(Permission.PLAY_FOR)
@require_http_methods(["GET", "HEAD", "POST"])
def play_for(request: HttpRequest, game_id: str, turn_id: int) -> HttpResponse:
    game = load_game(request, game_id, Permission.PLAY_FOR)
    turn = history_of(game).turn(turn_id)
    if turn is None:
        raise Http404
    if turn.status != Turn.Status.OPEN or not going(game):
        messages.error(request, _("This turn is not open any more."))
        return redirect("staff-game", game_id)
    reason = ReasonForm(request.POST or None)
    name = queries.names_of(game.seats.all())[turn.seat.index]
    context: dict[str, Any] = {"game": game, "turn": turn, "name": name, "reason": reason}
    if request.method == "POST" and reason.is_valid():
        why, text = reason.cleaned_data["reason"], request.POST.get("text", "")
        try:
            if request.POST.get("step") == "do":
                return _played(request, turn, why, text.splitlines())
            context |= _shown(turn, staff_user(request), why, text)
        except Refused as refused:
            context |= {"trouble": str(refused), "text": text}
    return render(request, "staff/play_for.html", context)


def _shown(turn: Turn, by: User, why: str, text: str) -> dict[str, Any]:
    """The question as the seat is asked it, and what an answer would be: only this seat may know, so it is a look."""
    inspection.look(turn.game_id, by=by, reason=why, seat=turn.seat.index, purpose=Permission.PLAY_FOR)
    position = queries.position_for(turn)
    question = rules_of(turn.game).question(position)
    names = queries.names(turn.game)
    return {
        **dossier.board(turn.game, position, turn.seat.index, names),
        "prompt": in_words(question.prompt),
        "offers": question.offers,
        "text": text,
        "meaning": meaning_of(turn, position, text) if text.strip() else None,
        "key": f"staff {secrets.token_urlsafe(12)}",
        "told": told(turn.game),
    }


def meaning_of(turn: Turn, position: Position, text: str) -> Meaning:
    """Plays the lines on a copy, as far as they go."""
    rules, copy = rules_of(turn.game), position.copy()
    played: list[str] = []
    for line in filter(None, (line.strip() for line in text.splitlines())):
        if copy.is_over() or copy.to_move() != turn.seat.index:
            return Meaning(played, _("The turn is over before “{line}”.").format(line=line))
        before = copy.copy()
        try:
            plies = rules.submit(copy, line)
        except RulesError as error:
            return Meaning(played, error.message.render(translation))
        played.append(rules.decision_text(before, plies))
    return Meaning(played, "")


def _played(request: HttpRequest, turn: Turn, why: str, lines: list[str]) -> HttpResponse:
    answer = proxy_play.play_for(turn.pk, lines, staff_user(request), why, request.POST.get("key", "")[:80])
    if answer.done:
        messages.success(request, _("Played: %(lines)s") % {"lines": ", ".join(answer.done)})
    if answer.failed:
        messages.error(request, answer.failed.reason)
    return redirect("staff-game", turn.game_id)
