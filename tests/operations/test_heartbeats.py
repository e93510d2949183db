"""Processes say that they live, in one row each, and never stumble over it."""

from __future__ import annotations

import threading
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from celery import signals
from django.utils import timezone

from games.models import Heartbeat
from prweb import heartbeats
from prweb.heartbeats import Heart


@pytest.mark.django_db
def test_a_process_has_one_row_however_often_it_beats_or_starts() -> None:
    Heart("bots@here", "worker", "bots").beat()
    first = Heartbeat.objects.get()
    again = Heart("bots@here", "worker", "bots,mail")
    again.beat()
    again.beat()
    row = Heartbeat.objects.get()
    assert (row.pk, row.kind, row.queues) == (first.pk, "worker", "bots,mail")
    assert row.at >= row.started_at > first.started_at


@pytest.mark.django_db
def test_rows_of_processes_that_are_gone_are_cleared_away() -> None:
    long_ago = timezone.now() - timedelta(days=8)
    Heartbeat.objects.create(name="bots@gone", kind="worker", started_at=long_ago, at=long_ago)
    Heart("web@here", "web").beat()
    assert [row.name for row in Heartbeat.objects.all()] == ["web@here"]


@pytest.mark.django_db(transaction=True)
def test_a_thread_beats_until_it_is_stopped(settings: Any) -> None:
    settings.HEARTBEAT_SECONDS = 0.01
    heart = Heart("web@here", "web")
    beaten = threading.Event()
    beat = heart.beat

    def watched() -> None:
        beat()
        beaten.set()

    heart.beat = watched  # type: ignore[method-assign]
    heart.start()
    assert beaten.wait(10)
    heart.stop()
    heart.join()
    assert Heartbeat.objects.get().name == "web@here"


def test_a_database_that_is_away_stops_no_heart(settings: Any) -> None:
    """Outside of a test with a database every access fails."""
    settings.HEARTBEAT_SECONDS = 0.01
    failed = threading.Semaphore(0)
    heart = Heart("web@here", "web")

    def away() -> None:
        failed.release()
        raise ConnectionError("no database")

    heart.beat = away  # type: ignore[method-assign]
    heart.start()
    assert failed.acquire(timeout=10)
    assert failed.acquire(timeout=10)
    heart.stop()
    heart.join()


def test_no_thread_is_started_where_hearts_are_off(settings: Any) -> None:
    settings.HEARTBEAT_SECONDS = 0
    before = threading.active_count()
    Heart("web@here", "web").start()
    assert threading.active_count() == before


def test_a_worker_tells_its_role_and_what_it_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Heart] = []

    def start(heart: Heart) -> None:
        begun.append(heart)

    monkeypatch.setattr(Heart, "start", start)
    queues = SimpleNamespace(consume_from={"mail": None, "default": None})
    app = SimpleNamespace(amqp=SimpleNamespace(queues=queues))

    class Consumer:
        """What Celery hands to whoever listens, as far as it matters here."""

        def __init__(self) -> None:
            self.hostname = "worker@host3"
            self.app = app

    signals.worker_ready.send(Consumer())
    (heart,) = begun
    assert (heart.kind, heart.queues) == ("worker", "default,mail")
    assert heart.name == f"worker@{heartbeats.host()}"
