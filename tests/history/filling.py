"""Fills a site that is to be stored, through the site's own services: `python -m tests.history.filling FOLDER`.

Run by tests.history.__main__ on an empty, migrated site of its own; leaves site.json.xz, the records and the schema in
the folder.
"""

from __future__ import annotations

import json
import logging
import lzma
import os
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any

import time_machine


def fill(
    clock: time_machine.Traveller,
    families: Sequence[str],
    stages: Sequence[tuple[str, str]],
    chosen: Sequence[str] | None = None,
) -> Any:
    """Everything there can be in a database (or some of it); what is to be known of it besides (site.json.xz).

    chosen: names of SITUATIONS (tests.history.situations, brought_together and lasting), None: all.
    """
    from django.conf import settings
    from django.utils import timezone

    from games.models import Game, Turn
    from tests.history import brought_together, lasting, situations
    from tests.history.mail_links import links
    from tests.history.people import PASSWORD, cast
    from tests.history.tables import Tables, every_family, every_stage
    from tests.staff.codes import KEY

    people = cast()
    tables = Tables(people, clock)
    every_family(tables, families)
    every_stage(tables, stages)
    for situation in (*situations.SITUATIONS, *brought_together.SITUATIONS, *lasting.SITUATIONS):
        if chosen is None or situation.__name__ in chosen:
            situation(tables)
    return {
        "at": timezone.now().isoformat(),
        "secret_key": settings.SECRET_KEY,
        "password": PASSWORD,
        "authenticator_key": KEY,
        "tokens": people.tokens,
        "games": {
            game.pk: {"name": game.name, "status": game.status, "plies": game.plies, "digest": game.digest}
            for game in Game.objects.order_by("pk")
        },
        "turns": {
            turn.pk: {
                "game": turn.game_id,
                "person": turn.seat.user.username,
                "token": turn.token,
                "status": turn.status,
                "ahead": turn.ahead_of_turn,
            }
            for turn in Turn.objects.exclude(status=Turn.Status.CLOSED).select_related("seat__user").order_by("pk")
            if turn.seat.user is not None and not turn.bot_level
        },
        "links": links(),
    }


def records() -> dict[str, str]:
    """Of every game that has started, by its id."""
    from games.models import Game
    from games.table.records import export_record

    started = Game.objects.exclude(position=None).order_by("pk")
    return {game.pk: export_record(game, with_secret=True) for game in started}


def schema() -> Any:
    from django.core.management import call_command

    output = StringIO()
    call_command("spectacular", "--format", "openapi-json", stdout=output)
    return json.loads(output.getvalue())


def write_compressed(file: Path, content: object) -> None:
    file.write_bytes(lzma.compress(json.dumps(content, indent=1, sort_keys=True).encode(), preset=9))


def main(folder: Path, every: int) -> None:
    """every: how many families there are to one that is played; more make the site larger, and its tests longer."""

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "prweb.settings")
    django.setup()
    # What is done here on purpose would fill the screen.
    logging.disable(logging.CRITICAL)

    from tests.history.tables import FAMILIES, golden_positions

    with time_machine.travel(datetime.now(UTC).replace(microsecond=0)) as clock:
        site = fill(clock, list(FAMILIES)[::every], golden_positions())
        write_compressed(folder / "site.json.xz", site)
        write_compressed(folder / "records.json.xz", records())
        write_compressed(folder / "schema.json.xz", schema())


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
