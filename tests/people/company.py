"""People at tables, for tests of what they are to each other."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from games.models import Game, PlayedGame
from games.people.models import User
from games.table.open_games import SeatPlan, open_game
from games.time_control import TimeControl
from tests.table.games import LIMIT, opened


def table(*people: User) -> Game:
    """A running game of these people, which takes no time."""
    return opened(*people, kind="san-juan")


def waiting(host: User, *seats: SeatPlan, visibility: str = Game.Visibility.PRIVATE) -> Game:
    """A game with a free seat, or with these."""
    plans = [SeatPlan("me"), *(seats or [SeatPlan("free")])]
    return open_game(
        host,
        name=f"The table of {host.username}",
        kind="san-juan",
        options={},
        seats=plans,
        time_control=TimeControl(LIMIT),
        visibility=visibility,
    )


def played(person: User, game: Game, rank: int | None = 1, **more: object) -> PlayedGame:
    """A row as a game leaves one, of a game that need not be over."""
    now: datetime = timezone.now()
    given: dict[str, object] = {
        "kind": game.kind,
        "players": game.seat_count,
        "other_people": 1,
        "seat": 0,
        "score": None if rank is None else 10,
        "from_at": now - timedelta(days=3),
        "to_at": now,
        "ended_at": now,
        "answer_times": [0] * 11,
    }
    # Whoever has lost their seat has a row already.
    PlayedGame.objects.filter(person=person, game=game).delete()
    return PlayedGame.objects.create(person=person, game=game, rank=rank, **{**given, **more})
