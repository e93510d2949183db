"""The site's own figures for Prometheus, asked of the database when they are scraped.

All come from the rows that the workers share, so that any one web process tells of the whole site. What the staff's
start page shows and what alarms are set on are the same figures (games.table.figures).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from django.db.models import Count
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from games.models import Game, Heartbeat, Pulse, Turn
from games.table.figures import DUE, FIGURES, MAIL_REFUSALS
from prweb.operations.broker_figures import broker_figures
from prweb.operations.readiness import OK, broker


class SiteFigures(Collector):
    """Collected anew at every scrape."""

    def collect(self) -> Iterator[Metric]:
        now = timezone.now()
        yield _by("prweb_games", "Games by status", "status", _games())
        yield _by("prweb_open_turns", "Open turns, by whether their time has come or not yet", "when", _turns())
        yield _by(
            "prweb_rows",
            "Rows of a figure of the staff's start page",
            "figure",
            {figure.name: figure.count(now) for figure in FIGURES},
        )
        yield _by(
            "prweb_rows_age_seconds",
            "Since when the oldest row of the figure has waited",
            "figure",
            {figure.name: _age(now, figure.oldest(now)) for figure in FIGURES},
        )
        yield _by(
            "prweb_due_age_seconds",
            "Since when the oldest row has been due that no worker is done with, by kind of work",
            "work",
            {work: _age(now, oldest(now)) for work, oldest in DUE.items()},
        )
        yield _by(
            "prweb_mail_refusals",
            "Mails that a mail server did not take: to be tried again, and of the last day, given up and sent back",
            "outcome",
            {outcome: rows(now).count() for outcome, rows in MAIL_REFUSALS.items()},
        )
        yield _by(
            "prweb_heartbeat_age_seconds",
            "Since a process was last heard of",
            "process",
            {beat.name: _age(now, beat.at) for beat in Heartbeat.objects.all()},
        )
        clock = Pulse.objects.values_list("at", flat=True).first()
        yield GaugeMetricFamily("prweb_clock_age_seconds", "Since the clock last ticked", _age(now, clock))
        reached = broker() == OK
        yield GaugeMetricFamily("prweb_broker_up", "Whether the broker can be reached", int(reached))
        if reached and (held := broker_figures()) is not None:
            yield _by("prweb_queue_messages", "Messages that wait in a queue of Redis", "queue", held.messages)
            yield GaugeMetricFamily("prweb_redis_memory_bytes", "Memory that Redis has in use", held.memory)
            yield GaugeMetricFamily("prweb_redis_memory_limit_bytes", "What Redis may use; 0: no limit", held.limit)


def _games() -> dict[str, float]:
    counted = Game.objects.order_by().values_list("status").annotate(number=Count("pk"))
    return dict.fromkeys(Game.Status.values, 0.0) | dict(counted)


def _turns() -> dict[str, float]:
    open_turns = Turn.objects.filter(status=Turn.Status.OPEN).order_by()
    counted = dict(open_turns.values_list("ahead").annotate(number=Count("pk")))
    return {"now": counted.get(False, 0), "ahead": counted.get(True, 0)}


def _by(name: str, says: str, label: str, numbers: Mapping[str, float]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, says, labels=[label])
    for value, number in numbers.items():
        family.add_metric([value], number)
    return family


def _age(now: datetime, since: datetime | None) -> float:
    """In seconds; 0 when there is nothing that could be old."""
    return 0 if since is None else max(0.0, (now - since).total_seconds())
