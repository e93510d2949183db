"""What waits in the broker: a nudge for each kind of work, and never more, however much there is to do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml
from celery import Celery, current_app
from celery.beat import Scheduler
from celery.schedules import crontab
from django.conf import settings
from kombu import Connection, Consumer, Exchange, Producer, Queue
from kombu.message import Message
from kombu.transport.virtual import Channel
from redis import Redis as Client

from games.management.commands.serve import processes
from games.models import ClockTick
from prweb import folder_broker
from prweb.beat import Scheduler as TickingScheduler
from prweb.celery import app as site
from prweb.operations import readiness
from prweb.operations.cache import OptionalRedisCache
from tests.servers import Redis, running_redis

COMPOSE = yaml.safe_load((Path(__file__).parents[2] / "docker" / "compose.yaml").read_text())
URGENT = {"default", "inbox"}


@pytest.fixture(scope="module")
def redis() -> Iterator[Redis]:
    with running_redis() as server:
        yield server


@pytest.fixture(params=[pytest.param("redis", marks=pytest.mark.processes), "folder"])
def app(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Celery]:
    """The site's Celery beside a real broker, of which no worker takes anything."""
    folder_broker.register()
    options: dict[str, Any] = {"coalesced_queues": settings.NUDGED_QUEUES}
    if request.param == "redis":
        url = request.getfixturevalue("redis").url
    else:
        url = "folder://localhost/"
        options |= {"data_folder_in": str(tmp_path), "data_folder_out": str(tmp_path), "control_folder": str(tmp_path)}
    app = Celery("beside", broker=url, set_as_current=False)
    app.conf.update(
        task_default_queue=settings.CELERY_TASK_DEFAULT_QUEUE,
        task_routes=settings.CELERY_TASK_ROUTES,
        beat_schedule=settings.CELERY_BEAT_SCHEDULE,
        broker_transport_options=options,
    )
    yield app
    with app.connection_for_write() as connection:
        for queue in waiting(app):
            channel_of(connection).queue_purge(queue)
    app.close()


def channel_of(connection: Connection) -> Channel:
    channel = connection.default_channel
    assert isinstance(channel, Channel)
    return channel


def waiting(app: Celery) -> dict[str, int]:
    """How many messages wait in each queue that a task is sent to."""
    with app.connection_for_write() as connection:
        channel = channel_of(connection)
        return {queue: channel.queue_declare(queue).message_count for queue in queues()}


def queues() -> set[str]:
    return {settings.CELERY_TASK_DEFAULT_QUEUE, *(route["queue"] for route in settings.CELERY_TASK_ROUTES.values())}


def queue_of(task: str) -> str:
    for pattern, route in settings.CELERY_TASK_ROUTES.items():
        if fnmatch(task, pattern):
            return str(route["queue"])
    return str(settings.CELERY_TASK_DEFAULT_QUEUE)


def test_however_often_beat_nudges_while_no_worker_runs_one_message_waits_in_a_queue(app: Celery) -> None:
    often = {
        name: entry for name, entry in site.conf.beat_schedule.items() if not isinstance(entry["schedule"], crontab)
    }
    app.conf.beat_schedule = often
    scheduler = Scheduler(app)
    for _ in range(5):
        for entry in list(scheduler.schedule.values()):
            scheduler.apply_entry(entry)
    assert waiting(app) == dict.fromkeys(settings.NUDGED_QUEUES, 1) | {"tidying": 0}


def test_a_nudge_of_a_hundred_changes_is_one_message_until_a_worker_has_heard_it(app: Celery) -> None:
    for _ in range(100):
        app.send_task("games.mail.deliver")
    assert waiting(app)["mail"] == 1
    with app.connection_for_read() as connection:
        heard = channel_of(connection).basic_get("mail")
        assert heard is not None
        # Whatever comes from now on may be news to whoever has looked already.
        app.send_task("games.mail.deliver")
        assert waiting(app)["mail"] == 1
        heard.ack()


def test_other_queues_keep_every_message(app: Celery) -> None:
    for name in ("games.mail.tidy", "prweb.accounts.tidy", "games.table.tidy"):
        app.send_task(name)
    assert waiting(app)["tidying"] == 3


def test_what_is_sent_to_an_exchange_lies_in_the_queue_that_is_bound_to_it(app: Celery) -> None:
    with app.connection_for_write() as connection:
        channel = channel_of(connection)
        queue = Queue("tidying", Exchange("tests", type="direct"), routing_key="there")(channel)
        queue.declare()
        Producer(channel).publish({}, exchange="tests", routing_key="there")
    assert waiting(app)["tidying"] == 1


def test_every_task_of_ours_is_known_and_has_a_queue_of_its_kind() -> None:
    site.loader.import_default_modules()
    ours = {name for name in site.tasks if not name.startswith("celery.")}
    assert {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()} <= ours
    for queue in settings.NUDGED_QUEUES:
        assert len([name for name in ours if queue_of(name) == queue]) == 1, queue


@pytest.mark.parametrize("where", ["compose", "serve"])
def test_every_queue_has_a_worker_and_nothing_long_shares_one_with_the_clock_or_the_replies(where: str) -> None:
    workers = (
        [
            service["command"][1]
            for service in COMPOSE["services"].values()
            if service.get("command", [])[:1] == ["worker"]
        ]
        if where == "compose"
        else [command[command.index("--queues") + 1] for command in processes(2).values() if "--queues" in command]
    )
    served = [set(queues.split(",")) for queues in workers]
    assert set().union(*served) == queues()
    for urgent in URGENT:
        assert all(worker == {urgent} for worker in served if urgent in worker)


@pytest.mark.django_db
def test_the_clock_ticks_by_beat_while_no_broker_takes_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The test's connection must outlive what beat does.
    monkeypatch.setattr("prweb.beat.close_old_connections", lambda: None)
    scheduler = TickingScheduler(nobody_there(), schedule_filename=str(tmp_path / "schedule"))
    for entry in list(scheduler.schedule.values()):
        scheduler.apply_entry(entry, producer=scheduler.producer)
    scheduler.close()
    assert ClockTick.objects.exists()


def test_a_broker_that_takes_no_writes_is_not_up(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    server = Client.from_url(redis.url)
    for setting in ("broker_url", "broker_write_url"):
        monkeypatch.setattr(current_app.conf, setting, redis.url)
    assert readiness.check_broker() == "ok"
    server.config_set("maxmemory", 1)
    try:
        assert readiness.check_broker() == "unreachable"
    finally:
        server.config_set("maxmemory", 0)
    assert readiness.check_broker() == "ok"


@pytest.mark.processes
def test_a_connection_with_a_message_in_hand_ends_as_a_lost_one_when_redis_is_away(
    tmp_path: Path,
) -> None:
    broker = Redis(tmp_path)
    broker.start()
    in_hand: list[Message] = []
    connection = Connection(broker.url)
    Producer(channel_of(connection)).publish({}, routing_key="mail", declare=[Queue("mail")])
    for channel, queue in ((channel_of(connection), "mail"), (connection.channel(), "bots")):
        Consumer(channel, [Queue(queue)], on_message=in_hand.append).consume()
    connection.drain_events(timeout=5)
    with pytest.raises(TimeoutError):
        connection.drain_events(timeout=0.1)
    broker.stop()
    # As a worker does when it has lost its broker.
    with suppress(*connection.connection_errors):
        connection.collect(socket_timeout=1)
    with suppress(*connection.connection_errors):
        connection.close()
    # What it had in hand it cannot return; its answer is a lost connection, which workers expect.
    (message,) = in_hand
    with pytest.raises(connection.connection_errors):
        message.ack()


def test_the_cache_in_a_full_redis_is_an_empty_one(redis: Redis) -> None:
    server = Client.from_url(redis.url)
    cache = OptionalRedisCache(redis.url, {})
    cache.set("kept", 1)
    server.config_set("maxmemory", 1)
    try:
        cache.set("key", 1)
        assert cache.add("another", 1)
        assert cache.set_many({"one": 1, "two": 2}) == []
        assert cache.get("key") is None
        assert cache.get("kept") == 1
    finally:
        server.config_set("maxmemory", 0)


def nobody_there() -> Celery:
    """The site's Celery with its tasks, and a broker that cannot be reached."""
    app = Celery("without", broker="redis://127.0.0.1:1/0", set_as_current=False)
    app.conf.update(
        beat_schedule=site.conf.beat_schedule,
        task_publish_retry_policy=settings.CELERY_TASK_PUBLISH_RETRY_POLICY,
        broker_transport_options={"socket_connect_timeout": 1},
    )
    site.loader.import_default_modules()
    return app
