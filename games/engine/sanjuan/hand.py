"""Cards as people see them: a list, ascending by kind, with equal cards one by one; and which cards to suggest.

The index in this list is a card's number in lines of notation ("discard 2, 5", from 1) and in the targets of offers
("hand:1", from 0).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.sanjuan.components import COST, FIRST_VIOLET, KINDS, NO_CARD
from games.engine.sanjuan.position import State


def hand_cards(position: State, seat: int) -> list[int]:
    """The kinds of the cards in a hand."""
    return _cards_listed(position.hands, seat)


def drawn_cards(position: State, seat: int) -> list[int]:
    """The kinds of the cards that a seat has drawn in the councillor phase and has to choose from."""
    return _cards_listed(position.drawn, seat)


def turned_up_cards(position: State) -> list[int]:
    """The kinds of the cards that a gold mine has turned up."""
    return sorted(int(kind) for kind in position.turned_up if kind != NO_CARD)


def _cards_listed(cards: vec[i64], seat: int) -> list[int]:
    return [kind for kind in range(KINDS) for _card in range(int(cards[seat * KINDS + kind]))]


def least_valuable(
    position: State, seat: int, cards: Sequence[int], count: int, also: Collection[int] = ()
) -> list[int]:
    """The indexes of the `count` cards that are least valuable for the seat, as a suggestion.

    First violet cards that it cannot build, because it owns one or holds another one; then the cheapest, production
    buildings before violet ones. also: kinds that the seat will own besides.
    """

    def worth(place: int) -> tuple[bool, int, bool]:
        kind = cards[place]
        violet = kind >= FIRST_VIOLET
        of_no_use = violet and (position.owns(seat, kind) or kind in also or kind in cards[:place])
        return (not of_no_use, int(COST[kind]), violet)

    return sorted(sorted(range(len(cards)), key=worth)[:count])


def most_valuable(position: State, seat: int, cards: Sequence[int], count: int) -> list[int]:
    """The indexes of the `count` cards that are most valuable for the seat, as a suggestion."""
    rest = set(least_valuable(position, seat, cards, len(cards) - count))
    return [place for place in range(len(cards)) if place not in rest]
