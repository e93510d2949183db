"""Who may talk at a table, and whom what they say reaches; who may read it is in games.access.hearing."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.access import Permission, may
from games.access.hearing import sits_at
from games.models import Game, Seat
from games.people.models import User
from games.table.errors import BadTalk, NotSeated, Refused, Silenced, Suspended

TALK_AFTER_END: Final = timedelta(days=14)
"""So long people talk on when their game is over."""


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


def listeners_of(game: Game) -> list[Seat]:
    """The seats of those who hear what is said now, programs included; with their people."""
    seats = game.seats.select_related("user__owner")
    return [seat for seat in seats if seat.user is not None and not seat.is_given_up]


def _may_program_talk(game: Game, program: User) -> bool:
    return game.bots_may_talk and program.owner is not None and sits_at(game, program.owner)
