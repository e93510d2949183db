"""Puerto Rico as the search asks for it: moves worth a look, how good they look, how players play on."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bots.knowledge.chances import favouring, looks
from bots.knowledge.puertorico.candidates import sensible_moves
from bots.knowledge.puertorico.judgement import prospects
from bots.knowledge.puertorico.move_worth import move_worth
from bots.knowledge.puertorico.new_moves import leaves_the_action
from bots.knowledge.puertorico.outlook import rounds_left
from bots.knowledge.puertorico.placement import BALANCED, arrangement
from bots.knowledge.puertorico.plans import next_single, sensible_cargo, sensible_nobles
from bots.search.knowledge import Knowledge
from games.engine.contract import NO_MOVE, Position
from games.engine.puertorico.components import STOREHOUSE
from games.engine.puertorico.flow import PuertoRicoPosition
from games.engine.puertorico.moves import DRAW, KEEP, placing
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
"""A move that looks this much better (victory points) gets e times the looks."""
ROLE_NOISE: Final = 2.0
MOVE_NOISE: Final = 1.0
"""How far (victory points) playouts stray from the best looking move."""
OPENING_NOISE: Final = 0.4
"""The same for moves that leave the action open, which bring less."""
WORDS: Final = 4294967296.0
"""A random word is below this."""


class PuertoRicoExpertise(Knowledge):
    """The first edition of what we know; released levels rest on it, so it changes no more."""

    def __init__(self) -> None:
        self._planned_for: Position | None = None
        self._next_ply: i64 = 0
        self._next_hand: i64 = 0
        self._plan: vec[i64] = vec[i64]()

    def candidates(self, position: Position, legal: vec[i64]) -> vec[i64]:
        assert isinstance(position, PuertoRicoPosition)
        return legal if len(legal) == 1 else sensible_moves(position, legal)

    def weights(self, position: Position, moves: vec[i64]) -> vec[float]:
        assert isinstance(position, PuertoRicoPosition)
        if position.stage == STAGE_COLONISTS:
            favourite = arrangement(position, rounds_left(position), BALANCED)[position.place_asked]
            return favouring(moves, placing(position.place_asked, favourite))
        rounds = rounds_left(position)
        if position.has_expansions:
            planned = planned_answer(position, moves, rounds)
            if planned != NO_MOVE:
                return favouring(moves, planned)
        worths = vec[float]()
        best = -1.0e9
        for move in moves:
            worth = move_worth(position, move, rounds)
            worths = append(worths, worth)
            if worth > best and not (position.has_expansions and leaves_the_action(move)):
                best = worth
        if position.has_expansions:
            best = add_the_action(moves, worths, best)
        return looks(worths, best, TEMPERATURE)

    def playout_move(self, position: Position, random: Random) -> i64:
        assert isinstance(position, PuertoRicoPosition)
        stage = position.stage
        if stage == STAGE_COLONISTS:
            return self.planned_placing(position)
        legal = position.legal_moves()
        if len(legal) == 1:
            return legal[0]
        if stage == STAGE_SETTLER and legal[1] == DRAW:
            return DRAW
        rounds = rounds_left(position)
        if position.has_expansions:
            planned = planned_answer(position, legal, rounds)
            if planned == NO_MOVE:
                planned = opening(position, legal, rounds, random)
            if planned != NO_MOVE:
                return planned
            if stage in (STAGE_BLACK_MARKET, STAGE_DRAFT):
                # However a playout strays, nobody pays with his best worker.
                legal = sensible_moves(position, legal)
        noise = (ROLE_NOISE if stage == STAGE_ROLE else MOVE_NOISE) / WORDS
        best = legal[0]
        best_worth = -1.0e9
        for move in legal:
            if position.has_expansions and leaves_the_action(move):
                continue
            worth = move_worth(position, move, rounds) + noise * float(random.word())
            if worth > best_worth:
                best = move
                best_worth = worth
        return best

    def prospects(self, position: Position) -> vec[float]:
        assert isinstance(position, PuertoRicoPosition)
        return prospects(position)

    def planned_placing(self, position: PuertoRicoPosition) -> i64:
        """The actor's whole arrangement is made once and then followed ply by ply."""
        followed = self._planned_for is position and self._next_ply == position.plies
        if not followed or self._next_hand != position.colonists_to_place or not position.placement_begun:
            self._plan = arrangement(position, rounds_left(position), BALANCED)
            self._planned_for = position
        colonists = self._plan[position.place_asked]
        self._next_ply = position.plies + 1
        self._next_hand = position.colonists_to_place - colonists
        return placing(position.place_asked, colonists)


def add_the_action(moves: vec[i64], worths: vec[float], action: float) -> float:
    """Add the best action's worth to what leaves it open; returns the best worth of all."""
    best = action
    for index in range(len(moves)):
        if leaves_the_action(moves[index]):
            if action > 0.0:
                worths[index] += action
            if worths[index] > best:
                best = worths[index]
    return best


def planned_answer(position: PuertoRicoPosition, legal: vec[i64], rounds: float) -> i64:
    """The answer of a line of plies that a plan is made for; NO_MOVE for any other question."""
    stage = position.stage
    if stage == STAGE_NOBLES:
        return sensible_nobles(position, legal, rounds)
    if stage == STAGE_SMALL_WHARF:
        return sensible_cargo(position, legal)
    if stage == STAGE_STORING and position.works(position.actor, STOREHOUSE) and legal[0] >= KEEP:
        if not leaves_the_action(legal[len(legal) - 1]):
            return next_single(position, legal, rounds)
    return NO_MOVE


def opening(position: PuertoRicoPosition, legal: vec[i64], rounds: float, random: Random) -> i64:
    """What leaves the action open, if anything of that looks good enough; else NO_MOVE."""
    best: i64 = NO_MOVE
    best_worth = 0.5 * OPENING_NOISE
    for move in legal:
        if leaves_the_action(move):
            worth = move_worth(position, move, rounds) + OPENING_NOISE / WORDS * float(random.word())
            if worth > best_worth:
                best = move
                best_worth = worth
    return best
