"""What people choose for themselves: name, language, time zone."""

from __future__ import annotations

from django.db import IntegrityError, transaction

from games.access import Permission
from games.people import taken_names
from games.people.lookalikes import skeleton
from games.people.models import User
from games.table import permission_check
from games.table.audit import note
from games.table.errors import BadName, NotAllowed
from games.table.name_checks import checked_name


def set_preferences(person: User, *, username: str, time_zone: str, language: str = "") -> None:
    """Keep what a person chose; that they took another name is noted in the audit trail, which holds no names itself.

    Nothing else of the account is written. Time zone and language are checked by the caller. The name that they have is
    never refused. Raises NotAllowed (also for an account that was closed meanwhile), BadName.
    """
    permission_check.check(Permission.SET_PREFERENCES, person, NotAllowed())
    try:
        with transaction.atomic():
            row = User.objects.select_for_update(no_key=True).get(pk=person.pk)
            if not row.is_active:
                raise NotAllowed
            row.time_zone, row.language = time_zone, language or row.language
            row.save(update_fields=["time_zone", "language"])
            if username != row.username:
                _rename(row, checked_name(username, holder=row))
                note(Permission.SET_PREFERENCES, by=row, person=row)
    except IntegrityError:
        raise BadName(taken_names.NOT_FREE) from None


def _rename(row: User, name: str) -> None:
    """The name before is kept from others for a while: they could be taken for who had it."""
    seen = skeleton(name)
    if seen != skeleton(row.username):
        taken_names.change(row.username, row)
        taken_names.is_used_again(name)
    row.username, row.name_skeleton = name, seen
    row.save(update_fields=["username", "name_skeleton"])
