"""Who is staff: administrators and the console set it, and the audit trail keeps it."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.access import Permission, may
from games.people.models import User
from games.table.audit import note
from games.table.errors import Refused
from games.table.moderation_transaction import clean_reason

ROLES: Final = {"": (False, False), "moderator": (True, False), "administrator": (True, True)}
"""The staff roles, by name: is_staff and is_superuser."""


class OnlyAdministrators(Refused):
    default = _("Only administrators say who is staff.")


class CannotChangeOwnRole(Refused):
    default = _("Nobody changes what they are themselves: ask another administrator.")


class CannotBeStaff(Refused):
    default = _("A bot account, or somebody suspended, cannot be staff.")


def role_of(person: User) -> str:
    """The key of ROLES that a person has now."""
    return "administrator" if person.is_superuser else "moderator" if person.is_staff else ""


def set_role(person: User, rank: str, *, by: User | None, reason: str) -> None:
    """Make somebody a moderator, an administrator, or an ordinary person again (rank ""). No effect if they are that.

    by: None for the operator at the console. Raises NoReason, OnlyAdministrators, CannotChangeOwnRole, CannotBeStaff.
    """
    stated = clean_reason(reason)
    if not may(Permission.ADMINISTER, by):
        raise OnlyAdministrators
    if by is not None and by.pk == person.pk:
        raise CannotChangeOwnRole
    with transaction.atomic():
        # The person's row is locked: of two changes at once, the second sees the result of the first.
        person = User.objects.select_for_update().get(pk=person.pk)
        before = role_of(person)
        if rank == before:
            return
        if rank and (person.owner_id is not None or person.is_guest or person.is_suspended or not person.is_active):
            raise CannotBeStaff
        person.is_staff, person.is_superuser = ROLES[rank]
        person.save(update_fields=["is_staff", "is_superuser"])
        note(Permission.ADMINISTER, by=by, person=person, reason=stated, details={"from": before, "to": rank})
