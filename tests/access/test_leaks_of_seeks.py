"""That somebody seeks, what they wish and how long they wait is on nobody else's page, and in no mail or file.

Everything that a viewer gets is compared with what they get where the seek of somebody else is another one, or none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from typing import Any, Final
from zipfile import ZipFile

import pytest
import time_machine
from django.db import transaction
from django.test import Client

from games.mail.compose import compose
from games.matching.seeks import ANY_SPREAD_AFTER
from games.models import AuditEntry, Delivery, Game, Notification, Seek, SeekFind
from games.people.models import User
from games.table import api_tokens, seeks
from games.table.account_export import write_archive
from games.table.blocks import block
from games.table.seek_matching import match
from games.table.seeks import SeekWishes
from tests.access.addresses import operations
from tests.access.leaks import NOISE, secrets_in, viewer_of
from tests.access.requests import send
from tests.access.test_every_address import NEW_SESSION
from tests.access.world import CAST, World, address_parameters, build_world, is_about_a_game
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db
START: Final = datetime(2026, 3, 2, 12, tzinfo=UTC)
DAY: Final = timedelta(days=1)
OWNER: Final = "other user"
"""Of the cast, who seeks."""
STAFF: Final = ("moderator", "moderator with a seat", "administrator")
"""They read in the trail that somebody seeks games of a kind, and no more."""
OTHER_WISHES: Final[dict[str, Any]] = {
    "players": [4, 5],
    "options": {"buildings": "base"},
    "shortest": 2 * DAY,
    "longest": 5 * DAY,
    "rated": True,
    "lowest": 1177,
    "highest": 1666,
    "least_reliability": 87,
    "per_week": 6,
    "most_games": 43,
    "made_at": START - 40 * DAY,
    "waiting_since": START - 30 * DAY,
    "seen_at": START - 20 * DAY,
}
Outputs = dict[str, bytes]


@pytest.fixture(autouse=True)
def clock() -> Iterator[Any]:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


@contextmanager
def otherwise(change: Callable[[], object]) -> Iterator[None]:
    """The same site with something changed; undone at the end."""
    with transaction.atomic():
        change()
        yield
        transaction.set_rollback(True)


def nobody_seeks() -> None:
    Seek.objects.all().delete()
    AuditEntry.objects.filter(action="seek games").delete()


def they_seek_something_else() -> None:
    Seek.objects.update(**OTHER_WISHES)


def they_have_paused() -> None:
    Seek.objects.update(paused=Seek.Pause.PERSON)


@pytest.mark.parametrize("persona", [persona for persona in CAST if persona != OWNER])
def test_no_page_tells_anybody_that_somebody_else_seeks(persona: str) -> None:
    world = build_world()
    changes = [they_seek_something_else, they_have_paused] + ([] if persona in STAFF else [nobody_seeks])
    seen = seen_in_the_world(world, persona)
    assert len(seen) > 100
    for change in changes:
        with otherwise(change):
            assert different(seen, seen_in_the_world(world, persona)) == []


def seen_in_the_world(world: World, persona: str) -> Outputs:
    """Every address of the site, and what else this persona gets."""
    pages, programs = (world.client(persona, in_api=in_api) for in_api in (False, True))
    found: Outputs = {}
    for operation in operations():
        if operation.method != "GET" or operation.address.name in NEW_SESSION:
            continue
        given = address_parameters(world, operation, "public" if is_about_a_game(operation) else None)
        if given is None:
            continue
        client = programs if operation.address.route.startswith("api/") else pages
        answer = send(client, operation, path := operation.address.at(given))
        found[path] = f"{answer.status} {answer.redirected_to}\n".encode() + without_noise(answer.content)
    return found | ({} if persona == "anonymous" else mails_and_files(world.people[persona]))


def mails_and_files(person: User) -> Outputs:
    """All mails that somebody is to get, and what the export of their account holds."""
    found = {f"mail {mail.kind}": letter_of(mail).encode() for mail in Delivery.objects.filter(user=person)}
    if person.is_guest or person.owner_id:
        return found
    buffer = BytesIO()
    write_archive(person, buffer)
    archive = ZipFile(buffer)
    return found | {f"export {name}": archive.read(name) for name in archive.namelist()}


def letter_of(mail: Delivery) -> str:
    letter = compose(mail, pictures=False)
    return f"{letter.subject}\n{letter.text}\n{letter.html}"


def without_noise(answer: bytes) -> bytes:
    return NOISE.sub(b"", answer)


def different(some: Outputs, others: Outputs) -> list[str]:
    """The addresses at which the two say not the same."""
    return [name for name in some | others if some.get(name) != others.get(name)]
