"""An open game for two of the tests, in plain Python: Kalah on a small board, over after some twenty plies.

Everybody has a row of houses and a store. Whoever is to move sows the seeds of one house one by one counter-clockwise,
past the other's store. A last seed in the own store gives another move; one in an own empty house takes the seeds
opposite. Who has no seeds to sow ends the game; what is left goes to its owner's store. The most seeds win.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.contract import NOBODY, Event, OpenPosition, OptionSpec, Position
from games.engine.event_reader import EventReader, game_over
from games.engine.json_reader import JsonReader, require
from games.engine.options import clean_values
from games.engine.plain_notation import PlainAnswer, PlainGame
from games.engine.words import Message, count_message

HOUSES = 3
NAMES = "abc"
"""What houses are called: by everybody from their own left to right, towards the own store."""

SOW = ("Sow {count} seed of {house}", "Sow {count} seeds of {house}")
TAKES = ("{player} takes {count} seed.", "{player} takes {count} seeds.")


class KalahPosition(OpenPosition):
    """houses[seat]: seeds, in the order of sowing; stores[seat]; mover: NOBODY when the game is over."""

    def __init__(self, seeds: int) -> None:
        super().__init__(2)
        self.seeds = seeds
        self.houses = [[seeds] * HOUSES, [seeds] * HOUSES]
        self.stores = [0, 0]
        self.mover = 0
        self.turns = 0

    def to_move(self) -> i64:
        return self.mover

    def is_over(self) -> bool:
        return self.mover == NOBODY

    def legal_moves(self) -> vec[i64]:
        if self.is_over():
            return vec[i64]()
        return vec[i64]([house for house, seeds in enumerate(self.houses[self.mover]) if seeds])

    def phase(self) -> i64:
        """Another move after a last seed in the own store belongs to the same turn."""
        return self.turns

    def play(self, move: i64) -> None:
        seat, house = self.mover, int(move)
        self.plies += 1
        seeds, self.houses[seat][house] = self.houses[seat][house], 0
        self.emit("sows", seat, {"house": NAMES[house], "seeds": seeds})
        side, place = seat, house
        for _seed in range(seeds):
            side, place = self._next_place(seat, side, place)
            if place == HOUSES:
                self.stores[seat] += 1
            else:
                self.houses[side][place] += 1
        again = place == HOUSES
        if side == seat and not again and self.houses[seat][place] == 1:
            self._take_opposite(seat, place)
        if again:
            self.emit("again", seat, {})
        else:
            self.mover = 1 - seat
            self.turns += 1
        if not any(self.houses[self.mover]):
            self._end()

    def _next_place(self, seat: int, side: int, place: int) -> tuple[int, int]:
        """The place after this one; place HOUSES is a store. The other's store is left out."""
        last = HOUSES if side == seat else HOUSES - 1
        return (side, place + 1) if place < last else (1 - side, 0)

    def _take_opposite(self, seat: int, place: int) -> None:
        opposite = HOUSES - 1 - place
        taken = self.houses[1 - seat][opposite]
        if taken:
            self.houses[1 - seat][opposite] = self.houses[seat][place] = 0
            self.stores[seat] += taken + 1
            self.emit("takes", seat, {"seeds": taken})

    def _end(self) -> None:
        for seat, houses in enumerate(self.houses):
            self.stores[seat] += sum(houses)
        self.houses = [[0] * HOUSES, [0] * HOUSES]
        self.mover = NOBODY
        self.emit("game_over", NOBODY, {"ranks": [int(rank) for rank in self.ranks()], "scores": list(self.stores)})

    def copy(self) -> KalahPosition:
        twin = KalahPosition(self.seeds)
        twin.plies = self.plies
        twin.houses = [list(row) for row in self.houses]
        twin.stores, twin.mover, twin.turns = list(self.stores), self.mover, self.turns
        return twin

    def scores(self) -> vec[i64]:
        return vec[i64](self.stores)


@dataclass(frozen=True)
class KalahView:
    """The whole position: everybody sees everything."""

    to_move: int | None
    houses: tuple[tuple[int, ...], ...]
    stores: tuple[int, ...]


class Kalah(PlainGame):
    key = "kalah"
    title = Message("Kalah")
    rules_version = 1
    min_seats = 2
    max_seats = 2
    hides = False
    stages: ClassVar = {"sow": Message("sow")}

    def options(self) -> tuple[OptionSpec, ...]:
        choices = (("2", Message("two")), ("3", Message("three")))
        return (OptionSpec("seeds", Message("Seeds"), Message("How many are in a house."), choices, "2"),)

    def new(
        self,
        seats: int,  # noqa: ARG002
        options: Mapping[str, str],
        secret: bytes,  # noqa: ARG002
        rules_version: int | None = None,  # noqa: ARG002
    ) -> Position:
        return KalahPosition(int(clean_values(self.options(), options)["seeds"]))

    def to_json(self, position: Position) -> dict[str, object]:
        assert isinstance(position, KalahPosition)
        return {
            "options": {"seeds": str(position.seeds)},
            "plies": int(position.plies),
            "turns": position.turns,
            "houses": [list(row) for row in position.houses],
            "stores": list(position.stores),
            "to_move": None if position.is_over() else position.mover,
        }

    def from_json(self, stored: Mapping[str, object]) -> Position:
        reader = JsonReader(stored)
        options = reader.read_object("options")
        position = KalahPosition((2, 3)[options.read_word_index("seeds", ("2", "3"))])
        options.refuse_unread()
        most = 2 * HOUSES * position.seeds
        position.plies, position.turns = reader.read_integer("plies"), reader.read_integer("turns")
        position.houses = reader.read_integer_lists("houses", 2, 0, most)
        position.stores = reader.read_integers("stores", 0, most)
        mover = reader.read_seat("to_move", 2)
        reader.refuse_unread()
        position.mover = NOBODY if mover is None else mover
        require(all(len(row) == HOUSES for row in position.houses), "houses", f"must be two lists of {HOUSES}")
        require(len(position.stores) == 2, "stores", "must be a list of 2")
        left = sum(map(sum, position.houses))
        require(sum(position.stores) + left == most, "houses", "no seed may get lost")
        sowing = mover is not None and any(position.houses[mover])
        require(sowing or (mover is None and not left), "to_move", "must have something to sow")
        return position

    def view(self, position: Position, seat: int | None) -> KalahView:  # noqa: ARG002
        assert isinstance(position, KalahPosition)
        return KalahView(
            to_move=None if position.is_over() else position.mover,
            houses=tuple(tuple(row) for row in position.houses),
            stores=tuple(position.stores),
        )

    def answers(self, position: Position) -> list[PlainAnswer]:
        assert isinstance(position, KalahPosition)
        seat = position.mover
        return [
            PlainAnswer(
                move=house,
                verb="sow",
                word=NAMES[house],
                label=count_message(SOW, seeds, house=NAMES[house]),
                targets=(f"house:{seat}{NAMES[house]}",),
                obstacle=None if seeds else Message("There is nothing in {house}.", {"house": NAMES[house]}),
            )
            for house, seeds in enumerate(position.houses[seat])
        ]

    def prompt(self, position: Position) -> Message:  # noqa: ARG002
        return Message("Which house do you sow?")

    def narrate(self, event: Event, names: Sequence[str]) -> Message:
        reader = EventReader(event, names)
        if event.kind == "game_over":
            return game_over(reader)
        if event.kind == "again":
            return reader.sentence("{player} may sow again.")
        if event.kind == "takes":
            return reader.count_sentence(TAKES, reader.number("seeds"))
        return reader.sentence("{player} sows {house}.", house=reader.word("house"))

    def restates_answer(self, event: Event, answer: str) -> bool:  # noqa: ARG002
        return event.kind == "sows"
