"""What can be built, and what pays for it, as a person is offered it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.engine.contract import Item, Offer, Selection
from games.engine.sanjuan import hand, moves, names
from games.engine.sanjuan.components import CARD_NAMES, COST, GOOD_NAMES, GOODS, NO_CARD, VP
from games.engine.sanjuan.offering import card_item, card_name, completed, is_open, passing
from games.engine.sanjuan.payments import Payment, payment_begun, payment_of
from games.engine.sanjuan.position import State
from games.engine.sanjuan.stages import BUILDING, PAYMENT
from games.engine.sanjuan.vocabulary import BUILD, GOOD_PAYMENTS, PAY, WITH
from games.engine.sanjuan.wording import Step, text_of
from games.engine.words import Message, counted, listed, ngettext_noop
from games.engine.words import gettext_noop as _

BY_CRANE: Final = Message(_("Over another building, with the crane"))


def passes_over_goods(position: State) -> bool:
    """Whether more goods could pay for something than may, so that not all payments are offered."""
    if position.stage == BUILDING:
        payments = (payment_of(position, kind, below) for kind, below in _buildings(position))
        return any(payment.passes_over_goods() for payment in payments)
    return bool(position.stage == PAYMENT) and payment_begun(position).passes_over_goods()


def _buildings(position: State) -> Iterator[tuple[int, int]]:
    """Every kind that can be built, with the kind that it can be built over (NO_CARD: none)."""
    for move in position.legal_moves():
        if move >= moves.BUILD_OVER:
            kind, below = divmod(int(move) - moves.BUILD_OVER, moves.OVER_SLOTS)
            yield kind, below
        elif move >= moves.BUILD:
            yield int(move) - moves.BUILD, NO_CARD


def builds(position: State) -> Iterator[Offer]:
    for kind, below in _buildings(position):
        yield _building(position, kind, below)
    yield passing(Message(_("Build nothing")))


def _building(position: State, kind: int, below: int) -> Offer:
    payment = payment_of(position, kind, below)
    over = "" if below == NO_CARD else CARD_NAMES[below]
    text = text_of([Step(BUILD, CARD_NAMES[kind], over)])
    place = hand.hand(position, int(position.actor)).index(kind)
    selection = None if payment.goes_by_itself() else _paid_with(f"{text} {WITH}", payment)
    return Offer(
        text if selection is None else selection.line(selection.chosen),
        _building_label(kind, below, payment.owed),
        _building_effect(position, kind, below, payment.owed),
        (f"hand:{place}", f"building:{over}") if over else (f"hand:{place}",),
        selection if selection is not None and is_open(selection) else None,
        BY_CRANE if over else None,
    )


def _building_label(kind: int, below: int, price: int) -> Message:
    building = card_name(kind)
    if below == NO_CARD:
        if price == 0:
            return Message(_("Build the {building} for free"), {"building": building})
        forms = ngettext_noop("Build the {building} for {count} card", "Build the {building} for {count} cards")
        return counted(forms, price, building=building)
    over = card_name(below)
    if price == 0:
        return Message(_("Build the {building} over the {over} for free"), {"building": building, "over": over})
    forms = ngettext_noop(
        "Build the {building} over the {over} for {count} card",
        "Build the {building} over the {over} for {count} cards",
    )
    return counted(forms, price, building=building, over=over)


def _building_effect(position: State, kind: int, below: int, price: int) -> Message:
    """What it brings, by the difference to what it covers, and what it does."""
    points = int(VP[kind]) - (0 if below == NO_CARD else int(VP[below]))
    cost = int(COST[kind]) - (0 if below == NO_CARD else int(COST[below]))
    parts = []
    if points:
        parts.append(Message(_("{points} VP"), {"points": points}))
    if cost > price:
        parts.append(counted(ngettext_noop("{count} card saved", "{count} cards saved"), cost - price))
    if below != NO_CARD and below < GOODS and position.empty_plants(int(position.actor), below) == 0:
        parts.append(Message(_("the {good} on it is lost"), {"good": names.good(GOOD_NAMES[below])}))
    return listed([*parts, names.effect(CARD_NAMES[kind])])


def _paid_with(stem: str, payment: Payment) -> Selection:
    """What can pay, to choose among."""
    goods = [
        Item(GOOD_PAYMENTS[good], Message(_("{good} (good)"), {"good": names.good(GOOD_NAMES[good])}), f"good:{slot}")
        for good, slot in payment.goods
    ]
    cards = [card_item(kind, f"hand:{place}") for kind, place in payment.cards]
    return Selection(stem, (*goods, *cards), payment.owed, payment.owed, payment.suggested)


def payments(position: State) -> Iterator[Offer]:
    selection = _paid_with(PAY, payment_begun(position))
    paid = [selection.items[index].label for index in selection.chosen]
    yield completed(selection, Message(_("Pay with {things}"), {"things": listed(paid)}))
