"""What can pay for a building: cards of the hand, and goods at the black market."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.sanjuan import builder, hand
from games.engine.sanjuan.components import GOODS, MAX_BUILDINGS, NO_CARD
from games.engine.sanjuan.position import State


@dataclass(frozen=True)
class Payment:
    """A payment, and what it can be chosen from."""

    owed: int
    goods: tuple[tuple[int, int], ...]
    goods_omitted: int
    cards: tuple[tuple[int, int], ...]
    suggested: tuple[int, ...]

    def is_automatic(self) -> bool:
        """Whether there is nothing to choose, so that the engine does not ask: all cards pay, or none."""
        return self.owed == 0 or (not self.goods and self.owed == len(self.cards))

    def omits_goods(self) -> bool:
        return self.goods_omitted > 0 and not self.is_automatic()


def payment_of(position: State, kind: int, below: int, full: bool) -> Payment:
    """The payment for a building that the seat to move can build. below: the kind that it covers, or NO_CARD.

    full: whether it covers a plant with its good, though an equal one has none.
    """
    seat = int(position.actor)
    places = list(enumerate(hand.hand_cards(position, seat)))
    places.remove(next(one for one in places if one[1] == kind))
    return _payment(
        position,
        int(builder.price(position, seat, kind, below)),
        int(builder.payable_goods(position, seat, below, int(full))),
        goods_that_could_pay(position, seat, below, full),
        [(held, place) for place, held in places],
        built=kind,
    )


def remaining_payment(position: State) -> Payment:
    """What the seat to move still has to pay for its new building."""
    seat, payable = int(position.actor), int(position.goods_payable)
    least_good, least_card = int(position.smallest_good) if payable else GOODS, int(position.smallest_card)
    return _payment(
        position,
        int(position.owed),
        payable,
        [one for one in goods_that_could_pay(position, seat, NO_CARD, False) if one[0] >= least_good],
        [(held, place) for place, held in enumerate(hand.hand_cards(position, seat)) if held >= least_card],
        built=int(position.new_building),
    )


def goods_that_could_pay(position: State, seat: int, below: int, full: bool) -> list[tuple[int, int]]:
    """The goods that can pay, with their slots, ascending; without the good on the covered plant."""
    first = seat * MAX_BUILDINGS
    found = sorted(
        (int(position.buildings[first + slot]), slot)
        for slot in range(int(position.building_count[seat]))
        if position.good_card[first + slot] != NO_CARD
    )
    if full or builder.loses_good(position, seat, below):
        found.remove(next(one for one in found if one[0] == below))
    return found


def _payment(
    position: State,
    owed: int,
    payable: int,
    goods: Sequence[tuple[int, int]],
    cards: Sequence[tuple[int, int]],
    built: int,
) -> Payment:
    """Suggested are the least valuable cards; goods only if the cards do not suffice, cheap ones first."""
    chosen_goods = goods[:payable]
    by_goods = max(0, owed - len(cards))
    kinds = [kind for kind, _place in cards]
    by_cards = hand.least_valuable(position, int(position.actor), kinds, owed - by_goods, also=(built,))
    return Payment(
        owed=owed,
        goods=tuple(chosen_goods),
        goods_omitted=len(goods) - len(chosen_goods) if payable else 0,
        cards=tuple(cards),
        suggested=(*range(by_goods), *(len(chosen_goods) + index for index in by_cards)),
    )
