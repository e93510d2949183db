"""One arena game from the deal to the ranks; runs in a worker process, without Django."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from bots.arena.schedule import Match
from bots.levels import Level, level
from games.engine.registry import game


@dataclass(frozen=True)
class Terms:
    """What all games of one run have in common."""

    game: str
    deals: str
    """The name of a series of deals. Tuning and measuring use different ones."""
    playouts: int | None
    """The budget per turn of every level that searches. None: each level's own."""
    options: Mapping[str, str] = field(default_factory=dict)
    """The options of the game by name; the others have their defaults."""
    rules_version: int | None = None
    """The version of the game's rules. None: that of new games."""

    def to_json(self) -> dict[str, Any]:
        """The first line of a log. Options that are all defaults and a rules' version of None are left out."""
        return {
            name: value for name, value in asdict(self).items() if value or name not in ("options", "rules_version")
        }


@dataclass(frozen=True)
class PlayedGame:
    """A finished game: by seat, scores and shares of the win; by level, over all its seats, its searches' cost."""

    match: Match
    scores: list[int]
    shares: list[float]
    plies: int
    playouts: dict[str, int]
    seconds: dict[str, float]
    turns: dict[str, int]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def played_game_from_json(stored: dict[str, Any]) -> PlayedGame:
    match = stored["match"]
    return PlayedGame(**{**stored, "match": Match(match["number"], match["deal"], tuple(match["seating"]))})


def play_match(terms: Terms, match: Match) -> PlayedGame:
    """Play a match. The same terms and match give the same game on every machine."""
    position = game(terms.game).new(len(match.seating), terms.options, _secret(terms, match), terms.rules_version)
    playouts = dict.fromkeys(match.seating, 0)
    seconds = dict.fromkeys(match.seating, 0.0)
    turns = dict.fromkeys(match.seating, 0)
    while not position.is_over():
        seat = int(position.to_move())
        name = match.seating[seat]
        chosen = _player(terms, name).plan(position, seat, _search_seed(terms, match, int(position.plies)))
        for move in chosen.moves:
            position.play(move)
        playouts[name] += chosen.playouts
        seconds[name] += chosen.seconds
        turns[name] += 1
    ranks = [int(rank) for rank in position.ranks()]
    shares = [1 / ranks.count(1) if rank == 1 else 0.0 for rank in ranks]
    scores = [int(score) for score in position.scores()]
    rounded = {name: round(spent, 2) for name, spent in seconds.items()}
    return PlayedGame(match, scores, shares, int(position.plies), playouts, rounded, turns)


def _player(terms: Terms, name: str) -> Level:
    player = level(name)
    return player if terms.playouts is None else player.with_playouts(terms.playouts)


def _secret(terms: Terms, match: Match) -> bytes:
    return hashlib.sha256(f"arena {terms.deals} deal {match.deal}".encode()).digest()


def _search_seed(terms: Terms, match: Match, ply: int) -> int:
    """A seed of its own for every game and ply, independent of the deal."""
    text = f"arena {terms.deals} search {match.number} {ply}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")
