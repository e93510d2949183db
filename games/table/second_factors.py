"""Keeps in the audit trail who sets up a second factor or turns it off: it opens the pages of the staff."""

from __future__ import annotations

from typing import Any, Final

from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added, authenticator_removed, authenticator_reset
from django.dispatch import receiver

from games.table.audit import note
from prweb.accounts.models import User

ADDED: Final = "set up a second factor"
REMOVED: Final = "turn off a second factor"
RESET: Final = "make new recovery codes"


@receiver(authenticator_added)
def added(user: User, authenticator: Authenticator, **_kwargs: Any) -> None:
    _keep(ADDED, user, authenticator)


@receiver(authenticator_removed)
def removed(user: User, authenticator: Authenticator, **_kwargs: Any) -> None:
    _keep(REMOVED, user, authenticator)


@receiver(authenticator_reset)
def reset(user: User, authenticator: Authenticator, **_kwargs: Any) -> None:
    _keep(RESET, user, authenticator)


def _keep(act: str, user: User, authenticator: Authenticator) -> None:
    person = User.objects.get(pk=user.pk)
    note(act, by=person, person=person, details={"type": str(authenticator.type)})
