"""What a game of Puerto Rico can be opened with (docs/rules §9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.engine.contract import OptionError, OptionSpec
from games.engine.options import OFF_OR_ON, clean_values, split_values
from games.engine.puertorico import names
from games.engine.puertorico.components import (
    EXPANSION_2_BUILDINGS,
    FIRST_BUILDING,
    MAX_SEATS,
    MIN_SEATS,
    PLACE_NAMES,
    PLACES,
    SELECTABLE_BUILDINGS,
)
from games.engine.words import Message, list_message, ngettext_noop, term
from games.engine.words import gettext_noop as _

OPTIONS: Final = (
    OptionSpec(
        "edition",
        Message(_("Edition")),
        Message(_("Decides the victory points for five players and where the hospice may take its colonist from.")),
        (("2014", Message(_("2014"))), ("first", Message(_("first edition")))),
        "2014",
    ),
    OptionSpec(
        "open_vp",
        Message(_("Open victory points")),
        Message(_("Whether everybody sees all victory point chips during the game; the printed rules hide them.")),
        (("off", Message(_("hidden"))), ("on", term("setting of victory points", "open"))),
        "off",
    ),
    OptionSpec(
        "first_governor",
        Message(_("First governor")),
        Message(_("Who starts.")),
        (
            ("random", Message(_("drawn at random"))),
            *((str(seat), Message(_("seat {number}"), {"number": seat + 1})) for seat in range(MAX_SEATS)),
        ),
        "random",
    ),
    OptionSpec(
        "buildings",
        Message(_("Violet buildings")),
        Message(
            _(
                "Which violet buildings can be bought; the production buildings are always the same. The new buildings"
                " of expansion I, and those of the nobles, come into play by any choice but the basic game's. Draft:"
                " before the game the players in turn choose 12 small and 5 large kinds, one for every space of the"
                " board. At random: the same 17 spaces are filled by lot. All: one of every kind, so that nobody else"
                " can buy what one player has bought. A list: exactly the kinds that you name."
            )
        ),
        (
            ("base", Message(_("those of the basic game"))),
            ("draft", Message(_("draft"))),
            ("random", Message(_("at random"))),
            ("all", Message(_("all, one of each"))),
            ("list", Message(_("a list"))),
        ),
        "base",
    ),
    OptionSpec(
        "violet_buildings",
        Message(_("List of violet buildings")),
        Message(
            _(
                "The kinds in play where the violet buildings are those of a list: as many as you like, two of every"
                " small one (with two players one) and one of every large one. The jeweler, a production building of"
                " the nobles, is chosen here too."
            )
        ),
        tuple(
            (PLACE_NAMES[place], names.building(PLACE_NAMES[place]))
            for place in range(FIRST_BUILDING, PLACES)
            if SELECTABLE_BUILDINGS >> place & 1
        ),
        "",
        several=True,
        only_with=("buildings", ("list",)),
    ),
    OptionSpec(
        "new_buildings",
        Message(_("New buildings")),
        Message(
            _(
                "Whether draft, random and all choose from the fourteen buildings of expansion I too. Without them the"
                " nobles' buildings are the only ones that the basic game's compete with, so this can be switched off"
                " only in a game with nobles."
            )
        ),
        (("on", Message(_("on"))), ("off", Message(_("off")))),
        "on",
        only_with=("nobles", ("on",)),
    ),
    OptionSpec(
        "exclusions",
        Message(_("Pairs kept apart")),
        Message(
            _(
                "The printed rules advise against hacienda together with forest house, and against office together"
                " with trading post. On: once one of such a pair is drafted or drawn, the other stays out of the game."
                " It does not matter for all and for a list."
            )
        ),
        (("on", Message(_("on"))), ("off", Message(_("off")))),
        "on",
        only_with=("buildings", ("draft", "random")),
    ),
    OptionSpec(
        "nobles",
        Message(_("Nobles")),
        Message(
            _(
                "Expansion II: every filling of the colonist ship brings one noble. A noble works as a colonist and is"
                " worth 1 victory point at the end; eight more buildings make use of nobles, so the violet buildings"
                " must be drafted, drawn, all or a list. All colonists are in the game, and running out of them does"
                " not end it."
            )
        ),
        OFF_OR_ON,
        "off",
    ),
    OptionSpec(
        "long_game",
        Message(_("Long game")),
        Message(
            _(
                "A Polish variant: all colonists and all victory points are in the game, and running out of them does"
                " not end it. The game ends with the round in which somebody's city is full, or after which nobody can"
                " ever build again."
            )
        ),
        OFF_OR_ON,
        "off",
    ),
)


def clean_options(seats: int, options: Mapping[str, str]) -> dict[str, str]:
    """All options with their values, defaults filled in. Raises OptionError, which names the option."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        singular, plural = ngettext_noop(
            "Puerto Rico has {fewest} to {most} seat.", "Puerto Rico has {fewest} to {most} seats."
        )
        counts = {"fewest": MIN_SEATS, "most": MAX_SEATS}
        raise OptionError("seats", Message(singular, counts, plural, count="most"))
    values = clean_values(OPTIONS, options)
    governor = values["first_governor"]
    if governor != "random" and int(governor) >= seats:
        raise OptionError(
            "first_governor",
            Message(
                _("Option {name}: there is no seat {seat} in a game of {seats}."),
                {"name": "first_governor", "seat": int(governor), "seats": seats},
            ),
        )
    _check_selection(values)
    return values


def _check_selection(values: Mapping[str, str]) -> None:
    """Whether the options about the buildings in play go together (docs/rules §9)."""
    buildings, nobles = values["buildings"], values["nobles"] == "on"
    if nobles and buildings == "base":
        raise OptionError(
            "nobles",
            Message(
                _(
                    "Option nobles: the nobles' buildings must be selected, so the option buildings must be draft,"
                    " random, all or list."
                )
            ),
        )
    if values["new_buildings"] == "off" and not nobles and buildings in ("draft", "random", "all"):
        raise OptionError(
            "new_buildings",
            Message(_("Option new_buildings: without nobles and new buildings there is nothing to select from.")),
        )
    listed_kinds = split_values(values["violet_buildings"])
    if listed_kinds and buildings != "list":
        raise OptionError(
            "violet_buildings",
            Message(_("Option violet_buildings: a list is used only where the option buildings is list.")),
        )
    if buildings == "list" and not listed_kinds:
        raise OptionError(
            "violet_buildings",
            Message(_("Option violet_buildings: the option buildings is list, so name the buildings in play.")),
        )
    of_nobles = [kind for kind in listed_kinds if EXPANSION_2_BUILDINGS >> PLACE_NAMES.index(kind) & 1]
    if of_nobles and not nobles:
        raise OptionError(
            "violet_buildings",
            Message(
                _("Option violet_buildings: only with the option nobles can these be in play: {buildings}."),
                {"buildings": list_message([names.building(kind) for kind in of_nobles])},
            ),
        )
