"""Rated games for tests: finished ones that were never played, and what the ratings keep of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from django.db import transaction

from games.models import Game, Rating, RatingChange, Seat, SeatHolder
from games.people.models import User
from games.ratings.arithmetic import Skill
from games.table import rating_applier, rating_queue
from games.table.open_games import SeatPlan, join, open_game
from games.time_control import TimeControl
from tests.table.games import LIMIT, SECRET, fresh

KIND = "puerto-rico"
FIRST_END = datetime(2026, 1, 1, tzinfo=UTC)


def ended(*players: User | str, ranks: Sequence[int] = (), day: int = 0, kind: str = KIND) -> Game:
    """A rated game that was over on a day; ranks: by player, in the order of the players if they are left out."""
    people = [one for one in players if isinstance(one, User)]
    at = FIRST_END + timedelta(days=day)
    with transaction.atomic():
        game = Game.objects.create(
            name="rated",
            kind=kind,
            seat_count=len(players),
            host=people[0],
            rated=True,
            status=Game.Status.FINISHED,
            started_at=FIRST_END,
            ended_at=at,
            plies=1,
        )
        for index, one in enumerate(players):
            user, level = (one, "") if isinstance(one, User) else (None, one)
            seat = Seat.objects.create(
                game=game, index=index, user=user, bot_level=level, rank=ranks[index] if ranks else index + 1, score=0
            )
            SeatHolder.objects.create(
                game=game, seat=seat, user=user, level=level, cause="start", from_ply=0, from_at=FIRST_END
            )
        rating_queue.note(game)
    return game


def opened_rated(host: User, *others: User, bots: int = 0) -> Game:
    """A running rated game of these people and so many bots."""
    people = [host, *others]
    seats = [SeatPlan("free") for _ in people] + [SeatPlan("bot", level="random") for _ in range(bots)]
    game = open_game(
        host, name="Rated", kind=KIND, options={}, seats=seats, time_control=TimeControl(LIMIT), rated=True
    )
    Game.objects.filter(pk=game.pk).update(secret=SECRET)
    for person in people:
        join(game.pk, person)
    return fresh(game)


def count_all() -> None:
    while rating_applier.is_due():
        rating_applier.count_for_a_while()


def rating_of(person: User, players: int = 2, kind: str = KIND) -> Skill:
    row = Rating.objects.get(person=person, kind=kind, players=players)
    assert row.shown == Skill(row.mu, row.sigma).shown
    return Skill(row.mu, row.sigma)


def kept() -> tuple[list[object], list[object]]:
    """All that is kept of ratings."""
    changes = RatingChange.objects.order_by("game_id", "person_id").values()
    ratings = Rating.objects.order_by("kind", "players", "person_id").values()
    return tuple([{**row, "id": 0} for row in rows] for rows in (changes, ratings))  # type: ignore[return-value]
