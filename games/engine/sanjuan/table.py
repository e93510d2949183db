"""The data of a San Juan position: all that lies on the table, how it is laid out and copied."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.contract import NOBODY, Position
from games.engine.random import Random
from games.engine.sanjuan.components import (
    CARDS,
    COPIES,
    GOODS,
    KINDS,
    NO_CARD,
    NO_ROLE,
    ROLES,
    SPACES,
    TILES,
    TURNED_UP,
)
from games.engine.sanjuan.stages import SEAT_DONE


class Table(Position):
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

    def copy_into(self, twin: Table) -> None:
        """Make another position of the same number of seats equal to this one; it keeps its random and listener."""
        twin.plies = self.plies
        twin.revealed = self.revealed
        twin.rules_version = self.rules_version
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
