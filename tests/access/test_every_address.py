"""Every address of the site, asked by everybody: the table of games.access is what happens."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from functools import cache

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from games.access import ALLOWED, ALLOWED_WHEN_SUSPENDED, Permission, Persona
from tests.access.addresses import WITHOUT_TOKEN, Address, Operation, addresses, operations, operations_at
from tests.access.requests import INVITATION, Outcome, send
from tests.access.world import (
    ABOUT_SEEKS,
    ACT_BY_LINK,
    CAST,
    CAST_OF_GAME,
    GAMES,
    NEEDS_FINISHED_GAME,
    NEEDS_STARTED_GAME,
    NOTED,
    ORGANISER_ONLY,
    OWNER_ONLY,
    PLAYERS,
    REPORTED,
    SAID,
    SITE_PERSONAS,
    World,
    address_parameters,
    build_world,
    expected_personas,
    is_about_a_game,
    talk_in,
)

pytestmark = pytest.mark.django_db
P = Persona

NEW_SESSION = {"sign-out-everywhere", "try", "try-keep"}
"""Asked last: the session is another one after it, which the rollback of a test does not know."""


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """Built once: each test goes back to it at its end, as to an empty database otherwise."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield build_world()
        transaction.set_rollback(True)


@pytest.fixture
def world(built: World) -> World:
    return deepcopy(built)


def test_every_address_says_what_it_lets_one_see_or_do() -> None:
    nobody_said = [f"/{address.route} ({address.name})" for address in addresses() if not operations_at(address)]
    assert nobody_said == []


def test_a_page_that_nobody_classified_is_found() -> None:
    def page() -> None: ...

    assert operations_at(Address("new/page/", "new-page", page)) == []


@pytest.mark.parametrize("persona", CAST)
def test_everybody_is_let_in_exactly_where_the_table_says_and_looking_changes_nothing(
    persona: str, world: World
) -> None:
    talk_in(world)
    wrong: list[str] = []
    read: set[str] = set()
    about_seeks: set[str] = set()
    pages, programs = (world.client(persona, in_api=in_api) for in_api in (False, True))
    for operation, game in operations_for(persona):
        given = address_parameters(world, operation, game)
        if given is None:
            continue
        client = programs if operation.address.route.startswith("api/") else pages
        answer = send(client, operation, operation.address.at(given))
        read |= {words for words in (SAID, NOTED, REPORTED) if words.encode() in answer.content}
        about_seeks |= {operation.address.name} if answer.read_seeks else set()
        wrong += faults(answer, operation, expected_personas(persona, game, operation), game, persona)
    assert not wrong, "\n" + "\n".join(wrong)
    assert read == words_for(persona)
    rows_for_staff = {name for name in about_seeks if name.startswith("admin:")}
    assert about_seeks <= ABOUT_SEEKS | rows_for_staff
    assert not rows_for_staff or P.MODERATOR in SITE_PERSONAS[persona]


def words_for(persona: str) -> set[str]:
    """Whoever sits at a running game reads the talk there, and the notes that are theirs. Nobody else reads any.

    Whoever has made a report reads it, and staff whom it does not concern.
    """
    read = {SAID} if persona in PLAYERS else set()
    if persona == "seat":
        read.add(NOTED)
    if persona in ("host", "moderator", "moderator with a seat", "administrator"):
        read.add(REPORTED)
    return read


def operations_for(persona: str) -> Iterator[tuple[Operation, str | None]]:
    for operation in all_operations():
        if not is_about_a_game(operation):
            yield operation, None
            continue
        for game in GAMES:
            name = operation.address.name
            if (name in NEEDS_STARTED_GAME and game == "open") or (name in NEEDS_FINISHED_GAME and game != "finished"):
                continue
            if persona in CAST_OF_GAME.get(game, CAST):
                yield operation, game


@cache
def all_operations() -> list[Operation]:
    return sorted(operations(), key=lambda operation: operation.address.name in NEW_SESSION)


def faults(answer: Outcome, operation: Operation, worn: set[Persona], game: str | None, persona: str) -> list[str]:
    """What is wrong with the answer to one request."""
    if operation.address.name in ACT_BY_LINK:
        worn = {P.AUTHENTICATED, P.SEAT}
    expected = allowed(operation.permission, worn)
    if operation.address.name in OWNER_ONLY:
        expected = expected and persona == "other user"
    if operation.address.name in ORGANISER_ONLY:
        expected = expected and persona == "host"
    if answer.status == 405:
        return []
    here = f"{operation} before {game or 'the site'}: {answer.status} {answer.redirected_to}"
    found = []
    if answer.status >= 500:
        found.append(f"{here}: broke")
    # Others' pages have reasons of their own to turn somebody away whom we would let in.
    if expected and not answer.let_in and not operation.address.is_third_party:
        found.append(f"{here}: kept out, may {operation.permission}")
    if not expected and answer.wrote:
        found.append(f"{here}: wrote, though nobody may: {answer.wrote[:80]}")
    if not expected and answer.let_in and not refused_without_harm(operation, answer):
        found.append(f"{here}: let in, may not {operation.permission}")
    if operation.method == "GET" and answer.wrote:
        found.append(f"{here}: looking wrote {answer.wrote[:80]}")
    return found


def allowed(permission: Permission | None, worn: set[Persona]) -> bool:
    if permission is None or ALLOWED[permission].isdisjoint(worn):
        return False
    return P.SUSPENDED not in worn or permission in ALLOWED_WHEN_SUSPENDED


def refused_without_harm(operation: Operation, answer: Outcome) -> bool:
    """Led to the invitation; or a button pressed in vain: the page says so (409) or leads on (302), nothing written."""
    if INVITATION.search(answer.redirected_to):
        return True
    return operation.method != "GET" and answer.status in (302, 409)


@pytest.mark.parametrize("persona", ["anonymous", "other user", "guest", "bot account"])
def test_a_private_game_answers_strangers_as_one_that_is_not_there(persona: str, world: World) -> None:
    pages, programs = (world.client(persona, in_api=in_api) for in_api in (False, True))
    wrong = []
    for operation in all_operations():
        named = {"game_id", "pk"} & set(operation.address.parameters)
        given = address_parameters(world, operation, "private") if named else None
        if given is None or (operation.address.name in ("game-join", "game-seats") and "code" in given):
            continue
        client = programs if operation.address.route.startswith("api/") else pages
        not_there = given | dict.fromkeys(named, "9" * 8)
        answers = [send(client, operation, operation.address.at(each)) for each in (given, not_there)]
        if answers[0].status != answers[1].status:
            wrong.append(f"{operation}: {answers[0].status} for one that is there, {answers[1].status} for none")
    assert not wrong, "\n" + "\n".join(wrong)


def test_a_page_that_changes_something_wants_the_token_against_forged_requests(world: World) -> None:
    client = world.client("seat", in_api=False)
    client.handler.enforce_csrf_checks = True
    wrong = []
    for operation in all_operations():
        given = address_parameters(world, operation, "private" if is_about_a_game(operation) else None)
        if given is None or operation.method == "GET" or operation.address.name in WITHOUT_TOKEN:
            continue
        answer = send(client, operation, operation.address.at(given))
        if answer.wrote or answer.status not in (403, 404, 405):
            wrong.append(f"{operation}: {answer.status} {answer.wrote[:80]}")
    assert not wrong, "\n" + "\n".join(wrong)
