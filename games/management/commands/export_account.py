"""`manage.py export_account`: writes the data of a person to a file, for an operator whom they ask for it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.people.models import User
from games.table.account_export import write_archive
from games.table.errors import Refused


class Command(BaseCommand):
    help = "Write the archive of somebody's own data, as they get it on the site, to a file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", metavar="NAME", help="the person's user name")
        parser.add_argument("file", metavar="FILE", type=Path, help="a zip file that is not there yet")

    def handle(self, *args: Any, **options: Any) -> None:
        person = User.objects.filter(username__iexact=options["name"], owner=None).first()
        if person is None:
            raise CommandError(f"There is nobody called {options['name']!r}.")
        path: Path = options["file"]
        try:
            # For its owner alone: it is somebody's private data.
            opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}") from error
        try:
            with os.fdopen(opened, "wb") as file:
                write_archive(person, file)
        except BaseException as error:
            path.unlink()
            if isinstance(error, Refused):
                raise CommandError(str(error)) from error
            raise
        self.stdout.write(self.style.SUCCESS(f"{path} holds what the site keeps of {person.username}."))
