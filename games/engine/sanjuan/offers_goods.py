"""Offers for producing and selling."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Final

from games.engine.contract import Item, Offer, Selection
from games.engine.sanjuan import names, producer, trader
from games.engine.sanjuan.components import GOOD_NAMES, GOODS, MAX_BUILDINGS, NO_CARD, WELL
from games.engine.sanjuan.formatter import Step, steps_text
from games.engine.sanjuan.offer_parts import pass_offer, selection_offer
from games.engine.sanjuan.position import State
from games.engine.sanjuan.vocabulary import PRODUCE, SELL
from games.engine.words import Message, count_message, ngettext_noop
from games.engine.words import gettext_noop as _

MAX_LISTED: Final = 8
"""Up to so many ways to sell or to produce are listed one by one; more are one offer with a selection."""


def _slots(position: State, *, filled: bool) -> list[tuple[int, int]]:
    """The actor's plants with a good, or those without one: the good and the slot, ascending by good."""
    first = int(position.actor) * MAX_BUILDINGS
    plants = [
        (int(position.buildings[first + slot]), slot)
        for slot in range(int(position.building_count[position.actor]))
        if position.buildings[first + slot] < GOODS and (position.good_card[first + slot] != NO_CARD) == filled
    ]
    return sorted(plants)


def _good_sets(plants: Sequence[tuple[int, int]], least: int, most: int) -> list[tuple[int, ...]]:
    """All different sets of at most `most` goods, of the kinds from `least` on; the largest sets first."""
    goods = [good for good, _slot in plants if good >= least]
    found = [
        chosen
        for count in range(min(most, len(goods)), 0, -1)
        for chosen in combinations_with_replacement(sorted(set(goods)), count)
        if all(chosen.count(good) <= goods.count(good) for good in chosen)
    ]
    return sorted(found, key=lambda chosen: (-len(chosen), [-good for good in reversed(chosen)]))


def productions(position: State) -> Iterator[Offer]:
    seat = int(position.actor)
    most = int(producer.remaining_production(position, seat))
    plants = _slots(position, filled=False)
    sets = _good_sets(plants, int(position.smallest_good), most)

    def effect(goods: Sequence[int]) -> Message | None:
        if position.goods_produced + len(goods) >= producer.WELL_GOODS and position.owns(seat, WELL):
            return Message(_("and 1 card by the well"))
        return None

    def label(goods: Sequence[int]) -> Message:
        return Message(_("Produce {goods}"), {"goods": _goods(goods)})

    if len(sets) <= MAX_LISTED:
        for goods in sets:
            yield Offer(_line(PRODUCE, goods), label(goods), effect(goods), _targets(plants, goods))
    else:
        choice = _goods_to_choose(
            PRODUCE, plants, most, int(position.smallest_good), lambda good: names.good(GOOD_NAMES[good])
        )
        yield selection_offer(choice, label(sets[0]), effect(sets[0]))
    if position.goods_produced == 0:
        yield pass_offer(Message(_("Produce nothing")))


def sales(position: State) -> Iterator[Offer]:
    seat = int(position.actor)
    most = int(trader.capacity(position, seat) - position.goods_sold)
    plants = _slots(position, filled=True)
    sets = _good_sets(plants, int(position.smallest_good), most)

    def effect(goods: Sequence[int]) -> Message:
        cards = int(position.cards_earned) + sum(int(position.good_price(good)) for good in goods)
        cards += int(trader.bonus(position, seat, position.goods_sold + len(goods)))
        return count_message(ngettext_noop("draw {count} card", "draw {count} cards"), cards)

    def label(goods: Sequence[int]) -> Message:
        return Message(_("Sell {goods}"), {"goods": _goods(goods)})

    if len(sets) <= MAX_LISTED:
        for goods in sets:
            yield Offer(_line(SELL, goods), label(goods), effect(goods), _targets(plants, goods))
    else:

        def priced(good: int) -> Message:
            return count_message(
                ngettext_noop("{good} ({count} card)", "{good} ({count} cards)"),
                int(position.good_price(good)),
                good=names.good(GOOD_NAMES[good]),
            )

        yield selection_offer(
            _goods_to_choose(SELL, plants, most, int(position.smallest_good), priced), label(sets[0]), effect(sets[0])
        )
    if position.goods_sold == 0:
        yield pass_offer(Message(_("Sell nothing")))


def _goods(goods: Sequence[int]) -> Message:
    return names.goods(GOOD_NAMES[good] for good in goods)


def _line(verb: str, goods: Sequence[int]) -> str:
    return steps_text([Step(verb, GOOD_NAMES[good]) for good in goods])


def _targets(plants: Sequence[tuple[int, int]], goods: Sequence[int]) -> tuple[str, ...]:
    """A plant for each of the goods."""
    free, found = list(plants), list[str]()
    for good in goods:
        plant = next(plant for plant in free if plant[0] == good)
        free.remove(plant)
        found.append(f"good:{plant[1]}")
    return tuple(found)


def _goods_to_choose(
    verb: str, plants: Sequence[tuple[int, int]], most: int, least: int, label: Callable[[int], Message]
) -> Selection:
    """A selection of the goods from `least` on; the dearest ones are suggested."""
    items = tuple(Item(GOOD_NAMES[good], label(good), f"good:{slot}") for good, slot in plants if good >= least)
    most = min(most, len(items))
    return Selection(verb, items, 1, most, tuple(range(len(items) - most, len(items))))
