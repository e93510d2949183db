"""Staff inspect hidden parts of a game, and what people keep to themselves: each inspection is in the audit trail."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db import transaction

from games.access import Permission, may
from games.engine.contract import Position, PositionError
from games.models import Game, IncomingMail, TalkMessage
from games.people.models import User
from games.table import next_picks, plans, seat_orders
from games.table.audit import note
from games.table.blocks import blocked_by
from games.table.errors import NoSuchGame, NoSuchMail, NotModerator, NotRunning, UnreadablePosition
from games.table.friends import Circle, circle_of
from games.table.moderation_transaction import clean_reason
from games.table.positions import stored_position

MAX_BLOCKED_BY: Final = 200


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


def inspect_talk(game_id: str, *, by: User | None, reason: str) -> list[TalkMessage]:
    """What was said at a table, removed messages too, the oldest first; it is noted in the audit trail.

    Private notes are nobody's but their person's. Raises NoReason, NoSuchGame, NotModerator.
    """
    stated = clean_reason(reason)
    with transaction.atomic():
        game = Game.objects.prefetch_related("seats").filter(pk=game_id).first()
        if game is None:
            raise NoSuchGame
        if not may(Permission.SEE_HIDDEN, by, game):
            raise NotModerator
        note(Permission.SEE_HIDDEN, by=by, game=game, reason=stated, details={"what": "talk"})
        return list(game.talk_messages.select_related("by__owner", "removed_by").order_by("pk"))


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


@dataclass(frozen=True)
class Company:
    """Whom somebody likes, and from whom they are kept apart; by the names of people."""

    circle: Circle
    blocked: list[User]
    blocked_by: list[User]


def inspect_company(person: User, *, by: User, reason: str) -> Company:
    """The friends and blocks of somebody; it is noted in the audit trail. Raises NoReason, NotModerator."""
    stated = clean_reason(reason)
    with transaction.atomic():
        if not may(Permission.SEE_COMPANY, by):
            raise NotModerator
        note(Permission.SEE_COMPANY, by=by, person=person, reason=stated)
        return Company(
            circle=circle_of(person),
            blocked=[row.blocked for row in blocked_by(person)],
            blocked_by=list(User.objects.filter(blocks__blocked=person).order_by("username")[:MAX_BLOCKED_BY]),
        )
