"""The data of a San Juan position and the elementary operations that the roles are made of."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.contract import NOBODY, Event, Position
from games.engine.random import Random
from games.engine.sanjuan.components import (
    CARD_NAMES,
    CARDS,
    COPIES,
    GOODS,
    HAND_LIMIT,
    KINDS,
    NO_CARD,
    NO_ROLE,
    PRICES,
    ROLES,
    SPACES,
    TILES,
    TOWER,
    TOWER_LIMIT,
)

# The stages of play: what the seat to move is asked. The names are those of Question.stage.
DEAL: Final = 0
ROLE: Final = 1
BUILDING: Final = 2
PAYMENT: Final = 3
PRODUCTION: Final = 4
SALE: Final = 5
COUNCIL: Final = 6
ARCHIVING: Final = 7
MINE: Final = 8
STRIKE: Final = 9
TUCKING: Final = 10
LIMIT: Final = 11
OVER: Final = 12
SEAT_DONE: Final = 13
"""Nobody's move: the actor has had his go and the flow of the phase goes on (never seen outside play)."""

STAGE_NAMES: Final = (
    "deal",
    "role",
    "builder",
    "payment",
    "producer",
    "trader",
    "councillor",
    "archive",
    "gold mine",
    "strike",
    "chapel",
    "limit",
    "over",
)

# What a phase is about: one of the roles, or
ROUND_START: Final = 5
"""chapels and hand limits, before the roles are picked (docs/rules §2);"""
FIRST_HANDS: Final = 6
"""the choice of the first hands (docs/rules §1 deal_choice)."""
PHASE_NAMES: Final = ("builder", "producer", "trader", "councillor", "prospector", "round start", "first hands")

TURNED_UP: Final = 4
"""Cards that a gold mine turns up."""
NO_SLOT: Final = -1


class State(Position):
    """Everything that lies on the table, and where in the round the game is.

    Tables by seat and kind are flat: `hands[seat * KINDS + kind]`, `goods[seat * GOODS + good]`; what a seat has built
    stands in the order in which it was built: `building[seat * SPACES + slot]`, `good_card[seat * SPACES + slot]`.

    The round: `deal_choice` the option (0, 1); `round` from 1; `phases`, counted before each one; `governor`; `picks`
    made in this round, the present one included; `picker`; `role`, what the phase is about (a role, ROUND_START,
    FIRST_HANDS, NO_ROLE while a role is to be picked); `taken[role]` the seat that picked it in this round or NOBODY;
    `doubled` 1 while the library doubles the picker's privilege; `library_used[seat]` 1 once it did so in this round
    (kept with two players only); `stage` and `actor`, the seat to move (NOBODY when over); `done[seat]` 1 once the
    seat has had its go in this phase.

    The table: `pile` the draw pile, its top at `pile_count - 1`, behind that is nothing; `discards[kind]` and their
    `discard_count`; `tiles` the price tiles in their order, `tile` the place of the next one to be turned (of the one
    that lies open, in the trader phase), `tiles_seen` how many have lain open so far (they repeat); `turned` the cards
    that a gold mine has turned up (NO_CARD: none); `covered[kind]` the cards below others, by crane.

    The seats: `hands`, `hand_count`; `building` kinds by slot (NO_CARD: free), `built` how many; `owned[kind]` the same
    counted; `good_card` by slot the unseen card that is a good (NO_CARD: none), `goods` the same counted by good,
    `goods_count`; `chapels` cards under the chapel by kind, `chapel_count`.

    What they know: `seen[seat][kind]` cards in the discards that the seat knows to be there, its own ones and those
    that everybody saw; forgotten when they are shuffled. `shown[seat][kind]` cards in this hand that everybody has
    seen going there; forgotten when the hand discards anything unseen.

    Within a phase, neutral outside it: `least` the lowest kind or good that may still be named, as several are named
    in ascending order. Builder: `latest` the kind being built, `owed` cards still to be paid, `goods_payable` goods
    that may still pay, `pays_carpenter` and `pays_poor_house` 1 if they will. Producer, trader: `made` goods produced
    or sold by the actor so far, `income` cards that he has earned. Councillor: `drawn[seat][kind]` cards drawn and not
    chosen among yet, `drawn_count`; `dealt` 1 if all have drawn at once. Councillor, limit and first hands:
    `to_name[seat]` cards that the seat still has to name, to be kept or discarded.

    `previewing`: the seat that decides ahead of its time in this copy (NOBODY: none): it draws nothing here, for the
    cards that it will draw are not to be seen yet.
    """

    def __init__(self, seats: i64, random: Random) -> None:
        """An empty table: open_box or copy_into puts everything on it."""
        super().__init__(seats)
        self.random: Random = random
        self.deal_choice: i64 = 0
        self.round: i64 = 1
        self.phases: i64 = 0
        self.governor: i64 = 0
        self.picks: i64 = 0
        self.picker: i64 = NOBODY
        self.role: i64 = NO_ROLE
        self.taken: vec[i64] = vec[i64]()
        self.doubled: i64 = 0
        self.library_used: vec[i64] = vec[i64]()
        self.stage: i64 = SEAT_DONE
        self.actor: i64 = NOBODY
        self.done: vec[i64] = vec[i64]()

        self.pile: vec[i64] = vec[i64]()
        self.pile_count: i64 = 0
        self.discards: vec[i64] = vec[i64]()
        self.discard_count: i64 = 0
        self.tiles: vec[i64] = vec[i64]()
        self.tile: i64 = 0
        self.tiles_seen: i64 = 0
        self.turned: vec[i64] = vec[i64]()
        self.covered: vec[i64] = vec[i64]()

        self.hands: vec[i64] = vec[i64]()
        self.hand_count: vec[i64] = vec[i64]()
        self.building: vec[i64] = vec[i64]()
        self.built: vec[i64] = vec[i64]()
        self.owned: vec[i64] = vec[i64]()
        self.good_card: vec[i64] = vec[i64]()
        self.goods: vec[i64] = vec[i64]()
        self.goods_count: vec[i64] = vec[i64]()
        self.chapels: vec[i64] = vec[i64]()
        self.chapel_count: vec[i64] = vec[i64]()

        self.seen: vec[i64] = vec[i64]()
        self.shown: vec[i64] = vec[i64]()

        self.least: i64 = 0
        self.latest: i64 = NO_CARD
        self.owed: i64 = 0
        self.goods_payable: i64 = 0
        self.pays_carpenter: i64 = 0
        self.pays_poor_house: i64 = 0
        self.made: i64 = 0
        self.income: i64 = 0
        self.drawn: vec[i64] = vec[i64]()
        self.drawn_count: vec[i64] = vec[i64]()
        self.dealt: i64 = 0
        self.to_name: vec[i64] = vec[i64]()
        self.previewing: i64 = NOBODY

    def open_box(self) -> None:
        """All cards unsorted in the draw pile, the tiles in printed order, nothing before the seats; docs/rules §1."""
        kind: i64
        seats = self.seats
        self.taken = vec[i64]([NOBODY] * ROLES)
        self.library_used = vec[i64]([0] * seats)
        self.done = vec[i64]([0] * seats)
        self.pile = vec[i64]([NO_CARD] * CARDS)
        for kind in range(KINDS):
            for _copy in range(COPIES[kind]):
                self.pile[self.pile_count] = kind
                self.pile_count += 1
        self.discards = vec[i64]([0] * KINDS)
        self.tiles = vec[i64](list(range(TILES)))
        self.turned = vec[i64]([NO_CARD] * TURNED_UP)
        self.covered = vec[i64]([0] * KINDS)
        self.hands = vec[i64]([0] * (seats * KINDS))
        self.hand_count = vec[i64]([0] * seats)
        self.building = vec[i64]([NO_CARD] * (seats * SPACES))
        self.built = vec[i64]([0] * seats)
        self.owned = vec[i64]([0] * (seats * KINDS))
        self.good_card = vec[i64]([NO_CARD] * (seats * SPACES))
        self.goods = vec[i64]([0] * (seats * GOODS))
        self.goods_count = vec[i64]([0] * seats)
        self.chapels = vec[i64]([0] * (seats * KINDS))
        self.chapel_count = vec[i64]([0] * seats)
        self.seen = vec[i64]([0] * (seats * KINDS))
        self.shown = vec[i64]([0] * (seats * KINDS))
        self.drawn = vec[i64]([0] * (seats * KINDS))
        self.drawn_count = vec[i64]([0] * seats)
        self.to_name = vec[i64]([0] * seats)

    def copy_into(self, twin: State) -> None:
        """Make another position of the same number of seats equal to this one; it keeps its random and listener."""
        twin.plies = self.plies
        twin.revealed = self.revealed
        twin.deal_choice = self.deal_choice
        twin.round = self.round
        twin.phases = self.phases
        twin.governor = self.governor
        twin.picks = self.picks
        twin.picker = self.picker
        twin.role = self.role
        twin.taken = self.taken[:]
        twin.doubled = self.doubled
        twin.library_used = self.library_used[:]
        twin.stage = self.stage
        twin.actor = self.actor
        twin.done = self.done[:]

        twin.pile = self.pile[:]
        twin.pile_count = self.pile_count
        twin.discards = self.discards[:]
        twin.discard_count = self.discard_count
        twin.tiles = self.tiles[:]
        twin.tile = self.tile
        twin.tiles_seen = self.tiles_seen
        twin.turned = self.turned[:]
        twin.covered = self.covered[:]

        twin.hands = self.hands[:]
        twin.hand_count = self.hand_count[:]
        twin.building = self.building[:]
        twin.built = self.built[:]
        twin.owned = self.owned[:]
        twin.good_card = self.good_card[:]
        twin.goods = self.goods[:]
        twin.goods_count = self.goods_count[:]
        twin.chapels = self.chapels[:]
        twin.chapel_count = self.chapel_count[:]

        twin.seen = self.seen[:]
        twin.shown = self.shown[:]

        twin.least = self.least
        twin.latest = self.latest
        twin.owed = self.owed
        twin.goods_payable = self.goods_payable
        twin.pays_carpenter = self.pays_carpenter
        twin.pays_poor_house = self.pays_poor_house
        twin.made = self.made
        twin.income = self.income
        twin.drawn = self.drawn[:]
        twin.drawn_count = self.drawn_count[:]
        twin.dealt = self.dealt
        twin.to_name = self.to_name[:]
        twin.previewing = self.previewing

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

    def owns(self, seat: i64, kind: i64) -> bool:
        """Whether the building stands before the seat, not covered."""
        return self.owned[seat * KINDS + kind] > 0

    def privilege(self, seat: i64) -> i64:
        """How many times the seat enjoys the role's privilege: 1 for the picker, 2 with the library, else 0."""
        if seat != self.picker:
            return 0
        return 1 + self.doubled

    def hand_limit(self, seat: i64) -> i64:
        """Cards that the seat may hold when a round begins (docs/rules §2, §3 tower)."""
        if self.owns(seat, TOWER):
            return TOWER_LIMIT
        return HAND_LIMIT

    # --- cards ---

    def cards_to_draw(self) -> i64:
        """Cards that can still be drawn, the discards included."""
        return self.pile_count + self.discard_count

    def draw(self) -> i64:
        """The top card of the draw pile, the discards shuffled into a new one if need be; NO_CARD if there is none."""
        if self.pile_count == 0:
            if self.discard_count == 0:
                return NO_CARD
            self._shuffle_discards()
        self.pile_count -= 1
        card = self.pile[self.pile_count]
        self.pile[self.pile_count] = NO_CARD
        return card

    def _shuffle_discards(self) -> None:
        kind: i64
        if self.listener is not None:
            self.tell("shuffles", NOBODY, {})
        for kind in range(KINDS):
            for _card in range(self.discards[kind]):
                self.pile[self.pile_count] = kind
                self.pile_count += 1
            self.discards[kind] = 0
        self.discard_count = 0
        self.seen = vec[i64]([0] * (self.seats * KINDS))
        self.random.shuffle(self.pile, 0, self.pile_count)

    def draw_to_hand(self, seat: i64, count: i64, by: str) -> i64:
        """So many cards from the pile into the hand, as far as there are any; returns how many.

        by: what brings them, for the listener. Who only previews what he will do draws nothing.
        """
        if count <= 0 or seat == self.previewing:
            return 0
        got: list[str] = []
        number: i64 = 0
        for _card in range(count):
            card = self.draw()
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
            self.tell("draws", seat, {"by": by, "cards": int(number)})
            if number:
                self.tell("gets", seat, {"by": by, "cards": got}, seat)
        return number

    def drop(self, kind: i64) -> None:
        """A card, already taken from where it was, goes to the discards unseen."""
        self.discards[kind] += 1
        self.discard_count += 1

    def drop_open(self, kind: i64) -> None:
        """A card that everybody sees goes to the discards."""
        self.drop(kind)
        for seat in range(self.seats):
            self.seen[seat * KINDS + kind] += 1

    def discard_from_hand(self, seat: i64, kind: i64) -> None:
        """A card out of the hand to the discards; only its owner knows which."""
        self.leave_hand(seat, kind)
        self.drop(kind)
        self.seen[seat * KINDS + kind] += 1

    def leave_hand(self, seat: i64, kind: i64) -> None:
        """A card leaves the hand face down: what everybody knew of the hand is certain no more."""
        self.hands[seat * KINDS + kind] -= 1
        self.hand_count[seat] -= 1
        shown = self.shown
        first = seat * KINDS
        for index in range(first, first + KINDS):
            shown[index] = 0

    # --- buildings and goods ---

    def stand(self, seat: i64, kind: i64) -> None:
        """A card, already taken from where it was, becomes the seat's next building."""
        self.building[seat * SPACES + self.built[seat]] = kind
        self.built[seat] += 1
        self.owned[seat * KINDS + kind] += 1

    def stand_over(self, seat: i64, kind: i64, below: i64) -> None:
        """A card becomes a building in the place of another one; of equal ones one without a good.

        The good of the covered one, if it has one, goes to the discards (docs/rules §3 crane).
        """
        slot = self._plant_without_good(seat, below)
        if slot == NO_SLOT:
            slot = self._plant_with_good(seat, below)
            self.give_up_good(seat, below)
        self.building[slot] = kind
        self.owned[seat * KINDS + below] -= 1
        self.owned[seat * KINDS + kind] += 1
        self.covered[below] += 1

    def _plant_without_good(self, seat: i64, kind: i64) -> i64:
        """The seat's first slot of this kind without a good, as an index; NO_SLOT if there is none."""
        first = seat * SPACES
        for slot in range(first, first + self.built[seat]):
            if self.building[slot] == kind and self.good_card[slot] == NO_CARD:
                return slot
        return NO_SLOT

    def _plant_with_good(self, seat: i64, kind: i64) -> i64:
        first = seat * SPACES
        for slot in range(first, first + self.built[seat]):
            if self.building[slot] == kind and self.good_card[slot] != NO_CARD:
                return slot
        return NO_SLOT

    def empty_plants(self, seat: i64, good: i64) -> i64:
        """The seat's plants for a good that have none."""
        return self.owned[seat * KINDS + good] - self.goods[seat * GOODS + good]

    def all_empty_plants(self, seat: i64) -> i64:
        good: i64
        empty: i64 = 0
        for good in range(GOODS):
            empty += self.empty_plants(seat, good)
        return empty

    def lay_good(self, seat: i64, good: i64) -> None:
        """The top card, unseen, on an own plant without a good; both must be there."""
        self.good_card[self._plant_without_good(seat, good)] = self.draw()
        self.goods[seat * GOODS + good] += 1
        self.goods_count[seat] += 1

    def give_up_good(self, seat: i64, good: i64) -> None:
        """A good goes from its plant to the discards, unseen."""
        slot = self._plant_with_good(seat, good)
        self.drop(self.good_card[slot])
        self.good_card[slot] = NO_CARD
        self.goods[seat * GOODS + good] -= 1
        self.goods_count[seat] -= 1

    def price_of(self, good: i64) -> i64:
        """Cards for a good on the tile that lies open, or on the next one to be turned."""
        return PRICES[self.tiles[self.tile] * GOODS + good]
