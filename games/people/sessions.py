"""Where a person is signed in: a list of their sessions, and an end to all but the one at hand.

allauth.usersessions keeps a row for each session, whatever keeps the sessions themselves (files or rows). What it would
write with every request is written once an hour here, and addresses no finer than a network.
"""

from __future__ import annotations

import hashlib
import ipaddress
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib import import_module
from typing import Any, Final

from allauth.account.adapter import get_adapter
from allauth.usersessions.internal.flows.sessions import end_other_sessions
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, update_session_auth_hash
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, transaction
from django.db.models import F
from django.db.models.signals import pre_save
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from games.database.batches import delete
from games.people.models import User

log = logging.getLogger(__name__)

SEEN_TO: Final = timedelta(hours=1)
"""How exactly the last use of a session is known."""
_NETWORK_BITS: Final = {4: 24, 6: 48}
"""What is kept of an address, by its version: enough to know one's own place again, not to find somebody."""
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""What names a browser in the words it sends, the rarer first: most name others too."""
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


@dataclass(frozen=True)
class ShownSession:
    """A session as its person is shown it. address: a network, not the very address; is_this: the one that looks."""

    browser: str
    address: str
    began_at: datetime
    last_seen_at: datetime
    is_this: bool


class SessionUseMiddleware:
    """Notes once an hour that a session is in use: beside the use of a token the one thing that a GET writes."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if isinstance(request.user, User) and request.session.session_key and _is_due(request.session.session_key):
            note_use(request)
        return self.get_response(request)


def note_use(request: HttpRequest) -> None:
    """Keep that the session at hand is in use now. What cannot be kept must not keep anybody from looking."""
    try:
        with transaction.atomic():
            UserSession.objects.create_from_request(request)
    except (DatabaseError, PermissionDenied) as trouble:
        log.warning("The use of a session could not be noted: %s", type(trouble).__name__)


def sessions_of(request: HttpRequest, person: User) -> list[ShownSession]:
    """The sessions that are good now, the one at hand first, then by their last use. Changes nothing."""
    rows = [row for row in UserSession.objects.filter(user=person) if _is_good(row, person)]
    rows.sort(key=lambda row: (row.session_key == request.session.session_key, row.last_seen_at), reverse=True)
    return [
        ShownSession(
            browser_in_words(row.user_agent),
            network_in_words(row.ip),
            row.created_at,
            row.last_seen_at,
            row.session_key == request.session.session_key,
        )
        for row in rows
    ]


def end_other_sessions_of(request: HttpRequest, person: User) -> None:
    """Sign the person out everywhere but here, of sessions that nobody has a row for too."""
    with transaction.atomic():
        User.objects.filter(pk=person.pk).update(session_generation=F("session_generation") + 1)
        person.refresh_from_db(fields=["session_generation"])
        end_other_sessions(request, person)
    update_session_auth_hash(request, person)
    UserSession.objects.filter(user=person).delete()
    note_use(request)


def is_known_place(request: HttpRequest, address: str) -> bool:
    """Whether the owner of a mail address was signed in from the network that a request comes from.

    Strangers' requests for mails to it must not use up what the owner may ask for.
    """
    try:
        network = coarse(get_adapter().get_client_ip(request))
    except PermissionDenied:
        return False
    return bool(UserSession.objects.filter(user__email__iexact=address, ip=network).exists())


def forget_old_sessions() -> int:
    """Delete the rows of sessions that have run out. How many."""
    age = timedelta(seconds=settings.SESSION_COOKIE_AGE)
    return delete(UserSession.objects.filter(last_seen_at__lt=timezone.now() - age - SEEN_TO))


def browser_in_words(said: str) -> str:
    """Like "Firefox, Linux", of what a browser says of itself, which may be anything."""
    browser = next((name for sign, name in _BROWSERS if sign in said), _("another program"))
    system = next((name for sign, name in _SYSTEMS if sign in said), "")
    return f"{browser}, {system}" if system else browser


def network_in_words(address: str) -> str:
    """Like "192.0.2.…": the part of an address that is kept."""
    network = ipaddress.ip_address(address)
    if isinstance(network, ipaddress.IPv4Address):
        return f"{str(network).rpartition('.')[0]}.…"
    return f"{':'.join(network.exploded.split(':')[: _NETWORK_BITS[6] // 16])}:…"


def coarse(address: str) -> str:
    """The first address of the network that an address belongs to."""
    known = ipaddress.ip_address(address)
    return str(ipaddress.ip_network(f"{known}/{_NETWORK_BITS[known.version]}", strict=False).network_address)


@receiver(pre_save, sender=UserSession)
def _keep_the_network_only(instance: UserSession, **_kwargs: Any) -> None:
    instance.ip = coarse(instance.ip)


def _is_due(session_key: str) -> bool:
    """Whether this session's use was not noted within the hour. The cache knows, or else the row does."""
    digest = hashlib.sha256(session_key.encode()).hexdigest()[:32]
    try:
        if not cache.add(f"session-seen:{digest}", 1, timeout=int(SEEN_TO.total_seconds())):
            return False
    except Exception as trouble:  # whatever cache there is has errors of its own
        log.warning("The cache cannot tell when a session was noted: %s", type(trouble).__name__)
    noted = UserSession.objects.filter(session_key=session_key, last_seen_at__gt=timezone.now() - SEEN_TO)
    return not noted.exists()


def _is_good(row: UserSession, person: User) -> bool:
    """Whether the session signs the person in. Django's own look would throw it away if it does not."""
    store = import_module(settings.SESSION_ENGINE).SessionStore
    if not store().exists(row.session_key):
        return False
    known = store(row.session_key)
    is_theirs = known.get(SESSION_KEY) == str(person.pk)
    return is_theirs and constant_time_compare(known.get(HASH_SESSION_KEY, ""), person.get_session_auth_hash())
