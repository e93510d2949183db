"""An event at hand, for the sentences about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine.contract import Event
from games.engine.puertorico import names
from games.engine.words import Message, counted

Params = int | str | Message
Data = Mapping[str, object]


class Told:
    """An event at hand: its data by type, and who did it."""

    def __init__(self, event: Event, players: Sequence[str]) -> None:
        self.seat = int(event.seat)
        self.players = players
        self.data: Data = event.data

    def player(self) -> str:
        return self.players[self.seat]

    def word(self, name: str) -> str:
        return str(self.data[name])

    def has(self, name: str) -> bool:
        """Whether the event has a field that not all of its kind have."""
        return name in self.data

    def number(self, name: str) -> int:
        value = self.data[name]
        assert isinstance(value, int)
        return value

    def counts(self, name: str) -> dict[str, int]:
        value = self.data[name]
        assert isinstance(value, dict)
        return value

    def by_seat(self, name: str) -> list[int]:
        value = self.data[name]
        assert isinstance(value, list)
        return value

    def noble(self) -> bool:
        return bool(self.data.get("noble"))

    def good(self) -> Message:
        return names.good(self.word("good"))

    def tile(self) -> Message:
        return names.one_tile(self.word("tile"))

    def sentence(self, msgid: str, **params: Params) -> Message:
        return Message(msgid, {"player": self.player(), **params})

    def counting(self, forms: tuple[str, str], count: int, **params: Params) -> Message:
        return counted(forms, count, player=self.player(), **params)
