"""Taking back one's own last answer, as long as nobody has learned anything from it.

It is allowed while the answer has revealed nothing hidden and nobody else has decided since, and only MAX_TAKE_BACKS
times: others get mails each time. The position before the answer is made by replaying the moves, so the random state is
the same as before and the same draw comes again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models import BooleanField, ExpressionWrapper, F, Q, Sum
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.access import Permission
from games.engine.contract import Position
from games.engine.plans import ASK, Plan, Wish
from games.models import Game, Move, Notification, Seat, SiteClock, Submission, Turn
from games.notifications import outbox
from games.notifications.dropping import drop_pending
from games.notifications.timing import Presence
from games.people.models import User
from games.table import audit, deadlines, permission_check, plans, seat_holders, seat_orders
from games.table.answers import Origin
from games.table.errors import CannotUndo, GamePaused, NotRunning, NotSeated, Refused, TakenBackTooOften
from games.table.game_update import GameUpdate
from games.table.history import newest_id
from games.table.locks import lock_game
from games.table.plans import WrittenPlan
from games.table.positions import position_ahead, replay_moves, stored_position
from games.table.void_plans import tell_of_void_plan

ANSWER_TO_ANOTHER_MAIL: Final = gettext_lazy(
    "Your last answer was to another mail. To take it back, answer that mail with undo, or use the page of the game."
)
IS_SET_UP: Final = ExpressionWrapper(Q(set_up__isnull=False), output_field=BooleanField())
MAX_TAKE_BACKS: Final = 5
"""Of one person in one turn. Take-backs in turns that were withdrawn with it count too."""


@dataclass(frozen=True)
class TakenBack:
    """The result of a take-back."""

    texts: tuple[str, ...]
    """Canonical texts of the seat's own plies that were taken back, oldest first."""
    turn_id: int
    """The turn that is open again."""


@dataclass(frozen=True)
class _UndoPlan:
    """How an answer can be taken back."""

    submission: Submission
    from_ply: int | None
    """All live moves from this ply on are undone. None: the answer is deferred, and none of it is played yet."""


def undo(game_id: str, by: User, *, source: str = Move.Source.WEB, of_turn: int | None = None) -> TakenBack:
    """Take back the last answer of a person and open its turn again, with its old deadline if that still runs.

    source: a Move.Source; after a take-back by mail, our reply to that mail asks the question again. of_turn: the turn
    that the answer must belong to; None: any turn.
    Raises NoSuchGame, NotRunning, GamePaused, NotSeated, Suspended, CannotUndo with the reason.
    """
    with transaction.atomic():
        game = lock_game(game_id)
        permission_check.require_permission(Permission.UNDO, by, NotSeated(), game)
        seat = game.seats.filter(user=by).first()
        if seat is None:
            raise NotSeated
        way = _plan_undo(game, seat)
        if of_turn is not None and way.submission.turn_id != of_turn:
            raise CannotUndo(ANSWER_TO_ANOTHER_MAIL)
        if way.from_ply is None:
            taken_back = _withdraw_deferred(game, way.submission)
        else:
            taken_back = _undo_plies(game, way.submission, way.from_ply, source)
        Turn.objects.filter(pk=taken_back.turn_id).update(take_backs=F("take_backs") + 1)
        undone = {"turn": taken_back.turn_id, "plies": len(taken_back.texts), "source": source}
        audit.note(Permission.UNDO, by=by, game=game, seat=seat.index, person=by, details=undone)
        if source != Move.Source.MAIL:
            outbox.notify_turn_again(taken_back.turn_id, Presence.ON_SITE)
        return taken_back


def can_undo(game: Game, seat: Seat) -> bool:
    """Whether `undo` would succeed now for the person at the seat. Reads only."""
    return undo_refusal(game, seat) is None


def undo_refusal(game: Game, seat: Seat, position: Position | None = None) -> Refused | None:
    """The refusal that `undo` would raise for the person at the seat; None if it would succeed. Reads only.

    position: the position of the game, if the caller has it.
    """
    try:
        if seat.user is None:
            raise NotSeated
        permission_check.require_permission(Permission.UNDO, seat.user, NotSeated(), game)
        _plan_undo(game, seat, position)
    except Refused as refused:
        return refused
    return None


def _plan_undo(game: Game, seat: Seat, position: Position | None = None) -> _UndoPlan:
    """Raises NotSeated, CannotUndo, NotRunning or GamePaused."""
    if seat.caretaker:
        # Somebody who resigned still has the seat, but a bot decides there.
        raise NotSeated
    if game.status != Game.Status.RUNNING:
        raise NotRunning
    if game.paused_at is not None:
        raise GamePaused
    last = _last_answer(game, seat)
    turn = last.turn
    if deadlines.is_up(turn, SiteClock.read()):
        raise CannotUndo(_("The time for this turn is up: it cannot be taken back."))
    if _count_take_backs(turn) >= MAX_TAKE_BACKS:
        reason = ngettext(
            "You have taken back %(number)d time in this turn: it stands now.",
            "You have taken back %(number)d times in this turn: it stands now.",
            MAX_TAKE_BACKS,
        )
        raise TakenBackTooOften(reason % {"number": MAX_TAKE_BACKS})
    if any(given["submission"] == last.pk for given in turn.deferred_plies):
        return _UndoPlan(last, None)
    from_ply = _first_ply(game, last)
    since = _moves_from(game, max(from_ply - 1, 0))
    revealed = since.pop(0).revealed if from_ply else int(replay_moves(game, []).revealed)
    if any(move.is_set_up for move in since):
        raise CannotUndo(_("A moderator has set up the position since: it cannot be taken back."))
    if any(move.submission not in (None, last.pk) for move in since):
        raise CannotUndo(_("Somebody has decided since: it cannot be taken back."))
    if revealed != (position or stored_position(game)).revealed:
        raise CannotUndo(_("Something hidden was revealed: it cannot be taken back."))
    return _UndoPlan(last, from_ply)


def _last_answer(game: Game, seat: Seat) -> Submission:
    """The last answer of the person at the seat, if nobody has decided since. Raises CannotUndo."""
    decided = Submission.objects.filter(turn__game=game, plies__gt=0, undone_at=None)
    # Who has answered ahead is not to be seen before it is played.
    live = game.turns.exclude(status=Turn.Status.CLOSED).exclude(seat=seat)
    kept = [given["submission"] for plies in live.values_list("deferred_plies", flat=True) for given in plies]
    decided = decided.exclude(pk__in=kept)
    wanted = Q(pk=newest_id(decided, "turn__game")) | Q(pk=newest_id(decided.filter(turn__seat=seat), "turn__seat"))
    found = list(decided.filter(wanted).select_related("turn").order_by("-pk"))
    if not found:
        raise CannotUndo
    last = found[0]
    if last.turn.seat_id != seat.pk:
        if len(found) == 1 or found[1].by_id != seat.user_id:
            raise CannotUndo
        raise CannotUndo(_("Somebody has decided since: it cannot be taken back."))
    if last.by_id != seat.user_id:
        # A bot, a moderator or an earlier person of the seat gave this answer.
        raise CannotUndo
    return last


@dataclass(frozen=True)
class _PlyFacts:
    """The columns of a Move that a take-back needs."""

    submission: int | None
    """The answer that decided it."""
    is_set_up: bool
    revealed: int


def _first_ply(game: Game, answer: Submission) -> int:
    """The first live ply of an answer. Raises CannotUndo if none of its plies is live."""
    played = game.moves.filter(undone_at=None, submission=answer)
    first: int | None = played.order_by("ply").values_list("ply", flat=True).first()
    if first is None:
        raise CannotUndo
    return first


def _moves_from(game: Game, ply: int) -> list[_PlyFacts]:
    rows = game.moves.filter(undone_at=None, ply__gte=ply).order_by("ply").annotate(is_set_up=IS_SET_UP)
    return [_PlyFacts(*row) for row in rows.values_list("submission_id", "is_set_up", "revealed")]


def _count_take_backs(turn: Turn) -> int:
    """How often this seat has taken back in this turn and in the turns after it.

    A take-back withdraws the turns that the answer had opened, and the next answer opens new turns in their place. The
    ply at which they were opened stays the same, so turns are compared by it.
    """
    since = Turn.objects.filter(seat=turn.seat_id, first_ply__gte=turn.first_ply)
    return int(since.aggregate(times=Sum("take_backs"))["times"] or 0)


def _withdraw_deferred(game: Game, submission: Submission) -> TakenBack:
    """Drop a deferred answer; nobody has seen it."""
    _mark_undone(submission)
    update = GameUpdate(game, timezone.now())
    turn = update.live_turns[submission.turn.seat.index]
    texts = tuple(given["text"] for given in turn.deferred_plies if given["submission"] == submission.pk)
    turn.deferred_plies = [given for given in turn.deferred_plies if given["submission"] != submission.pk]
    turn.plan = None
    _ask_instead_of_orders(update, submission)
    update.advance()
    update.save(private_to=turn.seat)
    return TakenBack(texts, turn.pk)


def _undo_plies(game: Game, submission: Submission, from_ply: int, source: str) -> TakenBack:
    now = timezone.now()
    _mark_undone(submission)
    undone = game.moves.filter(undone_at=None, ply__gte=from_ply)
    own = tuple(undone.filter(submission=submission).order_by("ply").values_list("text", flat=True))
    undone.update(undone_at=now)
    game.plies = from_ply
    seat_holders.take_back(game, from_ply)
    turn = submission.turn
    asked_since = game.turns.filter(first_ply__gt=from_ply).exclude(pk=turn.pk).exclude(status=Turn.Status.CLOSED)
    drop_pending(turns=asked_since, kinds={Notification.Kind.TURN})
    for planned in asked_since.exclude(plan=None).select_related("game", "seat__user"):
        tell_of_void_plan(planned)
    asked_since.update(
        status=Turn.Status.CLOSED, closed_at=now, deferred_plies=[], plan=None, adviser="", early=False, withdrawn=True
    )
    # Of a plan that has played this, the rest does not count any more either.
    Turn.objects.filter(pk=turn.pk).update(
        status=Turn.Status.OPEN, closed_at=None, ahead_of_turn=False, deferred_plies=[], plan=None
    )
    update = GameUpdate(game, now, replay_moves(game, game.moves.filter(undone_at=None).order_by("ply")))
    _ask_instead_of_orders(update, submission)
    update.advance()
    update.save(answering=(update.seats[turn.seat.index], source))
    return TakenBack(own, turn.pk)


def _ask_instead_of_orders(update: GameUpdate, submission: Submission) -> None:
    """Whoever takes back what their order has played, or what their adviser would play now, wants to be asked."""
    assert submission.by_id is not None
    turn = update.live_turns[submission.turn.seat.index]
    position = update.position.copy()
    if position.to_move() != turn.seat.index:
        position = position_ahead(position, turn.seat.index) or position
    ordered = submission.key.startswith(Origin.ORDER)
    if ordered or seat_orders.adviser_of(update.rules, position, turn.seat, turn):
        wish = Wish(ASK, update.rules.question_key(position))
        plan = Plan((wish,), position.end_in_sight())
        plans.keep(turn, WrittenPlan(plan, Move.Source.WEB, update.now, submission.by_id, submission.pk))


def _mark_undone(submission: Submission) -> None:
    submission.undone_at = timezone.now()
    submission.save(update_fields=["undone_at"])
