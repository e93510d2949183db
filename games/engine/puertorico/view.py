"""All that one seat may know of a position, as frozen dataclasses: what pages, mails, the API and the board draw from.

Words are the canonical terms ("corn", "small market", "prospector 2"); goods and plantations are always listed in
the order corn, indigo, sugar, tobacco, coffee, buildings in the order of docs/rules §5. `dataclasses.asdict` makes
JSON of it. Hidden are only the order of the face-down tiles (never in here; how many of each kind lie there follows
from the public tiles) and, unless the option `open_vp` is on, the VP chips of others until the game is over.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class OptionsView:
    """The options the game was opened with, in their canonical values."""

    edition: str
    open_vp: str
    first_governor: str


@dataclass(frozen=True)
class RoleCardView:
    """One role card. taken_by: the seat that picked it in this round, None while it can be picked."""

    role: str
    doubloons: int
    taken_by: int | None


@dataclass(frozen=True)
class CargoShipView:
    """One cargo ship; `size` also names it ("ship 7"). good: the kind aboard, None when empty."""

    size: int
    good: str | None
    barrels: int


@dataclass(frozen=True)
class StockView:
    """The tiles that lie face down, and those discarded. The counts by kind follow from what is public."""

    face_down: int
    face_down_by_kind: dict[str, int]
    discarded: int
    discarded_by_kind: dict[str, int]


@dataclass(frozen=True)
class BuildingForSaleView:
    """One kind of building in the supply.

    kind: "production", "violet" or "large". count: how many are left. column: also its VP and the most quarries that
    count. price_now: what it would cost the viewer, his occupied quarries and, while he is the builder, his privilege
    deducted; None for an onlooker. buyable: the viewer has the money and the space, does not own one, and one is left
    (whether it is his turn to build or not); None for an onlooker.
    """

    building: str
    kind: str
    count: int
    price: int
    column: int
    vp: int
    circles: int
    spaces: int
    price_now: int | None
    buyable: bool | None


@dataclass(frozen=True)
class IslandTilesView:
    """All tiles of one kind on an island: a good's plantations or "quarry". occupied: those with a colonist."""

    kind: str
    count: int
    occupied: int


@dataclass(frozen=True)
class OwnedBuildingView:
    """A building in somebody's city. colonists: its occupied circles. spaces: city spaces it takes (1, large 2)."""

    building: str
    kind: str
    circles: int
    colonists: int
    spaces: int
    vp: int


@dataclass(frozen=True)
class PlayerView:
    """What lies before one seat.

    roles: the cards picked in this round, in order of the cards. can_produce: what a craftsman phase now would give
    by plantations and circles, the supply not considered. vp: VP chips, also those beyond the pool; None where hidden.
    building_vp: printed VP of the buildings. total: the score if the game ended now, all bonuses included; None where
    the chips are hidden. wharf_used: in a captain phase, whether the wharf has sailed.
    """

    seat: int
    governor: bool
    roles: tuple[str, ...]
    doubloons: int
    island: tuple[IslandTilesView, ...]
    island_free: int
    city: tuple[OwnedBuildingView, ...]
    city_used: int
    city_free: int
    san_juan: int
    colonists: int
    goods: dict[str, int]
    can_produce: dict[str, int]
    vp: int | None
    building_vp: int
    total: int | None
    wharf_used: bool


@dataclass(frozen=True)
class PlaceView:
    """One kind of place for colonists: all plantations of a good, all quarries, or one building.

    place: the word of the notation ("corn", "quarry", "small market"). now: colonists there before the decision;
    suggested: as `place auto` would do it.
    """

    place: str
    on_island: bool
    circles: int
    now: int
    suggested: int


@dataclass(frozen=True)
class PlacementView:
    """The viewer's pending placement: exactly `colonists` go to `places`; `left_over` more stay in San Juan."""

    colonists: int
    left_over: int
    places: tuple[PlaceView, ...]


@dataclass(frozen=True)
class PuertoRicoView:
    """The whole table as the viewer (None: an onlooker) may know it.

    round: from 1. phase: grows with every pick. stage: what is asked now ("role", "settler", "hospice", "mayor",
    "colonists", "builder", "university", "craftsman", "trader", "captain", "storing") or "over". role: the one in
    play, None while one is to be picked; picker: the seat that picked it. produced: kinds the craftsman may take one
    more of, during that stage. end_triggers: which of "city", "colonists", "victory points" have met, so that this
    round is the last. placement: what the viewer has to place now, in turn or ahead of it, else None.
    """

    seats: int
    viewer: int | None
    options: OptionsView
    round: int
    phase: int
    stage: str
    role: str | None
    picker: int | None
    governor: int
    to_move: int | None
    over: bool
    end_triggers: tuple[str, ...]
    role_cards: tuple[RoleCardView, ...]
    ships: tuple[CargoShipView, ...]
    trading_house: tuple[str, ...]
    trading_house_spaces: int
    face_up: tuple[str, ...]
    quarries: int
    stock: StockView
    goods_supply: dict[str, int]
    colonist_supply: int
    colonist_ship: int
    vp_pool: int
    buildings: tuple[BuildingForSaleView, ...]
    players: tuple[PlayerView, ...]
    placement: PlacementView | None
