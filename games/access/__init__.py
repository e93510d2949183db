"""Who may see and do what: decided here and nowhere else, for pages, API, mails and tasks alike."""

from games.access.permissions import (
    ALLOWED,
    ALLOWED_WHEN_SUSPENDED,
    GAME_SCOPED,
    SCOPES,
    STAFF_ACTIONS,
    Permission,
)
from games.access.personas import Persona
from games.access.policy import Actor, Denied, games_to_watch, may, personas, require

__all__ = [
    "ALLOWED",
    "ALLOWED_WHEN_SUSPENDED",
    "GAME_SCOPED",
    "SCOPES",
    "STAFF_ACTIONS",
    "Actor",
    "Denied",
    "Permission",
    "Persona",
    "games_to_watch",
    "may",
    "personas",
    "require",
]
