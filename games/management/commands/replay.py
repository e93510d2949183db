"""Replays games from their records and compares every digest that was kept."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Game
from games.snapshot import snapshot
from games.table.positions import ReplayError
from games.table.records import check_replay


class Command(BaseCommand):
    help = "Replay all games that have started (or those named) and compare positions and digests with the stored ones."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", metavar="GAME", help="ids of games; default: all")

    def handle(self, *args: Any, **options: Any) -> None:
        games = Game.objects.exclude(position=None)
        if options["games"]:
            games = games.filter(pk__in=options["games"])
            missing = set(options["games"]) - set(games.values_list("pk", flat=True))
            if missing:
                raise CommandError(f"No started game with the id {', '.join(sorted(missing))}.")
        different = 0
        for game_id in games.order_by("opened_at").values_list("pk", flat=True):
            try:
                # Packed meanwhile or not, it is read as it is at one moment.
                with snapshot():
                    game = Game.objects.get(pk=game_id)
                    check_replay(game)
            except ReplayError as error:
                different += 1
                self.stderr.write(self.style.ERROR(str(error)))
            else:
                self.stdout.write(f"game {game.pk}: {game.plies} plies, equal")
        if different:
            raise CommandError(f"{different} of {games.count()} games do not replay to what is stored.")
        self.stdout.write(self.style.SUCCESS(f"{games.count()} games replayed, all equal."))
