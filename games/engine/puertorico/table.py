"""The data of a Puerto Rico position: all that lies on the table, how it is laid out and copied."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.contract import NOBODY, Position
from games.engine.puertorico.components import (
    BASE_SELECTION,
    CARDS,
    EDITION_2014,
    GOODS,
    NO_CARD,
    NO_GOOD,
    NO_PLACE,
    NO_TILE,
    NOBLES,
    PLACES,
    QUARRIES,
    SHIPS,
    TILE_KINDS,
    buildings_in_game,
    cards_in_game,
    colonists_in_game,
    goods_in_game,
    tiles_in_game,
    vp_pool,
)
from games.engine.puertorico.stages import PHASE_END, SELECT_ALL, SELECT_BASE
from games.engine.random import Random


class Table(Position):
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
    tile. + guests: `done` set of the seats that have been asked, `closing` 1 at the end of a phase, 0 before the
    production. + lodges: `actor` alone says how far they are.
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
        self.closing: i64 = 0
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

    def copy_into(self, twin: Table) -> None:
        """Make another position of the same number of seats equal to this one; it keeps its random and listener."""
        twin.plies = self.plies
        twin.revealed = self.revealed
        twin.rules_version = self.rules_version
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

    def _copy_expansions(self, twin: Table) -> None:
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
        twin.closing = self.closing
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
