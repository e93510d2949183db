"""Blocking people: the only writer of Block. Who is kept apart by it, games.access.blocks says.

Nobody is told that they are blocked, and neither do refusals tell it. Also the audit trail names nobody.
"""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.access import Permission
from games.access.blocks import forget_cached
from games.models import Block
from games.people.models import User
from games.table import audit, permission_check
from games.table.errors import CannotBlock, NotAllowed, TooMany
from games.table.friends import end_wishes
from games.table.locks import lock_person
from games.table.named_people import find_person

MAX_BLOCKS: Final = 500


def block(person: User, name: str) -> User:
    """Keep somebody apart from this person from now on; they are no friends any more. No effect if it is so already.

    Games at which both sit go on. Raises NoSuchPerson, CannotBlock, TooMany, NotAllowed.
    """
    with transaction.atomic():
        locked = lock_person(person)
        permission_check.require_permission(Permission.BLOCK, locked, NotAllowed())
        other = find_person(name)
        if other.pk == locked.pk:
            raise CannotBlock(_("You cannot block yourself."))
        if Block.objects.filter(person=locked, blocked=other).exists():
            return other
        if locked.blocks.filter(blocked__closed_at=None).count() >= MAX_BLOCKS:
            reason = ngettext(
                "You may block %(most)s person. Unblock somebody first.",
                "You may block %(most)s people. Unblock somebody first.",
                MAX_BLOCKS,
            )
            raise TooMany(reason % {"most": MAX_BLOCKS})
        Block.objects.create(person=locked, blocked=other, since=timezone.now())
        end_wishes(locked, other)
        audit.note(Permission.BLOCK, by=locked)
    forget_cached(person, other)
    return other


def unblock(person: User, name: str) -> User:
    """End a block; no effect if there is none. Raises NoSuchPerson, NotAllowed."""
    with transaction.atomic():
        locked = lock_person(person)
        permission_check.require_permission(Permission.BLOCK, locked, NotAllowed())
        other = find_person(name)
        ended, _rows = Block.objects.filter(person=locked, blocked=other).delete()
        if ended:
            audit.note(Permission.BLOCK, by=locked, details={"ended": True})
    forget_cached(person, other)
    return other


def blocked_by(person: User) -> list[Block]:
    """Whom somebody has blocked, by name; not those whose accounts were closed at the same moment."""
    rows = Block.objects.filter(person=person, blocked__closed_at=None)
    return list(rows.select_related("blocked").order_by("blocked__username"))
