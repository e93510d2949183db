"""The round: who picks a role, who acts in its phase, and when the game is over (docs/rules §2)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from games.engine.contract import NO_MOVE, NOBODY, Position
from games.engine.random import Random
from games.engine.sanjuan import (
    builder,
    councillor,
    first_hands,
    foresight,
    game_end,
    ordered_choice,
    producer,
    prospector,
    round_start,
    scoring,
    trader,
)
from games.engine.sanjuan.components import (
    BUILDER,
    CARDS,
    COUNCILLOR,
    INDIGO_PLANT,
    LATEST_RULES,
    LIBRARY,
    NO_CARD,
    NO_PHASE,
    PRODUCER,
    PROSPECTOR,
    ROLE_NAMES,
    ROLES,
    TILES,
    TRADER,
    TWO_PLAYERS,
    picks_in_round,
)
from games.engine.sanjuan.hidden import resample_hidden
from games.engine.sanjuan.moves import PASS, PICK, PICK_WITH_LIBRARY
from games.engine.sanjuan.position import State
from games.engine.sanjuan.stages import (
    PHASE_FIRST_HANDS,
    PHASE_ROUND_START,
    STAGE_ARCHIVE,
    STAGE_BUILDER,
    STAGE_CHAPEL,
    STAGE_COUNCILLOR,
    STAGE_DEAL,
    STAGE_GOLD_MINE,
    STAGE_LIMIT,
    STAGE_OVER,
    STAGE_PAYMENT,
    STAGE_PRODUCER,
    STAGE_ROLE,
    STAGE_SEAT_DONE,
    STAGE_STRIKE,
    STAGE_TRADER,
)


class SanJuanPosition(State):
    """A position to play on: the contract's Position over the data of State and the roles' functions."""

    def to_move(self) -> i64:
        return self.actor

    def is_over(self) -> bool:
        return self.stage == STAGE_OVER

    def phase(self) -> i64:
        return self.phase_number

    def legal_moves(self) -> vec[i64]:
        stage = self.stage
        if stage == STAGE_ROLE:
            return self._legal_picks()
        if stage == STAGE_BUILDER:
            return builder.legal_buildings(self)
        if stage == STAGE_PAYMENT:
            return builder.legal_payments(self)
        if stage == STAGE_TRADER:
            return trader.legal_sales(self)
        if stage == STAGE_COUNCILLOR:
            return councillor.legal_keeps(self)
        if stage == STAGE_PRODUCER:
            return producer.legal_productions(self)
        if stage in (STAGE_LIMIT, STAGE_ARCHIVE, STAGE_DEAL):
            return ordered_choice.legal_discards(self)
        if stage == STAGE_CHAPEL:
            return round_start.legal_tuckings(self)
        if stage == STAGE_GOLD_MINE:
            return prospector.legal_uses()
        if stage == STAGE_STRIKE:
            return prospector.legal_takes(self)
        return vec[i64]()

    def play(self, move: i64) -> None:
        self.plies += 1
        stage = self.stage
        if stage == STAGE_ROLE:
            self._pick(move)
        elif stage == STAGE_BUILDER:
            builder.play(self, move)
        elif stage == STAGE_PAYMENT:
            builder.play_payment(self, move)
        elif stage == STAGE_TRADER:
            trader.play(self, move)
        elif stage == STAGE_COUNCILLOR:
            councillor.play_keep(self, move)
        elif stage == STAGE_PRODUCER:
            producer.play(self, move)
        elif stage == STAGE_LIMIT:
            round_start.play_limit(self, move)
        elif stage == STAGE_ARCHIVE:
            councillor.play_discard(self, move)
        elif stage == STAGE_CHAPEL:
            round_start.play_tucking(self, move)
        elif stage == STAGE_GOLD_MINE:
            prospector.play_use(self, move)
        elif stage == STAGE_STRIKE:
            prospector.play_take(self, move)
        elif stage == STAGE_DEAL:
            first_hands.play(self, move)
        if self.stage == STAGE_SEAT_DONE:
            self._finish_seat()

    def copy(self) -> SanJuanPosition:
        twin = SanJuanPosition(self.seats, self.random.copy())
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
        # Only what everybody sees counts: goods and plants, and how many cards are in a hand.
        stage = self.stage
        if stage == STAGE_BUILDER:
            return PASS if builder.visibly_cannot_build(self) else NO_MOVE
        if stage in (STAGE_PRODUCER, STAGE_TRADER):
            moves = self.legal_moves()
            return moves[0] if len(moves) == 1 else NO_MOVE
        return NO_MOVE

    def ahead(self, seat: i64) -> SanJuanPosition | None:
        return self._asked_next(seat) if self._may_decide_ahead() else None

    def foreseen(self, seat: i64) -> list[Position]:
        if self.stage == STAGE_OVER:
            return []
        first = self.copy() if seat == self.actor else self._asked_next(seat)
        return [] if first is None else foresight.questions_from(first)

    def is_mid_decision(self) -> bool:
        return foresight.is_mid_decision(self)

    def is_pick(self) -> bool:
        return self.stage == STAGE_ROLE

    def next_pick(self, seat: i64) -> Position | None:
        if self.stage == STAGE_OVER or self.phase_kind == PHASE_FIRST_HANDS:
            return None
        role: i64
        pick = self.copy()
        pick.preview_seat = seat
        if self.stage != STAGE_ROLE or seat != self.actor:
            foresight.leave_decision(pick)
            for role in range(ROLES):
                pick.picked_by[role] = NOBODY
            for other in range(self.seats):
                pick.seat_done[other] = 0
            pick.phase_kind = NO_PHASE
            pick.picker = seat
            pick.actor = seat
            pick.stage = STAGE_ROLE
        return pick

    def end_in_sight(self) -> bool:
        return foresight.end_in_sight(self)

    def _asked_next(self, seat: i64) -> SanJuanPosition | None:
        """A copy in which another seat has its turn of this phase now, as everything lies; None if it is asked nothing.

        Also None if it can only be asked when it has drawn cards.
        """
        if seat == self.actor or self.stage == STAGE_OVER or self.stage == STAGE_ROLE or self.seat_done[seat]:
            return None
        if self.phase_kind == COUNCILLOR and not self.all_drew:
            return None
        twin = self.copy()
        twin.preview_seat = seat
        foresight.leave_decision(twin)
        return twin if twin.ask(seat) and twin.forced_move() == NO_MOVE else None

    def _may_decide_ahead(self) -> bool:
        """Whether no decision of others in this phase can change what a seat can do in it (docs/rules §5)."""
        role = self.phase_kind
        if role == PRODUCER:
            return producer.cards_suffice(self)
        if role == COUNCILLOR:
            return self.all_drew != 0
        return role in (TRADER, PHASE_ROUND_START, PHASE_FIRST_HANDS)

    def resample(self, seat: i64, random: Random) -> SanJuanPosition:
        twin = SanJuanPosition(self.seats, Random(random.word(), random.word(), random.word(), 1))
        self.copy_into(twin)
        twin.preview_seat = NOBODY
        resample_hidden(twin, seat)
        return twin

    # --- picking roles ---

    def _legal_picks(self) -> vec[i64]:
        role: i64
        moves = vec[i64](capacity=2 * ROLES)
        for role in range(ROLES):
            if self.picked_by[role] == NOBODY:
                moves = append(moves, PICK + role)
        if self._chooses_library_use(self.actor):
            for role in range(ROLES):
                if self.picked_by[role] == NOBODY:
                    moves = append(moves, PICK_WITH_LIBRARY + role)
        return moves

    def _chooses_library_use(self, seat: i64) -> bool:
        """With two players the library works once in a round, and its owner says when (docs/rules §3 Library)."""
        return self.seats == TWO_PLAYERS and self.owns(seat, LIBRARY) and not self.library_used[seat]

    def _pick(self, move: i64) -> None:
        seat = self.actor
        with_library = move >= PICK_WITH_LIBRARY
        role = move - PICK_WITH_LIBRARY if with_library else move - PICK
        doubled = with_library or (self.seats != TWO_PLAYERS and self.owns(seat, LIBRARY))
        self.phase_kind = role
        self.picked_by[role] = seat
        self.library_doubles = 1 if doubled else 0
        # A builder who builds nothing has not used the library (docs/rules §5 Library with two players).
        if with_library and role != BUILDER:
            self.library_used[seat] = 1
        if self.listener is not None:
            data: dict[str, object] = {"role": ROLE_NAMES[role]}
            if doubled:
                data["library"] = True
            self.emit("picks", seat, data)
        if role == TRADER:
            trader.turn_tile(self)
        elif role == COUNCILLOR:
            councillor.begin(self)
        elif role == PROSPECTOR:
            prospector.begin(self)
        self._ask_next()

    def offer_role(self) -> None:
        """The next seat picks; with two players the governor picks twice."""
        self.phase_number += 1
        self.phase_kind = NO_PHASE
        self.picker = (self.governor + self.picks) % self.seats
        self.picks += 1
        self.actor = self.picker
        self.stage = STAGE_ROLE

    # --- one seat after the other ---

    def begin_phase(self, role: i64) -> None:
        """Begin a phase that does not follow a pick: first hands, round start."""
        self.phase_number += 1
        self.phase_kind = role
        self.picker = self.governor
        self._ask_next()

    def ask(self, seat: i64) -> bool:
        """Do for the seat what happens automatically in this phase. Returns whether it has something to decide."""
        role = self.phase_kind
        if role == BUILDER:
            return builder.ask(self, seat)
        if role == PRODUCER:
            return producer.ask(self, seat)
        if role == TRADER:
            return trader.ask(self, seat)
        if role == COUNCILLOR:
            return councillor.ask(self, seat)
        if role == PROSPECTOR:
            return prospector.ask(self, seat)
        if role == PHASE_ROUND_START:
            return round_start.ask(self, seat)
        return first_hands.ask(self, seat)

    def _finish_seat(self) -> None:
        self.seat_done[self.actor] = 1
        self._ask_next()

    def _ask_next(self) -> None:
        """Ask the next seat, clockwise from the picker, that has not had its turn; after the last one end the phase."""
        seat = self.picker
        for _turn in range(self.seats):
            if not self.seat_done[seat]:
                if self.ask(seat):
                    return
                self.seat_done[seat] = 1
            seat = self.next_seat(seat)
        self._end_phase()

    def _end_phase(self) -> None:
        role = self.phase_kind
        for seat in range(self.seats):
            self.seat_done[seat] = 0
        self.library_doubles = 0
        self.all_drew = 0
        if role == TRADER:
            trader.tuck_tile(self)
        elif role == BUILDER and game_end.has_full_city(self):
            game_end.finish(self)
            return
        if role < ROLES and self.picks == picks_in_round(self.seats):
            if game_end.is_stuck(self):
                # The end reveals that no hand has a card that could be built.
                self.revealed += 1
                game_end.finish(self)
            else:
                self._end_round()
        else:
            self.offer_role()

    def _end_round(self) -> None:
        role: i64
        for role in range(ROLES):
            self.picked_by[role] = NOBODY
        for seat in range(self.seats):
            self.library_used[seat] = 0
        if self.listener is not None:
            self.emit("round_ends", NOBODY, {"round": int(self.round)})
        self.governor = self.next_seat(self.governor)
        if self.listener is not None:
            self.emit("governor", self.governor, {})
        self.round += 1
        self.picks = 0
        self.begin_phase(PHASE_ROUND_START)


def new_position(seats: i64, deal_choice: bool, random: Random, rules_version: i64 = LATEST_RULES) -> SanJuanPosition:
    """The start of a game (docs/rules §1).

    `random` draws, in this order: the governor, the order of the price tiles, the order of the cards.
    """
    position = SanJuanPosition(seats, random)
    position.rules_version = rules_version
    position.set_up_supplies()
    position.deal_choice = 1 if deal_choice else 0
    position.governor = random.below(seats)
    random.shuffle(position.price_tiles, 0, TILES)
    for seat in range(seats):
        position.add_building(seat, INDIGO_PLANT)
    # The draw pile is sorted still, and begins with indigo plants: one of them goes to each seat.
    for place in range(seats, CARDS):
        position.draw_pile[place - seats] = position.draw_pile[place]
    for place in range(CARDS - seats, CARDS):
        position.draw_pile[place] = NO_CARD
    position.draw_pile_count -= seats
    random.shuffle(position.draw_pile, 0, position.draw_pile_count)
    first_hands.deal_first_hands(position)
    if deal_choice:
        position.begin_phase(PHASE_FIRST_HANDS)
    else:
        position.offer_role()
    return position
