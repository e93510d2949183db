"""`manage.py backup`: the whole database in one file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from prweb.operations.backup_retention import ANY_BACKUP, add_retention_options, prune, read_retention
from prweb.operations.backups import BackupError, back_up


class Command(BaseCommand):
    help = "Write the whole database to a new file, while the site runs. Keep SECRET_KEY elsewhere: it is not in it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--prune", action="store_true", help="then delete old backups (*.backup) in its folder")
        add_retention_options(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            made = back_up(options["file"])
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{options['file']}: {made.games} games, {made.people} people, of {made.made_at}")
        if options["prune"]:
            for old in prune(options["file"].resolve().parent, ANY_BACKUP, read_retention(options)):
                self.stdout.write(f"{old}: deleted")
