"""What people choose for themselves: name, language, time zone."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from games.access import Act
from games.table import entitled
from games.table.audit import note
from games.table.errors import BadName, NotAllowed
from prweb.accounts.models import User


def set_preferences(person: User, *, username: str, time_zone: str, language: str) -> None:
    """Keep what a person chose; another name is noted in the audit trail. Nothing else of the account is written.

    All values checked by the caller. Raises NotAllowed, BadName if somebody has taken the name meanwhile.
    """
    entitled.check(Act.SET_PREFERENCES, person, NotAllowed())
    try:
        with transaction.atomic():
            row = User.objects.select_for_update(no_key=True).get(pk=person.pk)
            before, row.username, row.time_zone, row.language = row.username, username, time_zone, language
            row.save(update_fields=["username", "time_zone", "language"])
            if username != before:
                note(Act.SET_PREFERENCES, by=row, person=row, details={"name": {"from": before, "to": username}})
    except IntegrityError:
        raise BadName(_("Somebody else has this name.")) from None
