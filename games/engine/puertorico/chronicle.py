"""Puerto Rico's chronicle: rounds, what was drawn, and what everybody earned, produced and built."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from games.engine.chronicle import Chronicle, Tally, TallyCounter, built_by_round, event_counts, event_number
from games.engine.contract import NOBODY, Event, Game, Position
from games.engine.puertorico import names
from games.engine.puertorico.build_view import build_view
from games.engine.puertorico.building_texts import BUILDING_TEXTS, INCOME
from games.engine.puertorico.components import PLACE_NAMES, SELECTABLE_BUILDINGS
from games.engine.puertorico.flow import PuertoRicoPosition
from games.engine.puertorico.stages import SELECT_RANDOM, SELECTION_NAMES
from games.engine.puertorico.trader import LAND_PRICE
from games.engine.puertorico.view_types import PuertoRicoView
from games.engine.random import Random
from games.engine.words import Message, list_message
from games.engine.words import gettext_noop as _

RANDOM: Final = SELECTION_NAMES[SELECT_RANDOM]
CHOSEN: Final = frozenset(name for place, name in enumerate(PLACE_NAMES) if SELECTABLE_BUILDINGS >> place & 1)
"""Buildings that are not in every game."""

DRAWS: Final = frozenset({"plantations", "draws", "draws_forest", "shuffles"})
"""Events that say what came from the face-down tiles, in the settler phase (docs/rules §3 Settler)."""


class PuertoRicoChronicle(Chronicle):
    """See games.engine.chronicle.Chronicle."""

    has_rounds = True

    def ends_round(self, event: Event) -> bool:
        return event.kind == "round_ends"

    def present_round(self, position: Position) -> int:
        assert isinstance(position, PuertoRicoPosition)
        return int(position.round)

    def scores_are_open(self, position: Position) -> bool:
        """Unless VP chips are hidden (docs/rules §1)."""
        assert isinstance(position, PuertoRicoPosition)
        return position.open_vp == 1

    def is_draw(self, event: Event) -> bool:
        return event.kind in DRAWS

    def opening_draws(self, rules: Game, position: Position, names_by_seat: Sequence[str]) -> list[Message]:
        start = rules.view(position, None)
        assert isinstance(start, PuertoRicoView)
        draws = [Message(_("{player} is the governor."), {"player": names_by_seat[start.governor]})]
        if start.options.buildings == RANDOM:
            kinds = [names.building(building.building) for building in start.buildings if building.building in CHOSEN]
            draws.append(Message(_("Buildings drawn: {buildings}."), {"buildings": list_message(kinds)}))
        if start.face_up:
            draws.append(
                Message(
                    _("Plantations laid out: {drawn_goods}."), {"drawn_goods": names.amounts(Counter(start.face_up))}
                )
            )
        return draws

    def with_new_draws(self, rules: Game, position: Position, random: Random) -> PuertoRicoPosition:  # noqa: ARG002
        """Face-down tiles are drawn when they are needed: a new generator makes all draws new."""
        assert isinstance(position, PuertoRicoPosition)
        twin = position.copy()
        twin.random = random
        return twin

    def phase_name(self) -> Message:
        return Message(_("Role"))

    def tie_break(self) -> Message:
        return Message(_("doubloons and goods, for ties"))

    def full_view(self, rules: Game, position: Position) -> PuertoRicoView:  # noqa: ARG002
        """Hidden are the VP chips, and tiles that only their owner has seen (docs/rules §7 Forest house). The face-down
        stack has no order."""
        assert isinstance(position, PuertoRicoPosition)
        opened = position.copy()
        opened.open_vp = 1
        for index in range(len(opened.secret_forests)):
            opened.secret_forests[index] = 0
        # A drawn tile is seen by the seat that has to place it.
        owners = build_view(opened, None if opened.actor == NOBODY else int(opened.actor))
        options = build_view(position, None).options
        return replace(build_view(opened, None), options=options, stock=owners.stock, turn=owners.turn)

    def pick_names(self) -> Mapping[str, Message]:
        return names.ROLES

    def picked(self, event: Event) -> str | None:
        return str(event.data["role"]) if event.kind == "picks" else None

    def tallies(self, seats: int, events: Sequence[Event]) -> list[Tally]:
        made = (tally(seats, events) for tally in (_doubloons, _barrels, _shipped, _roles, _built))
        return [tally for tally in made if tally.rows]


def _barrels_of(event: Event, name: str) -> int:
    return sum(event_counts(event, name).values())


_NAMED_INCOME: Final = {
    "picks": Message(_("on role cards")),
    "prospects": Message(_("as prospector")),
    "sells": Message(_("from sales")),
    "sells_at_post": Message(_("from the trading post")),
    "factory": Message(_("from the factory")),
    "specialty_factory": Message(_("from the specialty factory")),
    "chapel": Message(_("from the chapel")),
    "jeweler": Message(_("from the jeweler")),
    "lighthouse": Message(_("from the lighthouse")),
    "sells_land": Message(_("for plantations given back")),
    "buys_land": Message(_("spent on plantations")),
    "builds": Message(_("spent on buildings")),
}
_DOUBLOONS: Final = _NAMED_INCOME | {
    kind: Message(_("from the {building}"), {"building": names.building(building)})
    for kind, building in INCOME.items()
    if BUILDING_TEXTS[building].pays == "doubloons" and kind not in _NAMED_INCOME
}


def _doubloons_of(event: Event) -> int:
    """Doubloons paid or received. For a plantation the price is always the same."""
    if event.kind == "builds":
        return event_number(event, "price")
    if event.kind in ("buys_land", "buys_forest", "sells_land"):
        return int(LAND_PRICE)
    return event_number(event, "doubloons") if "doubloons" in event.data else 0


def _doubloons(seats: int, events: Sequence[Event]) -> Tally:
    count = TallyCounter(seats, _DOUBLOONS)
    for event in events:
        row = "buys_land" if event.kind == "buys_forest" else event.kind
        if row in _DOUBLOONS:
            count.add(row, int(event.seat), _doubloons_of(event))
    return Tally(Message(_("Doubloons")), count.rows())


_BARRELS: Final = {
    "produced": Message(_("produced")),
    "sold": Message(_("sold")),
    "shipped": Message(_("shipped")),
    "supplied": Message(_("given to the royal supplier")),
    "returned": Message(_("given to the black market")),
    "given back": Message(_("given back")),
}
_BARRELS_BY_EVENT: Final[Mapping[str, tuple[str, Callable[[Event], int]]]] = {
    "produces": ("produced", lambda event: _barrels_of(event, "goods")),
    "extra": ("produced", lambda _event: 1),
    "sells": ("sold", lambda _event: 1),
    "ships": ("shipped", lambda event: event_number(event, "barrels")),
    "wharf": ("shipped", lambda event: event_number(event, "barrels")),
    "sells_at_post": ("sold", lambda _event: 1),
    "small_wharf": ("shipped", lambda event: _barrels_of(event, "goods")),
    "supplies": ("supplied", lambda _event: 1),
    "pays_good": ("returned", lambda _event: 1),
    "stores": ("given back", lambda event: _barrels_of(event, "discarded")),
}


def _barrels(seats: int, events: Sequence[Event]) -> Tally:
    count = TallyCounter(seats, _BARRELS)
    for event in events:
        if event.kind in _BARRELS_BY_EVENT:
            row, number = _BARRELS_BY_EVENT[event.kind]
            count.add(row, int(event.seat), number(event))
    return Tally(Message(_("Barrels")), count.rows())


def _shipped(seats: int, events: Sequence[Event]) -> Tally:
    count = TallyCounter(seats, names.GOODS)
    for event in events:
        if event.kind in ("ships", "wharf"):
            count.add(str(event.data["good"]), int(event.seat), event_number(event, "barrels"))
        elif event.kind == "small_wharf":
            for good, barrels in event_counts(event, "goods").items():
                count.add(good, int(event.seat), barrels)
    return Tally(Message(_("Barrels shipped, by kind")), count.rows())


def _roles(seats: int, events: Sequence[Event]) -> Tally:
    count = TallyCounter(seats, names.ROLES)
    for event in events:
        if event.kind == "picks":
            count.add(str(event.data["role"]), int(event.seat), 1)
    return Tally(Message(_("Roles picked")), count.rows())


def _built(seats: int, events: Sequence[Event]) -> Tally:
    return built_by_round(Message(_("Buildings, by the round they were built in")), seats, events, names.BUILDINGS)
