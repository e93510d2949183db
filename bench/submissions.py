"""Submissions per second on PostgreSQL, by one client and by several at once, compared with bare commits.

Each client is a process with games of its own, as web servers and workers are. Every submission goes through
games.table.play, or as an API request through one web server. Ratios hold on other machines, rates do not.
"""

from __future__ import annotations

import http.client
import json
import statistics
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

from bench.postgresql import bare_commits, site, table_row, web_server
from games.time_control import TimeControl

SECONDS = 6.0
CLIENTS = (1, 2, 4)
SECRET = bytes(32)


def main() -> None:
    with site(), web_server() as address:
        bare = statistics.median(bare_commits())
        print(f"{'bare commit of one row':<46} {bare * 1000:8.2f} ms, {1 / bare:,.0f} per second")
        for way, title in (("service", "a submission through the service"), ("api", "a submission by the API")):
            for clients in CLIENTS:
                times, seconds = side_by_side(way, clients, address)
                rate = len(times) / seconds
                name = f"{title}, {clients} at once"
                print(f"{table_row(name, times, bare)}  {rate:7.1f} per second, one per {rate * bare:.3f} commits")


def side_by_side(way: str, clients: int, address: str) -> tuple[list[float], float]:
    """The times of all submissions of so many clients at once, and the seconds that they took in all."""
    command = [sys.executable, "-m", "bench.submissions", way, address]
    processes = [
        subprocess.Popen(
            [*command, f"{way}{clients}of{number}"], stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True
        )
        for number in range(clients)
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    times = [json.loads(process.communicate()[0]) for process in processes]
    return [one for some in times for one in some], SECONDS


def client(way: str, address: str, name: str) -> None:
    """Play games of two people with random answers for a while; prints the time of every submission."""
    import django

    django.setup()
    people = [person(f"{name}-{number}") for number in range(2)]
    submit = WAYS[way](people, address)
    game = new_game(people)
    print("ready", flush=True)
    sys.stdin.readline()
    times: list[float] = []
    end = perf_counter() + SECONDS
    while perf_counter() < end:
        asked = question(game)
        if asked is None:
            game = new_game(people)
            continue
        turn, line = asked
        started = perf_counter()
        submit(turn, line, f"{name}-{len(times)}")
        times.append(perf_counter() - started)
    print(json.dumps(times))


def person(name: str) -> Any:
    from games.people.models import User

    return User.objects.create(username=name, email=f"{name}@example.org")


def new_game(people: list[Any]) -> Any:
    from games.table.open_games import join

    game = open_game_of(people[0], len(people))
    for other in people[1:]:
        join(game.pk, other)
    return game


def open_game_of(host: Any, seats: int) -> Any:
    """An open game in which all seats but the host's are free."""
    from games.engine.registry import games
    from games.table.open_games import SeatPlan, open_game

    plans = [SeatPlan("me"), *[SeatPlan("free")] * (seats - 1)]
    limit = timedelta(days=3)
    return open_game(host, name="bench", kind=games()[0].key, options={}, seats=plans, time_control=TimeControl(limit))


def question(game: Any) -> tuple[Any, str] | None:
    """An open turn, and a random answer to it."""
    from games.engine.random import from_secret
    from games.models import Turn
    from games.table.positions import rules_of
    from games.table.queries import position_for

    turn = (
        Turn.objects.filter(game=game, status=Turn.Status.OPEN, early=False)
        .select_related("game", "seat__user")
        .first()
    )
    if turn is None:
        return None
    position = position_for(turn)
    legal = position.legal_moves()
    pick = from_secret(SECRET, f"bench {turn.pk} {position.plies}").below(len(legal))
    return turn, rules_of(turn.game).move_text(position, int(legal[pick]))


Submit = Callable[[Any, str, str], None]


def through_service(_people: list[Any], _address: str) -> Submit:
    from games.models import Move
    from games.table.playing import play

    def submit(turn: Any, line: str, key: str) -> None:
        play(turn.pk, [line], by=turn.seat.user, source=Move.Source.API, key=key)

    return submit


def through_api(people: list[Any], address: str) -> Submit:
    from games.table import api_tokens

    made = {person.pk: api_tokens.create_token(person, "bench").secret for person in people}
    connection = http.client.HTTPConnection(urlsplit(address).netloc)

    def submit(turn: Any, line: str, key: str) -> None:
        headers = {
            "Authorization": f"Token {made[turn.seat.user_id]}",
            "Content-Type": "application/json",
            "Idempotency-Key": key,
        }
        connection.request("POST", f"/api/v1/turns/{turn.pk}/play/", json.dumps({"lines": [line]}), headers)
        answer = connection.getresponse()
        body = answer.read()
        assert answer.status == 200, body

    return submit


WAYS = {"service": through_service, "api": through_api}

if __name__ == "__main__":
    if len(sys.argv) > 1:
        client(*sys.argv[1:])
    else:
        main()
