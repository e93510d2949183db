"""Which names are taken: by somebody who is called so or looks so, or was called so until not long ago."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy

from games.database.batches import delete
from games.people.lookalikes import skeleton
from games.people.models import FreedName, User

NOT_FREE: Final = gettext_lazy("This name, or one that looks like it, is not free.")
"""One answer for all reasons: whether a sign-up made an account is for whoever has its address to know."""
_SALT: Final = "prweb.accounts.taken_names"
"""Digests made with it are stored: it stays, whatever this module is called."""
MAX_KEPT: Final = 3
"""Names that one person has given up for others and that are kept for them."""


def check(name: str, holder: User | None = None) -> None:
    """Raises ValidationError for a name that others than `holder` have, or one that cannot be told from it by sight.

    What comes between this and the writing of the name, the unique columns of the account refuse.
    """
    others = User.objects.exclude(pk=holder.pk) if holder else User.objects.all()
    if others.filter(username__iexact=name).exists():
        raise ValidationError(NOT_FREE)
    seen = skeleton(name)
    if others.filter(name_skeleton=seen).exists():
        raise ValidationError(NOT_FREE)
    kept = FreedName.objects.filter(digest=_digest(seen), until__gt=timezone.now())
    if (kept.exclude(holder=holder) if holder else kept).exists():
        raise ValidationError(NOT_FREE)


def give_up(name: str) -> None:
    """Keep the name of an account that is closed from being taken at once; the caller has taken it off the account."""
    _keep(skeleton(name), settings.KEEP_FREED_NAMES_DAYS, None)


def reserve(name: str) -> None:
    """Keep a name as long as a sign-up that nobody confirms keeps it."""
    seen = skeleton(name)
    if not FreedName.objects.filter(digest=_digest(seen), until__gt=timezone.now()).exists():
        _keep(seen, settings.UNCONFIRMED_DAYS, None)


def change(name: str, holder: User) -> None:
    """Keep the name that somebody has from others while they are about to take another one.

    They can take it back; of the names that one person has had so few are kept that nobody can use names up.
    """
    seen = skeleton(name)
    if User.objects.exclude(pk=holder.pk).filter(name_skeleton=seen).exists():
        # A name of old that looks like somebody else's, who may keep theirs.
        return
    _keep(seen, settings.KEEP_CHANGED_NAMES_DAYS, holder)
    kept = FreedName.objects.filter(holder=holder).order_by("-until", "-pk").values_list("pk", flat=True)
    FreedName.objects.filter(pk__in=list(kept[MAX_KEPT:])).delete()


def is_used_again(name: str) -> None:
    """The name has been taken (back): what kept it is forgotten."""
    FreedName.objects.filter(digest=_digest(skeleton(name))).delete()


def forget_holder(account: User) -> None:
    """Nothing tells any more which names an account has had; they stay kept as long as they were."""
    FreedName.objects.filter(holder=account).update(holder=None)


def _keep(seen: str, days: int, holder: User | None) -> None:
    until = timezone.now() + timedelta(days=days)
    FreedName.objects.update_or_create(digest=_digest(seen), defaults={"until": until, "holder": holder})


def free_again() -> int:
    """Forget the names whose time is up: how many."""
    return delete(FreedName.objects.filter(until__lt=timezone.now()))


def _digest(seen: str) -> str:
    return salted_hmac(_SALT, seen, algorithm="sha256").hexdigest()
