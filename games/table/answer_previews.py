"""What an answer would do, before it is given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import Turn
from games.table import next_picks, plans, queries
from games.table.answers import Failure
from games.table.incoming_answers import IncomingAnswer, failure_of
from games.table.line_reading import line_reader
from games.table.positions import rules_of, stored_position
from games.table.written_lines import MAX_LINES


@dataclass(frozen=True)
class AnswerPreview:
    """What `play` would make of the lines of an answer."""

    would_play: tuple[str, ...]
    """The lines that can be played, in canonical notation."""
    failed: Failure | None
    """The first line that cannot be played."""
    untested: tuple[str, ...]
    """Lines after something hidden is revealed, or after the end of the turn: what they do is not known before."""


def preview_answer(turn: Turn, lines: Sequence[str], *, as_plan: bool | None = None) -> AnswerPreview:
    """Preview `play` with these lines; reads only. Raises LookupError for a turn that is not open."""
    written = [line for line in (line.strip() for line in lines[:MAX_LINES]) if line]
    if as_plan or turn.early:
        return _preview_plan(turn, written)
    incoming = _PreviewedAnswer(turn)
    incoming.add(written)
    return AnswerPreview(tuple(incoming.done), incoming.failed, (*incoming.not_tried, *incoming.next_pick))


def _preview_plan(turn: Turn, lines: Sequence[str]) -> AnswerPreview:
    reader = line_reader(rules_of(turn.game))
    try:
        now, wanted = next_picks.split_lines(reader, lines)
        read = plans.read_plan(reader, stored_position(turn.game), turn.seat.index, now, is_late=True)
    except plans.BadPlan as bad:
        return AnswerPreview((), failure_of(reader, bad.refused), bad.others)
    return AnswerPreview(tuple(wish.line for wish in read.plan.wishes), None, (*read.gone, *wanted))


class _PreviewedAnswer(IncomingAnswer):
    """An answer that is only previewed, up to where it would reveal something hidden: nobody may try that out."""

    def __init__(self, turn: Turn) -> None:
        super().__init__(rules_of(turn.game), turn)
        self.position = queries.position_for(turn)
        self._revealed = self.position.revealed

    def play(self, ply: int) -> None:
        self.position.play(ply)

    def decides(self) -> bool:
        return super().decides() and self.position.revealed == self._revealed
