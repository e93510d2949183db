"""The question of an open turn, and what ties an answer to exactly that question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q

from games.engine.contract import Offer, Position, Question
from games.models import Turn
from games.snapshot import snapshot
from games.table import plans, queries
from games.table.positions import rules_of, stored_position
from games.wording import in_words


@dataclass(frozen=True)
class OpenQuestion:
    """A question of an open turn, as a page shows it."""

    turn: Turn
    position: Position
    """What to show beside it: the position that the seat decides in; of an early question the game's own."""
    question: Question
    later: Sequence[Question]
    """What the seat may be asked after it in the phase, as far as one can plan it: of early questions only."""
    plan: Sequence[str]
    """The lines of the plan that the turn keeps."""
    number: int
    """The index of the question within the turn, from 0; a link in a mail names it."""
    answer_count: int
    """How many answers the turn has got, those taken back included: it shows that a page is of an earlier question."""
    key: str
    """The idempotency key of an answer: the same for every copy of the page, so that only one of two clicks counts."""

    @property
    def prompt(self) -> str:
        return in_words(self.question.prompt)

    @property
    def highlighted(self) -> frozenset[str]:
        """The drawn things that belong to an offer, or that can complete one."""
        return choosable_targets(self.question)

    def offer(self, number: int) -> Offer | None:
        """The offer with this number, counted from 1."""
        offers = self.question.offers
        return offers[number - 1] if 1 <= number <= len(offers) else None


def choosable_targets(question: Question) -> frozenset[str]:
    """The drawn things that belong to an offer of a question, or that can complete one."""
    offers = question.offers
    items = (item for offer in offers if offer.selection for item in offer.selection.items)
    return frozenset(target for offer in offers for target in offer.targets) | {item.target for item in items}


def current_question(turn: Turn) -> OpenQuestion:
    """The present question of a turn, read in one snapshot. Raises LookupError if the turn is closed."""
    with snapshot():
        return open_question(Turn.objects.select_related("game", "seat__user").get(pk=turn.pk))


def open_question(turn: Turn) -> OpenQuestion:
    """The question of a turn that was read with its game within one snapshot. Raises LookupError if it is closed."""
    accepted = Q(plies__gt=0)
    counts = turn.submissions.aggregate(
        all=Count("pk"),
        accepted=Count("pk", filter=accepted),
        standing=Count("pk", filter=accepted & Q(undone_at=None)),
    )
    if turn.early:
        position = stored_position(turn.game)
        question, *later = queries.foreseen_questions(turn)
    else:
        position = queries.position_for(turn)
        question, later = rules_of(turn.game).question(position), []
    return OpenQuestion(
        turn=turn,
        position=position,
        question=question,
        later=later,
        plan=plans.lines_of(turn),
        number=counts["standing"],
        answer_count=counts["accepted"],
        key=str(counts["all"]),
    )
