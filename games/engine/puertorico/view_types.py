"""All that one seat may know of a position, as frozen dataclasses, for pages, mails, the API and the drawings.

Words are the canonical terms ("corn", "small market", "prospector 2"); goods and plantations are always listed in
the order corn, indigo, sugar, tobacco, coffee, buildings in the order of docs/rules §5, §7, §8. `dataclasses.asdict`
makes JSON of it. Hidden are only the order of the face-down tiles (never in here; how many of each kind nobody sees
follows from the public tiles), what others have drawn and only they have seen (docs/rules §7 forest house) and, unless
the option `open_vp` is on, the VP chips of others until the game is over.

What belongs to an expansion has neutral values (0, False, "", empty, None) in a game without it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class OptionsView:
    """The options the game was opened with, in their canonical values; those without a meaning in it as by default.

    violet_buildings: the kinds that the host has listed.
    """

    edition: str
    open_vp: str
    first_governor: str
    buildings: str
    violet_buildings: tuple[str, ...]
    new_buildings: str
    exclusions: str
    nobles: str
    long_game: str


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
    """The tiles that lie face down, and those discarded.

    face_down_by_kind: of the tiles that the viewer cannot see how many of each kind there are, which follows from those
    that the viewer sees. These are the face-down stack together with tiles that only others have seen.
    """

    face_down: int
    face_down_by_kind: dict[str, int]
    discarded: int
    discarded_by_kind: dict[str, int]


@dataclass(frozen=True)
class BuildingForSaleView:
    """One kind of building in the supply.

    kind: "production", "violet" or "large". count: how many are left. column: also the most quarries that count.
    price_now: what it would cost the viewer: occupied quarries, forests, the zoning office and, while the viewer is the
    builder, the privilege are deducted; None for an onlooker. buyable: the viewer has the money (with what a black
    market would take instead) and the space, does not own one, and one is left (whether it is the viewer's turn to
    build or not); None for an onlooker. box: "base", "expansion I" or "expansion II".
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
    box: str


@dataclass(frozen=True)
class IslandTilesView:
    """All tiles of one kind on an island: a good's plantations, "quarry" or "forest".

    occupied: those with a colonist (a forest has no circle). nobles: how many of these colonists are nobles.
    """

    kind: str
    count: int
    occupied: int
    nobles: int


@dataclass(frozen=True)
class OwnedBuildingView:
    """A building in somebody's city.

    colonists: its occupied circles; nobles: how many of these are nobles. spaces: city spaces it takes (1, large 2).
    """

    building: str
    kind: str
    circles: int
    colonists: int
    spaces: int
    vp: int
    nobles: int


@dataclass(frozen=True)
class ShippingView:
    """What the buildings of one seat have done in the captain phase that goes on; all False outside of one.

    small_wharf_used: it has sailed. union_hall_past: the seat's first turn has been, a union hall pays nothing any
    more. royal_supplier_past: the seat has loaded or is done with supplying. lighthouse_paid: the captain's lighthouse
    has paid its doubloon besides those for loadings.
    """

    small_wharf_used: bool
    union_hall_past: bool
    royal_supplier_past: bool
    lighthouse_paid: bool


@dataclass(frozen=True)
class PlayerView:
    """What lies before one seat.

    roles: the cards picked in this round, in order of the cards. san_juan, colonists: nobles too; nobles: how many of
    all colonists are nobles, nobles_in_san_juan: how many of those in San Juan. guests: how many are in the guesthouse.
    can_produce: what a craftsman phase now would give by plantations, circles and aqueduct, the supply not considered.
    forests: what the forests were as plantations, as far as the viewer knows; forests_unknown: the others. vp: VP
    chips, also those beyond the pool; None where hidden. building_vp: printed VP of the buildings. total: the score if
    the game ended now, nobles and all bonuses included; None where the chips are hidden. wharf_used: in a captain
    phase, whether the wharf has sailed.
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
    nobles: int
    nobles_in_san_juan: int
    guests: int
    forests: dict[str, int]
    forests_unknown: int
    shipping: ShippingView


@dataclass(frozen=True)
class PlaceView:
    """One kind of place for colonists: all plantations of a good, all quarries, or one building.

    place: the word of the notation ("corn", "quarry", "small market"). now: colonists there before the decision;
    suggested: as `place auto` would do it. nobles_matter: whether it is to be said how many of those there are nobles;
    nobles_now, suggested_nobles: as with the colonists.
    """

    place: str
    on_island: bool
    circles: int
    now: int
    suggested: int
    nobles_matter: bool
    nobles_now: int
    suggested_nobles: int


@dataclass(frozen=True)
class PlacementView:
    """The viewer's pending placement: exactly `colonists` go to `places`, which have more circles than that.

    nobles: how many of all colonists of the viewer's are nobles.
    """

    colonists: int
    places: tuple[PlaceView, ...]
    nobles: int


@dataclass(frozen=True)
class BoardSpacesView:
    """The spaces of the board for kinds of one price, during a draft.

    spaces: how many kinds they are for; chosen: those there already; open: those that can still be chosen, if any
    space is left and nothing excludes them.
    """

    price: int
    spaces: int
    chosen: tuple[str, ...]
    open: tuple[str, ...]


@dataclass(frozen=True)
class DraftView:
    """The draft that goes on. chosen of `kinds` are chosen; board: the spaces by price, ascending."""

    kinds: int
    chosen: int
    board: tuple[BoardSpacesView, ...]


@dataclass(frozen=True)
class PaymentView:
    """A building that the seat to move is paying for at the black market.

    owed: doubloons that it still has to make up for; paid: which of "colonist", "good" and "vp" it has given already.
    """

    building: str
    owed: int
    paid: tuple[str, ...]


@dataclass(frozen=True)
class TurnView:
    """How far the seat to move has come in what it is doing; neutral values for what does not concern its stage.

    second_tile: in the settler phase, it is the library's second tile. drawn: the tile that it has drawn and not placed
    yet, None for everybody else. payment: at the black market. extras_left: goods that the craftsman may still take.
    sold, dealt_in_land: in its trader turn it has sold a good, has used the land office. supplied: barrels that it has
    returned by the royal supplier in this turn. loaded: what it has named for the small wharf so far. warehoused, kept:
    whole kinds and single barrels that it has said it stores.
    """

    second_tile: bool
    drawn: str | None
    payment: PaymentView | None
    extras_left: int
    sold: bool
    dealt_in_land: bool
    supplied: int
    loaded: dict[str, int]
    warehoused: tuple[str, ...]
    kept: dict[str, int]


@dataclass(frozen=True)
class PuertoRicoView:
    """The whole table as the viewer (None: an onlooker) may know it.

    round: from 1. phase: grows with every pick. stage: what is asked now ("draft", "role", "settler", "forest",
    "hospice", "hunting lodge", "mayor", "ship", "colonists", "nobles", "builder", "black market", "university",
    "guests", "craftsman", "trader", "captain", "small wharf", "storing") or "over". role: the card in play, None while
    one is to be picked; picker: the seat that picked it. end_triggers: which of "city", "colonists", "victory points"
    and "buildings" are met, so that this round is the last. trading_house and face_up list every barrel and tile by its
    word. buildings: those in play, during a draft as far as they are chosen. placement: what the viewer has to place
    now, in turn or ahead of it, else None. draft: None unless one goes on. turn: of the seat to move.
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
    noble_supply: int
    noble_ship: int
    draft: DraftView | None
    turn: TurnView
