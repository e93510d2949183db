"""Giving people more time."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.access import Permission
from games.models import Game, SiteClock, Turn
from games.people.models import User
from games.table import deadlines
from games.table.errors import NoDeadline, Refused
from games.table.moderation_transaction import moderation_transaction
from games.time_control import MAX_EXTENSION, MIN_EXTENSION


def extend(
    game_id: str,
    by: User | None,
    reason: str,
    turn_id: int | None,
    by_time: timedelta,
    *,
    expected_version: int | None = None,
) -> list[int]:
    """Move the deadline of one open turn (None: of all that people have open) by a minute to 60 days; their ids.

    Time that was up counts from now, and the person may decide again if no bot has yet.
    Raises NoReason, NoSuchGame, NotModerator, Outdated, NotRunning, NoDeadline if no such turn is open.
    """
    if not MIN_EXTENSION <= by_time <= MAX_EXTENSION:
        raise Refused(_("More time is between a minute and 60 days."))
    with moderation_transaction(
        Permission.EXTEND, game_id, by, reason, expected_version=expected_version
    ) as moderation:
        game = moderation.running_game()
        moves = extend_turns(game, by_time, timezone.now(), turn_id)
        for turn, moved in moves:
            details = {"turn": turn.pk, "deadline": {"from": moved.before, "to": moved.after}}
            entry = moderation.note(details, seat=turn.seat.index)
            moderation.notify_seat(
                entry,
                turn.seat,
                gettext_lazy("more time"),
                gettext_lazy("A moderator gives you more time in “%(game_name)s”, until %(until)s: %(reason)s"),
                until=moved.after,
            )
        moderation.save_game()
        return [turn.pk for turn, _moved in moves]


def extend_turns(
    game: Game, by_time: timedelta, now: datetime, turn_id: int | None = None
) -> list[tuple[Turn, deadlines.Moved]]:
    """Move the deadline of one open turn (None: of all that people have open); which, and from when to when.

    The caller holds the game's lock, and gives the game its next version. Raises NoDeadline if no such turn is open.
    """
    open_turns = game.turns.filter(status=Turn.Status.OPEN).exclude(due=None).select_related("seat__user")
    turns = list(open_turns if turn_id is None else open_turns.filter(pk=turn_id))
    if not turns:
        raise NoDeadline
    clock = SiteClock.read(now)
    return [(turn, deadlines.extend(turn, by_time, game, clock)) for turn in turns]
