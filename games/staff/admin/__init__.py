"""The admin of the site; importing it registers all tables."""

from games.staff.admin import mails, people, proposals, reports, results, seeks, table, tournaments
from games.staff.admin.site import site

__all__ = ["mails", "people", "proposals", "reports", "results", "seeks", "site", "table", "tournaments"]
