"""Functions that tests run on a site in a process of its own (tests/function_calls.py)."""

from __future__ import annotations

from datetime import timedelta

from django.db import connection, transaction

from games.live.announcements import bump_version
from games.models import Game
from games.people.models import User
from games.staff import search
from games.table.open_games import SeatPlan, open_game
from games.time_control import TimeControl


def open_public_game() -> str:
    """A game of a person and two bots that everybody may watch; its id."""
    anna = User.objects.create_user("anna", "anna@example.org", "puerto-rico")
    seats = [SeatPlan("me"), SeatPlan("bot", level="merchant-1"), SeatPlan("bot", level="merchant-1")]
    game = open_game(
        anna,
        name="Watched",
        kind="puerto-rico",
        options={},
        seats=seats,
        time_control=TimeControl(timedelta(days=1)),
        visibility=Game.Visibility.PUBLIC,
    )
    return game.pk


@transaction.atomic
def bump_game() -> None:
    """Give the one game its next version, as a move does."""
    game = Game.objects.select_for_update().get()
    bump_version(game)
    game.save(update_fields=["version"])


def make_many_people() -> None:
    User.objects.bulk_create(
        User(username=f"person{n}", email=f"n{n}@example.org", name_skeleton=f"p{n}") for n in range(20_000)
    )


def search_plans(words: str) -> dict[str, str]:
    """How PostgreSQL carries out the staff's search: "person" by its own choice, all others without table scans."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    plans = {"person": search.QUERIES_BY_MODEL[User](words)[0].explain()}
    with connection.cursor() as cursor:
        cursor.execute("SET enable_seqscan = off")
    for model, queries in search.QUERIES_BY_MODEL.items():
        for number, query in enumerate(queries(words)):
            plans[f"{model.__name__} {number}"] = query.explain()
    return plans


def has_index(name: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_indexes WHERE indexname = %s", [name])
        return bool(cursor.fetchall())


def drop_index(name: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"DROP INDEX {name}")
