"""What is in the box: goods, tiles, role cards, buildings, and how many of each for how many players.

Source: docs/rules §1, §3 (prices of goods), §5 (buildings), §7, §8 (the expansions). Kinds are small ints; the names
beside them are the canonical English terms of the notation, the records and the JSON. A *place* is what takes
colonists: all tiles of one kind on an island together, or one building. All places are numbered in one row, which is
also the canonical order of placing colonists: island kinds first, then buildings in the order of docs/rules §5, §7, §8.
A set of places fits in one i64.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from librt.vecs import append, vec
from mypy_extensions import i64

_MEMBER_60: Final = 1 << 60


def bit(member: i64) -> i64:
    """The set with this one member."""
    # Not `1 << member`: compiled, the literal would be a C int, which has no room for members from 31 on.
    return _MEMBER_60 >> (60 - member)


def bit_count(members: i64) -> i64:
    """How many members a set has; sets here are bit sets, bit n for member n."""
    count: i64 = 0
    while members:
        members &= members - 1
        count += 1
    return count


# --- versions of the rules --------------------------------------------------------------------------------------------

RULES_GUESTS_AT_ANY_TIME: Final = 2
"""From this version on guests have a window wherever they can change anything (docs/rules §11 Guesthouse)."""
RULES_VERSIONS: Final = (1, 2)
LATEST_RULES: Final = 2


# --- goods and island tiles -------------------------------------------------------------------------------------------

CORN: Final = 0
INDIGO: Final = 1
SUGAR: Final = 2
TOBACCO: Final = 3
COFFEE: Final = 4
GOODS: Final = 5
"""How many kinds of goods there are; a plantation has the number of its good."""
NO_GOOD: Final = -1

GOOD_NAMES: Final = ("corn", "indigo", "sugar", "tobacco", "coffee")

QUARRY: Final = 5
FOREST: Final = 6
"""A plantation lying face down (docs/rules §7 Forest house): it fills a space of the island and has no circle."""
SAN_JUAN: Final = 7
"""No tile: where colonists without a circle are. It is numbered among the places, so that moves can name it."""
TILE_KINDS: Final = 8
"""The length of tables by tile."""
NO_TILE: Final = -1

TILE_NAMES: Final = (*GOOD_NAMES, "quarry")
"""The tiles that have a circle."""
ISLAND_NAMES: Final = (*TILE_NAMES, "forest")

ISLAND_SPACES: Final = 12
CITY_SPACES: Final = 12

GOOD_PRICE: Final = vec[i64]([0, 1, 2, 3, 4])
"""What the trading house pays for a good."""
TRADING_HOUSE_SPACES: Final = 4

# --- role cards -------------------------------------------------------------------------------------------------------

SETTLER_CARD: Final = 0
MAYOR_CARD: Final = 1
BUILDER_CARD: Final = 2
CRAFTSMAN_CARD: Final = 3
TRADER_CARD: Final = 4
CAPTAIN_CARD: Final = 5
PROSPECTOR_CARD: Final = 6
SECOND_PROSPECTOR_CARD: Final = 7
ROLE_CARDS: Final = 8
NO_CARD: Final = -1

CARD_NAMES: Final = (
    "settler",
    "mayor",
    "builder",
    "craftsman",
    "trader",
    "captain",
    "prospector",
    "prospector 2",
)

# --- buildings --------------------------------------------------------------------------------------------------------

FIRST_BUILDING: Final = 8
"""Places below are tiles of one kind, places from here on are buildings."""

SMALL_INDIGO_PLANT: Final = 8
SMALL_SUGAR_MILL: Final = 9
INDIGO_PLANT: Final = 10
SUGAR_MILL: Final = 11
TOBACCO_STORAGE: Final = 12
COFFEE_ROASTER: Final = 13
SMALL_MARKET: Final = 14
HACIENDA: Final = 15
CONSTRUCTION_HUT: Final = 16
SMALL_WAREHOUSE: Final = 17
HOSPICE: Final = 18
OFFICE: Final = 19
LARGE_MARKET: Final = 20
LARGE_WAREHOUSE: Final = 21
FACTORY: Final = 22
UNIVERSITY: Final = 23
HARBOR: Final = 24
WHARF: Final = 25
GUILD_HALL: Final = 26
RESIDENCE: Final = 27
FORTRESS: Final = 28
CUSTOMS_HOUSE: Final = 29
CITY_HALL: Final = 30
# Expansion I, docs/rules §7.
AQUEDUCT: Final = 31
FOREST_HOUSE: Final = 32
BLACK_MARKET: Final = 33
STOREHOUSE: Final = 34
GUESTHOUSE: Final = 35
TRADING_POST: Final = 36
CHURCH: Final = 37
SMALL_WHARF: Final = 38
LIGHTHOUSE: Final = 39
LIBRARY: Final = 40
SPECIALTY_FACTORY: Final = 41
UNION_HALL: Final = 42
CLOISTER: Final = 43
STATUE: Final = 44
# Expansion II, docs/rules §8.
LAND_OFFICE: Final = 45
CHAPEL: Final = 46
HUNTING_LODGE: Final = 47
ZONING_OFFICE: Final = 48
ROYAL_SUPPLIER: Final = 49
VILLA: Final = 50
JEWELER: Final = 51
ROYAL_GARDEN: Final = 52
PLACES: Final = 53
"""One more than the last place; at most 61, so that sets of places are non-negative i64 (see `only`)."""

NO_PLACE: Final = -1

FIRST_VIOLET: Final = SMALL_MARKET
"""Buildings below make goods."""
FIRST_LARGE: Final = GUILD_HALL
"""There is no large building below; above there are others too."""
FIRST_OF_EXPANSIONS: Final = AQUEDUCT
"""Buildings below are those of the basic game."""

PRODUCTION: Final = "production"
VIOLET: Final = "violet"
LARGE: Final = "large"

BASE: Final = "base"
EXPANSION_1: Final = "expansion I"
EXPANSION_2: Final = "expansion II"


class Building(NamedTuple):
    """One row of the table of buildings."""

    name: str
    kind: str
    """PRODUCTION, VIOLET (the small ones) or LARGE (violet too, two spaces)."""
    price: int
    column: int
    """On the board; also how many quarries count at most."""
    vp: int
    """The printed victory points."""
    circles: int
    good: int = NO_GOOD
    """What a production building makes."""
    spaces: int = 1
    """City spaces."""
    box: str = BASE
    """BASE, EXPANSION_1 or EXPANSION_2. A building of another box comes into play only when the host lists it."""


BUILDINGS: Final = (
    Building("small indigo plant", PRODUCTION, 1, 1, 1, 1, INDIGO),
    Building("small sugar mill", PRODUCTION, 2, 1, 1, 1, SUGAR),
    Building("indigo plant", PRODUCTION, 3, 2, 2, 3, INDIGO),
    Building("sugar mill", PRODUCTION, 4, 2, 2, 3, SUGAR),
    Building("tobacco storage", PRODUCTION, 5, 3, 3, 3, TOBACCO),
    Building("coffee roaster", PRODUCTION, 6, 3, 3, 2, COFFEE),
    Building("small market", VIOLET, 1, 1, 1, 1),
    Building("hacienda", VIOLET, 2, 1, 1, 1),
    Building("construction hut", VIOLET, 2, 1, 1, 1),
    Building("small warehouse", VIOLET, 3, 1, 1, 1),
    Building("hospice", VIOLET, 4, 2, 2, 1),
    Building("office", VIOLET, 5, 2, 2, 1),
    Building("large market", VIOLET, 5, 2, 2, 1),
    Building("large warehouse", VIOLET, 6, 2, 2, 1),
    Building("factory", VIOLET, 7, 3, 3, 1),
    Building("university", VIOLET, 8, 3, 3, 1),
    Building("harbor", VIOLET, 8, 3, 3, 1),
    Building("wharf", VIOLET, 9, 3, 3, 1),
    Building("guild hall", LARGE, 10, 4, 4, 1, spaces=2),
    Building("residence", LARGE, 10, 4, 4, 1, spaces=2),
    Building("fortress", LARGE, 10, 4, 4, 1, spaces=2),
    Building("customs house", LARGE, 10, 4, 4, 1, spaces=2),
    Building("city hall", LARGE, 10, 4, 4, 1, spaces=2),
    Building("aqueduct", VIOLET, 1, 1, 1, 1, box=EXPANSION_1),
    Building("forest house", VIOLET, 2, 1, 1, 1, box=EXPANSION_1),
    Building("black market", VIOLET, 2, 1, 1, 1, box=EXPANSION_1),
    Building("storehouse", VIOLET, 3, 1, 1, 1, box=EXPANSION_1),
    Building("guesthouse", VIOLET, 4, 2, 2, 2, box=EXPANSION_1),
    Building("trading post", VIOLET, 5, 2, 2, 1, box=EXPANSION_1),
    Building("church", VIOLET, 5, 2, 2, 1, box=EXPANSION_1),
    Building("small wharf", VIOLET, 6, 2, 2, 1, box=EXPANSION_1),
    Building("lighthouse", VIOLET, 7, 3, 3, 1, box=EXPANSION_1),
    Building("library", VIOLET, 8, 3, 3, 1, box=EXPANSION_1),
    Building("specialty factory", VIOLET, 8, 3, 3, 1, box=EXPANSION_1),
    Building("union hall", VIOLET, 9, 3, 3, 1, box=EXPANSION_1),
    Building("cloister", LARGE, 10, 4, 4, 1, spaces=2, box=EXPANSION_1),
    Building("statue", LARGE, 10, 4, 8, 0, spaces=2, box=EXPANSION_1),
    Building("land office", VIOLET, 2, 1, 1, 1, box=EXPANSION_2),
    Building("chapel", VIOLET, 3, 1, 1, 1, box=EXPANSION_2),
    Building("hunting lodge", VIOLET, 4, 2, 2, 1, box=EXPANSION_2),
    Building("zoning office", VIOLET, 5, 2, 2, 1, box=EXPANSION_2),
    Building("royal supplier", VIOLET, 6, 2, 2, 1, box=EXPANSION_2),
    Building("villa", VIOLET, 7, 3, 3, 1, box=EXPANSION_2),
    Building("jeweler", PRODUCTION, 8, 3, 3, 1, box=EXPANSION_2),
    Building("royal garden", LARGE, 10, 4, 4, 1, spaces=2, box=EXPANSION_2),
)
"""The buildings in the order of docs/rules §5, §7, §8; the first one is place FIRST_BUILDING."""

PLACE_NAMES: Final = (*ISLAND_NAMES, "San Juan", *[building.name for building in BUILDINGS])
"""The canonical word of every place."""


def _by_place(numbers: list[int]) -> vec[i64]:
    """A table by place from a column of the buildings; nothing for tiles."""
    table = vec[i64]([0] * FIRST_BUILDING)
    for number in numbers:
        table = append(table, number)
    return table


def _set_of(column: str, value: str) -> i64:
    """The set of all buildings of a kind or out of a box."""
    buildings: i64 = 0
    for index, building in enumerate(BUILDINGS):
        if (building.kind if column == "kind" else building.box) == value:
            place: i64 = FIRST_BUILDING + index
            buildings |= bit(place)
    return buildings


PRICE: Final = _by_place([building.price for building in BUILDINGS])
COLUMN: Final = _by_place([building.column for building in BUILDINGS])
PRINTED_VP: Final = _by_place([building.vp for building in BUILDINGS])
CIRCLES: Final = _by_place([building.circles for building in BUILDINGS])
"""Circles of a building; tiles have one each."""
SPACES: Final = _by_place([building.spaces for building in BUILDINGS])


def _sets_by_price() -> vec[i64]:
    """By amount of money, up to the highest price: the set of buildings with at most this price."""
    sets = vec[i64]()
    for money in range(max(building.price for building in BUILDINGS) + 1):
        within: i64 = 0
        for index, building in enumerate(BUILDINGS):
            if building.price <= money:
                place: i64 = FIRST_BUILDING + index
                within |= bit(place)
        sets = append(sets, within)
    return sets


BUILDINGS_PRICED_UP_TO: Final = _sets_by_price()
"""By an amount of money, 0 to HIGHEST_PRICE: the set of buildings whose printed price is not above it."""
MAX_PRICE: Final[i64] = len(BUILDINGS_PRICED_UP_TO) - 1
MAX_COLUMN: Final = 4


def _sets_by_column() -> vec[i64]:
    """By column the set of its buildings."""
    sets = vec[i64]([0] * (MAX_COLUMN + 1))
    for building in range(FIRST_BUILDING, PLACES):
        sets[COLUMN[building]] |= bit(building)
    return sets


BUILDINGS_IN_COLUMN: Final = _sets_by_column()

PRODUCTION_BUILDINGS: Final[i64] = _set_of("kind", PRODUCTION)
"""The jeweler is one too, though it makes no goods (docs/rules §8)."""
LARGE_BUILDINGS: Final[i64] = _set_of("kind", LARGE)
VIOLET_BUILDINGS: Final[i64] = _set_of("kind", VIOLET) | LARGE_BUILDINGS
SMALL_PRODUCTION_BUILDINGS: Final = (1 << SMALL_INDIGO_PLANT) | (1 << SMALL_SUGAR_MILL)
CIRCLELESS_BUILDINGS: Final = 1 << STATUE
"""Set of the buildings on which nobody can be placed."""
SELECTABLE_BUILDINGS: Final[i64] = VIOLET_BUILDINGS | (1 << JEWELER)
"""Set of the buildings of which some are selected for a game (docs/rules §7, §8)."""
BASE_SELECTION: Final[i64] = SELECTABLE_BUILDINGS & _set_of("box", BASE)
EXPANSION_1_BUILDINGS: Final[i64] = _set_of("box", EXPANSION_1)
EXPANSION_2_BUILDINGS: Final[i64] = _set_of("box", EXPANSION_2)
ALWAYS_IN_PLAY: Final[i64] = PRODUCTION_BUILDINGS & ~SELECTABLE_BUILDINGS

SMALL_PLANT: Final = vec[i64]([NO_PLACE, SMALL_INDIGO_PLANT, SMALL_SUGAR_MILL, NO_PLACE, NO_PLACE])
LARGE_PLANT: Final = vec[i64]([NO_PLACE, INDIGO_PLANT, SUGAR_MILL, TOBACCO_STORAGE, COFFEE_ROASTER])
"""The small and the large production building of each good; corn needs none."""

# --- how much for how many players ------------------------------------------------------------------------------------

MIN_SEATS: Final = 2
MAX_SEATS: Final = 5

EDITION_2014: Final = 0
FIRST_EDITION: Final = 1
EDITION_NAMES: Final = ("2014", "first")

# Each of these is indexed by the number of players; nobody plays with fewer than two.
STARTING_DOUBLOONS: Final = vec[i64]([0, 0, 3, 2, 3, 4])
COLONIST_SUPPLY: Final = vec[i64]([0, 0, 40, 55, 75, 95])
FACE_UP_TILES: Final = vec[i64]([0, 0, 3, 4, 5, 6])
QUARRIES: Final = vec[i64]([0, 0, 5, 8, 8, 8])
STARTING_INDIGO: Final = vec[i64]([0, 0, 1, 2, 2, 3])
"""How many seats, from the governor on, start with indigo; the others with corn."""
PICKS: Final = vec[i64]([0, 0, 6, 3, 4, 5])
"""Roles picked in a round; two players pick three each."""
PROSPECTORS: Final = vec[i64]([0, 0, 1, 0, 1, 2])
SHIPS: Final = vec[i64]([0, 0, 2, 3, 3, 3])
SMALLEST_SHIP: Final = vec[i64]([0, 0, 4, 4, 5, 6])
SHIP_STEP: Final = vec[i64]([0, 0, 2, 1, 1, 1])
"""Cargo ships: the smallest one, and by how many spaces each next one is larger."""

TILES_FOR_TWO: Final = vec[i64]([7, 9, 8, 6, 5])
TILES_FOR_MORE: Final = vec[i64]([10, 12, 11, 9, 8])
GOODS_FOR_TWO: Final = vec[i64]([8, 9, 9, 7, 7])
GOODS_FOR_MORE: Final = vec[i64]([10, 11, 11, 9, 9])


def vp_pool(seats: i64, edition: i64, long_game: i64) -> i64:
    """Victory points in the pool at the start: all of an edition's with five players or in a long game."""
    if seats == 5 or long_game:
        return 126 if edition == EDITION_2014 else 122
    if seats == 4:
        return 100
    return 75 if seats == 3 else 65


def tiles_in_game(seats: i64) -> vec[i64]:
    """Plantation tiles by kind, starting plantations included; a fresh vec."""
    return TILES_FOR_TWO[:] if seats == 2 else TILES_FOR_MORE[:]


def goods_in_game(seats: i64) -> vec[i64]:
    """Barrels by kind; a fresh vec."""
    return GOODS_FOR_TWO[:] if seats == 2 else GOODS_FOR_MORE[:]


ALL_COLONISTS: Final = 100
NOBLES: Final = 20


def colonists_in_game(seats: i64, nobles: i64, long_game: i64) -> i64:
    """All colonists: the supply's and those on the ship at the start, one per player (docs/rules §1, §8, §9)."""
    return ALL_COLONISTS if nobles or long_game else COLONIST_SUPPLY[seats] + seats


def buildings_in_game(seats: i64, selection: i64, singles: i64) -> vec[i64]:
    """How many of each building there are, by place; a fresh vec.

    selection: the set of selectable buildings in play. singles: 1 if there is only one of each of these.
    """
    stock = vec[i64]([0] * PLACES)
    for building in range(FIRST_BUILDING, PLACES):
        member: i64 = bit(building)
        if not member & (ALWAYS_IN_PLAY | selection):
            continue
        if member & SELECTABLE_BUILDINGS and (singles or member & LARGE_BUILDINGS):
            stock[building] = 1
        elif building == JEWELER:
            stock[building] = 2
        elif member & PRODUCTION_BUILDINGS:
            stock[building] = 2 if seats == 2 else (4 if member & SMALL_PRODUCTION_BUILDINGS else 3)
        else:
            stock[building] = 1 if seats == 2 else 2
    return stock


def cards_in_game(seats: i64) -> i64:
    """The set of role cards in play."""
    return bit(PROSPECTOR_CARD + PROSPECTORS[seats]) - 1


def ship_size(seats: i64, ship: i64) -> i64:
    """Cargo spaces of a ship, 0 being the smallest; the size is also its name."""
    return SMALLEST_SHIP[seats] + ship * SHIP_STEP[seats]


def has_circle(place: i64) -> bool:
    """Whether anybody can work there: not in a forest, nor in the statue (docs/rules §7 Forest house, Statue)."""
    return place != FOREST and not (CIRCLELESS_BUILDINGS >> place) & 1
