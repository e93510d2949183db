"""Reads an event's data by type, for the sentences about it; and sentences that several games have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine.contract import Event
from games.engine.words import Message, count_message, list_message
from games.engine.words import gettext_noop as _

Params = int | str | Message
Data = Mapping[str, object]


class EventReader:
    """The data of one event by type, with the players' names."""

    def __init__(self, event: Event, players: Sequence[str]) -> None:
        self.seat = int(event.seat)
        self.players = players
        self.data: Data = event.data

    def player(self) -> str:
        return self.players[self.seat]

    def word(self, name: str) -> str:
        return str(self.data[name])

    def has(self, name: str) -> bool:
        """Whether the event has this field, which not all events of its kind have."""
        return name in self.data

    def number(self, name: str) -> int:
        value = self.data[name]
        assert isinstance(value, int)
        return value

    def counts(self, name: str) -> dict[str, int]:
        value = self.data[name]
        assert isinstance(value, dict)
        return value

    def words(self, name: str) -> list[str]:
        value = self.data[name]
        assert isinstance(value, list)
        return value

    def numbers(self, name: str) -> list[int]:
        value = self.data[name]
        assert isinstance(value, list)
        return value

    def sentence(self, msgid: str, **params: Params) -> Message:
        return Message(msgid, {"player": self.player(), **params})

    def count_sentence(self, forms: tuple[str, str], count: int, **params: Params) -> Message:
        return count_message(forms, count, player=self.player(), **params)


def governor(event: EventReader) -> Message:
    return event.sentence(_("{player} is the governor."))


def game_over(event: EventReader) -> Message:
    """The end of a game, of an event with ranks and scores by seat: the first rank first."""
    return _final_standing(event, _("{rank}. {player}: {points}"))


def game_over_with_vp(event: EventReader) -> Message:
    """The end of a game that is played for victory points."""
    return _final_standing(event, _("{rank}. {player}: {points} VP"))


def _final_standing(event: EventReader, line: str) -> Message:
    standing = sorted(
        zip(event.numbers("ranks"), event.numbers("scores"), event.players, strict=True),
        key=lambda of_seat: of_seat[0],
    )
    return Message(
        _("The game is over: {standing}."),
        {
            "standing": list_message(
                [Message(line, {"rank": rank, "player": player, "points": points}) for rank, points, player in standing]
            )
        },
    )
