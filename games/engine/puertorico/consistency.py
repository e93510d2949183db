"""Whether a position can be: nothing of the box lost or doubled, and the stage fits the round (docs/rules §1-§4).

Every complaint is a PositionError that names the field of the JSON. The conformance tests ask at every ply.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.contract import NOBODY, PositionError
from games.engine.puertorico import mayor, storing
from games.engine.puertorico.components import (
    CARD_NAMES,
    CITY_SPACES,
    FIRST_BUILDING,
    FIRST_EDITION,
    GOOD_NAMES,
    GOODS,
    HACIENDA,
    HOUSE_SPACES,
    NO_CARD,
    NO_GOOD,
    NO_PLACE,
    PICKS,
    PLACE_NAMES,
    PLACES,
    QUARRIES,
    QUARRY,
    SHIPS,
    colonists_in_game,
    goods_in_game,
    ship_size,
    size_of,
    tiles_in_game,
    vp_pool,
)
from games.engine.puertorico.components import HOSPICE as HOSPICE_BUILDING
from games.engine.puertorico.components import UNIVERSITY as UNIVERSITY_BUILDING
from games.engine.puertorico.flow import PuertoRicoPosition
from games.engine.puertorico.moves import PASS
from games.engine.puertorico.position import (
    CAPTAIN,
    COLONISTS,
    CRAFTSMAN,
    END_CITY,
    END_NAMES,
    END_VP,
    HOSPICE,
    MAYOR,
    OVER,
    ROLE,
    SETTLER,
    STAGE_NAMES,
    STORING,
    UNIVERSITY,
)

STAGES_OF_ROLE = {
    "settler": ("settler", "hospice"),
    "mayor": ("mayor", "colonists"),
    "builder": ("builder", "university"),
    "craftsman": ("craftsman",),
    "trader": ("trader",),
    "captain": ("captain", "storing"),
}


def check(position: PuertoRicoPosition) -> None:
    """All of it, for a position that is being played."""
    check_components(position)
    check_round(position)
    if position.stage == COLONISTS:
        check_placing(position, position.placing if position.begun else NO_PLACE)
    check_stage(position)


def check_components(position: PuertoRicoPosition) -> None:
    """Every component of the box is somewhere, once."""
    _check_goods(position)
    _check_tiles(position)
    _check_colonists(position)
    _check_buildings(position)
    _check_vp(position)
    _check_ships(position)


def check_round(position: PuertoRicoPosition) -> None:
    """Whose turn it can be, and who can have picked how many roles."""
    if position.stage == OVER:
        _check_over(position)
    else:
        _check_turn(position)
    seats = position.seats
    picked = position.picks if position.stage != ROLE else position.picks - 1
    for seat in range(seats):
        turn = (seat - position.governor) % seats
        taken = size_of(position.cards_of[seat])
        if taken != len(range(turn, picked, seats)):
            raise PositionError("role_cards", f"seat {seat} cannot have picked {taken} roles by now")


def _check_over(position: PuertoRicoPosition) -> None:
    _refuse_unless(position.actor == NOBODY, "to_move", "nobody moves when the game is over")
    _refuse_unless(position.picker == NOBODY, "picker", "nobody picks when the game is over")
    _refuse_unless(position.role == NO_CARD, "role", "no role is in play when the game is over")
    _refuse_unless(position.ends != 0, "ends", "the game is over without a reason")
    _refuse_unless(position.picks == PICKS[position.seats], "picks", "the game ends with the last pick of a round")


def _check_turn(position: PuertoRicoPosition) -> None:
    picker = (position.governor + position.picks - 1) % position.seats
    _refuse_unless(position.picker == picker, "picker", f"the next to pick is seat {picker}")
    _refuse_unless(position.actor != NOBODY, "to_move", "somebody is to move")
    if position.stage == ROLE:
        _refuse_unless(position.actor == picker, "to_move", "the picker is to move")
        _refuse_unless(position.role == NO_CARD, "role", "none is picked yet")
        return
    _refuse_unless(position.role != NO_CARD, "role", "one must be in play")
    role = CARD_NAMES[position.role]
    if STAGE_NAMES[position.stage] not in STAGES_OF_ROLE.get(role, ()):
        raise PositionError("stage", f"does not belong to the {role}")
    held = (position.cards_of[picker] >> position.role) & 1
    _refuse_unless(held == 1, f"role_cards.{role}.taken_by", "must be the picker")


def check_placing(position: PuertoRicoPosition, asked_for: i64) -> None:
    """Who is asked to place has a choice; what he has begun keeps to the canonical order."""
    _refuse_unless(position.colonist_ship == 0, "colonist_ship", "is empty while colonists are placed")
    for seat in range(position.seats):
        waiting = not (position.done >> seat) & 1
        if waiting and not mayor.has_choice(position, seat):
            raise PositionError("stage_state.placed", f"seat {seat} has no choice and must be among them")
    seat = position.actor
    _refuse_unless(not (position.done >> seat) & 1, "stage_state.placed", "the seat to move is not among them")
    if asked_for == NO_PLACE:
        return
    _refuse_unless(position.owns(seat, asked_for), "stage_state.asked_for", "is not owned by the seat to move")
    for place in range(asked_for, PLACES):
        if position.workers_on(seat, place):
            raise PositionError("stage_state.asked_for", f"{PLACE_NAMES[place]} comes later and has colonists already")


def check_stage(position: PuertoRicoPosition) -> None:
    """What the stage says of itself, and that there is something to decide."""
    stage = position.stage
    seat = position.actor
    if stage == SETTLER:
        if position.may_draw:
            able = position.works(seat, HACIENDA) and position.island_free(seat) > 0 and position.can_draw()
            _refuse_unless(able, "stage_state.may_draw", "the seat to move cannot draw")
    elif stage == HOSPICE:
        _check_new_place(position, HOSPICE_BUILDING, position.latest <= QUARRY)
        supply = position.colonist_supply + (position.colonist_ship if position.edition == FIRST_EDITION else 0)
        _refuse_unless(supply > 0, "colonist_supply", "the hospice needs a colonist")
    elif stage == UNIVERSITY:
        _check_new_place(position, UNIVERSITY_BUILDING, position.latest >= FIRST_BUILDING)
        supply = position.colonist_supply + position.colonist_ship
        _refuse_unless(supply > 0, "colonist_supply", "the university needs a colonist")
    elif stage == MAYOR:
        _refuse_unless(seat == position.picker, "to_move", "only the mayor has the privilege")
        _refuse_unless(position.colonist_supply > 0, "colonist_supply", "the mayor's privilege needs a colonist")
    elif stage == CRAFTSMAN:
        _refuse_unless(seat == position.picker, "to_move", "only the craftsman has the privilege")
    elif stage == STORING:
        _check_storing(position)
    moves = list(position.legal_moves())
    if stage != OVER and (not moves or moves == [PASS]):
        raise PositionError("stage", "leaves nothing to decide for the seat to move")


def _refuse_unless(holds: bool, field: str, reason: str) -> None:
    if not holds:
        raise PositionError(field, reason)


def _check_new_place(position: PuertoRicoPosition, building: int, fits: bool) -> None:
    """The hospice's or the university's colonist goes to a place just got, which has an empty circle."""
    seat = position.actor
    place = position.latest
    _refuse_unless(position.works(seat, building), "stage", f"needs an occupied {PLACE_NAMES[building]}")
    empty = fits and position.owns(seat, place) and position.workers_on(seat, place) < position.circles(seat, place)
    _refuse_unless(empty, "stage_state.latest", "has no empty circle for a colonist")


def _check_storing(position: PuertoRicoPosition) -> None:
    for seat in range(position.seats):
        waiting = not (position.done >> seat) & 1
        if waiting and not storing.has_choice(position, seat):
            raise PositionError("stage_state.stored", f"seat {seat} has no choice and must be among them")
    seat = position.actor
    _refuse_unless(not (position.done >> seat) & 1, "stage_state.stored", "the seat to move is not among them")
    for good in range(GOODS):
        if (position.stored >> good) & 1 and not position.good_of(seat, good):
            raise PositionError("stage_state.warehoused", f"the seat to move has no {GOOD_NAMES[good]}")
    kinds = size_of(position.stored)
    room = kinds <= storing.warehoused_kinds(position, seat)
    _refuse_unless(room, "stage_state.warehoused", "is more than the warehouses hold")


def _check_totals(counted: vec[i64], total: vec[i64], field: str, things: str) -> None:
    for good in range(GOODS):
        if counted[good] != total[good]:
            name = GOOD_NAMES[good]
            raise PositionError(f"{field}.{name}", f"{counted[good]} {name} {things} in all, must be {total[good]}")


def _check_goods(position: PuertoRicoPosition) -> None:
    counted = position.goods_supply[:]
    for good in range(GOODS):
        counted[good] += position.house[good]
        for seat in range(position.seats):
            counted[good] += position.good_of(seat, good)
    for ship in range(SHIPS[position.seats]):
        if position.ship_good[ship] != NO_GOOD:
            counted[position.ship_good[ship]] += position.ship_barrels[ship]
    _check_totals(counted, goods_in_game(position.seats), "goods_supply", "barrels")
    # The house is emptied as soon as it is full.
    _refuse_unless(position.house_filled() < HOUSE_SPACES, "trading_house", "is full: it would have been emptied")


def _check_tiles(position: PuertoRicoPosition) -> None:
    counted = vec[i64]([0] * GOODS)
    quarries = position.quarries
    for tile in range(GOODS):
        counted[tile] = position.face_up[tile] + position.face_down[tile] + position.discards[tile]
    for seat in range(position.seats):
        for tile in range(GOODS):
            counted[tile] += position.circles(seat, tile)
        quarries += position.circles(seat, QUARRY)
        _refuse_unless(position.island_free(seat) >= 0, f"players[{seat}].island", "has more than 12 tiles")
    _check_totals(counted, tiles_in_game(position.seats), "face_down", "plantations")
    total = QUARRIES[position.seats]
    _refuse_unless(quarries == total, "quarries", f"{quarries} in all, must be {total}")


def _check_colonists(position: PuertoRicoPosition) -> None:
    counted = position.colonist_supply + position.colonist_ship
    for seat in range(position.seats):
        of_seat = position.san_juan[seat]
        for place in range(PLACES):
            workers = position.workers_on(seat, place)
            of_seat += workers
            if workers > 0 and not (position.owns(seat, place) and workers <= position.circles(seat, place)):
                raise PositionError(f"players[{seat}]", f"has too many colonists on {PLACE_NAMES[place]}")
            if (workers > 0) != position.works(seat, place):
                raise PositionError(f"players[{seat}]", f"cannot tell whether {PLACE_NAMES[place]} is occupied")
        _refuse_unless(of_seat == position.colonists_of(seat), f"players[{seat}]", "has lost count of its colonists")
        circles = sum(position.circles(seat, place) for place in range(PLACES) if position.owns(seat, place))
        _refuse_unless(circles == position.circles_of(seat), f"players[{seat}]", "has lost count of its circles")
        counted += of_seat
    total = colonists_in_game(position.seats, position.nobles_on, position.long_game)
    _refuse_unless(counted == total, "colonist_supply", f"{counted} colonists in all, must be {total}")


def _check_buildings(position: PuertoRicoPosition) -> None:
    total = position.all_buildings()
    for building in range(FIRST_BUILDING, PLACES):
        counted = position.stock[building]
        for seat in range(position.seats):
            counted += 1 if position.owns(seat, building) else 0
        if counted != total[building]:
            name = PLACE_NAMES[building]
            raise PositionError(f"buildings.{name}", f"{counted} in all, must be {total[building]}")
    for seat in range(position.seats):
        used = position.city[seat]
        _refuse_unless(used <= CITY_SPACES, f"players[{seat}].city", "takes more than 12 spaces")
        if used == CITY_SPACES and not position.ends & END_CITY:
            raise PositionError("ends", f"must name {END_NAMES[0]}: seat {seat} has filled it")


def _check_vp(position: PuertoRicoPosition) -> None:
    counted = position.vp_pool
    for seat in range(position.seats):
        counted += position.chips[seat]
        early = position.beyond[seat] > 0 and position.vp_pool > 0
        _refuse_unless(not early, f"players[{seat}].vp_beyond_pool", "the pool is not exhausted")
    total = vp_pool(position.seats, position.edition, position.long_game)
    _refuse_unless(counted == total, "vp_pool", f"{counted} VP chips in all, must be {total}")
    if position.vp_pool == 0 and not position.ends & END_VP:
        raise PositionError("ends", f"must name {END_NAMES[2]}: the pool is exhausted")


def _check_ships(position: PuertoRicoPosition) -> None:
    carried: set[int] = set()
    for ship in range(SHIPS[position.seats]):
        good, barrels = int(position.ship_good[ship]), position.ship_barrels[ship]
        _refuse_unless((good == NO_GOOD) == (barrels == 0), f"ships[{ship}].barrels", "must be 0 on an empty ship only")
        _refuse_unless(good not in carried, f"ships[{ship}].good", "is on another ship already")
        if good != NO_GOOD:
            carried.add(good)
        if barrels == ship_size(position.seats, ship) and position.stage not in (CAPTAIN, STORING):
            raise PositionError(f"ships[{ship}].barrels", "is full: it would have been emptied")
