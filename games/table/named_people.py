"""People by the names that others see."""

from __future__ import annotations

from games.people.models import User
from games.table.errors import NoSuchPerson

MAX_NAME_LENGTH = User._meta.get_field("username").max_length or 0


def find_person(name: str) -> User:
    """The person of this name, in any case; no program, guest or closed account. Raises NoSuchPerson."""
    if not name or len(name) > MAX_NAME_LENGTH:
        raise NoSuchPerson
    people = User.objects.filter(username__iexact=name, owner=None, guest_until=None, closed_at=None)
    person = people.first()
    if person is None:
        raise NoSuchPerson
    return person
