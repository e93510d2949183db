"""The councillor: everybody draws cards and keeps one (docs/rules §2 Councillor).

Nobody sees what others draw and keep. So all can decide at the same time, if the draw pile has cards for everybody:
then all draw at once, from the top in turn order, the same cards as one after the other (docs/rules §5 Councillor).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.sanjuan.components import ARCHIVE, CARD_NAMES, KINDS, NO_CARD, PREFECTURE
from games.engine.sanjuan.moves import DISCARD, KEEP
from games.engine.sanjuan.ordered_choice import choice_moves, discard_chosen
from games.engine.sanjuan.position import State
from games.engine.sanjuan.stages import STAGE_ARCHIVE, STAGE_COUNCILLOR, STAGE_SEAT_DONE

CARDS_DRAWN: Final = 2
PRIVILEGE_CARDS: Final = 3
"""How many more cards the councillor draws; with the library twice as many."""


def draw_count(state: State, seat: i64) -> i64:
    """Cards that the seat draws in this phase."""
    return CARDS_DRAWN + PRIVILEGE_CARDS * state.privilege_count(seat)


def keep_count(state: State, seat: i64) -> i64:
    """How many of the cards the seat keeps (docs/rules §3 Prefecture)."""
    if state.owns(seat, PREFECTURE):
        return 2
    return 1


def begin(state: State) -> None:
    """All draw at once if the draw pile lasts for all."""
    needed: i64 = 0
    for seat in range(state.seats):
        needed += draw_count(state, seat)
    if needed > state.draw_pile_count:
        return
    state.all_drew = 1
    drawer = state.picker
    for _turn in range(state.seats):
        _draw_for(state, drawer)
        drawer = state.next_seat(drawer)


def ask(state: State, seat: i64) -> bool:
    """Whether the seat has to choose: not if it may keep all that it drew."""
    if not state.all_drew:
        _draw_for(state, seat)
    if state.cards_to_choose[seat] == 0:
        return False
    state.stage = STAGE_ARCHIVE if state.owns(seat, ARCHIVE) else STAGE_COUNCILLOR
    state.actor = seat
    state.smallest_card = 0
    return True


def _draw_for(state: State, seat: i64) -> None:
    """Draw for the seat: into the hand if it may keep all cards, or has an archive; else beside the hand."""
    kept = keep_count(state, seat)
    if state.owns(seat, ARCHIVE):
        drawn = state.draw_to_hand(seat, draw_count(state, seat), "councillor")
        state.cards_to_choose[seat] = drawn - kept if drawn > kept else 0
        return
    cards = draw_count(state, seat)
    if cards <= kept or state.cards_to_draw() <= kept:
        state.draw_to_hand(seat, cards, "councillor")
        return
    names: list[str] = []
    number: i64 = 0
    for _card in range(cards):
        card = state.draw_card()
        if card == NO_CARD:
            break
        state.drawn[seat * KINDS + card] += 1
        number += 1
        if state.listener is not None:
            names.append(CARD_NAMES[card])
    state.drawn_count[seat] = number
    state.cards_to_choose[seat] = kept
    state.revealed += 1
    if state.listener is not None:
        state.emit("draws", seat, {"by": "councillor", "cards": int(number)})
        state.emit("looks_at", seat, {"cards": names}, seat)


def legal_keeps(state: State) -> vec[i64]:
    seat = state.actor
    return choice_moves(state.drawn, seat, state.smallest_card, state.cards_to_choose[seat], KEEP)


def play_keep(state: State, move: i64) -> None:
    """One of the drawn cards goes into the hand; after the last one to keep the others are discarded."""
    kind: i64
    seat = state.actor
    kept = move - KEEP
    state.drawn[seat * KINDS + kept] -= 1
    state.drawn_count[seat] -= 1
    state.hands[seat * KINDS + kept] += 1
    state.hand_count[seat] += 1
    state.cards_to_choose[seat] -= 1
    state.smallest_card = kept
    if state.listener is not None:
        state.emit("keeps", seat, {"card": CARD_NAMES[kept]}, seat)
    if state.cards_to_choose[seat]:
        return
    dropped = state.drawn_count[seat]
    for kind in range(KINDS):
        for _card in range(state.drawn[seat * KINDS + kind]):
            state.discard_unseen(kind)
            state.seen_discards[seat * KINDS + kind] += 1
        state.drawn[seat * KINDS + kind] = 0
    state.drawn_count[seat] = 0
    state.smallest_card = 0
    if state.listener is not None:
        state.emit("puts_back", seat, {"cards": int(dropped)})
    state.stage = STAGE_SEAT_DONE


def play_discard(state: State, move: i64) -> None:
    """One of the cards of the hand that are discarded (docs/rules §3 Archive)."""
    if discard_chosen(state, state.actor, move - DISCARD):
        state.stage = STAGE_SEAT_DONE
