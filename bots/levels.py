"""The levels of computer players, by name. A released level is never changed: a better one gets a new name.

So every later level can be measured against the old ones (docs/bots.md). A budget is a number of playouts per turn; a
time limit is only a cap.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import monotonic

from bots.knowledge.registry import knowledge_of
from bots.search.search import Search
from bots.search.settings import TO_THE_END, Settings
from games.engine.contract import Position
from games.engine.random import Random, from_secret

FIRST_SHARE = 0.75
"""The share of the turn's playouts that its first ply gets."""
LATER_SHARE = 0.5
"""The share of the remaining playouts that each later ply gets."""
NEWEST_KNOWLEDGE = 1
"""The edition of knowledge that quick moves are made with (bots.knowledge.registry)."""


@dataclass(frozen=True)
class ChosenMove:
    """One ply that a level would play now, and what the search for it took."""

    move: int
    playouts: int
    seconds: float
    capped: bool
    """Whether the time cap ended the search before its playouts were done."""


@dataclass(frozen=True)
class ChosenTurn:
    """The plies of one turn that a level would play, in order, and what the search for them took."""

    moves: list[int]
    """At least one: all that can be foreseen."""
    playouts: int
    seconds: float
    capped: bool
    """Whether the time cap ended a search before its playouts were done."""


@dataclass(frozen=True)
class Level:
    """A computer player."""

    name: str
    playouts: int
    """The budget of one turn. 0: it does not search but moves uniformly at random."""
    knowledge: int
    """The edition of the game's knowledge (bots.knowledge.registry). 0: none."""
    settings: Settings
    """The parameters of the search."""

    def with_playouts(self, playouts: int) -> Level:
        """The same player with another budget. A player that does not search stays as it is."""
        return replace(self, playouts=playouts) if self.playouts else self

    def choose(self, position: Position, seat: int, seed: int, time_cap_s: float | None = None) -> ChosenMove:
        """The next ply of `seat`, which must be to move, found with the whole budget of a turn.

        It does not depend on anything that is hidden from the seat. `position` is not changed. Equal seeds give equal
        plies unless the time cap (in seconds) ends the search early.
        """
        search = TurnSearch(self, position, seat, seed, time_cap_s)
        move = search.next_ply(self.playouts)
        return ChosenMove(move, search.playouts, search.seconds(), search.capped)

    def turn(self, position: Position, seat: int, seed: int, time_cap_s: float | None = None) -> list[int]:
        """The plies of the seat's turn; see `plan`."""
        return self.plan(position, seat, seed, time_cap_s).moves

    def plan(self, position: Position, seat: int, seed: int, time_cap_s: float | None = None) -> ChosenTurn:
        """All plies of the turn of `seat`, which must be to move, with one budget for all of them.

        The plan ends early after a ply that reveals something (a tile drawn): play it and ask again.
        """
        search = TurnSearch(self, position, seat, seed, time_cap_s)
        moves: list[int] = []
        budget = self.playouts * FIRST_SHARE
        turn_continues = True
        while turn_continues:
            moves.append(search.next_ply(round(budget)))
            turn_continues = search.tree.advance(moves[-1])
            budget = (self.playouts - search.playouts) * LATER_SHARE
        return ChosenTurn(moves, search.playouts, search.seconds(), search.capped)


def quick_move(position: Position, seat: int, seed: int) -> int:
    """A plausible ply of `seat`, which must be to move, without any search. Playouts are made of such plies.

    It does not depend on anything that is hidden from the seat. `position` is not changed.
    """
    random = from_secret(_bytes(seed), "quick")
    return int(knowledge_of(position, NEWEST_KNOWLEDGE).playout_move(position.resample(seat, random), random))


def _bytes(seed: int) -> bytes:
    return seed.to_bytes((seed.bit_length() + 8) // 8, "little", signed=True)


class TurnSearch:
    """One level's search for the plies of one turn, with its playouts and its time counted."""

    def __init__(self, level: Level, position: Position, seat: int, seed: int, time_cap_s: float | None) -> None:
        self.level = level
        self.random: Random = from_secret(_bytes(seed), "search")
        self.tree = Search(position, seat, self.random, knowledge_of(position, level.knowledge), level.settings)
        self.started = monotonic()
        self.until = self.started + time_cap_s if time_cap_s is not None else float("inf")
        self.playouts = 0
        self.capped = False

    def next_ply(self, playouts: int) -> int:
        """The next ply, after up to so many playouts; after none if there is only one option."""
        options = self.tree.options()
        if not self.level.playouts:
            return int(options[self.random.below(len(options))])
        if len(options) == 1:
            return int(options[0])
        self.search(playouts)
        return int(self.tree.best())

    def search(self, playouts: int) -> None:
        """Run up to so many playouts."""
        remaining = playouts
        while remaining > 0:
            if monotonic() >= self.until:
                self.capped = True
                break
            done = self.tree.run(remaining, self.until)
            remaining -= done
            self.playouts += done

    def seconds(self) -> float:
        return monotonic() - self.started


_PLAIN_SEARCH = Settings(
    exploration=0.7, limit_to_candidates=False, use_priors=False, informed_playouts=0.0, horizon=TO_THE_END
)

_LEVELS = (
    Level(
        name="random",
        playouts=0,
        knowledge=0,
        settings=_PLAIN_SEARCH,
    ),
    Level(
        name="uct-150",
        playouts=150,
        knowledge=0,
        settings=_PLAIN_SEARCH,
    ),
    Level(
        name="uct-1500",
        playouts=1500,
        knowledge=0,
        settings=_PLAIN_SEARCH,
    ),
    Level(
        name="apprentice-1",
        playouts=100,
        knowledge=1,
        settings=Settings(
            exploration=0.7, limit_to_candidates=True, use_priors=False, informed_playouts=0.0, horizon=TO_THE_END
        ),
    ),
    Level(
        name="merchant-1",
        playouts=400,
        knowledge=1,
        settings=Settings(
            exploration=0.7, limit_to_candidates=True, use_priors=False, informed_playouts=1.0, horizon=TO_THE_END
        ),
    ),
    Level(
        name="viceroy-1",
        playouts=2000,
        knowledge=1,
        settings=Settings(exploration=0.5, limit_to_candidates=True, use_priors=True, informed_playouts=1.0, horizon=8),
    ),
)

LEVELS: dict[str, Level] = {level.name: level for level in _LEVELS}
"""All levels that were ever released, by name. games.bot_levels describes them to people."""


def level(name: str) -> Level:
    """The level of this name. Raises KeyError, with the known names, for an unknown one."""
    if name not in LEVELS:
        raise KeyError(f"no level {name!r}; there are {', '.join(LEVELS)}")
    return LEVELS[name]
