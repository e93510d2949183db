"""Notes in the audit trail when somebody sets up a second factor, turns it off or lost it: staff pages need one."""

from __future__ import annotations

from typing import Any, Final

from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added, authenticator_removed, authenticator_reset
from django.db import transaction
from django.db.models import F
from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from games.people.models import User
from games.people.sessions import signed_out_elsewhere
from games.table import notices
from games.table.account_closing import end_sessions
from games.table.audit import note
from games.table.moderation_transaction import clean_reason

ADDED: Final = "set up a second factor"
REMOVED: Final = "turn off a second factor"
RESET: Final = "make new recovery codes"
TAKEN_AWAY: Final = "take away lost second factors"


def remove_second_factors(person: User, reason: str) -> int:
    """Remove the second factors of somebody who lost them, by the operator at the console: how many there were.

    The person is signed out everywhere, because a finder of the lost factor may be signed in, and is told by mail.
    Without a second factor nothing changes. Raises NoReason.
    """
    stated = clean_reason(reason)
    with transaction.atomic():
        person = User.objects.select_for_update().get(pk=person.pk)
        factors = Authenticator.objects.filter(user=person)
        types = sorted(factors.values_list("type", flat=True))
        if not types:
            return 0
        factors.delete()
        User.objects.filter(pk=person.pk).update(session_generation=F("session_generation") + 1)
        end_sessions(person)
        signed_out_elsewhere.send(User, person=person, request=None)
        entry = note(TAKEN_AWAY, by=None, person=person, reason=stated, details={"types": types})
        notices.write(
            entry,
            person,
            _("your second factors are taken away"),
            _(
                "Your authenticator apps, passkeys and recovery codes no longer sign you in, and you are signed out "
                "everywhere. Whoever runs the site did this (%(reason)s). If you did not ask for it, choose a new "
                "password now and write to them."
            ),
            reason=stated,
        )
        return len(types)


@receiver(authenticator_added)
def on_added(user: User, authenticator: Authenticator, **_kwargs: Any) -> None:
    _note(ADDED, user, authenticator)


@receiver(authenticator_removed)
def on_removed(user: User, authenticator: Authenticator, **_kwargs: Any) -> None:
    _note(REMOVED, user, authenticator)


@receiver(authenticator_reset)
def on_reset(user: User, authenticator: Authenticator, **_kwargs: Any) -> None:
    _note(RESET, user, authenticator)


def _note(action: str, user: User, authenticator: Authenticator) -> None:
    person = User.objects.get(pk=user.pk)
    note(action, by=person, person=person, details={"type": str(authenticator.type)})
