"""The fields of a position, and how they are copied. Written by table_writer.py from fields.py."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.contract import Position
from games.engine.random import Random
from games.engine.sanjuan.components import CARDS, GOLD_MINE_CARDS, GOODS, KINDS, MAX_BUILDINGS, ROLES, TILES


class TableFields(Position):
    """All fields, beside those that every position has; what they mean is declared in fields.py."""

    def __init__(self, seats: i64, random: Random) -> None:
        super().__init__(seats)
        self.random: Random = random

        # --- the options ---
        self.deal_choice: i64 = 0
        """1: the players choose their first hands."""

        # --- the round ---
        self.round: i64 = 1
        self.phase_number: i64 = 0
        """Phases so far; each counts from its beginning."""
        self.governor: i64 = 0
        self.picks: i64 = 0
        """Roles picked in this round, the present pick included."""
        self.picker: i64 = -1
        """The seat with which the phase begins: whoever picked the role, else the governor."""
        self.phase_kind: i64 = -1
        """What the phase is about: a role, PHASE_ROUND_START or PHASE_FIRST_HANDS; NO_PHASE while a role is
        picked."""
        self.picked_by: vec[i64] = vec[i64]()
        """By role: the seat that picked it in this round, or NOBODY."""
        self.library_doubles: i64 = 0
        """1: the library doubles the picker's privilege."""
        self.library_used: vec[i64] = vec[i64]()
        """By seat. 1: its library has doubled a privilege in this round; kept with two players only."""
        self.stage: i64 = 13
        """What the seat to move is asked: STAGE_*."""
        self.actor: i64 = -1
        """The seat to move; NOBODY when the game is over."""
        self.seat_done: vec[i64] = vec[i64]()
        """By seat. 1: it has had its turn in this phase."""

        # --- the table ---
        self.draw_pile: vec[i64] = vec[i64]()
        """Kinds of the cards; the top one is at `draw_pile_count - 1`, the places from there on are empty."""
        self.draw_pile_count: i64 = 0
        self.discards: vec[i64] = vec[i64]()
        """By kind."""
        self.discard_count: i64 = 0
        self.price_tiles: vec[i64] = vec[i64]()
        """The price tiles in their order."""
        self.tile_index: i64 = 0
        """Where in `price_tiles` the next one to be turned is; in the trader phase the one that lies open."""
        self.tiles_seen: i64 = 0
        """How many price tiles have lain open so far; they come again in the same order."""
        self.covered: vec[i64] = vec[i64]()
        """By kind: cards that lie below others, by crane."""

        # --- the seats ---
        self.hands: vec[i64] = vec[i64]()
        """By seat and kind."""
        self.hand_count: vec[i64] = vec[i64]()
        self.buildings: vec[i64] = vec[i64]()
        """By seat and slot: the kind of the building; NO_CARD: the slot is free."""
        self.building_count: vec[i64] = vec[i64]()
        self.owned_count: vec[i64] = vec[i64]()
        """By seat and kind: how many of these buildings stand before the seat."""
        self.good_card: vec[i64] = vec[i64]()
        """By seat and slot: the unseen card that lies there as a good; NO_CARD: none."""
        self.goods: vec[i64] = vec[i64]()
        """By seat and good: how many lie on the seat's plants."""
        self.goods_count: vec[i64] = vec[i64]()
        self.chapels: vec[i64] = vec[i64]()
        """By seat and kind: cards under the chapel."""
        self.chapel_count: vec[i64] = vec[i64]()

        # --- what the seats know ---
        self.seen_discards: vec[i64] = vec[i64]()
        """By seat and kind: cards that the seat knows to be in the discards, its own ones and those that everybody
        saw; forgotten when the discards are shuffled."""
        self.shown_cards: vec[i64] = vec[i64]()
        """By seat and kind: cards of this hand that everybody has seen; forgotten when the hand gives up a card
        unseen."""

        # --- within a phase ---
        self.all_drew: i64 = 0
        """Councillor. 1: all seats have drawn at once."""
        self.smallest_card: i64 = 0
        """Several cards are named in ascending order, to pay, keep or discard them: the lowest kind that may still be
        named."""
        self.smallest_good: i64 = 0
        """Several goods are named in ascending order, to pay with, produce or sell them: the lowest that may still be
        named."""
        self.new_building: i64 = -1
        """Builder: the kind that is being built."""
        self.owed: i64 = 0
        """Builder: cards still to be paid."""
        self.goods_payable: i64 = 0
        """Builder: goods that may still pay."""
        self.pays_carpenter: i64 = 0
        """Builder. 1: the carpenter, or the poor house, will look at this building."""
        self.pays_poor_house: i64 = 0
        self.goods_produced: i64 = 0
        """Producer: goods that the actor has produced in this phase."""
        self.goods_sold: i64 = 0
        """Trader: goods that the actor has sold in this phase."""
        self.cards_earned: i64 = 0
        """Trader: cards that the actor gets for the goods sold so far."""
        self.turned_up: vec[i64] = vec[i64]()
        """Prospector: kinds of the cards that a gold mine has turned up; NO_CARD: none."""
        self.drawn: vec[i64] = vec[i64]()
        """Councillor: by seat and kind, cards drawn and not chosen among yet."""
        self.drawn_count: vec[i64] = vec[i64]()
        self.cards_to_choose: vec[i64] = vec[i64]()
        """Councillor, hand limit and first hands: by seat, cards that it still has to choose."""
        self.preview_seat: i64 = -1
        """The seat that decides ahead of its turn in this copy: it draws nothing here, because it must not see yet
        the cards that it will draw. NOBODY: none."""

    def allocate(self) -> None:
        """Give the tables their sizes."""
        seats = self.seats
        self.picked_by = vec[i64]([-1] * ROLES)
        self.library_used = vec[i64]([0] * seats)
        self.seat_done = vec[i64]([0] * seats)
        self.draw_pile = vec[i64]([-1] * CARDS)
        self.discards = vec[i64]([0] * KINDS)
        self.price_tiles = vec[i64]([0] * TILES)
        self.covered = vec[i64]([0] * KINDS)
        self.hands = vec[i64]([0] * (seats * KINDS))
        self.hand_count = vec[i64]([0] * seats)
        self.buildings = vec[i64]([-1] * (seats * MAX_BUILDINGS))
        self.building_count = vec[i64]([0] * seats)
        self.owned_count = vec[i64]([0] * (seats * KINDS))
        self.good_card = vec[i64]([-1] * (seats * MAX_BUILDINGS))
        self.goods = vec[i64]([0] * (seats * GOODS))
        self.goods_count = vec[i64]([0] * seats)
        self.chapels = vec[i64]([0] * (seats * KINDS))
        self.chapel_count = vec[i64]([0] * seats)
        self.seen_discards = vec[i64]([0] * (seats * KINDS))
        self.shown_cards = vec[i64]([0] * (seats * KINDS))
        self.turned_up = vec[i64]([-1] * GOLD_MINE_CARDS)
        self.drawn = vec[i64]([0] * (seats * KINDS))
        self.drawn_count = vec[i64]([0] * seats)
        self.cards_to_choose = vec[i64]([0] * seats)

    def copy_into(self, twin: TableFields) -> None:
        """Make another position of the same number of seats equal to this one; it keeps its random and listener."""
        twin.plies = self.plies
        twin.revealed = self.revealed
        twin.rules_version = self.rules_version
        twin.deal_choice = self.deal_choice
        twin.round = self.round
        twin.phase_number = self.phase_number
        twin.governor = self.governor
        twin.picks = self.picks
        twin.picker = self.picker
        twin.phase_kind = self.phase_kind
        twin.picked_by = self.picked_by[:]
        twin.library_doubles = self.library_doubles
        twin.library_used = self.library_used[:]
        twin.stage = self.stage
        twin.actor = self.actor
        twin.seat_done = self.seat_done[:]
        twin.draw_pile = self.draw_pile[:]
        twin.draw_pile_count = self.draw_pile_count
        twin.discards = self.discards[:]
        twin.discard_count = self.discard_count
        twin.price_tiles = self.price_tiles[:]
        twin.tile_index = self.tile_index
        twin.tiles_seen = self.tiles_seen
        twin.covered = self.covered[:]
        twin.hands = self.hands[:]
        twin.hand_count = self.hand_count[:]
        twin.buildings = self.buildings[:]
        twin.building_count = self.building_count[:]
        twin.owned_count = self.owned_count[:]
        twin.good_card = self.good_card[:]
        twin.goods = self.goods[:]
        twin.goods_count = self.goods_count[:]
        twin.chapels = self.chapels[:]
        twin.chapel_count = self.chapel_count[:]
        twin.seen_discards = self.seen_discards[:]
        twin.shown_cards = self.shown_cards[:]
        twin.all_drew = self.all_drew
        twin.smallest_card = self.smallest_card
        twin.smallest_good = self.smallest_good
        twin.new_building = self.new_building
        twin.owed = self.owed
        twin.goods_payable = self.goods_payable
        twin.pays_carpenter = self.pays_carpenter
        twin.pays_poor_house = self.pays_poor_house
        twin.goods_produced = self.goods_produced
        twin.goods_sold = self.goods_sold
        twin.cards_earned = self.cards_earned
        twin.turned_up = self.turned_up[:]
        twin.drawn = self.drawn[:]
        twin.drawn_count = self.drawn_count[:]
        twin.cards_to_choose = self.cards_to_choose[:]
        twin.preview_seat = self.preview_seat
