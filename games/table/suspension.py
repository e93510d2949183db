"""Suspending people and reinstating them. Nothing of theirs is deleted, and they can still read."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy

from games.access import Permission
from games.models import Game, Seat, SeatHolder
from games.people.models import User
from games.table import audit, notices
from games.table.caretakers import return_to_person
from games.table.departure import Departure, lock_games_of, remove_from_game, seats_of, with_bot_accounts
from games.table.moderated_people import lock_moderated
from games.table.moderation_transaction import clean_reason
from games.table.tournaments.dropping import leave_tournaments


def suspend(person: User, by: User | None, reason: str) -> bool:
    """Suspend somebody until `reinstate`; False (and nothing changes) if they are suspended already.

    Caretaker bots take over in their running games, and in those of their bot accounts. They lose their seats at open
    games, and open games of theirs are called off. They are out of tournaments, and their own that have not begun are
    called off. A mail tells them the reason.
    by: a moderator; to suspend staff, an administrator; None for an operator at the console. Raises NoReason,
    NotModerator, CannotModerate for oneself and for bot accounts.
    """
    stated = clean_reason(reason)
    with transaction.atomic():
        person = lock_moderated(person, Permission.SUSPEND, by)
        if person.suspended_at is not None:
            return False
        person.suspended_at, person.suspension_reason = timezone.now(), stated
        person.save(update_fields=["suspended_at", "suspension_reason"])
        entry = audit.note(Permission.SUSPEND, by=by, person=person, reason=stated)
        leave_tournaments(person, by)
        everybody, why = with_bot_accounts(person), Departure(Permission.SUSPEND, Seat.Cause.SUSPENDED, by, stated)
        for game in lock_games_of(everybody, Game.Status.OPEN, Game.Status.RUNNING):
            remove_from_game(game, everybody, person, why)
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
    stated = clean_reason(reason)
    with transaction.atomic():
        person = lock_moderated(person, Permission.REINSTATE, by)
        if person.suspended_at is None:
            return False
        person.suspended_at, person.suspension_reason = None, ""
        person.save(update_fields=["suspended_at", "suspension_reason"])
        entry = audit.note(Permission.REINSTATE, by=by, person=person, reason=stated)
        everybody = with_bot_accounts(person)
        for game in lock_games_of(everybody, Game.Status.RUNNING):
            for seat in seats_of(game, everybody):
                if seat.caretaker_cause == Seat.Cause.SUSPENDED:
                    return_to_person(game, seat, SeatHolder.Cause.STAFF)
                    audit.note(Permission.REINSTATE, by=by, game=game, seat=seat.index, person=seat.user, reason=stated)
        notices.write(
            entry,
            person,
            gettext_lazy("you can play again"),
            gettext_lazy("Your account is not suspended any more, and your seats are yours again: %(reason)s"),
            reason=stated,
        )
        return True
