"""What a reply token still opens: it is a key to one question, not to a seat.

The token of a turn stands in the reply address and the links of its mails, so whoever has such a mail has it. It has
power while its turn is open, and as long as the newest answer of its seat is the one given to it: then that answer can
be taken back. Every other token does nothing, and all lose their power some days after their turn was closed.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from games.models import Seat, Submission, Turn
from games.table.history import newest


@dataclass(frozen=True)
class TokenPower:
    """What can be done with a turn's token.

    plays: the turn is open, its question can be answered. undoes: the newest answer of its seat was given to it (in
    part, or whole, or ahead of its time).
    """

    plays: bool
    undoes: bool

    @property
    def is_current(self) -> bool:
        """Whether it is good for anything: only then a mail to it is read as an answer."""
        return self.plays or self.undoes


POWERLESS = TokenPower(plays=False, undoes=False)


def power_of(turn: Turn) -> TokenPower:
    """The power of this turn's token now, as the database has the turn."""
    now = Turn.objects.select_related("seat").filter(pk=turn.pk).first()
    if now is None:
        # It is packed, as turns are that have long been over.
        return POWERLESS
    turn, seat = now, now.seat
    if seat.user_id is None or seat.playing_level or _is_long_over(turn):
        return POWERLESS
    newest = newest_answered(seat)
    return TokenPower(plays=turn.status == Turn.Status.OPEN, undoes=newest is not None and newest.pk == turn.pk)


def newest_answered(seat: Seat) -> Turn | None:
    """The turn that holds the newest answer of a seat that still stands.

    None where there is none, and where a bot, the clock, a moderator or somebody who sat there before gave it: then the
    person at the seat has nothing to come back to.
    """
    standing = Submission.objects.filter(turn__seat=seat, plies__gt=0, undone_at=None)
    last = standing.filter(pk=newest(standing, "turn__seat")).select_related("turn").first()
    return last.turn if last is not None and last.by_id is not None and last.by_id == seat.user_id else None


def reply_turn(seat: Seat) -> Turn | None:
    """The turn whose token a mail to the seat carries that asks nothing: the one answered last, else the open one.

    None where neither has power. Not the open one first: nobody must answer by mistake what the mail did not ask.
    """
    turns = newest_answered(seat), Turn.objects.filter(seat=seat, status=Turn.Status.OPEN).first()
    return next((turn for turn in turns if turn is not None and power_of(turn).is_current), None)


def _is_long_over(turn: Turn) -> bool:
    """A turn that is not closed is not over, however long it lasts."""
    if turn.status != Turn.Status.CLOSED:
        return False
    kept = timedelta(days=settings.REPLY_TOKEN_DAYS)
    return turn.closed_at is None or turn.closed_at < timezone.now() - kept
