"""A busy site: people answer through the API, bots move, mails go out: `python -m bench.serving [COMMIT]`.

300 games of one person and three bots each, on PostgreSQL and Redis with a worker per queue, and 60 answers a minute
for ten minutes, at their times whatever the site is behind with. A wait is the time from a person's answer to the
next question in that game, when all bots have moved; an answer that was never followed by one counts as waiting until
the end. With a commit, that earlier tree is measured by the same program in the same run and stands beside.

GAMES, ANSWERS_A_MINUTE, MINUTES, LEVEL: other loads. TROUBLE=1: Redis is stopped, filled and flushed meanwhile.
"""

from __future__ import annotations

import http.client
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit
from uuid import uuid4

from games.time_control import TimeControl
from tests.e2e.mail_sink import running_sink
from tests.e2e.stack import PRODUCTION_WORKERS, Stack, running_stack
from tests.servers import Postgres, Redis, running_postgres, running_redis

TREE: Final = Path(__file__).resolve().parent.parent
GAMES: Final = int(os.environ.get("GAMES", "300"))
ANSWERS_A_MINUTE: Final = int(os.environ.get("ANSWERS_A_MINUTE", "60"))
MINUTES: Final = float(os.environ.get("MINUTES", "10"))
LEVEL: Final = os.environ.get("LEVEL", "merchant-1")
TROUBLE: Final = os.environ.get("TROUBLE", "") == "1"
GAMES_EACH: Final = 10
BOTS: Final = 3
TROUBLE_S: Final = 20.0
ONE_COMMIT_S: Final = 0.5
MAX_SETTLE_S: Final = 900.0
SLOWEST_SHOWN: Final = 5
ASKED_AFTER: Final = 12
"""For the SLOWEST_SHOWN longest waits, the next questions of the game are printed, at most ASKED_AFTER."""
CLOCK_TICKS: Final = os.sysconf("SC_CLK_TCK")

Measured = dict[str, Any]


def main(commit: str = "") -> None:
    trees = {"now": TREE}
    with tempfile.TemporaryDirectory(prefix="prweb-earlier-") as earlier:
        if commit:
            trees = {commit: build(commit, Path(earlier)), **trees}
        found = {name: measure_tree(tree) for name, tree in trees.items()}
    print(
        f"\n{GAMES} games of a person and {BOTS} bots ({LEVEL}), {ANSWERS_A_MINUTE} answers a minute, {MINUTES:g} min"
    )
    print(f"{'':<58}" + "".join(f"{name:>12}" for name in found))
    for row in next(iter(found.values())):
        print(f"{row:<58}" + "".join(f"{as_text(measured.get(row)):>12}" for measured in found.values()))


def as_text(value: object) -> str:
    return "-" if value is None else f"{value:,.3f}" if isinstance(value, float) else str(value)


def build(commit: str, folder: Path) -> Path:
    """A compiled tree of this commit, with this program."""
    print(f"Compiling {commit}", flush=True)
    subprocess.run(["git", "clone", "--quiet", "--no-checkout", str(TREE), str(folder)], check=True)
    subprocess.run(["git", "-C", str(folder), "checkout", "--quiet", commit], check=True)
    subprocess.run([sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"], cwd=folder, check=True)
    shutil.copy(__file__, folder / "bench" / "serving.py")
    return folder


def measure_tree(tree: Path) -> Measured:
    print(f"Measuring {tree}", flush=True)
    command = [sys.executable, "-m", "bench.serving", "--measure"]
    done = subprocess.run(command, cwd=tree, check=True, stdout=subprocess.PIPE, text=True)
    found: Measured = json.loads(done.stdout.splitlines()[-1])
    return found


def measure() -> Measured:
    with busy_site() as (stack, postgres, redis):
        from django.utils import timezone

        people = open_games(stack)
        wait_until_idle()
        before = processor_seconds(stack, postgres)
        began = timezone.now()
        answers = answer_at_rate(stack, people, trouble_schedule(redis) if TROUBLE else [])
        ended = timezone.now()
        after = processor_seconds(stack, postgres)
        waits, unanswered = waits_between(began, ended)
        return {
            "answers taken": answers,
            "answers not followed by a question yet": unanswered,
            **summarize("from an answer to the next question, s", waits),
            **summarize("a bot's turn, from its question to its answer, s", bot_turns_between(began, ended)),
            **{
                f"processor time per answer, {part}, s": (after[part] - before[part]) / max(answers, 1)
                for part in sorted(after)
            },
            "processors busy": sum((after - before).values()) / (ended - began).total_seconds(),
        }


@contextmanager
def busy_site() -> Iterator[tuple[Stack, Postgres, Redis]]:
    with (
        tempfile.TemporaryDirectory() as folder,
        running_postgres(durable=True) as postgres,
        running_redis() as redis,
        running_sink() as (_sink, sink_port),
    ):
        settings = {
            "DJANGO_SETTINGS_MODULE": "prweb.settings",
            "PRWEB_PROFILE": "production",
            "PRWEB_SITE_URL": "http://127.0.0.1",
            "PRWEB_VAR": folder,
            "SECRET_KEY": "a secret of the measurement alone, long enough for everybody to be content with it",
            "DATABASE_URL": postgres.url,
            "BROKER_URL": redis.url,
            "EMAIL_URL": f"smtp://127.0.0.1:{sink_port}",
            "PRWEB_MAIL_HOST": "bench.example.org",
            "PRWEB_RATE_LIMITS": "false",
            "PRWEB_SWEEP_SECONDS": "5",
        }
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(migrate, env=os.environ | settings, check=True)
        del settings["PRWEB_SITE_URL"]
        with running_stack(Path(folder), settings, workers=PRODUCTION_WORKERS) as stack:
            os.environ.update(stack.environment)
            import django

            django.setup()
            yield stack, postgres, redis


def open_games(stack: Stack) -> dict[int, str]:
    """Open running games of new people. Returns their API tokens by the people's ids."""
    from allauth.account.models import EmailAddress

    from games.engine.registry import games
    from games.people.models import User
    from games.table import api_tokens
    from games.table.open_games import SeatPlan, open_game

    secrets = {}
    seats = [SeatPlan("me"), *[SeatPlan("bot", level=LEVEL)] * BOTS]
    for number in range(-(-GAMES // GAMES_EACH)):
        person = User.objects.create(username=f"person-{number}", email=f"person-{number}@example.org")
        EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
        secrets[person.pk] = api_tokens.create_token(person, "bench").secret
        for game in range(min(GAMES_EACH, GAMES - number * GAMES_EACH)):
            name = f"bench {number}-{game}"
            limit = timedelta(days=3)
            open_game(person, name=name, kind=games()[0].key, options={}, seats=seats, time_control=TimeControl(limit))
    print(f"{len(secrets)} people, {GAMES} games, at {stack.url}", file=sys.stderr, flush=True)
    return secrets


def wait_until_idle() -> None:
    """Wait until no bot's turn is open and no mail is pending."""
    from games.models import Delivery, Turn

    ends = time.monotonic() + MAX_SETTLE_S
    while time.monotonic() < ends:
        bots = Turn.objects.filter(status="open", seat__user=None).count()
        mails = Delivery.objects.filter(status="pending", next_attempt_at__isnull=False).count()
        if not bots and not mails:
            return
        time.sleep(1)
    print(f"Not settled: {bots} bots' turns, {mails} mails", file=sys.stderr, flush=True)


@dataclass
class Trouble:
    """A failure of Redis that begins at a share of the time and lasts TROUBLE_S."""

    at: float
    begin: Callable[[], object]
    end: Callable[[], object]


def trouble_schedule(redis: Redis) -> list[Trouble]:
    def command(*words: str) -> Callable[[], object]:
        port = str(redis.port)
        return lambda: subprocess.run(["redis-cli", "-p", port, *words], check=True, stdout=subprocess.DEVNULL)

    return [
        Trouble(0.25, redis.stop, redis.start),
        Trouble(0.5, command("config", "set", "maxmemory", "1"), command("config", "set", "maxmemory", "0")),
        Trouble(0.75, command("flushall"), lambda: None),
    ]


def answer_at_rate(stack: Stack, people: dict[int, str], ahead: list[Trouble]) -> int:
    """Answer the question that has waited longest, at a fixed rate. Returns the number of accepted answers."""
    from games.models import Turn

    connection = http.client.HTTPConnection(urlsplit(stack.url).netloc, timeout=60)
    every = 60 / ANSWERS_A_MINUTE
    start = time.monotonic()
    taken, under_way = 0, list[tuple[float, Trouble]]()
    for number in range(round(MINUTES * ANSWERS_A_MINUTE)):
        time.sleep(max(0.0, start + number * every - time.monotonic()))
        elapsed = time.monotonic() - start
        while ahead and elapsed >= ahead[0].at * MINUTES * 60:
            ahead[0].begin()
            under_way.append((elapsed + TROUBLE_S, ahead.pop(0)))
        while under_way and elapsed >= under_way[0][0]:
            under_way.pop(0)[1].end()
        asked = Turn.objects.filter(status="open", ahead_of_turn=False, seat__user__isnull=False).order_by("opened_at")
        turn = asked.values_list("pk", "seat__user").first()
        if turn is not None:
            taken += answer(connection, turn[0], people[turn[1]])
    return taken


def answer(connection: http.client.HTTPConnection, turn: int, secret: str) -> bool:
    """Get the options of a turn by the API and submit the first one. Returns whether it was accepted."""
    headers = {"Authorization": f"Token {secret}", "Content-Type": "application/json"}
    try:
        options = request(connection, "GET", f"/api/v1/turns/{turn}/options/", None, headers)
        lines = [options["options"][0]["text"]]
        body = json.dumps({"lines": lines})
        request(connection, "POST", f"/api/v1/turns/{turn}/play/", body, headers | {"Idempotency-Key": uuid4().hex})
    except (OSError, http.client.HTTPException, LookupError) as reason:
        print(f"Turn {turn}: {reason!r}", file=sys.stderr, flush=True)
        connection.close()
        return False
    return True


def request(
    connection: http.client.HTTPConnection, method: str, path: str, body: str | None, headers: dict[str, str]
) -> Any:
    connection.request(method, path, body, headers)
    answered = connection.getresponse()
    text = answered.read()
    if answered.status != 200:
        raise LookupError(answered.status, text[:300])
    return json.loads(text)


def waits_between(began: Any, ended: Any) -> tuple[list[float], int]:
    """The seconds from each answer to the next question to a person in that game, and the number without one."""
    from games.models import Game, Submission, Turn

    waits, unanswered = [], 0
    slow: list[tuple[float, str, Any]] = []
    answers = Submission.objects.filter(created_at__range=(began, ended), by__isnull=False)
    for turn, game, at, closed in answers.values_list("turn", "turn__game", "created_at", "turn__closed_at"):
        if closed is None or (closed - at).total_seconds() > ONE_COMMIT_S:
            continue  # a part of the answer: the rest was asked at once
        asked = Turn.objects.filter(game=game, seat__user__isnull=False, ahead_of_turn=False).exclude(pk=turn)
        # A question opened by the answer's own transaction has the time at which that transaction began.
        since = at - timedelta(seconds=ONE_COMMIT_S)
        later = asked.filter(opened_at__gte=since).order_by("opened_at")
        opened = later.values_list("opened_at", flat=True).first()
        if opened is None and Game.objects.filter(pk=game, status="finished").exists():
            continue
        unanswered += opened is None
        waits.append(max(0.0, ((opened or ended) - at).total_seconds()))
        slow.append((waits[-1], game, at))
    for seconds, game, at in sorted(slow)[-SLOWEST_SHOWN:]:
        print(f"{seconds:.1f} s after an answer of {at:%H:%M:%S.%f}: {_asked_by(game, at)}", file=sys.stderr)
    return waits, unanswered


def _asked_by(game: str, at: Any) -> str:
    """The questions of a game from this moment on: when they were opened and decided, in seconds after it."""
    from django.db.models import Max, Q

    from games.models import Turn

    turns = Turn.objects.filter(game=game).filter(Q(closed_at=None) | Q(closed_at__gte=at)).order_by("opened_at")
    decided = turns.annotate(decided=Max("submissions__created_at", filter=Q(submissions__plies__gt=0)))
    return ", ".join(
        f"{'bot' if turn.seat.user_id is None else 'person'} {turn.stage}{' ahead' if turn.ahead_of_turn else ''}"
        f" {(turn.opened_at - at).total_seconds():.1f}"
        f"-{(turn.decided - at).total_seconds() if turn.decided else float('inf'):.1f}"
        for turn in decided.select_related("seat")[:ASKED_AFTER]
    )


def bot_turns_between(began: Any, ended: Any) -> list[float]:
    """The seconds from each bot's question to its last answer; an answer given ahead of time waits for its turn."""
    from django.db.models import Max, Q

    from games.models import Turn

    decided = Max("submissions__created_at", filter=Q(submissions__plies__gt=0))
    turns = Turn.objects.filter(seat__user=None, opened_at__range=(began, ended)).annotate(decided=decided)
    return [
        ((answered or closed or ended) - opened).total_seconds()
        for opened, answered, closed in turns.values_list("opened_at", "decided", "closed_at")
    ]


def summarize(what: str, seconds: Sequence[float]) -> Measured:
    if len(seconds) < 2:
        return {what: None}
    return {
        f"{what}: median": statistics.median(seconds),
        f"{what}: 95 %": statistics.quantiles(seconds, n=20)[-1],
        f"{what}: longest": max(seconds),
    }


def processor_seconds(stack: Stack, postgres: Postgres) -> Counter[str]:
    """The seconds of processor time that the site's processes have used so far, by their kind."""
    sessions = {process.pid: name.removeprefix("worker-") for name, process in stack.processes.items()}
    database = int((postgres.folder / "postmaster.pid").read_text().split()[0])
    total: Counter[str] = Counter()
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        with suppress(OSError):
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            parent, session = int(fields[1]), int(fields[3])
            own, with_ended = sum(map(int, fields[11:13])), sum(map(int, fields[11:15]))
            if int(entry.name) == database or parent == database:
                total["database"] += with_ended if int(entry.name) == database else own
            elif session in sessions:
                total[sessions[session]] += with_ended if int(entry.name) == session else own
    return Counter({name: ticks / CLOCK_TICKS for name, ticks in total.items()})


if __name__ == "__main__":
    if sys.argv[1:] == ["--measure"]:
        print(json.dumps(measure()))
    else:
        main(*sys.argv[1:2])
