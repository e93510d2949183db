"""A whole placement of colonists as people give it: what is to be placed, a suggestion, and what may be wrong with it.

The engine asks for one place after the other; people, mails and pages place everybody in one go (docs/rules §3 Mayor).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.puertorico import names
from games.engine.puertorico.components import PLACE_NAMES, PLACES
from games.engine.puertorico.placement import suggested_move
from games.engine.puertorico.position import COLONISTS, State
from games.engine.words import Message, counted, ngettext_noop
from games.engine.words import gettext_noop as _


@dataclass(frozen=True)
class Task:
    """What the seat to move has to place: exactly `colonists`, and the `circles` by place that are open to them.

    There are always more circles than colonists: who can fill all of his is not asked.
    """

    colonists: int
    circles: Mapping[int, int]


def task_of(position: State) -> Task:
    """The placement that the seat to move is asked for, or the rest of it if he has begun."""
    seat = position.actor
    places = (place for place in range(position.placing, PLACES) if position.owns(seat, place))
    return Task(int(position.hand), {place: int(position.circles(seat, place)) for place in places})


def suggestion(position: State) -> dict[int, int]:
    """A sensible placement for the seat to move, by place: what `place auto` means."""
    seat = position.actor
    trial = position.copy()
    assert isinstance(trial, State)
    while trial.stage == COLONISTS and trial.actor == seat:
        trial.play(suggested_move(trial))
    return {place: int(trial.workers_on(seat, place)) for place in task_of(position).circles}


def objection(task: Task, counts: Mapping[int, int]) -> Message | None:
    """Why this is no placement of the whole task, None if it is one; places not in `counts` get nobody."""
    for place, count in counts.items():
        if place not in task.circles:
            return Message(_("You have no {place} to place anybody on."), {"place": names.place(PLACE_NAMES[place])})
        if count > task.circles[place]:
            return counted(
                ngettext_noop("On {place} there is {count} circle.", "On {place} there are {count} circles."),
                task.circles[place],
                place=names.place(PLACE_NAMES[place]),
            )
    named = sum(counts.values())
    if named == task.colonists:
        return None
    return counted(
        ngettext_noop(
            "You have {count} colonist to place, {named} are named.",
            "You have {count} colonists to place, {named} are named.",
        ),
        task.colonists,
        named=named,
    )
