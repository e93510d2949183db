"""The links in turn mails, one for each option. Opening one changes nothing; the button on its page plays it, or keeps
it as a plan where the mail was sent before the turn had come.

The token is the secret: whoever has it acts as the person of the seat. So no sign-in is needed, and the page shows
nothing but that option. games.table.reply_tokens decides what a token can still do.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.access import Permission, may
from games.engine.contract import Offer
from games.engine.plans import ASK, PASS
from games.expired_links import expired_link_page
from games.models import Game, Move, Turn
from games.people.models import User
from games.permission_required import permission_required
from games.table import plans, playing, reply_tokens
from games.table.answers import Answer
from games.table.errors import GamePaused, QuestionPassed, Refused, TurnClosed
from games.table.history import find_turn_by_token
from games.table.line_reading import line_reader, shown_lines
from games.table.open_questions import OpenQuestion, current_question
from games.table.plans import WAIT, BadPlan
from games.table.positions import rules_of, stored_position
from games.table.reply_tokens import TokenPower
from games.table.written_lines import MAX_LINE_LENGTH
from games.web.digests import lines_digest
from games.wording import in_words

MAX_KEY_LENGTH = 40
OVER = TurnClosed.default


@permission_required(Permission.PLAY)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mail_answer(request: HttpRequest, token: str, number: int, question: int = 0) -> HttpResponse:
    """One option of one question of the turn: `number` counts from 1, `question` from 0."""
    turn, person = _turn_of(token)
    power = reply_tokens.power_of(turn)
    if not power.is_current:
        return expired_link_page(request, turn.game, person, OVER)
    with translation.override(person.reading_language), timezone.override(person.time_zone):
        key = f"link:{request.POST.get('key', '')[:MAX_KEY_LENGTH]}:{number}"
        if request.method == "POST" and turn.submissions.filter(key=key).exists():
            return _play(request, turn, person, None, key, None)
        if not _can_play(turn, person, power):
            return expired_link_page(request, turn.game, person, OVER)
        try:
            now = current_question(turn)
        except LookupError:
            return expired_link_page(request, turn.game, person, OVER)
        offer = now.offer(number)
        if now.number != question or now.turn.early:
            return expired_link_page(request, turn.game, person, QuestionPassed.default)
        if offer is None:
            raise Http404
        if request.method == "POST":
            return _play(request, turn, person, offer, key, now.answer_count)
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


@permission_required(Permission.PLAY)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mail_plan(request: HttpRequest, token: str) -> HttpResponse:
    """One wish, `?line=`, of a mail about an early question; below it, the person is asked. Without it: only that.

    It is read as a wish, so it never answers another kind of question, and it is good as long as the turn is open: also
    when its time has come meanwhile.
    """
    turn, person = _turn_of(token)
    line = " ".join(request.GET.get("line", ASK).split())
    if not line or len(line) > MAX_LINE_LENGTH:
        raise Http404
    power = reply_tokens.power_of(turn)
    if not power.is_current:
        return expired_link_page(request, turn.game, person, OVER)
    with translation.override(person.reading_language), timezone.override(person.time_zone):
        key = f"link:plan:{request.POST.get('key', '')[:MAX_KEY_LENGTH]}:{lines_digest([line])}"
        if request.method == "POST" and turn.submissions.filter(key=key).exists():
            return _plan(request, turn, person, line, key)
        if not _can_play(turn, person, power):
            return expired_link_page(request, turn.game, person, OVER)
        try:
            asked = current_question(turn)
            wish = _read_wish(asked.turn, line)
        except (LookupError, BadPlan):
            return expired_link_page(request, turn.game, person, OVER)
        if wish == PASS and not asked.turn.early:
            # It may have been another question that the mail offered to pass.
            return expired_link_page(request, turn.game, person, QuestionPassed.default)
        if request.method == "POST":
            return _plan(request, turn, person, wish, key)
        context = {"game": turn.game, "label": _label(asked, wish), "wish": wish, "turn": asked.turn, "key": asked.key}
        return render(request, "web/link_plan.html", context)


def _turn_of(token: str) -> tuple[Turn, User]:
    """The turn of a link, and its person. Raises Http404."""
    turn = find_turn_by_token(token, Turn.objects.select_related("game", "seat__user"))
    if turn is None or turn.seat.user is None:
        raise Http404
    return turn, turn.seat.user


def _can_play(turn: Turn, person: User, power: TokenPower) -> bool:
    return (
        power.plays and turn.game.status == Game.Status.RUNNING and may(Permission.PLAY, person, turn.game, turn.seat)
    )


def _read_wish(turn: Turn, line: str) -> str:
    """The line of a plan, in canonical notation. Raises BadPlan."""
    read = plans.read_plan(line_reader(rules_of(turn.game)), stored_position(turn.game), turn.seat.index, [line])
    return read.plan.wishes[0].line


def _shown(turn: Turn, lines: Sequence[str]) -> str:
    """Canonical lines as the reader may write them."""
    return ", ".join(shown_lines(rules_of(turn.game), lines))


def _label(asked: OpenQuestion, wish: str) -> str:
    """What the wish is, in words."""
    if wish == ASK:
        return _("Ask me when it is my turn")
    offers = (offer for question in (asked.question, *asked.later) for offer in question.offers)
    return next((in_words(offer.label) for offer in offers if offer.text == wish), _shown(asked.turn, [wish]))


def _plan(request: HttpRequest, turn: Turn, person: User, wish: str, key: str) -> HttpResponse:
    """Keeps the wish in the place of the plan that there was. Changes nothing if the button was pressed before."""
    only_asks = wish in (ASK, WAIT)
    lines = [wish] if only_asks else [wish, ASK]
    result = _submit(request, turn, person, lines, key, as_plan=True)
    if isinstance(result, HttpResponse):
        return result
    context = {
        "game": turn.game,
        "label": _shown(turn, result.done or [wish]),
        "played": bool(result.done),
        "only_asks": only_asks,
        "asked_now": not result.done and result.next_turn_id is not None,
        "game_over": result.game_over,
    }
    return render(request, "web/link_planned.html", context)


def _play(
    request: HttpRequest, turn: Turn, person: User, offer: Offer | None, key: str, taken: int | None
) -> HttpResponse:
    """Plays the option as the person of the seat. offer: None if the button was pressed before; plays nothing then."""
    line = offer.text if offer else "pass"
    result = _submit(request, turn, person, [line], key, taken=taken)
    if isinstance(result, HttpResponse):
        return result
    context = {
        "game": turn.game,
        "label": in_words(offer.label) if offer else _shown(turn, result.done),
        "ahead": result.ahead,
        "more": result.next_turn_id is not None,
        "game_over": result.game_over,
    }
    return render(request, "web/link_done.html", context)


def _submit(
    request: HttpRequest,
    turn: Turn,
    person: User,
    lines: Sequence[str],
    key: str,
    *,
    taken: int | None = None,
    as_plan: bool | None = None,
) -> Answer | HttpResponse:
    """Answers the turn as the person of the seat; a page that says why if nothing can be played.

    taken: how many answers the turn had when the question was shown. as_plan: as in playing.play.
    """
    try:
        result = playing.play(
            turn.pk,
            lines,
            by=person,
            source=Move.Source.LINK,
            key=key,
            expected_answer_count=taken,
            as_plan=as_plan,
        )
    except (TurnClosed, QuestionPassed, GamePaused) as refused:
        return expired_link_page(request, turn.game, person, refused.message)
    except Refused:
        return expired_link_page(request, turn.game, person, OVER)
    if result.failed:
        return expired_link_page(request, turn.game, person, result.failed.reason)
    return result
