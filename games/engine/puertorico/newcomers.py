"""Single colonists that hospice and university bring to the place just taken or built."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.puertorico.components import NO_PLACE, PLACE_NAMES, SAN_JUAN, has_circle
from games.engine.puertorico.moves import PASS, TAKE_COLONIST, TAKE_NOBLE
from games.engine.puertorico.position import State


def available_colonists(state: State, ship_too: bool) -> i64:
    """How many colonists could be brought. ship_too: whether the rule allows to take them from the ship."""
    return state.colonist_supply + (state.colonist_ship + state.noble_ship if ship_too else 0)


def legal_newcomers(state: State, ship_too: bool) -> vec[i64]:
    """The answers when the hospice or the university may bring a colonist or a noble (docs/rules §11 Nobles)."""
    if state.colonist_supply > 0 or not ship_too or state.noble_ship == 0:
        return vec[i64]([PASS, TAKE_COLONIST])
    return vec[i64]([PASS, TAKE_COLONIST, TAKE_NOBLE] if state.colonist_ship > 0 else [PASS, TAKE_NOBLE])


def play_newcomer(state: State, move: i64, by: str, ship_too: bool) -> None:
    """The actor's answer: a colonist from the supply, perhaps from the ship, for the acquired place; or nobody.

    by: the building that brings the colonist, "hospice" or "university".
    """
    seat, place = state.actor, state.acquired_place
    state.acquired_place = NO_PLACE
    if move == PASS:
        if state.listener is not None:
            state.emit("passes", seat, {"stage": by})
        return
    noble = move == TAKE_NOBLE
    source = "ship"
    if noble:
        state.fetch_noble(seat, place)
    else:
        source = state.fetch_colonist(seat, place, ship_too)
    if state.listener is not None:
        emit_newcomer(state, seat, by, PLACE_NAMES[place if has_circle(place) else SAN_JUAN], source, noble)


def emit_newcomer(state: State, seat: i64, by: str, place: str, source: str, noble: bool) -> None:
    """Emit the event for one more colonist or noble."""
    data: dict[str, object] = {"by": by, "place": place, "source": source}
    if noble:
        data["noble"] = True
    state.emit("gets_colonist", seat, data)


def foresee_empty_supply(state: State, ship_too: bool) -> bool:
    """In a copy of the question of hospice or university, empty the supply; False if that is no other question."""
    if not ship_too or state.noble_ship == 0 or state.colonist_supply == 0:
        return False
    state.colonist_supply = 0
    return True
