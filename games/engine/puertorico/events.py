"""All events that play() emits, in the order in which things happen.

One row per kind: the fields of its data. Fields that only some events of a kind have are in SOMETIMES. Words in data
are the canonical terms (components.py); a mapping leaves out what is zero. Everybody sees what a seat gains or draws,
only totals of victory points are hidden (docs/rules §9 `open_vp`). So all events are for everybody, except `looks_at`.
The event's seat is who acts or receives, NOBODY where it says "nobody".
"""

from __future__ import annotations

from typing import Final

from games.engine.puertorico.building_texts import BUILDING_TEXTS, INCOME

EVENTS_OF_BASE: Final[dict[str, tuple[str, ...]]] = {
    # picks a role card and takes the doubloons lying on it
    "picks": ("role", "doubloons"),
    # the prospector's doubloon
    "prospects": ("doubloons",),
    # declines; stage: what the seat was asked ("settler", "hospice", "mayor", "builder", "university", "craftsman",
    # "trader", "captain", with the expansions "guests", "hunting lodge" too)
    "passes": ("stage",),
    # the hacienda's face-down tile, placed at once
    "draws": ("tile",),
    # a face-up plantation or a quarry
    "takes": ("tile",),
    # one more colonist; by: "mayor" (the privilege), "hospice", "university", "villa"; place: where the colonist goes
    # ("San Juan" or a place); source: "supply" or "ship"
    "gets_colonist": ("by", "place", "source"),
    # nobody; the face-down stack was empty: the discards are its new tiles
    "shuffles": ("tiles",),
    # nobody; the clean-up of the settler phase: plantations thrown away and laid out, by kind; the first ones after a
    # draft too
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
    # ships by the seat's own wharf
    "wharf": ("good", "barrels", "vp"),
    # what the seat keeps and gives back: whole kinds in warehouses, the single barrel's kind (None: none), barrels by
    # good
    "stores": ("whole", "single", "discarded"),
    # nobody; a full ship goes to the supply
    "ship_emptied": ("ship", "good", "barrels"),
    # who brought it about, or nobody; condition: "city", "colonists", "victory points", "buildings"
    "end_triggered": ("condition",),
    # nobody; the round is over: doubloons put on the cards not picked, by role
    "round_ends": ("round", "doubloons"),
    # the new governor
    "governor": (),
    # nobody; totals and ranks by seat
    "game_over": ("scores", "ranks"),
}

EVENTS_OF_EXPANSIONS: Final[dict[str, tuple[str, ...]]] = {
    # the draft's choice
    "chooses": ("building",),
    # for the owner of hacienda and forest house only: the tile that the owner has drawn and not placed yet
    "looks_at": ("tile",),
    # that tile is placed as a forest: nobody else knows what it was
    "draws_forest": (),
    # a face-up plantation placed as a forest
    "takes_forest": ("tile",),
    # the hunting lodge's plantation, or its forest by what it was
    "discards": ("tile",),
    "discards_forest": ("tile",),
    # one from the colonist ship, by choice
    "takes_aboard": ("noble",),
    # one of the things that the black market gets; place: where the colonist or noble was
    "pays_colonist": ("place", "noble"),
    "pays_good": ("good",),
    "pays_vp": (),
    # somebody from the guesthouse moves to another place
    "guest_moves": ("place", "noble"),
    # the chapel's income: of a colonist doubloons, of a noble victory points
    "chapel": (),
    "sells_at_post": ("good", "doubloons"),
    # the land office, a doubloon each time
    "buys_land": ("tile",),
    "buys_forest": ("tile",),
    "sells_land": ("tile",),
    # a barrel for the royal supplier
    "supplies": ("good", "vp"),
    # barrels by good; vp: all that this loading earns
    "small_wharf": ("goods", "vp"),
}

EVENTS_OF_INCOME: Final[dict[str, tuple[str, ...]]] = {
    kind: (*(["good"] if texts.for_good else []), texts.pays)
    for kind, texts in ((kind, BUILDING_TEXTS[building]) for kind, building in INCOME.items())
}
"""What buildings pay their owners, and nothing else is to be said of it."""

EVENTS: Final = {**EVENTS_OF_BASE, **EVENTS_OF_EXPANSIONS, **EVENTS_OF_INCOME}

SOMETIMES: Final[dict[str, tuple[str, ...]]] = {
    # more: the seat has taken a part of what this stage offers, and declines the rest
    "passes": ("more",),
    # noble: true if it is no colonist
    "gets_colonist": ("noble",),
    # nobles by place, San Juan included
    "places": ("nobles",),
    # nobles aboard besides the colonists
    "colonist_ship": ("nobles",),
    # how much of the price the black market made up for
    "builds": ("black_market",),
    "chapel": ("vp", "doubloons"),
    # single barrels by good, where a storehouse keeps several
    "stores": ("singles",),
}
"""Fields that an event of the kind has only where there is something to say."""
