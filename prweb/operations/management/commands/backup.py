"""`manage.py backup`: the whole database in one file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from prweb.operations.backups import BackupError, back_up
from prweb.operations.keeping import EVERY, add_keep, keep_of, prune


class Command(BaseCommand):
    help = "Write the whole database to a new file, while the site runs. Keep SECRET_KEY elsewhere: it is not in it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--prune", action="store_true", help="then delete old backups (*.backup) in its folder")
        add_keep(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            made = back_up(options["file"])
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{options['file']}: {made.games} games, {made.people} people, of {made.made_at}")
        if options["prune"]:
            for old in prune(options["file"].resolve().parent, EVERY, keep_of(options)):
                self.stdout.write(f"{old}: deleted")
