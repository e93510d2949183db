"""A whole placement of colonists as people give it: what is to be placed, a suggestion, and what is wrong with one.

The engine asks for one place after the other and then, in games with nobles, how many nobles stand on each place.
People place everybody in one answer (docs/rules §3 Mayor, §8).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.engine.puertorico import moves, names
from games.engine.puertorico.components import CIRCLELESS_BUILDINGS, PLACE_NAMES, PLACES
from games.engine.puertorico.position import State
from games.engine.puertorico.stages import STAGE_COLONISTS, STAGE_NOBLES
from games.engine.puertorico.suggested_placement import suggested_move
from games.engine.words import Message, count_message, ngettext_noop
from games.engine.words import gettext_noop as _


@dataclass(frozen=True)
class PlacementTask:
    """What the seat to move has to place.

    There are always more circles than colonists: a seat that can fill all its circles is not asked.
    """

    colonists: int
    """How many colonists must be placed."""
    circles: Mapping[int, int]
    """By place, how many circles are open to them."""
    nobles: int = 0
    """How many of all colonists of the seat are nobles."""


@dataclass(frozen=True)
class Placement:
    """Where the colonists go."""

    colonists: dict[int, int]
    """Colonists by place, nobles included."""
    nobles: dict[int, int] = field(default_factory=dict)
    """By place, how many of the colonists are nobles; only places for which it is said."""


def placement_task(position: State) -> PlacementTask:
    """The placement that the seat to move is asked for, or the rest of it if the seat has begun."""
    seat = position.actor
    places = (
        place
        for place in range(position.place_asked, PLACES)
        if position.owns(seat, place) and not CIRCLELESS_BUILDINGS >> place & 1
    )
    circles = {place: int(position.circles(seat, place)) for place in places}
    return PlacementTask(
        int(position.colonists_to_place), circles, int(position.noble_count[seat]) if position.nobles_on else 0
    )


def suggested_placement(position: State) -> Placement:
    """A sensible placement for the seat to move, with the nobles if it is asked for them: what `place auto` means."""
    seat = position.actor
    trial = position.copy()
    assert isinstance(trial, State)
    while trial.stage == STAGE_COLONISTS and trial.actor == seat:
        trial.play(suggested_move(trial))
    colonists = {place: int(trial.workers_on(seat, place)) for place in placement_task(position).circles}
    if trial.stage != STAGE_NOBLES or trial.actor != seat:
        return Placement(colonists)
    nobles = {int(moves.noble_place(ply)): int(moves.placed_nobles(ply)) for ply in suggested_noble_plies(trial)}
    return Placement(colonists, nobles)


def suggested_noble_plies(position: State) -> list[int]:
    """Suggested plies for the seat to move, which is asked where its nobles are."""
    seat = position.actor
    trial = position.copy()
    assert isinstance(trial, State)
    plies = []
    while trial.stage == STAGE_NOBLES and trial.actor == seat:
        ply = int(suggested_move(trial))
        plies.append(ply)
        trial.play(ply)
    return plies


def placement_problem(task: PlacementTask, arranged: Placement) -> Message | None:
    """Why this placement does not fulfil the task; None if it does. Places not named get nobody."""
    for place, count in arranged.colonists.items():
        name = names.place(PLACE_NAMES[place])
        if CIRCLELESS_BUILDINGS >> place & 1:
            return Message(_("Nobody can be placed on the {place}."), {"place": name})
        if place not in task.circles:
            return Message(_("You have no {place} to place anybody on."), {"place": name})
        if count > task.circles[place]:
            return count_message(
                ngettext_noop("On {place} there is {count} circle.", "On {place} there are {count} circles."),
                task.circles[place],
                place=name,
            )
        if arranged.nobles.get(place, 0) > count:
            return Message(_("On {place} there are more nobles than people."), {"place": name})
    named = sum(arranged.colonists.values())
    if named != task.colonists:
        return count_message(
            ngettext_noop(
                "You have {count} colonist to place, not {named}.",
                "You have {count} colonists to place, not {named}.",
            ),
            task.colonists,
            named=named,
        )
    return noble_count_problem(task.nobles, arranged.nobles)


def noble_count_problem(owned: int, nobles: Mapping[int, int]) -> Message | None:
    """Why there cannot be so many nobles; None if there can."""
    named = sum(nobles.values())
    if named <= owned:
        return None
    return count_message(
        ngettext_noop("You have {count} noble, not {named}.", "You have {count} nobles, not {named}."),
        owned,
        named=named,
    )
