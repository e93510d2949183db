"""Why a readable answer cannot be played, as precisely as possible; one function per verb."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.contract import NOBODY, OTHER_QUESTION
from games.engine.sanjuan import builder, hand, moves, names, producer, trader
from games.engine.sanjuan.components import (
    CARD_NAMES,
    CRANE,
    GOOD_NAMES,
    GOODS,
    LIBRARY,
    NO_CARD,
    ROLE_NAMES,
    TWO_PLAYERS,
)
from games.engine.sanjuan.parser import STAGE_VERBS, Clause
from games.engine.sanjuan.payments import goods_that_could_pay
from games.engine.sanjuan.position import State
from games.engine.sanjuan.stages import STAGE_NAMES
from games.engine.sanjuan.vocabulary import (
    BUILD,
    CHAPEL,
    DISCARD,
    EMPTY,
    FULL,
    GOOD_PAYMENTS,
    KEEP,
    PASS,
    PAY,
    PICK,
    PRODUCE,
    SELL,
    TAKE,
)
from games.engine.words import Message, count_message, ngettext_noop, term
from games.engine.words import gettext_noop as _


def why_not(position: State, clause: Clause, more: bool) -> Message | None:
    """Why the seat to move may not answer this; None if it may. The order of what is named is not checked.

    more: the clause is not the whole answer, so it may name too little.
    """
    if position.is_over():
        return Message(_("The game is over."))
    stage = int(position.stage)
    asked = {"stage": names.stage(STAGE_NAMES[stage])}
    if clause.verb == PASS and moves.PASS not in position.legal_moves():
        return Message(_("You cannot pass here: {stage}."), asked)
    if clause.verb not in STAGE_VERBS[stage]:
        return Message(OTHER_QUESTION, asked)
    reason = _REASONS.get(clause.verb)
    return reason(position, clause, more) if reason is not None else None


def _why_not_pick(position: State, clause: Clause, more: bool) -> Message | None:  # noqa: ARG001
    seat = position.actor
    if position.picked_by[ROLE_NAMES.index(clause.noun)] != NOBODY:
        return term("refusal of San Juan", "The {role} is already taken in this round.", role=names.role(clause.noun))
    if not clause.library:
        return None
    if not position.owns(seat, LIBRARY):
        return Message(_("You have no library."))
    if position.seats != TWO_PLAYERS:
        return Message(_("Your library works with every role that you pick: it need not be said."))
    if position.library_used[seat]:
        return Message(_("Your library has worked in this round already."))
    return None


# --- building ---------------------------------------------------------------------------------------------------------


def _why_not_build(position: State, clause: Clause, more: bool) -> Message | None:
    seat, kind = int(position.actor), CARD_NAMES.index(clause.noun)
    below = CARD_NAMES.index(clause.over) if clause.over else NO_CARD
    held = hand.hand_cards(position, seat)
    building = names.card(clause.noun)
    if kind not in held:
        return Message(_("You hold no {card}."), {"card": building})
    if not builder.may_own(position, seat, kind):
        return Message(
            _("You own the {building} already; only production buildings may be equal."), {"building": building}
        )
    if below != NO_CARD:
        reason = _why_not_over(position, seat, kind, below)
        if reason is not None:
            return reason
    full = covers_plant_with_good(position, clause)
    if clause.state:
        reason = _why_not_this_plant(position, seat, below, clause.state)
        if reason is not None:
            return reason
    price = int(builder.price(position, seat, kind, below))
    goods = int(builder.payable_goods(position, seat, below, int(full)))
    if price > len(held) - 1 + goods:
        return _too_dear(price, len(held) - 1 + goods, building)
    if clause.things and price == 0:
        return Message(_("The {building} costs you nothing now."), {"building": building})
    held.remove(kind)
    lying = [good for good, _slot in goods_that_could_pay(position, seat, below, full)]
    return _why_not_paid(_PaymentMeans(held, lying, goods, price), clause.things, more) if clause.things else None


def _why_not_over(position: State, seat: int, kind: int, below: int) -> Message | None:
    if not position.owns(seat, CRANE):
        return Message(_("Only with a crane can you build over another building."))
    if not position.owns(seat, below):
        return Message(_("You own no {building} to build over."), {"building": names.card(CARD_NAMES[below])})
    if below == CRANE:
        return Message(_("The crane cannot be built over."))
    if below == kind:
        return Message(_("A building cannot be built over an equal one."))
    return None


def covers_plant_with_good(position: State, clause: Clause) -> bool:
    """Whether the clause covers a plant with its good, though an equal one has none."""
    if clause.state != FULL:
        return False
    return builder.may_choose_covered_plant(position, position.actor, CARD_NAMES.index(clause.over))


def _why_not_this_plant(position: State, seat: int, below: int, state: str) -> Message | None:
    """Why the plant that the clause describes cannot be covered (docs/rules §5 Crane)."""
    plant = names.card(CARD_NAMES[below])
    goods = int(position.goods[seat * GOODS + below]) if below < GOODS else 0
    if state == EMPTY:
        full = below < GOODS and position.empty_plants(seat, below) == 0
        return Message(_("Every {building} of yours has a good."), {"building": plant}) if full else None
    if goods == 0:
        return Message(_("No {building} of yours has a good."), {"building": plant})
    if position.empty_plants(seat, below) and not builder.may_choose_covered_plant(position, seat, below):
        return Message(
            _("In this game, of an earlier version of the rules, the {building} without a good is built over first."),
            {"building": plant},
        )
    return None


def _too_dear(price: int, means: int, building: Message) -> Message:
    return Message(
        _("The {building} costs you {price_cards}, and you can pay only {means}."),
        {"building": building, "price_cards": names.card_count(price), "means": means},
    )


# --- payment ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _PaymentMeans:
    """What can pay."""

    cards: Sequence[int]
    """Kinds of the cards in the hand."""
    goods: Sequence[int]
    """Goods on the seat's plants."""
    payable: int
    """How many goods may pay."""
    owed: int

    def goes_by_itself_after(self, goods: Sequence[int], cards: Sequence[int]) -> bool:
        """Whether after these no good may pay any more, and all cards of the hand must."""
        others = Counter(self.goods) - Counter(goods)
        used_up = cards or len(goods) == self.payable or not any(good >= max(goods, default=0) for good in others)
        return bool(used_up) and self.owed - len(goods) == len(self.cards)


def _why_not_pay(position: State, clause: Clause, more: bool) -> Message | None:
    seat = int(position.actor)
    lying = [good for good, _slot in goods_that_could_pay(position, seat, NO_CARD, False)]
    purse = _PaymentMeans(hand.hand_cards(position, seat), lying, int(position.goods_payable), int(position.owed))
    return _why_not_paid(purse, clause.things, more)


def _why_not_paid(purse: _PaymentMeans, things: Sequence[str], more: bool) -> Message | None:
    goods = [GOOD_PAYMENTS.index(thing) for thing in things if thing in GOOD_PAYMENTS]
    cards = [CARD_NAMES.index(thing) for thing in things if thing not in GOOD_PAYMENTS]
    if goods and purse.payable == 0:
        return Message(_("Goods pay only at a black market, at most two for a building and before the cards."))
    for good, missing in (Counter(goods) - Counter(purse.goods)).items():
        return _not_so_many_goods(goods.count(good) - missing, names.good(GOOD_NAMES[good]))
    if len(goods) > purse.payable:
        return Message(_("At most two goods pay for a building."))
    reason = _why_not_held(purse.cards, cards)
    if reason is not None:
        return reason
    enough = more or purse.goes_by_itself_after(goods, cards)
    if len(things) > purse.owed or (len(things) < purse.owed and not enough):
        return _wrong_number(purse.owed, len(things))
    return None


def _wrong_number(due: int, named: int) -> Message:
    return count_message(
        ngettext_noop("{count} card is due, and you named {named}.", "{count} cards are due, and you named {named}."),
        due,
        named=named,
    )


_NO_CARD_HELD: Final = Message(_("You hold no {card}."))
_FEW_CARDS_HELD: Final = Message(_("You hold only {count} of these: {card}."))
_NOT_DRAWN: Final = Message(_("You have drawn no {card}."))
_FEW_DRAWN: Final = Message(_("You have drawn only {count} of these: {card}."))


def _not_so_many_goods(count: int, good: Message) -> Message:
    if count == 0:
        return Message(_("There is no {good} on your buildings."), {"good": good})
    return Message(_("Your buildings have only {count} of these goods: {good}."), {"count": count, "good": good})


def _why_not_held(
    held: Sequence[int], named: Sequence[int], none: Message = _NO_CARD_HELD, few: Message = _FEW_CARDS_HELD
) -> Message | None:
    """Why the cards named are not all among those held; None if they are."""
    for kind, missing in (Counter(named) - Counter(held)).items():
        count, card = named.count(kind) - missing, names.card(CARD_NAMES[kind])
        return Message(few.msgid, {"count": count, "card": card}) if count else Message(none.msgid, {"card": card})
    return None


# --- cards ------------------------------------------------------------------------------------------------------------


def _why_not_discard(position: State, clause: Clause, more: bool) -> Message | None:
    seat = int(position.actor)
    reason = _why_not_held(hand.hand_cards(position, seat), _kinds(clause))
    return reason or _why_not_so_many(int(position.cards_to_choose[seat]), len(clause.things), more)


def _why_not_keep(position: State, clause: Clause, more: bool) -> Message | None:
    seat = int(position.actor)
    reason = _why_not_held(hand.drawn_cards(position, seat), _kinds(clause), _NOT_DRAWN, _FEW_DRAWN)
    return reason or _why_not_so_many(int(position.cards_to_choose[seat]), len(clause.things), more)


def _why_not_so_many(due: int, named: int, more: bool) -> Message | None:
    if named == due or (more and named < due):
        return None
    return _wrong_number(due, named)


def _why_not_tuck(position: State, clause: Clause, more: bool) -> Message | None:  # noqa: ARG001
    return _why_not_held(hand.hand_cards(position, int(position.actor)), _kinds(clause))


def _why_not_take(position: State, clause: Clause, more: bool) -> Message | None:  # noqa: ARG001
    if _kinds(clause)[0] not in hand.turned_up_cards(position):
        return Message(_("No {card} lies there."), {"card": names.card(clause.things[0])})
    return None


def _kinds(clause: Clause) -> list[int]:
    return [CARD_NAMES.index(thing) for thing in clause.things]


# --- goods ------------------------------------------------------------------------------------------------------------


def _why_not_produce(position: State, clause: Clause, more: bool) -> Message | None:
    seat, goods = position.actor, Counter(GOOD_NAMES.index(thing) for thing in clause.things)
    for good, count in goods.items():
        plant, empty = names.card(CARD_NAMES[good]), int(position.empty_plants(seat, good))
        if not position.owns(seat, good):
            return Message(_("You own no {building}."), {"building": plant})
        if empty == 0:
            return Message(_("There is a good already on your {building}: never more than one."), {"building": plant})
        if count > empty:
            forms = ngettext_noop(
                "Only {count} {building} of yours is empty.", "Only {count} of yours are empty: {building}."
            )
            return count_message(forms, empty, building=plant)
    most = int(producer.remaining_production(position, seat))
    if len(clause.things) + more > most:
        forms = ngettext_noop("You produce at most {count} good.", "You produce at most {count} goods.")
        return count_message(forms, most)
    return None


def _why_not_sell(position: State, clause: Clause, more: bool) -> Message | None:
    seat = position.actor
    goods = [GOOD_NAMES.index(thing) for thing in clause.things]
    lying = [good for good in range(GOODS) for _good in range(int(position.goods[seat * GOODS + good]))]
    for good, missing in (Counter(goods) - Counter(lying)).items():
        return _not_so_many_goods(goods.count(good) - missing, names.good(GOOD_NAMES[good]))
    most = int(trader.capacity(position, seat) - position.goods_sold)
    if len(goods) + more > most:
        forms = ngettext_noop("You sell at most {count} good.", "You sell at most {count} goods.")
        return count_message(forms, most)
    return None


_REASONS: Final[dict[str, Callable[[State, Clause, bool], Message | None]]] = {
    PICK: _why_not_pick,
    BUILD: _why_not_build,
    PAY: _why_not_pay,
    PRODUCE: _why_not_produce,
    SELL: _why_not_sell,
    KEEP: _why_not_keep,
    DISCARD: _why_not_discard,
    TAKE: _why_not_take,
    CHAPEL: _why_not_tuck,
}
"""Verbs that stand alone can be said whenever they fit the question."""
