"""What grows with the whole site, on PostgreSQL: running and finished games, and people who have an account.

    RUNNING=30000 FINISHED=60000 PEOPLE=1000000 make bench ARGS=site

Everything is measured with 2,000 running games (and as many finished ones and people as belong to them) and with all,
in one run, in this process: so that processor time, queries and blocks of the database are told beside the time, which
other work on the machine changes.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from bench.crowd import Crowd
from bench.growth import sweeps
from bench.postgresql import site
from bench.submissions import question

RUNNING: Final = int(os.environ.get("RUNNING") or 30_000)
FINISHED: Final = int(os.environ.get("FINISHED") or 60_000)
PEOPLE: Final = int(os.environ.get("PEOPLE") or 1_000_000)
SMALL: Final = min(int(os.environ.get("SMALL") or 2_000), RUNNING)
TIMES: Final = 9
UPGRADE_SAMPLE: Final = 20
AIM: Final = 2.0


@dataclass(frozen=True)
class Cost:
    """Of one thing that was done: medians. blocks: of the database, from its cache or not."""

    seconds: float
    own_seconds: float
    queries: int
    blocks: int


@dataclass(frozen=True)
class Thing:
    """Something that is done. around: what is put in place before, and taken away after; once: not to be repeated."""

    name: str
    do: Callable[[], object]
    around: Callable[[], Any] = nullcontext
    times: int = TIMES


def main() -> None:
    with site():
        crowd = Crowd(finished=2)
        costs: list[dict[str, Cost]] = []
        for running in (SMALL, RUNNING):
            share = running / RUNNING
            started = time.monotonic()
            crowd.grow_to(running, finished=round(FINISHED * share), people=round(PEOPLE * share))
            print(f"\n{told_size()}, filled in {time.monotonic() - started:.0f} s", flush=True)
            costs.append({thing.name: cost_of(thing) for thing in things(crowd)})
        print("\n".join(table(*costs)), flush=True)


def told_size() -> str:
    from django.db import connection

    from games.models import Game, Move
    from prweb.accounts.models import User

    running, finished = (Game.objects.filter(status=status).count() for status in ("running", "finished"))
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        (size,) = cursor.fetchone()
    moves, people = Move.objects.count(), User.objects.count()
    return (
        f"{running:,} running, {finished:,} finished games, {moves:,} moves, {people:,} people, {size / 2**30:.1f} GiB"
    )


def cost_of(thing: Thing) -> Cost:
    """The median of some times; of what is done first, and finds nothing in memory, nothing is told."""
    from django.db import connection

    each: list[Cost] = []
    with thing.around():
        for _ in range(thing.times):
            blocks = blocks_read()
            with counted(connection) as queries:
                began, own = time.perf_counter(), time.process_time()
                thing.do()
                seconds, own_seconds = time.perf_counter() - began, time.process_time() - own
            each.append(Cost(seconds, own_seconds, len(queries), blocks_read() - blocks))
    some = each[1:] or each
    return Cost(
        statistics.median(cost.seconds for cost in some),
        statistics.median(cost.own_seconds for cost in some),
        round(statistics.median(cost.queries for cost in some)),
        round(statistics.median(cost.blocks for cost in some)),
    )


def counted(connection: Any) -> Any:
    from django.test.utils import CaptureQueriesContext

    return CaptureQueriesContext(connection)


def blocks_read() -> int:
    """Of this database so far, by this process."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute("SELECT blks_hit + blks_read FROM pg_stat_database WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


def things(crowd: Crowd) -> Iterator[Thing]:
    from django.test import Client

    from games.models import Turn
    from games.staff.searching import found
    from games.table.tasks import sweep
    from games.table.tokens import make

    game = crowd.games[0]
    turn = Turn.objects.filter(game=game, status=Turn.Status.OPEN, ahead=False).select_related("seat__user").get()
    person = turn.seat.user
    assert person is not None
    host = os.environ["PRWEB_SITE_URL"].partition("//")[2].partition(":")[0]
    browser, stranger, program = (Client(headers={"host": host}) for _ in range(3))
    browser.force_login(person)
    token = make(person, f"bench {crowd.copies}").secret

    def page(path: str, who: Client = browser) -> Callable[[], object]:
        return lambda: seen(who.get(path))

    def api(path: str) -> Callable[[], object]:
        return lambda: seen(program.get(path, headers={"Authorization": f"Token {token}"}))

    yield Thing("page: what waits for one", page("/"))
    yield Thing("page: the lobby", page("/games/"))
    yield Thing("page: a game", page(f"/games/{game.pk}/"))
    yield Thing("page: its log", page(f"/games/{game.pk}/log/"))
    yield Thing("page: games to watch, by a stranger", page("/games/watch/", stranger))
    yield Thing("page: a finished game's result", page(f"/results/{crowd.finished[0].share_code}/"))
    yield Thing("API: one's games", api("/api/v1/games/"))
    yield Thing("API: one's turns", api("/api/v1/turns/"))
    yield Thing("API: a turn's options", api(f"/api/v1/turns/{turn.pk}/options/"))
    yield Thing("a submission", submissions(crowd))
    name, address = f"Person{PEOPLE // 100}", f"person{PEOPLE // 100}@example.org"
    yield Thing("sign-in: somebody by name", lambda: signed_in(name), times=5)
    yield Thing("sign-up: whether a name or address is free", lambda: free(f"new-{name}", f"new-{address}"), times=5)
    yield Thing("staff search: a person's name", lambda: found(name), times=3)
    yield Thing("staff search: an address", lambda: found(address), times=3)
    yield Thing("figures for Prometheus", page("/metrics"), times=3)
    for number in (0, 100):
        for title, work, due in sweeps():
            times = TIMES if number == 0 else 1
            yield Thing(f"{title}, {number} due", work, lambda due=due, number=number: due(number), times)
    yield Thing("clock: the tick after ten minutes away", sweep, ten_minutes_away, 1)
    yield Thing(f"upgrade: {UPGRADE_SAMPLE} games looked at", look_at_some, times=1)
    yield Thing("upgrade: what it asks before it looks", what_is_left, times=3)


def seen(response: Any) -> None:
    assert response.status_code in (200, 204), (response.status_code, response.content[:300])


def submissions(crowd: Crowd) -> Callable[[], object]:
    """One answer after the other, in one of the games that were copied."""
    from games.models import Game, Move
    from games.table.playing import play

    game = Game.objects.get(pk=f"{crowd.games[1].pk}{crowd.copies - 1}" if crowd.copies > 1 else crowd.games[1].pk)

    def submit() -> None:
        asked = question(game)
        assert asked is not None
        turn, line = asked
        play(turn.pk, [line], by=turn.seat.user, source=Move.Source.WEB, key=f"site {time.monotonic_ns()}")

    return submit


def signed_in(name: str) -> None:
    from allauth.account.internal.userkit import filter_users_by_username

    assert list(filter_users_by_username(name))


def free(name: str, address: str) -> None:
    from allauth.account.utils import filter_users_by_email, filter_users_by_username

    assert not list(filter_users_by_username(name))
    assert not list(filter_users_by_email(address))


def ten_minutes_away() -> Any:
    from contextlib import contextmanager

    from games.models import Pulse

    @contextmanager
    def away() -> Iterator[None]:
        Pulse.objects.update(at=Pulse.objects.get().at - timedelta(minutes=10))
        yield

    return away()


def look_at_some() -> None:
    from games.models import Game
    from games.table import replay_checks

    some = Game.objects.filter(status="running").order_by("-pk").values_list("pk", flat=True)[:UPGRADE_SAMPLE]
    outcome = replay_checks.check(list(some))
    assert not outcome.broken, outcome.broken


def what_is_left() -> None:
    from games.table import replay_checks
    from prweb.operations import upgrading

    replay_checks.demand()
    assert not list(upgrading._outdated(replay_checks.unchecked()))
    assert replay_checks.unchecked().count()


def table(small: dict[str, Cost], large: dict[str, Cost]) -> Iterator[str]:
    yield f"\n| | {SMALL:,} games: ms, own ms, queries, blocks | {RUNNING:,} games | own time | blocks | |"
    yield "|---|---|---|---|---|---|"
    for name, before in small.items():
        after = large[name]
        ratios = [ratio(after.own_seconds, before.own_seconds), ratio(after.blocks, before.blocks)]
        worse = "**more than twice**" if max(ratios) > AIM else ""
        yield f"| {name} | {told(before)} | {told(after)} | {ratios[0]:.2f} | {ratios[1]:.2f} | {worse} |"


def ratio(after: float, before: float) -> float:
    """How many times as much; what is next to nothing is none."""
    return (after + 1e-3) / (before + 1e-3)


def told(cost: Cost) -> str:
    return f"{cost.seconds * 1000:,.1f}, {cost.own_seconds * 1000:,.1f}, {cost.queries}, {cost.blocks:,}"


if __name__ == "__main__":
    main()
