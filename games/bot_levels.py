"""The levels of the site's bots, as people choose among them. bots.levels has the settings of each, by the same name.

A released level is never changed or removed: games and records name it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class BotLevel:
    """The description of a level for people."""

    name: str
    label: str | Promise
    description: str | Promise

    @property
    def word(self) -> str:
        """What people write for it: "merchant"."""
        return without_version(self.name)


def without_version(name: str) -> str:
    word, _dash, version = name.rpartition("-")
    return word if version.isdecimal() and word else name


_ALL: Final = (
    BotLevel("random", _("Random"), _("Any legal move, each as likely as the other.")),
    BotLevel("uct-150", _("Plain search, 150"), _("Looks 150 random games ahead and knows nothing but the rules.")),
    BotLevel("uct-1500", _("Plain search, 1500"), _("Looks 1500 random games ahead and knows nothing but the rules.")),
    BotLevel(
        "apprentice-1", _("Apprentice"), _("Makes no gross mistakes, but has no plan yet: good to learn against.")
    ),
    BotLevel(
        "merchant-1",
        _("Merchant"),
        _("Knows what is worth doing, and expects the others to know it too."),
    ),
    BotLevel(
        "viceroy-1",
        _("Viceroy"),
        _("Judges every position with care and thinks further ahead: the strongest opponent here."),
    ),
)

BOT_LEVELS: Final[Mapping[str, BotLevel]] = {level.name: level for level in _ALL}
"""Every level that was ever released, by name."""

LEVELS_FOR_PEOPLE: Final = tuple(BOT_LEVELS[name] for name in ("apprentice-1", "merchant-1", "viceroy-1"))
"""The levels that people are offered as opponents, from the weakest on."""

ADVISERS: Final[Mapping[str, BotLevel]] = {level.word: level for level in LEVELS_FOR_PEOPLE}
"""The levels that people can have as advisers (games.table.advisers), by what they write for them."""
DEFAULT_ADVISER: Final = "merchant"
