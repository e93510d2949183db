"""Takes a site with running games to the version of the code at hand."""

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
from prweb.operations.backups import back_up
from prweb.operations.keeping import Keep, prune

Say = Callable[[str], None]
OF_UPGRADES: Final = re.compile(r"prweb-[0-9]{8}-[0-9]{6}\.backup")
"""The names of these backups."""
SAMPLE: Final = 500
"""Running games that are looked at before play, of many."""
WORTH_PROCESSES: Final = 100
"""So many games are shared among processes; fewer only if somebody says how many processes."""
PART: Final = 20
"""Games that a process is given at a time, at most."""


def upgrade(
    backup_folder: Path | None, say: Say, keep: Keep | None = None, *, check_all: bool = False, processes: int = 0
) -> ReplayOutcome:
    """Back up (if a folder is given and there is something to lose), migrate, bring the running games along.

    Every step can be repeated. A game that cannot be brought along is paused for staff, and the others go on.
    keep: which backups of earlier upgrades stay in the folder, None: all. check_all, processes: see `check_games`.
    Raises BackupError before anything was
    changed, and whatever a migration raises.
    """
    if backup_folder is not None and MigrationRecorder(connection).applied_migrations():
        if changes_something():
            file = backup_folder / f"prweb-{timezone.now():%Y%m%d-%H%M%S}.backup"
            back_up(file)
            say(f"backed up to {file}")
            for old in prune(backup_folder, OF_UPGRADES, keep) if keep is not None else ():
                say(f"deleted {old}, an earlier backup")
        else:
            say("nothing to change: no backup is needed")
    call_command("migrate", verbosity=0)
    say("migrated")
    return check_games(say, processes, check_all=check_all)


def check_games(say: Say, processes: int = 0, *, check_all: bool = False) -> ReplayOutcome:
    """See that running games replay under the code at hand, and carry over those whose rules are not played any more.

    Of many a sample, unless something is wrong with it; then, and with check_all, all of them. processes: look at so
    many games at the same time; 0: one for each processor, where there are games enough to be worth it.
    """
    with site_state.maintenance():
        replay_checks.request_checks()
        running = Game.objects.filter(status=Game.Status.RUNNING)
        outcome = _checked(list(_outdated(running)), processes)
        left = list(replay_checks.unchecked().order_by("pk").values_list("pk", flat=True))
        some = left if check_all else _sample(running, left)
        outcome.add(_checked(some, processes))
        rest = sorted(set(left) - set(some))
        if rest and outcome.broken:
            say("not all of the sample replay: every game is looked at before play")
            outcome.add(_checked(rest, processes))
            rest = []
        if rest:
            nudge(CHECK_REPLAYS)
            say(f"{len(rest)} more are looked at while people play, each before it is played in")
        else:
            replay_checks.check_for_a_while()
    return outcome


def _outdated(running: QuerySet[Game]) -> Iterator[str]:
    """Games whose version of their rules is not played any more: nobody can play in them before they are carried
    over."""
    for kind, version in running.order_by().values_list("kind", "rules_version").distinct():
        if version not in registry.game(kind).rules_versions():
            yield from running.filter(kind=kind, rules_version=version).order_by("pk").values_list("pk", flat=True)


def _sample(running: QuerySet[Game], left: Sequence[str]) -> list[str]:
    """Of those that are left as many of each sort as of any other, of each drawn by lot."""
    if len(left) <= SAMPLE:
        return list(left)
    sorts: dict[object, list[str]] = {}
    told = running.values_list("pk", "kind", "rules_version", "seat_count", "options")
    wanted = set(left)
    for pk, kind, version, seats, options in told.iterator(chunk_size=2000):
        if pk in wanted:
            sorts.setdefault((kind, version, seats, repr(options)), []).append(pk)
    lots = Random()
    for games in sorts.values():
        lots.shuffle(games)
    in_turn = (game for round_ in zip_longest(*sorts.values()) for game in round_ if game is not None)
    return list(islice(in_turn, SAMPLE))


def _checked(games: Sequence[str], processes: int) -> ReplayOutcome:
    """Of these games, by so many processes (0: see `check_games`)."""
    if not processes:
        processes = (os.cpu_count() or 1) if len(games) >= WORTH_PROCESSES else 1
    if processes == 1 or len(games) < 2:
        return replay_checks.check_games(games)
    outcome = ReplayOutcome()
    share = min(PART, ceil(len(games) / processes))
    parts = [list(games[first : first + share]) for first in range(0, len(games), share)]
    connections.close_all()  # no process has another's
    with ProcessPoolExecutor(processes, get_context("spawn"), initializer=django.setup) as pool:
        for part in pool.map(_check_part, parts):
            outcome.add(part)
    return outcome


def _check_part(games: list[str]) -> ReplayOutcome:
    """In a process of its own."""
    with site_state.maintenance():
        return replay_checks.check_games(games)


def changes_something() -> bool:
    """Whether an upgrade would: there are migrations to apply, or running games to carry over to other rules."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return True
    running = Game.objects.filter(status=Game.Status.RUNNING).order_by()
    followed = running.values_list("kind", "rules_version").distinct()
    return any(version not in registry.game(kind).rules_versions() for kind, version in followed)
