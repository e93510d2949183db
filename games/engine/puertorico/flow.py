"""The round: roles are picked and played, then the governor passes on (docs/rules §2 The round, §4 End and scoring)."""

from __future__ import annotations

from collections.abc import Mapping

from librt.vecs import append, vec
from mypy_extensions import i64

from games.engine.contract import NO_MOVE, NOBODY, Position
from games.engine.puertorico import (
    black_market,
    builder,
    building_selection,
    captain,
    craftsman,
    foresight,
    game_end,
    hunting_lodges,
    mayor,
    nobles,
    prospector,
    scoring,
    settler,
    storing,
    trader,
    villas,
)
from games.engine.puertorico.components import (
    BUILDER_CARD,
    CAPTAIN_CARD,
    CARD_NAMES,
    CORN,
    CRAFTSMAN_CARD,
    EDITION_2014,
    FIRST_EDITION,
    GOODS,
    INDIGO,
    LATEST_RULES,
    LIBRARY,
    MAYOR_CARD,
    NO_CARD,
    NO_TILE,
    PICKS,
    PROSPECTOR_CARD,
    ROLE_CARDS,
    RULES_GUESTS_AT_ANY_TIME,
    SECOND_PROSPECTOR_CARD,
    SETTLER_CARD,
    STARTING_DOUBLOONS,
    STARTING_INDIGO,
    TRADER_CARD,
    bit,
    cards_in_game,
)
from games.engine.puertorico.guests import guest_count, guest_targets, move_guest, with_guest_moves
from games.engine.puertorico.moves import PICK, is_guest
from games.engine.puertorico.position import State
from games.engine.puertorico.stages import (
    SELECT_DRAFT,
    SELECT_RANDOM,
    SELECTION_NAMES,
    STAGE_BLACK_MARKET,
    STAGE_BUILDER,
    STAGE_CAPTAIN,
    STAGE_COLONISTS,
    STAGE_CRAFTSMAN,
    STAGE_DRAFT,
    STAGE_FOREST,
    STAGE_GUESTS,
    STAGE_HOSPICE,
    STAGE_HUNTING_LODGE,
    STAGE_MAYOR,
    STAGE_NOBLES,
    STAGE_OVER,
    STAGE_PHASE_END,
    STAGE_ROLE,
    STAGE_SETTLER,
    STAGE_SHIP,
    STAGE_SMALL_WHARF,
    STAGE_STORING,
    STAGE_TRADER,
    STAGE_UNIVERSITY,
)
from games.engine.random import Random


class PuertoRicoPosition(State):
    """A position to play on: the contract's Position over the data of State and the roles' functions."""

    def to_move(self) -> i64:
        return self.actor

    def is_over(self) -> bool:
        return self.stage == STAGE_OVER

    def phase(self) -> i64:
        return self.phase_number

    def legal_moves(self) -> vec[i64]:
        stage = self.stage
        if stage == STAGE_COLONISTS:
            return mayor.legal_placings(self)
        if stage == STAGE_ROLE:
            return self._legal_picks()
        if stage == STAGE_SETTLER:
            return settler.legal_tiles(self)
        if stage == STAGE_BUILDER:
            return builder.legal_buildings(self)
        if stage == STAGE_CAPTAIN:
            return captain.legal_loadings(self)
        if stage == STAGE_TRADER:
            return trader.legal_sales(self)
        if stage == STAGE_CRAFTSMAN:
            return craftsman.legal_extras(self)
        if stage == STAGE_STORING:
            return storing.legal_storings(self)
        if stage == STAGE_MAYOR:
            return mayor.legal_privilege(self)
        if stage == STAGE_HOSPICE:
            return settler.legal_hospice(self)
        if stage == STAGE_UNIVERSITY:
            return builder.legal_university(self)
        if stage == STAGE_OVER:
            return vec[i64]()
        return self._legal_in_expansions()

    def _legal_in_expansions(self) -> vec[i64]:
        stage = self.stage
        if stage == STAGE_NOBLES:
            return nobles.legal_noble_placings(self)
        if stage == STAGE_SHIP:
            return mayor.legal_ship_choices(self)
        if stage == STAGE_BLACK_MARKET:
            return black_market.legal_payments(self)
        if stage == STAGE_SMALL_WHARF:
            return captain.legal_cargo(self)
        if stage == STAGE_GUESTS:
            return villas.legal_moves(self) if self.at_phase_end else craftsman.legal_guests(self)
        if stage == STAGE_HUNTING_LODGE:
            return hunting_lodges.legal_discards(self)
        if stage == STAGE_DRAFT:
            return building_selection.legal_choices(self)
        return settler.legal_tile_placings(self)

    def play(self, move: i64) -> None:
        self.plies += 1
        stage = self.stage
        if stage == STAGE_COLONISTS:
            mayor.play_placing(self, move)
        elif stage == STAGE_ROLE:
            self._pick(move)
        elif stage == STAGE_SETTLER:
            settler.play(self, move)
        elif stage == STAGE_BUILDER:
            builder.play(self, move)
        elif stage == STAGE_CAPTAIN:
            captain.play(self, move)
        elif stage == STAGE_TRADER:
            trader.play(self, move)
        elif stage == STAGE_CRAFTSMAN:
            craftsman.play(self, move)
        elif stage == STAGE_STORING:
            storing.play(self, move)
        elif stage == STAGE_MAYOR:
            mayor.play_privilege(self, move)
        elif stage == STAGE_HOSPICE:
            settler.play_hospice(self, move)
        elif stage == STAGE_UNIVERSITY:
            builder.play_university(self, move)
        else:
            self._play_in_expansions(move)
        if self.stage == STAGE_PHASE_END:
            self._end_phase()

    def _play_in_expansions(self, move: i64) -> None:
        stage = self.stage
        if stage == STAGE_NOBLES:
            mayor.play_noble_placing(self, move)
        elif stage == STAGE_SHIP:
            mayor.play_ship_choice(self, move)
        elif stage == STAGE_BLACK_MARKET:
            builder.play_payment(self, move)
        elif stage == STAGE_SMALL_WHARF:
            captain.play_cargo(self, move)
        elif stage == STAGE_GUESTS:
            if self.at_phase_end:
                villas.play(self, move)
            else:
                craftsman.play_guest(self, move)
        elif stage == STAGE_HUNTING_LODGE:
            settler.play_lodge(self, move)
        elif stage == STAGE_DRAFT:
            building_selection.choose(self, move)
            if self.stage == STAGE_PHASE_END:
                settler.lay_out_first_tiles(self)
        elif stage == STAGE_FOREST:
            settler.play_tile_placing(self, move)

    def copy(self) -> PuertoRicoPosition:
        twin = PuertoRicoPosition(self.seats, self.random.copy())
        self.copy_into(twin)
        return twin

    def scores(self) -> vec[i64]:
        scores = vec[i64]([0] * self.seats)
        for seat in range(self.seats):
            scores[seat] = scoring.score(self, seat)
        return scores

    def tie_breaks(self) -> vec[i64]:
        ties = vec[i64]([0] * self.seats)
        for seat in range(self.seats):
            ties[seat] = scoring.tie_break(self, seat)
        return ties

    def forced_move(self) -> i64:
        # The legal moves never depend on what is hidden: face-down tiles, totals of VP chips.
        moves = self.legal_moves()
        return moves[0] if len(moves) == 1 else NO_MOVE

    def ahead(self, seat: i64) -> PuertoRicoPosition | None:
        if seat == self.actor or (self.seats_done >> seat) & 1:
            return None
        if self.stage == STAGE_COLONISTS or self.stage == STAGE_NOBLES:
            twin = self.copy()
            mayor.ask_ahead(twin, seat)
            return twin
        if self.stage == STAGE_STORING:
            twin = self.copy()
            storing.ask(twin, seat)
            return twin
        return None

    def foreseen(self, seat: i64) -> list[Position]:
        return foresight.foreseen(self, seat, self._villas_matter() and self.mayor_may_follow())

    def is_mid_decision(self) -> bool:
        return self.stage == STAGE_BLACK_MARKET or self.stage == STAGE_SMALL_WHARF

    def is_pick(self) -> bool:
        return self.stage == STAGE_ROLE

    def next_pick(self, seat: i64) -> Position | None:
        if self.stage == STAGE_OVER or self.stage == STAGE_DRAFT:
            return None
        pick = self.copy()
        if self.stage != STAGE_ROLE or seat != self.actor:
            pick.role = NO_CARD
            pick.cards_left = cards_in_game(self.seats)
            pick.seats_done = 0
            pick.at_phase_end = 0
            pick.picker = seat
            pick.actor = seat
            pick.stage = STAGE_ROLE
        return pick

    def end_in_sight(self) -> bool:
        return game_end.is_last_round(self)

    def resample(self, seat: i64, random: Random) -> PuertoRicoPosition:
        """The same table with other draws to come, and other tiles for the forests that only their owners have seen.

        Totals of VP chips stay: every gain was public (docs/rules §9 `open_vp`).
        """
        twin = PuertoRicoPosition(self.seats, Random(random.word(), random.word(), random.word(), 1))
        self.copy_into(twin)
        if self.has_expansions:
            twin._resample_secret_tiles(seat)
        return twin

    def _resample_secret_tiles(self, knower: i64) -> None:
        """Put the tiles that only others have seen back among the face-down tiles, and draw them anew."""
        good: i64
        for seat in range(self.seats):
            if seat == knower:
                continue
            for good in range(GOODS):
                index = seat * GOODS + good
                self.face_down[good] += self.secret_forests[index]
                self.forests[index] -= self.secret_forests[index]
        hides_drawn = self.drawn_tile != NO_TILE and self.actor != knower
        if hides_drawn:
            self.face_down[self.drawn_tile] += 1
        for seat in range(self.seats):
            if seat == knower:
                continue
            hidden: i64 = 0
            for good in range(GOODS):
                hidden += self.secret_forests[seat * GOODS + good]
                self.secret_forests[seat * GOODS + good] = 0
            for _tile in range(hidden):
                good = self._draw_random_tile()
                self.secret_forests[seat * GOODS + good] += 1
                self.forests[seat * GOODS + good] += 1
        if hides_drawn:
            self.drawn_tile = self._draw_random_tile()

    def _draw_random_tile(self) -> i64:
        """One of the face-down tiles, each with equal chance."""
        good: i64
        left: i64 = 0
        for good in range(GOODS):
            left += self.face_down[good]
        rank = self.random.below(left)
        good = 0
        while rank >= self.face_down[good]:
            rank -= self.face_down[good]
            good += 1
        self.face_down[good] -= 1
        return good

    def offer_first_role(self) -> None:
        """Offer the first role card of a game."""
        self._next_pick()

    def _legal_picks(self) -> vec[i64]:
        card: i64
        moves = vec[i64](capacity=ROLE_CARDS)
        cards = self.cards_left
        money = self.card_doubloons
        for card in range(ROLE_CARDS):
            if not (cards >> card) & 1:
                continue
            # Two prospector cards with equal doubloons are one choice (docs/rules §11 Base).
            if card == SECOND_PROSPECTOR_CARD and (cards >> PROSPECTOR_CARD) & 1:
                if money[PROSPECTOR_CARD] == money[SECOND_PROSPECTOR_CARD]:
                    continue
            moves = append(moves, PICK + card)
        if self.has_expansions:
            moves = with_guest_moves(self, self.actor, moves, self._useful_guest_targets())
        return moves

    def _useful_guest_targets(self) -> i64:
        """Places where the picker's guests would change a role in which they cannot move later (docs/rules §11
        Guesthouse)."""
        if guest_count(self, self.actor) == 0:
            return 0
        prospects = self.cards_left >> PROSPECTOR_CARD != 0
        takes_two = (self.cards_left >> MAYOR_CARD) & 1 != 0 and self.colonist_supply > 1
        return guest_targets(self, self.actor, 1 << LIBRARY) if prospects or takes_two else 0

    def _pick(self, move: i64) -> None:
        seat = self.actor
        if is_guest(move):
            move_guest(self, move)
            return
        card = move - PICK
        doubloons = self.card_doubloons[card]
        self.card_doubloons[card] = 0
        self.doubloons[seat] += doubloons
        self.cards_left &= ~bit(card)
        self.cards_of[seat] |= bit(card)
        self.role = card
        if self.listener is not None:
            self.emit("picks", seat, {"role": CARD_NAMES[card], "doubloons": int(doubloons)})
        if card == SETTLER_CARD:
            settler.begin(self)
        elif card == MAYOR_CARD:
            mayor.begin(self)
        elif card == BUILDER_CARD:
            builder.begin(self)
        elif card == CRAFTSMAN_CARD:
            craftsman.begin(self)
        elif card == TRADER_CARD:
            trader.begin(self)
        elif card == CAPTAIN_CARD:
            captain.begin(self)
        else:
            prospector.play(self)

    def _end_phase(self) -> None:
        """Ask guests for the villas, if the mayor can be picked next; then the next role is picked."""
        if self._villas_matter():
            if not self.at_phase_end and self.mayor_may_follow():
                villas.begin(self)
                if self.stage != STAGE_PHASE_END:
                    return
            villas.end(self)
        self._next_pick()

    def _villas_matter(self) -> bool:
        """Whether guests may move to villas at the end of a phase."""
        return self.nobles_on != 0 and self.rules_version >= RULES_GUESTS_AT_ANY_TIME

    def mayor_may_follow(self) -> bool:
        """Whether a phase ends in which guests can move, and the mayor can be picked next."""
        if self.role == MAYOR_CARD or self.role == NO_CARD:
            return False
        if self.picks < PICKS[self.seats]:
            return (self.cards_left >> MAYOR_CARD) & 1 != 0
        return not game_end.is_last_round(self)

    def _next_pick(self) -> None:
        """The next seat picks a role card; two players pick in turn until each has three."""
        self.role = NO_CARD
        if self.picks == PICKS[self.seats]:
            self._end_round()
            if self.stage == STAGE_OVER:
                return
        self.phase_number += 1
        self.picker = (self.governor + self.picks) % self.seats
        self.picks += 1
        self.actor = self.picker
        self.stage = STAGE_ROLE

    def _end_round(self) -> None:
        card: i64
        if game_end.after_round(self):
            return
        for card in range(ROLE_CARDS):
            if (self.cards_left >> card) & 1:
                self.card_doubloons[card] += 1
        if self.listener is not None:
            paid: dict[str, object] = {name: 1 for card, name in enumerate(CARD_NAMES) if (self.cards_left >> card) & 1}
            self.emit("round_ends", NOBODY, {"round": int(self.round), "doubloons": paid})
        self.cards_left = cards_in_game(self.seats)
        for seat in range(self.seats):
            self.cards_of[seat] = 0
        self.governor = self.next_seat(self.governor)
        if self.listener is not None:
            self.emit("governor", self.governor, {})
        self.round += 1
        self.picks = 0


def new_position(
    seats: i64, options: Mapping[str, str], random: Random, rules_version: i64 = LATEST_RULES
) -> PuertoRicoPosition:
    """The start of a game (docs/rules §1, §8); options are checked already, missing ones take their defaults.

    `random` draws, in this order: the governor, unless given; the buildings, if selected at random; the face-up
    plantations, after the draft if there is one.
    """
    position = PuertoRicoPosition(seats, random)
    _read_options(position, options)
    position.rules_version = rules_version
    position.set_up_supplies()
    drawn = options.get("first_governor", "random") == "random"
    position.governor = random.below(seats) if drawn else position.first_governor
    position.noble_ship = 1 if position.nobles_on else 0
    position.noble_supply -= position.noble_ship
    position.colonist_ship = seats - position.noble_ship
    position.colonist_supply -= position.colonist_ship
    seat = position.governor
    for turn in range(seats):
        plantation: i64 = INDIGO if turn < STARTING_INDIGO[seats] else CORN
        position.face_down[plantation] -= 1
        position.lay_tile(seat, plantation)
        position.doubloons[seat] = STARTING_DOUBLOONS[seats]
        seat = position.next_seat(seat)
    if position.buildings == SELECT_DRAFT:
        building_selection.begin_draft(position)
        return position
    if position.buildings == SELECT_RANDOM:
        building_selection.draw_kinds(position)
    settler.lay_out_tiles(position)
    position.offer_first_role()
    return position


def _read_options(position: PuertoRicoPosition, options: Mapping[str, str]) -> None:
    position.edition = FIRST_EDITION if options.get("edition") == "first" else EDITION_2014
    position.open_vp = 1 if options.get("open_vp") == "on" else 0
    governor = options.get("first_governor", "random")
    position.first_governor = NOBODY if governor == "random" else int(governor)
    position.buildings = SELECTION_NAMES.index(options.get("buildings", "base"))
    position.expansion_1_selectable = 0 if options.get("new_buildings") == "off" else 1
    position.exclusions = 0 if options.get("exclusions") == "off" else 1
    position.nobles_on = 1 if options.get("nobles") == "on" else 0
    position.long_game = 1 if options.get("long_game") == "on" else 0
    position.kinds_in_play = building_selection.initial_kinds(position, options.get("violet_buildings", ""))
