"""The elementary operations on a position, which the roles use."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.contract import NOBODY
from games.engine.puertorico.components import (
    CIRCLES,
    CITY_SPACES,
    FIRST_BUILDING,
    FOREST,
    GOOD_NAMES,
    GOODS,
    ISLAND_SPACES,
    NO_TILE,
    PLACES,
    SAN_JUAN,
    SPACES,
    TILE_KINDS,
    bit,
    has_circle,
)
from games.engine.puertorico.table import Table


class State(Table):
    """The table with the operations that several roles need."""

    # --- seats ---

    def next_waiting_seat(self) -> i64:
        """The first seat, clockwise from the picker, that is not in `seats_done`; NOBODY if all are."""
        seat = self.picker
        done = self.seats_done
        for _turn in range(self.seats):
            if not (done >> seat) & 1:
                return seat
            seat = self.next_seat(seat)
        return NOBODY

    def comes_after_actor(self, seat: i64) -> bool:
        """Whether, clockwise from the picker, the seat's turn comes after the actor's."""
        return (seat - self.picker + self.seats) % self.seats > (self.actor - self.picker + self.seats) % self.seats

    def works(self, seat: i64, building: i64) -> bool:
        """Whether the seat owns the building and it is occupied."""
        return (self.occupied_places[seat] >> building) & 1 != 0

    def works_by_noble(self, seat: i64, building: i64) -> bool:
        """Whether a noble is on the building, which the seat owns."""
        return self.nobles_on != 0 and self.nobles[seat * PLACES + building] > 0

    def owns(self, seat: i64, building: i64) -> bool:
        return (self.owned_places[seat] >> building) & 1 != 0

    def barrels_of(self, seat: i64, good: i64) -> i64:
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

    def add_colonists(self, seat: i64, colonists: i64) -> None:
        """New colonists for the seat, in San Juan."""
        self.colonist_count[seat] += colonists
        self.san_juan[seat] += colonists

    def add_noble(self, seat: i64) -> None:
        """A new noble for the seat, in San Juan."""
        self.add_colonists(seat, 1)
        self.noble_count[seat] += 1
        self.nobles_in_san_juan[seat] += 1

    def fetch_colonist(self, seat: i64, place: i64, ship_too: bool) -> str:
        """A new colonist on an empty circle, from the supply, else from the ship if the rule allows it; or none.

        Returns where the colonist comes from: "supply", "ship", or "".
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
        self._place_newcomer(seat, place)
        return source

    def fetch_noble(self, seat: i64, place: i64) -> None:
        """The noble from the ship on an empty circle."""
        self.noble_ship -= 1
        self.colonist_count[seat] += 1
        self.noble_count[seat] += 1
        if self._place_newcomer(seat, place):
            self.nobles[seat * PLACES + place] += 1
        else:
            self.nobles_in_san_juan[seat] += 1

    def _place_newcomer(self, seat: i64, place: i64) -> bool:
        """Put a new colonist on the place, or in San Juan if it has no circle (docs/rules §7 Forest house, Statue).

        Returns whether there was a circle.
        """
        if has_circle(place):
            self.place_colonists(seat, place, 1)
            return True
        self.san_juan[seat] += 1
        return False

    def move_to_san_juan(self, seat: i64, place: i64, noble: i64) -> None:
        """One colonist (noble 0) or noble (1) goes from a place to San Juan. SAN_JUAN: nothing happens."""
        if place == SAN_JUAN:
            return
        self.workers[seat * PLACES + place] -= 1
        self.san_juan[seat] += 1
        if noble:
            self.nobles[seat * PLACES + place] -= 1
            self.nobles_in_san_juan[seat] += 1
        if self.workers[seat * PLACES + place] == 0:
            self.occupied_places[seat] &= ~bit(place)

    def return_to_supply(self, seat: i64, noble: i64) -> None:
        """A colonist or a noble goes from San Juan to the supply."""
        self.san_juan[seat] -= 1
        self.colonist_count[seat] -= 1
        if noble:
            self.nobles_in_san_juan[seat] -= 1
            self.noble_count[seat] -= 1
            self.noble_supply += 1
        else:
            self.colonist_supply += 1

    def ordinary_colonists_on(self, seat: i64, place: i64) -> i64:
        """Colonists on a place, or in SAN_JUAN, that are not nobles."""
        if place == SAN_JUAN:
            return self.san_juan[seat] - (self.nobles_in_san_juan[seat] if self.nobles_on else 0)
        return self.workers[seat * PLACES + place] - (self.nobles[seat * PLACES + place] if self.nobles_on else 0)

    def nobles_at(self, seat: i64, place: i64) -> i64:
        """Nobles on a place, or in SAN_JUAN."""
        if not self.nobles_on:
            return 0
        return self.nobles_in_san_juan[seat] if place == SAN_JUAN else self.nobles[seat * PLACES + place]

    def place_colonists(self, seat: i64, place: i64, colonists: i64) -> None:
        """Put so many more colonists on a place's empty circles."""
        self.workers[seat * PLACES + place] += colonists
        self.occupied_places[seat] |= bit(place)

    def empty_building_circles(self, seat: i64) -> i64:
        """Empty circles on the seat's buildings, by which the colonist ship is refilled."""
        workers = self.workers
        base = seat * PLACES
        total: i64 = 0
        rest = self.owned_places[seat] >> FIRST_BUILDING
        place: i64 = FIRST_BUILDING
        while rest:
            if rest & 1:
                total += CIRCLES[place] - workers[base + place]
            rest >>= 1
            place += 1
        return total

    # --- victory points and events ---

    def vp(self, seat: i64) -> i64:
        """Victory points earned so far, also beyond the pool; without buildings."""
        return self.vp_chips[seat] + self.vp_beyond_pool[seat]

    def emit_pass(self, seat: i64, stage: str, more: bool) -> None:
        """Emit a pass. more: the seat has taken a part of what this stage offers."""
        data: dict[str, object] = {"stage": stage}
        if more:
            data["more"] = True
        self.emit("passes", seat, data)

    # --- island ---

    def free_island_spaces(self, seat: i64) -> i64:
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
        self.owned_places[seat] |= bit(tile)
        self.circle_count[seat] += 1

    def lay_forest(self, seat: i64, tile: i64, secretly: i64) -> None:
        """Put a plantation face down on an empty island space. secretly: only the owner knows what it was."""
        self.island[seat * TILE_KINDS + FOREST] += 1
        self.forests[seat * GOODS + tile] += 1
        if secretly:
            self.secret_forests[seat * GOODS + tile] += 1

    def discard_tile(self, seat: i64, tile: i64) -> None:
        """Discard a plantation; if all of this kind are occupied, its colonist goes to San Juan."""
        if self.workers[seat * PLACES + tile] == self.island[seat * TILE_KINDS + tile]:
            self.move_to_san_juan(seat, tile, 1 if self.ordinary_colonists_on(seat, tile) == 0 else 0)
        self.island[seat * TILE_KINDS + tile] -= 1
        self.circle_count[seat] -= 1
        if self.island[seat * TILE_KINDS + tile] == 0:
            self.owned_places[seat] &= ~bit(tile)
        self.discards[tile] += 1

    def discard_forest(self, seat: i64, good: i64) -> None:
        """Discard a forest as the plantation that it was, for all to see; one that was known before, if possible."""
        index = seat * GOODS + good
        self.island[seat * TILE_KINDS + FOREST] -= 1
        if self.secret_forests[index] == self.forests[index]:
            self.secret_forests[index] -= 1
            self.revealed += 1
        self.forests[index] -= 1
        self.discards[good] += 1

    def draw_tile(self) -> i64:
        """Draw the top face-down tile, the discards shuffled into a new stack if need be; NO_TILE if none is left.

        The stack is kept as counts by kind, and a tile is drawn when it is needed: there is no order that could leak.
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
                self.emit("shuffles", NOBODY, {"tiles": int(left)})
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

    def free_city_spaces(self, seat: i64) -> i64:
        """Empty city spaces."""
        return CITY_SPACES - self.city_used[seat]

    def build(self, seat: i64, building: i64) -> None:
        """Move a building from the stock into a city."""
        self.stock[building] -= 1
        self.add_building(seat, building)

    def add_building(self, seat: i64, building: i64) -> None:
        """Put a building, already taken from the stock, into a city."""
        self.owned_places[seat] |= bit(building)
        self.circle_count[seat] += CIRCLES[building]
        self.city_used[seat] += SPACES[building]

    # --- goods ---

    def trading_house_barrels(self) -> i64:
        """Barrels in the trading house."""
        good: i64
        house = self.trading_house
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
