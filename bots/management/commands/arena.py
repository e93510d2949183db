"""`manage.py arena`: levels play each other; see docs/bots.md for what it is used for."""

from __future__ import annotations

import os
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bots.arena.log import Log, TermsMismatch
from bots.arena.play import Terms
from bots.arena.run import run
from bots.arena.schedule import schedule
from bots.arena.summary import standings, table
from bots.levels import LEVELS
from games.engine.contract import Game, OptionError
from games.engine.registry import game, games
from games.wording import player_count_text

REPORT_EVERY_S = 15.0
USUAL_SEATS = 4


class Command(BaseCommand):
    help = "Let computer players of several levels play each other, and print what that says about their strength."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("levels", nargs="+", metavar="LEVEL", help=f"of {', '.join(LEVELS)}")
        parser.add_argument("--games", type=int, default=24, help="how many games (24)")
        parser.add_argument("--seats", type=int, help="seats at the table (4, or as many as can play)")
        parser.add_argument("--pairs", action="store_true", help="two levels, half of the seats each, all seatings")
        parser.add_argument("--playouts", type=int, help="per turn, for every level that searches (each its own)")
        parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (one per core)")
        parser.add_argument("--resume", type=Path, metavar="FILE", help="JSON lines; games in it are not played again")
        parser.add_argument("--deals", default="1", help="name of the series of deals: another name, other deals (1)")
        parser.add_argument(
            "--option", action="append", default=[], metavar="NAME=VALUE", help="of the game, repeatable"
        )
        keys = [rules.key for rules in games()]
        parser.add_argument("--game", choices=keys, default=keys[0], help=f"of {', '.join(keys)} ({keys[0]})")

    def handle(self, *_args: Any, **options: Any) -> None:
        levels: list[str] = options["levels"]
        for name in levels:
            if name not in LEVELS:
                raise CommandError(f"There is no level {name!r}; there are {', '.join(LEVELS)}.")
        rules = game(options["game"])
        seats = min(USUAL_SEATS, rules.max_seats) if options["seats"] is None else options["seats"]
        if not rules.min_seats <= seats <= rules.max_seats:
            allowed = player_count_text(rules.min_seats, rules.max_seats)
            raise CommandError(f"This game is for {allowed}, not for {seats}.")
        terms = Terms(rules.key, options["deals"], options["playouts"], self._chosen(rules, seats, options["option"]))
        try:
            matches = schedule(levels, seats, options["pairs"], options["games"])
            log = Log(options["resume"], terms, matches)
        except (TermsMismatch, ValueError) as error:
            raise CommandError(str(error)) from error
        if log.played:
            self.stdout.write(f"{len(log.played)} games are played already.")
        self._last = time.monotonic()
        played = run(terms, matches, log, options["workers"], lambda _: self._report(log, len(matches)))
        self.stdout.write(table(standings(list(dict.fromkeys(levels)), played)))

    def _chosen(self, rules: Game, seats: int, given: list[str]) -> dict[str, str]:
        """The game's options, once a table could be set up with them."""
        chosen: dict[str, str] = {}
        for each in given:
            name, equals, value = each.partition("=")
            if not equals:
                raise CommandError(f"--option {each}: write it as NAME=VALUE.")
            chosen[name.strip()] = value.strip()
        try:
            rules.new(seats, chosen, bytes(32))
        except OptionError as error:
            raise CommandError(str(error)) from error
        return chosen

    def _report(self, log: Log, games: int) -> None:
        """A sign of life, now and then."""
        if time.monotonic() - self._last >= REPORT_EVERY_S:
            self._last = time.monotonic()
            self.stdout.write(f"{len(log.played)} of {games} games")
            self.stdout.flush()
