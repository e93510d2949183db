"""Staff play for a seat, through the same write path as all answers."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from games.access import Permission
from games.models import Move, Submission, Turn
from games.people.models import User
from games.table import playing
from games.table.answers import Answer
from games.table.errors import NoSuchTurn
from games.table.moderation_transaction import moderation_transaction
from games.table.queries import seat_name_lazy


def play_for(turn_id: int, lines: Sequence[str], by: User | None, reason: str, key: str) -> Answer:
    """Answer an open turn in the place of its bot or person; the moves are marked as played by staff.

    lines, key and what is returned: as in games.table.playing.play. The person cannot take it back.
    Raises NoReason, NotModerator, and what `play` raises, GamePaused among it.
    """
    turn = Turn.objects.select_related("seat__user").filter(pk=turn_id).first()
    if turn is None:
        raise NoSuchTurn
    with moderation_transaction(Permission.PLAY_FOR, turn.game_id, by, reason) as moderation:
        again = Submission.objects.filter(turn=turn, key=key).exists()
        answer = playing.play(turn_id, lines, by=by, source=Move.Source.STAFF, key=key)
        if answer.done and not again:
            # Only the number of lines: the seat's moves may be hidden from others.
            entry = moderation.note(
                {"turn": turn_id, "lines": len(answer.done), "ahead": answer.ahead}, seat=turn.seat.index
            )
            moderation.notify_players(
                entry,
                _("a moderator has played"),
                _("A moderator has played in the seat of %(who)s in “%(game_name)s”: %(reason)s"),
                who=seat_name_lazy(turn.seat),
            )
        return answer
