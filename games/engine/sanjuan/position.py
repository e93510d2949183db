"""The elementary operations on a position, which the roles use."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.contract import NOBODY
from games.engine.sanjuan.components import (
    CARD_NAMES,
    GOODS,
    HAND_LIMIT,
    KINDS,
    MAX_BUILDINGS,
    NO_CARD,
    PRICES,
    TOWER,
    TOWER_LIMIT,
)
from games.engine.sanjuan.table import Table

NO_SLOT: Final = -1


class State(Table):
    """The table with the operations that several roles need."""

    # --- seats ---

    def owns(self, seat: i64, kind: i64) -> bool:
        """Whether the seat owns the building, not covered."""
        return self.owned_count[seat * KINDS + kind] > 0

    def privilege_count(self, seat: i64) -> i64:
        """How many times the seat has the role's privilege: 1 for the picker, 2 with the library, else 0."""
        if seat != self.picker:
            return 0
        return 1 + self.library_doubles

    def hand_limit(self, seat: i64) -> i64:
        """Cards that the seat may hold when a round begins (docs/rules §2, §3 Tower)."""
        if self.owns(seat, TOWER):
            return TOWER_LIMIT
        return HAND_LIMIT

    # --- cards ---

    def cards_to_draw(self) -> i64:
        """Cards that can still be drawn, the discards included."""
        return self.draw_pile_count + self.discard_count

    def draw_card(self) -> i64:
        """The top card of the draw pile, the discards shuffled into a new one if need be; NO_CARD if there is none."""
        if self.draw_pile_count == 0:
            if self.discard_count == 0:
                return NO_CARD
            self.shuffle_discards()
        self.draw_pile_count -= 1
        card = self.draw_pile[self.draw_pile_count]
        self.draw_pile[self.draw_pile_count] = NO_CARD
        return card

    def shuffle_discards(self) -> None:
        """Make the discards, and what is left of the draw pile, the new draw pile."""
        kind: i64
        if self.listener is not None:
            self.emit("shuffles", NOBODY, {})
        for kind in range(KINDS):
            for _card in range(self.discards[kind]):
                self.draw_pile[self.draw_pile_count] = kind
                self.draw_pile_count += 1
            self.discards[kind] = 0
        self.discard_count = 0
        self.seen_discards = vec[i64]([0] * (self.seats * KINDS))
        self.random.shuffle(self.draw_pile, 0, self.draw_pile_count)

    def draw_to_hand(self, seat: i64, count: i64, by: str) -> i64:
        """Draw so many cards into the hand, as far as there are any. Returns how many.

        by: what brings them, for the event. In a preview (`preview_seat`) nothing is drawn.
        """
        if count <= 0 or seat == self.preview_seat:
            return 0
        got: list[str] = []
        number: i64 = 0
        for _card in range(count):
            card = self.draw_card()
            if card == NO_CARD:
                break
            self.hands[seat * KINDS + card] += 1
            number += 1
            if self.listener is not None:
                got.append(CARD_NAMES[card])
        self.hand_count[seat] += number
        if number:
            self.revealed += 1
        if self.listener is not None:
            self.emit("draws", seat, {"by": by, "cards": int(number)})
            if number:
                self.emit("gets", seat, {"by": by, "cards": got}, seat)
        return number

    def discard_unseen(self, kind: i64) -> None:
        """Discard a card, already taken from where it was, unseen."""
        self.discards[kind] += 1
        self.discard_count += 1

    def discard_openly(self, kind: i64) -> None:
        """Discard a card that everybody sees."""
        self.discard_unseen(kind)
        for seat in range(self.seats):
            self.seen_discards[seat * KINDS + kind] += 1

    def discard_from_hand(self, seat: i64, kind: i64) -> None:
        """Discard a card of the hand; only its owner knows which."""
        self.remove_from_hand(seat, kind)
        self.discard_unseen(kind)
        self.seen_discards[seat * KINDS + kind] += 1

    def remove_from_hand(self, seat: i64, kind: i64) -> None:
        """Take a card out of the hand, unseen: what everybody knew of the hand is not certain any more."""
        self.hands[seat * KINDS + kind] -= 1
        self.hand_count[seat] -= 1
        shown = self.shown_cards
        first = seat * KINDS
        for index in range(first, first + KINDS):
            shown[index] = 0

    # --- buildings and goods ---

    def add_building(self, seat: i64, kind: i64) -> None:
        """A card, already taken from where it was, becomes the seat's next building."""
        self.buildings[seat * MAX_BUILDINGS + self.building_count[seat]] = kind
        self.building_count[seat] += 1
        self.owned_count[seat * KINDS + kind] += 1

    def build_over(self, seat: i64, kind: i64, below: i64, full: i64) -> None:
        """A card becomes a building in the place of another one; of equal ones of one without a good, unless full is 1.

        The good of the covered one, if it has one, is discarded (docs/rules §3 Crane).
        """
        slot: i64 = NO_SLOT
        if not full:
            slot = self._plant_without_good(seat, below)
        if slot == NO_SLOT:
            slot = self._plant_with_good(seat, below)
            self.discard_good(seat, below)
        self.buildings[slot] = kind
        self.owned_count[seat * KINDS + below] -= 1
        self.owned_count[seat * KINDS + kind] += 1
        self.covered[below] += 1

    def _plant_without_good(self, seat: i64, kind: i64) -> i64:
        """The seat's first slot of this kind without a good, as an index; NO_SLOT if there is none."""
        first = seat * MAX_BUILDINGS
        for slot in range(first, first + self.building_count[seat]):
            if self.buildings[slot] == kind and self.good_card[slot] == NO_CARD:
                return slot
        return NO_SLOT

    def _plant_with_good(self, seat: i64, kind: i64) -> i64:
        first = seat * MAX_BUILDINGS
        for slot in range(first, first + self.building_count[seat]):
            if self.buildings[slot] == kind and self.good_card[slot] != NO_CARD:
                return slot
        return NO_SLOT

    def empty_plants(self, seat: i64, good: i64) -> i64:
        """How many of the seat's plants for a good are empty."""
        return self.owned_count[seat * KINDS + good] - self.goods[seat * GOODS + good]

    def all_empty_plants(self, seat: i64) -> i64:
        good: i64
        empty: i64 = 0
        for good in range(GOODS):
            empty += self.empty_plants(seat, good)
        return empty

    def produce_good(self, seat: i64, good: i64) -> None:
        """Put the top card, unseen, on an empty plant of the seat; both must exist."""
        self.good_card[self._plant_without_good(seat, good)] = self.draw_card()
        self.goods[seat * GOODS + good] += 1
        self.goods_count[seat] += 1

    def discard_good(self, seat: i64, good: i64) -> None:
        """Discard a good of the seat's plants, unseen."""
        slot = self._plant_with_good(seat, good)
        self.discard_unseen(self.good_card[slot])
        self.good_card[slot] = NO_CARD
        self.goods[seat * GOODS + good] -= 1
        self.goods_count[seat] -= 1

    def good_price(self, good: i64) -> i64:
        """Cards for a good, by the open price tile, or by the next one to be turned."""
        return PRICES[self.price_tiles[self.tile_index] * GOODS + good]
