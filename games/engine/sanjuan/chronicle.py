"""San Juan's chronicle: rounds, what was drawn, and what everybody produced, sold and built."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.engine.chronicle import Chronicle, Tally, TallyCounter, built_by_round, event_counts, event_number
from games.engine.contract import Event, Game, Position
from games.engine.random import Random
from games.engine.sanjuan import hand, names
from games.engine.sanjuan.build_view import build_full_view
from games.engine.sanjuan.components import CARD_NAMES, GOODS, PRICES, TILES
from games.engine.sanjuan.flow import SanJuanPosition
from games.engine.sanjuan.view_types import SanJuanView
from games.engine.words import Message, list_message
from games.engine.words import gettext_noop as _

DRAWS: Final = frozenset({"draws", "gets", "looks_at", "turns_up", "shuffles"})
"""Events that say what came from the draw pile, except as goods, which nobody sees."""


class SanJuanChronicle(Chronicle):
    """See games.engine.chronicle.Chronicle."""

    has_rounds = True

    def ends_round(self, event: Event) -> bool:
        return event.kind == "round_ends"

    def present_round(self, position: Position) -> int:
        assert isinstance(position, SanJuanPosition)
        return int(position.round)

    def scores_are_open(self, position: Position) -> bool:  # noqa: ARG002
        """Points come from what lies on the table: the cards of a hand bring none (docs/rules §2)."""
        return True

    def is_draw(self, event: Event) -> bool:
        return event.kind in DRAWS

    def opening_draws(self, rules: Game, position: Position, names_by_seat: Sequence[str]) -> list[Message]:  # noqa: ARG002
        """The governor, the order of the price tiles, and the first hands, before cards of them are chosen."""
        assert isinstance(position, SanJuanPosition)
        tiles = [
            names.prices(int(PRICES[tile * GOODS + good]) for good in range(GOODS)) for tile in position.price_tiles
        ]
        assert len(tiles) == TILES
        hands = [
            Message(
                _("{player}'s first cards: {cards}."),
                {"player": player, "cards": names.cards(CARD_NAMES[kind] for kind in hand.hand_cards(position, seat))},
            )
            for seat, player in enumerate(names_by_seat)
        ]
        return [
            Message(_("{player} is the governor."), {"player": names_by_seat[position.governor]}),
            Message(_("The price tiles, in their order: {prices}."), {"prices": list_message(tiles)}),
            *hands,
        ]

    def phase_name(self) -> Message:
        return Message(_("Role"))

    def tie_break(self) -> Message:
        return Message(_("cards and goods, for ties"))

    def with_new_draws(self, rules: Game, position: Position, random: Random) -> SanJuanPosition:  # noqa: ARG002
        """The draw pile and the price tiles that nobody has seen are shuffled; all that lies elsewhere stays."""
        assert isinstance(position, SanJuanPosition)
        twin = position.copy()
        random.shuffle(twin.draw_pile, 0, twin.draw_pile_count)
        random.shuffle(twin.price_tiles, twin.tiles_seen, TILES)
        twin.random = random
        return twin

    def full_view(self, rules: Game, position: Position) -> SanJuanView:  # noqa: ARG002
        assert isinstance(position, SanJuanPosition)
        return build_full_view(position)

    def pick_names(self) -> Mapping[str, Message]:
        return names.ROLES

    def picked(self, event: Event) -> str | None:
        return str(event.data["role"]) if event.kind == "picks" else None

    def tallies(self, seats: int, events: Sequence[Event]) -> list[Tally]:
        made = (tally(seats, events) for tally in (_cards, _paid, _produced, _sold, _roles, _built))
        return [tally for tally in made if tally.rows]


_SOURCES: Final = {
    "deal": Message(_("dealt")),
    "councillor": Message(_("in councillor phases, to choose from")),
    "prospector": Message(_("as prospector")),
    "trader": Message(_("for goods sold")),
    "gold mine": Message(_("from the gold mine")),
    "well": Message(_("by the well")),
    "carpenter": Message(_("by the carpenter")),
    "poor house": Message(_("by the poor house")),
}


def _cards(seats: int, events: Sequence[Event]) -> Tally:
    count = TallyCounter(seats, _SOURCES)
    for event in events:
        if event.kind == "draws":
            count.add(str(event.data["by"]), int(event.seat), event_number(event, "cards"))
        elif event.kind == "takes":
            count.add("gold mine", int(event.seat), 1)
    return Tally(Message(_("Cards drawn")), count.rows())


_PAID: Final = {"cards": Message(_("cards")), "goods": Message(_("goods, at the black market"))}


def _paid(seats: int, events: Sequence[Event]) -> Tally:
    """Cards and goods that paid; an event's price counts both."""
    count = TallyCounter(seats, _PAID)
    for event in events:
        if event.kind == "builds":
            count.add("cards", int(event.seat), event_number(event, "price"))
        elif event.kind == "pays_good":
            count.add("cards", int(event.seat), -1)
            count.add("goods", int(event.seat), 1)
    return Tally(Message(_("Paid for buildings")), count.rows())


def _produced(seats: int, events: Sequence[Event]) -> Tally:
    count = TallyCounter(seats, names.GOODS)
    for event in events:
        if event.kind == "produces":
            for good, goods in event_counts(event, "goods").items():
                count.add(good, int(event.seat), goods)
    return Tally(Message(_("Goods produced")), count.rows())


def _sold(seats: int, events: Sequence[Event]) -> Tally:
    return _tally_of_field(Message(_("Goods sold")), seats, events, ("sells", "good"), names.GOODS)


def _roles(seats: int, events: Sequence[Event]) -> Tally:
    return _tally_of_field(Message(_("Roles picked")), seats, events, ("picks", "role"), names.ROLES)


def _tally_of_field(
    title: Message, seats: int, events: Sequence[Event], field: tuple[str, str], labels: Mapping[str, Message]
) -> Tally:
    """How often the events of a kind name each of the labels in a field."""
    kind, name = field
    count = TallyCounter(seats, labels)
    for event in events:
        if event.kind == kind:
            count.add(str(event.data[name]), int(event.seat), 1)
    return Tally(title, count.rows())


def _built(seats: int, events: Sequence[Event]) -> Tally:
    title = Message(_("Buildings, by the round in which the first of a kind was built"))
    return built_by_round(title, seats, events, names.CARDS)
