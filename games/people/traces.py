"""Which devices and addresses people have used, as keyed digests: a hint whether two accounts are one person.

Nothing but digests is kept, each with when it was first and last seen, for settings.KEEP_TRACES_DAYS. They tell neither
the device nor the address, only whether two people have used the same. A device is known by a cookie of its own, which
outlives signing in and out. Written when the use of a session is recorded (games.people.sessions).
"""

from __future__ import annotations

import ipaddress
import re
import secrets
from collections.abc import Collection
from datetime import timedelta
from itertools import combinations
from typing import Final

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.database.batches import delete_in_batches
from games.people.models import Trace, User

COOKIE: Final = "device"
MAX_KEPT: Final = 100
"""Devices of one person, and addresses."""
_SALT: Final = "games.people.traces"
_MARK: Final = re.compile(r"[0-9a-f]{32}")


def mark_for(request: HttpRequest) -> str:
    """The mark by which the browser is known, or a new one for it."""
    return _mark_of(request) or secrets.token_hex(16)


def keep_mark(response: HttpResponse, mark: str) -> None:
    """Let the browser keep its mark, as a cookie."""
    response.set_cookie(
        COOKIE,
        mark,
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def record(request: HttpRequest, person: User, mark: str) -> None:
    """Note that the person uses the device with this mark and this address now, within the caller's transaction.

    Of each kind the newest MAX_KEPT are kept.
    """
    now = timezone.now()
    for kind, text in ((Trace.Kind.DEVICE, mark), (Trace.Kind.ADDRESS, _address_of(request))):
        if text:
            _trace, new = Trace.objects.update_or_create(
                person=person,
                kind=kind,
                digest=_digest(kind, text),
                defaults={"last_at": now},
                create_defaults={"first_at": now, "last_at": now},
            )
            if new:
                theirs = Trace.objects.filter(person=person, kind=kind).order_by("-last_at", "-pk")
                Trace.objects.filter(pk__in=list(theirs.values_list("pk", flat=True)[MAX_KEPT:])).delete()


def shared_kinds(one: User, other: User) -> list[str]:
    """What two people have both used: kinds of traces, in the order of Trace.Kind."""
    theirs = Trace.objects.filter(person=other).values("digest")
    found = set(Trace.objects.filter(person=one, digest__in=theirs).values_list("kind", flat=True))
    return [kind for kind in Trace.Kind.values if kind in found]


def pairs_among(people: Collection[int]) -> set[frozenset[int]]:
    """Those pairs among some people, by their ids, who have used one device or one address. Two queries at most."""
    theirs = Trace.objects.filter(person__in=people).order_by()
    shared = list(theirs.values_list("digest").annotate(Count("person")).filter(person__count__gt=1))
    users: dict[str, list[int]] = {}
    if shared:
        digests = [digest for digest, _number in shared]
        for digest, person in theirs.filter(digest__in=digests).values_list("digest", "person"):
            users.setdefault(digest, []).append(person)
    return {frozenset(pair) for group in users.values() for pair in combinations(group, 2)}


def forget_old() -> int:
    """Delete what was last seen too long ago; how many."""
    kept = timedelta(days=settings.KEEP_TRACES_DAYS)
    return delete_in_batches(Trace.objects.filter(last_at__lt=timezone.now() - kept))


def _mark_of(request: HttpRequest) -> str:
    """The cookie's value; empty for one that is not ours."""
    mark = request.COOKIES.get(COOKIE, "")
    return mark if _MARK.fullmatch(mark) else ""


def _address_of(request: HttpRequest) -> str:
    """Of IPv6 the network: a household has one, and its devices change their addresses within it every day."""
    try:
        text = str(get_adapter().get_client_ip(request))
        address = ipaddress.ip_address(text)
    except PermissionDenied:
        return ""
    except ValueError:
        return text
    if isinstance(address, ipaddress.IPv4Address):
        return text
    return str(address.ipv4_mapped or ipaddress.ip_network((address, 64), strict=False))


def _digest(kind: str, text: str) -> str:
    """With the kind in it, so that no device has the digest of an address."""
    return salted_hmac(_SALT, f"{kind} {text}", algorithm="sha256").hexdigest()[:32]
