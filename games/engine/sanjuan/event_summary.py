"""Which events are shown: an event is left out if another one says more, and events that belong together are joined.

A person who may know the cards drawn reads which they are, but not also how many. Goods produced one by one are one
sentence. The number of cards for a sale is shown once, unless it differs from the prices.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from games.engine.contract import Event
from games.engine.event_reader import EventReader

_NAME_DRAWN_CARDS: Final = ("gets", "looks_at")
"""Kinds that say which cards a draw brought."""

_ANSWERS: Final = frozenset(
    {"picks", "passes", "builds", "pays_good", "pays", "sells", "keeps", "puts_back", "discards", "keeps_the_limit"}
    | {"takes", "tucks"}
)
"""Kinds that only say what a seat has answered."""


def condense_events(events: Iterable[Event]) -> list[Event]:
    """See Game.condense_events."""
    condensed: list[Event] = []
    for event in events:
        last = condensed[-1] if condensed and condensed[-1].seat == event.seat else None
        if last is not None and last.kind == "draws" and event.kind in _NAME_DRAWN_CARDS:
            condensed[-1] = event
        elif last is not None and last.kind == event.kind == "produces":
            condensed[-1] = Event("produces", event.seat, {"goods": _all_goods(last, event)}, event.audience)
        elif not _repeats_sales(event, condensed):
            condensed.append(event)
    return condensed


def restates_answer(event: Event, answer: str) -> bool:
    """See Game.restates_answer. Goods can also be produced without an answer."""
    return event.kind in _ANSWERS or (event.kind == "produces" and answer.startswith("produce "))


def _all_goods(*events: Event) -> dict[str, int]:
    goods: dict[str, int] = {}
    for event in events:
        for good, count in EventReader(event, ()).counts("goods").items():
            goods[good] = goods.get(good, 0) + count
    return goods


def _repeats_sales(event: Event, before: Sequence[Event]) -> bool:
    """Whether the event only repeats the number of cards that the sales before it have named."""
    if event.kind != "draws" or event.data["by"] != "trader":
        return False
    cards = 0
    for sale in reversed(before):
        if sale.kind != "sells" or sale.seat != event.seat:
            break
        cards += EventReader(sale, ()).number("cards")
    return cards == EventReader(event, ()).number("cards")
