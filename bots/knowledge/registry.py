"""Which knowledge belongs to which game; a game without any is searched without."""

from __future__ import annotations

from bots.knowledge.puertorico.expertise import PuertoRicoExpertise
from bots.knowledge.sanjuan.expertise import SanJuanExpertise
from bots.search.knowledge import Knowledge
from games.engine.contract import Position
from games.engine.puertorico.flow import PuertoRicoPosition
from games.engine.sanjuan.flow import SanJuanPosition


def knowledge_of(position: Position, edition: int) -> Knowledge:
    """New knowledge of the position's game, of this edition (or the newest before it); edition 0 knows nothing.

    Released levels name an edition, so that they play on as they were when better knowledge comes.
    """
    if edition >= 1 and isinstance(position, PuertoRicoPosition):
        return PuertoRicoExpertise()
    if edition >= 1 and isinstance(position, SanJuanPosition):
        return SanJuanExpertise()
    return Knowledge()
