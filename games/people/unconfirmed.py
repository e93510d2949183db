"""Sign-ups that came to nothing: their names and addresses become free again."""

from __future__ import annotations

import logging
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, ProtectedError, QuerySet
from django.utils import timezone

from games.database.batches import each
from games.people.models import User

log = logging.getLogger(__name__)


def unconfirmed() -> QuerySet[User]:
    """Accounts that were signed up for, but never signed in and have no address that is known to be theirs.

    Accounts that an operator made have no address that waits for its proof; bot accounts, staff and suspended people
    are none of these either.
    """
    addresses = EmailAddress.objects.filter(user=OuterRef("pk"))
    return User.objects.filter(
        Exists(addresses.filter(verified=False)),
        ~Exists(addresses.filter(verified=True)),
        last_login=None,
        owner=None,
        is_staff=False,
        is_superuser=False,
        suspended_at=None,
    )


def is_unconfirmed(person: User) -> bool:
    return unconfirmed().filter(pk=person.pk).exists()


def has_account(address: str) -> bool:
    """Whether somebody has an account with this address, and has shown that it is theirs."""
    return bool(EmailAddress.objects.filter(email=address.lower(), verified=True).exists())


def forget_sign_ups_with(address: str) -> None:
    """Delete those that somebody else made with an address whose owner is here now."""
    claimed = EmailAddress.objects.filter(email=address.lower()).values_list("user", flat=True)
    named = User.objects.filter(email__iexact=address).values_list("pk", flat=True)
    for user_id in unconfirmed().filter(pk__in={*claimed, *named}).values_list("pk", flat=True):
        _forget(user_id)


def forget_sign_ups() -> int:
    """Delete those that are older than the setting allows; how many they were."""
    limit = timezone.now() - timedelta(days=settings.UNCONFIRMED_DAYS)
    return each(unconfirmed().filter(date_joined__lt=limit), _forget)


def _forget(user_id: int) -> bool:
    """One at a time: whoever confirms at this moment is not deleted."""
    try:
        with transaction.atomic():
            User.objects.select_for_update().filter(pk=user_id).first()
            person = unconfirmed().filter(pk=user_id).first()
            if person is None:
                return False
            person.delete()
            return True
    except ProtectedError:
        log.warning("Person %d never confirmed their address, but games or the audit trail name them.", user_id)
        return False
