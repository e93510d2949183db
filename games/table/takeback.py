"""Taking back one's own last answer, as long as nobody is the wiser.

Allowed while nothing hidden was revealed by it and nobody else has decided since, and so often only: who takes back and
plays in a circle has others mailed each time. The position before is made by replaying the record, so the random state
is what it was: the same draw comes again.
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
from games.models import Game, Move, OutgoingMail, Seat, Submission, Turn
from games.people.models import User
from games.table import audit, outbox, permission_check
from games.table.errors import CannotUndo, GamePaused, NotRunning, NotSeated, Refused, TakenBackTooOften
from games.table.game_update import FOLLOW_UP_DELAY, Course
from games.table.history import newest
from games.table.locks import locked_game
from games.table.positions import replayed, stored_position

ANOTHER_TURNS: Final = gettext_lazy(
    "Your last answer was to another mail. To take it back, answer that mail with undo, or use the page of the game."
)
IS_SET_UP: Final = ExpressionWrapper(Q(set_up__isnull=False), output_field=BooleanField())
MAX_TAKE_BACKS: Final = 5
"""Of one person in one turn; those of turns that followed from it and were withdrawn with it count too."""


@dataclass(frozen=True)
class TakenBack:
    """What was taken back: the canonical texts of the seat's own plies, oldest first, and the turn open again."""

    texts: tuple[str, ...]
    turn_id: int


@dataclass(frozen=True)
class _Way:
    """How an answer can be taken back: by undoing all live moves from a ply on; None: it was given ahead."""

    submission: Submission
    from_ply: int | None


def undo(game_id: str, by: User, *, source: str = Move.Source.WEB, of_turn: int | None = None) -> TakenBack:
    """Take back the last answer of a person and open its turn again, with its old deadline.

    source: a Move.Source; whoever asks for it by mail is asked anew in the answer to that mail. of_turn: the turn that
    the answer must have been given to; None: whichever it was.
    Raises NoSuchGame, NotRunning, GamePaused, NotSeated, Suspended, CannotUndo with the reason.
    """
    with transaction.atomic():
        game = locked_game(game_id)
        permission_check.check(Permission.UNDO, by, NotSeated(), game)
        seat = game.seats.filter(user=by).first()
        if seat is None:
            raise NotSeated
        way = _way(game, seat)
        if of_turn is not None and way.submission.turn_id != of_turn:
            raise CannotUndo(ANOTHER_TURNS)
        if way.from_ply is None:
            taken_back = _withdraw(game, way.submission)
        else:
            taken_back = _take_back(game, way.submission, way.from_ply)
        Turn.objects.filter(pk=taken_back.turn_id).update(take_backs=F("take_backs") + 1)
        undone = {"turn": taken_back.turn_id, "plies": len(taken_back.texts), "source": source}
        audit.note(Permission.UNDO, by=by, game=game, seat=seat.index, person=by, details=undone)
        if source != Move.Source.MAIL:
            outbox.turn_mail_again(taken_back.turn_id, FOLLOW_UP_DELAY)
        return taken_back


def can_undo(game: Game, seat: Seat) -> bool:
    """Whether `undo` would go through now for the person who sits there. Reads only."""
    return why_not(game, seat) is None


def why_not(game: Game, seat: Seat, position: Position | None = None) -> Refused | None:
    """What `undo` would refuse the person who sits there with; None if it would go through. Reads only.

    position: the game's, where it is at hand.
    """
    try:
        if seat.user is None:
            raise NotSeated
        permission_check.check(Permission.UNDO, seat.user, NotSeated(), game)
        _way(game, seat, position)
    except Refused as refused:
        return refused
    return None


def _way(game: Game, seat: Seat, position: Position | None = None) -> _Way:
    """Raises NotSeated, CannotUndo, NotRunning or GamePaused."""
    if seat.caretaker:
        # Whoever resigned has a seat still, at which somebody else decides.
        raise NotSeated
    if game.status != Game.Status.RUNNING:
        raise NotRunning
    if game.paused_at is not None:
        raise GamePaused
    last = _last_answer(game, seat)
    turn = last.turn
    if turn.timed_out or (turn.deadline is not None and turn.deadline <= timezone.now()):
        raise CannotUndo(_("The time for this turn is up: it cannot be taken back."))
    if _taken_back_since(turn) >= MAX_TAKE_BACKS:
        told = ngettext(
            "You have taken back %(number)d time in this turn: it stands now.",
            "You have taken back %(number)d times in this turn: it stands now.",
            MAX_TAKE_BACKS,
        )
        raise TakenBackTooOften(told % {"number": MAX_TAKE_BACKS})
    if any(given["submission"] == last.pk for given in turn.answer):
        return _Way(last, None)
    from_ply = _first_ply(game, last)
    since = _moves_from(game, max(from_ply - 1, 0))
    revealed = since.pop(0).revealed if from_ply else int(replayed(game, []).revealed)
    if any(move.is_set_up for move in since):
        raise CannotUndo(_("A moderator has set up the position since: it cannot be taken back."))
    if any(move.submission not in (None, last.pk) for move in since):
        raise CannotUndo(_("Somebody has decided since: it cannot be taken back."))
    if revealed != (position or stored_position(game)).revealed:
        raise CannotUndo(_("Something hidden was revealed: it cannot be taken back."))
    return _Way(last, from_ply)


def _last_answer(game: Game, seat: Seat) -> Submission:
    """The last answer of the person at the seat, if nobody has decided since. Raises CannotUndo."""
    decided = Submission.objects.filter(turn__game=game, plies__gt=0, undone_at=None)
    wanted = Q(pk=newest(decided, "turn__game")) | Q(pk=newest(decided.filter(turn__seat=seat), "turn__seat"))
    found = list(decided.filter(wanted).select_related("turn").order_by("-pk"))
    if not found:
        raise CannotUndo
    last = found[0]
    if last.turn.seat_id != seat.pk:
        if len(found) == 1 or found[1].by_id != seat.user_id:
            raise CannotUndo
        raise CannotUndo(_("Somebody has decided since: it cannot be taken back."))
    if last.by_id != seat.user_id:
        # What a bot, a moderator or somebody else who sat there has decided is not this person's to take back.
        raise CannotUndo
    return last


@dataclass(frozen=True)
class _Played:
    """What is asked of a ply. submission: the answer that decided it; revealed: see Move."""

    submission: int | None
    is_set_up: bool
    revealed: int


def _first_ply(game: Game, answer: Submission) -> int:
    """Raises CannotUndo where nothing stands of what an answer decided."""
    played = game.moves.filter(undone_at=None, submission=answer)
    first: int | None = played.order_by("ply").values_list("ply", flat=True).first()
    if first is None:
        raise CannotUndo
    return first


def _moves_from(game: Game, ply: int) -> list[_Played]:
    rows = game.moves.filter(undone_at=None, ply__gte=ply).order_by("ply").annotate(is_set_up=IS_SET_UP)
    return [_Played(*row) for row in rows.values_list("submission_id", "is_set_up", "revealed")]


def _taken_back_since(turn: Turn) -> int:
    """How often this seat has taken back in this turn and in what followed from it.

    A take-back withdraws the turns that the answer had opened, and the next answer opens others in their place: what
    stays the same is the ply at which the question was put.
    """
    since = Turn.objects.filter(seat=turn.seat_id, first_ply__gte=turn.first_ply)
    return int(since.aggregate(times=Sum("take_backs"))["times"] or 0)


def _withdraw(game: Game, submission: Submission) -> TakenBack:
    """Forget an answer given ahead; nobody has seen it."""
    _mark(submission)
    course = Course(game, timezone.now())
    turn = course.live[submission.turn.seat.index]
    texts = tuple(given["text"] for given in turn.answer if given["submission"] == submission.pk)
    turn.answer = [given for given in turn.answer if given["submission"] != submission.pk]
    course.go_on()
    course.save()
    return TakenBack(texts, turn.pk)


def _take_back(game: Game, submission: Submission, from_ply: int) -> TakenBack:
    now = timezone.now()
    _mark(submission)
    undone = game.moves.filter(undone_at=None, ply__gte=from_ply)
    own = tuple(undone.filter(submission=submission).order_by("ply").values_list("text", flat=True))
    undone.update(undone_at=now)
    game.plies = from_ply
    turn = submission.turn
    asked_since = game.turns.filter(first_ply__gt=from_ply).exclude(pk=turn.pk).exclude(status=Turn.Status.CLOSED)
    OutgoingMail.objects.filter(
        kind=OutgoingMail.Kind.TURN, turn__in=asked_since, status=OutgoingMail.Status.PENDING
    ).update(status=OutgoingMail.Status.DROPPED)
    asked_since.update(status=Turn.Status.CLOSED, closed_at=now, answer=[], withdrawn=True)
    Turn.objects.filter(pk=turn.pk).update(status=Turn.Status.OPEN, closed_at=None, ahead=False)
    course = Course(game, now, replayed(game, game.moves.filter(undone_at=None).order_by("ply")))
    course.go_on()
    course.save()
    return TakenBack(own, turn.pk)


def _mark(submission: Submission) -> None:
    submission.undone_at = timezone.now()
    submission.save(update_fields=["undone_at"])
