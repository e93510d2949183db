"""`manage.py delete_account`: closes an account for ever, for an operator whom its person asks to do it."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.people.models import User
from games.table.account_closing import close_account
from games.table.errors import Refused


class Command(BaseCommand):
    help = "Close somebody's account for good, as they can on the site: name, address and all keys are deleted."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", metavar="NAME", help="the person's user name")
        parser.add_argument("--no-input", action="store_true", help="do not ask for the name once more")

    def handle(self, *args: Any, **options: Any) -> None:
        person = User.objects.filter(username__iexact=options["name"]).first()
        if person is None:
            raise CommandError(f"There is nobody called {options['name']!r}.")
        if not options["no_input"]:
            self.stdout.write(
                f"{person.username} becomes a former player in {person.seats.count()} games; this cannot be undone."
            )
            if input("Type the name once more: ").strip() != person.username:
                raise CommandError("Nothing was done.")
        try:
            closed = close_account(person, by=None)
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(self.style.SUCCESS("The account is closed." if closed else "It was closed before."))
