"""Who may see and do what: decided here and nowhere else, for pages, API, mails and tasks alike."""

from games.access.acts import Act
from games.access.deciding import Denied, may, personas, require
from games.access.personas import Persona

__all__ = ["Act", "Denied", "Persona", "may", "personas", "require"]
