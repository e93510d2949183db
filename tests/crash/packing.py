"""Kills a process at every step of packing a game, on a site of its own in a folder; prints what was there afterwards.

    python -m tests.crash.packing FOLDER

What is there is the same record each time, read from rows or from the pack, and never both or neither.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from datetime import timedelta
from pathlib import Path
from typing import NoReturn

import django

from tests.crash import trigger
from tests.crash.launch import wrap
from tests.crash.points import PACKING, Point


def main(folder: Path) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "prweb.settings")
    django.setup()
    from django.core.management import call_command
    from django.db import connections

    call_command("migrate", verbosity=0)
    game_id, record = old_game()
    found = {}
    for point in PACKING:
        connections.close_all()
        child = os.fork()
        if not child:
            pack_and_die(game_id, point, folder)
        _pid, status = os.waitpid(child, 0)
        assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL, point
        found[point.name] = what_is_there(game_id, record)
    print(json.dumps(found))


def old_game() -> tuple[str, str]:
    """A finished game that ended a year ago: its id, and its record."""
    from django.db.models import F

    from games.models import Delivery, Game
    from games.people.models import User
    from games.table.records import export_record
    from tests.table.finished_games import finished_game

    people = [User.objects.create(username=name, email=f"{name}@example.org") for name in ("anna", "bob")]
    game = finished_game(*people)
    Delivery.objects.update(status=Delivery.Status.SENT)
    Game.objects.update(ended_at=F("ended_at") - timedelta(days=365))
    return game.pk, export_record(game)


def pack_and_die(game_id: str, point: Point, folder: Path) -> NoReturn:
    os.setpgid(0, 0)
    wrap(point, folder)
    trigger.arm(folder, point.name, passes=0, whole=False)
    from games.table import packing

    packing.pack(game_id)
    sys.exit("it did not die")


def what_is_there(game_id: str, record: str) -> str:
    from games.models import Game, Move, PackedGame
    from games.table.records import check_replay, export_record

    game = Game.objects.get(pk=game_id)
    check_replay(game)
    assert export_record(game) == record
    rows, packs = Move.objects.filter(game=game).exists(), PackedGame.objects.filter(game=game).exists()
    assert rows != packs == (game.packed_at is not None)
    return "packed" if packs else "rows"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
