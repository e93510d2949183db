"""Whether a position can exist: no card lost or doubled, a stage that fits the round (docs/rules §1-§3).

Every error is a PositionError that names the field of the JSON. stage_consistency checks what belongs to one stage.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.contract import NOBODY
from games.engine.json_reader import require
from games.engine.sanjuan import stage_consistency
from games.engine.sanjuan.components import (
    BUILDER,
    CARD_NAMES,
    CHAPEL,
    COPIES,
    CRANE,
    FIRST_VIOLET,
    GOODS,
    KINDS,
    LIBRARY,
    MAX_BUILDINGS,
    NO_CARD,
    NO_PHASE,
    ROLE_NAMES,
    ROLES,
    TILES,
    TRADER,
    TWO_PLAYERS,
    picks_in_round,
)
from games.engine.sanjuan.flow import SanJuanPosition
from games.engine.sanjuan.game_end import is_stuck
from games.engine.sanjuan.stages import (
    PHASE_FIRST_HANDS,
    PHASE_NAMES,
    PHASE_ROUND_START,
    STAGE_NAMES,
    STAGE_OVER,
    STAGE_PAYMENT,
    STAGE_ROLE,
)

STAGES_OF_PHASE: Final = {
    "builder": ("builder", "payment"),
    "producer": ("producer",),
    "trader": ("trader",),
    "councillor": ("councillor", "archive"),
    "prospector": ("gold mine", "strike"),
    "round start": ("chapel", "limit"),
    "first hands": ("deal",),
}


def check(position: SanJuanPosition) -> None:
    """Raises PositionError for a position that cannot exist."""
    _check_counts(position)
    _check_cards(position)
    for seat in range(position.seats):
        _check_buildings(position, seat)
        _check_chapel(position, seat)
        _check_knowledge(position, seat)
    _check_stage_fits_phase(position)
    _check_tiles(position)
    if position.stage == STAGE_OVER:
        _check_over(position)
    else:
        _check_turn(position)
    _check_roles(position)
    _check_libraries(position)
    stage_consistency.check_stage(position)


# --- cards ---


def _sum(table: vec[i64], seat: int, width: int) -> int:
    return sum(int(table[index]) for index in range(seat * width, (seat + 1) * width))


def _check_counts(position: SanJuanPosition) -> None:
    """Counts fit the cards counted. The JSON has no such counts, so this only checks positions of a running game."""
    require(position.discard_count == _sum(position.discards, 0, KINDS), "discards", "are miscounted")
    for place, card in enumerate(position.draw_pile):
        require((card != NO_CARD) == (place < position.draw_pile_count), "draw_pile", "is miscounted")
    for seat in range(position.seats):
        at = f"players[{seat}]"
        require(position.hand_count[seat] == _sum(position.hands, seat, KINDS), f"{at}.hand", "is miscounted")
        require(position.drawn_count[seat] == _sum(position.drawn, seat, KINDS), f"{at}.drawn", "is miscounted")
        chapel = position.chapel_count[seat] == _sum(position.chapels, seat, KINDS)
        require(chapel, f"{at}.chapel", "is miscounted")
        require(_standing(position, seat), f"{at}.buildings", "are miscounted")


def _standing(position: SanJuanPosition, seat: int) -> bool:
    """Whether the buildings of a seat, and the goods on them, are counted as they stand."""
    owned, goods = [0] * KINDS, [0] * GOODS
    for slot in range(MAX_BUILDINGS):
        kind, good = position.buildings[seat * MAX_BUILDINGS + slot], position.good_card[seat * MAX_BUILDINGS + slot]
        if (kind != NO_CARD) != (slot < position.building_count[seat]) or (good != NO_CARD and not 0 <= kind < GOODS):
            return False
        if kind != NO_CARD:
            owned[kind] += 1
        if good != NO_CARD:
            goods[kind] += 1
    return (
        owned == list(position.owned_count[seat * KINDS : (seat + 1) * KINDS])
        and goods == list(position.goods[seat * GOODS : (seat + 1) * GOODS])
        and position.goods_count[seat] == sum(goods)
    )


def _check_cards(position: SanJuanPosition) -> None:
    """Every card of the box is somewhere, once."""
    counted = [int(position.discards[kind] + position.covered[kind]) for kind in range(KINDS)]
    for cards in (position.draw_pile, position.good_card, position.turned_up):
        for card in cards:
            if card != NO_CARD:
                counted[card] += 1
    for table in (position.hands, position.drawn, position.chapels, position.owned_count):
        for index, count in enumerate(table):
            counted[index % KINDS] += int(count)
    for kind, name in enumerate(CARD_NAMES):
        there = int(COPIES[kind])
        require(counted[kind] == there, "draw_pile", f"{counted[kind]} {name} in all, must be {there}")


def _check_buildings(position: SanJuanPosition, seat: int) -> None:
    at = f"players[{seat}].buildings"
    require(position.building_count[seat] > 0, at, "everybody begins with one")
    for kind in range(FIRST_VIOLET, KINDS):
        require(position.owned_count[seat * KINDS + kind] <= 1, at, f"has more than one {CARD_NAMES[kind]}")


def _check_chapel(position: SanJuanPosition, seat: int) -> None:
    chapel = position.owns(seat, CHAPEL) or position.covered[CHAPEL] > 0
    require(chapel or not position.chapel_count[seat], f"players[{seat}].chapel", "there is none")
    crane = any(position.owns(other, CRANE) for other in range(position.seats))
    require(crane or not _sum(position.covered, 0, KINDS), "covered", "nobody has a crane")


def _check_knowledge(position: SanJuanPosition, seat: int) -> None:
    for kind, name in enumerate(CARD_NAMES):
        at = seat * KINDS + kind
        shown = position.shown_cards[at] <= position.hands[at]
        require(shown, f"players[{seat}].shown.{name}", "is more than the hand holds")
        seen = position.seen_discards[at] <= position.discards[kind]
        require(seen, f"players[{seat}].seen_discards.{name}", "is more than there are")


# --- the round ---


def _check_stage_fits_phase(position: SanJuanPosition) -> None:
    stage = STAGE_NAMES[position.stage]
    if position.phase_kind == NO_PHASE:
        require(position.stage in (STAGE_ROLE, STAGE_OVER), "phase", "must be told")
    else:
        phase = PHASE_NAMES[position.phase_kind]
        require(stage in STAGES_OF_PHASE[phase], "stage", f"does not belong to the phase {phase}")


def _check_tiles(position: SanJuanPosition) -> None:
    """The tiles are turned one after the other, so those that have lain open are the first ones (docs/rules §1)."""
    if position.tiles_seen == TILES:
        return
    now_open = 1 if position.phase_kind == TRADER else 0
    follows = position.tile_index == position.tiles_seen - now_open
    require(follows, "tiles_seen", "must be all before the next one, and the one that lies open")


def _check_over(position: SanJuanPosition) -> None:
    """The game ends with a builder phase, or after a round when nothing can change (docs/rules §2, §5 End)."""
    require(position.actor == NOBODY, "to_move", "nobody moves when the game is over")
    require(position.picks > 0, "picks", "the game ends after a pick")
    if any(position.building_count[seat] == MAX_BUILDINGS for seat in range(position.seats)):
        last = (position.governor + position.picks - 1) % position.seats
        require(position.picked_by[BUILDER] == last, "roles.builder", "must be the last pick of a game that is over")
        return
    require(is_stuck(position), "stage", f"nobody has {MAX_BUILDINGS} buildings: the game is not over")
    picks = int(picks_in_round(position.seats))
    require(position.picks == picks, "picks", f"must be {picks}, as nobody has {MAX_BUILDINGS} buildings")


def _check_turn(position: SanJuanPosition) -> None:
    require(position.actor != NOBODY, "to_move", "somebody is to move")
    if position.phase_kind == PHASE_FIRST_HANDS:
        require(position.deal_choice == 1, "options.deal_choice", "is off: nobody chooses a first hand")
        require(position.round == 1, "round", "hands are chosen before the first one")
        require(position.picks == 0, "picks", "none is made before the hands are chosen")
    elif position.phase_kind == PHASE_ROUND_START:
        require(position.round > 1, "round", "the first one begins with a pick")
        require(position.picks == 0, "picks", "none is made at the start of a round")
    else:
        require(position.picks > 0, "picks", "counts the present one")
    if position.stage == STAGE_ROLE:
        require(position.actor == position.picker, "to_move", f"the next to pick is seat {position.picker}")
    elif position.phase_kind < ROLES:
        role = ROLE_NAMES[position.phase_kind]
        picker = position.picked_by[position.phase_kind] == position.picker
        require(picker, f"roles.{role}", f"must be seat {position.picker}, whose pick it is")
    for seat in range(position.seats):
        _check_room(position, seat)


def _check_room(position: SanJuanPosition, seat: int) -> None:
    """A seat with the last building has built it in this phase (docs/rules §2, §5 End)."""
    if position.building_count[seat] < MAX_BUILDINGS:
        return
    just_built = position.seat_done[seat] or (position.stage == STAGE_PAYMENT and position.actor == seat)
    possible = position.phase_kind == BUILDER and just_built
    require(bool(possible), f"players[{seat}].buildings", "would have ended the game")


def _check_roles(position: SanJuanPosition) -> None:
    """Roles are picked from the governor on; with two players the governor picks twice."""
    seats = position.seats
    made = position.picks - 1 if position.stage == STAGE_ROLE else position.picks
    for seat in range(seats):
        due = sum((position.governor + turn) % seats == seat for turn in range(made))
        taken = sum(holder == seat for holder in position.picked_by)
        require(taken == due, "roles", f"seat {seat} must have picked {due} of them by now, not {taken}")


def _check_libraries(position: SanJuanPosition) -> None:
    """With two players a library is used once in a round (docs/rules §3 Library); it may be covered afterwards."""
    for seat in range(position.seats):
        if not position.library_used[seat]:
            continue
        require(position.seats == TWO_PLAYERS, "libraries_used", "is for two players only")
        has = position.owns(seat, LIBRARY) or position.covered[LIBRARY] > 0
        require(has, "libraries_used", f"seat {seat} has none")
        picked = any(holder == seat for holder in position.picked_by)
        require(picked, "libraries_used", f"seat {seat} has picked no role yet")
