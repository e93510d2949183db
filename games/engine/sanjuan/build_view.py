"""Builds the view of a position (view_types.py): all that one seat may know of it."""

from __future__ import annotations

from dataclasses import dataclass

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.contract import NOBODY
from games.engine.sanjuan import scoring
from games.engine.sanjuan.builder import reduction
from games.engine.sanjuan.components import (
    BUILDER,
    CARD_NAMES,
    CHAPEL,
    COST,
    GOOD_NAMES,
    GOODS,
    KINDS,
    MAX_BUILDINGS,
    NO_CARD,
    NO_PHASE,
    PALACE,
    PRICES,
    ROLE_NAMES,
    TILES,
    TRADER,
    VP,
)
from games.engine.sanjuan.position import State
from games.engine.sanjuan.stages import PHASE_NAMES, STAGE_NAMES, STAGE_OVER, STAGE_PAYMENT
from games.engine.sanjuan.view_types import (
    BuildingView,
    PaymentView,
    PricesView,
    RoleView,
    SanJuanView,
    SeatView,
    TileView,
)


@dataclass(frozen=True)
class _Viewer:
    """For whom a view is built."""

    seat: int | None
    """None: an onlooker."""
    see_everything: bool = False
    """Nothing is hidden."""

    def see_cards_of(self, seat: int) -> bool:
        return self.see_everything or seat == self.seat


def build_view(position: State, seat: int | None) -> SanJuanView:
    """What a seat (None: an onlooker) may know of a position."""
    return _build(position, _Viewer(seat))


def build_full_view(position: State) -> SanJuanView:
    """A view for no seat, with all hands, draws, chapels, discards and price tiles."""
    return _build(position, _Viewer(None, see_everything=True))


def _build(position: State, viewer: _Viewer) -> SanJuanView:
    return SanJuanView(
        viewer=viewer.seat,
        deal_choice=bool(position.deal_choice),
        round=int(position.round),
        governor=int(position.governor),
        picker=_seat(position.picker),
        phase=None if position.phase_kind == NO_PHASE else PHASE_NAMES[position.phase_kind],
        stage=STAGE_NAMES[position.stage],
        to_move=_seat(position.actor),
        over=position.stage == STAGE_OVER,
        roles=_roles(position),
        prices=_prices(position, viewer),
        turned=tuple(CARD_NAMES[card] for card in position.turned_up if card != NO_CARD),
        payment=_payment(position),
        covered=_cards(position.covered),
        discards=_discards(position, viewer),
        costs=_costs(position, viewer),
        seats=tuple(_seat_view(position, seat, viewer) for seat in range(position.seats)),
    )


def _seat(seat: i64) -> int | None:
    return None if seat == NOBODY else int(seat)


def _cards(counts: vec[i64], seat: int = 0) -> tuple[str, ...]:
    """The cards in a seat's row of a table, ascending."""
    first = seat * KINDS
    return tuple(name for kind, name in enumerate(CARD_NAMES) for _card in range(counts[first + kind]))


def _roles(position: State) -> tuple[RoleView, ...]:
    return tuple(
        RoleView(name, _seat(position.picked_by[role]), bool(position.library_doubles) and role == position.phase_kind)
        for role, name in enumerate(ROLE_NAMES)
    )


def _prices(position: State, viewer: _Viewer) -> PricesView:
    known = TILES if viewer.see_everything else int(position.tiles_seen)
    places = [(int(position.tile_index) + turn) % TILES for turn in range(TILES)]
    hidden = sorted(int(position.price_tiles[place]) for place in range(known, TILES))
    return PricesView(
        open=_tile(position.price_tiles[position.tile_index]) if position.phase_kind == TRADER else None,
        coming=tuple(TileView(_tile(position.price_tiles[place]) if place < known else None) for place in places),
        unseen=tuple(_tile(tile) for tile in hidden),
    )


def _tile(tile: i64) -> tuple[int, ...]:
    return tuple(int(PRICES[tile * GOODS + good]) for good in range(GOODS))


def _costs(position: State, viewer: _Viewer) -> dict[str, int]:
    """Of the kinds in the viewer's hand. The builder's privilege counts in that phase alone."""
    seat = viewer.seat
    if seat is None or position.stage == STAGE_OVER:
        return {}
    costs: dict[str, int] = {}
    for kind, name in enumerate(CARD_NAMES):
        if position.hands[seat * KINDS + kind]:
            less = reduction(position, seat, kind, NO_CARD)
            if position.phase_kind != BUILDER:
                less -= position.privilege_count(seat)
            costs[name] = max(int(COST[kind] - less), 0)
    return costs


def _payment(position: State) -> PaymentView | None:
    if position.stage != STAGE_PAYMENT:
        return None
    return PaymentView(CARD_NAMES[position.new_building], int(position.owed), int(position.goods_payable))


def _discards(position: State, viewer: _Viewer) -> tuple[str, ...]:
    """Empty for onlookers: a position does not keep what they have seen."""
    if viewer.see_everything:
        return _cards(position.discards)
    return () if viewer.seat is None else _cards(position.seen_discards, viewer.seat)


def _seat_view(position: State, seat: int, viewer: _Viewer) -> SeatView:
    own = viewer.see_cards_of(seat)
    return SeatView(
        hand=int(position.hand_count[seat]),
        cards=_cards(position.hands, seat) if own else None,
        shown=_cards(position.shown_cards, seat),
        drawn=int(position.drawn_count[seat]),
        drawn_cards=_cards(position.drawn, seat) if own else None,
        buildings=_buildings(position, seat),
        chapel=_chapel(position, seat, viewer),
        limit=int(position.hand_limit(seat)),
        done=bool(position.seat_done[seat]),
        vp=_vp(position, seat),
    )


def _buildings(position: State, seat: int) -> tuple[BuildingView, ...]:
    slots = range(seat * MAX_BUILDINGS, seat * MAX_BUILDINGS + int(position.building_count[seat]))
    return tuple(_building(position.buildings[slot], position.good_card[slot]) for slot in slots)


def _building(kind: i64, good_card: i64) -> BuildingView:
    """The good is that of the plant. Nobody sees which card lies there, not even the owner (docs/rules §5)."""
    return BuildingView(CARD_NAMES[kind], int(VP[kind]), None if good_card == NO_CARD else GOOD_NAMES[kind])


def _chapel(position: State, seat: int, viewer: _Viewer) -> tuple[str, ...] | None:
    if viewer.see_cards_of(seat) or position.stage == STAGE_OVER:
        return _cards(position.chapels, seat)
    # The position does not keep whose chapels were covered.
    ever = position.owns(seat, CHAPEL) or position.covered[CHAPEL] > 0
    return None if ever else ()


def _vp(position: State, seat: int) -> int:
    """The final score when the game is over; before that without the chapel, also for the palace."""
    if position.stage == STAGE_OVER:
        return int(scoring.score(position, seat))
    open_points = scoring.without_palace(position, seat) - position.chapel_count[seat]
    palace = open_points // scoring.PALACE_SHARE if position.owns(seat, PALACE) else 0
    return int(open_points + palace)
