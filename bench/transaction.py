"""The time of a move's transaction on SQLite, beside one bare commit to the same database.

Whole games of four people are played through games.table.play. Nudges go to Celery's in-memory broker, as an
unreachable broker would only add its timeout. Ratios hold on other machines, times do not.
"""

from __future__ import annotations

import os
import statistics
import tempfile
from datetime import timedelta
from time import perf_counter

from games.time_control import TimeControl

COMMITS = 200


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "PRWEB_PROFILE": "embedded",
            "PRWEB_VAR": folder,
            "BROKER_URL": "memory://localhost/",
            "DJANGO_SETTINGS_MODULE": "prweb.settings",
        }
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        bare = bare_commits()
        moves, plies = transactions()
        bare_median, move_median = statistics.median(bare), statistics.median(moves)
        tail = statistics.quantiles(moves, n=20)[-1]
        answered = f"a move ({plies / len(moves):.1f} plies, {len(moves)} moves)"
        print(f"{'bare commit of one row':<32} median {bare_median * 1000:7.2f} ms")
        print(f"{answered:<32} median {move_median * 1000:7.2f} ms, 95 % {tail * 1000:.2f} ms")
        print(f"a move costs {move_median / bare_median:.1f} bare commits")


def bare_commits() -> list[float]:
    from django.db import transaction

    from games.people.models import User

    user = User.objects.create(username="bench", email="bench@example.org")
    times: list[float] = []
    for number in range(COMMITS):
        started = perf_counter()
        with transaction.atomic():
            User.objects.filter(pk=user.pk).update(first_name=str(number))
        times.append(perf_counter() - started)
    return times


def transactions() -> tuple[list[float], int]:
    """Play one game of four people with random answers; returns the times of the answers and the number of plies."""
    from games.engine.random import from_secret
    from games.engine.registry import games
    from games.models import Game, Move, Turn
    from games.people.models import User
    from games.table.open_games import SeatPlan, join, open_game
    from games.table.playing import play
    from games.table.positions import rules_of
    from games.table.queries import position_for

    people = [
        User.objects.create(username=name, email=f"{name}@example.org") for name in ("anna", "bob", "chris", "david")
    ]
    game = open_game(
        people[0],
        name="bench",
        kind=games()[0].key,
        options={},
        seats=[SeatPlan("me"), *[SeatPlan("free")] * 3],
        time_control=TimeControl(timedelta(days=3)),
    )
    for person in people[1:]:
        join(game.pk, person)
    random = from_secret(bytes(32), "bench")
    times: list[float] = []
    while (
        turn := Turn.objects.filter(game=game, status=Turn.Status.OPEN, early=False)
        .select_related("game", "seat__user")
        .first()
    ):
        position = position_for(turn)
        legal = position.legal_moves()
        text = rules_of(turn.game).move_text(position, int(legal[random.below(len(legal))]))
        started = perf_counter()
        play(turn.pk, [text], by=turn.seat.user, source=Move.Source.WEB, key=f"bench {len(times)}")
        times.append(perf_counter() - started)
    assert Game.objects.get(pk=game.pk).status == Game.Status.FINISHED
    return times, Move.objects.filter(game=game).count()


if __name__ == "__main__":
    main()
