"""All events that play() emits, in the order in which things happen.

One row per kind: the fields of its data. Fields that only some events of a kind have are in SOMETIMES. Words in data
are the canonical terms (components.py); a mapping leaves out what is zero. The event's seat is who acts or receives,
NOBODY where it says "nobody". Only the owner may know what goes face down (PRIVATE; docs/rules §1, §2).
"""

from __future__ import annotations

from typing import Final

EVENTS: Final[dict[str, tuple[str, ...]]] = {
    # cards drawn into the hand, or beside it to choose among; by: "deal", "councillor", "prospector", "trader", "well",
    # "carpenter", "poor house"
    "draws": ("by", "cards"),
    # which they are, in a list
    "gets": ("by", "cards"),
    # which they are, of the councillor's draw
    "looks_at": ("cards",),
    # picks a role card
    "picks": ("role",),
    # declines; stage: what the seat was asked ("builder", "producer", "trader", "gold mine"; "chapel" for its owner
    # only)
    "passes": ("stage",),
    # price: cards and goods to be paid
    "builds": ("building", "price"),
    # the black market's good
    "pays_good": ("good",),
    "pays": ("card",),
    # goods by kind, possibly none
    "produces": ("goods",),
    # the trader turns the price tile: cards for indigo, sugar, tobacco, coffee, silver
    "turns_tile": ("prices",),
    # cards: its price
    "sells": ("good", "cards"),
    # one of the councillor's draw
    "keeps": ("card",),
    # how many of them go to the discards
    "puts_back": ("cards",),
    # out of the hand: first hand, archive, hand limit
    "discards": ("card",),
    # has discarded down to the hand limit; cards: in the hand now
    "keeps_the_limit": ("cards",),
    # under the chapel
    "tucks": ("card",),
    # the gold mine's four cards, and whether all their costs differ
    "turns_up": ("cards", "strikes"),
    # one of them into the hand
    "takes": ("card",),
    # nobody; the discards become a new draw pile
    "shuffles": (),
    # nobody
    "round_ends": ("round",),
    # the new governor
    "governor": (),
    # nobody; totals and ranks by seat
    "game_over": ("scores", "ranks"),
}

SOMETIMES: Final[dict[str, tuple[str, ...]]] = {
    # library: true while it doubles the privilege
    "picks": ("library",),
    # over: the building that it covers; lost: the good that lay on that
    "builds": ("over", "lost"),
}
"""Fields that an event of the kind has only where there is something to say."""

PRIVATE: Final = frozenset({"gets", "looks_at", "pays", "keeps", "discards", "tucks"})
"""Kinds that only their own seat may know; the same holds for passing at the chapel."""
