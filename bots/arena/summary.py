"""The results of a run by level."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bots.arena.play import PlayedGame
from bots.arena.statistics import wilson


@dataclass(frozen=True)
class Standing:
    """One level's results. A shared win counts in part. The score is the mean per seat and game."""

    name: str
    games: int
    wins: float
    low: float
    high: float
    score: float
    playouts_per_turn: float
    playouts_per_second: float
    seconds_per_turn: float

    @property
    def rate(self) -> float:
        return self.wins / self.games if self.games else 0.0


def standings(levels: Sequence[str], played: Sequence[PlayedGame]) -> list[Standing]:
    """Every level's results, in the given order."""
    return [_standing(name, [game for game in played if name in game.match.seating]) for name in levels]


def _standing(name: str, played: Sequence[PlayedGame]) -> Standing:
    wins = 0.0
    scores: list[int] = []
    for game in played:
        for seat, sitting in enumerate(game.match.seating):
            if sitting == name:
                wins += game.shares[seat]
                scores.append(game.scores[seat])
    low, high = wilson(wins, len(played))
    turns = sum(game.turns[name] for game in played) or 1
    playouts = sum(game.playouts[name] for game in played)
    seconds = sum(game.seconds[name] for game in played)
    return Standing(
        name=name,
        games=len(played),
        wins=wins,
        low=low,
        high=high,
        score=sum(scores) / len(scores) if scores else 0.0,
        playouts_per_turn=playouts / turns,
        playouts_per_second=playouts / seconds if playouts and seconds else 0.0,
        seconds_per_turn=seconds / turns,
    )


def table(standing: Sequence[Standing]) -> str:
    """The results as a text table."""
    rows = [("level", "games", "wins", "rate", "95 % interval", "score", "playouts/turn", "playouts/s", "s/turn")]
    rows += [
        (
            each.name,
            str(each.games),
            f"{each.wins:.1f}",
            f"{each.rate:.1%}",
            f"{each.low:.1%} - {each.high:.1%}",
            f"{each.score:.1f}",
            f"{each.playouts_per_turn:.0f}",
            f"{each.playouts_per_second:.0f}",
            f"{each.seconds_per_turn:.3f}",
        )
        for each in standing
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )
