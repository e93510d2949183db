"""The answer that a form of the game page posts: a line of notation, the game's own fields, or ticked checkboxes; or
lines of a plan.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.board import RENDERERS
from games.board.form_numbers import MAX_DIGITS, parse_number
from games.engine.contract import Offer, Question
from games.engine.plans import PASS
from games.models import Turn
from games.table.errors import BadAnswer, QuestionPassed
from games.table.open_questions import current_question
from games.web.digests import lines_digest
from games.wording import choice_count_text

MAX_KEY_LENGTH: Final = 40

OFFER_FIELD: Final = "offer"
ITEM_FIELD: Final = "item"
CHOICE_FIELD: Final = "choice"
PLAN_FIELD: Final = "plan"
ADD_FIELD: Final = "add"
PROMPT_FIELD: Final = "prompt"


@dataclass(frozen=True)
class SelectionAnswer:
    """The ticked checkboxes of an offer with a selection, as they were sent."""

    offer: int
    """The number of the offer, from 1."""
    items: tuple[int, ...]
    """The indexes of the ticked items."""
    choice: str = ""
    """What could be chosen, as a plan's form says it (selection_digest); empty in a form of an answer in turn."""

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
                _("You chose %(count)s; nothing was changed. %(how_many)s.") % {"how_many": wanted, "count": count}
            )
        return selection.line(self.items)


@dataclass(frozen=True)
class PostedAnswer:
    """What was posted, before it is played."""

    written: str
    """The line of notation; empty for a selection."""
    selection: SelectionAnswer | None
    answer_count: int | None
    """How many answers the turn had when the page was made; None for a form that does not say."""
    form_key: str
    """The random key of the form."""
    is_plan: bool = False
    """The form was made for an early question (Turn.early)."""
    adds: bool = False
    """The lines stand below those that the plan has; else they replace it."""
    prompt: str = ""
    """The first question when the plan's form was made (prompt_digest)."""

    @property
    def idempotency_key(self) -> str:
        """The same for one button pressed twice, another for another button of the same question."""
        pressed = lines_digest([str(self.selection or self.written)])
        form = "plan" if self.is_plan and not self.adds else "page"
        return f"{form}:{self.form_key}:{pressed}"

    def lines(self, turn: Turn) -> list[str]:
        """The lines of notation that answer the turn. Raises BadAnswer and QuestionPassed."""
        if not self.is_plan or self.selection:
            return [self._line(turn)]
        lines = self.written.splitlines()
        if self.prompt and any(line.strip().lower() == PASS for line in lines):
            # Every question can be passed; this one was meant.
            if prompt_digest(_present_question(turn)) != self.prompt:
                raise QuestionPassed
        return lines

    def _line(self, turn: Turn) -> str:
        """The numbers of a selection mean something only for the question that they were sent for."""
        if self.selection is None:
            return self.written
        if self.is_plan:
            return _planned_line(turn, self.selection)
        if self.answer_count is None:
            raise QuestionPassed
        if turn.status == Turn.Status.OPEN:
            with suppress(LookupError):  # the turn was closed meanwhile
                now = current_question(turn)
                if now.answer_count == self.answer_count:
                    return self.selection.line(now.question)
        # This is never played: the question has passed, or its key says that this answer was played before.
        return str(self.selection)


def _planned_line(turn: Turn, selection: SelectionAnswer) -> str:
    """The line of a selection that the question still has as it was shown, also if the turn has come meanwhile."""
    question = _present_question(turn)
    known = 1 <= selection.offer <= len(question.offers)
    if not known or selection_digest(question.offers[selection.offer - 1]) != selection.choice:
        raise QuestionPassed
    return selection.line(question)


def _present_question(turn: Turn) -> Question:
    try:
        return current_question(turn).question
    except LookupError:
        raise QuestionPassed from None


def prompt_digest(question: Question) -> str:
    """What is asked, in short and in no language."""
    return lines_digest([f"{question.stage} {question.prompt.msgid}"])


def selection_digest(offer: Offer) -> str:
    """What can be chosen to complete an offer, in short: the same numbers mean the same as long as it is the same."""
    items = [item.word for item in offer.selection.items] if offer.selection else []
    return lines_digest([offer.text, *items])


def read_answer(posted: QueryDict, kind: str) -> PostedAnswer:
    """Reads a posted form of a game of this kind. Raises games.board.InvalidFormNumber and QuestionPassed."""
    selection = _read_selection(posted)
    answer_count = _read_answer_count(posted.get("taken", ""))
    return PostedAnswer(
        written="" if selection else _read_line(posted, kind),
        selection=selection,
        answer_count=answer_count,
        form_key=posted.get("key", "")[:MAX_KEY_LENGTH],
        is_plan=bool(posted.get(PLAN_FIELD)),
        adds=bool(posted.get(ADD_FIELD)),
        prompt=posted.get(PROMPT_FIELD, ""),
    )


def _read_line(posted: QueryDict, kind: str) -> str:
    """The line that the form contains, or that the fields of the game's own form mean."""
    line = posted.get("line", "").strip()
    return line or RENDERERS[kind].notation_from_form({name: str(value) for name, value in posted.items()})


def _read_selection(posted: QueryDict) -> SelectionAnswer | None:
    """The ticked checkboxes; None for a form without checkboxes."""
    offer = posted.get(OFFER_FIELD)
    if offer is None:
        return None
    return SelectionAnswer(
        parse_number(OFFER_FIELD, offer),
        tuple(parse_number(ITEM_FIELD, item) for item in posted.getlist(ITEM_FIELD)),
        posted.get(CHOICE_FIELD, ""),
    )


def _read_answer_count(given: str) -> int | None:
    if given and not (given.isascii() and given.isdigit() and len(given) <= MAX_DIGITS):
        raise QuestionPassed
    return int(given) if given else None
