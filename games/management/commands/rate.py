"""Counts all ratings again, from the games as they stand."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.models import Rating
from games.table import rating_applier


class Command(BaseCommand):
    help = (
        "Count the ratings of all rated games again, in the order in which they ended. What is right stays as it is; "
        "the site may run meanwhile."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        games = rating_applier.recount()
        ratings = Rating.objects.count()
        self.stdout.write(self.style.SUCCESS(f"{games} rated games counted, {ratings} ratings."))
