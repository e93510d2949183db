"""The knowledge of Puerto Rico that the search uses."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bots.knowledge.probabilities import priors_with_favourite, softmax_priors
from bots.knowledge.puertorico.candidates import candidate_moves
from bots.knowledge.puertorico.evaluation import evaluate
from bots.knowledge.puertorico.expansion_moves import is_free_move
from bots.knowledge.puertorico.move_worth import move_worth
from bots.knowledge.puertorico.placement import BALANCED, arrangement
from bots.knowledge.puertorico.plans import best_barrel_to_keep, best_cargo, best_noble_count
from bots.knowledge.puertorico.rounds import rounds_left
from bots.search.knowledge import Knowledge
from games.engine.contract import NO_MOVE, Position
from games.engine.puertorico.components import STOREHOUSE
from games.engine.puertorico.flow import PuertoRicoPosition
from games.engine.puertorico.moves import DRAW, KEEP, placing_move
from games.engine.puertorico.stages import (
    STAGE_BLACK_MARKET,
    STAGE_COLONISTS,
    STAGE_DRAFT,
    STAGE_NOBLES,
    STAGE_ROLE,
    STAGE_SETTLER,
    STAGE_SMALL_WHARF,
    STAGE_STORING,
)
from games.engine.random import Random

TEMPERATURE: Final = 1.6
"""A move that is better by this many victory points gets e times the prior."""
ROLE_NOISE: Final = 2.0
MOVE_NOISE: Final = 1.0
"""How far playouts stray from the best move by worth, in victory points."""
FREE_MOVE_NOISE: Final = 0.4
"""The same for free moves, which bring less."""
RANDOM_WORDS: Final = 4294967296.0
"""The number of random words: a random word is below it."""


class PuertoRicoKnowledge(Knowledge):
    """The first edition of the knowledge. Released levels depend on it, so it must not change."""

    def __init__(self) -> None:
        self._planned_for: Position | None = None
        self._next_ply: i64 = 0
        self._next_hand: i64 = 0
        self._plan: vec[i64] = vec[i64]()

    def candidate_moves(self, position: Position, legal: vec[i64]) -> vec[i64]:
        assert isinstance(position, PuertoRicoPosition)
        return legal if len(legal) == 1 else candidate_moves(position, legal)

    def priors(self, position: Position, moves: vec[i64]) -> vec[float]:
        assert isinstance(position, PuertoRicoPosition)
        if position.stage == STAGE_COLONISTS:
            preferred = arrangement(position, rounds_left(position), BALANCED)[position.place_asked]
            return priors_with_favourite(moves, placing_move(position.place_asked, preferred))
        rounds = rounds_left(position)
        if position.has_expansions:
            planned = planned_move(position, moves, rounds)
            if planned != NO_MOVE:
                return priors_with_favourite(moves, planned)
        worths = vec[float]()
        best = -1.0e9
        for move in moves:
            worth = move_worth(position, move, rounds)
            worths = append(worths, worth)
            if worth > best and not (position.has_expansions and is_free_move(move)):
                best = worth
        if position.has_expansions:
            best = add_action_worth(moves, worths, best)
        return softmax_priors(worths, best, TEMPERATURE)

    def playout_move(self, position: Position, random: Random) -> i64:
        assert isinstance(position, PuertoRicoPosition)
        stage = position.stage
        if stage == STAGE_COLONISTS:
            return self.next_planned_placing(position)
        legal = position.legal_moves()
        if len(legal) == 1:
            return legal[0]
        if stage == STAGE_SETTLER and legal[1] == DRAW:
            return DRAW
        rounds = rounds_left(position)
        if position.has_expansions:
            planned = planned_move(position, legal, rounds)
            if planned == NO_MOVE:
                planned = best_free_move(position, legal, rounds, random)
            if planned != NO_MOVE:
                return planned
            if stage in (STAGE_BLACK_MARKET, STAGE_DRAFT):
                # However a playout strays, nobody pays with their best worker.
                legal = candidate_moves(position, legal)
        noise = (ROLE_NOISE if stage == STAGE_ROLE else MOVE_NOISE) / RANDOM_WORDS
        best = legal[0]
        best_worth = -1.0e9
        for move in legal:
            if position.has_expansions and is_free_move(move):
                continue
            worth = move_worth(position, move, rounds) + noise * float(random.word())
            if worth > best_worth:
                best = move
                best_worth = worth
        return best

    def evaluate(self, position: Position) -> vec[float]:
        assert isinstance(position, PuertoRicoPosition)
        return evaluate(position)

    def next_planned_placing(self, position: PuertoRicoPosition) -> i64:
        """The next ply of an arrangement that is made once for all places and then followed ply by ply."""
        followed = self._planned_for is position and self._next_ply == position.plies
        if not followed or self._next_hand != position.colonists_to_place or not position.placement_begun:
            self._plan = arrangement(position, rounds_left(position), BALANCED)
            self._planned_for = position
        colonists = self._plan[position.place_asked]
        self._next_ply = position.plies + 1
        self._next_hand = position.colonists_to_place - colonists
        return placing_move(position.place_asked, colonists)


def add_action_worth(moves: vec[i64], worths: vec[float], action: float) -> float:
    """Add the worth of the best action to that of the free moves before it. Returns the best worth of all."""
    best = action
    for index in range(len(moves)):
        if is_free_move(moves[index]):
            if action > 0.0:
                worths[index] += action
            if worths[index] > best:
                best = worths[index]
    return best


def planned_move(position: PuertoRicoPosition, legal: vec[i64], rounds: float) -> i64:
    """The next ply of a plan, for the questions that have one (plans); NO_MOVE for any other question."""
    stage = position.stage
    if stage == STAGE_NOBLES:
        return best_noble_count(position, legal, rounds)
    if stage == STAGE_SMALL_WHARF:
        return best_cargo(position, legal)
    if stage == STAGE_STORING and position.works(position.actor, STOREHOUSE) and legal[0] >= KEEP:
        if not is_free_move(legal[len(legal) - 1]):
            return best_barrel_to_keep(position, legal, rounds)
    return NO_MOVE


def best_free_move(position: PuertoRicoPosition, legal: vec[i64], rounds: float, random: Random) -> i64:
    """The best free move if its worth is high enough; else NO_MOVE."""
    best: i64 = NO_MOVE
    best_worth = 0.5 * FREE_MOVE_NOISE
    for move in legal:
        if is_free_move(move):
            worth = move_worth(position, move, rounds) + FREE_MOVE_NOISE / RANDOM_WORDS * float(random.word())
            if worth > best_worth:
                best = move
                best_worth = worth
    return best
