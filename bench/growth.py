"""What grows with the number of running games, on PostgreSQL: pages, API, and the sweeps by how much is due.

Everything is measured with 100 and with 10,000 games under way, beside bare commits on the same database in the same
run. Requests go one after another through one web server; a person has eight games either way.
"""

from __future__ import annotations

import http.client
import statistics
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

from bench.crowd import Crowd
from bench.postgresql import bare_commits, site, table_row, web_server

SIZES = (100, 10_000)
REQUESTS = 40
DUE = (0, 10, 100)
SWEEPS = 15


def main() -> None:
    with site(), web_server() as address:
        crowd = Crowd()
        for size in SIZES:
            crowd.grow_to(size)
            bare = statistics.median(bare_commits())
            print(f"\n{size:,} games under way; bare commit of one row {bare * 1000:.2f} ms")
            for name, path, headers in requests(crowd):
                print(table_row(name, request_times(address, path, headers), bare), flush=True)
            for name, sweep, due in sweeps():
                for number in DUE:
                    with due(number):
                        times = [seconds_of(sweep) for _ in range(SWEEPS if number == 0 else 1)]
                    took = statistics.median(times)
                    print(
                        f"{name + f', {number} due':<46} {took * 1000:8.2f} ms {took / bare:27.1f} bare commits",
                        flush=True,
                    )


def requests(crowd: Crowd) -> Iterator[tuple[str, str, dict[str, str]]]:
    """The requests: a name, an address, and the headers of somebody who sits at the first game."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    from games.models import Turn
    from games.table import api_tokens

    game = crowd.games[0]
    turn = (
        Turn.objects.filter(game=game, status=Turn.Status.OPEN, early=False, ahead_of_turn=False)
        .select_related("seat__user")
        .get()
    )
    person = turn.seat.user
    assert person is not None
    session = SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.create()
    page = {"Cookie": f"{settings.SESSION_COOKIE_NAME}={session.session_key}"}
    program = {"Authorization": f"Token {api_tokens.create_token(person, f'bench {crowd.copies}').secret}"}
    game.refresh_from_db()
    yield "nothing but the server (healthz)", "/healthz", {}
    yield "page: what waits for one", "/", page
    yield "page: the lobby", "/games/", page
    yield "page: a game", f"/games/{game.pk}/", page
    yield "page: its log", f"/games/{game.pk}/log/", page
    yield "poll of a game that has not changed", f"/games/{game.pk}/turn/?version={game.version}", page
    yield "API: games", "/api/v1/games/", program
    yield "API: one's turns", "/api/v1/turns/", program
    yield "API: a turn's options", f"/api/v1/turns/{turn.pk}/options/", program
    yield "API: a game", f"/api/v1/games/{game.pk}/", program
    yield "figures for Prometheus", "/metrics", {}


def request_times(address: str, path: str, headers: dict[str, str]) -> list[float]:
    """The seconds of each request, without the first few."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc)
    times = []
    for _ in range(REQUESTS):
        started = perf_counter()
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        body = answer.read()
        times.append(perf_counter() - started)
        assert answer.status in (200, 204), (path, answer.status, body[:500])
    return times[5:]


Due = Callable[[int], Any]


def sweeps() -> list[tuple[str, Callable[[], object], Due]]:
    from games.notifications.delivery import claim_next as next_mail
    from games.table.bot_queue import claim_next as next_turn
    from games.table.tasks import sweep as clock_sweep

    return [
        ("sweep of the clock", clock_sweep, turns_overdue),
        ("the next turn for a bot", next_turn, bots_asked),
        ("the next mail", next_mail, mails_pending),
    ]


def seconds_of(work: Callable[[], object]) -> float:
    started = perf_counter()
    work()
    return perf_counter() - started


@contextmanager
def turns_overdue(number: int) -> Iterator[None]:
    """Within it, the time of so many people's turns is up."""
    from django.utils import timezone

    from games.models import Turn

    chosen = _first_ids(Turn.objects.filter(status=Turn.Status.OPEN, early=False, ahead_of_turn=False), number)
    later = timezone.now() + timedelta(days=3)
    Turn.objects.filter(pk__in=chosen).update(due=timezone.now() - timedelta(days=1))
    yield
    Turn.objects.filter(pk__in=chosen).update(due=later, timed_out=False, nudged_at=None)


@contextmanager
def bots_asked(number: int) -> Iterator[None]:
    """Within it, so many people's turns wait for a bot."""
    from django.utils import timezone

    from games.models import Turn

    chosen = _first_ids(Turn.objects.filter(status=Turn.Status.OPEN, early=False, ahead_of_turn=False), number)
    Turn.objects.filter(pk__in=chosen).update(timed_out=True, nudged_at=timezone.now() - timedelta(minutes=5))
    yield
    Turn.objects.filter(pk__in=chosen).update(timed_out=False, nudged_at=None, claimed_at=None, attempts=0)


@contextmanager
def mails_pending(number: int) -> Iterator[None]:
    from django.utils import timezone

    from games.models import Delivery

    chosen = _first_ids(Delivery.objects.all(), number)
    Delivery.objects.filter(status=Delivery.Status.PENDING).update(status=Delivery.Status.SENT)
    Delivery.objects.filter(pk__in=chosen).update(status="pending", next_attempt_at=timezone.now())
    yield
    Delivery.objects.filter(pk__in=chosen).update(status=Delivery.Status.SENT)


def _first_ids(rows: Any, number: int) -> list[int]:
    return list(rows.order_by("-pk").values_list("pk", flat=True)[:number])


if __name__ == "__main__":
    main()
