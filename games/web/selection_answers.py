"""An answer given by checkboxes: the number of its offer, and the items that were ticked."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.board.form_numbers import parse_number
from games.engine.contract import Question
from games.table.errors import BadAnswer
from games.wording import choice_count_text

OFFER_FIELD = "offer"
ITEM_FIELD = "item"


@dataclass(frozen=True)
class SelectionAnswer:
    """The ticked checkboxes of an offer with a selection, as they were sent."""

    offer: int
    """The number of the offer, from 1."""
    items: tuple[int, ...]
    """The indexes of the ticked items."""

    def __str__(self) -> str:
        # Stored: the idempotency keys of answers are made of it, those of earlier releases included.
        return f"Picked(offer={self.offer!r}, items={self.items!r})"

    def line(self, question: Question) -> str:
        """The line of notation. Raises BadAnswer for a choice that the question does not allow."""
        known = 1 <= self.offer <= len(question.offers)
        selection = question.offers[self.offer - 1].selection if known else None
        count = len(self.items)
        if (
            selection is None
            or len(set(self.items)) < count
            or not all(index < len(selection.items) for index in self.items)
        ):
            raise BadAnswer(_("That cannot be chosen here; nothing was changed."))
        if not selection.least <= count <= selection.most:
            wanted = choice_count_text(selection)
            raise BadAnswer(
                _("%(how_many)s: you chose %(count)s. Nothing was changed.") % {"how_many": wanted, "count": count}
            )
        return selection.line(self.items)


def parse_selection_answer(posted: QueryDict) -> SelectionAnswer | None:
    """Parses a posted form; None for a form without checkboxes. Raises games.board.InvalidFormNumber."""
    offer = posted.get(OFFER_FIELD)
    if offer is None:
        return None
    return SelectionAnswer(
        parse_number(OFFER_FIELD, offer), tuple(parse_number(ITEM_FIELD, item) for item in posted.getlist(ITEM_FIELD))
    )
