"""Every address of a game that is over answers the same bytes to everybody, whether the game is packed or not."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

import pytest
from django.test import Client

from games.models import Game, Turn
from games.table import packing
from tests.access.addresses import Operation, operations
from tests.access.asking import asked
from tests.access.world import World, built, is_about_a_game, values
from tests.table.games import fresh
from tests.table.old_games import eventful_game, game_of_cards

pytestmark = pytest.mark.django_db

LOOKING: Final = ("GET",)
PASSING: Final = re.compile(rb'csrfmiddlewaretoken" value="[^"]*"|X-CSRFToken": "[^"]*"|nonce="[^"]*"')
"""What is another in every answer."""
ROWS: Final = re.compile(r"^admin:")
"""Django's admin shows the tables as they are."""
NEVER_PACKED: Final = {"mail-confirm", "mail-mute"}
"""Their signed addresses are made of a mail that waits, or name no turn."""


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
    world = OldWorld(**vars(built()))
    anna, bob, chris = (world.people[name] for name in ("seat", "other seat", "stranger"))
    game = eventful_game(anna, bob, chris) if kind == "puerto-rico" else game_of_cards(anna, bob)
    world.closed = game.turns.select_related("seat", "game").filter(seat__user=anna, withdrawn=False).earliest("pk")
    world.games["finished"] = game
    return world


def answers(world: OldWorld, persona: str) -> dict[str, tuple[int, str, bytes]]:
    pages, programs = (world.client(persona, in_api=in_api) for in_api in (False, True))
    found = {}
    for operation in operations():
        if operation.method in LOOKING and is_about_a_game(operation) and not ROWS.search(operation.address.name):
            client = programs if operation.address.route.startswith("api/") else pages
            found |= answer(world, client, operation)
    return found


def answer(world: OldWorld, client: Client, operation: Operation) -> dict[str, tuple[int, str, bytes]]:
    if operation.address.name in NEVER_PACKED:
        return {}
    given = values(world, operation, "finished")
    if given is None:
        return {}
    got = asked(client, operation, operation.address.at(given))
    return {operation.address.name: (got.status, got.led_to, PASSING.sub(b"", got.content))}


@pytest.mark.parametrize(
    ("kind", "personas"),
    [("puerto-rico", ("anonymous", "seat", "stranger", "moderator")), ("san-juan", ("seat",))],
)
def test_a_packed_game_answers_as_its_rows_did(kind: str, personas: tuple[str, ...]) -> None:
    world = old_world(kind)
    before = {persona: answers(world, persona) for persona in personas}
    assert packing.pack(world.games["finished"].pk)
    world.games["finished"] = fresh(world.games["finished"])
    assert Game.objects.get(pk=world.games["finished"].pk).packed_at is not None
    after = {persona: answers(world, persona) for persona in personas}
    different = [
        f"{name} to {persona}: {before[persona][name][:2]}, then {after[persona][name][:2]}"
        for persona in personas
        for name in before[persona]
        if before[persona][name] != after[persona][name]
    ]
    assert not different, "\n".join(different)
    shown = {name for name, (status, *_rest) in after["seat"].items() if status == 200}
    assert shown >= READ_FROM_THE_PACK
    if "moderator" in personas:
        assert {name for name, (status, *_rest) in after["moderator"].items() if status == 200} >= READ_BY_STAFF
