"""An event of Puerto Rico at hand, for the sentences about it."""

from __future__ import annotations

from games.engine import event_reader
from games.engine.puertorico import names
from games.engine.words import Message


class PuertoRicoEventReader(event_reader.EventReader):
    """See games.engine.event_reader.Told."""

    def noble(self) -> bool:
        return bool(self.data.get("noble"))

    def good(self) -> Message:
        return names.good(self.word("good"))

    def barrels(self) -> Message:
        """How many barrels of its good."""
        return names.amount(self.word("good"), self.number("barrels"))

    def tile(self) -> Message:
        return names.one_tile(self.word("tile"))
