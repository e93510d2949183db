"""The answers to a question as forms of the page: grouped by heading, with checkboxes for things to choose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

from games.engine.contract import Item, Offer, Question
from games.web.posted_answer import SelectionAnswer, selection_digest
from games.web.shown_plan import place_of
from games.wording import choice_count_text, in_words


@dataclass(frozen=True)
class Checkbox:
    """One item of a selection."""

    index: int
    """Its index in the selection."""
    item: Item
    ticked: bool


@dataclass(frozen=True)
class CheckboxGroup:
    """The checkboxes of a selection."""

    boxes: tuple[Checkbox, ...]
    least: int
    most: int
    how_many: str
    """How many are to be chosen, in words."""
    count_text: str
    """How many are chosen, in words, with "#" instead of the number."""
    open: bool
    """Whether they are shown at once."""
    suggests: bool
    """Whether the label of the offer names a suggestion."""
    digest: str
    """What can be chosen, in short: a plan's form sends it."""


@dataclass(frozen=True)
class Choice:
    """One offer, with its number from 1."""

    number: int
    offer: Offer
    boxes: CheckboxGroup | None
    place: int = 0
    """Its place in the plan, from 1; 0 if it is not in it."""

    @property
    def index(self) -> int:
        """The index in the plan."""
        return self.place - 1

    @property
    def heading(self) -> str:
        return in_words(self.offer.group) if self.offer.group else ""


@dataclass(frozen=True)
class Section:
    """The choices under one heading, or without a heading."""

    heading: str
    forms: tuple[tuple[Choice, ...], ...]
    """Each is one HTML form: either one choice with checkboxes, or several that are only buttons."""

    @property
    def count(self) -> int:
        return sum(len(form) for form in self.forms)


def sections(
    question: Question, failed_answer: SelectionAnswer | None = None, places: Mapping[str, int] | None = None
) -> list[Section]:
    """The offers as the page shows them.

    failed_answer: a selection that could not be played. places: in the plan, by the offers' texts.
    """
    selections = sum(offer.selection is not None for offer in question.offers)
    answers = {failed_answer.offer: failed_answer} if failed_answer else {}
    choices = [
        Choice(
            number,
            offer,
            _checkboxes(offer, answers.get(number), alone=selections == 1),
            place_of(offer, places or {}),
        )
        for number, offer in enumerate(question.offers, start=1)
    ]
    # Choices without a heading come first, the others in the order of the offers.
    headings = sorted(dict.fromkeys(choice.heading for choice in choices), key=bool)
    return [Section(heading, _forms(one for one in choices if one.heading == heading)) for heading in headings]


def _forms(choices: Iterable[Choice]) -> tuple[tuple[Choice, ...], ...]:
    """Groups choices into HTML forms. The Enter key in a checkbox presses the first button of its form."""
    runs = groupby(choices, key=lambda choice: choice.number if choice.boxes else 0)
    return tuple(tuple(run) for _number, run in runs)


def _checkboxes(offer: Offer, answer: SelectionAnswer | None, *, alone: bool) -> CheckboxGroup | None:
    selection = offer.selection
    if selection is None:
        return None
    ticked = answer.items if answer else selection.chosen
    exact = selection.least == selection.most
    return CheckboxGroup(
        boxes=tuple(Checkbox(index, item, index in ticked) for index, item in enumerate(selection.items)),
        least=selection.least,
        most=selection.most,
        how_many=choice_count_text(selection),
        count_text=_("%(count)s of %(all)s chosen") % {"count": "#", "all": selection.most}
        if exact
        else _("%(count)s chosen") % {"count": "#"},
        open=alone or answer is not None,
        # Only then: the offer has no targets besides the items themselves.
        suggests=set(offer.targets) <= {item.target for item in selection.items},
        digest=selection_digest(offer),
    )
