"""Who may talk at a table, and who may read what was said there.

Whoever sits down in an open game reads everything that was said there, and so does later who was there at the start.
Whoever gets a seat after the start reads what was said since they came; whoever has left, what was said until then.
Once the game is over, whoever may watch it reads everything, unless its host has chosen otherwise at the opening.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from typing import Final

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.access import Actor, Permission, may
from games.models import Game, Seat, SeatHolder, TalkMessage
from games.people.models import User
from games.table.errors import BadTalk, NotSeated, Refused, Silenced, Suspended

TALK_AFTER_END: Final = timedelta(days=14)
"""So long people talk on when their game is over."""
# Not `Q()`, which means nothing beside "or".
_EVERYTHING: Final = Q(pk__gt=0)
_NOTHING: Final = Q(pk__in=())


def why_silent(game: Game, person: User) -> Refused | None:
    """Why somebody may not say anything at this table now; None if they may."""
    seat = next((seat for seat in game.seats.all() if seat.user_id == person.pk), None)
    if not may(Permission.SAY, person, game):
        return Suspended(person) if person.is_suspended else NotSeated()
    if seat is None or seat.is_given_up:
        return NotSeated()
    if person.is_guest:
        return BadTalk(_("Guests play against bots alone: to talk at a table, sign up."))
    if person.owner_id is not None and not _may_program_talk(game, person):
        return BadTalk(_("Programs may talk only where their owner sits, too, and where the host allows it."))
    if (until := silenced_until(person)) is not None:
        return Silenced(until)
    if not is_talked(game):
        return BadTalk(_("This game has been over for long: nobody talks at its table any more."))
    return None


def is_talked(game: Game) -> bool:
    """Whether people still talk at this table."""
    over_since = game.ended_at if game.status in Game.OVER else None
    return over_since is None or timezone.now() < over_since + TALK_AFTER_END


def silenced_until(person: User) -> datetime | None:
    """Until when staff have silenced somebody, or the owner of a bot account; None if they may talk."""
    until = [one.silenced_until for one in (person, person.owner) if one is not None and one.silenced_until is not None]
    return max((moment for moment in until if moment > timezone.now()), default=None)


def readable(game: Game, reader: Actor) -> QuerySet[TalkMessage]:
    """What somebody may read of what was said at a table, the oldest first; muted people's messages, too."""
    talk = TalkMessage.objects.filter(game=game)
    if reader is None or not may(Permission.WATCH, reader, game):
        return talk.none()
    if game.status in Game.OVER and game.talk == Game.Talk.ONLOOKERS:
        return talk
    if not isinstance(reader, User) or reader.is_guest:
        return talk.none()
    heard = _heard_by(game, reader)
    if reader.owner is not None:
        if not game.bots_may_talk:
            return talk.none()
        heard &= _heard_by(game, reader.owner)
    return talk.filter(heard)


def sits_at(game: Game, person: User) -> bool:
    """Whether somebody holds a seat there now."""
    return any(seat.user_id == person.pk and not seat.is_given_up for seat in game.seats.all())


def listeners_of(game: Game) -> list[Seat]:
    """The seats of those who hear what is said now, programs included; with their people."""
    seats = game.seats.select_related("user__owner")
    return [seat for seat in seats if seat.user is not None and not seat.is_given_up]


def _may_program_talk(game: Game, program: User) -> bool:
    return game.bots_may_talk and program.owner is not None and sits_at(game, program.owner)


def _heard_by(game: Game, person: User) -> Q:
    """What was said while this person held a seat."""
    times = SeatHolder.objects.filter(game=game, user=person)
    heard = [_while_held(holder) for holder in times]
    if not heard and sits_at(game, person):
        # The seat has not changed hands, or the game has not begun.
        return _EVERYTHING
    return reduce(or_, heard, _NOTHING)


def _while_held(holder: SeatHolder) -> Q:
    since = _EVERYTHING if holder.cause == SeatHolder.Cause.START else Q(said_at__gte=holder.from_at)
    return since & Q(said_at__lt=holder.to_at) if holder.to_at is not None else since
