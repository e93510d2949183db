"""People's own settings: name, language, time zone, quiet hours."""

from __future__ import annotations

from django.db import IntegrityError, transaction

from games.access import Permission
from games.people import taken_names
from games.people.lookalikes import skeleton
from games.people.models import User
from games.person_calendar import Quiet
from games.table import deadlines, permission_check
from games.table.audit import note
from games.table.errors import BadName, NotAllowed
from games.table.name_checks import clean_account_name
from games.table.personal_deadlines import move_deadlines_of


def set_preferences(
    person: User, *, username: str, time_zone: str, language: str = "", quiet_hours: Quiet | None = None
) -> None:
    """Store a person's preferences. A change of the name is noted in the audit trail, without the names.

    Nothing else of the account is written. The caller has checked time zone and language. The present name is never
    refused. Raises NotAllowed (also for an account that was closed meanwhile), BadName.
    """
    permission_check.require_permission(Permission.SET_PREFERENCES, person, NotAllowed())
    try:
        with transaction.atomic():
            row = User.objects.select_for_update(no_key=True).get(pk=person.pk)
            if not row.is_active:
                raise NotAllowed
            row.time_zone, row.language = time_zone, language or row.language
            row.quiet_since = quiet_hours.since if quiet_hours else None
            row.quiet_until = quiet_hours.until if quiet_hours else None
            row.save(update_fields=["time_zone", "language", "quiet_since", "quiet_until"])
            if username != row.username:
                _rename(row, clean_account_name(username, holder=row))
                note(Permission.SET_PREFERENCES, by=row, person=row)
    except IntegrityError:
        raise BadName(taken_names.NAME_TAKEN) from None
    move_deadlines_of(person, deadlines.fit_quiet_hours)


def _rename(row: User, name: str) -> None:
    """Nobody else can take the old name for a while, so that nobody is mistaken for its owner."""
    seen = skeleton(name)
    if seen != skeleton(row.username):
        taken_names.reserve_earlier_name(row.username, row)
        taken_names.release(name)
    row.username, row.name_skeleton = name, seen
    row.save(update_fields=["username", "name_skeleton"])
