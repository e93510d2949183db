"""Whole decisions of several plies: the plies that one line means.

Each function matches the steps of a line to the questions that the engine asks one after the other. It raises
IllegalMove unless the line is the whole decision.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.engine.contract import NO_MOVE
from games.engine.puertorico import moves, names, whole_placement
from games.engine.puertorico.answers import illegal_move, suggested_steps
from games.engine.puertorico.components import GOOD_NAMES, PLACE_NAMES
from games.engine.puertorico.formatter import Step, steps_text
from games.engine.puertorico.nobles import legal_noble_placings
from games.engine.puertorico.position import State
from games.engine.puertorico.stages import (
    STAGE_BLACK_MARKET,
    STAGE_COLONISTS,
    STAGE_NOBLES,
    STAGE_SMALL_WHARF,
    STAGE_STORING,
)
from games.engine.puertorico.vocabulary import AUTO, SAN_JUAN
from games.engine.puertorico.whole_placement import Placement
from games.engine.words import Message, count_message, ngettext_noop
from games.engine.words import gettext_noop as _


def state_copy(position: State) -> State:
    """A position to try plies on."""
    trial = position.copy()
    assert isinstance(trial, State)
    return trial


# --- people -----------------------------------------------------------------------------------------------------------


def placement_plies(position: State, text: str, steps: Sequence[Step]) -> list[int]:
    """The plies of a whole placement: the engine asks only for places with a real choice."""
    if position.stage == STAGE_NOBLES:
        return _nobles_of_placement(position, text, steps)
    auto = steps[0].noun == AUTO
    steps, staying = _split_off_san_juan(steps)
    if staying is not None and staying.count:
        raise illegal_move(position, text, Message(_("Nobody stays in San Juan while a circle of yours is empty.")))
    arranged = whole_placement.suggested_placement(position) if auto else _placement_of(steps)
    reason = whole_placement.placement_problem(whole_placement.placement_task(position), arranged)
    if reason is not None:
        raise illegal_move(position, text, reason)
    trial = state_copy(position)
    seat, plies = position.actor, list[int]()
    while trial.stage == STAGE_COLONISTS and trial.actor == seat:
        ply = int(moves.placing_move(trial.place_asked, arranged.colonists.get(int(trial.place_asked), 0)))
        plies.append(ply)
        trial.play(ply)
    if trial.stage == STAGE_NOBLES and trial.actor == seat:
        if not auto and all(step.nobles is None for step in steps):
            if position.placement_begun:
                return plies
            raise illegal_move(position, text, _who_is_noble(position))
        plies += _noble_plies_of(position, trial, text, arranged.nobles)
    return plies


def _split_off_san_juan(steps: Sequence[Step]) -> tuple[Sequence[Step], Step | None]:
    """The steps for places, and the step for San Juan, if there is one."""
    staying = [step for step in steps if step.noun == SAN_JUAN]
    return [step for step in steps if step.noun != SAN_JUAN], staying[0] if staying else None


def noble_plies(position: State, text: str, steps: Sequence[Step]) -> list[int]:
    """The plies of a whole answer to the question where the nobles are; places not named get no noble."""
    steps, staying = _split_off_san_juan(steps)
    nobles = {PLACE_NAMES.index(step.noun): step.count for step in steps}
    reason = whole_placement.noble_count_problem(int(position.noble_count[position.actor]), nobles)
    if reason is not None:
        raise illegal_move(position, text, reason)
    for place, count in nobles.items():
        if count > position.workers_on(position.actor, place):
            name = names.place(PLACE_NAMES[place])
            raise illegal_move(position, text, Message(_("On {place} there are not so many people."), {"place": name}))
    plies = _noble_plies_of(position, state_copy(position), text, nobles)
    if staying is not None:
        _check_nobles_staying(position, text, plies, staying.count)
    return plies


def _check_nobles_staying(position: State, text: str, plies: Sequence[int], named: int) -> None:
    """Raises IllegalMove unless these plies leave so many nobles in San Juan."""
    trial, seat = state_copy(position), position.actor
    for ply in plies:
        trial.play(ply)
    staying = int(trial.nobles_in_san_juan[seat])
    if staying != named:
        forms = ngettext_noop(
            "{count} noble stays in San Juan then, not {named}.", "{count} nobles stay in San Juan then, not {named}."
        )
        raise illegal_move(position, text, count_message(forms, staying, named=named))


def _nobles_of_placement(position: State, text: str, steps: Sequence[Step]) -> list[int]:
    """If every circle is filled, only the nobles can be chosen: the line must name the places as they are."""
    if steps[0].noun == AUTO:
        return whole_placement.suggested_noble_plies(position)
    steps, staying = _split_off_san_juan(steps)
    arranged, seat = _placement_of(steps), position.actor
    standing = {place: int(position.workers_on(seat, place)) for place in range(len(PLACE_NAMES))}
    if arranged.colonists != {place: count for place, count in standing.items() if count}:
        raise illegal_move(
            position, text, Message(_("Everybody has a place already; say where the nobles are: nobles chapel 1."))
        )
    plies = _noble_plies_of(position, state_copy(position), text, arranged.nobles)
    if staying is not None:
        _check_staying(position, text, plies, staying)
    return plies


def _check_staying(position: State, text: str, plies: Sequence[int], named: Step) -> None:
    """Raises IllegalMove unless so many people stay in San Juan, and so many nobles, if the line says how many."""
    staying = int(position.san_juan[position.actor])
    if staying != named.count:
        forms = ngettext_noop(
            "{count} of your people stays in San Juan, not {named}.",
            "{count} of your people stay in San Juan, not {named}.",
        )
        raise illegal_move(position, text, count_message(forms, staying, named=named.count))
    if named.nobles is not None:
        _check_nobles_staying(position, text, plies, named.nobles)


def _placement_of(steps: Sequence[Step]) -> Placement:
    places = {step: PLACE_NAMES.index(step.noun) for step in steps}
    return Placement(
        {place: step.count for step, place in places.items()},
        {place: step.nobles for step, place in places.items() if step.nobles is not None},
    )


def _noble_plies_of(position: State, trial: State, text: str, nobles: dict[int, int]) -> list[int]:
    """The plies that place these nobles; `trial` asks for the first of the places."""
    seat, plies = trial.actor, list[int]()
    while trial.stage == STAGE_NOBLES and trial.actor == seat:
        ply = int(moves.noble_placing_move(trial.place_asked, nobles.get(int(trial.place_asked), 0)))
        possible = [int(moves.placed_nobles(move)) for move in legal_noble_placings(trial)]
        if int(moves.placed_nobles(ply)) not in possible:
            raise illegal_move(position, text, _so_many_nobles(int(trial.place_asked), possible))
        plies.append(ply)
        trial.play(ply)
    return plies


def _so_many_nobles(place: int, possible: list[int]) -> Message:
    return Message(
        _("Of those on {place} from {fewest} to {most} are nobles: say how many."),
        {"place": names.place(PLACE_NAMES[place]), "fewest": min(possible), "most": max(possible)},
    )


def _who_is_noble(position: State) -> Message:
    example = steps_text(suggested_steps(position))
    return Message(_("Say who of them are nobles, as here: {example}."), {"example": example})


# --- payment ----------------------------------------------------------------------------------------------------------


def building_plies(position: State, text: str, plies: Sequence[int]) -> list[int]:
    """A building with its payment at the black market; a payment without a choice need not be named."""
    build, payments = plies[0], list(plies[1:])
    trial = state_copy(position)
    _check_one_good(position, text, payments)
    if not payments or build not in trial.legal_moves():
        return list(plies)
    trial.play(build)
    if trial.stage != STAGE_BLACK_MARKET:
        reason = Message(_("Your doubloons pay for it: the black market takes nothing."))
        raise illegal_move(position, text, reason)
    return [build, *payment_plies(trial, text, payments)]


def payment_plies(position: State, text: str, payments: Sequence[int]) -> list[int]:
    """The payments named, or the only whole payment that contains them. `position` is at the black market."""
    if _can_follow(position, payments):
        return list(payments)
    _check_one_good(position, text, payments)
    if len(payments) > position.owed:
        forms = ngettext_noop(
            "Only {count} doubloon is missing: the black market takes no more.",
            "Only {count} doubloons are missing: the black market takes no more.",
        )
        raise illegal_move(position, text, count_message(forms, int(position.owed)))
    if len(set(payments)) < len(payments):
        reason = Message(_("Only different things can be returned: one colonist, one good, one VP."))
        raise illegal_move(position, text, reason)
    whole = [plies for plies in _all_payments(position) if set(payments) <= set(plies)]
    if len(whole) == 1:
        return whole[0]
    if whole:
        forms = ngettext_noop(
            "Say all that is returned: {count} thing.", "Say all that is returned: {count} different things."
        )
        raise illegal_move(position, text, count_message(forms, int(position.owed)))
    return list(payments)


def _check_one_good(position: State, text: str, payments: Sequence[int]) -> None:
    """Raises IllegalMove for two goods. It comes first: the line is wrong even if the building is too dear anyway."""
    if sum(moves.PAY_GOOD <= ply < moves.PAY_VP for ply in payments) > 1:
        raise illegal_move(
            position, text, Message(_("Only one good can be returned, besides one colonist and one VP."))
        )


def _can_follow(position: State, plies: Sequence[int]) -> bool:
    trial = state_copy(position)
    for ply in plies:
        if trial.stage != STAGE_BLACK_MARKET or ply not in trial.legal_moves():
            return False
        trial.play(ply)
    return True


def _all_payments(position: State) -> Iterator[list[int]]:
    for move in position.legal_moves():
        trial = state_copy(position)
        trial.play(move)
        if trial.stage == STAGE_BLACK_MARKET:
            yield from ([int(move), *rest] for rest in _all_payments(trial))
        else:
            yield [int(move)]


# --- goods ------------------------------------------------------------------------------------------------------------


def storing_plies(position: State, text: str, named: Sequence[int]) -> list[int]:
    """The plies of a whole storing; what is without a choice need not be named."""
    seat, rest = position.actor, list(named)
    plies: list[int] = []
    trial = state_copy(position)
    while trial.stage == STAGE_STORING and trial.actor == seat:
        only = trial.forced_move()
        # If single barrels are named, all of them must be: how many of a kind are kept is a choice.
        follows = only != NO_MOVE and not (moves.is_keeping(only) and any(moves.is_keeping(move) for move in named))
        if rest and (rest[0] in trial.legal_moves() or not follows):
            ply = rest.pop(0)
        elif follows:
            ply = int(only)
        else:
            raise illegal_move(position, text, Message(_("More can be stored: say all of it in one line.")))
        plies.append(ply)
        if ply not in trial.legal_moves():
            return plies
        trial.play(ply)
    return [*plies, *rest]


def cargo_plies(position: State, text: str, steps: Sequence[Step]) -> list[int]:
    """The small wharf with all that goes on it; goods not named stay. If none is named, the goods are asked next."""
    plies = [] if position.stage == STAGE_SMALL_WHARF else [moves.BY_SMALL_WHARF]
    named = {GOOD_NAMES.index(step.noun): step.count for step in steps if step.noun}
    if not named:
        return plies or [moves.BY_SMALL_WHARF]
    trial = state_copy(position)
    if plies:
        if moves.BY_SMALL_WHARF not in trial.legal_moves():
            return plies
        trial.play(moves.BY_SMALL_WHARF)
    for good, barrels in named.items():
        owned = int(position.barrels_of(position.actor, good))
        if barrels > owned:
            reason = Message(_("You have only {goods}."), {"goods": names.amount(GOOD_NAMES[good], owned)})
            raise illegal_move(position, text, reason)
    seat = trial.actor
    while trial.stage == STAGE_SMALL_WHARF and trial.actor == seat:
        ply = int(moves.cargo_move(trial.cargo_good, named.get(int(trial.cargo_good), 0)))
        plies.append(ply)
        if ply not in trial.legal_moves():
            return plies
        trial.play(ply)
    return plies
