"""`manage.py banner`: says something on every page."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games import site_state
from games.table import site_switches
from games.table.errors import Refused


class Command(BaseCommand):
    help = "Say something on every page for some hours, instead of what is said now; without a text: nothing any more."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "text", nargs="?", default="", help=f"in the site's own language ({settings.LANGUAGE_CODE})"
        )
        parser.add_argument("--hours", type=float, default=24, help="how long it is shown (default: %(default)s)")
        parser.add_argument(
            "--in",
            dest="others",
            nargs=2,
            action="append",
            default=[],
            metavar=("LANGUAGE", "TEXT"),
            help="the same in another language that is offered; may be repeated",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        texts = {settings.LANGUAGE_CODE: options["text"], **dict(options["others"])}
        try:
            until = timezone.now() + timedelta(hours=options["hours"])
            site_switches.set_banner(texts, until, by=None)
        except (Refused, OverflowError, ValueError) as refused:
            raise CommandError(str(refused)) from refused
        status = site_state.current_status()
        if status.banner_until is None:
            self.stdout.write("There is no banner any more.")
        else:
            self.stdout.write(f"Every page shows it until {status.banner_until:%Y-%m-%d %H:%M} UTC.")
