"""`manage.py remove_second_factors`: for somebody who lost their phone and their recovery codes."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.people.models import User
from games.table.errors import Refused
from games.table.second_factors import remove_second_factors


class Command(BaseCommand):
    help = "Remove the second factors of somebody who lost them. They are signed out, and sign in without them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", metavar="NAME", help="the person's user name")
        parser.add_argument("--reason", default="", help="how you know who asks; kept in the audit trail, and told")

    def handle(self, *args: Any, **options: Any) -> None:
        person = User.objects.filter(username__iexact=options["name"]).first()
        if person is None:
            raise CommandError(f"There is nobody called {options['name']!r}.")
        try:
            lost = remove_second_factors(person, options["reason"])
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        if not lost:
            raise CommandError(f"{person.username} has no second factor: the password or a code by mail signs them in.")
        self.stdout.write(self.style.SUCCESS(f"{person.username} signs in without a second factor now, and was told."))
        if person.is_staff:
            self.stdout.write("The staff's pages open once they have set up a new one.")
