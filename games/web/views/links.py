"""The links in turn mails: one option each. Opening one changes nothing; the button on its page plays it.

The token is the secret: whoever has it acts as the seat's person, so no sign-in is asked for, and the page shows
nothing but that option.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.access import Act, may
from games.engine.contract import Offer
from games.gate import demands
from games.models import Game, Move, Turn
from games.table import playing, reading
from games.table.asked import asked
from games.table.errors import Refused, Suspended
from games.wording import in_words

GONE = 410
LONGEST_KEY = 40


@demands(Act.PLAY)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mail_answer(request: HttpRequest, token: str, number: int, question: int = 0) -> HttpResponse:
    """One option of one question of the turn: `number` counts from 1, `question` from 0."""
    turn = Turn.objects.select_related("game", "seat__user").filter(token=token).first()
    if turn is None or turn.seat.user is None:
        raise Http404
    person = turn.seat.user
    key = f"link:{request.POST.get('key', '')[:LONGEST_KEY]}:{number}"
    with translation.override(person.language), timezone.override(person.time_zone):
        if request.method == "POST" and turn.submissions.filter(key=key).exists():
            return _play(request, turn, None, key, None)
        if person.is_suspended:
            return _too_late(request, turn, str(Suspended(person)))
        if not may(Act.PLAY, person, turn.game, turn.seat):
            raise Http404
        if turn.status != Turn.Status.OPEN or turn.game.status != Game.Status.RUNNING or turn.seat.playing_level:
            return _too_late(request, turn, _("This turn is over; nothing was changed."))
        now = asked(turn)
        offer = now.offer(number)
        if now.number != question:
            return _too_late(request, turn, _("This question was answered already; nothing was changed."))
        if offer is None:
            raise Http404
        if request.method == "POST":
            return _play(request, turn, offer, key, now.taken)
        context = {
            "game": turn.game,
            "prompt": now.prompt,
            "label": in_words(offer.label),
            "effect": in_words(offer.effect) if offer.effect else "",
            "completed": offer.text if offer.selection else "",
            "deadline": turn.deadline,
            "key": now.key,
        }
        return render(request, "web/link.html", context)


def _play(request: HttpRequest, turn: Turn, offer: Offer | None, key: str, taken: int | None) -> HttpResponse:
    """Play the option as the turn's person. offer: None when the button was pressed before: then nothing is played."""
    line = offer.text if offer else "pass"
    try:
        result = playing.play(turn.pk, [line], by=turn.seat.user, source=Move.Source.LINK, key=key, taken=taken)
    except Refused as refused:
        return _too_late(request, turn, str(refused))
    if result.failed:
        return _too_late(request, turn, result.failed.reason)
    context = {
        "game": turn.game,
        "label": in_words(offer.label) if offer else ", ".join(result.done),
        "ahead": result.ahead,
        "more": result.next_turn_id is not None,
        "game_over": result.game_over,
    }
    return render(request, "web/link_done.html", context)


def _too_late(request: HttpRequest, turn: Turn, reason: str) -> HttpResponse:
    """What to say about a question that is no longer open: what happened since, and where to look."""
    since = reading.narrated(turn.game, reading.events_since_last_turn(turn.game, turn.seat))
    return render(request, "web/link_late.html", {"game": turn.game, "reason": reason, "since": since}, status=GONE)
