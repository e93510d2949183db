"""What an open turn asks, and what ties an answer to exactly that question."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q

from games.engine.contract import Offer, Position, Question
from games.models import Turn
from games.table import queries
from games.table.positions import rules_of
from games.table.snapshot import snapshot
from games.wording import in_words


@dataclass(frozen=True)
class Asked:
    """A question of an open turn, as a page shows it.

    number: which question of the turn it is, from 0; a link in a mail names it. taken: how many answers the turn has
    taken in all, those taken back included; a page of an earlier question is recognised by it. key: the idempotency
    key of an answer to it: the same for every copy of the page, so that of two clicks one counts.
    """

    turn: Turn
    position: Position
    question: Question
    number: int
    taken: int
    key: str

    @property
    def prompt(self) -> str:
        return in_words(self.question.prompt)

    @property
    def highlighted(self) -> frozenset[str]:
        """The drawn things that belong to an offer, or that one can be completed with."""
        offers = self.question.offers
        items = (item for offer in offers if offer.selection for item in offer.selection.items)
        return frozenset(target for offer in offers for target in offer.targets) | {item.target for item in items}

    def offer(self, number: int) -> Offer | None:
        """The offer with this number, counted from 1."""
        offers = self.question.offers
        return offers[number - 1] if 1 <= number <= len(offers) else None


def asked_now(turn: Turn) -> Asked:
    """What a turn that was read earlier asks by now, all of it of one moment. Raises LookupError if it is closed."""
    with snapshot():
        return asked(Turn.objects.select_related("game", "seat__user").get(pk=turn.pk))


def asked(turn: Turn) -> Asked:
    """What an open turn asks, as it and its game were read, within one snapshot. Raises LookupError if it is closed."""
    taken = Q(plies__gt=0)
    counts = turn.submissions.aggregate(
        all=Count("pk"), taken=Count("pk", filter=taken), standing=Count("pk", filter=taken & Q(undone_at=None))
    )
    position = queries.position_for(turn)
    return Asked(
        turn=turn,
        position=position,
        question=rules_of(turn.game).question(position),
        number=counts["standing"],
        taken=counts["taken"],
        key=str(counts["all"]),
    )
