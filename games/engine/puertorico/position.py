"""The data of a Puerto Rico position and the elementary operations that the roles are made of."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.contract import NOBODY, Event, Position
from games.engine.puertorico.components import (
    BASE_SELECTION,
    CARDS,
    CIRCLES,
    CITY_SPACES,
    COLUMN,
    CORN,
    EDITION_2014,
    FIRST_BUILDING,
    FOREST,
    GOOD_NAMES,
    GOODS,
    HIGHEST_COLUMN,
    ISLAND_SPACES,
    LARGE_PLANT,
    NO_CARD,
    NO_CIRCLES,
    NO_GOOD,
    NO_PLACE,
    NO_TILE,
    NOBLES,
    PLACE_NAMES,
    PLACES,
    PRICE,
    QUARRIES,
    QUARRY,
    SAN_JUAN,
    SHIPS,
    SMALL_PLANT,
    SPACES,
    TILE_KINDS,
    ZONING_OFFICE,
    buildings_in_game,
    cards_in_game,
    colonists_in_game,
    goods_in_game,
    only,
    tiles_in_game,
    vp_pool,
)
from games.engine.puertorico.moves import PASS, TAKE_COLONIST, TAKE_NOBLE
from games.engine.random import Random

# The stages of play: what the seat to move is asked. The names are those of Question.stage.
DRAFT: Final = 0
ROLE: Final = 1
SETTLER: Final = 2
FOREST_OR_NOT: Final = 3
HOSPICE: Final = 4
HUNTING_LODGE: Final = 5
MAYOR: Final = 6
SHIP: Final = 7
COLONISTS: Final = 8
NOBLES_PLACED: Final = 9
BUILDER: Final = 10
BLACK_MARKET: Final = 11
UNIVERSITY: Final = 12
GUESTS: Final = 13
CRAFTSMAN: Final = 14
TRADER: Final = 15
CAPTAIN: Final = 16
SMALL_WHARF: Final = 17
STORING: Final = 18
OVER: Final = 19
PHASE_END: Final = 20
"""Nobody's move: the role is done and the flow of the round goes on (never seen outside play)."""

STAGE_NAMES: Final = (
    "draft",
    "role",
    "settler",
    "forest",
    "hospice",
    "hunting lodge",
    "mayor",
    "ship",
    "colonists",
    "nobles",
    "builder",
    "black market",
    "university",
    "guests",
    "craftsman",
    "trader",
    "captain",
    "small wharf",
    "storing",
    "over",
)

# How the violet buildings in play are selected (docs/rules §7, §9 `buildings`).
SELECT_BASE: Final = 0
SELECT_DRAFT: Final = 1
SELECT_RANDOM: Final = 2
SELECT_ALL: Final = 3
SELECT_LIST: Final = 4
SELECTION_NAMES: Final = ("base", "draft", "random", "all", "list")

# What has paid for a building at the black market, as bits of `paid`; also the order in which it is asked for.
PAID_COLONIST: Final = 1
PAID_GOOD: Final = 2
PAID_VP: Final = 4
PAID_NAMES: Final = ("colonist", "good", "vp")

# What an actor has done in his trader turn, as bits of `traded`.
TRADED_GOOD: Final = 1
TRADED_LAND: Final = 2
TRADED_NAMES: Final = ("good", "land")

# What ends the game (docs/rules §4), as bits of `ends`.
END_CITY: Final = 1
END_COLONISTS: Final = 2
END_VP: Final = 4
END_BUILDINGS: Final = 8
END_NAMES: Final = ("city", "colonists", "victory points", "buildings")
END_CONDITIONS: Final = vec[i64]([END_CITY, END_COLONISTS, END_VP, END_BUILDINGS])


class State(Position):
    """Everything that lies on the table, and where in the round the game is.

    Tables by seat and kind are flat: `goods[seat * GOODS + good]`, `island[seat * TILE_KINDS + tile]`,
    `workers[seat * PLACES + place]`. Sets (of places, cards, seats, goods) are bit sets, bit n for member n.

    Options: `edition` (EDITION_2014 or FIRST_EDITION), `open_vp` (0, 1), `first_governor` (a seat, NOBODY: drawn),
    `buildings` (SELECT_*), `new_buildings` and `exclusions` (0, 1; for a selection out of more than the base),
    `nobles_on` and `long_game` (0, 1). `chosen` is the set of the selectable buildings in play, during a draft of
    those chosen so far. `expanded` is 1 where anything of the expansions is in play: whatever is marked + below
    stays as it is otherwise.

    The round: `round` from 1; `phases`, the number of role (and draft) picks so far, counted before each;
    `governor`; `picks` made in this round, the present one included; `picker` and `role` (a card; NO_CARD while one
    is to be picked); `cards_left` set of cards, `cards_of[seat]` set of those picked in this round,
    `card_doubloons[card]`; `stage` and `actor`, the seat to move (NOBODY when over); `ends`, the end conditions met
    (END_* bits).

    The table: `colonist_supply`, `colonist_ship`, `vp_pool` (chips left), `quarries` (left), `face_up[good]`,
    `face_down[good]`, `discards[good]` plantation tiles, `goods_supply[good]`, `stock[place]` buildings left,
    `ship_good[ship]` (NO_GOOD: empty), `ship_barrels[ship]`, `house[good]` barrels in the trading house.

    + `noble_supply`, `noble_ship` (besides the colonists there).

    The seats: `doubloons`, `chips` (VP from the pool), `beyond` (VP beyond the pool), `san_juan` (colonists there),
    `colonist_count` (San Juan included), `places` (set of the places owned), `occupied` (set of those with a
    colonist), `circle_count` (on all places, filled or not), `city` (spaces filled), and by kind `goods`, `island`
    (tiles), `workers` (colonists on a place). Nobles count as colonists in all of these; + `noble_count`,
    `nobles_in_san_juan`, `nobles` (by place) say how many of them are nobles. + `forests` by the good that the
    plantation was, `secret_forests` those of them whose good only the owner has seen.

    Within a phase, neutral outside it: settler: `may_draw` 1 while the actor can still use the hacienda; `latest`
    the place just taken or built on, for hospice and university, or + being paid for; + `drew` 1 once the actor has
    used the hacienda, `drawn` the tile that he has drawn and not placed yet, `second` 1 for the library's second
    tile. + guests: `done` set of the seats that have been asked. + lodges: `actor` alone says how far they are.
    mayor and storing: `done` set of the seats that have placed or stored. Placing: `placing` the place asked for,
    `hand` colonists yet to be placed, `later` circles of the actor's places after `placing`, `begun` 1 once the
    actor's old arrangement has been taken up. builder: + `owed` what the black market still has to get, `paid`
    (PAID_* bits) what it got. craftsman: `produced` set of the craftsman's goods; + `made` how many of each,
    `extras` how many more goods he may take, `least` the lowest that he may still name. trader: + `traded`
    (TRADED_* bits). captain: `privilege` 1 while the captain has not loaded, `wharfs` set of the seats whose wharf
    has sailed, `idle` turns in a row in which nobody loaded; + `begun_loading` set of the seats that have loaded,
    `visited` set of those whose first turn has been, `unions` and `supplied` of those whose union hall has paid and
    who are done with the royal supplier, `small_wharfs` of those whose small wharf has sailed, `lit` 1 once the
    lighthouse has paid the captain; for the royal supplier `cargo` barrels in this turn so far, `least` the lowest
    good that may still be named; loading the small wharf `named` barrels by good so far, `least` the good asked
    for. storing: `stored` set of the goods that the actor has put into his warehouses; + `named` single barrels
    that he keeps so far by good, `least` the lowest good of the next.
    """

    def __init__(self, seats: i64, random: Random) -> None:
        """An empty table: open_box or copy_into puts everything on it."""
        super().__init__(seats)
        self.random: Random = random
        self.edition: i64 = EDITION_2014
        self.open_vp: i64 = 0
        self.first_governor: i64 = NOBODY
        self.buildings: i64 = SELECT_BASE
        self.new_buildings: i64 = 1
        self.exclusions: i64 = 1
        self.nobles_on: i64 = 0
        self.long_game: i64 = 0
        self.chosen: i64 = BASE_SELECTION
        self.expanded: i64 = 0

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

        self.noble_supply: i64 = 0
        self.noble_ship: i64 = 0
        self.noble_count: vec[i64] = vec[i64]()
        self.nobles_in_san_juan: vec[i64] = vec[i64]()
        self.nobles: vec[i64] = vec[i64]()
        self.forests: vec[i64] = vec[i64]()
        self.secret_forests: vec[i64] = vec[i64]()

        self.drew: i64 = 0
        self.drawn: i64 = NO_TILE
        self.second: i64 = 0
        self.owed: i64 = 0
        self.paid: i64 = 0
        self.made: vec[i64] = vec[i64]()
        self.extras: i64 = 0
        self.least: i64 = 0
        self.traded: i64 = 0
        self.unions: i64 = 0
        self.supplied: i64 = 0
        self.begun_loading: i64 = 0
        self.visited: i64 = 0
        self.lit: i64 = 0
        self.small_wharfs: i64 = 0
        self.cargo: i64 = 0
        self.named: vec[i64] = vec[i64]()

    def open_box(self) -> None:
        """Put everything that the options ask for into the supplies, nothing before the seats; docs/rules §1."""
        seats = self.seats
        self.cards_left = cards_in_game(seats)
        self.cards_of = vec[i64]([0] * seats)
        self.card_doubloons = vec[i64]([0] * CARDS)
        self.colonist_supply = colonists_in_game(seats, self.nobles_on, self.long_game)
        self.vp_pool = vp_pool(seats, self.edition, self.long_game)
        self.quarries = QUARRIES[seats]
        self.face_up = vec[i64]([0] * GOODS)
        self.face_down = tiles_in_game(seats)
        self.discards = vec[i64]([0] * GOODS)
        self.goods_supply = goods_in_game(seats)
        self.stock = vec[i64]([0] * PLACES)
        self.put_out_buildings()
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
        if self.nobles_on or self.buildings != SELECT_BASE:
            self._open_expansions()

    def put_out_buildings(self) -> None:
        """The supply of buildings; while a draft goes on, of those chosen so far."""
        self.stock = self.all_buildings()

    def all_buildings(self) -> vec[i64]:
        """How many of each building there are in this game, built or not, by place."""
        return buildings_in_game(self.seats, self.chosen, 1 if self.buildings == SELECT_ALL else 0)

    def _open_expansions(self) -> None:
        seats = self.seats
        self.expanded = 1
        self.noble_supply = NOBLES if self.nobles_on else 0
        self.noble_count = vec[i64]([0] * seats)
        self.nobles_in_san_juan = vec[i64]([0] * seats)
        self.nobles = vec[i64]([0] * (seats * PLACES))
        self.forests = vec[i64]([0] * (seats * GOODS))
        self.secret_forests = vec[i64]([0] * (seats * GOODS))
        self.made = vec[i64]([0] * GOODS)
        self.named = vec[i64]([0] * GOODS)

    def copy_into(self, twin: State) -> None:
        """Make another position of the same number of seats equal to this one; it keeps its random and listener."""
        twin.plies = self.plies
        twin.revealed = self.revealed
        twin.edition = self.edition
        twin.open_vp = self.open_vp
        twin.first_governor = self.first_governor
        twin.buildings = self.buildings
        twin.long_game = self.long_game
        twin.expanded = self.expanded

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
        if self.expanded:
            self._copy_expansions(twin)

    def _copy_expansions(self, twin: State) -> None:
        twin.new_buildings = self.new_buildings
        twin.exclusions = self.exclusions
        twin.nobles_on = self.nobles_on
        twin.chosen = self.chosen

        twin.noble_supply = self.noble_supply
        twin.noble_ship = self.noble_ship
        twin.noble_count = self.noble_count[:]
        twin.nobles_in_san_juan = self.nobles_in_san_juan[:]
        twin.nobles = self.nobles[:]
        twin.forests = self.forests[:]
        twin.secret_forests = self.secret_forests[:]

        twin.drew = self.drew
        twin.drawn = self.drawn
        twin.second = self.second
        twin.owed = self.owed
        twin.paid = self.paid
        twin.made = self.made[:]
        twin.extras = self.extras
        twin.least = self.least
        twin.traded = self.traded
        twin.unions = self.unions
        twin.supplied = self.supplied
        twin.begun_loading = self.begun_loading
        twin.visited = self.visited
        twin.lit = self.lit
        twin.small_wharfs = self.small_wharfs
        twin.cargo = self.cargo
        twin.named = self.named[:]

    def tell(self, kind: str, seat: i64, data: dict[str, object], only: i64 = NOBODY) -> None:
        """Tell the listener what happened; kinds and data are listed in events.py.

        only: the one seat that may learn of it; NOBODY: everybody may.
        """
        listener = self.listener
        if listener is not None:
            listener.append(Event(kind, seat, data, None if only == NOBODY else [int(only)]))

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

    def works_by_noble(self, seat: i64, building: i64) -> bool:
        """Whether a noble is on the building, which the seat owns."""
        return self.nobles_on != 0 and self.nobles[seat * PLACES + building] > 0

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

    def welcome_noble(self, seat: i64) -> None:
        """A new noble arrives in San Juan."""
        self.welcome(seat, 1)
        self.noble_count[seat] += 1
        self.nobles_in_san_juan[seat] += 1

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
        self._employ_new(seat, place)
        return source

    def fetch_noble(self, seat: i64, place: i64) -> None:
        """The ship's noble on an empty circle, as fetch_colonist."""
        self.noble_ship -= 1
        self.colonist_count[seat] += 1
        self.noble_count[seat] += 1
        if self._employ_new(seat, place):
            self.nobles[seat * PLACES + place] += 1
        else:
            self.nobles_in_san_juan[seat] += 1

    def _employ_new(self, seat: i64, place: i64) -> bool:
        """Whether there was a circle; otherwise the newcomer goes to San Juan (docs/rules §7 forest house, statue)."""
        if _has_circle(place):
            self.put_to_work(seat, place, 1)
            return True
        self.san_juan[seat] += 1
        return False

    def leave(self, seat: i64, place: i64, noble: i64) -> None:
        """One colonist (noble 0) or noble (1) goes from a place to San Juan; SAN_JUAN: he is there already."""
        if place == SAN_JUAN:
            return
        self.workers[seat * PLACES + place] -= 1
        self.san_juan[seat] += 1
        if noble:
            self.nobles[seat * PLACES + place] -= 1
            self.nobles_in_san_juan[seat] += 1
        if self.workers[seat * PLACES + place] == 0:
            self.occupied[seat] &= ~only(place)

    def send_back(self, seat: i64, noble: i64) -> None:
        """A colonist or a noble goes from San Juan to the supply."""
        self.san_juan[seat] -= 1
        self.colonist_count[seat] -= 1
        if noble:
            self.nobles_in_san_juan[seat] -= 1
            self.noble_count[seat] -= 1
            self.noble_supply += 1
        else:
            self.colonist_supply += 1

    def ordinary_on(self, seat: i64, place: i64) -> i64:
        """Colonists on a place that are no nobles; SAN_JUAN too."""
        if place == SAN_JUAN:
            return self.san_juan[seat] - (self.nobles_in_san_juan[seat] if self.nobles_on else 0)
        return self.workers[seat * PLACES + place] - (self.nobles[seat * PLACES + place] if self.nobles_on else 0)

    def nobles_at(self, seat: i64, place: i64) -> i64:
        """Nobles on a place; SAN_JUAN too."""
        if not self.nobles_on:
            return 0
        return self.nobles_in_san_juan[seat] if place == SAN_JUAN else self.nobles[seat * PLACES + place]

    def put_to_work(self, seat: i64, place: i64, colonists: i64) -> None:
        """Set so many more colonists on a place's empty circles."""
        self.workers[seat * PLACES + place] += colonists
        self.occupied[seat] |= only(place)

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

    def legal_newcomers(self, ship_too: bool) -> vec[i64]:
        """The answers where the hospice or the university may fetch somebody (docs/rules §11 Nobles)."""
        if self.colonist_supply > 0 or not ship_too or self.noble_ship == 0:
            return vec[i64]([PASS, TAKE_COLONIST])
        return vec[i64]([PASS, TAKE_COLONIST, TAKE_NOBLE] if self.colonist_ship > 0 else [PASS, TAKE_NOBLE])

    def newcomers(self, ship_too: bool) -> i64:
        """How many could be fetched."""
        return self.colonist_supply + (self.colonist_ship + self.noble_ship if ship_too else 0)

    def answer_newcomer(self, move: i64, by: str, ship_too: bool) -> None:
        """The actor's answer for the place just got: somebody from the supply, perhaps from the ship, or nobody.

        by: the building that fetches him, "hospice" or "university".
        """
        seat, place = self.actor, self.latest
        self.latest = NO_PLACE
        if move == PASS:
            if self.listener is not None:
                self.tell("passes", seat, {"stage": by})
            return
        noble = move == TAKE_NOBLE
        source = "ship"
        if noble:
            self.fetch_noble(seat, place)
        else:
            source = self.fetch_colonist(seat, place, ship_too)
        if self.listener is not None:
            self.tell_newcomer(seat, by, PLACE_NAMES[place if _has_circle(place) else SAN_JUAN], source, noble)

    # --- doubloons and victory points ---

    def gain_vp(self, seat: i64, points: i64) -> None:
        """Chips as far as the pool has them, the rest counts beyond it (docs/rules §3 Captain, §11 Base)."""
        chips = points if points < self.vp_pool else self.vp_pool
        self.vp_pool -= chips
        self.chips[seat] += chips
        self.beyond[seat] += points - chips
        if self.vp_pool == 0 and points > 0 and not self.long_game:
            self.trigger_end(END_VP, seat)

    def return_vp(self, seat: i64) -> None:
        """One victory point back: one from beyond the pool first, which does not raise it (docs/rules §11)."""
        if self.beyond[seat] > 0:
            self.beyond[seat] -= 1
        else:
            self.chips[seat] -= 1
            self.vp_pool += 1

    def vp(self, seat: i64) -> i64:
        """Victory points earned so far, also beyond the pool; without buildings."""
        return self.chips[seat] + self.beyond[seat]

    def tell_newcomer(self, seat: i64, by: str, place: str, source: str, noble: bool) -> None:
        """Tell of one more colonist, or a noble."""
        told: dict[str, object] = {"by": by, "place": place, "source": source}
        if noble:
            told["noble"] = True
        self.tell("gets_colonist", seat, told)

    def tell_pass(self, seat: i64, stage: str, more: bool) -> None:
        """Tell of a pass; more: he has had some of what he could have in this stage."""
        told: dict[str, object] = {"stage": stage}
        if more:
            told["more"] = True
        self.tell("passes", seat, told)

    def trigger_end(self, condition: i64, seat: i64) -> None:
        """The game ends with this round; `seat` brought it about (NOBODY: nobody in particular)."""
        if self.ends & condition:
            return
        self.ends |= condition
        if self.listener is not None:
            names = [name for bit, name in enumerate(END_NAMES) if END_CONDITIONS[bit] == condition]
            self.tell("end_triggered", seat, {"condition": names[0]})

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
        self.places[seat] |= only(tile)
        self.circle_count[seat] += 1

    def lay_forest(self, seat: i64, tile: i64, secretly: i64) -> None:
        """Put a plantation face down on an empty island space; secretly: only the owner knows what it was."""
        self.island[seat * TILE_KINDS + FOREST] += 1
        self.forests[seat * GOODS + tile] += 1
        if secretly:
            self.secret_forests[seat * GOODS + tile] += 1

    def clear_tile(self, seat: i64, tile: i64) -> None:
        """Give a plantation back to the discards; if all of the kind are occupied, its colonist goes to San Juan."""
        if self.workers[seat * PLACES + tile] == self.island[seat * TILE_KINDS + tile]:
            self.leave(seat, tile, 1 if self.ordinary_on(seat, tile) == 0 else 0)
        self.island[seat * TILE_KINDS + tile] -= 1
        self.circle_count[seat] -= 1
        if self.island[seat * TILE_KINDS + tile] == 0:
            self.places[seat] &= ~only(tile)
        self.discards[tile] += 1

    def clear_forest(self, seat: i64, good: i64) -> None:
        """Give a forest back as the plantation that it was, which everybody sees; of equal ones one that they knew."""
        index = seat * GOODS + good
        self.island[seat * TILE_KINDS + FOREST] -= 1
        if self.secret_forests[index] == self.forests[index]:
            self.secret_forests[index] -= 1
            self.revealed += 1
        self.forests[index] -= 1
        self.discards[good] += 1

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
        """What the seat would pay; privilege: what the builder's takes off (docs/rules §3 Builder)."""
        price = PRICE[building] - privilege - self.reduction(seat, COLUMN[building])
        return price if price > 0 else 0

    def reduction(self, seat: i64, column: i64) -> i64:
        """What is taken off the prices of a column: occupied quarries up to its number, and discounts."""
        quarries = self.workers[seat * PLACES + QUARRY]
        if quarries > column:
            quarries = column
        return quarries + self.discount(seat, column) if self.expanded else quarries

    def discount(self, seat: i64, column: i64) -> i64:
        """What the expansions take off the price: every two forests, and the zoning office (docs/rules §7, §8)."""
        discount = self.island[seat * TILE_KINDS + FOREST] // 2
        if self.works(seat, ZONING_OFFICE):
            if self.works_by_noble(seat, ZONING_OFFICE):
                if column == HIGHEST_COLUMN:
                    discount += 2
            elif column < HIGHEST_COLUMN:
                discount += 1
        return discount

    def raise_building(self, seat: i64, building: i64) -> None:
        """Move a building from the stock into a city."""
        self.stock[building] -= 1
        self.add_building(seat, building)

    def add_building(self, seat: i64, building: i64) -> None:
        """Put a building, already taken from the stock, into a city."""
        self.places[seat] |= only(building)
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


def _has_circle(place: i64) -> bool:
    return place != FOREST and not (NO_CIRCLES >> place) & 1


def goods_by_name(counts: vec[i64], base: i64) -> dict[str, object]:
    """The non-zero counts of five goods (or plantations), from an index on, by name: for events."""
    good: i64
    named: dict[str, object] = {}
    for good in range(GOODS):
        count = counts[base + good]
        if count:
            named[GOOD_NAMES[good]] = int(count)
    return named
