"""What a game of San Juan can be opened with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.engine.contract import OptionError, OptionSpec
from games.engine.options import OFF_OR_ON, clean_values
from games.engine.sanjuan.components import MAX_SEATS, MIN_SEATS
from games.engine.words import Message, ngettext_noop
from games.engine.words import gettext_noop as _

DEAL_CHOICE: Final = "deal_choice"

OPTIONS: Final = (
    OptionSpec(
        DEAL_CHOICE,
        Message(_("First hands by choice")),
        Message(
            _(
                "Whether everybody chooses the 4 cards of the first hand: the governor from 5 cards, the next seat from"
                " 6, then from 7 and 8. Otherwise 4 cards are dealt to everybody."
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
            "San Juan has {fewest} to {most} seat.", "San Juan has {fewest} to {most} seats."
        )
        counts = {"fewest": MIN_SEATS, "most": MAX_SEATS}
        raise OptionError("seats", Message(singular, counts, plural, count="most"))
    return clean_values(OPTIONS, options)
