"""Upgrades a site with running games to the version of this code."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice, zip_longest
from math import ceil
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Final

import django
from django.core.management import call_command
from django.db import connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import QuerySet
from django.utils import timezone

from games import site_state
from games.engine import registry
from games.models import Game
from games.nudge import CHECK_REPLAYS, nudge
from games.table import replay_checks
from games.table.replay_checks import ReplayOutcome
from prweb.operations.backup_retention import Retention, prune
from prweb.operations.backups import back_up

Report = Callable[[str], None]
UPGRADE_BACKUP: Final = re.compile(r"prweb-[0-9]{8}-[0-9]{6}\.backup")
"""Matches the names of the backups that an upgrade makes."""
SAMPLE_SIZE: Final = 500
"""How many running games are checked before people play, if there are more."""
MIN_GAMES_FOR_PROCESSES: Final = 100
"""From so many games on, several processes check them; for fewer games only if the operator gives a number."""
MAX_BATCH: Final = 20
"""At most so many games are given to a process at once."""


def upgrade(
    backup_folder: Path | None,
    report: Report,
    retention: Retention | None = None,
    *,
    check_all: bool = False,
    processes: int = 0,
) -> ReplayOutcome:
    """Back up (if a folder is given and there is something to lose), migrate, and check and upgrade the running games.

    Every step can be repeated. A game that cannot be upgraded is paused for staff, and the others go on.
    retention: which backups of earlier upgrades stay in the folder, None: all. check_all, processes: see
    `check_running_games`. Raises BackupError before anything was changed, and whatever a migration raises.
    """
    if backup_folder is not None and MigrationRecorder(connection).applied_migrations():
        if has_pending_changes():
            file = backup_folder / f"prweb-{timezone.now():%Y%m%d-%H%M%S}.backup"
            back_up(file)
            report(f"backed up to {file}")
            for old in prune(backup_folder, UPGRADE_BACKUP, retention) if retention is not None else ():
                report(f"deleted {old}, an earlier backup")
        else:
            report("nothing to change: no backup is needed")
    call_command("migrate", verbosity=0)
    report("migrated")
    return check_running_games(report, processes, check_all=check_all)


def check_running_games(report: Report, processes: int = 0, *, check_all: bool = False) -> ReplayOutcome:
    """Check that running games replay with this code, and upgrade those whose rules version is not supported any more.

    If there are many games, a sample is checked; if something is wrong with it, and with check_all, all of them are.
    processes: how many processes check games; 0: one for each processor if there are enough games.
    """
    with site_state.maintenance():
        replay_checks.request_checks()
        running = Game.objects.filter(status=Game.Status.RUNNING)
        outcome = _check_in_processes(list(_games_with_old_rules(running)), processes)
        unchecked = list(replay_checks.unchecked().order_by("pk").values_list("pk", flat=True))
        first = unchecked if check_all else _draw_sample(running, unchecked)
        outcome.add(_check_in_processes(first, processes))
        rest = sorted(set(unchecked) - set(first))
        if rest and outcome.broken:
            report("not all of the sample replay: every game is looked at before play")
            outcome.add(_check_in_processes(rest, processes))
            rest = []
        if rest:
            nudge(CHECK_REPLAYS)
            report(f"{len(rest)} more are looked at while people play, each before it is played in")
        else:
            replay_checks.check_for_a_while()
    return outcome


def _games_with_old_rules(running: QuerySet[Game]) -> Iterator[str]:
    """Games whose rules version is not supported any more: nobody can play in them until they are upgraded."""
    for kind, version in running.order_by().values_list("kind", "rules_version").distinct():
        if version not in registry.game(kind).rules_versions():
            yield from running.filter(kind=kind, rules_version=version).order_by("pk").values_list("pk", flat=True)


def _draw_sample(running: QuerySet[Game], unchecked: Sequence[str]) -> list[str]:
    """A random sample of the unchecked games, with as many of each group (game, rules, seats, options) as possible."""
    if len(unchecked) <= SAMPLE_SIZE:
        return list(unchecked)
    groups: dict[object, list[str]] = {}
    rows = running.values_list("pk", "kind", "rules_version", "seat_count", "options")
    wanted = set(unchecked)
    for pk, kind, version, seats, options in rows.iterator(chunk_size=2000):
        if pk in wanted:
            groups.setdefault((kind, version, seats, repr(options)), []).append(pk)
    random = Random()
    for games in groups.values():
        random.shuffle(games)
    in_rounds = (game for round_ in zip_longest(*groups.values()) for game in round_ if game is not None)
    return list(islice(in_rounds, SAMPLE_SIZE))


def _check_in_processes(games: Sequence[str], processes: int) -> ReplayOutcome:
    """Check these games in so many processes (0: see `check_running_games`)."""
    if not processes:
        processes = (os.cpu_count() or 1) if len(games) >= MIN_GAMES_FOR_PROCESSES else 1
    if processes == 1 or len(games) < 2:
        return replay_checks.check_games(games)
    outcome = ReplayOutcome()
    batch_size = min(MAX_BATCH, ceil(len(games) / processes))
    batches = [list(games[start : start + batch_size]) for start in range(0, len(games), batch_size)]
    connections.close_all()  # processes cannot share connections
    with ProcessPoolExecutor(processes, get_context("spawn"), initializer=django.setup) as pool:
        for checked in pool.map(_check_batch, batches):
            outcome.add(checked)
    return outcome


def _check_batch(games: list[str]) -> ReplayOutcome:
    """Runs in another process."""
    with site_state.maintenance():
        return replay_checks.check_games(games)


def has_pending_changes() -> bool:
    """Whether an upgrade would change anything: migrations to apply, or running games with old rules."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return True
    running = Game.objects.filter(status=Game.Status.RUNNING).order_by()
    versions = running.values_list("kind", "rules_version").distinct()
    return any(version not in registry.game(kind).rules_versions() for kind, version in versions)
