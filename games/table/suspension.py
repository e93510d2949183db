"""Suspending people, and letting them play again. Nothing of theirs is deleted, and they may go on reading."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.access import Permission, may
from games.models import Game, Seat
from games.people.models import User
from games.table import audit, notices
from games.table.caretakers import back_to_person
from games.table.departure import Leaving, leave, locked_games, seats_of, with_bot_accounts
from games.table.errors import CannotSuspend, NotModerator
from games.table.moderation.transaction import stated_reason


def suspend(person: User, by: User | None, reason: str) -> bool:
    """Keep somebody from playing until `reinstate`; False (and nothing changes) if they are suspended already.

    Caretaker bots take over in their running games, and in those of their bot accounts; seats at open games are left,
    and open games of theirs called off. The person is told the reason by mail.
    by: a moderator; for staff an administrator; None for an operator at the console. Raises NoReason, NotModerator,
    CannotSuspend for oneself and for bot accounts.
    """
    stated = stated_reason(reason)
    with transaction.atomic():
        person = _locked(person, Permission.SUSPEND, by)
        if person.suspended_at is not None:
            return False
        person.suspended_at, person.suspension_reason = timezone.now(), stated
        person.save(update_fields=["suspended_at", "suspension_reason"])
        entry = audit.note(Permission.SUSPEND, by=by, person=person, reason=stated)
        everybody, why = with_bot_accounts(person), Leaving(Permission.SUSPEND, Seat.Cause.SUSPENDED, by, stated)
        for game in locked_games(everybody, Game.Status.OPEN, Game.Status.RUNNING):
            leave(game, everybody, person, why)
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
        person = _locked(person, Permission.REINSTATE, by)
        if person.suspended_at is None:
            return False
        person.suspended_at, person.suspension_reason = None, ""
        person.save(update_fields=["suspended_at", "suspension_reason"])
        entry = audit.note(Permission.REINSTATE, by=by, person=person, reason=stated)
        everybody = with_bot_accounts(person)
        for game in locked_games(everybody, Game.Status.RUNNING):
            for seat in seats_of(game, everybody):
                if seat.caretaker_cause == Seat.Cause.SUSPENDED:
                    back_to_person(game, seat)
                    audit.note(Permission.REINSTATE, by=by, game=game, seat=seat.index, person=seat.user, reason=stated)
        notices.write(
            entry,
            person,
            gettext_lazy("you can play again"),
            gettext_lazy("Your account is not suspended any more, and your seats are yours again: %(reason)s"),
            reason=stated,
        )
        return True


def _locked(person: User, act: Permission, by: User | None) -> User:
    """The person's row, locked. Raises NotModerator, CannotSuspend."""
    # Without the key: whoever writes a row that names the person, under a game's lock, need not wait for us.
    person = User.objects.select_for_update(no_key=True).get(pk=person.pk)
    if not may(act, by) or ((person.is_staff or person.is_superuser) and not may(Permission.ADMINISTER, by)):
        raise NotModerator
    if by is not None and by.pk == person.pk:
        raise CannotSuspend(_("Nobody can do that to themselves."))
    if person.owner_id is not None:
        raise CannotSuspend(_("A bot account is suspended with its owner."))
    if person.closed_at is not None:
        raise CannotSuspend(_("This account is closed."))
    return person
