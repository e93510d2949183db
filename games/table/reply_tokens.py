"""What a reply token can still do: it is a key to one question, not to a seat.

The reply address and the links of a turn's mails contain the turn's token, so everybody who has such a mail has it. A
token can answer while its turn is open. It can take back while the newest answer of its seat was given to its turn.
Every other token can do nothing, and all tokens lose their power some days after their turn was closed.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from games.models import Seat, Submission, Turn
from games.table.history import newest_id


@dataclass(frozen=True)
class TokenPower:
    """What a turn's token can do."""

    plays: bool
    """The turn is open, its question can be answered."""
    undoes: bool
    """The newest answer of its seat was given to it (in part, or whole, or deferred)."""
    returns: bool = False
    """Its seat is vacant: its person can play there again."""

    @property
    def is_current(self) -> bool:
        """Whether it can answer or take back: only then a mail to it is read as an answer."""
        return self.plays or self.undoes


POWERLESS = TokenPower(plays=False, undoes=False)


def power_of(turn: Turn) -> TokenPower:
    """The power of this turn's token now, as the database has the turn."""
    now = Turn.objects.select_related("seat").filter(pk=turn.pk).first()
    if now is None:
        # The turn is packed, so it has long been over.
        return POWERLESS
    turn, seat = now, now.seat
    if seat.user_id is None or _is_long_over(turn):
        return POWERLESS
    if seat.playing_level:
        return TokenPower(plays=False, undoes=False, returns=seat.can_be_returned_to)
    newest = newest_answered(seat)
    return TokenPower(plays=turn.status == Turn.Status.OPEN, undoes=newest is not None and newest.pk == turn.pk)


def newest_answered(seat: Seat) -> Turn | None:
    """The turn of the newest answer of a seat that was not taken back.

    None if there is none, or if a bot, the clock, a moderator or an earlier person of the seat gave it: then the person
    at the seat has nothing to take back.
    """
    standing = Submission.objects.filter(turn__seat=seat, plies__gt=0, undone_at=None)
    last = standing.filter(pk=newest_id(standing, "turn__seat")).select_related("turn").first()
    return last.turn if last is not None and last.by_id is not None and last.by_id == seat.user_id else None


def reply_turn(seat: Seat) -> Turn | None:
    """The turn whose token a mail without a question carries: the one answered last, else the open one.

    In a vacant seat it is the last one: the mail can be answered with "back". None if no token has power. The open one
    is not preferred, so that nobody answers by mistake what the mail did not ask.
    """
    if seat.vacant_since is not None:
        last = Turn.objects.filter(seat=seat).order_by("-pk").first()
        return last if last is not None and power_of(last).returns else None
    turns = newest_answered(seat), Turn.objects.filter(seat=seat, status=Turn.Status.OPEN).first()
    return next((turn for turn in turns if turn is not None and power_of(turn).is_current), None)


def _is_long_over(turn: Turn) -> bool:
    """Whether the turn was closed so long ago that its token has lost its power."""
    if turn.status != Turn.Status.CLOSED:
        return False
    kept = timedelta(days=settings.REPLY_TOKEN_DAYS)
    return turn.closed_at is None or turn.closed_at < timezone.now() - kept
