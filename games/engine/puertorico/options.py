"""What a game of Puerto Rico can be opened with (docs/rules §9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.engine.contract import OptionError, OptionSpec
from games.engine.options import checked
from games.engine.puertorico.components import MAX_SEATS, MIN_SEATS
from games.engine.words import Message
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
        (("off", Message(_("hidden"))), ("on", Message(_("open")))),
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
)


def checked_options(seats: int, options: Mapping[str, str]) -> dict[str, str]:
    """All options with their values, defaults filled in. Raises OptionError, which names the option."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise OptionError(
            "seats", Message(_("Puerto Rico has {fewest} to {most} seats."), {"fewest": MIN_SEATS, "most": MAX_SEATS})
        )
    values = checked(OPTIONS, options)
    governor = values["first_governor"]
    if governor != "random" and int(governor) >= seats:
        raise OptionError(
            "first_governor",
            Message(
                _("Option {name}: there is no seat {seat} in a game of {seats}."),
                {"name": "first_governor", "seat": int(governor), "seats": seats},
            ),
        )
    return values
