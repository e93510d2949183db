"""The stages: when they are in a game, and what is said where the seat to move is asked. One row for each.

stages.py numbers and names them. What is said by circumstances, questions.py says.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from games.engine.puertorico.components import BLACK_MARKET, FOREST_HOUSE, GUESTHOUSE, HUNTING_LODGE, SMALL_WHARF
from games.engine.puertorico.stages import (
    STAGE_BLACK_MARKET,
    STAGE_BUILDER,
    STAGE_CAPTAIN,
    STAGE_COLONISTS,
    STAGE_CRAFTSMAN,
    STAGE_DRAFT,
    STAGE_FOREST,
    STAGE_GUESTS,
    STAGE_HOSPICE,
    STAGE_HUNTING_LODGE,
    STAGE_MAYOR,
    STAGE_NAMES,
    STAGE_NOBLES,
    STAGE_OVER,
    STAGE_ROLE,
    STAGE_SETTLER,
    STAGE_SHIP,
    STAGE_SMALL_WHARF,
    STAGE_STORING,
    STAGE_TRADER,
    STAGE_UNIVERSITY,
)
from games.engine.puertorico.vocabulary import (
    BUILD,
    CHOOSE,
    DISCARD,
    DRAW,
    EXTRA,
    FOREST,
    GUEST,
    KEEP,
    NOBLES,
    PASS,
    PAY,
    PLACE,
    PLANT,
    ROLE,
    SELL,
    SHIP,
    STORE,
    TAKE,
)
from games.engine.words import Message
from games.engine.words import gettext_noop as _


class Stage(NamedTuple):
    """One stage."""

    name: Message
    """What is to be done, as in "pick a role"."""
    prompt: Message | None = None
    """The question; None if it is put together by circumstances."""
    verbs: tuple[str, ...] = ()
    """The verbs of the answers in every game; those for some seats only are found by the legal moves."""
    role: str = ""
    """The role to which it belongs; "": it belongs to none."""
    building: int | None = None
    """The building of the expansions that must be in play."""
    with_nobles: bool = False
    """Whether it needs nobles in the game."""
    pass_label: Message = Message(_("Pass"))
    """How passing is offered."""
    passes: str = ""
    """The sentence for a seat that passes."""
    passes_on_more: str = ""
    """The sentence for a seat that has taken a part of what the stage offers, and passes then."""


STAGES: Final = {
    STAGE_DRAFT: Stage(
        Message(_("choose a building for this game")),
        prompt=Message(_("Which building do you choose for this game?")),
        verbs=(CHOOSE,),
    ),
    STAGE_ROLE: Stage(
        Message(_("pick a role")),
        prompt=Message(_("Which role do you pick?")),
        verbs=(ROLE,),
    ),
    STAGE_SETTLER: Stage(
        Message(_("take a tile")),
        prompt=Message(_("Which tile do you take?")),
        verbs=(DRAW, TAKE, PASS),
        role="settler",
        passes=_("{player} takes no tile."),
        passes_on_more=_("{player} takes no second tile."),
    ),
    STAGE_FOREST: Stage(
        Message(_("plantation or forest")),
        prompt=Message(_("You have drawn {tile}. How do you place it?")),
        verbs=(PLANT, FOREST),
        role="settler",
        building=FOREST_HOUSE,
    ),
    STAGE_HOSPICE: Stage(
        Message(_("use the hospice")),
        prompt=Message(_("Does the hospice put a colonist on your {place}?")),
        verbs=(TAKE, PASS),
        role="settler",
        pass_label=Message(_("No colonist")),
        passes=_("{player} does not use the hospice."),
    ),
    STAGE_HUNTING_LODGE: Stage(
        Message(_("use the hunting lodge")),
        prompt=Message(_("What does the hunting lodge discard?")),
        verbs=(DISCARD, PASS),
        role="settler",
        building=HUNTING_LODGE,
        pass_label=Message(_("Discard nothing")),
        passes=_("{player} discards nothing."),
    ),
    STAGE_MAYOR: Stage(
        Message(_("use the mayor's privilege")),
        prompt=Message(_("Do you take the mayor's extra colonist?")),
        verbs=(TAKE, PASS),
        role="mayor",
        pass_label=Message(_("No colonist")),
        passes=_("{player} declines the mayor's colonist."),
    ),
    STAGE_SHIP: Stage(
        Message(_("take a colonist or a noble")),
        prompt=Message(_("Whom do you take from the ship?")),
        verbs=(TAKE,),
        role="mayor",
        with_nobles=True,
    ),
    STAGE_COLONISTS: Stage(
        Message(_("place colonists")),
        prompt=Message(_("Where do your colonists go?")),
        verbs=(PLACE,),
        role="mayor",
    ),
    STAGE_NOBLES: Stage(
        Message(_("place nobles")),
        verbs=(NOBLES, PLACE),
        role="mayor",
        with_nobles=True,
    ),
    STAGE_BUILDER: Stage(
        Message(_("build")),
        prompt=Message(_("What do you build?")),
        verbs=(BUILD, PASS),
        role="builder",
        passes=_("{player} builds nothing."),
    ),
    STAGE_BLACK_MARKET: Stage(
        Message(_("pay at the black market")),
        verbs=(PAY,),
        role="builder",
        building=BLACK_MARKET,
    ),
    STAGE_UNIVERSITY: Stage(
        Message(_("use the university")),
        prompt=Message(_("Does the university put a colonist on your {place}?")),
        verbs=(TAKE, PASS),
        role="builder",
        pass_label=Message(_("No colonist")),
        passes=_("{player} does not use the university."),
    ),
    STAGE_GUESTS: Stage(
        Message(_("move guests")),
        prompt=Message(_("Do your guests move before the production?")),
        verbs=(GUEST, PASS),
        role="craftsman",
        building=GUESTHOUSE,
        pass_label=Message(_("No guest moves")),
        passes=_("{player} moves no guest."),
    ),
    STAGE_CRAFTSMAN: Stage(
        Message(_("use the craftsman's privilege")),
        prompt=Message(_("Which good do you take one more of?")),
        verbs=(EXTRA, PASS),
        role="craftsman",
        passes=_("{player} takes no extra good."),
        passes_on_more=_("{player} takes no second extra good."),
    ),
    STAGE_TRADER: Stage(
        Message(_("sell a good")),
        prompt=Message(_("Which good do you sell?")),
        verbs=(SELL, PASS),
        role="trader",
        passes=_("{player} sells nothing."),
        passes_on_more=_("{player} trades nothing more."),
    ),
    STAGE_CAPTAIN: Stage(
        Message(_("load a ship")),
        prompt=Message(_("What do you load?")),
        verbs=(SHIP, PASS),
        role="captain",
        passes=_("{player} loads nothing."),
    ),
    STAGE_SMALL_WHARF: Stage(
        Message(_("load the small wharf")),
        prompt=Message(_("What do you ship by the small wharf?")),
        verbs=(SHIP,),
        role="captain",
        building=SMALL_WHARF,
    ),
    STAGE_STORING: Stage(
        Message(_("store goods")),
        prompt=Message(_("What do you keep?")),
        verbs=(STORE, KEEP),
        role="captain",
    ),
    STAGE_OVER: Stage(
        Message(_("game over")),
        prompt=Message(_("The game is over.")),
    ),
}
"""By number."""

STAGE_BY_NAME: Final = {STAGE_NAMES[number]: stage for number, stage in STAGES.items()}
