"""The questions that a seat may still be asked in the present phase (Position.foreseen), one function per role.

The first is the seat's question as everything lies open now. The others serve to read what the seat plans: they come
from its own answers to the first, and from what other seats can change: ships fill up, colonists run out.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.contract import NO_MOVE, Position
from games.engine.puertorico import builder, captain, newcomers, settler, trader, villas
from games.engine.puertorico.components import (
    BUILDER_CARD,
    CAPTAIN_CARD,
    GOODS,
    HUNTING_LODGE,
    MAYOR_CARD,
    SETTLER_CARD,
    SHIPS,
    TRADER_CARD,
)
from games.engine.puertorico.moves import PASS, TAKE_COLONIST, is_guest
from games.engine.puertorico.position import State
from games.engine.puertorico.stages import (
    STAGE_COLONISTS,
    STAGE_GUESTS,
    STAGE_HOSPICE,
    STAGE_MAYOR,
    STAGE_NOBLES,
    STAGE_OVER,
    STAGE_SETTLER,
    STAGE_SHIP,
    STAGE_SMALL_WHARF,
    STAGE_STORING,
    STAGE_UNIVERSITY,
)

MAX_QUESTIONS: Final = 64
"""More are not looked for: a seat with guests and many buildings can bring about very many."""


def foreseen(position: State, seat: i64, villas_follow: bool) -> list[Position]:
    """See Position.foreseen. villas_follow: whether guests may move to villas at the end of the phase."""
    if position.stage == STAGE_OVER:
        return []
    questions = Questions(position, seat)
    if seat == position.actor:
        questions.add(position)
    if not position.at_phase_end:
        _add_by_role(questions, position, seat)
    if questions.found and villas_follow and not position.at_phase_end and villas.is_asked(position, seat):
        villa = state_copy(position)
        villa.at_phase_end = 1
        villa.actor = seat
        villa.stage = STAGE_GUESTS
        questions.add(villa)
    return questions.positions()


def state_copy(position: Position) -> State:
    twin = position.copy()
    assert isinstance(twin, State)
    return twin


class Questions:
    """The questions found so far, in order: of those that allow the same answers only the first."""

    def __init__(self, position: State, seat: i64) -> None:
        self.position = position
        self.seat = seat
        self.found: list[State] = []
        self.known: set[tuple[int, ...]] = set()

    def positions(self) -> list[Position]:
        return [*self.found]

    def add(self, question: State) -> None:
        """Add a question, and those that the seat's own answers to it bring before anybody else decides."""
        first = len(self.found)
        self._add_one(question)
        while first < len(self.found) < MAX_QUESTIONS:
            asked = self.found[first]
            for move in asked.legal_moves():
                if leads_on(asked, move):
                    after = state_copy(asked)
                    after.play(move)
                    self._add_one(after)
            first += 1

    def _add_one(self, question: State) -> None:
        if question.actor != self.seat or question.phase_number != self.position.phase_number:
            return
        mark = distinction(question)
        if mark not in self.known:
            self.known.add(mark)
            self.found.append(state_copy(question))


def leads_on(question: State, move: i64) -> bool:
    """Whether a ply is a whole answer, not the beginning of one that people give in a line."""
    stage = question.stage
    if stage in (STAGE_COLONISTS, STAGE_NOBLES, STAGE_SMALL_WHARF):
        return False
    return stage != STAGE_STORING or is_guest(move)


def distinction(question: State) -> tuple[int, ...]:
    """What tells questions apart for those who plan: kind, answers, and people who can be placed."""
    moves: list[int] = [int(move) for move in question.legal_moves()]
    people: list[int] = [0, 0]
    if question.stage == STAGE_COLONISTS or question.stage == STAGE_NOBLES:
        people[0] = int(question.colonist_count[question.actor])
        if question.nobles_on:
            people[1] = int(question.noble_count[question.actor])
    return (int(question.stage), int(question.second_tile), int(question.traded), *people, *moves)


def _add_by_role(questions: Questions, position: State, seat: i64) -> None:
    role = position.role
    if role == SETTLER_CARD:
        _add_of_settler(questions, position, seat)
    elif role == MAYOR_CARD:
        _add_of_mayor(questions, position, seat)
    elif role == BUILDER_CARD:
        _add_of_builder(questions, position, seat)
    elif role == TRADER_CARD:
        sale = state_copy(position)
        if seat != position.actor and trader.foresee_turn(sale, seat):
            questions.add(sale)
    elif role == CAPTAIN_CARD:
        _add_of_captain(questions, position, seat)


# --- settler ----------------------------------------------------------------------------------------------------------


def _add_of_settler(questions: Questions, position: State, seat: i64) -> None:
    """The first tile, the hospice, the library's second tile, the hunting lodge."""
    tile = state_copy(position)
    if seat != position.actor and settler.foresee_turn(tile, seat):
        questions.add(tile)
    _add_with_empty_supply(questions)
    second = state_copy(position)
    if seat == position.picker and settler.foresee_second_tile(second):
        questions.add(second)
    if position.nobles_on and position.works(seat, HUNTING_LODGE):
        _add_discards(questions, position, seat)


def _add_discards(questions: Questions, position: State, seat: i64) -> None:
    """What the hunting lodge may discard: also what its owner takes in this phase."""
    lodge = state_copy(position)
    if settler.foresee_discard(lodge, seat):
        questions.add(lodge)
    for question in questions.found[:]:
        if question.stage == STAGE_SETTLER:
            for move in question.legal_moves():
                after = state_copy(question)
                after.play(move)
                if after.phase_number == question.phase_number and settler.foresee_discard(after, seat):
                    questions.add(after)


def _add_with_empty_supply(questions: Questions) -> None:
    """Hospice and university may find no colonist in the supply any more, but a noble on the ship."""
    for question in questions.found[:]:
        later = state_copy(question)
        ship_too = later.stage == STAGE_UNIVERSITY or settler.hospice_takes_from_ship(later)
        if later.stage == STAGE_HOSPICE or later.stage == STAGE_UNIVERSITY:
            if newcomers.foresee_empty_supply(later, ship_too):
                questions.add(later)


# --- mayor ------------------------------------------------------------------------------------------------------------


def _add_of_mayor(questions: Questions, position: State, seat: i64) -> None:
    """The ship with a noble aboard, as if all before take colonists; the placement, unless it depends on others."""
    if position.stage != STAGE_MAYOR and position.stage != STAGE_SHIP:
        ahead = position.ahead(seat)
        if ahead is not None:
            questions.add(state_copy(ahead))
        return
    if seat != position.actor:
        questions.add(_choice_aboard(position, seat))
    placings = Questions(position, seat)
    everywhere = _add_placings(placings, position, seat)
    if questions.found or (everywhere and len(placings.found) == 1):
        for placing in placings.found:
            questions.add(placing)


def _choice_aboard(position: State, seat: i64) -> State:
    """What comes next for the seat if everybody before it takes no more than a colonist from the ship."""
    after = state_copy(position)
    if after.stage == STAGE_MAYOR:
        after.play(PASS)
    while after.stage == STAGE_SHIP and after.actor != seat:
        after.play(TAKE_COLONIST)
    return after if after.stage == STAGE_SHIP else position


def _add_placings(placings: Questions, position: State, seat: i64) -> bool:
    """Add the seat's placement for every way in which the colonists can be distributed. Returns whether it always has
    one to make."""
    if position.stage != STAGE_MAYOR and position.stage != STAGE_SHIP:
        ahead: Position | None = position
        if position.actor != seat:
            ahead = position.ahead(seat)
        if ahead is None or position.phase_number != placings.position.phase_number:
            return False
        placings.add(state_copy(ahead))
        return True
    always = True
    for move in position.legal_moves():
        after = state_copy(position)
        after.play(move)
        always = _add_placings(placings, after, seat) and always
    return always


# --- builder and captain ----------------------------------------------------------------------------------------------


def _add_of_builder(questions: Questions, position: State, seat: i64) -> None:
    """What to build, how to pay, the university; also with a colonist that a black market gives back."""
    turn = state_copy(position)
    if seat != position.actor and builder.foresee_turn(turn, seat):
        questions.add(turn)
    _add_with_empty_supply(questions)
    if questions.found and position.has_expansions and position.colonist_supply == 0:
        returned = state_copy(questions.found[0])
        returned.colonist_supply = 1
        questions.add(returned)


def _add_of_captain(questions: Questions, position: State, seat: i64) -> None:
    """What to load; the same with other ships than now, and when only wharfs are left; what to keep."""
    turn = state_copy(position)
    if seat != position.actor and captain.foresee_turn(turn, seat):
        if turn.forced_move() != NO_MOVE:
            # Options to load only get fewer: the seat is not asked before it stores.
            if captain.foresee_storing(_after_forced_loadings(turn, seat), seat):
                _add_storing(questions, position, seat)
            return
        questions.add(turn)
    if questions.found and position.stage != STAGE_STORING:
        _add_later_loadings(questions, position, seat)
    _add_storing(questions, position, seat)


def _after_forced_loadings(turn: State, seat: i64) -> State:
    """The seat has loaded all that it must, as long as nobody else loads."""
    loaded = turn
    while turn.forced_move() != NO_MOVE:
        loaded = state_copy(turn)
        captain.foresee_loading(loaded, turn.forced_move())
        turn = state_copy(loaded)
        if not captain.foresee_turn(turn, seat):
            break
    return loaded


def _add_storing(questions: Questions, position: State, seat: i64) -> None:
    """What to keep of the goods that the seat has now."""
    storing = state_copy(position)
    if captain.foresee_storing(storing, seat):
        questions.add(storing)
    if position.stage == STAGE_STORING:
        ahead = position.ahead(seat)
        if ahead is not None:
            questions.add(state_copy(ahead))


def _add_later_loadings(questions: Questions, position: State, seat: i64) -> None:
    good: i64
    ship: i64
    for good in range(GOODS):
        for ship in range(SHIPS[position.seats]):
            turn = state_copy(position)
            if captain.foresee_ship(turn, seat, good, ship):
                questions.add(turn)
    turn = state_copy(position)
    if captain.foresee_full_ships(turn, seat):
        questions.add(turn)
