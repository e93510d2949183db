"""Taking somebody out of all their games at once, for those who may not or will not play any more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext_lazy

from games.access import Permission
from games.live.announcements import count_up, tell_who_left
from games.models import AuditEntry, Game, Seat
from games.people.models import User
from games.table import audit, notices
from games.table.caretakers import to_caretaker
from games.table.locks import locked_game
from games.table.moderation.abort import end


@dataclass(frozen=True)
class Leaving:
    """Why somebody leaves. by: who brings it about, None for an operator; reason: for the trail, not for the others."""

    act: Permission
    cause: Seat.Cause
    by: User | None
    reason: str = ""


def with_bot_accounts(person: User) -> list[User]:
    return [person, *person.bot_accounts.all()]


def locked_games(people: Sequence[User], *statuses: str) -> list[Game]:
    """The games that people have seats at or host, locked. In the order of their ids, so that no two wait in a ring."""
    found = Game.objects.filter(status__in=statuses)
    seated = found.filter(seats__user__in=people).values_list("pk", flat=True)
    hosted = found.filter(host__in=people).values_list("pk", flat=True)
    locked = [locked_game(game_id) for game_id in sorted({*seated, *hosted})]
    return [game for game in locked if game.status in statuses]


def seats_of(game: Game, people: Sequence[User]) -> list[Seat]:
    return list(game.seats.filter(user__in=people).select_related("user"))


def leave(game: Game, people: Sequence[User], host: User, why: Leaving) -> None:
    """Hand the seats at a running game over, give those at an open one back, call an open one of the host's off.

    The caller holds the game's lock.
    """
    for seat in seats_of(game, people):
        if seat.caretaker:
            continue
        seated = seat.user
        if game.status == Game.Status.RUNNING:
            to_caretaker(game, seat, settings.CARETAKER_LEVEL, why.cause)
        else:
            if seat.user_id is not None:
                tell_who_left(game, seat.user_id)
            seat.user = None
            seat.save(update_fields=["user"])
            count_up(game)
            game.save(update_fields=["version"])
        audit.note(why.act, by=why.by, game=game, seat=seat.index, person=seated, reason=why.reason)
    if game.status == Game.Status.OPEN and game.host_id == host.pk:
        entry = audit.note(why.act, by=why.by, game=game, reason=why.reason, details={"called off": True})
        end(game)
        _tell_called_off(game, entry)


def _tell_called_off(game: Game, entry: AuditEntry) -> None:
    """Without the reason, which is between the site and the host."""
    for seat in game.seats.exclude(user=None).select_related("user"):
        assert seat.user is not None
        notices.write(
            entry,
            seat.user,
            gettext_lazy("the game was called off"),
            gettext_lazy("“%(game_name)s” was called off before it began, because its host cannot play."),
            game=game,
            seat=seat,
            game_name=game.name,
        )
