"""The fields of a position, and how they are copied. Written by table_writer.py from fields.py."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.contract import Position
from games.engine.puertorico.components import GOODS, PLACES, ROLE_CARDS, TILE_KINDS
from games.engine.random import Random


class TableFields(Position):
    """All fields, beside those that every position has; what they mean is declared in fields.py."""

    def __init__(self, seats: i64, random: Random) -> None:
        super().__init__(seats)
        self.random: Random = random

        # --- the options ---
        self.edition: i64 = 0
        """EDITION_2014 or FIRST_EDITION."""
        self.open_vp: i64 = 0
        """1: everybody sees all VP chips."""
        self.first_governor: i64 = -1
        """A seat; NOBODY: drawn at random."""
        self.buildings: i64 = 0
        """How the kinds in play are selected: SELECT_*."""
        self.long_game: i64 = 0
        self.has_expansions: i64 = 0
        """1: something of the expansions is in play."""
        self.expansion_1_selectable: i64 = 1
        """1: draft, random and all choose from the buildings of expansion I too."""
        self.exclusions: i64 = 1
        """1: of some pairs of buildings only one comes into play."""
        self.nobles_on: i64 = 0
        """1: expansion II is played."""
        self.kinds_in_play: i64 = 2147467264
        """Set of the selectable buildings in play; during a draft of those chosen so far."""

        # --- the round ---
        self.round: i64 = 1
        self.phase_number: i64 = 0
        """Picks of roles so far, and choices of the draft; each counts from its beginning."""
        self.governor: i64 = 0
        self.picks: i64 = 0
        """Roles picked in this round, the present pick included."""
        self.picker: i64 = -1
        """The seat whose pick the phase is."""
        self.role: i64 = -1
        """The role card in play; NO_CARD while one is to be picked."""
        self.cards_left: i64 = 0
        """Set of the role cards that nobody has picked in this round."""
        self.cards_of: vec[i64] = vec[i64]()
        """By seat: set of the role cards that it has picked in this round."""
        self.card_doubloons: vec[i64] = vec[i64]()
        """By role card: the doubloons that lie on it."""
        self.stage: i64 = 20
        """What the seat to move is asked: STAGE_*."""
        self.actor: i64 = -1
        """The seat to move; NOBODY when the game is over."""
        self.ends: i64 = 0
        """The end conditions that are met, as END_* bits."""

        # --- the supplies ---
        self.colonist_supply: i64 = 0
        self.colonist_ship: i64 = 0
        self.vp_pool: i64 = 0
        """VP chips that nobody has yet."""
        self.quarries: i64 = 0
        """Quarries that nobody has yet."""
        self.face_up: vec[i64] = vec[i64]()
        """Plantations by good: face up, in the face-down stack, discarded."""
        self.face_down: vec[i64] = vec[i64]()
        self.discards: vec[i64] = vec[i64]()
        self.goods_supply: vec[i64] = vec[i64]()
        self.stock: vec[i64] = vec[i64]()
        """By place: how many of this building are left to buy."""
        self.ship_good: vec[i64] = vec[i64]()
        """By cargo ship: the good aboard; NO_GOOD: empty."""
        self.ship_barrels: vec[i64] = vec[i64]()
        self.trading_house: vec[i64] = vec[i64]()
        """Barrels in the trading house by good."""

        # --- the seats; nobles count as colonists in all of these ---
        self.doubloons: vec[i64] = vec[i64]()
        self.vp_chips: vec[i64] = vec[i64]()
        """VP from the pool."""
        self.vp_beyond_pool: vec[i64] = vec[i64]()
        """VP earned when the pool was empty."""
        self.san_juan: vec[i64] = vec[i64]()
        """Colonists in San Juan."""
        self.colonist_count: vec[i64] = vec[i64]()
        """All colonists of the seat, San Juan included."""
        self.owned_places: vec[i64] = vec[i64]()
        """Set of the places that the seat owns."""
        self.occupied_places: vec[i64] = vec[i64]()
        """Set of the places with at least one colonist."""
        self.circle_count: vec[i64] = vec[i64]()
        """Circles on all places of the seat, filled or not."""
        self.city_used: vec[i64] = vec[i64]()
        """City spaces filled."""
        self.goods: vec[i64] = vec[i64]()
        """Barrels by good."""
        self.island: vec[i64] = vec[i64]()
        """Island tiles by kind."""
        self.workers: vec[i64] = vec[i64]()
        """Colonists by place."""

        # --- within a phase ---
        self.may_draw: i64 = 0
        """Settler. 1: the actor can still use the hacienda."""
        self.acquired_place: i64 = -1
        """Settler and builder: the tile just taken, the building just built, to which hospice or university may bring
        a colonist."""
        self.seats_done: i64 = 0
        """Set of the seats that are not asked any more, in the stages that ask each seat once: those that have
        answered, and those without a choice."""
        self.place_asked: i64 = -1
        """Mayor: the place for which the actor says how many stand there: colonists, or nobles among them."""
        self.colonists_to_place: i64 = 0
        """Mayor: colonists of the actor that are not placed yet."""
        self.circles_after: i64 = 0
        """Mayor: circles of the actor's places that come after `place_asked`."""
        self.placement_begun: i64 = 0
        """Mayor. 1: the actor's colonists have left the places where they stood before."""
        self.kinds_produced: i64 = 0
        """Craftsman: set of the goods that the craftsman has produced."""
        self.captain_bonus_due: i64 = 0
        """Captain. 1: the captain has not loaded yet, so the VP of the privilege is still to come."""
        self.wharfs_used: i64 = 0
        """Captain: set of the seats whose wharf has sailed."""
        self.turns_without_loading: i64 = 0
        """Captain: turns in a row in which nobody loaded."""
        self.kinds_stored: i64 = 0
        """Storing: set of the goods that the actor has put into warehouses."""

        # --- the expansions ---
        self.noble_supply: i64 = 0
        self.noble_ship: i64 = 0
        """Nobles on the colonist ship, besides the colonists there."""
        self.noble_count: vec[i64] = vec[i64]()
        """By seat: how many of its colonists are nobles, San Juan included."""
        self.nobles_in_san_juan: vec[i64] = vec[i64]()
        self.nobles: vec[i64] = vec[i64]()
        """By seat and place: how many of the colonists there are nobles."""
        self.forests: vec[i64] = vec[i64]()
        """By seat and good: forests that were a plantation of this good."""
        self.secret_forests: vec[i64] = vec[i64]()
        """Those of the forests of which only the owner has seen what they were."""

        # --- the expansions within a phase ---
        self.hacienda_used: i64 = 0
        """Settler. 1: the actor has used the hacienda in this turn."""
        self.second_tile: i64 = 0
        """Settler. 1: it is about the second tile, which the library brings."""
        self.drawn_tile: i64 = -1
        """Settler: the tile that the actor has drawn and not placed yet."""
        self.at_phase_end: i64 = 0
        """Guests. 1: they are asked for at the end of a phase; 0: before the production."""
        self.unpaid_building: i64 = -1
        """Builder: the building for which the black market is being paid."""
        self.owed: i64 = 0
        """Builder: doubloons that the black market still has to make up for."""
        self.paid: i64 = 0
        """Builder: what the black market has got, as PAID_* bits."""
        self.extras_left: i64 = 0
        """Craftsman: extra goods that may still be taken."""
        self.lowest_extra: i64 = 0
        """Craftsman: extra goods are taken in ascending order; the lowest that may still be taken."""
        self.barrels_made: vec[i64] = vec[i64]()
        """Craftsman: how many barrels of each good the craftsman has produced, extra goods included."""
        self.traded: i64 = 0
        """Trader: what the actor has done in this turn, as TRADED_* bits."""
        self.small_wharfs_used: i64 = 0
        """Captain: set of the seats whose small wharf has sailed."""
        self.union_halls_paid: i64 = 0
        """Captain: set of the seats whose union hall has paid."""
        self.had_turn: i64 = 0
        """Captain: set of the seats whose first turn is over."""
        self.have_loaded: i64 = 0
        """Captain: set of the seats that have loaded."""
        self.suppliers_done: i64 = 0
        """Captain: set of the seats that cannot use the royal supplier any more, because they have used it."""
        self.supplied_now: i64 = 0
        """Captain: barrels that the actor has given to the royal supplier in this turn."""
        self.last_supplied: i64 = -1
        """Captain: the good that the actor gave to the royal supplier last, in ascending order; NO_GOOD: none in this
        turn."""
        self.lighthouse_paid: i64 = 0
        """Captain. 1: the lighthouse has paid the captain the doubloon that needs no loading."""
        self.cargo: vec[i64] = vec[i64]()
        """Small wharf: by good, barrels that the actor has named so far."""
        self.cargo_good: i64 = -1
        """Small wharf: the good for which the actor is asked how much of it is loaded; NO_GOOD: none."""
        self.singles: vec[i64] = vec[i64]()
        """Storing: by good, single barrels that the actor keeps."""
        self.lowest_single: i64 = 0
        """Storing: single barrels are named in ascending order; the lowest good that may still be named."""

    def allocate(self) -> None:
        """Give the tables their sizes."""
        seats = self.seats
        self.cards_of = vec[i64]([0] * seats)
        self.card_doubloons = vec[i64]([0] * ROLE_CARDS)
        self.face_up = vec[i64]([0] * GOODS)
        self.face_down = vec[i64]([0] * GOODS)
        self.discards = vec[i64]([0] * GOODS)
        self.goods_supply = vec[i64]([0] * GOODS)
        self.stock = vec[i64]([0] * PLACES)
        self.trading_house = vec[i64]([0] * GOODS)
        self.doubloons = vec[i64]([0] * seats)
        self.vp_chips = vec[i64]([0] * seats)
        self.vp_beyond_pool = vec[i64]([0] * seats)
        self.san_juan = vec[i64]([0] * seats)
        self.colonist_count = vec[i64]([0] * seats)
        self.owned_places = vec[i64]([0] * seats)
        self.occupied_places = vec[i64]([0] * seats)
        self.circle_count = vec[i64]([0] * seats)
        self.city_used = vec[i64]([0] * seats)
        self.goods = vec[i64]([0] * (seats * GOODS))
        self.island = vec[i64]([0] * (seats * TILE_KINDS))
        self.workers = vec[i64]([0] * (seats * PLACES))

    def allocate_expansions(self) -> None:
        """Give the tables of the expansions their sizes."""
        seats = self.seats
        self.noble_count = vec[i64]([0] * seats)
        self.nobles_in_san_juan = vec[i64]([0] * seats)
        self.nobles = vec[i64]([0] * (seats * PLACES))
        self.forests = vec[i64]([0] * (seats * GOODS))
        self.secret_forests = vec[i64]([0] * (seats * GOODS))
        self.barrels_made = vec[i64]([0] * GOODS)
        self.cargo = vec[i64]([0] * GOODS)
        self.singles = vec[i64]([0] * GOODS)

    def copy_into(self, twin: TableFields) -> None:
        """Make another position of the same number of seats equal to this one; it keeps its random and listener."""
        twin.plies = self.plies
        twin.revealed = self.revealed
        twin.rules_version = self.rules_version
        twin.edition = self.edition
        twin.open_vp = self.open_vp
        twin.first_governor = self.first_governor
        twin.buildings = self.buildings
        twin.long_game = self.long_game
        twin.has_expansions = self.has_expansions
        twin.round = self.round
        twin.phase_number = self.phase_number
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
        twin.trading_house = self.trading_house[:]
        twin.doubloons = self.doubloons[:]
        twin.vp_chips = self.vp_chips[:]
        twin.vp_beyond_pool = self.vp_beyond_pool[:]
        twin.san_juan = self.san_juan[:]
        twin.colonist_count = self.colonist_count[:]
        twin.owned_places = self.owned_places[:]
        twin.occupied_places = self.occupied_places[:]
        twin.circle_count = self.circle_count[:]
        twin.city_used = self.city_used[:]
        twin.goods = self.goods[:]
        twin.island = self.island[:]
        twin.workers = self.workers[:]
        twin.may_draw = self.may_draw
        twin.acquired_place = self.acquired_place
        twin.seats_done = self.seats_done
        twin.place_asked = self.place_asked
        twin.colonists_to_place = self.colonists_to_place
        twin.circles_after = self.circles_after
        twin.placement_begun = self.placement_begun
        twin.kinds_produced = self.kinds_produced
        twin.captain_bonus_due = self.captain_bonus_due
        twin.wharfs_used = self.wharfs_used
        twin.turns_without_loading = self.turns_without_loading
        twin.kinds_stored = self.kinds_stored
        if self.has_expansions:
            self._copy_expansions(twin)

    def _copy_expansions(self, twin: TableFields) -> None:
        twin.expansion_1_selectable = self.expansion_1_selectable
        twin.exclusions = self.exclusions
        twin.nobles_on = self.nobles_on
        twin.kinds_in_play = self.kinds_in_play
        twin.noble_supply = self.noble_supply
        twin.noble_ship = self.noble_ship
        twin.noble_count = self.noble_count[:]
        twin.nobles_in_san_juan = self.nobles_in_san_juan[:]
        twin.nobles = self.nobles[:]
        twin.forests = self.forests[:]
        twin.secret_forests = self.secret_forests[:]
        twin.hacienda_used = self.hacienda_used
        twin.second_tile = self.second_tile
        twin.drawn_tile = self.drawn_tile
        twin.at_phase_end = self.at_phase_end
        twin.unpaid_building = self.unpaid_building
        twin.owed = self.owed
        twin.paid = self.paid
        twin.extras_left = self.extras_left
        twin.lowest_extra = self.lowest_extra
        twin.barrels_made = self.barrels_made[:]
        twin.traded = self.traded
        twin.small_wharfs_used = self.small_wharfs_used
        twin.union_halls_paid = self.union_halls_paid
        twin.had_turn = self.had_turn
        twin.have_loaded = self.have_loaded
        twin.suppliers_done = self.suppliers_done
        twin.supplied_now = self.supplied_now
        twin.last_supplied = self.last_supplied
        twin.lighthouse_paid = self.lighthouse_paid
        twin.cargo = self.cargo[:]
        twin.cargo_good = self.cargo_good
        twin.singles = self.singles[:]
        twin.lowest_single = self.lowest_single
