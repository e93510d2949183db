"""Processes say that they live, in one row each, and never stumble over it."""

from __future__ import annotations

import asyncio
import os
import threading
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from celery import signals
from django.utils import timezone

from games import heartbeats
from games.heartbeats import HeartbeatSender
from games.models import Heartbeat
from games.table import figures
from prweb.lifespan import Lifespan


@pytest.mark.django_db
def test_a_process_has_one_row_however_often_it_beats_or_starts() -> None:
    HeartbeatSender("bots@here", "worker", "bots").send()
    first = Heartbeat.objects.get()
    again = HeartbeatSender("bots@here", "worker", "bots,mail")
    again.send()
    again.send()
    row = Heartbeat.objects.get()
    assert (row.pk, row.kind, row.queues) == (first.pk, "worker", "bots,mail")
    assert row.at >= row.started_at > first.started_at


@pytest.mark.django_db
def test_rows_of_processes_that_are_gone_are_cleared_away() -> None:
    long_ago = timezone.now() - timedelta(days=8)
    Heartbeat.objects.create(name="bots@gone", kind="worker", started_at=long_ago, at=long_ago)
    HeartbeatSender("web@here", "web").send()
    assert [row.name for row in Heartbeat.objects.all()] == ["web@here"]


@pytest.mark.django_db(transaction=True)
def test_a_thread_beats_until_it_is_stopped(settings: Any) -> None:
    settings.HEARTBEAT_SECONDS = 0.01
    sender = HeartbeatSender("web@here", "web")
    beaten = threading.Event()
    send = sender.send

    def watched() -> None:
        send()
        beaten.set()

    sender.send = watched  # type: ignore[method-assign]
    sender.start()
    assert beaten.wait(10)
    sender.stop()
    sender.join()
    assert Heartbeat.objects.get().name == "web@here"


def test_heartbeats_go_on_after_the_database_was_away(settings: Any) -> None:
    """Outside of a test with a database every access fails."""
    settings.HEARTBEAT_SECONDS = 0.01
    failed = threading.Semaphore(0)
    sender = HeartbeatSender("web@here", "web")

    def away() -> None:
        failed.release()
        raise ConnectionError("no database")

    sender.send = away  # type: ignore[method-assign]
    sender.start()
    assert failed.acquire(timeout=10)
    assert failed.acquire(timeout=10)
    sender.stop()
    sender.join()


def test_no_thread_is_started_where_hearts_are_off(settings: Any) -> None:
    settings.HEARTBEAT_SECONDS = 0
    before = threading.active_count()
    HeartbeatSender("web@here", "web").start()
    assert threading.active_count() == before


def test_a_worker_tells_its_role_and_what_it_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[HeartbeatSender] = []

    def start(sender: HeartbeatSender) -> None:
        begun.append(sender)

    monkeypatch.setattr(HeartbeatSender, "start", start)
    queues = SimpleNamespace(consume_from={"mail": None, "default": None})
    app = SimpleNamespace(amqp=SimpleNamespace(queues=queues))

    class Consumer:
        """What Celery hands to whoever listens, as far as it matters here."""

        def __init__(self) -> None:
            self.hostname = "worker@host3"
            self.app = app

    signals.worker_ready.send(Consumer())
    (sender,) = begun
    assert (sender.kind, sender.queues) == ("worker", "default,mail")
    assert sender.name == f"worker@{heartbeats.host_name()}/{os.getpid()}"


@pytest.mark.django_db
def test_two_processes_of_a_role_on_one_host_have_a_row_each(monkeypatch: pytest.MonkeyPatch) -> None:
    for process in (11, 12):
        monkeypatch.setattr("games.heartbeats.os.getpid", lambda process=process: process)
        heartbeats.start_heartbeat("web").send()
    assert {row.name.rpartition("/")[2] for row in Heartbeat.objects.all()} == {"11", "12"}


@pytest.mark.django_db
def test_a_process_that_ends_is_not_missed_and_one_that_died_is_forgotten_within_minutes() -> None:
    ended, lives = HeartbeatSender("web@here/11", "web"), HeartbeatSender("web@here/12", "web")
    ended.send()
    lives.send()
    ended.end()
    died = timezone.now() - timedelta(minutes=16)
    Heartbeat.objects.create(name="web@here/10", kind="web", started_at=died, at=died)
    lives.send()
    assert [row.name for row in Heartbeat.objects.all()] == ["web@here/12"]


def test_a_process_that_does_not_do_its_work_is_heard_of_once(settings: Any) -> None:
    settings.HEARTBEAT_SECONDS = 0.01
    asked, sent = threading.Semaphore(0), list[object]()

    def works() -> bool:
        asked.release()
        return False

    sender = HeartbeatSender("poller@here/1", "poller", works=works)
    sender.send = lambda: sent.append(None)  # type: ignore[method-assign]
    sender.start()
    for _time in range(5):
        assert asked.acquire(timeout=10)
    sender.stop()
    sender.join()
    assert len(sent) == 1


@pytest.mark.django_db
def test_a_mailbox_that_cannot_be_read_stays_known_until_a_poller_reads_it() -> None:
    lost_at = timezone.now() - timedelta(hours=5)
    Heartbeat.objects.create(name="poller@here/1", kind="poller", started_at=lost_at, at=lost_at)
    HeartbeatSender("web@here/2", "web").send()
    assert figures_of("processes-silent") == ["poller@here/1"]
    HeartbeatSender("poller@here/3", "poller", works=lambda: False).send()
    assert figures_of("processes-silent") == ["poller@here/1"]
    HeartbeatSender("poller@here/3", "poller").send()
    assert figures_of("processes-silent") == []


def figures_of(name: str) -> list[str]:
    figure = next(one for one in figures.FIGURES if one.name == name)
    return [row.name for row in figure.rows(timezone.now())]


def test_a_web_process_that_shuts_down_says_so_before_it_is_over() -> None:
    order: list[str] = []
    messages = iter(["lifespan.startup", "lifespan.shutdown"])

    async def receive() -> dict[str, str]:
        return {"type": next(messages)}

    async def send(message: Any) -> None:
        order.append(message["type"])

    async def nothing_else(*_asked: Any) -> None:
        raise AssertionError

    asyncio.run(Lifespan(nothing_else, lambda: order.append("ended"))({"type": "lifespan"}, receive, send))
    assert order == ["lifespan.startup.complete", "ended", "lifespan.shutdown.complete"]
