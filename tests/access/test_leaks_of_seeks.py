"""That somebody seeks, what they wish and how long they wait is on nobody else's page, and in no mail or file.

Everything that a viewer gets is compared with what they get where the seek of somebody else is another one, or none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import Any, Final
from zipfile import ZipFile

import pytest
import time_machine
from django.db import transaction
from django.test import Client

from games.mail.compose import compose
from games.matching.seeks import ANY_SPREAD_AFTER
from games.models import Block, Delivery, Game, Seek, SeekFind
from games.people.models import User
from games.table import seeks
from games.table.account_export import write_archive
from games.table.blocks import block
from games.table.seek_matching import match
from games.table.seeks import SeekWishes
from tests.access.addresses import Operation, operations
from tests.access.leaks import NOISE, Outputs, Viewer, outputs, viewer_of
from tests.access.requests import send
from tests.access.world import ABOUT_SEEKS, CAST, World, build_world
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db
START: Final = datetime(2026, 3, 2, 12, tzinfo=UTC)
DAY: Final = timedelta(days=1)
OWNER: Final = "other user"
"""Of the cast, who seeks."""
UNUSUAL: Final[dict[str, Any]] = {
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
NEW_KEY: Final = re.compile(rb'name="key" value="[\w-]+"')
"""By which a form is taken in once."""
PAGES: Final = (
    "/",
    "/games/",
    "/games/watch/",
    "/games/new/",
    "/seeks/",
    "/seeks/new/",
    "/tournaments/",
    "/friends/",
    "/api/v1/games/",
    "/api/v1/me/",
    "/api/v1/me/games/",
    "/api/v1/me/seeks/",
    "/api/v1/turns/",
)


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
    """What was found and what the trail says stays."""
    Seek.objects.all().delete()


@pytest.fixture
def world() -> World:
    built = build_world()
    Seek.objects.update(**UNUSUAL)
    return built


def test_nobody_is_told_that_somebody_else_seeks(world: World) -> None:
    """No other address than these reads it: test_every_address."""
    for persona in CAST:
        seen = seen_by(world, persona)
        with otherwise(nobody_seeks):
            changed = set(different(seen, seen_by(world, persona)))
        told = {"lobby", "seeks", "seek", "api:seeks", "export seeks.json"} if persona == OWNER else set()
        assert changed == told, persona


def seen_by(world: World, persona: str) -> Outputs:
    """What this persona gets at the addresses that are about seeks, and besides them."""
    pages, programs = (world.client(persona, in_api=in_api) for in_api in (False, True))
    found: Outputs = {}
    for operation in operations():
        if operation.method == "GET" and operation.address.name in ABOUT_SEEKS:
            client = programs if operation.address.route.startswith("api/") else pages
            seek_id = str(world.seek)
            found[operation.address.name] = answer_to(client, operation, operation.address.at({"seek_id": seek_id}))
    return found | ({} if persona == "anonymous" else mails_and_files(world.people[persona]))


def test_a_found_game_tells_its_people_nothing_of_the_seeks_of_the_others(anna: User, bob: User, clock: Any) -> None:
    seek(anna, per_week=2)
    clock.shift(timedelta(hours=3))
    seek(bob, per_week=2)
    assert match() == 1
    game = Game.objects.get()
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PUBLIC)
    readers = [viewer_of(reader) for reader in (anna, UserFactory.create(username="dora"), None)]
    seen = [seen_at(game, reader, bob) for reader in readers]
    assert b"found by your seek" in seen[0]["mail start"]

    def bob_wished_something_else() -> None:
        Seek.objects.filter(person=bob).update(**UNUSUAL)
        SeekFind.objects.filter(person=bob).update(waited_since=START - 30 * DAY)

    def bob_seeks_no_more() -> None:
        Seek.objects.filter(person=bob).delete()

    for change in (bob_wished_something_else, bob_seeks_no_more):
        with otherwise(change):
            for reader, before in zip(readers, seen, strict=True):
                assert different(before, seen_at(game, reader, bob)) == []


@pytest.mark.parametrize("blocks", [("bob", "anna"), ("anna", "bob")], ids=lambda pair: f"{pair[0]} blocks")
def test_who_is_blocked_finds_nothing_and_sees_what_they_see_when_nobody_fits(
    anna: User, bob: User, clock: Any, blocks: tuple[str, str]
) -> None:
    """Whoever blocks sees their own list, and else the same, too."""
    people = {"anna": anna, "bob": bob}
    who, whom = (people[name] for name in blocks)
    block(who, whom.username)
    for person in (anna, bob):
        seek(person)
    assert match() == 0
    clock.shift(ANY_SPREAD_AFTER + timedelta(hours=1))
    assert match() == 0
    assert not Delivery.objects.exists()
    assert not SeekFind.objects.exists()
    for person, other in ((anna, bob), (bob, anna)):
        reader = viewer_of(person)
        seen = seen_on_the_site(reader, other)

        def nobody_fits(other: User = other) -> None:
            Seek.objects.filter(person=other).delete()
            assert match() == 0

        with otherwise(nobody_fits):
            assert different(seen, seen_on_the_site(reader, other)) == []
        if person == whom:
            with otherwise(Block.objects.all().delete):
                assert different(seen, seen_on_the_site(reader, other)) == []


def test_people_kept_apart_meet_at_no_table_of_more_people_either(
    anna: User, bob: User, chris: User, david: User, clock: Any
) -> None:
    block(bob, anna.username)
    for person in (anna, bob, chris):
        seek(person, players=[3], per_week=1)
        clock.shift(timedelta(minutes=1))
    clock.shift(2 * ANY_SPREAD_AFTER)
    assert match() == 0
    seek(david, players=[3], per_week=1)
    assert match() == 1
    # Who has waited longest is seated; the seek of the other waits on, as if there were no more people.
    (game,) = Game.objects.all()
    assert {seat.user for seat in game.seats.all()} == {anna, chris, david}
    (waiting,) = Seek.objects.filter(person=bob)
    assert not waiting.paused
    assert not waiting.finds.exists()
    assert not Delivery.objects.filter(user=bob).exists()


def seek(person: User, **changes: Any) -> Seek:
    wishes: dict[str, Any] = {"kind": "puerto-rico", "players": [2], "shortest": DAY, "longest": DAY} | changes
    return seeks.begin(person, SeekWishes(**wishes))


def seen_at(game: Game, reader: Viewer, other: User) -> Outputs:
    """What somebody gets of a game, and elsewhere."""
    found = outputs(game, reader)
    return {path: without_noise(content) for path, content in found.items()} | seen_on_the_site(reader, other)


def seen_on_the_site(reader: Viewer, other: User) -> Outputs:
    """Where somebody looks for games and people; other: at whom they look, too."""
    paths = (*PAGES, f"/people/{other.username}/")
    found = {path: without_noise(reader.client.get(path).content) for path in paths}
    return found | (mails_and_files(reader.user) if reader.user else {})


def answer_to(client: Client, operation: Operation, path: str) -> bytes:
    answer = send(client, operation, path)
    return f"{answer.status} {answer.redirected_to}\n".encode() + without_noise(answer.content)


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
    return NEW_KEY.sub(b"", NOISE.sub(b"", answer))


def different(some: Outputs, others: Outputs) -> list[str]:
    """The addresses at which the two say not the same."""
    return [name for name in some | others if some.get(name) != others.get(name)]
