"""Periodic tasks for accounts."""

from __future__ import annotations

import logging
from importlib import import_module

from celery import shared_task
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.utils import timezone

from games.database.batches import delete_in_batches
from games.people import taken_names, traces
from games.people.models import ApiToken
from games.people.sessions import forget_old_sessions
from games.people.unconfirmed import delete_old_unconfirmed

log = logging.getLogger(__name__)


@shared_task(name="prweb.accounts.tidy")
def tidy() -> None:
    """Once a day: deletes expired sessions, tokens and reservations of names, and unconfirmed sign-ups."""
    _forget_expired_sessions()
    tokens = delete_in_batches(ApiToken.objects.filter(expiry__lt=timezone.now()))
    taken_names.delete_expired()
    traces.forget_old()
    sessions, sign_ups = forget_old_sessions(), delete_old_unconfirmed()
    log.info("Tidied up: %d noted sessions, %d expired tokens, %d forgotten sign-ups.", sessions, tokens, sign_ups)


def _forget_expired_sessions() -> None:
    store = import_module(settings.SESSION_ENGINE).SessionStore
    if issubclass(store, DatabaseSessions):
        delete_in_batches(store.get_model_class().objects.filter(expire_date__lt=timezone.now()))
    else:
        store.clear_expired()
