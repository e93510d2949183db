"""Which knowledge belongs to which game. A game without knowledge is searched by its rules alone."""

from __future__ import annotations

from bots.knowledge.puertorico.knowledge import PuertoRicoKnowledge
from bots.knowledge.sanjuan.knowledge import SanJuanKnowledge
from bots.search.knowledge import Knowledge
from games.engine.contract import Position
from games.engine.puertorico.flow import PuertoRicoPosition
from games.engine.sanjuan.flow import SanJuanPosition


def knowledge_of(position: Position, edition: int) -> Knowledge:
    """A new object with the knowledge of the position's game in this edition (or the newest before it).

    Edition 0 knows nothing. Released levels name an edition, so that they keep playing the same when better knowledge
    is added.
    """
    if edition >= 1 and isinstance(position, PuertoRicoPosition):
        return PuertoRicoKnowledge()
    if edition >= 1 and isinstance(position, SanJuanPosition):
        return SanJuanKnowledge()
    return Knowledge()
