"""A person's sessions: the list of them, and signing out everywhere else.

allauth.usersessions stores a row for each session, independent of the session engine (files or rows). It would write
the row with every request; here it is written once an hour, with the network only, not the whole address.
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
from django.dispatch import Signal, receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from games.database.batches import delete_in_batches
from games.people import traces
from games.people.models import User

log = logging.getLogger(__name__)

LAST_USE_PRECISION: Final = timedelta(hours=1)
"""The precision of the time when a session was last used."""
_NETWORK_BITS: Final = {4: 24, 6: 48}
"""How many bits of an address are stored, by its version: enough to recognise one's own network, but not a person."""
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
"""Parts of a User-Agent header and the browser they mean; rarer ones first, because most headers name others, too."""
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)
signed_out_elsewhere: Final = Signal()
"""Sent with `person` and `request`: they were signed out in all browsers, or in all but that of the request, which may
be None. Inside the transaction."""


@dataclass(frozen=True)
class SessionSummary:
    """A session, as its person sees it."""

    browser: str
    network: str
    began_at: datetime
    last_seen_at: datetime
    is_current: bool
    """It is the session of the request."""


class SessionUseMiddleware:
    """Records once an hour that a session is in use. This and the use of a token are all that a GET writes."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        person = request.user
        if not isinstance(person, User) or not request.session.session_key or not _is_due(request.session.session_key):
            return self.get_response(request)
        mark = "" if person.is_guest else traces.mark_for(request)
        record_use(request, mark)
        response = self.get_response(request)
        if mark:
            traces.keep_mark(response, mark)
        return response


def record_use(request: HttpRequest, mark: str = "") -> None:
    """Record that the session of this request is in use now. If that fails, the page is shown all the same.

    mark: of the browser (games.people.traces); empty: what it is known by is not recorded.
    """
    try:
        with transaction.atomic():
            UserSession.objects.create_from_request(request)
            if mark and isinstance(request.user, User):
                traces.record(request, request.user, mark)
    except (DatabaseError, PermissionDenied) as error:
        log.warning("The use of a session could not be recorded: %s", type(error).__name__)


def list_sessions(request: HttpRequest, person: User) -> list[SessionSummary]:
    """The valid sessions, the current one first, then by their last use. Changes nothing."""
    rows = [row for row in UserSession.objects.filter(user=person) if _is_valid(row, person)]
    rows.sort(key=lambda row: (row.session_key == request.session.session_key, row.last_seen_at), reverse=True)
    return [
        SessionSummary(
            browser_in_words(row.user_agent),
            network_in_words(row.ip),
            row.created_at,
            row.last_seen_at,
            row.session_key == request.session.session_key,
        )
        for row in rows
    ]


def sign_out_elsewhere(request: HttpRequest, person: User) -> None:
    """End all sessions of the person but the current one, also those without a row."""
    with transaction.atomic():
        User.objects.filter(pk=person.pk).update(session_generation=F("session_generation") + 1)
        person.refresh_from_db(fields=["session_generation"])
        end_other_sessions(request, person)
        signed_out_elsewhere.send(User, person=person, request=request)
    update_session_auth_hash(request, person)
    UserSession.objects.filter(user=person).delete()
    record_use(request)


def is_known_network(request: HttpRequest, address: str) -> bool:
    """Whether the owner of a mail address has been signed in from the network of this request.

    Requests of strangers for mails to it must not use up the owner's limit.
    """
    try:
        network = network_address(get_adapter().get_client_ip(request))
    except PermissionDenied:
        return False
    return bool(UserSession.objects.filter(user__email__iexact=address, ip=network).exists())


def forget_old_sessions() -> int:
    """Delete the rows of expired sessions; returns how many."""
    age = timedelta(seconds=settings.SESSION_COOKIE_AGE)
    return delete_in_batches(UserSession.objects.filter(last_seen_at__lt=timezone.now() - age - LAST_USE_PRECISION))


def browser_in_words(user_agent: str) -> str:
    """Like "Firefox, Linux". The User-Agent header may be anything."""
    browser = next((name for sign, name in _BROWSERS if sign in user_agent), _("another program"))
    system = next((name for sign, name in _SYSTEMS if sign in user_agent), "")
    return f"{browser}, {system}" if system else browser


def network_in_words(address: str) -> str:
    """Like "192.0.2.…": the part of an address that is stored."""
    network = ipaddress.ip_address(address)
    if isinstance(network, ipaddress.IPv4Address):
        return f"{str(network).rpartition('.')[0]}.…"
    return f"{':'.join(network.exploded.split(':')[: _NETWORK_BITS[6] // 16])}:…"


def network_address(address: str) -> str:
    """The first address of the network that an address belongs to."""
    parsed = ipaddress.ip_address(address)
    return str(ipaddress.ip_network(f"{parsed}/{_NETWORK_BITS[parsed.version]}", strict=False).network_address)


@receiver(pre_save, sender=UserSession)
def _keep_only_the_network(instance: UserSession, **_kwargs: Any) -> None:
    instance.ip = network_address(instance.ip)


def _is_due(session_key: str) -> bool:
    """Whether this session's use was not recorded within the hour, according to the cache, or else to the row."""
    digest = hashlib.sha256(session_key.encode()).hexdigest()[:32]
    try:
        if not cache.add(f"session-seen:{digest}", 1, timeout=int(LAST_USE_PRECISION.total_seconds())):
            return False
    except Exception as error:  # every cache backend has its own exceptions
        log.warning("The cache cannot tell when a session was recorded: %s", type(error).__name__)
    recorded = UserSession.objects.filter(session_key=session_key, last_seen_at__gt=timezone.now() - LAST_USE_PRECISION)
    return not recorded.exists()


def _is_valid(row: UserSession, person: User) -> bool:
    """Whether the session is the person's and valid. Django's own check would delete it if it is not."""
    store = import_module(settings.SESSION_ENGINE).SessionStore
    if not store().exists(row.session_key):
        return False
    session = store(row.session_key)
    is_theirs = session.get(SESSION_KEY) == str(person.pk)
    return is_theirs and constant_time_compare(session.get(HASH_SESSION_KEY, ""), person.get_session_auth_hash())
