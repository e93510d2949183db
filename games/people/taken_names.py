"""Which names are taken: names of accounts, names that look like those, and names that were in use until lately."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy

from games.database.batches import delete_in_batches
from games.people.lookalikes import skeleton
from games.people.models import FreedName, User

NAME_TAKEN: Final = gettext_lazy("This name, or one that looks like it, is not free.")
"""The same text for all reasons: only the owner of an address may learn whether a sign-up made an account."""
_SALT: Final = "prweb.accounts.taken_names"
"""Digests made with it are stored, so it never changes."""
MAX_RESERVED: Final = 3
"""How many earlier names are reserved for one person."""


def validate_not_taken(name: str, holder: User | None = None) -> None:
    """Raises ValidationError for a name that others than `holder` have, or one that looks like such a name.

    If somebody takes it before the name is written, the unique columns of the account refuse it.
    """
    others = User.objects.exclude(pk=holder.pk) if holder else User.objects.all()
    if others.filter(username__iexact=name).exists():
        raise ValidationError(NAME_TAKEN)
    name_skeleton = skeleton(name)
    if others.filter(name_skeleton=name_skeleton).exists():
        raise ValidationError(NAME_TAKEN)
    reserved = FreedName.objects.filter(digest=_digest(name_skeleton), until__gt=timezone.now())
    if (reserved.exclude(holder=holder) if holder else reserved).exists():
        raise ValidationError(NAME_TAKEN)


def reserve_name_of_closed(name: str) -> None:
    """Reserve the name of a closed account for some time; the caller has removed it from the account."""
    _reserve(skeleton(name), settings.KEEP_FREED_NAMES_DAYS, None)


def reserve_name_of_unconfirmed(name: str) -> None:
    """Reserve a name for as long as an unconfirmed sign-up would."""
    name_skeleton = skeleton(name)
    if not FreedName.objects.filter(digest=_digest(name_skeleton), until__gt=timezone.now()).exists():
        _reserve(name_skeleton, settings.UNCONFIRMED_DAYS, None)


def reserve_earlier_name(name: str, holder: User) -> None:
    """Reserve the name of a person who is about to take another one.

    They can take it back. Only MAX_RESERVED names are reserved for one person, so that nobody can use up names.
    """
    name_skeleton = skeleton(name)
    if User.objects.exclude(pk=holder.pk).filter(name_skeleton=name_skeleton).exists():
        # An old name that looks like somebody else's: they keep theirs.
        return
    _reserve(name_skeleton, settings.KEEP_CHANGED_NAMES_DAYS, holder)
    reserved = FreedName.objects.filter(holder=holder).order_by("-until", "-pk").values_list("pk", flat=True)
    FreedName.objects.filter(pk__in=list(reserved[MAX_RESERVED:])).delete()


def release(name: str) -> None:
    """Delete the reservation of a name that was taken (back)."""
    FreedName.objects.filter(digest=_digest(skeleton(name))).delete()


def forget_holder(account: User) -> None:
    """Delete the link from reserved names to an account; the names stay reserved."""
    FreedName.objects.filter(holder=account).update(holder=None)


def _reserve(name_skeleton: str, days: int, holder: User | None) -> None:
    until = timezone.now() + timedelta(days=days)
    FreedName.objects.update_or_create(digest=_digest(name_skeleton), defaults={"until": until, "holder": holder})


def delete_expired() -> int:
    """Delete the reservations whose time is up; returns how many."""
    return delete_in_batches(FreedName.objects.filter(until__lt=timezone.now()))


def _digest(name_skeleton: str) -> str:
    return salted_hmac(_SALT, name_skeleton, algorithm="sha256").hexdigest()
