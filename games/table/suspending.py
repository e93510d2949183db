"""Suspending people, and letting them play again. Nothing of theirs is deleted, and they may go on reading."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.access import Act, may
from games.live.announcing import count_up
from games.models import AuditEntry, Game, Seat
from games.table import audit, notices
from games.table.caretaking import back_to_person, to_caretaker
from games.table.errors import CannotSuspend, NotModerator
from games.table.locking import locked_game
from games.table.moderation.aborting import end
from games.table.moderation.deed import stated_reason
from prweb.accounts.models import User


def suspend(person: User, by: User | None, reason: str) -> bool:
    """Keep somebody from playing until `reinstate`; False (and nothing changes) if they are suspended already.

    Caretaker bots take over in their running games, and in those of their bot accounts; seats at open games are left,
    and open games of theirs called off. The person is told the reason by mail.
    by: a moderator; for staff an administrator; None for an operator at the console. Raises NoReason, NotModerator,
    CannotSuspend for oneself and for bot accounts.
    """
    stated = stated_reason(reason)
    with transaction.atomic():
        person = _locked(person, Act.SUSPEND, by)
        if person.suspended_at is not None:
            return False
        person.suspended_at, person.suspension_reason = timezone.now(), stated
        person.save(update_fields=["suspended_at", "suspension_reason"])
        entry = audit.note(Act.SUSPEND, by=by, person=person, reason=stated)
        everybody = _with_bot_accounts(person)
        for game in _games(everybody, Game.Status.OPEN, Game.Status.RUNNING):
            _leave(game, everybody, person, by, stated)
        notices.write(
            entry,
            person,
            gettext_lazy("your account is suspended"),
            gettext_lazy("You can read, but not play for now; bots play in your seats. The reason: %(reason)s"),
            reason=stated,
        )
        return True


def reinstate(person: User, by: User | None, reason: str) -> bool:
    """Let a suspended person play again, in the seats that the suspension took; False if they are not suspended.

    The person is told by mail. Raises as `suspend` does.
    """
    stated = stated_reason(reason)
    with transaction.atomic():
        person = _locked(person, Act.REINSTATE, by)
        if person.suspended_at is None:
            return False
        person.suspended_at, person.suspension_reason = None, ""
        person.save(update_fields=["suspended_at", "suspension_reason"])
        entry = audit.note(Act.REINSTATE, by=by, person=person, reason=stated)
        everybody = _with_bot_accounts(person)
        for game in _games(everybody, Game.Status.RUNNING):
            for seat in _seats(game, everybody):
                if seat.caretaker_cause == Seat.Cause.SUSPENDED:
                    back_to_person(game, seat)
                    audit.note(Act.REINSTATE, by=by, game=game, seat=seat.index, person=seat.user, reason=stated)
        notices.write(
            entry,
            person,
            gettext_lazy("you can play again"),
            gettext_lazy("Your account is not suspended any more, and your seats are yours again: %(reason)s"),
            reason=stated,
        )
        return True


def _locked(person: User, act: Act, by: User | None) -> User:
    """The person's row, locked. Raises NotModerator, CannotSuspend."""
    # Without the key: whoever writes a row that names the person, under a game's lock, need not wait for us.
    person = User.objects.select_for_update(no_key=True).get(pk=person.pk)
    if not may(act, by) or ((person.is_staff or person.is_superuser) and not may(Act.ADMINISTER, by)):
        raise NotModerator
    if by is not None and by.pk == person.pk:
        raise CannotSuspend(_("Nobody can do that to themselves."))
    if person.owner_id is not None:
        raise CannotSuspend(_("A bot account is suspended with its owner."))
    return person


def _with_bot_accounts(person: User) -> list[User]:
    return [person, *person.bot_accounts.all()]


def _games(people: Sequence[User], *statuses: str) -> list[Game]:
    """The games that people have seats at or host, locked. In the order of their ids, so that no two wait in a ring."""
    found = Game.objects.filter(status__in=statuses)
    seated = found.filter(seats__user__in=people).values_list("pk", flat=True)
    hosted = found.filter(host__in=people, status=Game.Status.OPEN).values_list("pk", flat=True)
    locked = [locked_game(game_id) for game_id in sorted({*seated, *hosted})]
    return [game for game in locked if game.status in statuses]


def _seats(game: Game, people: Sequence[User]) -> list[Seat]:
    return list(game.seats.filter(user__in=people).select_related("user"))


def _leave(game: Game, people: Sequence[User], person: User, by: User | None, reason: str) -> None:
    """Hand the seats at a running game over, give those at an open one back, call an open one of theirs off."""
    for seat in _seats(game, people):
        if seat.caretaker:
            continue
        seated = seat.user
        if game.status == Game.Status.RUNNING:
            to_caretaker(game, seat, settings.CARETAKER_LEVEL, Seat.Cause.SUSPENDED)
        else:
            seat.user = None
            seat.save(update_fields=["user"])
            count_up(game)
            game.save(update_fields=["version"])
        audit.note(Act.SUSPEND, by=by, game=game, seat=seat.index, person=seated, reason=reason)
    if game.status == Game.Status.OPEN and game.host_id == person.pk:
        entry = audit.note(Act.SUSPEND, by=by, game=game, reason=reason, details={"called off": True})
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
