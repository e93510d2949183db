"""Removes somebody from all their games at once, when they may not or do not want to play any more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.access import Permission
from games.live.announcements import bump_version, notify_who_left
from games.models import AuditEntry, Game, Seat
from games.people.models import User
from games.table import audit, notices
from games.table.caretakers import hand_to_caretaker
from games.table.locks import lock_game
from games.table.moderation.abort import end_game
from games.table.proposals import decisions


@dataclass(frozen=True)
class Departure:
    """Why somebody leaves their games. by: who did it, None for an operator; reason: only for the audit trail."""

    permission: Permission
    cause: Seat.Cause
    by: User | None
    reason: str = ""


def with_bot_accounts(person: User) -> list[User]:
    return [person, *person.bot_accounts.all()]


def lock_games_of(people: Sequence[User], *statuses: str) -> list[Game]:
    """Lock the games that these people sit at or host. They are locked in the order of their ids: no deadlocks."""
    found = Game.objects.filter(status__in=statuses)
    seated = found.filter(seats__user__in=people).values_list("pk", flat=True)
    hosted = found.filter(host__in=people).values_list("pk", flat=True)
    locked = [lock_game(game_id) for game_id in sorted({*seated, *hosted})]
    return [game for game in locked if game.status in statuses]


def seats_of(game: Game, people: Sequence[User]) -> list[Seat]:
    return list(game.seats.filter(user__in=people).select_related("user"))


def remove_from_game(game: Game, people: Sequence[User], host: User, why: Departure) -> None:
    """Give seats at a running game to caretakers, free seats at an open game, and call an open game of the host off.

    The caller holds the game's lock.
    """
    for seat in seats_of(game, people):
        if seat.is_given_up:
            continue
        seated = seat.user
        if game.status == Game.Status.RUNNING:
            _leave_running(game, seat, why.cause)
        else:
            if seat.user_id is not None:
                notify_who_left(game, seat.user_id)
            seat.user = None
            seat.save(update_fields=["user"])
            bump_version(game)
            game.save(update_fields=["version"])
        audit.note(why.permission, by=why.by, game=game, seat=seat.index, person=seated, reason=why.reason)
    if game.status == Game.Status.RUNNING:
        decisions.settle_all(game, why.by)
    if game.status == Game.Status.OPEN and game.host_id == host.pk:
        entry = audit.note(why.permission, by=why.by, game=game, reason=why.reason, details={"called off": True})
        end_game(game)
        _tell_called_off(game, entry)


def _leave_running(game: Game, seat: Seat, cause: Seat.Cause) -> None:
    """Whoever closes their account never returns: others may take the seat. A suspended person may get it back."""
    hand_to_caretaker(game, seat, settings.CARETAKER_LEVEL, cause)
    if cause == Seat.Cause.LEFT:
        seat.vacant_since = timezone.now()
        seat.save(update_fields=["vacant_since"])


def _tell_called_off(game: Game, entry: AuditEntry) -> None:
    """Tell the other players, without the reason: that is between the site and the host."""
    for seat in game.seats.exclude(user=None).select_related("user"):
        assert seat.user is not None
        notices.write(
            entry,
            seat.user,
            pgettext_lazy("before the start", "the game was called off"),
            gettext_lazy("“%(game_name)s” was called off before it began, because its host cannot play."),
            game=game,
            seat=seat,
            game_name=game.name,
        )
