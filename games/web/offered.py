"""How the answers to a question stand on the page: groups under their headings, things to choose as boxes to tick."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

from games.engine.contract import Item, Offer, Question
from games.web.picked import Picked
from games.wording import choice_count_text, in_words


@dataclass(frozen=True)
class Box:
    """Something that can be ticked. index: its place in the selection."""

    index: int
    item: Item
    ticked: bool


@dataclass(frozen=True)
class Boxes:
    """What an answer can be completed with. open: shown at once. suggests: the answer's name names what is suggested.

    how_many: are to be chosen, in words. said: how many are chosen, "#" standing for the number.
    """

    boxes: tuple[Box, ...]
    least: int
    most: int
    how_many: str
    said: str
    open: bool
    suggests: bool


@dataclass(frozen=True)
class Choice:
    """One offer, with its number from 1."""

    number: int
    offer: Offer
    boxes: Boxes | None

    @property
    def heading(self) -> str:
        return in_words(self.offer.group) if self.offer.group else ""


@dataclass(frozen=True)
class Section:
    """Choices of one heading, or of none. forms: neighbours that are one form: one to complete, or several to press."""

    heading: str
    forms: tuple[tuple[Choice, ...], ...]

    @property
    def count(self) -> int:
        return sum(len(form) for form in self.forms)


def sections(question: Question, picked: Picked | None = None) -> list[Section]:
    """The offers as the page shows them. picked: what was chosen in an answer that could not be played."""
    selections = sum(offer.selection is not None for offer in question.offers)
    choices = [
        Choice(number, offer, _boxes(offer, picked if picked and picked.offer == number else None, selections == 1))
        for number, offer in enumerate(question.offers, start=1)
    ]
    # Those without a heading come first; else in the order of the offers.
    headings = sorted(dict.fromkeys(choice.heading for choice in choices), key=bool)
    return [Section(heading, _forms(one for one in choices if one.heading == heading)) for heading in headings]


def _forms(choices: Iterable[Choice]) -> tuple[tuple[Choice, ...], ...]:
    """Enter in a box presses the first button of its form, which must be its own."""
    runs = groupby(choices, key=lambda choice: choice.number if choice.boxes else 0)
    return tuple(tuple(run) for _number, run in runs)


def _boxes(offer: Offer, picked: Picked | None, alone: bool) -> Boxes | None:
    selection = offer.selection
    if selection is None:
        return None
    ticked = picked.items if picked else selection.chosen
    exact = selection.least == selection.most
    return Boxes(
        boxes=tuple(Box(index, item, index in ticked) for index, item in enumerate(selection.items)),
        least=selection.least,
        most=selection.most,
        how_many=choice_count_text(selection),
        said=_("%(count)s of %(all)s chosen") % {"count": "#", "all": selection.most}
        if exact
        else _("%(count)s chosen") % {"count": "#"},
        open=alone or picked is not None,
        # It belongs to nothing else on the table: what it is, is only what is chosen.
        suggests=set(offer.targets) <= {item.target for item in selection.items},
    )
