"""Everything that play() tells a listener, in the order in which it happens.

One row per kind: the fields of its data. Words in data are the canonical terms (components.py); a mapping leaves out
what is zero. Every event of this game is for everybody: what a seat gains or draws is seen by all, only the totals of
victory points are hidden (docs/rules §9 `open_vp`). The seat is who acts or receives, NOBODY where it says "nobody".
"""

from __future__ import annotations

from typing import Final

EVENTS: Final[dict[str, tuple[str, ...]]] = {
    # picks a role card and takes the doubloons lying on it
    "picks": ("role", "doubloons"),
    # the prospector's doubloon
    "prospects": ("doubloons",),
    # declines; stage: what he was asked ("settler", "hospice", "mayor", "builder", "university", "craftsman",
    # "trader", "captain")
    "passes": ("stage",),
    # the hacienda's face-down tile, placed at once
    "draws": ("tile",),
    # a face-up plantation or a quarry
    "takes": ("tile",),
    # one more colonist; by: "mayor" (the privilege), "hospice", "university"; place: where he goes ("San Juan" or a
    # place); source: "supply" or "ship"
    "gets_colonist": ("by", "place", "source"),
    # nobody; the face-down stack was empty: the discards are its new tiles
    "shuffles": ("tiles",),
    # nobody; the clean-up of the settler phase: plantations thrown away and laid out, by kind
    "plantations": ("discarded", "drawn"),
    # nobody; the ship's colonists, by seat
    "colonists_arrive": ("counts",),
    # a seat's whole placement: colonists by place, and left in San Juan
    "places": ("places", "san_juan"),
    # nobody; the ship refilled; required: what should be on it
    "colonist_ship": ("colonists", "required"),
    "builds": ("building", "price"),
    # barrels by good, possibly none
    "produces": ("goods",),
    # the factory's income; kinds: how many kinds were produced
    "factory": ("kinds", "doubloons"),
    # the craftsman's privilege
    "extra": ("good",),
    "sells": ("good", "doubloons"),
    # nobody; the full trading house goes to the supply: barrels by good
    "house_emptied": ("goods",),
    # loads a cargo ship, named by its size; vp: all that this loading earns
    "ships": ("good", "barrels", "ship", "vp"),
    # ships with his own wharf
    "wharf": ("good", "barrels", "vp"),
    # what he keeps and gives back: whole kinds in warehouses and the single barrel's kind (None: none), barrels by good
    "stores": ("whole", "single", "discarded"),
    # nobody; a full ship goes to the supply
    "ship_emptied": ("ship", "good", "barrels"),
    # who brought it about, or nobody; condition: "city", "colonists", "victory points"
    "end_triggered": ("condition",),
    # nobody; the round is over: doubloons put on the cards not picked, by role
    "round_ends": ("round", "doubloons"),
    # the new governor
    "governor": (),
    # nobody; totals and ranks by seat
    "game_over": ("scores", "ranks"),
}
