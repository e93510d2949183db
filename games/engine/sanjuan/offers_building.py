"""Offers for building and for paying."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.engine.contract import Item, Offer, Selection
from games.engine.sanjuan import builder, hand, moves, names
from games.engine.sanjuan.components import CARD_NAMES, COST, GOOD_NAMES, MAX_BUILDINGS, NO_CARD, VP
from games.engine.sanjuan.formatter import Step, steps_text
from games.engine.sanjuan.offer_parts import card_item, card_name, has_choice, pass_offer, selection_offer
from games.engine.sanjuan.payments import Payment, payment_of, remaining_payment
from games.engine.sanjuan.position import State
from games.engine.sanjuan.stages import STAGE_BUILDER, STAGE_PAYMENT
from games.engine.sanjuan.vocabulary import BUILD, GOOD_PAYMENTS, PAY, WITH
from games.engine.words import Message, count_message, list_message, ngettext_noop, term
from games.engine.words import gettext_noop as _

BY_CRANE: Final = Message(_("Over another building, with the crane"))


def omits_goods(position: State) -> bool:
    """Whether for some payment more goods could pay than may, so that the offers do not contain all payments."""
    if position.stage == STAGE_BUILDER:
        payments = (payment_of(position, *building) for building in _buildings(position))
        return any(payment.omits_goods() for payment in payments)
    return bool(position.stage == STAGE_PAYMENT) and remaining_payment(position).omits_goods()


def _buildings(position: State) -> list[tuple[int, int, bool]]:
    """Every kind that can be built, the kind that it covers (NO_CARD: none), and whether that is a plant with its good
    though an equal one has none."""
    found = []
    for move in position.legal_moves():
        if move >= moves.BUILD_OVER:
            full = bool(move >= moves.BUILD_OVER_FULL)
            kind, below = divmod(int(move) - (moves.BUILD_OVER_FULL if full else moves.BUILD_OVER), moves.OVER_SLOTS)
            found.append((1, kind, below, full))
        elif move >= moves.BUILD:
            found.append((0, int(move) - moves.BUILD, NO_CARD, False))
    return [(kind, below, full) for _over, kind, below, full in sorted(found)]


def building_offers(position: State) -> Iterator[Offer]:
    for kind, below, full in _buildings(position):
        yield _building(position, kind, below, full)
    yield pass_offer(Message(_("Build nothing")))


def _building(position: State, kind: int, below: int, full: bool) -> Offer:
    payment = payment_of(position, kind, below, full)
    over = "" if below == NO_CARD else CARD_NAMES[below]
    text = steps_text([Step(BUILD, CARD_NAMES[kind], over, full=full)])
    place = hand.hand_cards(position, int(position.actor)).index(kind)
    selection = None if payment.is_automatic() else _paid_with(f"{text} {WITH}", payment)
    targets = [f"hand:{place}", *([f"building:{over}"] if over else [])]
    if builder.may_choose_covered_plant(position, position.actor, below):
        targets.append(f"good:{_slot(position, below, full)}")
    return Offer(
        text if selection is None else selection.line(selection.chosen),
        _building_label(kind, _covered(position, below, full), payment.owed),
        _building_effect(position, kind, below, full, payment.owed),
        tuple(targets),
        selection if selection is not None and has_choice(selection) else None,
        BY_CRANE if over else None,
    )


def _slot(position: State, below: int, full: bool) -> int:
    """The slot of the plant that is covered."""
    first = int(position.actor) * MAX_BUILDINGS
    return next(
        slot
        for slot in range(int(position.building_count[position.actor]))
        if position.buildings[first + slot] == below and (position.good_card[first + slot] != NO_CARD) == full
    )


def _covered(position: State, below: int, full: bool) -> Message | None:
    """The name of the covered building, with or without its good if the seat can choose; None if none is covered."""
    if below == NO_CARD:
        return None
    if not builder.may_choose_covered_plant(position, position.actor, below):
        return card_name(below)
    if full:
        return term("covered card of San Juan", "{building} with its good", building=card_name(below))
    return term("covered card of San Juan", "{building} without a good", building=card_name(below))


def _building_label(kind: int, over: Message | None, price: int) -> Message:
    building = card_name(kind)
    if over is None:
        if price == 0:
            return Message(_("Build the {building} for free"), {"building": building})
        forms = ngettext_noop("Build the {building} for {count} card", "Build the {building} for {count} cards")
        return count_message(forms, price, building=building)
    if price == 0:
        return Message(
            _("Build the {building} over the {lower_building} for free"), {"building": building, "lower_building": over}
        )
    forms = ngettext_noop(
        "Build the {building} over the {lower_building} for {count} card",
        "Build the {building} over the {lower_building} for {count} cards",
    )
    return count_message(forms, price, building=building, lower_building=over)


def _building_effect(position: State, kind: int, below: int, full: bool, price: int) -> Message:
    """What the building brings: VP and cards more than the covered one, and what it does."""
    points = int(VP[kind]) - (0 if below == NO_CARD else int(VP[below]))
    cost = int(COST[kind]) - (0 if below == NO_CARD else int(COST[below]))
    parts = []
    if points:
        parts.append(Message(_("{points} VP"), {"points": points}))
    if cost > price:
        parts.append(count_message(ngettext_noop("{count} card saved", "{count} cards saved"), cost - price))
    if full or builder.loses_good(position, position.actor, below):
        parts.append(Message(_("the {good} on it is lost"), {"good": names.good(GOOD_NAMES[below])}))
    return list_message([*parts, names.effect(CARD_NAMES[kind])])


def _paid_with(stem: str, payment: Payment) -> Selection:
    """The selection of what pays."""
    goods = [
        Item(
            GOOD_PAYMENTS[good],
            term("paid good of San Juan", "{good} (good)", good=names.good(GOOD_NAMES[good])),
            f"good:{slot}",
        )
        for good, slot in payment.goods
    ]
    cards = [card_item(kind, f"hand:{place}") for kind, place in payment.cards]
    return Selection(stem, (*goods, *cards), payment.owed, payment.owed, payment.suggested)


def payment_offers(position: State) -> Iterator[Offer]:
    selection = _paid_with(PAY, remaining_payment(position))
    paid = [selection.items[index].label for index in selection.chosen]
    yield selection_offer(selection, Message(_("Pay with {things}"), {"things": list_message(paid)}))
