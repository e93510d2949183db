"""Thousands of broken and hostile requests to the API and to pages: refused in plain words, never an error of ours."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

import pytest
from django.db import transaction

from games.models import Game, Move
from games.table import api_tokens
from tests.access.addresses import Operation, operations
from tests.access.world import World, address_parameters, build_world, is_about_a_game

BODIES: Final = int(os.environ.get("PRWEB_HOSTILE_BODIES", "600"))
FIRST_SEED: Final = int(os.environ.get("PRWEB_HOSTILE_SEED", "0"))
CHUNK: Final = 300
PROBLEM: Final = "application/problem+json"

NUMBERS: Final = (0, -1, 1e400, -1e400, 2**63, -(2**63) - 1, 10**30, 0.1, float("nan"), 10**4000)
WORDS: Final = (
    *("", " ", "\x00", "\ud800", "x" * 100_000, "<script>alert(1)</script>", "'; DROP TABLE x; --", "../../etc/passwd"),
    *("\u202e", "%s%n", "{{7*7}}", "null", "settler", "me", "take corn", "private", "puerto-rico", "\r\nX-Injected: 1"),
)
NAMES: Final = (
    *(
        "lines",
        "taken",
        "kind",
        "name",
        "options",
        "seats",
        "turn_limit",
        "visibility",
        "code",
        "level",
        "account",
        "email",
    ),
    *("__proto__", "id", "user", "is_staff", "seat", "secret", ""),
)
TYPES: Final = (
    *(
        "application/json",
        "application/json; charset=utf-16",
        "text/plain",
        "multipart/form-data; boundary=x",
        "",
        "*/*",
    ),
    *("application/x-www-form-urlencoded", "application/xml", "multipart/form-data", "application/json;;;", "x" * 500),
)


def value(lots: Random, depth: int = 0) -> Any:
    """Any JSON, most of it of the wrong type."""
    kind = lots.randrange(8 if depth < 4 else 4)
    if kind == 0:
        return lots.choice(NUMBERS)
    if kind == 1:
        return lots.choice((None, True, False))
    if kind < 4:
        return lots.choice(WORDS)
    if kind == 4:
        return [
            value(lots, depth + 1)
            for _place in range(lots.choice((0, 1, 3, 3, 100)) if depth == 0 else lots.randint(0, 3))
        ]
    return {lots.choice(NAMES): value(lots, depth + 1) for _place in range(lots.randint(0, 5))}


def body(lots: Random) -> bytes:
    way = lots.randrange(10)
    if way == 0:
        return lots.randbytes(lots.randint(0, 500))
    if way == 1:
        return lots.choice(
            (b"[" * 20_000, b'{"a":' * 20_000, b"[" * 900 + b"]" * 900, b'"' * 999, b"9" * 6000, b"\xff\xfe{}")
        )
    if way == 2:
        return lots.choice(
            (b"", b"{", b"null", b"{}{}", b"{'a': 1}", b'{"a": 1, "a": 2}', b"NaN", b"Infinity", b"x" * 300_000)
        )
    written = json.dumps({lots.choice(NAMES): value(lots) for _field in range(lots.randint(0, 6))}).encode()
    if way == 3:
        place = lots.randrange(len(written))
        return written[:place] + lots.randbytes(3) + written[place + 1 :]
    return written


def random_request(lots: Random, world: World, among: Sequence[Operation]) -> tuple[Operation, str]:
    """One of the operations, with its address filled in, now and then by rubbish."""
    while True:
        operation = lots.choice(among)
        game = lots.choice(list(world.games)) if is_about_a_game(operation) else None
        given = address_parameters(world, operation, game)
        if given is not None:
            path = operation.address.at(given)
            rubbish = lots.choice(
                ("?page=x", "?cursor=%00", "?seat=-1&ply=9999999999999999999", "?format=xml", "?limit=1e9", "?%ff=%fe")
            )
            return operation, path + (rubbish if lots.random() < 0.2 else "")


def requests(first: int, world: World, among: Sequence[Operation], prefix: str) -> Iterator[tuple[str, Any]]:
    """Each in front of the same site: what it did is undone before the next comes."""
    people = ("seat", "host", "other user", "anonymous")
    clients = {name: world.client(name, in_api=True) for name in people}
    for name in people[:3]:
        if prefix:
            clients[name].defaults["HTTP_AUTHORIZATION"] = (
                f"Token {api_tokens.create_token(world.people[name], 'x', world.people[name]).secret}"
            )
    for seed in range(first, first + CHUNK):
        lots = Random(seed)
        operation, path = random_request(lots, world, among)
        headers = {
            "Idempotency-Key": lots.choice(("key", "", "x" * 999, "\x00", "ключ")),
            "Accept": lots.choice(("*/*", "", "text/x", "a")),
        }
        with transaction.atomic():
            response = clients[lots.choice(people)].generic(
                operation.method, path, body(lots), content_type=lots.choice(TYPES), headers=headers
            )
            yield f"{seed}: {operation.method} {path}", response
            transaction.set_rollback(True)


def is_problem(response: Any) -> bool:
    """RFC 9457, and of the status that the response has."""
    if response["Content-Type"] == PROBLEM and response.request["REQUEST_METHOD"] == "HEAD":
        return True
    try:
        return bool(response["Content-Type"] == PROBLEM and response.json()["status"] == response.status_code)
    except ValueError:
        return False


@pytest.mark.django_db
@pytest.mark.parametrize("first", range(FIRST_SEED, FIRST_SEED + BODIES, CHUNK))
def test_the_api_answers_whatever_it_is_sent_by_a_problem_that_says_what_is_wrong(first: int) -> None:
    world = build_world()
    among = [one for one in operations() if one.address.route.startswith("api/") and one.address.name != "api:docs"]
    harder = [one for one in among if one.method != "GET"] * 3
    wrong: list[str] = []
    for what, response in requests(first, world, among + harder, "api"):
        if response.status_code >= 500 or (response.status_code >= 400 and not is_problem(response)):
            wrong.append(f"{what}: {response.status_code} {response['Content-Type']} {response.content[:200]!r}")
    assert wrong == []
    assert not Move.objects.filter(source=Move.Source.API).exists()


@pytest.mark.django_db
@pytest.mark.parametrize("first", range(FIRST_SEED, FIRST_SEED + BODIES // 2, CHUNK))
def test_pages_refuse_whatever_no_form_of_theirs_sends(first: int) -> None:
    world = build_world()
    games = set(Game.objects.values_list("pk", flat=True))
    among = [
        one for one in operations() if one.method == "POST" and not one.address.route.startswith(("api/", "staff/"))
    ]
    wrong = [
        f"{what}: {response.status_code}"
        for what, response in requests(first, world, among, "")
        if response.status_code >= 500
    ]
    assert wrong == []
    assert set(Game.objects.values_list("pk", flat=True)) == games
