"""What the seat to move is asked, with the offers (offers.py)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.engine.contract import Question
from games.engine.sanjuan import names, offers, producer, trader
from games.engine.sanjuan.components import CARD_NAMES, FIRST_HAND_CARDS, GOODS
from games.engine.sanjuan.position import State
from games.engine.sanjuan.stages import (
    STAGE_ARCHIVE,
    STAGE_CHAPEL,
    STAGE_COUNCILLOR,
    STAGE_DEAL,
    STAGE_LIMIT,
    STAGE_NAMES,
    STAGE_PAYMENT,
    STAGE_PRODUCER,
    STAGE_TRADER,
)
from games.engine.words import Message, count_message, ngettext_noop
from games.engine.words import gettext_noop as _


def question(position: State) -> Question:
    """What the seat to move is asked; seat NOBODY and no offers when the game is over."""
    stage = int(position.stage)
    return Question(
        seat=int(position.actor),
        stage=STAGE_NAMES[stage],
        form=offers.question_form(position),
        prompt=_ASKED[stage](position) if stage in _ASKED else _PROMPTS[STAGE_NAMES[stage]],
        offers=offers.build_offers(position),
    )


_PROMPTS: Final = {
    "role": Message(_("Which role do you pick?")),
    "builder": Message(_("What do you build?")),
    "gold mine": Message(_("Do you use the gold mine?")),
    "strike": Message(_("Four different costs: which card do you take?")),
    "over": Message(_("The game is over.")),
}


def _to_name(position: State) -> int:
    return int(position.cards_to_choose[position.actor])


def _deal(position: State) -> Message:
    return count_message(
        ngettext_noop(
            "Discard {count} card of your first hand, to begin with {hand_cards}.",
            "Discard {count} cards of your first hand, to begin with {hand_cards}.",
        ),
        _to_name(position),
        hand_cards=names.card_count(FIRST_HAND_CARDS),
    )


def _payment(position: State) -> Message:
    building = names.card(CARD_NAMES[position.new_building])
    if position.goods_payable and position.owed == 1:
        return Message(_("Pay 1 card for the {building}, or a good instead."), {"building": building})
    if position.goods_payable:
        return count_message(
            ngettext_noop(
                "Pay {count} card for the {building}; goods may be among them, at most {most}.",
                "Pay {count} cards for the {building}; goods may be among them, at most {most}.",
            ),
            int(position.owed),
            building=building,
            most=int(position.goods_payable),
        )
    return count_message(
        ngettext_noop("Pay {count} card for the {building}.", "Pay {count} cards for the {building}."),
        int(position.owed),
        building=building,
    )


def _production(position: State) -> Message:
    return count_message(
        ngettext_noop("Which good do you produce?", "Which goods do you produce? Up to {count}."),
        int(producer.remaining_production(position, position.actor)),
    )


def _sale(position: State) -> Message:
    return count_message(
        ngettext_noop(
            "Which good do you sell? The prices are {prices}.",
            "Which goods do you sell? Up to {count}; the prices are {prices}.",
        ),
        int(trader.capacity(position, position.actor) - position.goods_sold),
        prices=names.prices(int(position.good_price(good)) for good in range(GOODS)),
    )


def _keeping(position: State) -> Message:
    return count_message(
        ngettext_noop("Which card do you keep?", "Which {count} cards do you keep?"),
        _to_name(position),
    )


def _archive(position: State) -> Message:
    return count_message(
        ngettext_noop(
            "The cards drawn have joined your hand: discard {count} card.",
            "The cards drawn have joined your hand: discard {count} cards.",
        ),
        _to_name(position),
    )


def _limit(position: State) -> Message:
    return count_message(
        ngettext_noop(
            "You may hold {limit_cards} and have {held}: discard {count}.",
            "You may hold {limit_cards} and have {held}: discard {count}.",
        ),
        _to_name(position),
        limit_cards=names.card_count(int(position.hand_limit(position.actor))),
        held=int(position.hand_count[position.actor]),
    )


def _chapel(position: State) -> Message:
    seat = position.actor
    cards, limit = int(position.hand_count[seat]), int(position.hand_limit(seat))
    if cards <= limit:
        return Message(_("Which card goes under your chapel?"))
    return Message(
        _("Which card goes under your chapel? You have {held_cards} and may hold {limit} after that."),
        {"held_cards": names.card_count(cards), "limit": limit},
    )


_ASKED: Final[dict[int, Callable[[State], Message]]] = {
    STAGE_DEAL: _deal,
    STAGE_PAYMENT: _payment,
    STAGE_PRODUCER: _production,
    STAGE_TRADER: _sale,
    STAGE_COUNCILLOR: _keeping,
    STAGE_ARCHIVE: _archive,
    STAGE_CHAPEL: _chapel,
    STAGE_LIMIT: _limit,
}
"""Prompts that depend on the position."""
