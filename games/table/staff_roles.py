"""Who is staff: said by administrators and at the console, kept in the audit trail."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.access import Permission, may
from games.people.models import User
from games.table.audit import note
from games.table.errors import Refused
from games.table.moderation.transaction import stated_reason

RANKS: Final = {"": (False, False), "moderator": (True, False), "administrator": (True, True)}
"""What somebody can be on the site: is_staff and is_superuser."""


class NotAppointing(Refused):
    default = _("Only administrators say who is staff.")


class NotOneself(Refused):
    default = _("Nobody changes what they are themselves: ask another administrator.")


class NotStaffMaterial(Refused):
    default = _("A bot account, or somebody suspended, cannot be staff.")


def rank_of(person: User) -> str:
    """The key of RANKS that a person has now."""
    return "administrator" if person.is_superuser else "moderator" if person.is_staff else ""


def appoint(person: User, rank: str, *, by: User | None, reason: str) -> None:
    """Make somebody a moderator, an administrator, or an ordinary person again (rank ""). No effect if they are that.

    by: None for the operator at the console. Raises NoReason, NotAppointing, NotOneself, NotStaffMaterial.
    """
    stated = stated_reason(reason)
    if not may(Permission.ADMINISTER, by):
        raise NotAppointing
    if by is not None and by.pk == person.pk:
        raise NotOneself
    with transaction.atomic():
        # The row of the person is the lock: of two who change it at once, the second sees what the first left.
        person = User.objects.select_for_update().get(pk=person.pk)
        before = rank_of(person)
        if rank == before:
            return
        if rank and (person.owner_id is not None or person.is_guest or person.is_suspended or not person.is_active):
            raise NotStaffMaterial
        person.is_staff, person.is_superuser = RANKS[rank]
        person.save(update_fields=["is_staff", "is_superuser"])
        note(Permission.ADMINISTER, by=by, person=person, reason=stated, details={"from": before, "to": rank})
