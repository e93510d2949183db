"""Games for tests, opened and driven through the services and tasks themselves."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from bots import tasks
from games.models import Game, Turn
from games.table.opening import SeatPlan, join, open_game
from prweb.accounts.models import User


def opened(host: User, *others: User, bots: int = 0, level: str = "random", **options: str) -> Game:
    """A running game of these people and so many bots."""
    plans = [SeatPlan("me"), *(SeatPlan("free") for _ in others), *(SeatPlan("bot", level=level) for _ in range(bots))]
    game = open_game(
        host, name="A test", kind="puerto-rico", options=options, seats=plans, turn_limit=timedelta(days=3)
    )
    for other in others:
        join(game.pk, other)
    game.refresh_from_db()
    return game


def bots_play(game: Game, most: int = 100_000) -> None:
    """Run the bots' tasks as workers would, until every open turn is a person's."""
    for _ in range(most):
        waiting = bot_turns(game)
        if not waiting:
            return
        tasks.think(waiting[0].pk)
    raise AssertionError(f"the bots of {game.pk} did not come to an end")


def bot_turns(game: Game) -> Sequence[Turn]:
    turns = game.turns.filter(status=Turn.Status.OPEN).select_related("seat").order_by("ahead", "pk")
    return [turn for turn in turns if turn.bot_level]
