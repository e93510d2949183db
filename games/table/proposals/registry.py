"""The kinds of proposals, in the order in which they are offered. A new kind is one class, and one line here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.table.errors import BadProposal
from games.table.proposals.endings import Concede, EndWithoutResult
from games.table.proposals.kinds import ProposalKind
from games.table.proposals.more_time import ChangeClock, ExtendAll
from games.table.proposals.pauses import Pause, Resume
from games.table.proposals.replacement import OpenSeat, Replace
from games.table.proposals.taking_back import TakeBack

KINDS: Final[Mapping[str, ProposalKind]] = {
    kind.key: kind
    for kind in (
        Pause(),
        Resume(),
        ExtendAll(),
        TakeBack(),
        Replace(),
        OpenSeat(),
        ChangeClock(),
        Concede(),
        EndWithoutResult(),
    )
}


def find_kind(key: str) -> ProposalKind:
    """Raises BadProposal."""
    try:
        return KINDS[key]
    except KeyError:
        raise BadProposal from None
