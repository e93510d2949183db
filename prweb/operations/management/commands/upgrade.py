"""`manage.py upgrade`: to the version of the code at hand, running games and all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from prweb.operations.backup_retention import add_retention_options, read_retention
from prweb.operations.backups import BackupError
from prweb.operations.upgrades import upgrade


class Command(BaseCommand):
    help = "Back up, migrate, and bring the running games along. Stop the workers first; run it on one host."

    def add_arguments(self, parser: CommandParser) -> None:
        folder = settings.VAR / "backups"
        parser.add_argument("--backup-folder", type=Path, default=folder, metavar="FOLDER", help="default: %(default)s")
        add_retention_options(parser)
        parser.add_argument(
            "--check-all", action="store_true", help="look at every running game before play, not at a sample of many"
        )
        parser.add_argument(
            "--processes",
            type=int,
            default=0,
            metavar="N",
            help="look at so many games at a time; default: as many as there are processors, if there are games enough",
        )
        parser.add_argument("--no-backup", action="store_true", help="there is one already")

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path | None = None if options["no_backup"] else options["backup_folder"]
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            outcome = upgrade(
                folder,
                self.stdout.write,
                read_retention(options),
                check_all=options["check_all"],
                processes=max(0, options["processes"]),
            )
        except BackupError as error:
            raise CommandError(f"{error} Nothing was changed.") from error
        for game_id in outcome.upgraded:
            self.stdout.write(f"game {game_id}: carried over to the rules of now")
        self.stdout.write(f"{outcome.replayed} running games replay to what is stored")
        for reason in outcome.broken.values():
            self.stderr.write(self.style.ERROR(reason))
        if outcome.broken:
            self.stderr.write(
                f"{len(outcome.broken)} running games do not replay: {', '.join(sorted(outcome.broken))}. They are "
                "paused for staff (docs/operations.md, A game that does not replay); all others go on."
            )
