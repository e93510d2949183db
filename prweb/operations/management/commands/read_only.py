"""`manage.py read_only`: lets the whole site only be read, or go on."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.utils import timezone

from games import site_state
from games.table import site_switches

MAX_TRANSACTION_TIME: Final = timedelta(minutes=1)
"""The database ends what takes longer (DATABASES, in the settings)."""


class Command(BaseCommand):
    help = (
        "Let the site only be read (on), or go on (off); nobody's time runs meanwhile. Without a word: say how it is."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("wanted", nargs="?", choices=["on", "off"], help="default: change nothing")
        parser.add_argument("--minutes", type=int, metavar="N", help="with on: how long it will take, told to people")
        parser.add_argument("--reason", default="", help="for the audit trail")

    def handle(self, *args: Any, **options: Any) -> None:
        wanted, minutes = options["wanted"], options["minutes"]
        if minutes is not None and (wanted != "on" or minutes <= 0):
            raise CommandError("--minutes says how long it will take: a number of minutes, with on.")
        if wanted is not None:
            now = timezone.now()
            until = now + timedelta(minutes=minutes) if minutes else None
            switched = site_switches.switch_read_only(wanted == "on", by=None, reason=options["reason"], until=until)
            if switched and wanted == "on":
                self._wait_for_everybody(now)
        since = site_state.current_status().read_only_since
        if since is None:
            self.stdout.write("The site goes on as ever.")
        else:
            self.stdout.write(f"The site has only been read since {since:%Y-%m-%d %H:%M:%S} UTC.")

    def _wait_for_everybody(self, switched_at: datetime) -> None:
        """Until every process knows of it, and what began before has ended."""
        time.sleep(site_state.CACHED_FOR_S)
        known_at = timezone.now()
        while connection.vendor == "postgresql" and timezone.now() < switched_at + MAX_TRANSACTION_TIME:
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
                    "AND pid <> pg_backend_pid() AND backend_type = 'client backend' AND xact_start < %s",
                    [known_at],
                )
                if not cursor.fetchone()[0]:
                    return
            time.sleep(0.2)
