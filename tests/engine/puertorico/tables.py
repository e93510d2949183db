"""Tables at which everything of both expansions is in play; moves by the words of the notation."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from games.engine.contract import Event
from games.engine.puertorico import moves as numbered
from games.engine.puertorico.components import (
    BUILDINGS,
    CARD_NAMES,
    EXPANSION_2,
    FIRST_BUILDING,
    GOOD_NAMES,
    GOODS,
    GUESTHOUSE,
    NO_GOOD,
    PLACE_NAMES,
    PLACES,
    PRODUCTION,
    SHIPS,
    TILE_KINDS,
    ship_size,
)
from games.engine.puertorico.flow import PuertoRicoPosition
from games.engine.puertorico.stages import STAGE_NAMES
from games.engine.puertorico.victory_points import gain_vp
from tests.engine.puertorico.positions import OF_THE_RULEBOOKS, Player, set_up

SELECTABLE = [building for building in OF_THE_RULEBOOKS if building.kind != PRODUCTION or building.name == "jeweler"]
EVERYTHING = ", ".join(building.name for building in SELECTABLE)
WITHOUT_NOBLES = ", ".join(building.name for building in SELECTABLE if building.box != EXPANSION_2)
"""Every kind that can be selected, with nobles and without."""
OTHERS = {building.name for building in BUILDINGS} - {building.name for building in OF_THE_RULEBOOKS}


def table(
    *seats: Player,
    governor: int = 0,
    colonist_ship: int = 0,
    noble_ship: int = 0,
    colonist_supply: int | None = None,
    noble_supply: int | None = None,
    vp_pool: int | None = None,
    quarries: int | None = None,
    goods_supply: Mapping[str, int] | None = None,
    house: Sequence[str] = (),
    ships: Mapping[int, tuple[str, int]] | None = None,
    nobles: bool = True,
    **details: object,
) -> PuertoRicoPosition:
    """The governor is to pick a role. Everything of both boxes is in play; details as in positions.Table.

    Ships and the trading house may be full, as within a phase, and points beyond the pool lie there without its being
    empty. A supply that is told to be so large is just that:
    what it lacks is nowhere.
    """
    listed = (EVERYTHING if nobles else WITHOUT_NOBLES).split(", ")
    listed += {name for seat in seats for name in seat.city} & OTHERS
    position = set_up(
        *(replace(seat, beyond=0) for seat in seats),
        governor=governor,
        colonist_ship=colonist_ship,
        noble_ship=noble_ship,
        nobles=nobles,
        **{"open_vp": "off", "violet_buildings": listed, **details},
    )
    assert isinstance(position, PuertoRicoPosition)
    for number, seat in enumerate(seats):
        position.vp_beyond_pool[number] = seat.beyond
    for good in house:
        position.trading_house[GOOD_NAMES.index(good)] += 1
        position.goods_supply[GOOD_NAMES.index(good)] -= 1
    for slot in range(SHIPS[position.seats]):
        good, barrels = (ships or {}).get(int(ship_size(position.seats, slot)), ("", 0))
        if good:
            position.ship_good[slot] = GOOD_NAMES.index(good)
            position.ship_barrels[slot] = barrels
            position.goods_supply[GOOD_NAMES.index(good)] -= barrels
    for good, barrels in (goods_supply or {}).items():
        position.goods_supply[GOOD_NAMES.index(good)] = barrels
    position.colonist_supply = position.colonist_supply if colonist_supply is None else colonist_supply
    position.noble_supply = position.noble_supply if noble_supply is None else noble_supply
    position.vp_pool = position.vp_pool if vp_pool is None else vp_pool
    position.quarries = position.quarries if quarries is None else quarries
    return position


def without_nobles(*seats: Player, **details: object) -> PuertoRicoPosition:
    """A table of the basic game and expansion I."""
    return table(*seats, nobles=False, **details)  # type: ignore[arg-type]


_BUSY = [
    PLACE_NAMES.index(name)
    for name in (
        *("villa", "land office", "library", "hunting lodge", "royal supplier", "black market"),
        *("small wharf", "storehouse", "forest house", "hacienda", "trading post"),
    )
]
"""Buildings with which there is much to decide."""


def furnish(position: PuertoRicoPosition, dice: random.Random) -> None:
    """Give every seat some of everything, out of the supplies: a game that has been going on for a while."""
    for seat in range(position.seats):
        for _tile in range(dice.randint(2, 6)):
            kind = dice.choice([good for good in range(GOODS) if position.face_down[good]])
            position.face_down[kind] -= 1
            if dice.random() < 0.8 or not position.has_expansions:
                position.lay_tile(seat, kind)
            else:
                position.lay_forest(seat, kind, 0)
        wanted = list(range(FIRST_BUILDING, PLACES))
        dice.shuffle(wanted)
        wanted[:0] = dice.sample(_BUSY, 2)
        if dice.random() < 0.5:
            wanted.insert(0, GUESTHOUSE)
        for building in [building for building in dict.fromkeys(wanted) if position.stock[building]][
            : dice.randint(3, 5)
        ]:
            position.build(seat, building)
        for place in range(PLACES):
            if position.owns(seat, place):
                _engage(position, seat, place, dice.randint(0, int(position.circles(seat, place))), dice)
        for good in range(GOODS):
            barrels = dice.choice([0, 0, 1, 2])
            position.goods[seat * GOODS + good] += barrels
            position.goods_supply[good] -= barrels
        gain_vp(position, seat, dice.randint(0, 4))
        position.doubloons[seat] = dice.choice([0, 1, 4, 9])


def _engage(position: PuertoRicoPosition, seat: int, place: int, workers: int, dice: random.Random) -> None:
    """Put so many on a place, colonists or nobles as it comes."""
    for _worker in range(workers):
        if position.colonist_supply < 4 * position.seats:
            return
        position.colonist_count[seat] += 1
        position.place_colonists(seat, place, 1)
        if position.nobles_on and position.noble_supply > 3 and dice.random() < 0.3:
            position.noble_supply -= 1
            position.noble_count[seat] += 1
            position.nobles[seat * PLACES + place] += 1
        else:
            position.colonist_supply -= 1


_BY_PLACE = {
    numbered.CHOOSE: "choose",
    numbered.BUILD: "build",
    numbered.PAY_COLONIST: "pay colonist",
    numbered.PAY_NOBLE: "pay noble",
    numbered.GUEST: "guest",
    numbered.NOBLE_GUEST: "noble guest",
}
_BY_GOOD = {
    numbered.TAKE: "take {}",
    numbered.TAKE_AS_FOREST: "forest {}",
    numbered.EXTRA: "extra {}",
    numbered.SELL: "sell {}",
    numbered.STORE: "store {}",
    numbered.KEEP: "keep {}",
    numbered.DISCARD: "discard {}",
    numbered.DISCARD_FOREST: "discard forest {}",
    numbered.PAY_GOOD: "pay {}",
    numbered.SELL_AT_POST: "sell {} at trading post",
    numbered.BUY_LAND: "buy {}",
    numbered.BUY_FOREST: "buy {} as forest",
    numbered.SELL_LAND: "sell land {}",
    numbered.SUPPLY: "supply {}",
}


def _all_words(seats: int) -> dict[int, str]:
    words = {
        numbered.PASS: "pass",
        numbered.DRAW: "draw",
        numbered.TAKE + 5: "take quarry",
        numbered.TAKE_COLONIST: "take colonist",
        numbered.TAKE_TWO_COLONISTS: "take 2 colonists",
        numbered.TAKE_NOBLE: "take noble",
        numbered.PAY_VP: "pay vp",
        numbered.AS_PLANTATION: "plant",
        numbered.AS_FOREST: "forest",
        numbered.BY_SMALL_WHARF: "ship small wharf",
    }
    words |= {numbered.PICK + card: name for card, name in enumerate(CARD_NAMES)}
    for first, verb in _BY_PLACE.items():
        words |= {first + place: f"{verb} {name.lower()}" for place, name in enumerate(PLACE_NAMES)}
    for first, text in _BY_GOOD.items():
        words |= {first + good: text.format(name) for good, name in enumerate(GOOD_NAMES)}
    for good, name in enumerate(GOOD_NAMES):
        slots = {slot: str(ship_size(seats, slot)) for slot in range(SHIPS[seats])} | {numbered.BY_WHARF: "wharf"}
        words |= {int(numbered.loading_move(good, slot)): f"ship {name} {ship}" for slot, ship in slots.items()}
        words |= {int(numbered.cargo_move(good, count)): f"cargo {name} {count}" for count in range(12)}
    for place, name in enumerate(PLACE_NAMES):
        for count in range(13):
            words[int(numbered.placing_move(place, count))] = f"place {name} {count}"
            words[int(numbered.noble_placing_move(place, count))] = f"nobles {name} {count}"
    return words


def legal_texts(position: PuertoRicoPosition) -> list[str]:
    """All legal plies, in words."""
    words = _all_words(int(position.seats))
    return [words[int(move)] for move in position.legal_moves()]


def play(position: PuertoRicoPosition, *plies: str) -> list[Event]:
    """Play plies, each a legal one of the seat to move; returns what happened."""
    assert position.listener is not None
    before = len(position.listener)
    for ply in plies:
        legal = dict(zip(legal_texts(position), position.legal_moves(), strict=True))
        assert ply in legal, f"{ply!r} is not among {list(legal)} ({question_of(position)})"
        position.play(legal[ply])
    return position.listener[before:]


def place(position: PuertoRicoPosition, seat: int, colonists: Mapping[str, int], nobles: Mapping[str, int]) -> None:
    """The whole placement of the seat to move: so many on each place, and so many nobles among them."""
    assert question_of(position)[1] == seat
    while question_of(position) in (("colonists", seat), ("nobles", seat)):
        name = PLACE_NAMES[position.place_asked]
        stage = question_of(position)[0]
        counts = colonists if stage == "colonists" else nobles
        play(position, f"{'place' if stage == 'colonists' else 'nobles'} {name} {counts.get(name, 0)}")


def question_of(position: PuertoRicoPosition) -> tuple[str, int]:
    """The stage and the seat to move."""
    return STAGE_NAMES[position.stage], int(position.actor)


def events_of_kind(events: Sequence[Event], kind: str) -> list[dict[str, object]]:
    """The data of all events of a kind, with their seat."""
    return [{"seat": int(event.seat), **event.data} for event in events if event.kind == kind]


def workers(position: PuertoRicoPosition, seat: int) -> dict[str, tuple[int, int]]:
    """By place, San Juan too: colonists and nobles there."""
    there = {
        PLACE_NAMES[place]: (int(position.ordinary_colonists_on(seat, place)), int(position.nobles_at(seat, place)))
        for place in range(PLACES)
    }
    return {name: people for name, people in there.items() if people != (0, 0)}


def people(position: PuertoRicoPosition, seat: int) -> tuple[int, int]:
    """All colonists and all nobles of a seat."""
    nobles = int(position.noble_count[seat])
    return int(position.colonist_count[seat]) - nobles, nobles


def island(position: PuertoRicoPosition, seat: int) -> dict[str, int]:
    """Tiles by kind."""
    return {
        PLACE_NAMES[tile]: int(position.island[seat * TILE_KINDS + tile])
        for tile in range(TILE_KINDS)
        if position.island[seat * TILE_KINDS + tile]
    }


def city(position: PuertoRicoPosition, seat: int) -> set[str]:
    """The buildings of a seat."""
    return {PLACE_NAMES[place] for place in range(FIRST_BUILDING, PLACES) if position.owns(seat, place)}


def goods(position: PuertoRicoPosition, seat: int) -> dict[str, int]:
    return {
        name: int(position.barrels_of(seat, good))
        for good, name in enumerate(GOOD_NAMES)
        if position.barrels_of(seat, good)
    }


def vp(position: PuertoRicoPosition, seat: int) -> int:
    return int(position.vp(seat))


def doubloons(position: PuertoRicoPosition, seat: int) -> int:
    return int(position.doubloons[seat])


def empty_ships(position: PuertoRicoPosition) -> bool:
    return all(good == NO_GOOD for good in position.ship_good)
