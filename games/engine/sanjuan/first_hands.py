"""The first hands: four cards each, or by choice from more (docs/rules §1 deal_choice)."""

from __future__ import annotations

from mypy_extensions import i64

from games.engine.sanjuan.components import FIRST_HAND_CARDS, FIRST_HAND_CHOICE_CARDS
from games.engine.sanjuan.moves import DISCARD
from games.engine.sanjuan.ordered_choice import discard_chosen
from games.engine.sanjuan.position import State
from games.engine.sanjuan.stages import STAGE_DEAL, STAGE_SEAT_DONE


def deal_first_hands(state: State) -> None:
    """Deal from the governor on; with deal_choice five cards to the governor, to every next seat one more."""
    seat = state.governor
    for turn in range(state.seats):
        cards: i64 = FIRST_HAND_CHOICE_CARDS + turn if state.deal_choice else FIRST_HAND_CARDS
        state.draw_to_hand(seat, cards, "deal")
        state.cards_to_choose[seat] = cards - FIRST_HAND_CARDS
        seat = state.next_seat(seat)


def ask(state: State, seat: i64) -> bool:
    state.stage = STAGE_DEAL
    state.actor = seat
    state.smallest_card = 0
    return True


def play(state: State, move: i64) -> None:
    if discard_chosen(state, state.actor, move - DISCARD):
        state.stage = STAGE_SEAT_DONE
