"""Every answer as a person is offered it; answers that are completed with cards or goods have a selection.

Targets of offers and of items: `role:builder`, `hand:2` (the seat's cards as listed, from 0), `drawn:0` (the
councillor's draw), `card:library` (turned up by the gold mine), `good:3` (a good, or the place for one, on the seat's
building in this slot, from 0), `building:chapel` (the seat's own), `pass`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from games.engine.contract import Offer, Selection
from games.engine.sanjuan import hand, moves, names
from games.engine.sanjuan.components import CARD_NAMES, LIBRARY, ROLE_NAMES, TWO_PLAYERS
from games.engine.sanjuan.formatter import Step, move_text, steps_text
from games.engine.sanjuan.offer_parts import card_item, card_name, card_value, pass_offer, selection_offer
from games.engine.sanjuan.offers_building import building_offers, omits_goods, payment_offers
from games.engine.sanjuan.offers_goods import productions, sales
from games.engine.sanjuan.position import State
from games.engine.sanjuan.stages import (
    STAGE_ARCHIVE,
    STAGE_BUILDER,
    STAGE_CHAPEL,
    STAGE_COUNCILLOR,
    STAGE_DEAL,
    STAGE_GOLD_MINE,
    STAGE_LIMIT,
    STAGE_PAYMENT,
    STAGE_PRODUCER,
    STAGE_ROLE,
    STAGE_STRIKE,
    STAGE_TRADER,
)
from games.engine.sanjuan.vocabulary import DISCARD, KEEP
from games.engine.words import Message
from games.engine.words import gettext_noop as _

CHOICE: Final = "choice"
SUGGESTIONS: Final = "suggestions"

ROLE_EFFECTS: Final = {
    "builder": Message(_("everybody may build; you pay 1 card less")),
    "producer": Message(_("everybody produces a good; you 1 more")),
    "trader": Message(_("everybody may sell a good; you 1 more")),
    "councillor": Message(_("everybody draws 2 cards and keeps 1; you draw 5")),
    "prospector": Message(_("1 card for you")),
}
WITH_LIBRARY: Final = {
    "builder": Message(_("everybody may build; you pay 2 cards less")),
    "producer": Message(_("everybody produces a good; you 2 more")),
    "trader": Message(_("everybody may sell a good; you 2 more")),
    "councillor": Message(_("everybody draws 2 cards and keeps 1; you draw 8")),
    "prospector": Message(_("2 cards for you")),
}
"""The same if the library doubles the privilege (docs/rules §3 Library)."""


def build_offers(position: State) -> tuple[Offer, ...]:
    """All offers, in their order; none when the game is over."""
    return tuple(_OFFERS[int(position.stage)](position)) if not position.is_over() else ()


def question_form(position: State) -> str:
    """See Question.form: the offers are not all answers if more goods could pay than may."""
    return SUGGESTIONS if omits_goods(position) else CHOICE


def _roles(position: State) -> Iterator[Offer]:
    seat = int(position.actor)
    by_itself = position.seats != TWO_PLAYERS and position.owns(seat, LIBRARY)
    for move in position.legal_moves():
        doubled = move >= moves.PICK_WITH_LIBRARY
        role = ROLE_NAMES[move - (moves.PICK_WITH_LIBRARY if doubled else moves.PICK)]
        label = _("Pick the {role}, with the library") if doubled else _("Pick the {role}")
        yield Offer(
            move_text(position, int(move)),
            Message(label, {"role": names.role(role)}),
            (WITH_LIBRARY if doubled or by_itself else ROLE_EFFECTS)[role],
            (f"role:{role}",),
        )


# --- cards ------------------------------------------------------------------------------------------------------------


def _keeps(position: State) -> Iterator[Offer]:
    seat, count = int(position.actor), int(position.cards_to_choose[position.actor])
    drawn = [
        (kind, place) for place, kind in enumerate(hand.drawn_cards(position, seat)) if kind >= position.smallest_card
    ]
    if count == 1:
        for kind in dict.fromkeys(kind for kind, _place in drawn):
            place = next(place for other, place in drawn if other == kind)
            label = Message(_("Keep the {card}"), {"card": card_name(kind)})
            yield Offer(steps_text([Step(KEEP, CARD_NAMES[kind])]), label, card_value(kind), (f"drawn:{place}",))
        return
    items = tuple(card_item(kind, f"drawn:{place}") for kind, place in drawn)
    chosen = hand.most_valuable(position, seat, [kind for kind, _place in drawn], count)
    kept = names.cards(CARD_NAMES[drawn[index][0]] for index in chosen)
    yield selection_offer(
        Selection(KEEP, items, count, count, tuple(chosen)), Message(_("Keep {cards}"), {"cards": kept})
    )


def _discards(position: State) -> Iterator[Offer]:
    """Cards of the hand to discard: for the first hand, the archive, the hand limit."""
    seat, count = int(position.actor), int(position.cards_to_choose[position.actor])
    held = [
        (kind, place) for place, kind in enumerate(hand.hand_cards(position, seat)) if kind >= position.smallest_card
    ]
    items = tuple(card_item(kind, f"hand:{place}") for kind, place in held)
    chosen = hand.least_valuable(position, seat, [kind for kind, _place in held], count)
    gone = names.cards(CARD_NAMES[held[index][0]] for index in chosen)
    label = Message(_("Discard {cards}"), {"cards": gone})
    yield selection_offer(Selection(DISCARD, items, count, count, tuple(chosen)), label)


def _tuckings(position: State) -> Iterator[Offer]:
    held = hand.hand_cards(position, int(position.actor))
    for kind in dict.fromkeys(held):
        yield Offer(
            move_text(position, moves.TUCK + kind),
            Message(_("Put the {card} under the chapel"), {"card": card_name(kind)}),
            Message(_("1 VP at the end; the card: {value}"), {"value": card_value(kind)}),
            (f"hand:{held.index(kind)}",),
        )
    yield pass_offer(Message(_("Put no card under the chapel")))


def _uses_of_the_mine(position: State) -> Iterator[Offer]:
    yield Offer(
        move_text(position, moves.USE_GOLD_MINE),
        Message(_("Use the gold mine")),
        Message(_("turn up 4 cards; if all costs differ, take one")),
        ("building:gold mine",),
    )
    yield pass_offer(Message(_("Do not use the gold mine")))


def _takes(position: State) -> Iterator[Offer]:
    for kind in hand.turned_up_cards(position):
        label = Message(_("Take the {card}"), {"card": card_name(kind)})
        yield Offer(move_text(position, moves.TAKE + kind), label, card_value(kind), (f"card:{CARD_NAMES[kind]}",))


_OFFERS: Final[dict[int, Callable[[State], Iterator[Offer]]]] = {
    STAGE_DEAL: _discards,
    STAGE_ROLE: _roles,
    STAGE_BUILDER: building_offers,
    STAGE_PAYMENT: payment_offers,
    STAGE_PRODUCER: productions,
    STAGE_TRADER: sales,
    STAGE_COUNCILLOR: _keeps,
    STAGE_ARCHIVE: _discards,
    STAGE_GOLD_MINE: _uses_of_the_mine,
    STAGE_STRIKE: _takes,
    STAGE_CHAPEL: _tuckings,
    STAGE_LIMIT: _discards,
}
