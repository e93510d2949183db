"""Takes a site with running games to the version of the code at hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from games.engine.contract import PositionError
from games.models import Game
from games.table.carrying_over import carry_over
from games.table.errors import CannotCarryOver
from games.table.positions import ReplayError
from games.table.records import check_replay
from prweb.operations.backups import back_up

Say = Callable[[str], None]


@dataclass
class Outcome:
    """What became of the running games. broken: why a game does not replay, by its id."""

    replayed: int = 0
    carried_over: list[str] = field(default_factory=list)
    broken: dict[str, str] = field(default_factory=dict)


def upgrade(backup_folder: Path | None, say: Say) -> Outcome:
    """Back up (if a folder is given and there is something to lose), migrate, bring the running games along.

    Every step can be repeated. Raises BackupError before anything was changed, and whatever a migration raises.
    """
    if backup_folder is not None and MigrationRecorder(connection).applied_migrations():
        file = backup_folder / f"prweb-{timezone.now():%Y%m%d-%H%M%S}.backup"
        back_up(file)
        say(f"backed up to {file}")
    call_command("migrate", verbosity=0)
    say("migrated")
    outcome = Outcome()
    for game in Game.objects.filter(status=Game.Status.RUNNING).order_by("pk").iterator():
        _bring_along(game, outcome)
    return outcome


def _bring_along(game: Game, outcome: Outcome) -> None:
    """A game goes on under its version of its rules, and must replay to what is stored; one whose version is not played
    any more goes on under that of now, with its position."""
    try:
        if carry_over(game.pk):
            outcome.carried_over.append(game.pk)
            game.refresh_from_db()
        check_replay(game)
    except (CannotCarryOver, ReplayError, PositionError) as reason:
        outcome.broken[game.pk] = f"game {game.pk}: {reason}"
    else:
        outcome.replayed += 1
