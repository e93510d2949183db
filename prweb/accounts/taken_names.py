"""Which names are taken: by somebody who is called so or looks so, or by an account that was closed not long ago."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from prweb.accounts.lookalikes import skeleton
from prweb.accounts.models import FreedName, User


def check(name: str, holder: User | None = None) -> None:
    """Raises ValidationError for a name that others than `holder` have, or one that cannot be told from it by sight.

    What comes between this and the writing of the name, the unique columns of the account refuse.
    """
    others = User.objects.exclude(pk=holder.pk) if holder else User.objects.all()
    if others.filter(username__iexact=name).exists():
        raise ValidationError(_("Somebody else has this name."))
    seen = skeleton(name)
    if others.filter(name_skeleton=seen).exists():
        raise ValidationError(_("Somebody else has a name that looks like this one."))
    if FreedName.objects.filter(digest=_digest(seen), until__gt=timezone.now()).exists():
        raise ValidationError(_("This name, or one that looks like it, was given up not long ago and is not free yet."))


def give_up(name: str) -> None:
    """Keep the name of an account that is closed from being taken at once; the caller has taken it off the account."""
    until = timezone.now() + timedelta(days=settings.KEEP_FREED_NAMES_DAYS)
    FreedName.objects.update_or_create(digest=_digest(skeleton(name)), defaults={"until": until})


def free_again() -> int:
    """Forget the names whose time is up: how many."""
    deleted, _by_model = FreedName.objects.filter(until__lt=timezone.now()).delete()
    return deleted


def _digest(seen: str) -> str:
    return salted_hmac("prweb.accounts.taken_names", seen, algorithm="sha256").hexdigest()
