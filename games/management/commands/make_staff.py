"""`manage.py make_staff`: gives and takes staff roles. The first administrator is made by it."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.people.models import User
from games.people.two_factors import has_second_factor
from games.table import staff_roles
from games.table.errors import Refused


class Command(BaseCommand):
    help = "Make somebody a moderator, with --administrator one who says who is staff, with --revoke neither."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the person's user name")
        change = parser.add_mutually_exclusive_group()
        change.add_argument("--administrator", action="store_true", help="may also say who is staff")
        change.add_argument("--revoke", action="store_true", help="make an ordinary person again")
        parser.add_argument("--reason", default="at the console", help="kept in the audit trail")

    def handle(self, *args: Any, **options: Any) -> None:
        person = User.objects.filter(username__iexact=options["name"]).first()
        if person is None:
            raise CommandError(f"There is nobody called {options['name']!r}.")
        rank = "" if options["revoke"] else "administrator" if options["administrator"] else "moderator"
        try:
            staff_roles.set_role(person, rank, by=None, reason=options["reason"])
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(self.style.SUCCESS(f"{person.username} is {rank or 'an ordinary person'} now."))
        if rank and not has_second_factor(person):
            self.stdout.write("The staff's pages open once they have set up a second factor.")
