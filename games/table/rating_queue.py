"""What rated games leave to be counted: a row in the transaction in which they end, go on again or are voided.

The ratings are counted afterwards and one after the other (games.table.rating_applier): the transaction of a game must
not wait for the ratings of its people, nor they for it.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db.models import Exists, OuterRef
from django.utils import timezone

from games.engine import registry
from games.models import Game, RatingChange, RatingDue, Seat
from games.nudge import RATE, nudge

LOOKS_BACK: Final = timedelta(days=40)
MISSED_AT_ONCE: Final = 100


def note(game: Game) -> None:
    """Let the ratings be counted after what is done to this game; no effect on a game that is not rated."""
    if game.rated:
        RatingDue.objects.create(game=game)
        nudge(RATE)


def note_missed() -> int:
    """Note games that have ended without a row, some at once; how many. A process of the release before ended them."""
    games = registry.games()
    seats = range(min(rules.min_seats for rules in games), max(rules.max_seats for rules in games) + 1)
    missed = Game.objects.filter(
        ~Exists(RatingChange.objects.filter(game=OuterRef("pk"))),
        ~Exists(RatingDue.objects.filter(game=OuterRef("pk"))),
        ~Exists(Seat.objects.filter(game=OuterRef("pk"), rank=None)),
        rated=True,
        status=Game.Status.FINISHED,
        # With these the index of rated games by their ends serves.
        kind__in=[rules.key for rules in games],
        seat_count__in=seats,
        ended_at__gt=timezone.now() - LOOKS_BACK,
    )
    found = missed.order_by("ended_at").values_list("pk", flat=True)[:MISSED_AT_ONCE]
    return len(RatingDue.objects.bulk_create([RatingDue(game_id=game_id) for game_id in found]))
