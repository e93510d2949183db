"""Whom staff may warn, silence or suspend."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.access import Permission, may
from games.people.models import User
from games.table.errors import CannotModerate, NotModerator


def lock_moderated(person: User, permission: Permission, by: User | None) -> User:
    """The person's row, locked, if `by` may do this to them.

    by: a moderator; for staff, an administrator; None for an operator at the console. Raises NotModerator, and
    CannotModerate for oneself, bot accounts and closed accounts.
    """
    # NO KEY: transactions that hold a game's lock can write rows that refer to the person meanwhile.
    person = User.objects.select_for_update(no_key=True).get(pk=person.pk)
    if not may(permission, by) or ((person.is_staff or person.is_superuser) and not may(Permission.ADMINISTER, by)):
        raise NotModerator
    if by is not None and by.pk == person.pk:
        raise CannotModerate(_("Nobody can do that to themselves."))
    if person.owner_id is not None:
        raise CannotModerate(_("A bot account is its owner’s: warn, silence or suspend them."))
    if person.closed_at is not None:
        raise CannotModerate(_("This account is closed."))
    return person
