"""Every answer as a person is offered it: all there are, those completed with cards or goods as selections.

Targets of offers and of the things to choose among: `role:builder`, `hand:2` (the seat's cards as listed, from 0),
`drawn:0` (of the councillor's draw), `card:library` (turned up by the gold mine), `good:3` (a good, or the place for
one, on the seat's building in this slot, from 0), `building:chapel` (the seat's own), `pass`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Final

from games.engine.contract import Item, Offer, Selection
from games.engine.sanjuan import hand, moves, names, producer, trader
from games.engine.sanjuan.components import (
    CARD_NAMES,
    COST,
    GOOD_NAMES,
    GOODS,
    LIBRARY,
    NO_CARD,
    ROLE_NAMES,
    SPACES,
    VP,
    WELL,
)
from games.engine.sanjuan.payments import Payment, payment_begun, payment_of
from games.engine.sanjuan.position import (
    ARCHIVING,
    BUILDING,
    COUNCIL,
    DEAL,
    LIMIT,
    MINE,
    PAYMENT,
    PRODUCTION,
    ROLE,
    SALE,
    STRIKE,
    TUCKING,
    State,
)
from games.engine.sanjuan.vocabulary import BUILD, DISCARD, GOOD_PAYMENTS, KEEP, PAY, PRODUCE, SELL, WITH
from games.engine.sanjuan.wording import Step, move_text, text_of
from games.engine.words import Message, counted, listed, ngettext_noop
from games.engine.words import gettext_noop as _

CHOICE: Final = "choice"
SUGGESTIONS: Final = "suggestions"

MOST_LISTED: Final = 8
"""So many ways to sell or to produce are listed one by one; more are one answer with a selection."""

ROLE_EFFECTS: Final = {
    "builder": Message(_("everybody may build; you pay 1 less")),
    "producer": Message(_("everybody produces a good; you 1 more")),
    "trader": Message(_("everybody may sell a good; you 1 more")),
    "councillor": Message(_("everybody draws 2 cards and keeps 1; you draw 5")),
    "prospector": Message(_("1 card for you")),
}
WITH_LIBRARY: Final = {
    "builder": Message(_("everybody may build; you pay 2 less")),
    "producer": Message(_("everybody produces a good; you 2 more")),
    "trader": Message(_("everybody may sell a good; you 2 more")),
    "councillor": Message(_("everybody draws 2 cards and keeps 1; you draw 8")),
    "prospector": Message(_("2 cards for you")),
}
"""The same where the library doubles the privilege (docs/rules §3 library)."""

BY_CRANE: Final = Message(_("Over another building, with the crane"))


def offers(position: State) -> tuple[Offer, ...]:
    """All answers that are offered, in their order; none when the game is over."""
    return tuple(_OFFERS[int(position.stage)](position)) if not position.is_over() else ()


def form(position: State) -> str:
    """Whether the offers are all there are, as in Question.form: not where one must choose which goods may pay."""
    if position.stage == BUILDING:
        payments = (payment_of(position, kind, below) for kind, below in _buildings(position))
        return SUGGESTIONS if any(payment.passes_over_goods() for payment in payments) else CHOICE
    if position.stage == PAYMENT:
        return SUGGESTIONS if payment_begun(position).passes_over_goods() else CHOICE
    return CHOICE


def _pass(label: Message) -> Offer:
    return Offer("pass", label, None, ("pass",))


def _value(kind: int) -> Message:
    """What a card costs and brings."""
    cost, points, effect = int(COST[kind]), int(VP[kind]), names.effect(CARD_NAMES[kind])
    if points == 0:
        return Message(_("cost {cost}; {effect}"), {"cost": cost, "effect": effect})
    return Message(_("cost {cost}, {points} VP; {effect}"), {"cost": cost, "points": points, "effect": effect})


def _card_name(kind: int) -> Message:
    return names.card(CARD_NAMES[kind])


# --- roles ------------------------------------------------------------------------------------------------------------


def _roles(position: State) -> Iterator[Offer]:
    seat = int(position.actor)
    by_itself = position.seats > 2 and position.owns(seat, LIBRARY)
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


# --- builder ----------------------------------------------------------------------------------------------------------


def _buildings(position: State) -> Iterator[tuple[int, int]]:
    """Every kind that can be built, with the kind that it can be built over (NO_CARD: none)."""
    for move in position.legal_moves():
        if move >= moves.BUILD_OVER:
            kind, below = divmod(int(move) - moves.BUILD_OVER, moves.OVER_SLOTS)
            yield kind, below
        elif move >= moves.BUILD:
            yield int(move) - moves.BUILD, NO_CARD


def _builds(position: State) -> Iterator[Offer]:
    for kind, below in _buildings(position):
        yield _building(position, kind, below)
    yield _pass(Message(_("Build nothing")))


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
        selection if selection is not None and _is_open(selection) else None,
        BY_CRANE if over else None,
    )


def _building_label(kind: int, below: int, price: int) -> Message:
    building = _card_name(kind)
    if below == NO_CARD:
        if price == 0:
            return Message(_("Build the {building} for free"), {"building": building})
        forms = ngettext_noop("Build the {building} for {count} card", "Build the {building} for {count} cards")
        return counted(forms, price, building=building)
    over = _card_name(below)
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
    cards = [_card_item(kind, f"hand:{place}") for kind, place in payment.cards]
    return Selection(stem, (*goods, *cards), payment.owed, payment.owed, payment.suggested)


def _card_item(kind: int, target: str) -> Item:
    return Item(CARD_NAMES[kind], _card_name(kind), target)


def _payments(position: State) -> Iterator[Offer]:
    selection = _paid_with(PAY, payment_begun(position))
    paid = [selection.items[index].label for index in selection.chosen]
    yield _selected(selection, Message(_("Pay with {things}"), {"things": listed(paid)}))


def _selected(selection: Selection, label: Message, effect: Message | None = None) -> Offer:
    """An answer with a selection; without one where all there is must be chosen."""
    targets = tuple(selection.items[index].target for index in selection.chosen)
    open_to_choice = selection if _is_open(selection) else None
    return Offer(selection.line(selection.chosen), label, effect, targets, open_to_choice)


def _is_open(selection: Selection) -> bool:
    """Whether there is anything to choose: not where all there is must go."""
    return selection.least < len(selection.items)


# --- goods ------------------------------------------------------------------------------------------------------------


def _slots(position: State, *, filled: bool) -> list[tuple[int, int]]:
    """The actor's plants with a good, or those without one: the good and the slot, ascending by good."""
    first = int(position.actor) * SPACES
    plants = [
        (int(position.building[first + slot]), slot)
        for slot in range(int(position.built[position.actor]))
        if position.building[first + slot] < GOODS and (position.good_card[first + slot] != NO_CARD) == filled
    ]
    return sorted(plants)


def _sets_of(plants: Sequence[tuple[int, int]], least: int, most: int) -> list[tuple[int, ...]]:
    """All sets of so many goods at most that differ in their kinds, named from a kind on: the largest ones first."""
    goods = [good for good, _slot in plants if good >= least]
    found = [
        chosen
        for count in range(min(most, len(goods)), 0, -1)
        for chosen in combinations_with_replacement(sorted(set(goods)), count)
        if all(chosen.count(good) <= goods.count(good) for good in chosen)
    ]
    return sorted(found, key=lambda chosen: (-len(chosen), [-good for good in reversed(chosen)]))


def _productions(position: State) -> Iterator[Offer]:
    seat = int(position.actor)
    most = int(producer.capacity(position, seat) - position.made)
    plants = _slots(position, filled=False)
    sets = _sets_of(plants, int(position.least), most)

    def effect(goods: Sequence[int]) -> Message | None:
        if position.made + len(goods) >= producer.WELL_GOODS and position.owns(seat, WELL):
            return Message(_("and 1 card by the well"))
        return None

    def label(goods: Sequence[int]) -> Message:
        return Message(_("Produce {goods}"), {"goods": _goods(goods)})

    if len(sets) <= MOST_LISTED:
        for goods in sets:
            yield Offer(_line(PRODUCE, goods), label(goods), effect(goods), _targets(plants, goods))
    else:
        choice = _goods_to_choose(PRODUCE, plants, most, int(position.least), lambda good: names.good(GOOD_NAMES[good]))
        yield _selected(choice, label(sets[0]), effect(sets[0]))
    if position.made == 0:
        yield _pass(Message(_("Produce nothing")))


def _sales(position: State) -> Iterator[Offer]:
    seat = int(position.actor)
    most = int(trader.capacity(position, seat) - position.made)
    plants = _slots(position, filled=True)
    sets = _sets_of(plants, int(position.least), most)

    def effect(goods: Sequence[int]) -> Message:
        cards = int(position.income) + sum(int(position.price_of(good)) for good in goods)
        cards += int(trader.bonus(position, seat, position.made + len(goods)))
        return counted(ngettext_noop("draw {count} card", "draw {count} cards"), cards)

    def label(goods: Sequence[int]) -> Message:
        return Message(_("Sell {goods}"), {"goods": _goods(goods)})

    if len(sets) <= MOST_LISTED:
        for goods in sets:
            yield Offer(_line(SELL, goods), label(goods), effect(goods), _targets(plants, goods))
    else:

        def priced(good: int) -> Message:
            return counted(
                ngettext_noop("{good} ({count} card)", "{good} ({count} cards)"),
                int(position.price_of(good)),
                good=names.good(GOOD_NAMES[good]),
            )

        yield _selected(
            _goods_to_choose(SELL, plants, most, int(position.least), priced), label(sets[0]), effect(sets[0])
        )
    if position.made == 0:
        yield _pass(Message(_("Sell nothing")))


def _goods(goods: Sequence[int]) -> Message:
    return names.goods(GOOD_NAMES[good] for good in goods)


def _line(verb: str, goods: Sequence[int]) -> str:
    return text_of([Step(verb, GOOD_NAMES[good]) for good in goods])


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
    """Goods from a kind on to choose among; the dearest kinds are suggested."""
    items = tuple(Item(GOOD_NAMES[good], label(good), f"good:{slot}") for good, slot in plants if good >= least)
    most = min(most, len(items))
    return Selection(verb, items, 1, most, tuple(range(len(items) - most, len(items))))


# --- cards ------------------------------------------------------------------------------------------------------------


def _keeps(position: State) -> Iterator[Offer]:
    seat, count = int(position.actor), int(position.to_name[position.actor])
    drawn = [(kind, place) for place, kind in enumerate(hand.drawn(position, seat)) if kind >= position.least]
    if count == 1:
        for kind in dict.fromkeys(kind for kind, _place in drawn):
            place = next(place for other, place in drawn if other == kind)
            label = Message(_("Keep the {card}"), {"card": _card_name(kind)})
            yield Offer(text_of([Step(KEEP, CARD_NAMES[kind])]), label, _value(kind), (f"drawn:{place}",))
        return
    items = tuple(_card_item(kind, f"drawn:{place}") for kind, place in drawn)
    chosen = hand.most_wanted(position, seat, [kind for kind, _place in drawn], count)
    kept = names.cards(CARD_NAMES[drawn[index][0]] for index in chosen)
    yield _selected(Selection(KEEP, items, count, count, tuple(chosen)), Message(_("Keep {cards}"), {"cards": kept}))


def _discards(position: State) -> Iterator[Offer]:
    """Out of the hand: for the first hand, the archive, the hand limit."""
    seat, count = int(position.actor), int(position.to_name[position.actor])
    held = [(kind, place) for place, kind in enumerate(hand.hand(position, seat)) if kind >= position.least]
    items = tuple(_card_item(kind, f"hand:{place}") for kind, place in held)
    chosen = hand.least_missed(position, seat, [kind for kind, _place in held], count)
    gone = names.cards(CARD_NAMES[held[index][0]] for index in chosen)
    label = Message(_("Discard {cards}"), {"cards": gone})
    yield _selected(Selection(DISCARD, items, count, count, tuple(chosen)), label)


def _tuckings(position: State) -> Iterator[Offer]:
    held = hand.hand(position, int(position.actor))
    for kind in dict.fromkeys(held):
        yield Offer(
            move_text(position, moves.TUCK + kind),
            Message(_("Put the {card} under the chapel"), {"card": _card_name(kind)}),
            Message(_("1 VP at the end")),
            (f"hand:{held.index(kind)}",),
        )
    yield _pass(Message(_("Put no card under the chapel")))


def _uses_of_the_mine(position: State) -> Iterator[Offer]:
    yield Offer(
        move_text(position, moves.USE_GOLD_MINE),
        Message(_("Use the gold mine")),
        Message(_("turn up 4 cards; if all costs differ, take one")),
        ("building:gold mine",),
    )
    yield _pass(Message(_("Do not use the gold mine")))


def _takes(position: State) -> Iterator[Offer]:
    for kind in hand.turned_up(position):
        label = Message(_("Take the {card}"), {"card": _card_name(kind)})
        yield Offer(move_text(position, moves.TAKE + kind), label, _value(kind), (f"card:{CARD_NAMES[kind]}",))


_OFFERS: Final[dict[int, Callable[[State], Iterator[Offer]]]] = {
    DEAL: _discards,
    ROLE: _roles,
    BUILDING: _builds,
    PAYMENT: _payments,
    PRODUCTION: _productions,
    SALE: _sales,
    COUNCIL: _keeps,
    ARCHIVING: _discards,
    MINE: _uses_of_the_mine,
    STRIKE: _takes,
    TUCKING: _tuckings,
    LIMIT: _discards,
}
