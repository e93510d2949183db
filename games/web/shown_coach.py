"""What the coach says beside a question, as the page of the game shows it to the person of the seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.models import Seat
from games.table import coach
from games.table.coach import FoundMove, HintState
from games.table.line_reading import line_reader
from games.table.open_questions import OpenQuestion
from games.table.positions import rules_of
from games.wording import in_words

AS_GOOD: Final = 0.02
"""A move is about as good as the first one if one can expect so much less of it at most."""
LITTLE_WEAKER: Final = 0.06


@dataclass(frozen=True)
class ShownMove:
    """One of the moves that the search has found."""

    line: str
    """In canonical notation: the button sends it."""
    label: str
    targets: str
    """The drawn things that belong to it, as offers have them."""
    share: int
    """In how many of a hundred games that were tried it was played; 0 if none was tried, as there is no other move."""
    judgement: str


@dataclass(frozen=True)
class ShownCoach:
    """explanation: what is asked, in a line. state: of the sensible moves, a HintState."""

    explanation: str
    state: HintState
    moves: Sequence[ShownMove]


def shown_coach(asked: OpenQuestion | None, seats: Sequence[Seat], view: object) -> ShownCoach | None:
    """None where no coach helps. asked: the question of the visitor's own seat; view: of that seat."""
    if asked is None or asked.turn.early or not coach.has_coach(asked.turn.seat, seats):
        return None
    state, found = coach.hint_for(asked.turn, asked.position)
    return ShownCoach(
        coach.explanation(asked.turn.game, asked.position, asked.question, view),
        state,
        [_shown(move, found, asked) for move in found],
    )


def is_searching(shown: ShownCoach | None) -> bool:
    return shown is not None and shown.state == HintState.SEARCHING


def _shown(move: FoundMove, found: Sequence[FoundMove], asked: OpenQuestion) -> ShownMove:
    offer = next((offer for offer in asked.question.offers if offer.text == move.line), None)
    return ShownMove(
        line=move.line,
        label=in_words(offer.label) if offer else line_reader(rules_of(asked.turn.game)).show(move.line),
        targets="|".join(offer.targets) if offer else "",
        share=round(100 * move.share) if len(found) > 1 else 0,
        judgement=_judgement(move, found),
    )


def _judgement(move: FoundMove, found: Sequence[FoundMove]) -> str:
    """How good a move is beside the one at which the search has looked most."""
    if len(found) == 1:
        return _("the only sensible move")
    if move == found[0]:
        return _("the search likes it best")
    less = found[0].value - move.value
    if less <= AS_GOOD:
        return _("about as good")
    return _("a little weaker") if less <= LITTLE_WEAKER else _("weaker")
