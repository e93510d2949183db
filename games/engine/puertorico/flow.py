"""The round: roles are picked, each runs its course, and the governor passes on (docs/rules §2, §4)."""

from __future__ import annotations

from collections.abc import Mapping

from librt.vecs import append, vec
from mypy_extensions import i64

from games.engine.contract import NO_MOVE, NOBODY
from games.engine.puertorico import builder, captain, craftsman, mayor, scoring, settler, storing, trader
from games.engine.puertorico.components import (
    BUILDER_CARD,
    CAPTAIN_CARD,
    CARD_NAMES,
    CARDS,
    CORN,
    CRAFTSMAN_CARD,
    EDITION_2014,
    FIRST_EDITION,
    INDIGO,
    MAYOR_CARD,
    NO_CARD,
    PICKS,
    PROSPECTOR_CARD,
    SECOND_PROSPECTOR_CARD,
    SETTLER_CARD,
    STARTING_DOUBLOONS,
    STARTING_INDIGO,
    TRADER_CARD,
    cards_in_game,
)
from games.engine.puertorico.moves import PASS, PICK, TAKE_COLONIST
from games.engine.puertorico.position import (
    BUILDER,
    CAPTAIN,
    COLONISTS,
    CRAFTSMAN,
    HOSPICE,
    MAYOR,
    OVER,
    PHASE_END,
    ROLE,
    SETTLER,
    STORING,
    TRADER,
    UNIVERSITY,
    State,
)
from games.engine.random import Random


class PuertoRicoPosition(State):
    """A position to play on: the contract's Position over the data of State and the roles' functions."""

    def to_move(self) -> i64:
        return self.actor

    def is_over(self) -> bool:
        return self.stage == OVER

    def phase(self) -> i64:
        return self.phases

    def legal_moves(self) -> vec[i64]:
        stage = self.stage
        if stage == COLONISTS:
            return mayor.legal_placings(self)
        if stage == ROLE:
            return self._legal_picks()
        if stage == SETTLER:
            return settler.legal_tiles(self)
        if stage == BUILDER:
            return builder.legal_buildings(self)
        if stage == CAPTAIN:
            return captain.legal_loadings(self)
        if stage == TRADER:
            return trader.legal_sales(self)
        if stage == CRAFTSMAN:
            return craftsman.legal_extras(self)
        if stage == STORING:
            return storing.legal_storings(self)
        if stage == OVER:
            return vec[i64]()
        # The mayor's privilege, the hospice, the university.
        return vec[i64]([PASS, TAKE_COLONIST])

    def play(self, move: i64) -> None:
        self.plies += 1
        stage = self.stage
        if stage == COLONISTS:
            mayor.play_placing(self, move)
        elif stage == ROLE:
            self._pick(move - PICK)
        elif stage == SETTLER:
            settler.play(self, move)
        elif stage == BUILDER:
            builder.play(self, move)
        elif stage == CAPTAIN:
            captain.play(self, move)
        elif stage == TRADER:
            trader.play(self, move)
        elif stage == CRAFTSMAN:
            craftsman.play(self, move)
        elif stage == STORING:
            storing.play(self, move)
        elif stage == MAYOR:
            mayor.play_privilege(self, move)
        elif stage == HOSPICE:
            settler.play_hospice(self, move)
        elif stage == UNIVERSITY:
            builder.play_university(self, move)
        if self.stage == PHASE_END:
            self._next_pick()

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

    def forced(self) -> i64:
        # What moves there are never depends on what is hidden: the order of the tiles, the totals of VP chips.
        moves = self.legal_moves()
        return moves[0] if len(moves) == 1 else NO_MOVE

    def ahead(self, seat: i64) -> PuertoRicoPosition | None:
        if seat == self.actor or (self.done >> seat) & 1:
            return None
        if self.stage == COLONISTS:
            twin = self.copy()
            mayor.ask_ahead(twin, seat)
            return twin
        if self.stage == STORING:
            twin = self.copy()
            storing.ask(twin, seat)
            return twin
        return None

    def resample(self, seat: i64, random: Random) -> PuertoRicoPosition:  # noqa: ARG002
        """The same table, other draws to come: nothing else that matters is hidden.

        Totals of VP chips are treated as known: every gain was public (docs/rules §9 open_vp).
        """
        twin = PuertoRicoPosition(self.seats, Random(random.word(), random.word(), random.word(), 1))
        self.copy_into(twin)
        return twin

    def offer_first_role(self) -> None:
        """Offer the first role card of a game."""
        self._next_pick()

    def _legal_picks(self) -> vec[i64]:
        card: i64
        moves = vec[i64](capacity=CARDS)
        cards = self.cards_left
        money = self.card_doubloons
        for card in range(CARDS):
            if not (cards >> card) & 1:
                continue
            # Two prospectors with equal money are one choice (docs/rules §11 Base).
            if card == SECOND_PROSPECTOR_CARD and (cards >> PROSPECTOR_CARD) & 1:
                if money[PROSPECTOR_CARD] == money[SECOND_PROSPECTOR_CARD]:
                    continue
            moves = append(moves, PICK + card)
        return moves

    def _pick(self, card: i64) -> None:
        seat = self.actor
        doubloons = self.card_doubloons[card]
        self.card_doubloons[card] = 0
        self.doubloons[seat] += doubloons
        self.cards_left &= ~(1 << card)
        self.cards_of[seat] |= 1 << card
        self.role = card
        if self.listener is not None:
            self.tell("picks", seat, {"role": CARD_NAMES[card], "doubloons": int(doubloons)})
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
            self._prospect(seat)

    def _prospect(self, seat: i64) -> None:
        self.doubloons[seat] += 1
        if self.listener is not None:
            self.tell("prospects", seat, {"doubloons": 1})
        self.stage = PHASE_END

    def _next_pick(self) -> None:
        """The next seat picks a role card; two players pick by turns until each has three."""
        self.role = NO_CARD
        if self.picks == PICKS[self.seats]:
            self._end_round()
            if self.stage == OVER:
                return
        self.phases += 1
        self.picker = (self.governor + self.picks) % self.seats
        self.picks += 1
        self.actor = self.picker
        self.stage = ROLE

    def _end_round(self) -> None:
        card: i64
        if self.ends:
            self._finish()
            return
        for card in range(CARDS):
            if (self.cards_left >> card) & 1:
                self.card_doubloons[card] += 1
        if self.listener is not None:
            paid: dict[str, object] = {name: 1 for card, name in enumerate(CARD_NAMES) if (self.cards_left >> card) & 1}
            self.tell("round_ends", NOBODY, {"round": int(self.round), "doubloons": paid})
        self.cards_left = cards_in_game(self.seats)
        for seat in range(self.seats):
            self.cards_of[seat] = 0
        self.governor = self.after(self.governor)
        if self.listener is not None:
            self.tell("governor", self.governor, {})
        self.round += 1
        self.picks = 0

    def _finish(self) -> None:
        self.stage = OVER
        self.actor = NOBODY
        self.picker = NOBODY
        if self.listener is not None:
            scores = [int(points) for points in self.scores()]
            self.tell("game_over", NOBODY, {"scores": scores, "ranks": [int(rank) for rank in self.ranks()]})


def new_position(seats: i64, options: Mapping[str, str], random: Random) -> PuertoRicoPosition:
    """The start of a game (docs/rules §1); options are checked already, missing ones take their defaults.

    Of `random` are drawn, in this order: the governor, unless given, and the face-up plantations.
    """
    position = PuertoRicoPosition(seats, random)
    position.open_box(FIRST_EDITION if options.get("edition") == "first" else EDITION_2014)
    position.open_vp = 1 if options.get("open_vp") == "on" else 0
    governor = options.get("first_governor", "random")
    if governor != "random":
        position.first_governor = int(governor)
    position.governor = random.below(seats) if governor == "random" else position.first_governor
    position.colonist_supply -= seats
    position.colonist_ship = seats
    seat = position.governor
    for turn in range(seats):
        plantation: i64 = INDIGO if turn < STARTING_INDIGO[seats] else CORN
        position.face_down[plantation] -= 1
        position.lay_tile(seat, plantation)
        position.doubloons[seat] = STARTING_DOUBLOONS[seats]
        seat = position.after(seat)
    settler.lay_out(position)
    position.offer_first_role()
    return position
