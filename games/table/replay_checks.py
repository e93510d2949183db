"""Whether running games replay to what is stored, under the engine of now: asked for by an upgrade.

On a large site the upgrade itself looks at a sample; the others are looked at in the background while people play, and
each by whoever is first to play in it, before they do. One that does not replay is paused for staff.

What is still to be looked at are the running games that began before `SiteState.unchecked_since` and have no later
`Game.checked_at`: so that to ask for it costs one row, whatever number of games there is.
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

from games.models import Game, SiteState
from games.table import site_state
from games.table.errors import CannotCarryOver
from games.table.locks import locked_game
from games.table.moderation import broken_games
from games.table.positions import ReplayError
from games.table.records import check_replay
from games.table.rules_upgrade import carry_over
from games.table.snapshot import snapshot

logger = logging.getLogger(__name__)

AT_ONCE: Final = 50
SLICE_S: Final = 40.0
"""After so long a task lets others have its queue; the next one goes on."""


@dataclass
class Outcome:
    """What became of running games. broken: why a game does not replay, by its id; each is paused for staff."""

    replayed: int = 0
    carried_over: list[str] = field(default_factory=list)
    broken: dict[str, str] = field(default_factory=dict)

    def add(self, other: Outcome) -> None:
        self.replayed += other.replayed
        self.carried_over += other.carried_over
        self.broken |= other.broken


def demand() -> None:
    """From now on all games that run are to be looked at again."""
    SiteState.objects.update_or_create(pk=1, defaults={"unchecked_since": timezone.now()})
    site_state.forget()


def unchecked() -> QuerySet[Game]:
    """Running games that are still to be looked at."""
    since = site_state.said().unchecked_since
    if since is None:
        return Game.objects.none()
    not_since = Q(checked_at=None) | Q(checked_at__lt=since)
    return Game.objects.filter(not_since, status=Game.Status.RUNNING, started_at__lt=since)


def check_before_play(game_id: str) -> None:
    """Look at a game that was not looked at since the last upgrade, if it is one. Not within a transaction of its own:
    what is found out stays."""
    if site_state.said().unchecked_since is not None and unchecked().filter(pk=game_id).exists():
        check([game_id])


def check_on() -> bool:
    """Go on with all that are to be looked at, for a while; False: none is left."""
    since, until, last = site_state.said().unchecked_since, time.monotonic() + SLICE_S, ""
    if since is None:
        return False
    while some := list(unchecked().filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:AT_ONCE]):
        outcome = check(some)
        last = some[-1]
        for reason in outcome.broken.values():
            logger.error("Paused for staff: %s", reason)
        if time.monotonic() > until:
            return True
    # Unless another upgrade has asked meanwhile.
    SiteState.objects.filter(pk=1, unchecked_since=since).update(unchecked_since=None)
    site_state.forget()
    logger.info("All running games were looked at.")
    return False


def check(game_ids: Sequence[str]) -> Outcome:
    """Look at these running games, whether or not they were looked at before, and carry over what must be."""
    outcome = Outcome()
    for game_id in game_ids:
        _check(game_id, outcome)
    return outcome


def _check(game_id: str, outcome: Outcome) -> None:
    """A game goes on under its version of its rules, and must replay to what is stored; one whose version is not played
    any more goes on under that of now, with its position."""
    try:
        if carry_over(game_id):
            outcome.carried_over.append(game_id)
        # What was before a position that was set up, the game does not depend on.
        with snapshot():
            check_replay(Game.objects.get(pk=game_id), whole=False)
    except (CannotCarryOver, ReplayError) as reason:
        _set_aside(game_id, reason, outcome)
    except Exception as mistake:  # whatever the new rules make of one game, the others go on
        logger.exception("Game %s could not be brought along.", game_id)
        _set_aside(game_id, mistake, outcome)
    else:
        outcome.replayed += 1
    Game.objects.filter(pk=game_id).update(checked_at=timezone.now())


def _set_aside(game_id: str, reason: Exception, outcome: Outcome) -> None:
    with transaction.atomic():
        if locked_game(game_id).status != Game.Status.RUNNING:
            return
        broken_games.set_aside(game_id, reason.ply if isinstance(reason, ReplayError) else None)
    told = str(reason) or type(reason).__name__
    outcome.broken[game_id] = told if told.startswith(f"game {game_id}") else f"game {game_id}: {told}"
