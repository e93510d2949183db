"""What grows with the whole site, on PostgreSQL: running, packed and open games, and people who have an account.

    RUNNING=30000 FINISHED=60000 PEOPLE=1000000 make bench ARGS=site

Everything is measured with 2,000 running games (and as many others and people as belong to them) and with all, in one
run. What something costs is the processor time of this process and of the database's process that serves it, so that
other work on the machine changes little; statements and blocks of the database that were looked at are told beside it.
From the two sizes follows what it would cost with 200,000 running games, if it grew on in a straight line.
"""

from __future__ import annotations

import gc
import os
import resource
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from bench.crowd import Crowd, address_of, name_of, submit_answer
from bench.growth import sweeps
from bench.postgresql import site
from tests.servers import debians_postgresql

RUNNING: Final = int(os.environ.get("RUNNING") or 30_000)
FINISHED: Final = int(os.environ.get("FINISHED") or 60_000)
PEOPLE: Final = int(os.environ.get("PEOPLE") or 1_000_000)
SMALL: Final = min(int(os.environ.get("SMALL") or 2_000), RUNNING)
EXTRAPOLATED_GAMES: Final = 200_000
WAITING: Final = 50
"""There is one game that waits for players for so many running games."""
TO_PACK: Final = 30
"""Finished games that are not packed yet. Each of two rounds packs some of them."""
PACKED_AT_ONCE: Final = 10
TIMES: Final = 9
STATEMENTS: Final = 2
"""The number of statements whose plans are printed for a case that costs too much."""
MAX_RATIO: Final = 2.0
NEGLIGIBLE_MS: Final = 1.0
"""A difference of so many milliseconds is never too much."""
SERVER: Final = {
    # As on a machine of this size (docs/operations/sizing.md); the rest lets it be filled fast.
    "shared_buffers": "2GB",
    "maintenance_work_mem": "1GB",
    "max_wal_size": "16GB",
    "checkpoint_timeout": "30min",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "autovacuum": "off",
    # One process serves a statement, so its time can be measured.
    "max_parallel_workers_per_gather": "0",
}


@dataclass(frozen=True)
class Cost:
    """The cost of a case: medians. blocks: database blocks, from the cache or not."""

    seconds: float
    own_seconds: float
    database_seconds: float
    queries: float
    blocks: float

    @property
    def processor_ms(self) -> float:
        return (self.own_seconds + self.database_seconds) * 1000


@dataclass(frozen=True)
class Case:
    """Something whose cost is measured.

    around: what is put in place before, and taken away after. times: how often; the first is not counted. each: it is
    long on purpose, and what counts is what one statement of it costs.
    """

    name: str
    do: Callable[[], object]
    around: Callable[[], AbstractContextManager[object]] = nullcontext
    times: int = TIMES
    each: bool = False


def main() -> None:
    # Debian's PostgreSQL, if it is installed, has the trigrams that the staff's search uses.
    with site(SERVER, debians_postgresql()):
        crowd = Crowd(finished=2, to_pack=True)
        costs: list[dict[str, Cost]] = []
        for rounds, running in enumerate((SMALL, RUNNING), 1):
            share = running / RUNNING
            started = time.monotonic()
            crowd.grow_to(
                running,
                finished=round(FINISHED * share),
                people=round(PEOPLE * share),
                waiting=running // WAITING,
                to_pack=TO_PACK * rounds,
            )
            print(f"\n{size_text()}, filled in {time.monotonic() - started:.0f} s", flush=True)
            started = time.monotonic()
            measured: dict[str, Cost] = {}
            for thing in cases(crowd, round(PEOPLE * share)):
                measured[thing.name] = cost = cost_of(thing)
                print(f"  {thing.name}: {cost_text(cost)}", flush=True)
                if costs and thing.times > 1 and is_worse(cost, costs[0][thing.name]):
                    print("\n".join(costly_statements(thing)), flush=True)
            costs.append(measured)
            print(f"measured in {time.monotonic() - started:.0f} s", flush=True)
        print("\n".join(table(*costs)), flush=True)
        print("\n".join(sizes()), flush=True)


def size_text() -> str:
    from django.db import connection

    from games.models import Game, Move, PackedTurn
    from games.people.models import User

    running, waiting, packed = (
        Game.objects.filter(status="running").count(),
        Game.objects.filter(status="open").count(),
        Game.objects.exclude(packed_at=None).count(),
    )
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        (size,) = cursor.fetchone()
    return (
        f"{running:,} running, {waiting:,} open, {packed:,} packed games, {Move.objects.count():,} moves, "
        f"{PackedTurn.objects.count():,} turns in packs, {User.objects.count():,} people, {size / 2**30:.1f} GiB"
    )


def sizes() -> Iterator[str]:
    """The sizes of the largest tables, with their indexes."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, reltuples, pg_total_relation_size(oid) FROM pg_class WHERE relkind = 'r' "
            "AND relnamespace = 'public'::regnamespace ORDER BY 3 DESC LIMIT 14"
        )
        yield "\n| table | rows | GiB |"
        yield "|---|---|---|"
        for name, rows, size in cursor.fetchall():
            yield f"| {name} | {rows:,.0f} | {size / 2**30:.2f} |"


def cost_of(thing: Case) -> Cost:
    """The median of several runs, without the first one, which finds nothing in the caches."""
    some: list[Cost] = []
    with thing.around():
        for _ in range(thing.times):
            gc.collect()
            blocks = blocks_read()
            with count_statements() as number:
                own, (server, database) = own_seconds(), database_seconds()
                began = time.perf_counter()
                thing.do()
                seconds = time.perf_counter() - began
                own, (server_after, database_after) = own_seconds() - own, database_seconds()
            # Another database process serves the connection now, and the time of the first one is lost.
            database = database_after - (database if server_after == server else 0)
            one = (seconds, own, database, number[0], blocks_read() - blocks)
            by = max(1, number[0]) if thing.each else 1
            some.append(Cost(*(part / by for part in one)))
    some = some[1:] or some
    return Cost(*(statistics.median(parts) for parts in zip(*(cost_parts(cost) for cost in some), strict=True)))


def costly_statements(thing: Case) -> Iterator[str]:
    """The plans of the statements that cost most in it."""
    from django.db import connection

    plans: list[tuple[int, str, str]] = []

    def explain(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith("SELECT") and not many:
            with connection.connection.cursor() as asked:
                asked.execute("EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) " + sql, params)
                plan = asked.fetchone()[0][0]["Plan"]
                blocks = plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]
                asked.execute("EXPLAIN (ANALYZE, BUFFERS) " + sql, params)
                plans.append((blocks, sql, "\n".join(line for (line,) in asked.fetchall())))
        return execute(sql, params, many, context)

    with thing.around(), connection.execute_wrapper(explain):
        thing.do()
    for blocks, sql, plan in sorted(plans, reverse=True)[:STATEMENTS]:
        yield f"    {blocks:,} blocks: {sql[:1500]}\n{plan}\n"


def cost_parts(cost: Cost) -> tuple[float, ...]:
    return cost.seconds, cost.own_seconds, cost.database_seconds, cost.queries, cost.blocks


@contextmanager
def count_statements() -> Iterator[list[int]]:
    """Count the statements within it. Django's own list of them is bounded."""
    from django.db import connection

    number = [0]

    def count(execute: Callable[..., Any], *statement: Any) -> Any:
        number[0] += 1
        return execute(*statement)

    with connection.execute_wrapper(count):
        yield number


def own_seconds() -> float:
    """The processor seconds of this process and of the children that it has waited for."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def database_seconds() -> tuple[int, float]:
    """The id and the processor seconds of the database process that serves this one."""
    from django.db import connection

    with connection.cursor():
        process = connection.connection.info.backend_pid
    return process, int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / 1e9


def blocks_read() -> int:
    """The blocks of this database that all processes have read so far."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute("SELECT blks_hit + blks_read FROM pg_stat_database WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


def cases(crowd: Crowd, people: int) -> Iterator[Case]:
    yield from pages(crowd)
    yield from programs(crowd)
    yield from answers(crowd)
    yield from accounts(people)
    yield from staff_pages(crowd, people)
    for number in (0, 100):
        for title, work, due in sweeps():
            times = TIMES if number == 0 else 1
            yield Case(f"{title}, {number} due", work, partial(due, number), times)
    yield from rare_work()


def browser_of(person: Any | None) -> Any:
    """A test client that is signed in, unless person is None."""
    from django.test import Client

    browser = Client(headers={"host": host()})
    if person is not None:
        browser.force_login(person)
    return browser


def host() -> str:
    return os.environ["PRWEB_SITE_URL"].partition("//")[2].partition(":")[0]


def page(browser: Any, path: str) -> Callable[[], object]:
    return lambda: check_status(browser.get(path))


def check_status(response: Any) -> None:
    if getattr(response, "streaming", False):
        b"".join(response.streaming_content)
    assert response.status_code in (200, 204), (response.status_code, response.headers, response.content[:300])


def pages(crowd: Crowd) -> Iterator[Case]:
    from games.table import history

    game, over = crowd.games[0], crowd.finished[0]
    person, stranger = browser_of(game.host), browser_of(None)
    game.refresh_from_db()
    yield Case("page: what waits for one", page(person, "/"))
    yield Case("page: the lobby", page(person, "/games/"))
    yield Case("page: opening a game", page(person, "/games/new/"))
    yield Case("page: a game", page(person, f"/games/{game.pk}/"))
    yield Case("page: a poll of it", page(person, f"/games/{game.pk}/turn/?version={game.version}"))
    yield Case("page: its log", page(person, f"/games/{game.pk}/log/"))
    yield Case("page: games to watch", page(person, "/games/watch/"))
    yield Case("page: games to watch, by a stranger", page(stranger, "/games/watch/"))
    yield Case("page: finished games to watch", page(person, "/games/watch/?finished"))
    yield Case("page: one's settings", page(person, "/preferences/"))

    def from_its_pack(path: str) -> Callable[[], object]:
        def look() -> None:
            history._read_pack.cache_clear()
            check_status(person.get(path))

        return look

    result = f"/results/{over.share_code}/"
    yield Case("packed game: its page", from_its_pack(f"/games/{over.pk}/"))
    yield Case("packed game: its result", from_its_pack(result))
    yield Case("packed game: a position of its replay", from_its_pack(f"{result}replay/50/"))
    yield Case("packed game: its record", from_its_pack(f"{result}record/"))


def programs(crowd: Crowd) -> Iterator[Case]:
    from games.models import Turn
    from games.table.api_tokens import create_token

    game = crowd.games[0]
    turn = (
        Turn.objects.filter(game=game, status=Turn.Status.OPEN, early=False, ahead_of_turn=False)
        .select_related("seat__user")
        .get()
    )
    assert turn.seat.user is not None
    token = create_token(turn.seat.user, f"bench {crowd.copies}").secret
    program = browser_of(None)

    def api(path: str) -> Callable[[], object]:
        return lambda: check_status(program.get(f"/api/v1{path}", headers={"Authorization": f"Token {token}"}))

    yield Case("API: one's games", api("/games/"))
    yield Case("API: one's turns", api("/turns/"))
    yield Case("API: a turn's options", api(f"/turns/{turn.pk}/options/"))
    yield Case("API: a game", api(f"/games/{game.pk}/"))


def answers(crowd: Crowd) -> Iterator[Case]:
    """Answers, each in a copy of its own, the same for every size of the site."""
    for template, by_mail, name in ((1, False, "a submission"), (2, True, "an answer by mail, read and played")):
        game_id = f"{crowd.games[template].pk}{crowd.copies - 1}" if crowd.copies > 1 else crowd.games[template].pk
        yield Case(name, partial(answer, game_id, by_mail=by_mail), times=21)


def answer(game_id: str, *, by_mail: bool) -> None:
    from allauth.account.models import EmailAddress

    from games.models import Turn
    from games.table.positions import rules_of
    from games.table.queries import position_for

    open_turns = Turn.objects.filter(game=game_id, status=Turn.Status.OPEN, early=False, ahead_of_turn=False)
    turn = open_turns.select_related("game", "seat__user").get()
    if by_mail:
        assert turn.seat.user is not None
        EmailAddress.objects.get_or_create(user=turn.seat.user, email=turn.seat.user.email, verified=True)
    position = position_for(turn)
    legal = position.legal_moves()
    line = rules_of(turn.game).move_text(position, int(legal[position.plies % len(legal)]))
    submit_answer(turn, line, position.plies, by_mail=by_mail)


def accounts(people: int) -> Iterator[Case]:
    from allauth.account.internal.userkit import filter_users_by_username

    from bench.submissions import new_game
    from games.people.models import User
    from games.table import guests
    from games.table.account_closing import close_account

    middle = str(people // 2)
    name, address = evaluate_sql(name_of(middle)), evaluate_sql(address_of(middle))
    yield Case("sign-in: somebody by name", lambda: check_one_row(filter_users_by_username(name)), times=5)
    yield Case("sign-up: whether a name or address is free", lambda: free(f"new{name}", f"new-{address}"), times=5)
    somebody = User.objects.filter(username__in=[evaluate_sql(name_of(str(number))) for number in range(1, 60)])
    nobody_plays = iter(list(somebody.filter(seats=None, closed_at=None)))
    yield Case("a game is opened, three join", lambda: new_game([next(nobody_plays) for _ in range(4)]), times=5)
    yield Case("an account is closed", lambda: close_account(next(nobody_plays), by=None), times=5)

    def visit() -> None:
        from games.engine.registry import games

        guest, _game = guests.open_guest_game(games()[0].key, "random", time_zone="UTC", language="en")
        User.objects.filter(pk=guest.pk).update(guest_until=guest.date_joined - timedelta(seconds=1))
        assert guests.delete_expired_guests() == 1

    yield Case("a guest comes, and is forgotten", visit, times=5)


def evaluate_sql(expression: str) -> str:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT " + expression.replace("%%", "%"))
        return str(cursor.fetchone()[0])


def check_one_row(rows: Any) -> None:
    assert len(list(rows)) == 1


def free(name: str, address: str) -> None:
    from allauth.account.utils import filter_users_by_email, filter_users_by_username

    assert not list(filter_users_by_username(name))
    assert not list(filter_users_by_email(address))


def staff_pages(crowd: Crowd, people: int) -> Iterator[Case]:
    from games.models import Game, Turn
    from games.people.models import User
    from games.staff.admin import site as admin_site
    from games.staff.search import search_everything
    from tests.staff.signing_in import staff_client

    middle = str(people // 2)
    name, address = evaluate_sql(name_of(middle)), evaluate_sql(address_of(middle))
    moderator, _new = User.objects.get_or_create(username="moderator", email="m@example.org", is_staff=True)
    staff = staff_client(moderator)
    staff.defaults["HTTP_HOST"] = host()
    game, over = crowd.games[0], crowd.finished[0]
    last_page = Game.objects.filter(status=Game.Status.RUNNING).count() // 100
    yield Case("staff search: a person's name", lambda: search_everything(name, None), times=5)
    yield Case("staff search: an address", lambda: search_everything(address, None), times=5)
    yield Case("staff search: a game's id", lambda: search_everything(game.pk, None), times=5)
    yield Case("staff: the first page, with all figures", page(staff, "/staff/"), times=5)
    yield Case("staff: running games", page(staff, "/staff/figures/running/"), times=5)
    yield Case("staff: running games, the last page", page(staff, f"/staff/figures/running/?page={last_page}"), times=5)
    yield Case("staff: a person", page(staff, f"/staff/people/{game.host.username}/"), times=5)
    yield Case("staff: a game", page(staff, f"/staff/games/{game.pk}/"), times=5)
    yield Case("staff: a packed game", page(staff, f"/staff/games/{over.pk}/"), times=5)
    asked = {Game: game.pk, User: name, Turn: str(Turn.objects.filter(game=game).latest("pk").pk)}
    for model in admin_site._registry:
        label = model._meta.label_lower.replace(".", "/")
        yield Case(f"admin: {model._meta.verbose_name_plural}", page(staff, f"/staff/admin/{label}/"), times=4)
        if model in asked:
            path = f"/staff/admin/{label}/?q={asked[model]}"
            yield Case(f"admin: {model._meta.verbose_name_plural}, searched", page(staff, path), times=4)
    yield Case("figures for Prometheus", page(browser_of(None), "/metrics"), times=5)


def rare_work() -> Iterator[Case]:
    """Work that is done once an hour, a day or a release."""
    from django.core.management import call_command
    from django.test import override_settings

    from games.mail import cleanup
    from games.people import tasks as of_accounts
    from games.table import invitation_expiry, packing
    from games.table.guests import delete_expired_guests
    from games.table.tasks import sweep

    yield Case("clock: the tick after ten minutes away", sweep, ten_minutes_away, times=1)
    nothing_is_old = override_settings(PACK_GAMES_DAYS=5_000)
    yield Case("packing: nothing due", packing.pack_old_games, lambda: nothing_is_old, times=5)
    yield Case(f"packing: {PACKED_AT_ONCE} games", pack_games, times=2)
    yield Case("guests: nothing due", delete_expired_guests, times=5)
    yield Case("tidying mails, a statement", cleanup.clean_up, times=1, each=True)
    yield Case("tidying accounts, a statement", of_accounts.tidy, times=1, each=True)
    yield Case("tidying invitations, a statement", invitation_expiry.expire_invitations, times=1, each=True)
    yield Case("upgrade: a sample of 500 games looked at", check_sample, times=1)
    yield Case("upgrade: which are to be looked at", list_unchecked_games, demand_check, times=3)
    yield Case("upgrade: 50 more, in the background", check_next_games, demand_check, times=1)
    yield Case("upgrade: no migration is to be made", lambda: call_command("migrate", verbosity=0), times=2)


@contextmanager
def ten_minutes_away() -> Iterator[None]:
    from games.models import ClockTick

    ClockTick.objects.update(at=ClockTick.objects.get().at - timedelta(minutes=10))
    yield


def pack_games() -> None:
    from games.table.packing import pack_old_games

    assert pack_old_games(PACKED_AT_ONCE) == PACKED_AT_ONCE


def check_sample() -> None:
    from prweb.operations import upgrades

    outcome = upgrades.check_running_games(lambda _said: None)
    assert not outcome.broken, outcome.broken


@contextmanager
def demand_check() -> Iterator[None]:
    from games.table import replay_checks

    replay_checks.request_checks()
    yield


def list_unchecked_games() -> None:
    from games.models import Game
    from games.table import replay_checks
    from prweb.operations import upgrades

    running = Game.objects.filter(status=Game.Status.RUNNING)
    assert not list(upgrades._games_with_old_rules(running))
    left = list(replay_checks.unchecked().order_by("pk").values_list("pk", flat=True))
    assert len(upgrades._draw_sample(running, left)) == min(upgrades.SAMPLE_SIZE, len(left))


def check_next_games() -> None:
    from games.table import replay_checks

    with patch.object(replay_checks, "MAX_SLICE_S", 0.0):
        assert replay_checks.check_for_a_while()


def table(small: dict[str, Cost], large: dict[str, Cost]) -> Iterator[str]:
    yield (
        f"\n| | {SMALL:,} games: processor ms, statements, blocks | {RUNNING:,} games | times | blocks, times "
        f"| ms at {EXTRAPOLATED_GAMES:,} | |"
    )
    yield "|---|---|---|---|---|---|---|"
    for name, before in small.items():
        after = large[name]
        more = after.processor_ms - before.processor_ms
        beyond = after.processor_ms + max(0.0, more) * (EXTRAPOLATED_GAMES - RUNNING) / max(1, RUNNING - SMALL)
        times = ratio(after.processor_ms, before.processor_ms)
        worse = "**more than twice**" if is_worse(after, before) else ""
        blocks = ratio(after.blocks, before.blocks)
        costs = f"{cost_text(before)} | {cost_text(after)}"
        yield f"| {name} | {costs} | {times:.2f} | {blocks:.2f} | {beyond:,.0f} | {worse} |"


def is_worse(after: Cost, before: Cost) -> bool:
    return after.processor_ms > max(MAX_RATIO * before.processor_ms, before.processor_ms + NEGLIGIBLE_MS)


def ratio(after: float, before: float) -> float:
    return after / before if before > 0 else 1.0


def cost_text(cost: Cost) -> str:
    return f"{cost.processor_ms:,.1f}, {cost.queries:,.0f}, {cost.blocks:,.0f}"


if __name__ == "__main__":
    main()
