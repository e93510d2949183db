"""My Game as the rest of the project sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from games.engine.mygame.position import TILES, MyGamePosition

from games.engine.contract import NOBODY, Event, OptionSpec, Position
from games.engine.event_reader import EventReader, game_over
from games.engine.json_reader import JsonReader, require
from games.engine.options import clean_values
from games.engine.plain_notation import PlainAnswer, PlainGame
from games.engine.words import Message
from games.engine.words import gettext_noop as _

LETTERS: Final = "abcdef"
"""The names of the tiles in the notation. Numbers would be taken for those of the answers in the list."""


@dataclass(frozen=True)
class MyGameView:
    """All that anybody may know: everything. A game that hides has fields that depend on the seat."""

    to_move: int | None
    owners: tuple[int | None, ...]
    """Who has taken a tile, by its number less 1."""
    scores: tuple[int, ...]
    left: int


class MyGame(PlainGame):
    key = "my-game"
    title = Message(_("My Game"))
    rules_version = 1
    min_seats = 2
    max_seats = 3
    hides = False
    stages: ClassVar[Mapping[str, Message]] = {"take": Message(_("take a tile"))}

    def options(self) -> tuple[OptionSpec, ...]:
        return ()

    def new(
        self,
        seats: int,
        options: Mapping[str, str],
        secret: bytes,  # noqa: ARG002
        rules_version: int | None = None,  # noqa: ARG002
    ) -> Position:
        clean_values(self.options(), options)
        return MyGamePosition(seats)

    def to_json(self, position: Position) -> dict[str, object]:
        assert isinstance(position, MyGamePosition)
        return {
            "game": self.key,
            "version": 1,
            "seats": int(position.seats),
            "options": {},
            "plies": int(position.plies),
            "taken": [
                [tile for tile in range(1, TILES + 1) if position.owners[tile - 1] == seat]
                for seat in range(int(position.seats))
            ],
        }

    def from_json(self, stored: Mapping[str, object]) -> Position:
        reader = JsonReader(stored)
        reader.read_word_index("game", (self.key,))
        reader.read_integer("version", 1, 1)
        seats = reader.read_integer("seats", self.min_seats, self.max_seats)
        reader.read_object("options").refuse_unread()
        plies = reader.read_integer("plies", 0, TILES)
        taken = reader.read_integer_lists("taken", seats, 1, TILES)
        reader.refuse_unread()
        position = MyGamePosition(seats)
        position.plies = plies
        for seat, tiles in enumerate(taken):
            require(tiles == sorted(tiles), "taken", "must be in ascending order")
            require(len(tiles) == len(range(seat, plies, seats)), "taken", "must fit the number of plies")
            for tile in tiles:
                require(position.owners[tile - 1] == NOBODY, "taken", "a tile can be taken once")
                position.owners[tile - 1] = seat
        return position

    def view(self, position: Position, seat: int | None) -> MyGameView:  # noqa: ARG002
        assert isinstance(position, MyGamePosition)
        return MyGameView(
            to_move=None if position.is_over() else int(position.to_move()),
            owners=tuple(None if owner == NOBODY else int(owner) for owner in position.owners),
            scores=tuple(int(score) for score in position.scores()),
            left=TILES - int(position.plies),
        )

    def answers(self, position: Position) -> list[PlainAnswer]:
        assert isinstance(position, MyGamePosition)
        gone = Message(_("This tile is taken."))
        return [
            PlainAnswer(
                move=tile,
                verb="take",
                word=letter,
                label=Message(_("Take tile {letter}"), {"letter": letter}),
                effect=Message(_("points: {points}"), {"points": tile}),
                targets=(f"tile:{letter}",),
                obstacle=None if position.owners[tile - 1] == NOBODY else gone,
            )
            for tile, letter in enumerate(LETTERS, start=1)
        ]

    def prompt(self, position: Position) -> Message:  # noqa: ARG002
        return Message(_("Which tile do you take?"))

    def narrate(self, event: Event, names: Sequence[str]) -> Message:
        reader = EventReader(event, names)
        if event.kind == "game_over":
            return game_over(reader)
        return reader.sentence(_("{player} takes tile {letter}."), letter=LETTERS[reader.number("tile") - 1])
