"""Who may see and do what: decided here and nowhere else, for pages, API, mails and tasks alike."""

from games.access.acts import ALLOWED, IN_FRONT_OF_A_GAME, LEFT_TO_SUSPENDED, SCOPES, Act
from games.access.deciding import Denied, Somebody, may, personas, require, watchable
from games.access.personas import Persona

__all__ = [
    "ALLOWED",
    "IN_FRONT_OF_A_GAME",
    "LEFT_TO_SUSPENDED",
    "SCOPES",
    "Act",
    "Denied",
    "Persona",
    "Somebody",
    "may",
    "personas",
    "require",
    "watchable",
]
