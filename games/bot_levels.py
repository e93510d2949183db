"""The levels of the site's bots, as people choose among them. bots.levels has the settings of each, by the same name.

A released level is never changed or removed: games and records name it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.words import Message, term


@dataclass(frozen=True)
class BotLevel:
    """The description of a level for people."""

    name: str
    label: str | Promise
    noun: Message
    """As sentences call a bot of it: "merchant"."""
    description: str | Promise
    seat_label: str | Promise = ""
    """In the name of a seat, if that is not the label."""

    @property
    def word(self) -> str:
        """What people write for it in English, and what is stored: "merchant"."""
        return without_version(self.name)


def without_version(name: str) -> str:
    word, _dash, version = name.rpartition("-")
    return word if version.isdecimal() and word else name


_ALL: Final = (
    BotLevel(
        "random", _("Random"), term("level of a bot", "random"), _("Any legal move, each as likely as the other.")
    ),
    BotLevel(
        "uct-150",
        _("Plain search, 150"),
        term("level of a bot", "plain search, 150"),
        _("Looks 150 random games ahead and knows nothing but the rules."),
        seat_label="Uct",
    ),
    BotLevel(
        "uct-1500",
        _("Plain search, 1500"),
        term("level of a bot", "plain search, 1500"),
        _("Looks 1500 random games ahead and knows nothing but the rules."),
        seat_label="Uct",
    ),
    BotLevel(
        "apprentice-1",
        _("Apprentice"),
        term("level of a bot", "apprentice"),
        _("Makes no gross mistakes, but has no plan yet: good to learn against."),
    ),
    BotLevel(
        "merchant-1",
        _("Merchant"),
        term("level of a bot", "merchant"),
        _("Knows what is worth doing, and expects the others to know it too."),
    ),
    BotLevel(
        "viceroy-1",
        _("Viceroy"),
        term("level of a bot", "viceroy"),
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


def label_of(name: str) -> str:
    """The label of a level by its name; of one that is unknown here its word."""
    level = BOT_LEVELS.get(name)
    return str(level.label) if level is not None else without_version(name).capitalize()


def seat_label_of(name: str) -> str:
    """The same as it stands in the name of a seat."""
    level = BOT_LEVELS.get(name)
    return str(level.seat_label) if level is not None and level.seat_label else label_of(name)
