"""The computer players by name. A released level is never changed: a better one gets a new name.

So every later level can be measured against today's (docs/bots.md). Budgets are playouts per turn; time is only a cap.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import monotonic

from bots.knowledge.registry import knowledge_of
from bots.search.search import Search
from bots.search.settings import TO_THE_END, Settings
from games.engine.contract import Position
from games.engine.random import Random, from_secret

# The first move of a turn gets this share of the turn's playouts, each later one this share of what then remains.
FIRST_SHARE = 0.75
LATER_SHARE = 0.5
# The edition of knowledge that quick moves are made with (bots.knowledge.registry).
NEWEST_KNOWLEDGE = 1


@dataclass(frozen=True)
class ChosenMove:
    """What a level would play now: one ply; capped: the clock ended the search before its playouts were done."""

    move: int
    playouts: int
    seconds: float
    capped: bool


@dataclass(frozen=True)
class ChosenTurn:
    """The plies of one turn, in order, as far as they can be foreseen (at least one)."""

    moves: list[int]
    playouts: int
    seconds: float
    capped: bool


@dataclass(frozen=True)
class Level:
    """A computer player.

    playouts: the budget of one turn, 0: no search, uniformly random. knowledge: the edition of the game's knowledge,
    0: none (bots.knowledge.registry). settings: how the search goes about it.
    """

    name: str
    playouts: int
    knowledge: int
    settings: Settings

    def with_playouts(self, playouts: int) -> Level:
        """The same player with another budget; one that does not search stays as it is."""
        return replace(self, playouts=playouts) if self.playouts else self

    def choose(self, position: Position, seat: int, seed: int, time_cap_s: float | None = None) -> ChosenMove:
        """The next ply of `seat`, which must be to move, with the whole budget of a turn.

        Nothing that is hidden from the seat is looked at; `position` is not changed. Equal seeds choose alike where
        the time cap (seconds) does not end the search early.
        """
        thought = _Thought(self, position, seat, seed, time_cap_s)
        move = thought.decide(self.playouts)
        return ChosenMove(move, thought.playouts, thought.seconds(), thought.capped)

    def turn(self, position: Position, seat: int, seed: int, time_cap_s: float | None = None) -> list[int]:
        """The plies of the seat's turn; see `plan`."""
        return self.plan(position, seat, seed, time_cap_s).moves

    def plan(self, position: Position, seat: int, seed: int, time_cap_s: float | None = None) -> ChosenTurn:
        """All plies of the turn of `seat`, which must be to move, with one budget for all of them.

        The plan ends early after a ply that reveals something (a tile drawn): play it and ask again.
        """
        thought = _Thought(self, position, seat, seed, time_cap_s)
        moves: list[int] = []
        budget = self.playouts * FIRST_SHARE
        going_on = True
        while going_on:
            moves.append(thought.decide(round(budget)))
            going_on = thought.search.advance(moves[-1])
            budget = (self.playouts - thought.playouts) * LATER_SHARE
        return ChosenTurn(moves, thought.playouts, thought.seconds(), thought.capped)


def quick_move(position: Position, seat: int, seed: int) -> int:
    """A plausible ply of `seat`, which must be to move, without any search: what playouts are made of.

    Nothing that is hidden from the seat is looked at; `position` is not changed.
    """
    random = from_secret(_bytes(seed), "quick")
    return int(knowledge_of(position, NEWEST_KNOWLEDGE).playout_move(position.resample(seat, random), random))


def _bytes(seed: int) -> bytes:
    return seed.to_bytes((seed.bit_length() + 8) // 8, "little", signed=True)


class _Thought:
    """One level thinking about one turn: the search, its budget and its clock."""

    def __init__(self, level: Level, position: Position, seat: int, seed: int, time_cap_s: float | None) -> None:
        self.level = level
        self.random: Random = from_secret(_bytes(seed), "search")
        self.search = Search(position, seat, self.random, knowledge_of(position, level.knowledge), level.settings)
        self.started = monotonic()
        self.until = self.started + time_cap_s if time_cap_s is not None else float("inf")
        self.playouts = 0
        self.capped = False

    def decide(self, playouts: int) -> int:
        """One ply, after up to so many playouts; where there is no choice, after none."""
        options = self.search.options()
        if not self.level.playouts:
            return int(options[self.random.below(len(options))])
        if len(options) == 1:
            return int(options[0])
        left = playouts
        while left > 0:
            if monotonic() >= self.until:
                self.capped = True
                break
            done = self.search.run(left, self.until)
            left -= done
            self.playouts += done
        return int(self.search.best())

    def seconds(self) -> float:
        return monotonic() - self.started


_PLAIN = Settings(exploration=0.7, candidates=False, priors=False, informed_playouts=0.0, horizon=TO_THE_END)

_ALL = (
    Level(
        name="random",
        playouts=0,
        knowledge=0,
        settings=_PLAIN,
    ),
    Level(
        name="uct-150",
        playouts=150,
        knowledge=0,
        settings=_PLAIN,
    ),
    Level(
        name="uct-1500",
        playouts=1500,
        knowledge=0,
        settings=_PLAIN,
    ),
    Level(
        name="apprentice-1",
        playouts=100,
        knowledge=1,
        settings=Settings(exploration=0.7, candidates=True, priors=False, informed_playouts=0.0, horizon=TO_THE_END),
    ),
    Level(
        name="merchant-1",
        playouts=400,
        knowledge=1,
        settings=Settings(exploration=0.7, candidates=True, priors=False, informed_playouts=1.0, horizon=TO_THE_END),
    ),
    Level(
        name="viceroy-1",
        playouts=2000,
        knowledge=1,
        settings=Settings(exploration=0.5, candidates=True, priors=True, informed_playouts=1.0, horizon=8),
    ),
)

LEVELS: dict[str, Level] = {level.name: level for level in _ALL}
"""Every level there ever was, by name; games.bot_levels says what people are told of each."""


def level(name: str) -> Level:
    """The level of this name. Raises KeyError, naming those there are, for an unknown one."""
    if name not in LEVELS:
        raise KeyError(f"no level {name!r}; there are {', '.join(LEVELS)}")
    return LEVELS[name]
