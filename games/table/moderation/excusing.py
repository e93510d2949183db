"""Excusing a deadline that somebody has missed: it does not count for whether their seat becomes vacant."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.access import Permission
from games.models import Game, Seat, SiteClock, Turn
from games.people.models import User
from games.table import deadlines
from games.table.errors import NoSuchSeat, Refused
from games.table.moderation_transaction import moderation_transaction


def excuse_miss(
    game_id: str, index: int, by: User | None, reason: str, *, expected_version: int | None = None
) -> Turn | None:
    """Count one missed deadline of a seat's person less. The turn for which they have their time once more, if no bot
    has played it yet; None if one has.

    A seat that has become vacant by the miss stays so until its person returns or staff give it back. Raises NoReason,
    NoSuchGame, NotModerator, Outdated, NotRunning, NoSuchSeat, Refused if they have missed none.
    """
    with moderation_transaction(
        Permission.EXCUSE, game_id, by, reason, expected_version=expected_version
    ) as moderation:
        game = moderation.running_game()
        seat = game.seats.select_related("user").filter(index=index).first()
        if seat is None:
            raise NoSuchSeat
        if not seat.missed_in_all:
            raise Refused(_("They have missed no deadline in this game, or all were excused."))
        seat.missed_in_all -= 1
        seat.missed_in_row = max(seat.missed_in_row - 1, 0)
        seat.save(update_fields=["missed_in_all", "missed_in_row"])
        turn = missed_turn(game, seat)
        if turn is not None:
            deadlines.extend(turn, game.time_control.per_turn, game, SiteClock.read(timezone.now()))
        entry = moderation.note({"turn": turn.pk if turn else None}, seat=index, person=seat.user)
        moderation.notify_seat(
            entry,
            seat,
            gettext_lazy("a missed deadline is excused"),
            gettext_lazy("A moderator has excused a deadline that you missed in “%(game_name)s”: %(reason)s"),
        )
        moderation.save_game()
        return turn


def missed_turn(game: Game, seat: Seat) -> Turn | None:
    """The open turn whose time is up, if its person can still decide it."""
    if seat.playing_level:
        return None
    missed = game.turns.filter(seat=seat, status=Turn.Status.OPEN, timed_out=True)
    return missed.exclude(due=None).select_related("seat__user").first()
