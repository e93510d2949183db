"""All that one seat may know of a position, as frozen dataclasses: what pages, mails, the API and the board draw from.

Words are the canonical terms ("corn", "small market", "prospector 2"); goods and plantations are always listed in
the order corn, indigo, sugar, tobacco, coffee, buildings in the order of docs/rules §5. `dataclasses.asdict` makes
JSON of it. Hidden are only the order of the face-down tiles (never in here; how many of each kind lie there follows
from the public tiles) and, unless the option `open_vp` is on, the VP chips of others until the game is over.
"""

from __future__ import annotations

from dataclasses import dataclass

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.contract import NOBODY
from games.engine.puertorico import arrangement
from games.engine.puertorico.components import (
    BUILDINGS,
    CARD_NAMES,
    CARDS,
    CIRCLES,
    CITY_SPACES,
    EDITION_NAMES,
    FIRST_BUILDING,
    GOOD_NAMES,
    HOUSE_SPACES,
    NO_CARD,
    NO_GOOD,
    PLACE_NAMES,
    TILE_NAMES,
    cards_in_game,
    ship_size,
)
from games.engine.puertorico.position import BUILDER, COLONISTS, END_NAMES, STAGE_NAMES, State


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
    """The viewer's pending placement: exactly `colonists` go to `places`, which have more circles than that."""

    colonists: int
    places: tuple[PlaceView, ...]


@dataclass(frozen=True)
class PuertoRicoView:
    """The whole table as the viewer (None: an onlooker) may know it.

    round: from 1. phase: grows with every pick. stage: what is asked now ("role", "settler", "hospice", "mayor",
    "colonists", "builder", "university", "craftsman", "trader", "captain", "storing") or "over". role: the card in
    play, None while one is to be picked; picker: the seat that picked it. end_triggers: which of "city", "colonists"
    and "victory points" are met, so that this round is the last. trading_house and face_up list every barrel and
    tile by its word. placement: what the viewer has to place now, in turn or ahead of it, else None.
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


def view(position: State, viewer: int | None) -> PuertoRicoView:
    """What the viewer may know of the position; None for an onlooker."""
    return PuertoRicoView(
        seats=int(position.seats),
        viewer=viewer,
        options=OptionsView(
            edition=EDITION_NAMES[position.edition],
            open_vp="on" if position.open_vp else "off",
            first_governor="random" if position.first_governor == NOBODY else str(position.first_governor),
        ),
        round=int(position.round),
        phase=int(position.phase()),
        stage=STAGE_NAMES[position.stage],
        role=None if position.role == NO_CARD else CARD_NAMES[position.role],
        picker=None if position.role == NO_CARD else int(position.picker),
        governor=int(position.governor),
        to_move=None if position.actor == NOBODY else int(position.actor),
        over=position.is_over(),
        end_triggers=tuple(name for bit, name in enumerate(END_NAMES) if position.ends >> bit & 1),
        role_cards=_role_cards(position),
        ships=_ships(position),
        trading_house=_each_one(position.house),
        trading_house_spaces=HOUSE_SPACES,
        face_up=_each_one(position.face_up),
        quarries=int(position.quarries),
        stock=StockView(
            face_down=sum(_by_good(position.face_down).values()),
            face_down_by_kind=_by_good(position.face_down),
            discarded=sum(_by_good(position.discards).values()),
            discarded_by_kind=_by_good(position.discards),
        ),
        goods_supply=_by_good(position.goods_supply),
        colonist_supply=int(position.colonist_supply),
        colonist_ship=int(position.colonist_ship),
        vp_pool=int(position.vp_pool),
        buildings=tuple(
            _for_sale(position, place, viewer) for place in range(FIRST_BUILDING, FIRST_BUILDING + len(BUILDINGS))
        ),
        players=_players(position, viewer),
        placement=_placement(position, viewer),
    )


def vp_visible(position: State, seat: int, viewer: int | None) -> bool:
    """Whether the viewer sees a seat's VP chips (docs/rules §1: hidden by the printed rule, option `open_vp`)."""
    return position.open_vp == 1 or seat == viewer or position.is_over()


def price_for(position: State, seat: int, place: int) -> int:
    """What a building would cost a seat now: the builder's privilege counts only while he is building."""
    privilege = 1 if position.stage == BUILDER and position.picker == seat else 0
    return int(position.price(seat, place, privilege))


def _by_good(counts: vec[i64], start: int = 0) -> dict[str, int]:
    return {name: int(counts[start + good]) for good, name in enumerate(GOOD_NAMES)}


def _each_one(counts: vec[i64]) -> tuple[str, ...]:
    return tuple(name for name, count in _by_good(counts).items() for _ in range(count))


def _role_cards(position: State) -> tuple[RoleCardView, ...]:
    takers = {card: seat for seat in range(position.seats) for card in _cards_of(position, seat)}
    return tuple(
        RoleCardView(CARD_NAMES[card], int(position.card_doubloons[card]), takers.get(card))
        for card in range(CARDS)
        if cards_in_game(position.seats) >> card & 1
    )


def _cards_of(position: State, seat: int) -> list[int]:
    return [card for card in range(CARDS) if position.cards_of[seat] >> card & 1]


def _ships(position: State) -> tuple[CargoShipView, ...]:
    return tuple(
        CargoShipView(
            size=int(ship_size(position.seats, ship)),
            good=None if position.ship_good[ship] == NO_GOOD else GOOD_NAMES[position.ship_good[ship]],
            barrels=int(position.ship_barrels[ship]),
        )
        for ship in range(len(position.ship_good))
    )


def _for_sale(position: State, place: int, viewer: int | None) -> BuildingForSaleView:
    building = BUILDINGS[place - FIRST_BUILDING]
    price = None if viewer is None else price_for(position, viewer, place)
    return BuildingForSaleView(
        building=building.name,
        kind=building.kind,
        count=int(position.stock[place]),
        price=building.price,
        column=building.column,
        vp=building.vp,
        circles=building.circles,
        spaces=building.spaces,
        price_now=price,
        buyable=None if viewer is None or price is None else _buyable(position, viewer, place, price),
    )


def _buyable(position: State, seat: int, place: int, price: int) -> bool:
    building = BUILDINGS[place - FIRST_BUILDING]
    return bool(
        position.stock[place] > 0
        and not position.owns(seat, place)
        and building.spaces <= position.city_free(seat)
        and price <= position.doubloons[seat]
    )


def _players(position: State, viewer: int | None) -> tuple[PlayerView, ...]:
    scores = position.scores()
    return tuple(
        _player(position, seat, int(scores[seat]), vp_visible(position, seat, viewer)) for seat in range(position.seats)
    )


def _player(position: State, seat: int, score: int, vp_shown: bool) -> PlayerView:
    city = _city(position, seat)
    return PlayerView(
        seat=seat,
        governor=position.governor == seat,
        roles=tuple(CARD_NAMES[card] for card in _cards_of(position, seat)),
        doubloons=int(position.doubloons[seat]),
        island=_island(position, seat),
        island_free=int(position.island_free(seat)),
        city=city,
        city_used=int(position.city[seat]),
        city_free=CITY_SPACES - int(position.city[seat]),
        san_juan=int(position.san_juan[seat]),
        colonists=int(position.colonists_of(seat)),
        goods=_by_good(position.goods, seat * len(GOOD_NAMES)),
        can_produce={name: int(position.production(seat, good)) for good, name in enumerate(GOOD_NAMES)},
        vp=int(position.vp(seat)) if vp_shown else None,
        building_vp=sum(building.vp for building in city),
        total=score if vp_shown else None,
        wharf_used=bool(position.wharfs >> seat & 1),
    )


def _island(position: State, seat: int) -> tuple[IslandTilesView, ...]:
    return tuple(
        IslandTilesView(name, int(position.circles(seat, tile)), int(position.workers_on(seat, tile)))
        for tile, name in enumerate(TILE_NAMES)
        if position.owns(seat, tile)
    )


def _city(position: State, seat: int) -> tuple[OwnedBuildingView, ...]:
    return tuple(
        OwnedBuildingView(
            building=building.name,
            kind=building.kind,
            circles=int(CIRCLES[place]),
            colonists=int(position.workers_on(seat, place)),
            spaces=building.spaces,
            vp=building.vp,
        )
        for place, building in enumerate(BUILDINGS, start=FIRST_BUILDING)
        if position.owns(seat, place)
    )


def _placement(position: State, viewer: int | None) -> PlacementView | None:
    """The placement that the viewer owes, also while others have yet to place."""
    if viewer is None:
        return None
    asked = position if position.actor == viewer else position.ahead(viewer)
    if not isinstance(asked, State) or asked.stage != COLONISTS:
        return None
    task = arrangement.task_of(asked)
    suggested = arrangement.suggestion(asked)
    return PlacementView(
        colonists=task.colonists,
        places=tuple(
            PlaceView(
                place=PLACE_NAMES[place],
                on_island=place < FIRST_BUILDING,
                circles=circles,
                now=int(asked.workers_on(viewer, place)),
                suggested=suggested[place],
            )
            for place, circles in task.circles.items()
        ),
    )
