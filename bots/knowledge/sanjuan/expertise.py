"""San Juan as the search asks for it: moves worth a look, how good they look, how players play on."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bots.knowledge.chances import favouring, looks
from bots.knowledge.sanjuan.candidates import move_gain, planned_move, sensible_moves, tucking_gain
from bots.knowledge.sanjuan.judgement import prospects
from bots.knowledge.sanjuan.outlook import rounds_left
from bots.knowledge.sanjuan.worth import role_worth
from bots.search.knowledge import Knowledge
from games.engine.contract import Position
from games.engine.random import Random
from games.engine.sanjuan.components import LIBRARY, TWO_PLAYERS
from games.engine.sanjuan.flow import SanJuanPosition
from games.engine.sanjuan.moves import PASS, PICK, PICK_WITH_LIBRARY, TUCK
from games.engine.sanjuan.stages import STAGE_BUILDER, STAGE_CHAPEL, STAGE_ROLE

TEMPERATURE: Final = 0.6
"""A move that looks this much better (victory points) gets e times the looks."""
ROLE_NOISE: Final = 0.6
BUILDING_NOISE: Final = 0.6
"""How far (victory points) playouts stray from the best looking move."""
WORDS: Final = 4294967296.0
"""A random word is below this."""


class SanJuanExpertise(Knowledge):
    """The first edition of what we know; released levels rest on it, so it changes no more."""

    def candidates(self, position: Position, legal: vec[i64]) -> vec[i64]:
        assert isinstance(position, SanJuanPosition)
        return legal if len(legal) == 1 else sensible_moves(position, legal, rounds_left(position))

    def weights(self, position: Position, moves: vec[i64]) -> vec[float]:
        assert isinstance(position, SanJuanPosition)
        rounds = rounds_left(position)
        stage = position.stage
        if stage not in (STAGE_ROLE, STAGE_BUILDER, STAGE_CHAPEL):
            return favouring(moves, planned_move(position, position.legal_moves(), rounds))
        worths = vec[float]()
        best = -1.0e9
        for move in moves:
            worth = move_worth(position, move, rounds)
            worths = append(worths, worth)
            if worth > best:
                best = worth
        return looks(worths, best, TEMPERATURE)

    def playout_move(self, position: Position, random: Random) -> i64:
        assert isinstance(position, SanJuanPosition)
        legal = position.legal_moves()
        if len(legal) == 1:
            return legal[0]
        rounds = rounds_left(position)
        stage = position.stage
        if stage not in (STAGE_ROLE, STAGE_BUILDER):
            return planned_move(position, legal, rounds)
        noise = (ROLE_NOISE if stage == STAGE_ROLE else BUILDING_NOISE) / WORDS
        best = legal[0]
        best_worth = -1.0e9
        for move in legal:
            worth = move_worth(position, move, rounds) + noise * float(random.word())
            if worth > best_worth:
                best = move
                best_worth = worth
        return best

    def prospects(self, position: Position) -> vec[float]:
        assert isinstance(position, SanJuanPosition)
        return prospects(position)


def move_worth(position: SanJuanPosition, move: i64, rounds: float) -> float:
    """Victory points that a role, a building or a card under the chapel brings the actor, by rule of thumb."""
    stage = position.stage
    if stage == STAGE_BUILDER:
        return move_gain(position, move, rounds)
    if stage == STAGE_CHAPEL:
        return 0.0 if move == PASS else tucking_gain(position, move - TUCK, rounds)
    seat = position.actor
    if move >= PICK_WITH_LIBRARY:
        return role_worth(position, seat, move - PICK_WITH_LIBRARY, True, rounds)
    doubled = position.seats != TWO_PLAYERS and position.owns(seat, LIBRARY)
    return role_worth(position, seat, move - PICK, doubled, rounds)
