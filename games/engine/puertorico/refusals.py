"""Why a readable move is not legal, as precisely as possible; one function per stage.

refusals_building.py is about buildings and their prices, refusals_goods.py about goods.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.engine.contract import NO_MOVE, OTHER_QUESTION, IllegalMove
from games.engine.puertorico import moves, names, notation
from games.engine.puertorico.answers import illegal_move
from games.engine.puertorico.components import (
    CARD_NAMES,
    CONSTRUCTION_HUT,
    FOREST_HOUSE,
    GOOD_NAMES,
    GUESTHOUSE,
    HACIENDA,
    HUNTING_LODGE,
    LIBRARY,
    MAYOR_CARD,
    PLACE_NAMES,
    QUARRY,
    TILE_NAMES,
    UNION_HALL,
    VILLA,
    cards_in_game,
)
from games.engine.puertorico.formatter import step_of
from games.engine.puertorico.guests import guest_count
from games.engine.puertorico.position import State
from games.engine.puertorico.refusals_building import why_not_build, why_not_choose, why_not_pay
from games.engine.puertorico.refusals_goods import (
    why_must_load,
    why_not_cargo,
    why_not_extra,
    why_not_load,
    why_not_store,
    why_not_trade,
)
from games.engine.puertorico.stage_table import STAGES
from games.engine.puertorico.stages import (
    STAGE_BLACK_MARKET,
    STAGE_BUILDER,
    STAGE_CAPTAIN,
    STAGE_COLONISTS,
    STAGE_CRAFTSMAN,
    STAGE_DRAFT,
    STAGE_FOREST,
    STAGE_HOSPICE,
    STAGE_HUNTING_LODGE,
    STAGE_MAYOR,
    STAGE_NAMES,
    STAGE_NOBLES,
    STAGE_ROLE,
    STAGE_SETTLER,
    STAGE_SHIP,
    STAGE_SMALL_WHARF,
    STAGE_STORING,
    STAGE_TRADER,
    STAGE_UNIVERSITY,
)
from games.engine.words import Message, ngettext_noop
from games.engine.words import gettext_noop as _

NOT_PLAYABLE: Final = Message(_("This cannot be played."))


def refusal(position: State, text: str) -> IllegalMove:
    """The error for a line that `notation.parse` reads but that cannot be played."""
    if position.is_over():
        return illegal_move(position, text, Message(_("The game is over.")))
    seat = position.actor
    trial = position.copy()
    assert isinstance(trial, State)
    for move in notation.parse(position, text):
        if trial.actor != seat or trial.phase() != position.phase():
            return illegal_move(position, text, _too_much(position))
        if move not in trial.legal_moves():
            return illegal_move(position, text, reason(trial, move))
        trial.play(move)
    return illegal_move(position, text, NOT_PLAYABLE)


def _too_much(position: State) -> Message:
    if position.stage == STAGE_STORING:
        return Message(_("That is more than can be kept."))
    return Message(_("That is more than is asked now."))


def reason(position: State, move: int) -> Message:
    """Why the seat to move may not play this move."""
    if move == moves.PASS:
        return _why_no_pass(position)
    if moves.is_guest(move):
        return _why_no_guest(position, move)
    stage = int(position.stage)
    if move == NO_MOVE or not _fits_stage(stage, position, move):
        return Message(OTHER_QUESTION, {"stage": names.stage(STAGE_NAMES[stage])})
    return _REASONS[stage](position, move) if stage in _REASONS else NOT_PLAYABLE


def _fits_stage(stage: int, position: State, move: int) -> bool:
    """Whether the move answers the question of the stage."""
    return _KINDS[stage](move) if stage in _KINDS else step_of(position, move).verb in STAGES[stage].verbs


def _why_no_pass(position: State) -> Message:
    if position.stage == STAGE_CAPTAIN:
        return why_must_load(position)
    return Message(_("You cannot pass here: {stage}."), {"stage": names.stage(STAGE_NAMES[position.stage])})


def _why_not_pick(position: State, move: int) -> Message:
    card = move - moves.PICK
    role = names.role(CARD_NAMES[card])
    if not cards_in_game(position.seats) >> card & 1:
        return Message(_("There is no {role} in this game."), {"role": role})
    if not position.cards_left >> card & 1:
        return Message(_("The {role} is already taken in this round."), {"role": role})
    return Message(_("Both prospectors carry the same: pick the first one."))


# --- tiles ------------------------------------------------------------------------------------------------------------


def _why_not_tile(position: State, move: int) -> Message:
    seat = position.actor
    if move == moves.DRAW:
        if not position.works(seat, HACIENDA):
            return Message(_("You have no occupied hacienda."))
        if position.second_tile:
            return Message(_("The hacienda draws only before your first tile."))
        return Message(_("The hacienda draws once, before a tile is taken."))
    as_forest = move >= moves.TAKE_AS_FOREST
    tile = move - (moves.TAKE_AS_FOREST if as_forest else moves.TAKE)
    if position.free_island_spaces(seat) == 0:
        return Message(_("Your island has no empty space."))
    if as_forest:
        if tile == QUARRY:
            return Message(_("A quarry never becomes a forest."))
        if not position.works(seat, FOREST_HOUSE):
            return Message(_("You have no occupied forest house."))
    if tile != QUARRY:
        return not_face_up(tile)
    return _why_no_quarry(position)


def not_face_up(tile: int) -> Message:
    return Message(_("No {tile} lies face up."), {"tile": names.tile(TILE_NAMES[tile])})


def _why_no_quarry(position: State) -> Message:
    if position.quarries == 0:
        return Message(_("No quarries are left."))
    if position.second_tile and not position.works(position.actor, CONSTRUCTION_HUT):
        return Message(_("The library's second tile is a quarry only with an occupied construction hut."))
    return Message(_("Only the settler, or an occupied construction hut, may take a quarry."))


def _why_not_discard(position: State, move: int) -> Message:
    seat = position.actor
    if not position.works(seat, HUNTING_LODGE) or position.works_by_noble(seat, HUNTING_LODGE):
        return Message(_("Only a colonist on your hunting lodge discards tiles."))
    if move >= moves.DISCARD_FOREST:
        return Message(
            _("None of your forests was {tile}."), {"tile": names.one_tile(GOOD_NAMES[move - moves.DISCARD_FOREST])}
        )
    if move - moves.DISCARD == QUARRY:
        return Message(_("Quarries are never discarded."))
    return Message(_("You have no {tile}."), {"tile": names.tile(TILE_NAMES[move - moves.DISCARD])})


# --- people -----------------------------------------------------------------------------------------------------------


def _why_no_guest(position: State, move: int) -> Message:
    seat, place = position.actor, int(moves.guest_target(move))
    name = names.place_in_full(PLACE_NAMES[place])
    if position.role == MAYOR_CARD:
        return Message(_("In the mayor phase guests stay where they are."))
    if not guest_count(position, seat):
        return Message(_("You have no guests in a guesthouse."))
    if move >= moves.NOBLE_GUEST and position.nobles_at(seat, GUESTHOUSE) == 0:
        return Message(_("None of your guests is a noble."))
    if move < moves.NOBLE_GUEST and position.ordinary_colonists_on(seat, GUESTHOUSE) == 0:
        return Message(_("Your guests are nobles: noble guest."))
    if not position.owns(seat, place):
        return Message(_("You have no {place}."), {"place": name})
    if place == GUESTHOUSE or position.workers_on(seat, place) >= position.circles(seat, place):
        return Message(_("There is no empty circle on your {place}."), {"place": name})
    if place == UNION_HALL and position.stage == STAGE_CAPTAIN and (position.had_turn >> seat) & 1:
        return Message(_("The union hall pays only in your first turn of the captain phase: a guest comes too late."))
    if place == VILLA and position.noble_supply + position.colonist_supply == 0:
        return Message(_("Nobody is left whom a villa could bring."))
    return Message(_("On the {place} a guest would change nothing now: the guest can go there later."), {"place": name})


def _why_no_newcomer(position: State, move: int) -> Message:
    """The mayor's privilege, hospice and university, and the ship."""
    if move == moves.TAKE_TWO_COLONISTS:
        if position.stage != STAGE_MAYOR:
            return Message(_("Only one is taken here."))
        if not position.works(position.actor, LIBRARY):
            return Message(_("Only an occupied library doubles the mayor's privilege."))
        return Message(_("The supply has only one colonist left."))
    if move == moves.TAKE_NOBLE:
        if not position.nobles_on:
            return Message(_("There are no nobles in this game."))
        if position.stage == STAGE_MAYOR:
            return Message(_("The mayor's privilege is a colonist, never a noble."))
        if position.colonist_supply > 0:
            return Message(_("Hospice and university bring a noble only from the ship, when the supply is empty."))
        return Message(_("There is no noble on the ship."))
    return Message(_("There is no colonist on the ship."))


def _why_not_place(position: State, move: int) -> Message:
    """Only for single plies of a placement; decisions.py judges whole lines."""
    asked = names.place(PLACE_NAMES[position.place_asked])
    if moves.placed_place(move) != position.place_asked:
        return _next_place(asked)
    counts = [moves.placed_colonists(possible) for possible in position.legal_moves()]
    singular, plural = ngettext_noop(
        "On {place} go from {fewest} to {most} colonists now.", "On {place} go from {fewest} to {most} colonists now."
    )
    fewest, most = int(min(counts)), int(max(counts))
    return Message(singular, {"place": asked, "fewest": fewest, "most": most}, plural, count="most")


def _why_not_noble(position: State, move: int) -> Message:
    asked = names.place(PLACE_NAMES[position.place_asked])
    if moves.noble_place(move) != position.place_asked:
        return _next_place(asked)
    counts = [moves.placed_nobles(possible) for possible in position.legal_moves()]
    return Message(
        _("Of those on {place} from {fewest} to {most} are nobles: say how many."),
        {"place": asked, "fewest": int(min(counts)), "most": int(max(counts))},
    )


def _next_place(place: Message) -> Message:
    return Message(_("The next place to fill is: {place}."), {"place": place})


def _why_not_drawn(position: State, move: int) -> Message:  # noqa: ARG001
    return Message(_("The tile that you have drawn must be placed: plant or forest."))


def _is_newcomer(move: int) -> bool:
    return move in (moves.TAKE_COLONIST, moves.TAKE_TWO_COLONISTS, moves.TAKE_NOBLE)


def _is_face_up(move: int) -> bool:
    """A tile taken, as it is or as a forest."""
    return moves.is_take(move) or moves.TAKE_AS_FOREST <= move < moves.AS_PLANTATION


_KINDS: Final[dict[int, Callable[[int], bool]]] = {
    STAGE_DRAFT: lambda move: moves.CHOOSE <= move < moves.TAKE_AS_FOREST,
    STAGE_ROLE: moves.is_pick,
    STAGE_SETTLER: lambda move: move == moves.DRAW or _is_face_up(move),
    STAGE_FOREST: _is_face_up,
    STAGE_HOSPICE: _is_newcomer,
    STAGE_HUNTING_LODGE: lambda move: moves.DISCARD <= move < moves.PAY_COLONIST,
    STAGE_MAYOR: _is_newcomer,
    STAGE_SHIP: _is_newcomer,
    STAGE_COLONISTS: moves.is_placing,
    STAGE_NOBLES: moves.is_noble_placing,
    STAGE_BUILDER: lambda move: moves.is_building(move) or moves.PAY_COLONIST <= move <= moves.PAY_VP,
    STAGE_BLACK_MARKET: lambda move: moves.PAY_COLONIST <= move <= moves.PAY_VP,
    STAGE_UNIVERSITY: _is_newcomer,
    STAGE_CRAFTSMAN: moves.is_extra,
    STAGE_TRADER: lambda move: moves.is_sale(move) or moves.SELL_AT_POST <= move < moves.SUPPLY,
    STAGE_CAPTAIN: lambda move: moves.is_loading(move) or moves.SUPPLY <= move <= moves.BY_SMALL_WHARF,
    STAGE_SMALL_WHARF: lambda move: moves.CARGO <= move < moves.GUEST,
    STAGE_STORING: lambda move: moves.is_storing(move) or moves.is_keeping(move),
}
"""Which moves answer the question of a stage; of others those with its verbs."""

_REASONS: Final[dict[int, Callable[[State, int], Message]]] = {
    STAGE_DRAFT: why_not_choose,
    STAGE_ROLE: _why_not_pick,
    STAGE_SETTLER: _why_not_tile,
    STAGE_FOREST: _why_not_drawn,
    STAGE_HOSPICE: _why_no_newcomer,
    STAGE_HUNTING_LODGE: _why_not_discard,
    STAGE_MAYOR: _why_no_newcomer,
    STAGE_SHIP: _why_no_newcomer,
    STAGE_COLONISTS: _why_not_place,
    STAGE_NOBLES: _why_not_noble,
    STAGE_BUILDER: why_not_build,
    STAGE_BLACK_MARKET: why_not_pay,
    STAGE_UNIVERSITY: _why_no_newcomer,
    STAGE_CRAFTSMAN: why_not_extra,
    STAGE_TRADER: why_not_trade,
    STAGE_CAPTAIN: why_not_load,
    STAGE_SMALL_WHARF: why_not_cargo,
    STAGE_STORING: why_not_store,
}
