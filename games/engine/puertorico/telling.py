"""An event of Puerto Rico at hand, for the sentences about it."""

from __future__ import annotations

from games.engine import telling
from games.engine.puertorico import names
from games.engine.words import Message


class Told(telling.Told):
    """See games.engine.telling.Told."""

    def noble(self) -> bool:
        return bool(self.data.get("noble"))

    def good(self) -> Message:
        return names.good(self.word("good"))

    def tile(self) -> Message:
        return names.one_tile(self.word("tile"))
