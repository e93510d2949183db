"""The start of a round: a card under the chapel, then the hand limit (docs/rules §2 The round, §3 Chapel, Tower).

Each seat does both in one turn. By the rules all chapels come first, then all limits. The result is the same, because
nothing depends on what others do; so all can decide at the same time.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from games.engine.sanjuan.components import CARD_NAMES, CHAPEL, KINDS
from games.engine.sanjuan.moves import DISCARD, PASS, TUCK
from games.engine.sanjuan.ordered_choice import discard_chosen
from games.engine.sanjuan.position import State
from games.engine.sanjuan.stages import STAGE_CHAPEL, STAGE_LIMIT, STAGE_SEAT_DONE


def ask(state: State, seat: i64) -> bool:
    """Whether the seat may put a card under its chapel, or has too many cards."""
    state.actor = seat
    if state.owns(seat, CHAPEL) and state.hand_count[seat]:
        state.stage = STAGE_CHAPEL
        return True
    return _holds_too_many(state, seat)


def _holds_too_many(state: State, seat: i64) -> bool:
    surplus = state.hand_count[seat] - state.hand_limit(seat)
    if surplus <= 0:
        return False
    state.cards_to_choose[seat] = surplus
    state.smallest_card = 0
    state.stage = STAGE_LIMIT
    return True


def legal_tuckings(state: State) -> vec[i64]:
    kind: i64
    moves = vec[i64]([PASS], capacity=16)
    for kind in range(KINDS):
        if state.hands[state.actor * KINDS + kind]:
            moves = append(moves, TUCK + kind)
    return moves


def play_tucking(state: State, move: i64) -> None:
    """The number of cards under a chapel is secret too: others do not even learn whether a card was added."""
    seat = state.actor
    if move == PASS:
        if state.listener is not None:
            state.emit("passes", seat, {"stage": "chapel"}, seat)
    else:
        kind = move - TUCK
        state.remove_from_hand(seat, kind)
        state.chapels[seat * KINDS + kind] += 1
        state.chapel_count[seat] += 1
        if state.listener is not None:
            state.emit("tucks", seat, {"card": CARD_NAMES[kind]}, seat)
    if not _holds_too_many(state, seat):
        state.stage = STAGE_SEAT_DONE


def play_limit(state: State, move: i64) -> None:
    seat = state.actor
    if discard_chosen(state, seat, move - DISCARD):
        if state.listener is not None:
            state.emit("keeps_the_limit", seat, {"cards": int(state.hand_count[seat])})
        state.stage = STAGE_SEAT_DONE
