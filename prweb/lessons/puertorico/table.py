"""Set-up positions of lessons: what a lesson does not mention lies where it belongs at the start."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from games.engine.puertorico import components as box

SEATS: Final = 3
"""The learner and two others."""
_RANDOM: Final = (2463534242, 362436069, 521288629, 88675123)
_NOTHING: Final[Mapping[str, int]] = {}


@dataclass(frozen=True)
class Player:
    """One seat. island: tiles by kind, with how many of them are occupied; city: colonists by building."""

    doubloons: int = 0
    vp: int = 0
    san_juan: int = 0
    goods: Mapping[str, int] = field(default_factory=dict)
    island: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    city: Mapping[str, int] = field(default_factory=dict)

    def colonists(self) -> int:
        return self.san_juan + sum(occupied for _, occupied in self.island.values()) + sum(self.city.values())

    def to_json(self) -> dict[str, object]:
        return {
            "doubloons": self.doubloons,
            "vp_chips": self.vp,
            "vp_beyond_pool": 0,
            "san_juan": self.san_juan,
            "goods": _by_good(self.goods),
            "island": {
                tile: {"tiles": self.island[tile][0], "colonists": self.island[tile][1]}
                for tile in box.TILE_NAMES
                if tile in self.island
            },
            "city": {place: self.city[place] for place in box.PLACE_NAMES if place in self.city},
        }


def table(
    *players: Player,
    round_number: int = 2,
    picks: int = 1,
    taken: Mapping[str, int] = _NOTHING,
    doubloons: Mapping[str, int] = _NOTHING,
    face_up: Sequence[str] = ("corn", "indigo", "sugar", "tobacco"),
    ships: Mapping[int, tuple[str, int]] | None = None,
    house: Sequence[str] = (),
) -> dict[str, object]:
    """The JSON of a position (docs/position-format.md) in which the learner, at seat 0, picks a role.

    picks: the number of this pick in the round; the governor follows from it. taken: by role, who has picked it in
    this round; doubloons: what lies on roles. ships: what is loaded, by size.
    """
    goods = Counter(dict(zip(box.GOOD_NAMES, map(int, box.goods_in_game(SEATS)), strict=True)))
    tiles = Counter(dict(zip(box.GOOD_NAMES, map(int, box.tiles_in_game(SEATS)), strict=True)))
    tiles.subtract(face_up)
    for kind, barrels in (ships or {}).values():
        goods[kind] -= barrels
    goods.subtract(house)
    for player in players:
        goods.subtract(player.goods)
        tiles.subtract({tile: count for tile, (count, _) in player.island.items() if tile != "quarry"})
    selected = sum(1 << place for place in range(box.PLACES) if (box.BASE_SELECTION >> place) & 1)
    stock = {
        name: int(count) - sum(name in player.city for player in players)
        for name, count in zip(box.PLACE_NAMES, box.buildings_in_game(SEATS, selected, 0), strict=True)
        if count
    }
    colonists = int(box.colonists_in_game(SEATS, 0, 0)) - SEATS - sum(player.colonists() for player in players)
    chips = int(box.vp_pool(SEATS, box.EDITION_2014, 0)) - sum(player.vp for player in players)
    return {
        "game": "puerto-rico",
        "version": 1,
        "rules": box.LATEST_RULES,
        "seats": SEATS,
        "options": {"edition": "2014", "open_vp": "off", "first_governor": "0"},
        "plies": 0,
        "revealed": 0,
        "random": list(_RANDOM),
        "round": round_number,
        "picks": picks,
        "governor": (1 - picks) % SEATS,
        "stage": "role",
        "to_move": 0,
        "picker": 0,
        "role": None,
        "stage_state": {},
        "ends": [],
        "role_cards": {
            card: {"doubloons": doubloons.get(card, 0), "taken_by": taken.get(card)}
            for number, card in enumerate(box.CARD_NAMES)
            if (int(box.cards_in_game(SEATS)) >> number) & 1
        },
        "colonist_supply": colonists,
        "colonist_ship": SEATS,
        "vp_pool": chips,
        "quarries": int(box.QUARRIES[SEATS]) - sum(player.island.get("quarry", (0, 0))[0] for player in players),
        "face_up": {good: list(face_up).count(good) for good in box.GOOD_NAMES},
        "face_down": {good: tiles[good] for good in box.GOOD_NAMES},
        "discards": _by_good({}),
        "goods_supply": {good: goods[good] for good in box.GOOD_NAMES},
        "buildings": stock,
        "ships": [
            {"size": size, "good": good, "barrels": barrels} for size, (good, barrels) in _loads(ships or {}).items()
        ],
        "trading_house": {good: list(house).count(good) for good in box.GOOD_NAMES},
        "players": [player.to_json() for player in players],
    }


def _loads(ships: Mapping[int, tuple[str, int]]) -> dict[int, tuple[str | None, int]]:
    sizes = [int(box.ship_size(SEATS, ship)) for ship in range(int(box.SHIPS[SEATS]))]
    return {size: ships.get(size, (None, 0)) for size in sizes}


def _by_good(goods: Mapping[str, int]) -> dict[str, int]:
    return {good: goods.get(good, 0) for good in box.GOOD_NAMES}
