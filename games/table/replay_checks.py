"""Checks after an upgrade that running games replay to their stored positions under the present engine.

On a large site the upgrade itself checks a sample. The other games are checked in the background while people play, and
each before the first move in it. A game that does not replay is paused for staff.

Unchecked games are the running games that began before `SiteState.unchecked_since` and have no later
`Game.checked_at`. So a request for checks costs one row, however many games there are.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games import site_state
from games.models import Game, SiteState
from games.snapshot import snapshot
from games.table import broken_games
from games.table.errors import CannotUpgradeRules
from games.table.locks import lock_game
from games.table.positions import ReplayError
from games.table.records import check_replay
from games.table.rules_upgrade import upgrade_rules

logger = logging.getLogger(__name__)

BATCH_SIZE: Final = 50
MAX_SLICE_S: Final = 40.0
"""After so long a task ends, so that others can use its queue; the next task continues."""


@dataclass
class ReplayOutcome:
    """The result of checking running games."""

    replayed: int = 0
    upgraded: list[str] = field(default_factory=list)
    """Games whose rules were upgraded."""
    broken: dict[str, str] = field(default_factory=dict)
    """Why a game does not replay, by its id. Each of them is paused for staff."""

    def add(self, other: ReplayOutcome) -> None:
        self.replayed += other.replayed
        self.upgraded += other.upgraded
        self.broken |= other.broken


def request_checks() -> None:
    """Let all games that run now be checked again."""
    SiteState.objects.update_or_create(pk=1, defaults={"unchecked_since": timezone.now()})
    site_state.clear_cache()


def unchecked() -> QuerySet[Game]:
    """Running games that are not checked yet."""
    since = site_state.current_status().unchecked_since
    if since is None:
        return Game.objects.none()
    not_since = Q(checked_at=None) | Q(checked_at__lt=since)
    return Game.objects.filter(not_since, status=Game.Status.RUNNING, started_at__lt=since)


def check_before_play(game_id: str) -> None:
    """Check a game that was not checked since the last upgrade. Call it outside of the transaction of the move, so
    that its result is kept."""
    if site_state.current_status().unchecked_since is not None and unchecked().filter(pk=game_id).exists():
        check_games([game_id])


def check_for_a_while() -> bool:
    """Check unchecked games for MAX_SLICE_S; False if none is left."""
    since, until, last = site_state.current_status().unchecked_since, time.monotonic() + MAX_SLICE_S, ""
    if since is None:
        return False
    while some := list(unchecked().filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:BATCH_SIZE]):
        outcome = check_games(some)
        last = some[-1]
        for reason in outcome.broken.values():
            logger.error("Paused for staff: %s", reason)
        if time.monotonic() > until:
            return True
    # Unless another upgrade has requested checks meanwhile.
    SiteState.objects.filter(pk=1, unchecked_since=since).update(unchecked_since=None)
    site_state.clear_cache()
    logger.info("All running games were looked at.")
    return False


def check_games(game_ids: Sequence[str]) -> ReplayOutcome:
    """Check these running games, even if they were checked before, and upgrade their rules if they must be."""
    outcome = ReplayOutcome()
    for game_id in game_ids:
        _check_game(game_id, outcome)
    return outcome


def _check_game(game_id: str, outcome: ReplayOutcome) -> None:
    """A game keeps its version of the rules, and must replay to what is stored. If its version is not supported any
    more, it keeps its position and goes on under the present version."""
    try:
        if upgrade_rules(game_id):
            outcome.upgraded.append(game_id)
        # The game does not depend on what was before its last set-up.
        with snapshot():
            check_replay(Game.objects.get(pk=game_id), whole=False)
    except (CannotUpgradeRules, ReplayError) as reason:
        _pause_broken(game_id, reason, outcome)
    except Exception as mistake:  # whatever is wrong with one game, the others are checked
        logger.exception("Game %s could not be checked.", game_id)
        _pause_broken(game_id, mistake, outcome)
    else:
        outcome.replayed += 1
    Game.objects.filter(pk=game_id).update(checked_at=timezone.now())


def _pause_broken(game_id: str, reason: Exception, outcome: ReplayOutcome) -> None:
    with transaction.atomic():
        if lock_game(game_id).status != Game.Status.RUNNING:
            return
        broken_games.pause_broken_game(game_id, reason.ply if isinstance(reason, ReplayError) else None)
    text = str(reason) or type(reason).__name__
    outcome.broken[game_id] = text if text.startswith(f"game {game_id}") else f"game {game_id}: {text}"
