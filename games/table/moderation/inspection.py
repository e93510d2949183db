"""Staff inspect hidden parts of a game: every inspection is in the audit trail."""

from __future__ import annotations

from django.db import transaction

from games.access import Permission, may
from games.engine.contract import Position, PositionError
from games.models import Game, IncomingMail
from games.people.models import User
from games.table import next_picks, plans, seat_orders
from games.table.audit import note
from games.table.errors import NoSuchGame, NoSuchMail, NotModerator, NotRunning, UnreadablePosition
from games.table.moderation_transaction import clean_reason
from games.table.positions import stored_position


def inspect_position(
    game_id: str, *, by: User | None, reason: str, seat: int | None = None, purpose: str = ""
) -> Position:
    """The true position of a started game, for staff who settle a problem in it; it is noted in the audit trail.

    seat: the seat whose view the caller shows (Game.view), None: everything. purpose: the action that it is for
    ("correct the position"). Raises NoReason, NoSuchGame, NotModerator, NotRunning, UnreadablePosition (then it is
    noted too).
    """
    stated = clean_reason(reason)
    game = Game.objects.prefetch_related("seats").filter(pk=game_id).first()
    if game is None:
        raise NoSuchGame
    if not may(Permission.SEE_HIDDEN, by, game):
        raise NotModerator
    if game.position is None:
        raise NotRunning
    details = {"what": "everything" if seat is None else "seat", **({"for": purpose} if purpose else {})}
    note(Permission.SEE_HIDDEN, by=by, game=game, seat=seat, reason=stated, details=details)
    try:
        return stored_position(game)
    except PositionError as error:
        raise UnreadablePosition from error


def kept_lines(game: Game, seat: int | None) -> list[tuple[int, tuple[str, ...]]]:
    """What people have said for later, by seat: plans, next picks, standing orders. For a look that is noted.

    seat: only of this one.
    """
    turns = {turn.seat_id: turn for turn in game.turns.exclude(plan=None)}
    found = []
    for place in game.seats.all():
        plan = plans.lines_of(turns[place.pk]) if place.pk in turns else ()
        lines = (*plan, *next_picks.lines_of(place), *seat_orders.lines_of(place))
        if lines and seat in (None, place.index):
            found.append((place.index, lines))
    return found


def inspect_mail(mail_id: int, *, by: User | None, reason: str) -> IncomingMail:
    """A mail as it came in, which can quote what only its seat may know; it is noted in the audit trail.

    Raises NoReason, NoSuchMail, NotModerator.
    """
    stated = clean_reason(reason)
    with transaction.atomic():
        mail = IncomingMail.objects.select_related("turn__game", "turn__seat__user").filter(pk=mail_id).first()
        if mail is None:
            raise NoSuchMail
        game = mail.turn.game if mail.turn else None
        if not may(Permission.SEE_HIDDEN, by, game):
            raise NotModerator
        seat = mail.turn.seat.index if mail.turn else None
        details = {"what": "mail", "mail": mail.pk}
        note(Permission.SEE_HIDDEN, by=by, game=game, seat=seat, reason=stated, details=details)
        return mail
