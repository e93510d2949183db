"""`manage.py export_record`: writes the record of a game."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Game
from games.snapshot import snapshot
from games.table.records import export_record


class Command(BaseCommand):
    help = "Write the record of a started game to the standard output."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", metavar="GAME", help="the id of the game")
        parser.add_argument(
            "--with-secret",
            action="store_true",
            help="tell the secret of a game that is still under way, for those who debug it: it decides every draw",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        with snapshot():
            game = Game.objects.exclude(position=None).filter(pk=options["game"]).first()
            if game is None:
                raise CommandError(f"No started game with the id {options['game']}.")
            text = export_record(game, with_secret=True if options["with_secret"] else None)
        self.stdout.write(text, ending="")
