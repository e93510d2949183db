"""`manage.py pack_games`: packs finished games at once, or unpacks them."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from games.table import packing
from games.table.errors import NoSuchGame
from games.table.locks import lock_game


class Command(BaseCommand):
    help = (
        "Pack all games that are over for PRWEB_PACK_GAMES_DAYS, as the clock does by and by; or make rows of packed "
        "games again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--unpack", nargs="+", metavar="GAME", help="ids of games that become rows again")

    def handle(self, *args: Any, **options: Any) -> None:
        for game_id in options["unpack"] or ():
            try:
                with transaction.atomic():
                    packing.unpack(lock_game(game_id))
            except NoSuchGame as error:
                raise CommandError(f"There is no game {game_id}.") from error
            self.stdout.write(f"game {game_id}: rows")
        if not options["unpack"]:
            packed = 0
            while done := packing.pack_old_games():
                packed += done
                self.stdout.write(f"{packed} games packed")
            self.stdout.write(self.style.SUCCESS("Nothing more is to be packed."))
