"""The data of a Puerto Rico position and the elementary operations that the roles are made of."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.contract import NOBODY, Event, Position
from games.engine.puertorico.components import (
    CARDS,
    CIRCLES,
    CITY_SPACES,
    COLUMN,
    CORN,
    EDITION_2014,
    FIRST_BUILDING,
    GOOD_NAMES,
    GOODS,
    ISLAND_SPACES,
    LARGE_PLANT,
    NO_CARD,
    NO_GOOD,
    NO_PLACE,
    NO_TILE,
    PLACES,
    PRICE,
    QUARRIES,
    QUARRY,
    SHIPS,
    SMALL_PLANT,
    SPACES,
    TILE_KINDS,
    buildings_in_game,
    cards_in_game,
    colonists_in_game,
    goods_in_game,
    tiles_in_game,
    vp_pool,
)
from games.engine.random import Random

# The stages of play: what the seat to move is asked. The names are those of Question.stage.
ROLE: Final = 0
SETTLER: Final = 1
HOSPICE: Final = 2
MAYOR: Final = 3
COLONISTS: Final = 4
BUILDER: Final = 5
UNIVERSITY: Final = 6
CRAFTSMAN: Final = 7
TRADER: Final = 8
CAPTAIN: Final = 9
STORING: Final = 10
OVER: Final = 11
PHASE_END: Final = 12
"""Nobody's move: the role is done and the flow of the round goes on (never seen outside play)."""

STAGE_NAMES: Final = (
    "role",
    "settler",
    "hospice",
    "mayor",
    "colonists",
    "builder",
    "university",
    "craftsman",
    "trader",
    "captain",
    "storing",
    "over",
)

# What ends the game (docs/rules §4), as bits of `ends`.
END_CITY: Final = 1
END_COLONISTS: Final = 2
END_VP: Final = 4
END_NAMES: Final = ("city", "colonists", "victory points")


class State(Position):
    """Everything that lies on the table, and where in the round the game is.

    Tables by seat and kind are flat: `goods[seat * GOODS + good]`, `island[seat * TILE_KINDS + tile]`,
    `workers[seat * PLACES + place]`. Sets (of places, cards, seats, goods) are bit sets, bit n for member n.

    Options: `edition` (EDITION_2014 or FIRST_EDITION), `open_vp` (0, 1), `first_governor` (a seat, NOBODY: drawn).

    The round: `round` from 1; `phases`, the number of role picks so far, counted before each; `governor`; `picks` made
    in this round, the present one included; `picker` and `role` (a card; NO_CARD while one is to be picked);
    `cards_left` set of cards, `cards_of[seat]` set of those picked in this round, `card_doubloons[card]`; `stage` and
    `actor`, the seat to move (NOBODY when over); `ends`, the end conditions met (END_* bits).

    The table: `colonist_supply`, `colonist_ship`, `vp_pool` (chips left), `quarries` (left), `face_up[good]`,
    `face_down[good]`, `discards[good]` plantation tiles, `goods_supply[good]`, `stock[place]` buildings left,
    `ship_good[ship]` (NO_GOOD: empty), `ship_barrels[ship]`, `house[good]` barrels in the trading house.

    The seats: `doubloons`, `chips` (VP from the pool), `beyond` (VP beyond the pool), `san_juan` (colonists there),
    `colonist_count` (San Juan included), `places` (set of the places owned), `occupied` (set of those with a
    colonist), `circle_count` (on all places, filled or not), `city` (spaces filled), and by kind `goods`, `island`
    (tiles), `workers` (colonists on a place).

    Within a phase, neutral outside it:
    settler: `may_draw` 1 while the actor can still use the hacienda; `latest` the place just taken or built on, for
    hospice and university. mayor and storing: `done` set of the seats that have placed or stored. Placing: `placing`
    the place asked for, `hand` colonists yet to be placed, `later` circles of the actor's places after `placing`,
    `begun` 1 once the actor's old arrangement has been taken up. craftsman: `produced` set of the craftsman's goods.
    captain: `privilege` 1 while the captain has not loaded, `wharfs` set of the seats whose wharf has sailed, `idle`
    turns in a row in which nobody loaded. storing: `stored` set of the goods that the actor has put into his
    warehouses.
    """

    def __init__(self, seats: i64, random: Random) -> None:
        """An empty table: open_box or copy_into puts everything on it."""
        super().__init__(seats)
        self.random: Random = random
        self.edition: i64 = EDITION_2014
        self.open_vp: i64 = 0
        self.first_governor: i64 = NOBODY

        self.round: i64 = 1
        self.phases: i64 = 0
        self.governor: i64 = 0
        self.picks: i64 = 0
        self.picker: i64 = NOBODY
        self.role: i64 = NO_CARD
        self.cards_left: i64 = 0
        self.cards_of: vec[i64] = vec[i64]()
        self.card_doubloons: vec[i64] = vec[i64]()
        self.stage: i64 = PHASE_END
        self.actor: i64 = NOBODY
        self.ends: i64 = 0

        self.colonist_supply: i64 = 0
        self.colonist_ship: i64 = 0
        self.vp_pool: i64 = 0
        self.quarries: i64 = 0
        self.face_up: vec[i64] = vec[i64]()
        self.face_down: vec[i64] = vec[i64]()
        self.discards: vec[i64] = vec[i64]()
        self.goods_supply: vec[i64] = vec[i64]()
        self.stock: vec[i64] = vec[i64]()
        self.ship_good: vec[i64] = vec[i64]()
        self.ship_barrels: vec[i64] = vec[i64]()
        self.house: vec[i64] = vec[i64]()

        self.doubloons: vec[i64] = vec[i64]()
        self.chips: vec[i64] = vec[i64]()
        self.beyond: vec[i64] = vec[i64]()
        self.san_juan: vec[i64] = vec[i64]()
        self.colonist_count: vec[i64] = vec[i64]()
        self.places: vec[i64] = vec[i64]()
        self.occupied: vec[i64] = vec[i64]()
        self.circle_count: vec[i64] = vec[i64]()
        self.city: vec[i64] = vec[i64]()
        self.goods: vec[i64] = vec[i64]()
        self.island: vec[i64] = vec[i64]()
        self.workers: vec[i64] = vec[i64]()

        self.may_draw: i64 = 0
        self.latest: i64 = NO_PLACE
        self.done: i64 = 0
        self.placing: i64 = NO_PLACE
        self.hand: i64 = 0
        self.later: i64 = 0
        self.begun: i64 = 0
        self.produced: i64 = 0
        self.privilege: i64 = 0
        self.wharfs: i64 = 0
        self.idle: i64 = 0
        self.stored: i64 = 0

    def open_box(self, edition: i64) -> None:
        """Put everything into the supplies, nothing before the seats; docs/rules §1."""
        seats = self.seats
        self.edition = edition
        self.cards_left = cards_in_game(seats)
        self.cards_of = vec[i64]([0] * seats)
        self.card_doubloons = vec[i64]([0] * CARDS)
        self.colonist_supply = colonists_in_game(seats)
        self.vp_pool = vp_pool(seats, edition)
        self.quarries = QUARRIES[seats]
        self.face_up = vec[i64]([0] * GOODS)
        self.face_down = tiles_in_game(seats)
        self.discards = vec[i64]([0] * GOODS)
        self.goods_supply = goods_in_game(seats)
        self.stock = buildings_in_game(seats)
        self.ship_good = vec[i64]([NO_GOOD] * SHIPS[seats])
        self.ship_barrels = vec[i64]([0] * SHIPS[seats])
        self.house = vec[i64]([0] * GOODS)
        self.doubloons = vec[i64]([0] * seats)
        self.chips = vec[i64]([0] * seats)
        self.beyond = vec[i64]([0] * seats)
        self.san_juan = vec[i64]([0] * seats)
        self.colonist_count = vec[i64]([0] * seats)
        self.places = vec[i64]([0] * seats)
        self.occupied = vec[i64]([0] * seats)
        self.circle_count = vec[i64]([0] * seats)
        self.city = vec[i64]([0] * seats)
        self.goods = vec[i64]([0] * (seats * GOODS))
        self.island = vec[i64]([0] * (seats * TILE_KINDS))
        self.workers = vec[i64]([0] * (seats * PLACES))

    def copy_into(self, twin: State) -> None:
        """Make another position of the same number of seats equal to this one; it keeps its random and listener."""
        twin.plies = self.plies
        twin.revealed = self.revealed
        twin.edition = self.edition
        twin.open_vp = self.open_vp
        twin.first_governor = self.first_governor

        twin.round = self.round
        twin.phases = self.phases
        twin.governor = self.governor
        twin.picks = self.picks
        twin.picker = self.picker
        twin.role = self.role
        twin.cards_left = self.cards_left
        twin.cards_of = self.cards_of[:]
        twin.card_doubloons = self.card_doubloons[:]
        twin.stage = self.stage
        twin.actor = self.actor
        twin.ends = self.ends

        twin.colonist_supply = self.colonist_supply
        twin.colonist_ship = self.colonist_ship
        twin.vp_pool = self.vp_pool
        twin.quarries = self.quarries
        twin.face_up = self.face_up[:]
        twin.face_down = self.face_down[:]
        twin.discards = self.discards[:]
        twin.goods_supply = self.goods_supply[:]
        twin.stock = self.stock[:]
        twin.ship_good = self.ship_good[:]
        twin.ship_barrels = self.ship_barrels[:]
        twin.house = self.house[:]

        twin.doubloons = self.doubloons[:]
        twin.chips = self.chips[:]
        twin.beyond = self.beyond[:]
        twin.san_juan = self.san_juan[:]
        twin.colonist_count = self.colonist_count[:]
        twin.places = self.places[:]
        twin.occupied = self.occupied[:]
        twin.circle_count = self.circle_count[:]
        twin.city = self.city[:]
        twin.goods = self.goods[:]
        twin.island = self.island[:]
        twin.workers = self.workers[:]

        twin.may_draw = self.may_draw
        twin.latest = self.latest
        twin.done = self.done
        twin.placing = self.placing
        twin.hand = self.hand
        twin.later = self.later
        twin.begun = self.begun
        twin.produced = self.produced
        twin.privilege = self.privilege
        twin.wharfs = self.wharfs
        twin.idle = self.idle
        twin.stored = self.stored

    def tell(self, kind: str, seat: i64, data: dict[str, object]) -> None:
        """Tell the listener what happened; kinds and data are listed in events.py."""
        listener = self.listener
        if listener is not None:
            listener.append(Event(kind, seat, data))

    # --- seats ---

    def after(self, seat: i64) -> i64:
        """The next seat clockwise."""
        seat += 1
        if seat == self.seats:
            seat = 0
        return seat

    def next_not_done(self) -> i64:
        """The first seat, clockwise from the picker, that is not in `done`; NOBODY when all are."""
        seat = self.picker
        done = self.done
        for _turn in range(self.seats):
            if not (done >> seat) & 1:
                return seat
            seat = self.after(seat)
        return NOBODY

    def works(self, seat: i64, building: i64) -> bool:
        """Whether the seat owns the building and it is occupied."""
        return (self.occupied[seat] >> building) & 1 != 0

    def owns(self, seat: i64, building: i64) -> bool:
        return (self.places[seat] >> building) & 1 != 0

    def good_of(self, seat: i64, good: i64) -> i64:
        """Barrels of a good that the seat has."""
        return self.goods[seat * GOODS + good]

    # --- colonists ---

    def circles(self, seat: i64, place: i64) -> i64:
        """Circles of an owned place, filled or not."""
        if place < FIRST_BUILDING:
            return self.island[seat * TILE_KINDS + place]
        return CIRCLES[place]

    def circles_of(self, seat: i64) -> i64:
        """All circles of a seat, filled or not."""
        return self.circle_count[seat]

    def colonists_of(self, seat: i64) -> i64:
        """All colonists of a seat, San Juan included."""
        return self.colonist_count[seat]

    def workers_on(self, seat: i64, place: i64) -> i64:
        return self.workers[seat * PLACES + place]

    def welcome(self, seat: i64, colonists: i64) -> None:
        """New colonists arrive in San Juan."""
        self.colonist_count[seat] += colonists
        self.san_juan[seat] += colonists

    def fetch_colonist(self, seat: i64, place: i64, ship_too: bool) -> str:
        """A new colonist on an empty circle, from the supply, else, where the rule allows it, from the ship; or none.

        Says where from: "supply", "ship", or "".
        """
        if self.colonist_supply > 0:
            self.colonist_supply -= 1
            source = "supply"
        elif ship_too and self.colonist_ship > 0:
            self.colonist_ship -= 1
            source = "ship"
        else:
            return ""
        self.colonist_count[seat] += 1
        self.put_to_work(seat, place, 1)
        return source

    def put_to_work(self, seat: i64, place: i64, colonists: i64) -> None:
        """Set so many more colonists on a place's empty circles."""
        self.workers[seat * PLACES + place] += colonists
        self.occupied[seat] |= 1 << place

    def empty_building_circles(self, seat: i64) -> i64:
        """Empty circles on the seat's buildings: what the colonist ship is refilled for."""
        workers = self.workers
        base = seat * PLACES
        total: i64 = 0
        rest = self.places[seat] >> FIRST_BUILDING
        place: i64 = FIRST_BUILDING
        while rest:
            if rest & 1:
                total += CIRCLES[place] - workers[base + place]
            rest >>= 1
            place += 1
        return total

    # --- doubloons and victory points ---

    def gain_vp(self, seat: i64, points: i64) -> None:
        """Chips as far as the pool has them, the rest counts beyond it (docs/rules §3 Captain, §11 Base)."""
        chips = points if points < self.vp_pool else self.vp_pool
        self.vp_pool -= chips
        self.chips[seat] += chips
        self.beyond[seat] += points - chips
        if self.vp_pool == 0 and points > 0:
            self.trigger_end(END_VP, seat)

    def vp(self, seat: i64) -> i64:
        """Victory points earned so far, also beyond the pool; without buildings."""
        return self.chips[seat] + self.beyond[seat]

    def trigger_end(self, condition: i64, seat: i64) -> None:
        """The game ends with this round; `seat` brought it about (NOBODY: nobody in particular)."""
        if self.ends & condition:
            return
        self.ends |= condition
        if self.listener is not None:
            self.tell("end_triggered", seat, {"condition": END_NAMES[condition >> 1]})

    # --- island ---

    def island_free(self, seat: i64) -> i64:
        """Empty island spaces."""
        space: i64
        island = self.island
        free: i64 = ISLAND_SPACES
        for space in range(seat * TILE_KINDS, seat * TILE_KINDS + TILE_KINDS):
            free -= island[space]
        return free

    def lay_tile(self, seat: i64, tile: i64) -> None:
        """Put a tile, already taken from where it lay, on an empty island space."""
        self.island[seat * TILE_KINDS + tile] += 1
        self.places[seat] |= 1 << tile
        self.circle_count[seat] += 1

    def draw_tile(self) -> i64:
        """Draw the top face-down tile, the discards shuffled into a new stack if need be; NO_TILE if none is left.

        The stack is kept as counts by kind and the tile drawn at need: no order is hidden that could leak.
        """
        tile: i64
        face_down = self.face_down
        left: i64 = 0
        for tile in range(GOODS):
            left += face_down[tile]
        if left == 0:
            discards = self.discards
            for tile in range(GOODS):
                face_down[tile] = discards[tile]
                left += discards[tile]
                discards[tile] = 0
            if left == 0:
                return NO_TILE
            if self.listener is not None:
                self.tell("shuffles", NOBODY, {"tiles": int(left)})
        self.revealed += 1
        rank = self.random.below(left)
        drawn: i64 = 0
        while rank >= face_down[drawn]:
            rank -= face_down[drawn]
            drawn += 1
        face_down[drawn] -= 1
        return drawn

    def can_draw(self) -> bool:
        """Whether any plantation is left to draw, the discards included."""
        return any(self.face_down[tile] > 0 or self.discards[tile] > 0 for tile in range(GOODS))

    # --- city ---

    def city_free(self, seat: i64) -> i64:
        """Empty city spaces."""
        return CITY_SPACES - self.city[seat]

    def price(self, seat: i64, building: i64, privilege: i64) -> i64:
        """What the seat would pay: less occupied quarries up to the column, less the builder's privilege (0 or 1)."""
        quarries = self.workers[seat * PLACES + QUARRY]
        column = COLUMN[building]
        if quarries > column:
            quarries = column
        price = PRICE[building] - quarries - privilege
        if price < 0:
            price = 0
        return price

    def raise_building(self, seat: i64, building: i64) -> None:
        """Move a building from the stock into a city."""
        self.stock[building] -= 1
        self.add_building(seat, building)

    def add_building(self, seat: i64, building: i64) -> None:
        """Put a building, already taken from the stock, into a city."""
        self.places[seat] |= 1 << building
        self.circle_count[seat] += CIRCLES[building]
        self.city[seat] += SPACES[building]

    # --- goods ---

    def production(self, seat: i64, good: i64) -> i64:
        """Barrels the seat could make: the smaller of occupied plantations and circles; the supply is not looked at."""
        workers = self.workers
        base = seat * PLACES
        fields = workers[base + good]
        if good == CORN or fields == 0:
            return fields
        circles = workers[base + LARGE_PLANT[good]]
        small = SMALL_PLANT[good]
        if small != NO_PLACE:
            circles += workers[base + small]
        return fields if fields < circles else circles

    def house_filled(self) -> i64:
        """Barrels in the trading house."""
        good: i64
        house = self.house
        filled: i64 = 0
        for good in range(GOODS):
            filled += house[good]
        return filled


def goods_by_name(counts: vec[i64], base: i64) -> dict[str, object]:
    """The non-zero counts of five goods (or plantations), from an index on, by name: for events."""
    good: i64
    named: dict[str, object] = {}
    for good in range(GOODS):
        count = counts[base + good]
        if count:
            named[GOOD_NAMES[good]] = int(count)
    return named
