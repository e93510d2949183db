"""What those who are in a tournament are called."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.bot_levels import BOT_LEVELS
from games.models import Entrant


def entrant_name(entrant: Entrant) -> str:
    """The name of a person as others see it, or like "Bot 3 (Merchant)"."""
    if entrant.user is not None:
        return entrant.user.shown_name
    return _("Bot %(number)s (%(level)s)") % {"number": entrant.bot_number, "level": level_name(entrant.bot_level)}


def level_name(level: str) -> str:
    known = BOT_LEVELS.get(level)
    return str(known.label) if known else level
