"""Every address of a game that is over answers the same bytes to everybody, whether the game is packed or not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import pytest
from django.db import transaction
from django.test import Client

from games.models import Game, PackedGame, PackedPerson, PackedTurn, Turn
from games.people.models import User
from games.table import pack_format, packing
from games.table.account_closing import close_account
from tests.access.addresses import Operation, operations
from tests.access.requests import REFUSED, send
from tests.access.world import World, address_parameters, build_world, is_about_a_game
from tests.table.games import fresh
from tests.table.old_games import eventful_game, game_of_cards

pytestmark = pytest.mark.django_db

LOOKING: Final = ("GET",)
EVERY: Final = ("GET", "POST", "PUT", "PATCH", "DELETE")
ASKING: Final = ("anonymous", "bot account", "other seat", "seat", "suspended player", "moderator")
"""Packing concerns what is read of a game, so these stand for the others, who read no more than they do."""
STAYING: Final = ("anonymous", "seat", "moderator")
"""Who asks about a game of somebody who closed their account."""
Answer = tuple[int, str, str, bytes]
"""Status, where it led, what kind of thing it would have written, and what it said."""
PASSING: Final = re.compile(
    rb'csrfmiddlewaretoken" value="[^"]*"|X-CSRFToken": "[^"]*"|nonce="[^"]*"|former-player-[0-9a-f]{10}'
)
"""What is another in every answer."""
ROWS: Final = re.compile(r"^admin:")
"""Django's admin shows the tables as they are."""
NEVER_PACKED: Final = {"mail-confirm", "mail-mute", "mail-vote"} | {
    f"{where}{name}" for where in ("", "api:") for name in ("game-vote", "game-withdraw")
}
"""They are about a mail that waits or about an open proposal, which no packed game has, or name no turn."""


READ_FROM_THE_PACK: Final = {"game", "game-log", "game-record", "game-replay", "result", "result-record"} | {
    "result-replay",
    "api:game-log",
    "api:game-record",
}
READ_BY_STAFF: Final = {"staff-game", "staff-log"}


@dataclass
class OldWorld(World):
    """The world with a finished game in it that was played by turns."""

    closed: Turn | None = None

    def turn(self, game: str) -> Turn | None:
        return self.closed if game == "finished" else super().turn(game)


def old_world(kind: str) -> OldWorld:
    world = OldWorld(**vars(build_world()))
    anna, bob, chris = (world.people[name] for name in ("seat", "other seat", "other user"))
    game = eventful_game(anna, bob, chris) if kind == "puerto-rico" else game_of_cards(anna, bob)
    world.closed = game.turns.select_related("seat", "game").filter(seat__user=anna, withdrawn=False).earliest("pk")
    world.games["finished"] = game
    return world


def answers(world: OldWorld, persona: str, methods: tuple[str, ...] = EVERY) -> dict[str, Answer]:
    """Of all addresses that are about a game, by what was asked."""
    pages, programs = (world.client(persona, in_api=in_api) for in_api in (False, True))
    found: dict[str, Answer] = {}
    for operation in operations():
        if operation.method in methods and is_about_a_game(operation) and not ROWS.search(operation.address.name):
            client = programs if operation.address.route.startswith("api/") else pages
            found |= answer(world, client, operation)
    return found


def answer(world: OldWorld, client: Client, operation: Operation) -> dict[str, Answer]:
    if operation.address.name in NEVER_PACKED:
        return {}
    given = address_parameters(world, operation, "finished")
    if given is None:
        return {}
    got = send(client, operation, operation.address.at(given))
    kind = got.wrote.split("(")[0]
    return {
        f"{operation.method} {operation.address.name}": (
            got.status,
            got.redirected_to,
            kind,
            PASSING.sub(b"", got.content),
        )
    }


def differences(before: dict[str, Answer], after: dict[str, Answer]) -> list[str]:
    return [
        f"{name}: {before[name][:3]}, then {after.get(name, ())[:3]}"
        for name in before
        if before[name] != after.get(name)
    ]


@contextmanager
def undone() -> Iterator[None]:
    """What happens within it has not happened afterwards."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.mark.parametrize("kind", ["puerto-rico", "san-juan"])
def test_a_packed_game_answers_everybody_as_its_rows_did(kind: str) -> None:
    """All may ask for everything; who is refused is refused alike, and writes nothing."""
    world = old_world(kind)
    personas = ASKING if kind == "puerto-rico" else ("seat",)
    before = {persona: answers(world, persona) for persona in personas}
    assert packing.pack(world.games["finished"].pk)
    world.games["finished"] = fresh(world.games["finished"])
    assert Game.objects.get(pk=world.games["finished"].pk).packed_at is not None
    after = {persona: answers(world, persona) for persona in personas}
    different = [f"to {one}: {each}" for one in personas for each in differences(before[one], after[one])]
    assert not different, "\n".join(different)
    refused = [
        wrote for answers in after.values() for status, _led_to, wrote, _said in answers.values() if status in REFUSED
    ]
    assert set(refused) == {""}
    assert shown_to(after["seat"]) >= READ_FROM_THE_PACK
    if "moderator" in personas:
        assert shown_to(after["moderator"]) >= READ_BY_STAFF


def shown_to(by_address: dict[str, Answer]) -> set[str]:
    return {name.removeprefix("GET ") for name, (status, *_rest) in by_address.items() if status == 200}


@pytest.mark.parametrize("kind", ["puerto-rico"])
def test_whoever_closed_their_account_is_gone_from_a_packed_game_too(kind: str) -> None:
    """Closed before the game is packed, or after it: all answers are those of a game that was never packed."""
    world = old_world(kind)
    leaver, game_id = world.people["other seat"], world.games["finished"].pk
    name, address = leaver.username, leaver.email
    orders = {"never packed": (close,), "closed first": (close, pack), "packed first": (pack, close)}
    by_order: dict[str, dict[str, dict[str, Answer]]] = {}
    for order, steps in orders.items():
        with undone():
            for step in steps:
                step(game_id, leaver)
            world.games["finished"] = fresh(world.games["finished"])
            by_order[order] = {persona: answers(world, persona, LOOKING) for persona in STAYING}
            if pack in steps:
                assert [word for word in (name, address) if word in everything_packed()] == []
            for persona in STAYING:
                for operation, (_status, _led_to, _wrote, content) in by_order[order][persona].items():
                    assert name.encode() not in content, f"{operation} to {persona} when {order}"
                    assert address.encode() not in content, f"{operation} to {persona} when {order}"
    for order in ("closed first", "packed first"):
        for persona in STAYING:
            different = differences(by_order["never packed"][persona], by_order[order][persona])
            assert not different, f"{order}, to {persona}:\n" + "\n".join(different)


def close(_game_id: str, person: User) -> None:
    assert close_account(User.objects.get(pk=person.pk), by=None)


def pack(game_id: str, _person: User) -> None:
    assert packing.pack(game_id)


def everything_packed() -> str:
    """All that the tables of packs hold, uncompressed."""
    stored = PackedGame.objects.get()
    tables = pack_format.read(stored.format, bytes(stored.data))
    beside = [list(model.objects.values()) for model in (PackedTurn, PackedPerson)]
    return repr(tables) + repr(beside) + bytes(stored.data).decode("latin-1")
