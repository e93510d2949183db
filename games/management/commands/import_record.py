"""`manage.py import_record`: makes a game from a record."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine import record
from games.engine.record import RecordError
from games.people.models import User
from games.table.records import import_record


class Command(BaseCommand):
    help = "Make a game of a record (with its secret): the moves are played again and the game goes on."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the record; - for the standard input")
        parser.add_argument("--host", required=True, help="user name of the person who hosts it")
        parser.add_argument(
            "--seat",
            action="append",
            default=[],
            metavar="N=USER",
            help="who plays on at seat N (from 0); bots take the other seats",
        )
        parser.add_argument("--bots", default="random", metavar="LEVEL", help="level of the bots (default: random)")

    def handle(self, *args: Any, **options: Any) -> None:
        people = self._people(options["seat"])
        try:
            text = sys.stdin.read() if options["file"] == "-" else Path(options["file"]).read_text()
            count = len(record.parse(text).seats)
            if beyond := [index for index in people if index >= count]:
                raise CommandError(f"The record has {count} seats from 0, but none with the number {beyond[0]}.")
            seats = [(people.get(index), options["bots"]) for index in range(count)]
            game = import_record(text, self._user(options["host"]), seats)
        except (OSError, UnicodeDecodeError, RecordError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(self.style.SUCCESS(f"game {game.pk}: {game.plies} plies, {game.get_status_display()}"))

    def _people(self, given: list[str]) -> dict[int, User]:
        placed = [self._seat(one) for one in given]
        people = dict(placed)
        if len(people) < len(placed) or len({person.pk for person in people.values()}) < len(people):
            raise CommandError("--seat gives each seat to one person, and each person one seat.")
        return people

    def _seat(self, given: str) -> tuple[int, User]:
        index, _, username = given.partition("=")
        if not index.isdecimal() or not username:
            raise CommandError(f"--seat reads N=USER, not {given!r}.")
        return int(index), self._user(username)

    def _user(self, username: str) -> User:
        user = User.objects.filter(username=username).first()
        if user is None:
            raise CommandError(f"There is no user {username!r}.")
        return user
