"""Who has nothing to do with a game so far: only they take over a seat of it."""

from __future__ import annotations

from enum import Enum, auto
from typing import Final

from django.utils.translation import gettext as _

from games.access import STAFF_ACTIONS
from games.models import AuditEntry, Game, Seat
from games.people.models import User
from games.table import seat_holders
from games.table.errors import AlreadySeated, CannotTakeOver, NotAllowed, Refused

LOOKS: Final = sorted(STAFF_ACTIONS)
"""Words of the trail: whoever has done one of these in a game may have seen what is hidden there."""


class Tie(Enum):
    """What somebody has to do with a game already."""

    SITS = auto()
    SAT = auto()
    PROGRAM = auto()
    """A program of theirs sits there, or sat."""
    STAFF = auto()
    """They have looked at it as staff, or changed it."""


def tie_to(game: Game, user: User, own: Seat | None = None) -> Tie | None:
    """What this person has to do with a game already; None: nothing. Reads only.

    own: a seat of the game that they may have had themselves.
    """
    if game.seat_of(user) is not None:
        return Tie.SITS
    if seat_holders.has_sat(game, [user], other_than=own):
        return Tie.SAT
    programs = list(user.bot_accounts.all())
    if game.seats.filter(user__in=programs).exists() or seat_holders.has_sat(game, programs):
        return Tie.PROGRAM
    if AuditEntry.objects.filter(game=game, actor=user, action__in=LOOKS).exists():
        return Tie.STAFF
    return None


def refusal_of_person(game: Game, user: User) -> Refused | None:
    """Why this person may take no seat of a game over, whatever seat it is; None if they may. Reads only."""
    if user.owner_id is not None or user.is_guest or not user.is_active:
        return NotAllowed()
    tie = tie_to(game, user)
    if tie is None:
        return None
    if tie is Tie.SITS:
        return AlreadySeated()
    reasons = {
        Tie.SAT: _("You have had a seat at this game."),
        Tie.PROGRAM: _("A program of yours plays, or has played, at this game."),
        Tie.STAFF: _("You have looked at this game as staff, or changed it."),
    }
    return CannotTakeOver(reasons[tie])
