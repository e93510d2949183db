"""What is done for accounts from time to time."""

from __future__ import annotations

import logging
from importlib import import_module

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from prweb.accounts.models import ApiToken
from prweb.accounts.unconfirmed import forget_sign_ups

log = logging.getLogger(__name__)


@shared_task(name="prweb.accounts.tidy")
def tidy() -> None:
    """Once a day: sessions and tokens whose time is up, sign-ups that nobody confirmed."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    tokens, _rows = ApiToken.objects.filter(expiry__lt=timezone.now()).delete()
    log.info("Tidied up: expired sessions, %d expired tokens, %d forgotten sign-ups.", tokens, forget_sign_ups())
