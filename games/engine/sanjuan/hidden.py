"""Deals anew everything that a seat cannot know, for Position.resample (docs/rules §5)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from games.engine.contract import NOBODY
from games.engine.sanjuan.components import CARDS, KINDS, MAX_BUILDINGS, NO_CARD, TILES
from games.engine.sanjuan.position import State
from games.engine.sanjuan.stages import (
    STAGE_OVER,
)


def resample_hidden(state: State, knower: i64) -> None:
    """Shuffle all cards that the seat has not seen, and deal them to the same places.

    The knower's hand, draws and chapel stay, also what it knows of the discards and of others' hands, and price tiles
    that have lain open; after the end of the game all chapels, which are open then. The number of cards in each place
    stays: whoever watches the sizes of the hands can even count what goes under a chapel.
    """
    hidden = _collect_hidden(state, knower)
    state.random.shuffle(hidden, 0, len(hidden))
    next_card: i64 = 0
    for seat in range(state.seats):
        first = seat * MAX_BUILDINGS
        for slot in range(first, first + MAX_BUILDINGS):
            if state.good_card[slot] != NO_CARD:
                state.good_card[slot] = hidden[next_card]
                next_card += 1
        if seat != knower:
            next_card = _deal_row(state.hands, seat, state.hand_count[seat], hidden, next_card)
            next_card = _deal_row(state.drawn, seat, state.drawn_count[seat], hidden, next_card)
            next_card = _deal_row(state.chapels, seat, state.chapel_count[seat], hidden, next_card)
    next_card = _deal_row(state.discards, 0, state.discard_count, hidden, next_card)
    for place in range(state.draw_pile_count):
        state.draw_pile[place] = hidden[next_card]
        next_card += 1
    _forget_what_others_know(state, knower)
    _shuffle_unseen_tiles(state)
    if state.actor != knower and state.actor != NOBODY:
        _forget_what_was_named(state)


def _collect_hidden(state: State, knower: i64) -> vec[i64]:
    """Collect the cards that are hidden from the seat. Only goods keep their cards on the table, as placeholders.

    The cards are sorted, so that the new deal does not depend on anything that the seat cannot see.
    """
    kind: i64
    counts = vec[i64]([0] * KINDS)
    for place in range(state.draw_pile_count):
        counts[state.draw_pile[place]] += 1
    for seat in range(state.seats):
        first = seat * MAX_BUILDINGS
        for slot in range(first, first + MAX_BUILDINGS):
            if state.good_card[slot] != NO_CARD:
                counts[state.good_card[slot]] += 1
        if seat == knower:
            continue
        base = seat * KINDS
        for kind in range(KINDS):
            index = base + kind
            counts[kind] += state.hands[index] - state.shown_cards[index] + state.drawn[index]
            if state.stage != STAGE_OVER:
                counts[kind] += state.chapels[index]
                state.chapels[index] = 0
            state.hands[index] = state.shown_cards[index]
            state.drawn[index] = 0
    base = knower * KINDS
    hidden = vec[i64](capacity=CARDS)
    for kind in range(KINDS):
        counts[kind] += state.discards[kind] - state.seen_discards[base + kind]
        state.discards[kind] = state.seen_discards[base + kind]
        for _card in range(counts[kind]):
            hidden = append(hidden, kind)
    return hidden


def _deal_row(table: vec[i64], seat: i64, count: i64, hidden: vec[i64], next_card: i64) -> i64:
    """Deal cards into a seat's row of a table until it has `count` cards. Returns the index of the next card."""
    base = seat * KINDS
    for index in range(base, base + KINDS):
        count -= table[index]
    for _card in range(count):
        table[base + hidden[next_card]] += 1
        next_card += 1
    return next_card


def _forget_what_others_know(state: State, knower: i64) -> None:
    """The seat knows of others' knowledge of the discards only what it saw itself."""
    kind: i64
    for seat in range(state.seats):
        for kind in range(KINDS):
            known = state.seen_discards[knower * KINDS + kind]
            if state.seen_discards[seat * KINDS + kind] > known:
                state.seen_discards[seat * KINDS + kind] = known


def _shuffle_unseen_tiles(state: State) -> None:
    """The tiles are sorted first, as the cards are."""
    tiles = state.price_tiles
    for place in range(state.tiles_seen, i64(TILES)):
        for later in range(place + 1, i64(TILES)):
            if tiles[later] < tiles[place]:
                least = tiles[later]
                tiles[later] = tiles[place]
                tiles[place] = least
    state.random.shuffle(tiles, state.tiles_seen, TILES)


def _forget_what_was_named(state: State) -> None:
    """Another seat that is naming hidden cards may continue with any kind, because those named are hidden too."""
    state.smallest_card = 0
