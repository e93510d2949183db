"""Parts of offers that several stages need."""

from __future__ import annotations

from games.engine.contract import Item, Offer, Selection
from games.engine.sanjuan import names
from games.engine.sanjuan.components import CARD_NAMES, COST, VP
from games.engine.sanjuan.vocabulary import PASS
from games.engine.words import Message
from games.engine.words import gettext_noop as _


def pass_offer(label: Message) -> Offer:
    return Offer(PASS, label, None, (PASS,))


def card_name(kind: int) -> Message:
    return names.card(CARD_NAMES[kind])


def card_value(kind: int) -> Message:
    """A card's cost, VP and effect."""
    cost, points, effect = int(COST[kind]), int(VP[kind]), names.effect(CARD_NAMES[kind])
    if points == 0:
        return Message(_("cost {cost}; {effect}"), {"cost": cost, "effect": effect})
    return Message(_("cost {cost}, {points} VP; {effect}"), {"cost": cost, "points": points, "effect": effect})


def card_item(kind: int, target: str) -> Item:
    return Item(CARD_NAMES[kind], card_name(kind), target)


def selection_offer(selection: Selection, label: Message, effect: Message | None = None) -> Offer:
    """An offer with a selection; without one if all items must be chosen."""
    targets = tuple(selection.items[index].target for index in selection.chosen)
    open_to_choice = selection if has_choice(selection) else None
    return Offer(selection.line(selection.chosen), label, effect, targets, open_to_choice)


def has_choice(selection: Selection) -> bool:
    """Whether there is a choice: not if all items must be chosen."""
    return selection.least < len(selection.items)
