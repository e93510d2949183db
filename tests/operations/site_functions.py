"""Functions that tests run on a site of their own, as its operator could (`Site.call`)."""

from __future__ import annotations

import hashlib
import tracemalloc
from datetime import timedelta
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.core.checks import run_checks
from django.db import connection
from django.test import Client
from django.utils import timezone

from bots import tasks
from games.models import Game, Move, Turn
from games.people.models import User
from games.table.open_games import SeatPlan, join, open_game
from games.table.playing import play
from games.table.queries import question_for
from games.time_control import TimeControl
from prweb.operations.backups import restore

RANDOM_TEXT: Final = {
    "sqlite": "hex(randomblob(50000))",
    "postgresql": "(SELECT string_agg(md5(random()::text), '') FROM generate_series(1, 3125) WHERE session_key <> '')",
}
PATHS: Final = ("/", "/games/abcdefgh/", "/accounts/login/", "/api/v1/games/", "/healthz", "/readyz")


def play_games() -> None:
    """Two people and a bot: a game of Puerto Rico that goes on, and one of San Juan to its end."""
    people = []
    for name in ("anna", "bob"):
        person = User.objects.create_user(name, f"{name}@example.org", "puerto-rico")
        EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
        people.append(person)
    anna, bob = people
    for kind, turns in (("puerto-rico", 20), ("san-juan", 100_000)):
        seats = [SeatPlan("me"), SeatPlan("free"), SeatPlan("bot", level="random")]
        limit = TimeControl(timedelta(days=3))
        game = open_game(anna, name=f"Of {kind}", kind=kind, options={}, seats=seats, time_control=limit)
        join(game.pk, bob)
        for answered in count():
            open_turns = Turn.objects.filter(game=game, status="open", ahead_of_turn=False)
            turn = open_turns.filter(early=False).select_related("seat__user", "game").first()
            # The oldest tables know no early turns: none is open when they are tried.
            if turn is None or (answered >= turns and not open_turns.filter(early=True).exists()):
                break
            if turn.seat.user is None:
                tasks.think(turn.pk)
            else:
                line = Random(turn.pk).choice(question_for(turn).offers).text
                play(turn.pk, [line], by=turn.seat.user, source="web", key=f"answer {answered}")


def play_on() -> None:
    """Bots and one person play in the game that is under way."""
    due = Turn.objects.filter(status="open", early=False, ahead_of_turn=False).select_related("seat__user", "game")
    while due.get().seat.user is None:
        tasks.think(due.get().pk)
    turn = due.get()
    play(turn.pk, [question_for(turn).offers[0].text], by=turn.seat.user, source="web", key="afterwards")


def games_summary() -> list[object]:
    """How the games stand, the number of moves, and the tokens of all turns."""
    games = Game.objects.order_by("pk").values_list("pk", "status", "plies", "digest", "secret")
    tokens = Turn.objects.order_by("pk").values_list("token", flat=True)
    return [[list(row) for row in games], Move.objects.count(), list(tokens)]


def finished_games() -> int:
    return Game.objects.filter(status=Game.Status.FINISHED).count()


def damage_everything() -> None:
    Move.objects.all().delete()
    Game.objects.update(secret="00" * 32)


def fill_sessions() -> None:
    """A person, and rows of 15 MB that cannot be compressed."""
    User.objects.create_user("anna", "anna@example.org", "puerto-rico")
    now = timezone.now()
    Session.objects.bulk_create(Session(session_key=f"{n}", session_data="", expire_date=now) for n in range(150))
    with connection.cursor() as cursor:
        cursor.execute("UPDATE django_session SET session_data = " + RANDOM_TEXT[connection.vendor])


def sessions_summary() -> tuple[int, int, str]:
    """Number of sessions, length and digest of what is in them."""
    rows = sorted(Session.objects.values_list("session_key", "session_data"))
    return len(rows), sum(len(data) for _key, data in rows), hashlib.sha256(repr(rows).encode()).hexdigest()


def memory_of_restore(file: str) -> int:
    """Restore a backup; the bytes of memory that it had at most."""
    # The code itself is there already.
    run_checks()
    tracemalloc.start()
    restore(Path(file), wipe=True)
    return tracemalloc.get_traced_memory()[1]


def open_games_with_bots(number: int) -> None:
    anna = User.objects.create_user("anna", "anna@example.org")
    seats = [SeatPlan("me"), SeatPlan("bot", level="random"), SeatPlan("bot", level="random")]
    limit = TimeControl(timedelta(days=3))
    for _ in range(number):
        open_game(anna, name="one", kind="puerto-rico", options={}, seats=seats, time_control=limit)


def break_a_game() -> str:
    """Let the stored position of a running game be another one than its moves lead to; its id."""
    game = Game.objects.filter(status=Game.Status.RUNNING).earliest("opened_at")
    Game.objects.filter(pk=game.pk).update(digest="0" * 64)
    return game.pk


def paused_games() -> list[str]:
    return list(Game.objects.exclude(paused_at=None).values_list("pk", flat=True))


def responses() -> dict[str, tuple[int, str | None, str]]:
    """Status, Retry-After and body of what the site answers to some requests; "post" is a sign-in."""
    client = Client(raise_request_exception=False, HTTP_HOST="127.0.0.1")
    client.cookies["prweb"] = "a" * 32
    found = {path: client.get(path) for path in PATHS}
    found["post"] = client.post("/accounts/login/", {"login": "anna", "password": "puerto-rico"})
    return {
        path: (response.status_code, response.headers.get("Retry-After"), response.content.decode())
        for path, response in found.items()
    }
