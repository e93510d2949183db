"""The prospector: the picker draws a card; then the gold mines (docs/rules §2 Prospector, §3 Gold mine)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from games.engine.sanjuan.components import CARD_NAMES, COPIES, COST, GOLD_MINE, GOLD_MINE_CARDS, KINDS, NO_CARD
from games.engine.sanjuan.moves import PASS, TAKE, USE_GOLD_MINE
from games.engine.sanjuan.position import State
from games.engine.sanjuan.stages import STAGE_GOLD_MINE, STAGE_SEAT_DONE, STAGE_STRIKE


def begin(state: State) -> None:
    state.draw_to_hand(state.picker, state.privilege_count(state.picker), "prospector")


def ask(state: State, seat: i64) -> bool:
    """Whether the seat has a gold mine, and cards to turn up."""
    if not state.owns(seat, GOLD_MINE) or state.cards_to_draw() < GOLD_MINE_CARDS:
        return False
    state.stage = STAGE_GOLD_MINE
    state.actor = seat
    return True


def legal_uses() -> vec[i64]:
    return vec[i64]([PASS, USE_GOLD_MINE])


def play_use(state: State, move: i64) -> None:
    seat = state.actor
    state.stage = STAGE_SEAT_DONE
    if move == PASS:
        if state.listener is not None:
            state.emit("passes", seat, {"stage": "gold mine"})
        return
    for place in range(GOLD_MINE_CARDS):
        state.turned_up[place] = state.draw_card()
    state.revealed += 1
    strikes = all_costs_differ(state.turned_up)
    if state.listener is not None:
        cards = [CARD_NAMES[state.turned_up[place]] for place in range(GOLD_MINE_CARDS)]
        state.emit("turns_up", seat, {"cards": cards, "strikes": strikes})
    if strikes:
        state.stage = STAGE_STRIKE
    else:
        clear(state)


def all_costs_differ(cards: vec[i64]) -> bool:
    for place in range(GOLD_MINE_CARDS):
        for other in range(place):
            if COST[cards[place]] == COST[cards[other]]:
                return False
    return True


def legal_takes(state: State) -> vec[i64]:
    kind: i64
    moves = vec[i64](capacity=GOLD_MINE_CARDS)
    for kind in range(KINDS):
        for place in range(GOLD_MINE_CARDS):
            if state.turned_up[place] == kind:
                moves = append(moves, TAKE + kind)
    return moves


def play_take(state: State, move: i64) -> None:
    """Take one card into the hand, which everybody sees."""
    seat = state.actor
    kind = move - TAKE
    for place in range(GOLD_MINE_CARDS):
        if state.turned_up[place] == kind:
            state.turned_up[place] = NO_CARD
    state.hands[seat * KINDS + kind] += 1
    state.hand_count[seat] += 1
    state.shown_cards[seat * KINDS + kind] += 1
    if state.listener is not None:
        state.emit("takes", seat, {"card": CARD_NAMES[kind]})
    clear(state)
    state.stage = STAGE_SEAT_DONE


def clear(state: State) -> None:
    """Discard the cards that lie turned up."""
    for place in range(GOLD_MINE_CARDS):
        if state.turned_up[place] != NO_CARD:
            state.discard_openly(state.turned_up[place])
            state.turned_up[place] = NO_CARD


# --- what can be planned ---


def make_up_strike(state: State) -> bool:
    """Turn up four cards of different costs, wherever they lie in the piles. Returns whether there are so many.

    For a copy in which the piles are dealt anew: it serves to read what the actor plans to take.
    """
    state.stage = STAGE_STRIKE
    found = _turn_up_new_costs(state, 0)
    if found < GOLD_MINE_CARDS:
        state.shuffle_discards()
        found = _turn_up_new_costs(state, found)
    return found == GOLD_MINE_CARDS


def _turn_up_new_costs(state: State, found: i64) -> i64:
    """Turn up cards of the draw pile whose costs do not lie there yet, after the first `found`. Returns how many lie
    there then."""
    place = state.draw_pile_count - 1
    while place >= 0 and found < GOLD_MINE_CARDS:
        card = state.draw_pile[place]
        if _is_new_cost(state, card, found):
            state.turned_up[found] = card
            found += 1
            state.draw_pile_count -= 1
            state.draw_pile[place] = state.draw_pile[state.draw_pile_count]
            state.draw_pile[state.draw_pile_count] = NO_CARD
        place -= 1
    return found


def _is_new_cost(state: State, card: i64, found: i64) -> bool:
    """Whether none of the first cards turned up has the cost of this one."""
    return all(COST[state.turned_up[place]] != COST[card] for place in range(found))


def can_turn_up(state: State, kind: i64) -> bool:
    """Whether a gold mine of the actor could turn up this card, for all that the actor knows.

    It cannot if all lie in its hand, under its chapel, on the table, or in hands where everybody knows them to be.
    """
    elsewhere = (
        state.covered[kind] + state.hands[state.actor * KINDS + kind] + state.chapels[state.actor * KINDS + kind]
    )
    for seat in range(state.seats):
        elsewhere += state.owned_count[seat * KINDS + kind]
        if seat != state.actor:
            elsewhere += state.shown_cards[seat * KINDS + kind]
    return elsewhere < COPIES[kind]
