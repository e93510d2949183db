"""Friends: two people who both want it. The only writer of FriendWish, but for blocks.

Only those can be asked whose profile one may see. Somebody who is kept apart from the person (games.access.blocks) is
asked in vain: nothing tells them, and nothing tells the person.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.access import Permission
from games.access.blocks import apart_from, are_apart
from games.access.profiles import may_see_profile
from games.models import AuditEntry, Block, FriendWish
from games.models.company import FRIEND_REQUEST
from games.people.models import User
from games.table import audit, notices, permission_check
from games.table.errors import CannotBefriend, NoSuchPerson, NotAllowed, TooMany
from games.table.invitable_people import invitable
from games.table.locks import lock_person
from games.table.named_people import find_person

MAX_FRIENDS: Final = 200
"""With those whom the person has asked."""
MAX_REQUESTS_PER_DAY: Final = 20
MAX_TOLD_PER_DAY: Final = 5
"""Requests of a day that somebody gets a notice of; of more their page tells them."""
MAX_SHOWN: Final = 100
"""Requests of others that are listed."""
A_DAY: Final = timedelta(days=1)


@dataclass(frozen=True)
class Circle:
    """The friends of somebody, and requests, each by name or by age."""

    friends: list[User]
    asking: list[User]
    """Who asks them; the newest first."""
    asked: list[User]
    """Whom they have asked, in vain so far."""


def circle_of(person: User) -> Circle:
    """All that somebody may know of their friends and requests."""
    mine = FriendWish.objects.filter(person=person).select_related("other")
    theirs = FriendWish.objects.filter(other=person)
    mutual = set(theirs.filter(person__in=mine.values("other")).values_list("person", flat=True))
    asking = theirs.exclude(person__in=mine.values("other")).exclude(person__in=apart_from(person))
    return Circle(
        friends=_by_name(wish.other for wish in mine if wish.other_id in mutual),
        asking=[wish.person for wish in asking.select_related("person").order_by("-pk")[:MAX_SHOWN]],
        asked=_by_name(wish.other for wish in mine if wish.other_id not in mutual),
    )


def friends_of(person: User) -> QuerySet[User]:
    """The friends of somebody, by name."""
    wanted = FriendWish.objects.filter(person=person).values("other")
    wanting = FriendWish.objects.filter(other=person).values("person")
    return User.objects.filter(pk__in=wanted).filter(pk__in=wanting).order_by("username")


def invitable_friends(host: User) -> dict[str, User]:
    """The friends whom somebody can invite by name, by that name."""
    return {friend.username: friend for friend in invitable(host, friends_of(host))}


def befriend(person: User, name: str) -> User:
    """Ask somebody to be friends, or agree if they have asked; no effect if this person has already.

    They are told of a request once, however often it is repeated. Raises NoSuchPerson, CannotBefriend, TooMany,
    NotAllowed, Suspended.
    """
    with transaction.atomic():
        person = lock_person(person)
        permission_check.require_permission(Permission.BEFRIEND, person, NotAllowed())
        other = find_person(name)
        if other.pk == person.pk:
            raise CannotBefriend(_("You cannot be your own friend."))
        if FriendWish.objects.filter(person=person, other=other).exists():
            return other
        if Block.objects.filter(person=person, blocked=other).exists():
            raise CannotBefriend(_("You have blocked %(name)s: unblock them first.") % {"name": other.username})
        apart = are_apart(person, other)
        agrees = not apart and FriendWish.objects.filter(person=other, other=person).exists()
        if not agrees and not may_see_profile(person, other):
            raise NoSuchPerson
        _check_bounds(person, agrees=agrees)
        FriendWish.objects.create(person=person, other=other, since=timezone.now())
        audit.note(Permission.BEFRIEND, by=person, details={"agreed": True} if agrees else {"asked": True})
        if not agrees and not apart:
            _tell(person, other)
        return other


def unfriend(person: User, name: str) -> User:
    """End a friendship, decline a request or withdraw one's own, without a word; no effect if there is none.

    Raises NoSuchPerson, NotAllowed, Suspended.
    """
    with transaction.atomic():
        person = lock_person(person)
        permission_check.require_permission(Permission.BEFRIEND, person, NotAllowed())
        other = find_person(name)
        if end_wishes(person, other):
            audit.note(Permission.BEFRIEND, by=person, details={"ended": True})
        return other


def end_wishes(person: User, other: User) -> int:
    """Delete what these two want of each other, within the caller's transaction; how many rows."""
    wishes = FriendWish.objects.filter(person__in=(person, other), other__in=(person, other))
    # Locked in one order, whoever of the two begins: both may do this at the same moment.
    list(wishes.select_for_update().order_by("pk"))
    return wishes.delete()[0]


def _check_bounds(person: User, *, agrees: bool) -> None:
    """Raises TooMany unless somebody, whose row is locked, may have one more friend or request."""
    if person.friend_wishes.count() >= MAX_FRIENDS:
        reason = ngettext(
            "You may have %(most)s friend, requests included.",
            "You may have %(most)s friends, requests included.",
            MAX_FRIENDS,
        )
        raise TooMany(reason % {"most": MAX_FRIENDS})
    # The trail remembers requests that were withdrawn, too.
    today = AuditEntry.objects.filter(
        actor=person, action=Permission.BEFRIEND, at__gte=timezone.now() - A_DAY, details__has_key="asked"
    )
    if not agrees and today.count() >= MAX_REQUESTS_PER_DAY:
        reason = ngettext(
            "You may ask %(most)s person a day to be friends.",
            "You may ask %(most)s people a day to be friends.",
            MAX_REQUESTS_PER_DAY,
        )
        raise TooMany(reason % {"most": MAX_REQUESTS_PER_DAY})


def _tell(person: User, other: User) -> None:
    today = FriendWish.objects.filter(other=other, since__gte=timezone.now() - A_DAY).exclude(person=person)
    if today.count() >= MAX_TOLD_PER_DAY:
        return
    notices.tell(
        f"{FRIEND_REQUEST}{person.pk}",
        other,
        gettext_lazy("somebody wants to be friends"),
        gettext_lazy("%(name)s wants to be friends with you on prweb. Agree or decline on your page “Friends”."),
        name=person.username,
    )


def _by_name(people: Iterable[User]) -> list[User]:
    return sorted(people, key=lambda one: one.username.casefold())
