"""Builds the view of a position (view_types.py): all that one seat may know of it."""

from __future__ import annotations

from collections.abc import Mapping

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.contract import NOBODY
from games.engine.fields import bit_members, seat_view, turn_view
from games.engine.puertorico import black_market, builder, building_selection, nobles, production, whole_placement
from games.engine.puertorico.components import (
    ALWAYS_IN_PLAY,
    BLACK_MARKET,
    BUILDINGS,
    CARD_NAMES,
    CIRCLES,
    CITY_SPACES,
    EDITION_NAMES,
    FIRST_BUILDING,
    FOREST,
    GOOD_NAMES,
    GOODS,
    GUESTHOUSE,
    ISLAND_NAMES,
    NO_CARD,
    NO_GOOD,
    NO_TILE,
    PLACE_NAMES,
    PRICE,
    ROLE_CARDS,
    ROYAL_SUPPLIER,
    SAN_JUAN,
    TRADING_HOUSE_SPACES,
    UNION_HALL,
    cards_in_game,
    ship_size,
)
from games.engine.puertorico.discounts import price_of
from games.engine.puertorico.fields import FIELDS
from games.engine.puertorico.position import State
from games.engine.puertorico.stages import (
    END_NAMES,
    PAID_NAMES,
    SELECT_LIST,
    SELECTION_NAMES,
    STAGE_BLACK_MARKET,
    STAGE_BUILDER,
    STAGE_CAPTAIN,
    STAGE_COLONISTS,
    STAGE_CRAFTSMAN,
    STAGE_DRAFT,
    STAGE_NAMES,
    STAGE_SMALL_WHARF,
    TRADED_GOOD,
    TRADED_LAND,
)
from games.engine.puertorico.view_types import (
    BoardSpacesView,
    BuildingForSaleView,
    CargoShipView,
    DraftView,
    IslandTilesView,
    OptionsView,
    OwnedBuildingView,
    PaymentView,
    PlacementView,
    PlaceView,
    PlayerView,
    PuertoRicoView,
    RoleCardView,
    ShippingView,
    StockView,
    TurnView,
)


def build_view(position: State, viewer: int | None) -> PuertoRicoView:
    """What the viewer may know of the position; None for an onlooker."""
    return PuertoRicoView(
        seats=int(position.seats),
        viewer=viewer,
        options=_options(position),
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
        trading_house=_one_word_each(position.trading_house),
        trading_house_spaces=TRADING_HOUSE_SPACES,
        face_up=_one_word_each(position.face_up),
        quarries=int(position.quarries),
        stock=StockView(
            face_down=sum(_by_good(position.face_down).values()),
            face_down_by_kind=_unseen(position, viewer),
            discarded=sum(_by_good(position.discards).values()),
            discarded_by_kind=_by_good(position.discards),
        ),
        goods_supply=_by_good(position.goods_supply),
        colonist_supply=int(position.colonist_supply),
        colonist_ship=int(position.colonist_ship),
        vp_pool=int(position.vp_pool),
        buildings=tuple(
            _for_sale(position, place, viewer) for place in bit_members(ALWAYS_IN_PLAY | position.kinds_in_play)
        ),
        players=_players(position, viewer),
        placement=_placement(position, viewer),
        noble_supply=int(position.noble_supply),
        noble_ship=int(position.noble_ship),
        draft=_draft(position) if position.stage == STAGE_DRAFT else None,
        turn=_turn(position, viewer),
    )


def vp_visible(position: State, seat: int, viewer: int | None) -> bool:
    """Whether the viewer sees a seat's VP chips (docs/rules §1: hidden by the printed rule, option `open_vp`)."""
    return position.open_vp == 1 or seat == viewer or position.is_over()


def price_for(position: State, seat: int, place: int) -> int:
    """What a building would cost a seat now; the builder's privilege counts only in the builder phase."""
    building = position.stage in (STAGE_BUILDER, STAGE_BLACK_MARKET)
    return int(price_of(position, seat, place, builder.builder_privilege(position, seat) if building else 0))


def _by_good(counts: vec[i64], start: int = 0) -> dict[str, int]:
    return {name: int(counts[start + good]) for good, name in enumerate(GOOD_NAMES)}


def _options(position: State) -> OptionsView:
    listed = bit_members(position.kinds_in_play) if position.buildings == SELECT_LIST else []
    return OptionsView(
        edition=EDITION_NAMES[position.edition],
        open_vp=_switch(position.open_vp),
        first_governor="random" if position.first_governor == NOBODY else str(position.first_governor),
        buildings=SELECTION_NAMES[position.buildings],
        violet_buildings=tuple(PLACE_NAMES[place] for place in listed),
        new_buildings=_switch(position.expansion_1_selectable or not building_selection.selects_from_pool(position)),
        exclusions=_switch(position.exclusions or not building_selection.fills_board_spaces(position)),
        nobles=_switch(position.nobles_on),
        long_game=_switch(position.long_game),
    )


def _switch(on: i64 | bool) -> str:
    return "on" if on else "off"


def _unseen(position: State, viewer: int | None) -> dict[str, int]:
    """By kind, tiles that the viewer cannot see: face-down tiles, and drawn tiles that only others have seen."""
    unseen = _by_good(position.face_down)
    if not position.has_expansions:
        return unseen
    for seat in range(position.seats):
        if seat != viewer:
            for name, count in _by_good(position.secret_forests, seat * GOODS).items():
                unseen[name] += count
    if position.drawn_tile != NO_TILE and position.actor != viewer:
        unseen[GOOD_NAMES[position.drawn_tile]] += 1
    return unseen


def _one_word_each(counts: vec[i64]) -> tuple[str, ...]:
    return tuple(name for name, count in _by_good(counts).items() for _ in range(count))


def _role_cards(position: State) -> tuple[RoleCardView, ...]:
    takers = {card: seat for seat in range(position.seats) for card in _cards_of(position, seat)}
    return tuple(
        RoleCardView(CARD_NAMES[card], int(position.card_doubloons[card]), takers.get(card))
        for card in range(ROLE_CARDS)
        if cards_in_game(position.seats) >> card & 1
    )


def _cards_of(position: State, seat: int) -> list[int]:
    return [card for card in range(ROLE_CARDS) if position.cards_of[seat] >> card & 1]


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
        box=building.box,
    )


def _buyable(position: State, seat: int, place: int, price: int) -> bool:
    building = BUILDINGS[place - FIRST_BUILDING]
    money = position.doubloons[seat]
    if position.has_expansions and position.works(seat, BLACK_MARKET):
        money += black_market.max_payment(position, seat)
    return bool(
        position.stock[place] > 0
        and not position.owns(seat, place)
        and building.spaces <= position.free_city_spaces(seat)
        and price <= money
    )


def _players(position: State, viewer: int | None) -> tuple[PlayerView, ...]:
    scores = position.scores()
    return tuple(
        _player(position, seat, viewer, int(scores[seat]), vp_visible(position, seat, viewer))
        for seat in range(position.seats)
    )


def _player(position: State, seat: int, viewer: int | None, score: int, vp_shown: bool) -> PlayerView:
    city = _city(position, seat)
    forests = _known_forests(position, seat, viewer)
    flags = seat_view(FIELDS, position, seat)
    return PlayerView(
        seat=seat,
        governor=position.governor == seat,
        roles=tuple(CARD_NAMES[card] for card in _cards_of(position, seat)),
        doubloons=int(position.doubloons[seat]),
        island=_island(position, seat),
        island_free=int(position.free_island_spaces(seat)),
        city=city,
        city_used=int(position.city_used[seat]),
        city_free=CITY_SPACES - int(position.city_used[seat]),
        san_juan=int(position.san_juan[seat]),
        colonists=int(position.colonists_of(seat)),
        goods=_by_good(position.goods, seat * len(GOOD_NAMES)),
        can_produce={name: int(production.output(position, seat, good)) for good, name in enumerate(GOOD_NAMES)},
        vp=int(position.vp(seat)) if vp_shown else None,
        building_vp=sum(building.vp for building in city),
        total=score if vp_shown else None,
        wharf_used=flags["wharf_used"],
        nobles=int(position.noble_count[seat]) if position.nobles_on else 0,
        nobles_in_san_juan=min(int(position.nobles_at(seat, SAN_JUAN)), int(position.san_juan[seat])),
        guests=int(position.workers_on(seat, GUESTHOUSE)),
        forests=forests,
        forests_unknown=int(position.circles(seat, FOREST)) - sum(forests.values()),
        shipping=_shipping(position, seat, flags),
    )


def _known_forests(position: State, seat: int, viewer: int | None) -> dict[str, int]:
    """By kind, what a seat's forests were; for others without those that only their owner has seen."""
    if not position.has_expansions:
        return {}
    known = _by_good(position.forests, seat * GOODS)
    if seat != viewer:
        for name, count in _by_good(position.secret_forests, seat * GOODS).items():
            known[name] -= count
    return {name: count for name, count in known.items() if count}


def _shipping(position: State, seat: int, flags: Mapping[str, bool]) -> ShippingView:
    shipping = position.stage in (STAGE_CAPTAIN, STAGE_SMALL_WHARF)
    supplied = position.have_loaded | position.suppliers_done
    return ShippingView(
        small_wharf_used=flags["small_wharf_used"],
        union_hall_past=position.owns(seat, UNION_HALL)
        and bool((position.had_turn | position.union_halls_paid) >> seat & 1),
        royal_supplier_past=position.owns(seat, ROYAL_SUPPLIER) and bool(supplied >> seat & 1),
        lighthouse_paid=shipping and seat == position.picker and bool(position.lighthouse_paid),
    )


def _island(position: State, seat: int) -> tuple[IslandTilesView, ...]:
    return tuple(
        IslandTilesView(
            kind=name,
            count=int(position.circles(seat, tile)),
            occupied=int(position.workers_on(seat, tile)),
            nobles=int(position.nobles_at(seat, tile)),
        )
        for tile, name in enumerate(ISLAND_NAMES)
        if position.circles(seat, tile)
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
            nobles=int(position.nobles_at(seat, place)),
        )
        for place, building in enumerate(BUILDINGS, start=FIRST_BUILDING)
        if position.owns(seat, place)
    )


def _placement(position: State, viewer: int | None) -> PlacementView | None:
    """The placement that the viewer still has to make, also ahead of turn."""
    if viewer is None:
        return None
    asked = position if position.actor == viewer else position.ahead(viewer)
    if not isinstance(asked, State) or asked.stage != STAGE_COLONISTS:
        return None
    task = whole_placement.placement_task(asked)
    suggested = whole_placement.suggested_placement(asked)
    matters = nobles.places_that_matter(asked, viewer) if task.nobles else 0
    return PlacementView(
        colonists=task.colonists,
        places=tuple(
            PlaceView(
                place=PLACE_NAMES[place],
                on_island=place < FIRST_BUILDING,
                circles=circles,
                now=int(asked.workers_on(viewer, place)),
                suggested=suggested.colonists[place],
                nobles_matter=bool(matters >> place & 1),
                nobles_now=int(asked.nobles_at(viewer, place)),
                suggested_nobles=suggested.nobles.get(place, 0),
            )
            for place, circles in task.circles.items()
        ),
        nobles=task.nobles,
    )


def _draft(position: State) -> DraftView:
    open_kinds = building_selection.choosable_kinds(position)
    return DraftView(
        kinds=int(building_selection.KINDS_CHOSEN),
        chosen=len(bit_members(position.kinds_in_play)),
        board=tuple(
            BoardSpacesView(
                price, int(spaces), _kinds_of_price(position.kinds_in_play, price), _kinds_of_price(open_kinds, price)
            )
            for price, spaces in enumerate(building_selection.SPACES_BY_PRICE)
            if spaces
        ),
    )


def _kinds_of_price(kinds: i64, price: int) -> tuple[str, ...]:
    return tuple(PLACE_NAMES[place] for place in bit_members(kinds) if PRICE[place] == price)


def _turn(position: State, viewer: int | None) -> TurnView:
    stage = position.stage
    return TurnView(
        **turn_view(FIELDS, position, viewer),
        payment=_payment(position) if stage == STAGE_BLACK_MARKET else None,
        extras_left=max(1, int(position.extras_left)) if stage == STAGE_CRAFTSMAN else 0,
        sold=bool(position.traded & TRADED_GOOD),
        dealt_in_land=bool(position.traded & TRADED_LAND),
    )


def _payment(position: State) -> PaymentView:
    return PaymentView(
        building=PLACE_NAMES[position.unpaid_building],
        owed=int(position.owed),
        paid=tuple(PAID_NAMES[kind] for kind in bit_members(position.paid)),
    )
