"""A question to be photographed: what there is to say of one, whichever game it is of."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, TypeVar

from games.engine.contract import Game, Position

Player = TypeVar("Player")


class Scene(ABC):
    """A question that a player is asked.

    slug: how the files of its pictures begin. lines: what is played, by whoever is to move, before it is asked.
    """

    kind: ClassVar[str]
    slug: str
    seats: int
    lines: Sequence[str]

    @property
    def name(self) -> str:
        """Of its game."""
        return self.slug.removeprefix(f"{self.kind}-").replace("-", " ").capitalize()

    @property
    @abstractmethod
    def options(self) -> Mapping[str, str]:
        """What its game is opened with."""

    @abstractmethod
    def position(self, seat: int) -> Position:
        """The question of this seat."""


def seated_with(seat: int, *players: Player) -> list[Player]:
    """The first of the players on this seat, the others after him."""
    return [players[(number - seat) % len(players)] for number in range(len(players))]


def after(game: Game, position: Position, lines: Sequence[str]) -> Position:
    """The position after these lines as it would come out of the database, without what was told on the way."""
    for line in lines:
        game.submit(position, line)
    return game.from_json(game.to_json(position))
