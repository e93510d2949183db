"""Set-up positions of lessons: cards that a lesson does not mention lie in the draw pile, always in the same order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.random import from_secret
from games.engine.sanjuan import components as box

SEATS: Final = 3
"""The learner and two others."""
_SECRET: Final = bytes(32)
_NOTHING: Final[Mapping[str, int]] = {}


@dataclass(frozen=True)
class Player:
    """One seat. Cards are written in a line with commas: "well, well, library"; buildings in the order built.

    goods: which of the plants have their good.
    """

    hand: str = ""
    buildings: str = "indigo plant"
    goods: str = ""
    chapel: str = ""


def table(
    *players: Player,
    round_number: int = 2,
    picks: int = 1,
    roles: Mapping[str, int] = _NOTHING,
    pile: str = "",
    prices: Sequence[int] = (1, 1, 2, 2, 2),
) -> dict[str, object]:
    """The JSON of a position (docs/position-format.md) in which the learner, at seat 0, picks a role.

    picks: the number of this pick in the round; the governor follows from it. roles: who has picked which in this
    round. pile: what lies on top of the draw pile, the top first. prices: the price tile that is turned next.
    """
    rest = [kind.name for kind in box.DECK for _copy in range(kind.copies)]
    random = from_secret(_SECRET, "lessons")
    for last in range(len(rest) - 1, 0, -1):
        other = int(random.below(last + 1))
        rest[last], rest[other] = rest[other], rest[last]
    for player in players:
        for line in (player.hand, player.buildings, player.chapel):
            _take(rest, line)
    top = _take(rest, pile)
    tiles = [[int(box.PRICES[tile * box.GOODS + good]) for good in range(box.GOODS)] for tile in range(box.TILES)]
    tiles.sort(key=lambda tile: tile != list(prices))
    return {
        "game": "san-juan",
        "version": 1,
        "rules": box.LATEST_RULES,
        "seats": SEATS,
        "options": {"deal_choice": "off"},
        "plies": 0,
        "revealed": 0,
        "random": [1811200429, 2004110529, 3110290517, 290517],
        "round": round_number,
        "picks": picks,
        "governor": (1 - picks) % SEATS,
        "phase": None,
        "stage": "role",
        "to_move": 0,
        "roles": {role: roles.get(role) for role in box.ROLE_NAMES},
        "libraries_used": [],
        "stage_state": {},
        "price_tiles": tiles,
        "next_tile": 0,
        "tiles_seen": 0,
        "covered": {},
        "players": [_player_json(player, rest) for player in players],
        "discards": {},
        "draw_pile": [*rest, *reversed(top)],
    }


def _player_json(player: Player, rest: list[str]) -> dict[str, object]:
    goods = Counter(_words(player.goods))
    buildings: list[dict[str, str]] = []
    for name in _words(player.buildings):
        building = {"building": name}
        good = _good_of(name)
        if goods[good]:
            goods[good] -= 1
            building["good"] = rest.pop(0)
        buildings.append(building)
    return {
        "hand": _counted(player.hand),
        "shown": {},
        "buildings": buildings,
        "chapel": _counted(player.chapel),
        "seen_discards": {},
    }


def _good_of(building: str) -> str:
    """The good that a plant makes; "" for other buildings."""
    place = box.CARD_NAMES.index(building)
    return box.GOOD_NAMES[place] if place < box.GOODS else ""


def _words(line: str) -> list[str]:
    return [word.strip() for word in line.split(",") if word.strip()]


def _take(rest: list[str], line: str) -> list[str]:
    cards = _words(line)
    for card in cards:
        rest.remove(card)
    return cards


def _counted(line: str) -> dict[str, int]:
    counts = Counter(_words(line))
    return {card: counts[card] for card in box.CARD_NAMES if card in counts}
