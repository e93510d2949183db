"""The site's own figures for Prometheus, read from the database when they are scraped.

All come from the rows that the workers share, so every web process gives the figures of the whole site. The staff's
start page and the alarms use the same figures (games.table.figures).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from django.db.models import Count
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from games.models import ClockTick, Game, Heartbeat, Turn
from games.table.figures import DUE, FIGURES, MAIL_REFUSALS
from prweb.operations.broker_figures import read_broker_figures
from prweb.operations.readiness import OK, check_broker


class SiteFigures(Collector):
    """Collected anew at every scrape."""

    def collect(self) -> Iterator[Metric]:
        now = timezone.now()
        yield _gauge("prweb_games", "Games by status", "status", _games_by_status())
        yield _gauge("prweb_open_turns", "Open turns, by whether their time has come or not yet", "when", _open_turns())
        yield _gauge(
            "prweb_rows",
            "Rows of a figure of the staff's start page",
            "figure",
            {figure.name: figure.count(now) for figure in FIGURES},
        )
        yield _gauge(
            "prweb_rows_age_seconds",
            "Since when the oldest row of the figure has waited",
            "figure",
            {figure.name: _age_in_seconds(now, figure.oldest(now)) for figure in FIGURES},
        )
        yield _gauge(
            "prweb_due_age_seconds",
            "Since when the oldest row has been due that no worker is done with, by kind of work",
            "work",
            {work: _age_in_seconds(now, oldest(now)) for work, oldest in DUE.items()},
        )
        yield _gauge(
            "prweb_mail_refusals",
            "Mails that a mail server did not take: to be tried again, and of the last day, given up and sent back",
            "outcome",
            {outcome: rows(now).count() for outcome, rows in MAIL_REFUSALS.items()},
        )
        yield _gauge(
            "prweb_heartbeat_age_seconds",
            "Since a process was last heard of",
            "process",
            {beat.name: _age_in_seconds(now, beat.at) for beat in Heartbeat.objects.all()},
        )
        clock = ClockTick.objects.values_list("at", flat=True).first()
        yield GaugeMetricFamily("prweb_clock_age_seconds", "Since the clock last ticked", _age_in_seconds(now, clock))
        is_reachable = check_broker() == OK
        yield GaugeMetricFamily("prweb_broker_up", "Whether the broker can be reached", int(is_reachable))
        if is_reachable and (broker := read_broker_figures()) is not None:
            yield _gauge("prweb_queue_messages", "Messages that wait in a queue of Redis", "queue", broker.messages)
            yield GaugeMetricFamily("prweb_redis_memory_bytes", "Memory that Redis has in use", broker.memory)
            yield GaugeMetricFamily("prweb_redis_memory_limit_bytes", "What Redis may use; 0: no limit", broker.limit)


def _games_by_status() -> dict[str, float]:
    counts = Game.objects.order_by().values_list("status").annotate(number=Count("pk"))
    return dict.fromkeys(Game.Status.values, 0.0) | dict(counts)


def _open_turns() -> dict[str, float]:
    open_turns = Turn.objects.filter(status=Turn.Status.OPEN).order_by()
    counts = dict(open_turns.filter(early=False).values_list("ahead_of_turn").annotate(number=Count("pk")))
    early = open_turns.filter(early=True).count()
    return {"now": counts.get(False, 0), "ahead": counts.get(True, 0), "early": early}


def _gauge(name: str, description: str, label: str, numbers: Mapping[str, float]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, description, labels=[label])
    for value, number in numbers.items():
        family.add_metric([value], number)
    return family


def _age_in_seconds(now: datetime, since: datetime | None) -> float:
    """0 if there is nothing."""
    return 0 if since is None else max(0.0, (now - since).total_seconds())
