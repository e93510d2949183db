"""`manage.py restore`: a backup in the place of the database."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from prweb.operations.backups import BackupError, restore


class Command(BaseCommand):
    help = "Put a backup in the place of the database. Stop everything else first; run `upgrade` afterwards."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--wipe", action="store_true", help="even if that ends the people and games here now")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            restored = restore(options["file"], wipe=options["wipe"])
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{restored.games} games and {restored.people} people of {restored.made_at} are back.")
