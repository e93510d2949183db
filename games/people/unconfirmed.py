"""Unconfirmed sign-ups: they are deleted, and their names and addresses become free again."""

from __future__ import annotations

import logging
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, ProtectedError, QuerySet
from django.utils import timezone

from games.database.batches import for_each_key
from games.people.models import User

log = logging.getLogger(__name__)


def unconfirmed_accounts() -> QuerySet[User]:
    """Accounts that were signed up for, but have never signed in and have no verified address.

    Accounts made by an operator are not among them (they have no unverified address), nor are bot accounts, staff and
    suspended people.
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
    return unconfirmed_accounts().filter(pk=person.pk).exists()


def has_account(address: str) -> bool:
    """Whether there is an account with this verified address."""
    return bool(EmailAddress.objects.filter(email=address.lower(), verified=True).exists())


def delete_unconfirmed_with(address: str) -> None:
    """Delete the unconfirmed sign-ups with an address whose owner has just proved that it is theirs."""
    claimed = EmailAddress.objects.filter(email=address.lower()).values_list("user", flat=True)
    named = User.objects.filter(email__iexact=address).values_list("pk", flat=True)
    for user_id in unconfirmed_accounts().filter(pk__in={*claimed, *named}).values_list("pk", flat=True):
        _delete_if_unconfirmed(user_id)


def delete_old_unconfirmed() -> int:
    """Delete the unconfirmed sign-ups that are older than the setting allows; returns how many."""
    limit = timezone.now() - timedelta(days=settings.UNCONFIRMED_DAYS)
    return for_each_key(unconfirmed_accounts().filter(date_joined__lt=limit), _delete_if_unconfirmed)


def _delete_if_unconfirmed(user_id: int) -> bool:
    """In a transaction of its own: an account that is confirmed at this moment is not deleted."""
    try:
        with transaction.atomic():
            User.objects.select_for_update().filter(pk=user_id).first()
            person = unconfirmed_accounts().filter(pk=user_id).first()
            if person is None:
                return False
            person.delete()
            return True
    except ProtectedError:
        log.warning("Person %d never confirmed their address, but games or the audit trail name them.", user_id)
        return False
