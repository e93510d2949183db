"""The hints that are to be searched: rows that workers claim, as they claim the turns of bots, but apart from them.

A hint whose workers die is given up after MAX_ATTEMPTS. Its person can ask for it again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games.due_work import claim_first
from games.live.announcements import bump_private_version
from games.models import Hint, Seat
from games.table.locks import lock_game
from games.table.positions import rules_of
from games.table.queries import position_for

STALE_AFTER: Final = timedelta(seconds=settings.THINKING_STALE_S)
"""A claim this old belongs to a process that died."""
MAX_ATTEMPTS: Final = 2


def unclaimed() -> QuerySet[Hint]:
    """Those that no worker has claimed, or whose worker died."""
    return Hint.objects.filter(_is_free(), moves__isnull=True, attempts__lt=MAX_ATTEMPTS)


def claim_next() -> int | None:
    """Claim the next hint for this worker: the id of its turn; None if there is none."""
    return claim_first([unclaimed().order_by("asked_at")], _claim)


def _claim(turn_id: int) -> bool:
    free = unclaimed().filter(pk=turn_id)
    return bool(free.update(claimed_at=timezone.now(), attempts=F("attempts") + 1))


def _is_free() -> Q:
    return Q(claimed_at=None) | Q(claimed_at__lt=timezone.now() - STALE_AFTER)


def is_given_up(hint: Hint) -> bool:
    """Whether nothing was found, and no worker searches any more."""
    tried = hint.moves is None and hint.attempts >= MAX_ATTEMPTS
    return tried and (hint.claimed_at is None or hint.claimed_at < timezone.now() - STALE_AFTER)


def claimed_hint(turn_id: int) -> Hint | None:
    """The hint that this worker has claimed, if the turn still asks for it."""
    asked = Hint.objects.select_related("turn__game", "turn__seat", "seat").filter(moves__isnull=True)
    hint = asked.filter(pk=turn_id).first()
    if hint is None:
        return None
    try:
        position = position_for(hint.turn)
    except LookupError:
        return None
    return hint if rules_of(hint.turn.game).digest(position) == hint.question else None


def keep(hint: Hint, moves: Sequence[Mapping[str, object]]) -> bool:
    """Keep what was found, and tell the open pages of the seat's person; False if it is not asked for any more.

    hint: as this worker claimed it. moves: as Hint.moves has them. Raises NoSuchGame, ReadOnly.
    """
    with transaction.atomic():
        lock_game(hint.turn.game_id)
        own = Hint.objects.filter(pk=hint.pk, question=hint.question, claimed_at=hint.claimed_at, moves__isnull=True)
        if not own.update(moves=list(moves)):
            return False
        bump_private_version(Seat.objects.get(pk=hint.seat_id))
        return True


def release(hint: Hint) -> None:
    """Give up the claim on a hint that this worker could not keep; the attempt does not count."""
    own = Hint.objects.filter(pk=hint.pk, claimed_at=hint.claimed_at, moves__isnull=True)
    own.update(claimed_at=None, attempts=F("attempts") - 1)
