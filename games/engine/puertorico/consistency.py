"""Whether a position can exist: no component lost or doubled, a stage that fits the round (docs/rules §1-§4, §7-§9).

Every error is a PositionError that names the field of the JSON. stage_consistency checks what belongs to one stage.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.contract import NOBODY, PositionError
from games.engine.fields import check_fields
from games.engine.json_reader import require
from games.engine.puertorico import building_selection, stage_consistency
from games.engine.puertorico.components import (
    BLACK_MARKET,
    CARD_NAMES,
    CITY_SPACES,
    EXPANSION_2_BUILDINGS,
    FIRST_BUILDING,
    FOREST,
    GOOD_NAMES,
    GOODS,
    MAYOR_CARD,
    NO_CARD,
    NO_GOOD,
    NO_PLACE,
    NO_TILE,
    NOBLES,
    PICKS,
    PLACE_NAMES,
    PLACES,
    QUARRIES,
    QUARRY,
    RULES_GUESTS_AT_ANY_TIME,
    SHIPS,
    TILE_KINDS,
    TRADING_HOUSE_SPACES,
    bit_count,
    colonists_in_game,
    goods_in_game,
    ship_size,
    tiles_in_game,
    vp_pool,
)
from games.engine.puertorico.fields import FIELDS, in_play
from games.engine.puertorico.flow import PuertoRicoPosition
from games.engine.puertorico.stage_table import STAGES
from games.engine.puertorico.stages import (
    END_BUILDINGS,
    END_CITY,
    END_CITY_NAME,
    END_COLONISTS,
    END_NAMES,
    END_VP,
    END_VP_NAME,
    SELECT_BASE,
    SELECT_DRAFT,
    SELECT_LIST,
    STAGE_CAPTAIN,
    STAGE_COLONISTS,
    STAGE_DRAFT,
    STAGE_GUESTS,
    STAGE_NOBLES,
    STAGE_OVER,
    STAGE_ROLE,
    STAGE_SMALL_WHARF,
    STAGE_STORING,
    STAGE_TRADER,
)


def check_selection(position: PuertoRicoPosition) -> None:
    """Check that the options fit together, and that these buildings can be in play (docs/rules §7, §9 Options)."""
    if position.buildings == SELECT_BASE:
        require(not position.nobles_on, "options.nobles", "needs a selection of buildings")
        return
    choosable = (
        position.expansion_1_selectable == 1
        or position.nobles_on == 1
        or not building_selection.selects_from_pool(position)
    )
    require(choosable, "options.new_buildings", "can be off only with nobles")
    field, chosen = "options.violet_buildings", position.kinds_in_play
    if position.buildings == SELECT_LIST:
        require(chosen != 0, field, "must name the kinds in play")
        allowed = position.nobles_on == 1 or not chosen & EXPANSION_2_BUILDINGS
        require(allowed, field, "names buildings of the nobles, who are not in this game")
    elif building_selection.fills_board_spaces(position):
        require(
            not chosen & ~building_selection.selectable_kinds(position),
            field,
            "names what there was not to choose from",
        )
        require(building_selection.fits_board(position), field, "cannot have been selected together")


def check(position: PuertoRicoPosition) -> None:
    """Check everything, for a position that is being played."""
    check_selection(position)
    check_components(position)
    check_round(position)
    if position.stage == STAGE_COLONISTS:
        stage_consistency.check_placing(position, position.place_asked if position.placement_begun else NO_PLACE)
    elif position.stage == STAGE_NOBLES:
        stage_consistency.check_noble_placing(position)
    stage_consistency.check_stage(position)
    check_fields(FIELDS, position, int(position.role))


def check_components(position: PuertoRicoPosition) -> None:
    """Every component of the box is somewhere, once."""
    _check_goods(position)
    _check_tiles(position)
    _check_colonists(position)
    _check_buildings(position)
    _check_vp(position)
    _check_ships(position)


def check_round(position: PuertoRicoPosition) -> None:
    """Check whose turn it is, how many roles everybody has picked, and what has ended the game."""
    _check_stage_is_in_play(position)
    _check_ends(position)
    if position.stage == STAGE_OVER:
        _check_over(position)
    elif position.stage == STAGE_DRAFT:
        _check_drafter(position)
    else:
        _check_turn(position)
    seats = position.seats
    picked = position.picks - 1 if position.stage == STAGE_ROLE else position.picks
    for seat in range(seats):
        turn = (seat - position.governor) % seats
        taken = bit_count(position.cards_of[seat])
        if taken != len(range(turn, picked, seats)):
            raise PositionError("role_cards", f"seat {seat} cannot have picked {taken} roles by now")


def _check_stage_is_in_play(position: PuertoRicoPosition) -> None:
    stage = int(position.stage)
    row = STAGES[stage]
    if row.with_nobles:
        require(position.nobles_on == 1, "stage", "needs nobles in the game")
    if row.building is not None:
        require(in_play(row.building)(position), "stage", f"needs the {PLACE_NAMES[row.building]} in play")
    if stage == STAGE_DRAFT:
        require(position.buildings == SELECT_DRAFT, "stage", "no draft is played")
    elif building_selection.fills_board_spaces(position):
        done = building_selection.choosable_kinds(position) == 0
        require(done, "options.violet_buildings", "leaves spaces of the board empty")


def _check_ends(position: PuertoRicoPosition) -> None:
    """Check that the end conditions met exist in this game (docs/rules §4 End and scoring, §8, §9 long_game)."""
    impossible = {
        END_COLONISTS: position.nobles_on == 1 or position.long_game == 1,
        END_VP: position.long_game == 1,
        END_BUILDINGS: position.long_game == 0,
    }
    for bit, name in enumerate(END_NAMES):
        condition = 1 << bit
        if position.ends & condition and impossible.get(condition, False):
            raise PositionError("ends", f"{name}: ends nothing in this game")
    if position.ends & END_BUILDINGS and position.stage != STAGE_OVER:
        raise PositionError("ends", "that nobody can build ends the game at once")


def _check_over(position: PuertoRicoPosition) -> None:
    require(position.actor == NOBODY, "to_move", "nobody moves when the game is over")
    require(position.picker == NOBODY, "picker", "nobody picks when the game is over")
    require(position.role == NO_CARD, "role", "no role is in play when the game is over")
    require(position.ends != 0, "ends", "the game is over without a reason")
    require(position.picks == PICKS[position.seats], "picks", "the game ends with the last pick of a round")


def _check_drafter(position: PuertoRicoPosition) -> None:
    """The draft comes before the first round."""
    require(position.round == 1, "round", "the draft is before the first one")
    require(position.picker == NOBODY, "picker", "nobody picks a role during the draft")
    require(position.role == NO_CARD, "role", "none is picked yet")
    require(position.ends == 0, "ends", "nothing has ended yet")
    turn = (position.governor + bit_count(position.kinds_in_play)) % position.seats
    require(position.actor == turn, "to_move", f"the next to choose is seat {turn}")


def _check_turn(position: PuertoRicoPosition) -> None:
    picker = (position.governor + position.picks - 1) % position.seats
    require(position.picker == picker, "picker", f"the next to pick is seat {picker}")
    require(position.actor != NOBODY, "to_move", "somebody is to move")
    if position.stage == STAGE_ROLE:
        require(position.actor == picker, "to_move", "the picker is to move")
        require(position.role == NO_CARD, "role", "none is picked yet")
        return
    require(position.role != NO_CARD, "role", "one must be in play")
    role = CARD_NAMES[position.role]
    at_end = (
        position.stage == STAGE_GUESTS
        and position.rules_version >= RULES_GUESTS_AT_ANY_TIME
        and position.role != MAYOR_CARD
    )
    if STAGES[int(position.stage)].role != role and not at_end:
        raise PositionError("stage", f"does not belong to the {role}")
    held = (position.cards_of[picker] >> position.role) & 1
    require(held == 1, f"role_cards.{role}.taken_by", "must be the picker")


def _check_totals(counted: vec[i64], total: vec[i64], field: str, things: str) -> None:
    for good in range(GOODS):
        if counted[good] != total[good]:
            name = GOOD_NAMES[good]
            raise PositionError(f"{field}.{name}", f"{counted[good]} {name} {things} in all, must be {total[good]}")


def _check_goods(position: PuertoRicoPosition) -> None:
    counted = position.goods_supply[:]
    for good in range(GOODS):
        counted[good] += position.trading_house[good]
        for seat in range(position.seats):
            counted[good] += position.barrels_of(seat, good)
    for ship in range(SHIPS[position.seats]):
        if position.ship_good[ship] != NO_GOOD:
            counted[position.ship_good[ship]] += position.ship_barrels[ship]
    _check_totals(counted, goods_in_game(position.seats), "goods_supply", "barrels")
    # The trading house is emptied when the trader phase ends; trading posts and land offices do not need it before.
    full = position.trading_house_barrels() > TRADING_HOUSE_SPACES or (
        position.trading_house_barrels() == TRADING_HOUSE_SPACES and position.stage != STAGE_TRADER
    )
    require(not full, "trading_house", "is full: it would have been emptied")


def _check_tiles(position: PuertoRicoPosition) -> None:
    counted = vec[i64]([0] * GOODS)
    quarries = position.quarries
    for tile in range(GOODS):
        counted[tile] = position.face_up[tile] + position.face_down[tile] + position.discards[tile]
    if position.drawn_tile != NO_TILE:
        counted[position.drawn_tile] += 1
    for seat in range(position.seats):
        for tile in range(GOODS):
            counted[tile] += position.circles(seat, tile)
        if position.has_expansions:
            _count_forests(position, seat, counted)
        quarries += position.circles(seat, QUARRY)
        require(position.free_island_spaces(seat) >= 0, f"players[{seat}].island", "has more than 12 tiles")
    _check_totals(counted, tiles_in_game(position.seats), "face_down", "plantations")
    total = QUARRIES[position.seats]
    require(quarries == total, "quarries", f"{quarries} in all, must be {total}")


def _count_forests(position: PuertoRicoPosition, seat: int, counted: vec[i64]) -> None:
    forests: i64 = 0
    for tile in range(GOODS):
        of_kind = position.forests[seat * GOODS + tile]
        secret = position.secret_forests[seat * GOODS + tile]
        require(secret <= of_kind, f"players[{seat}].secret_forests", f"of {GOOD_NAMES[tile]} are too many")
        counted[tile] += of_kind
        forests += of_kind
    laid = position.island[seat * TILE_KINDS + FOREST]
    require(forests == laid, f"players[{seat}].forests", "has lost count of its forests")


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
        require(of_seat == position.colonists_of(seat), f"players[{seat}]", "has lost count of its colonists")
        if position.nobles_on:
            _check_nobles(position, seat)
        circles = sum(position.circles(seat, place) for place in range(PLACES) if position.owns(seat, place))
        require(circles == position.circles_of(seat), f"players[{seat}]", "has lost count of its circles")
        counted += of_seat - (position.noble_count[seat] if position.nobles_on else 0)
    total = colonists_in_game(position.seats, position.nobles_on, position.long_game)
    require(counted == total, "colonist_supply", f"{counted} colonists in all, must be {total}")
    if position.nobles_on:
        _check_noble_supply(position)


def _check_nobles(position: PuertoRicoPosition, seat: int) -> None:
    nobles = position.nobles_in_san_juan[seat]
    # While the actor places, nobles whose place was not named yet count as being in San Juan.
    placing = seat == position.actor and position.stage in (STAGE_COLONISTS, STAGE_NOBLES)
    within = placing or nobles <= position.san_juan[seat]
    require(within, f"players[{seat}].nobles_in_san_juan", "are more than there are colonists")
    for place in range(PLACES):
        on_place = position.nobles[seat * PLACES + place]
        nobles += on_place
        if on_place > position.workers_on(seat, place):
            raise PositionError(f"players[{seat}]", f"has more nobles than colonists on {PLACE_NAMES[place]}")
    require(nobles == position.noble_count[seat], f"players[{seat}]", "has lost count of its nobles")


def _check_noble_supply(position: PuertoRicoPosition) -> None:
    counted = position.noble_supply + position.noble_ship + sum(position.noble_count)
    require(counted == NOBLES, "noble_supply", f"{counted} nobles in all, must be {NOBLES}")
    require(position.noble_ship <= 1, "noble_ship", "never holds more than one")


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
        used = position.city_used[seat]
        require(used <= CITY_SPACES, f"players[{seat}].city", "takes more than 12 spaces")
        if used == CITY_SPACES and not position.ends & END_CITY:
            raise PositionError("ends", f"must name {END_CITY_NAME}: seat {seat} has filled it")


def _check_vp(position: PuertoRicoPosition) -> None:
    counted = position.vp_pool
    # Chips may come back by the black market, when the pool has been empty before (docs/rules §11 Black market).
    refilled = position.has_expansions == 1 and (position.kinds_in_play >> BLACK_MARKET) & 1 == 1
    refilled = refilled and (position.ends & END_VP != 0 or position.long_game == 1)
    for seat in range(position.seats):
        counted += position.vp_chips[seat]
        early = position.vp_beyond_pool[seat] > 0 and position.vp_pool > 0 and not refilled
        require(not early, f"players[{seat}].vp_beyond_pool", "the pool is not exhausted")
    total = vp_pool(position.seats, position.edition, position.long_game)
    require(counted == total, "vp_pool", f"{counted} VP chips in all, must be {total}")
    if position.vp_pool == 0 and not position.ends & END_VP and not position.long_game:
        raise PositionError("ends", f"must name {END_VP_NAME}: the pool is exhausted")


def _check_ships(position: PuertoRicoPosition) -> None:
    carried: set[int] = set()
    for ship in range(SHIPS[position.seats]):
        good, barrels = int(position.ship_good[ship]), position.ship_barrels[ship]
        require((good == NO_GOOD) == (barrels == 0), f"ships[{ship}].barrels", "must be 0 on an empty ship only")
        require(good not in carried, f"ships[{ship}].good", "is on another ship already")
        if good != NO_GOOD:
            carried.add(good)
        if barrels == ship_size(position.seats, ship) and position.stage not in (
            STAGE_CAPTAIN,
            STAGE_SMALL_WHARF,
            STAGE_STORING,
        ):
            raise PositionError(f"ships[{ship}].barrels", "is full: it would have been emptied")
