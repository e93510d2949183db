"""The knowledge of San Juan that the search uses."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bots.knowledge.probabilities import priors_with_favourite, softmax_priors
from bots.knowledge.sanjuan.candidates import building_move_gain, candidate_moves, planned_move, tucking_gain
from bots.knowledge.sanjuan.evaluation import evaluate
from bots.knowledge.sanjuan.rounds import rounds_left
from bots.knowledge.sanjuan.worth import role_worth
from bots.search.knowledge import Knowledge
from games.engine.contract import Position
from games.engine.random import Random
from games.engine.sanjuan.components import LIBRARY, TWO_PLAYERS
from games.engine.sanjuan.flow import SanJuanPosition
from games.engine.sanjuan.moves import PASS, PICK, PICK_WITH_LIBRARY, TUCK
from games.engine.sanjuan.stages import STAGE_BUILDER, STAGE_CHAPEL, STAGE_ROLE

TEMPERATURE: Final = 0.6
"""A move that is better by this many victory points gets e times the prior."""
ROLE_NOISE: Final = 0.6
BUILDING_NOISE: Final = 0.6
"""How far playouts stray from the best move by worth, in victory points."""
RANDOM_WORDS: Final = 4294967296.0
"""The number of random words: a random word is below it."""


class SanJuanKnowledge(Knowledge):
    """The first edition of the knowledge. Released levels depend on it, so it must not change."""

    def candidate_moves(self, position: Position, legal: vec[i64]) -> vec[i64]:
        assert isinstance(position, SanJuanPosition)
        return legal if len(legal) == 1 else candidate_moves(position, legal, rounds_left(position))

    def priors(self, position: Position, moves: vec[i64]) -> vec[float]:
        assert isinstance(position, SanJuanPosition)
        rounds = rounds_left(position)
        stage = position.stage
        if stage not in (STAGE_ROLE, STAGE_BUILDER, STAGE_CHAPEL):
            return priors_with_favourite(moves, planned_move(position, position.legal_moves(), rounds))
        worths = vec[float]()
        best = -1.0e9
        for move in moves:
            worth = move_worth(position, move, rounds)
            worths = append(worths, worth)
            if worth > best:
                best = worth
        return softmax_priors(worths, best, TEMPERATURE)

    def playout_move(self, position: Position, random: Random) -> i64:
        assert isinstance(position, SanJuanPosition)
        legal = position.legal_moves()
        if len(legal) == 1:
            return legal[0]
        rounds = rounds_left(position)
        stage = position.stage
        if stage not in (STAGE_ROLE, STAGE_BUILDER):
            return planned_move(position, legal, rounds)
        noise = (ROLE_NOISE if stage == STAGE_ROLE else BUILDING_NOISE) / RANDOM_WORDS
        best = legal[0]
        best_worth = -1.0e9
        for move in legal:
            worth = move_worth(position, move, rounds) + noise * float(random.word())
            if worth > best_worth:
                best = move
                best_worth = worth
        return best

    def evaluate(self, position: Position) -> vec[float]:
        assert isinstance(position, SanJuanPosition)
        return evaluate(position)


def move_worth(position: SanJuanPosition, move: i64, rounds: float) -> float:
    """The worth of a role, a building or a card under the chapel for the actor, by rule of thumb."""
    stage = position.stage
    if stage == STAGE_BUILDER:
        return building_move_gain(position, move, rounds)
    if stage == STAGE_CHAPEL:
        return 0.0 if move == PASS else tucking_gain(position, move - TUCK, rounds)
    seat = position.actor
    if move >= PICK_WITH_LIBRARY:
        return role_worth(position, seat, move - PICK_WITH_LIBRARY, True, rounds)
    doubled = position.seats != TWO_PLAYERS and position.owns(seat, LIBRARY)
    return role_worth(position, seat, move - PICK, doubled, rounds)
