"""The site's own figures for Prometheus, asked of the database when they are scraped.

All come from the rows that the workers share, so that any one web process tells of the whole site. Every query finds
its rows by an index on what is pending; of what is over only games are counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from django.db.models import Count, Min, QuerySet
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from bots.tasks import waiting
from games.models import Game, Heartbeat, IncomingMail, OutgoingMail, Pulse, Turn
from prweb.operations.readiness import OK, broker

UNSENT: Final = (OutgoingMail.Status.PENDING, OutgoingMail.Status.SENDING, OutgoingMail.Status.FAILED)
UNSETTLED: Final = (IncomingMail.Status.NEW, IncomingMail.Status.FAILED)


class SiteFigures(Collector):
    """Collected anew at every scrape."""

    def collect(self) -> Iterator[Metric]:
        now = timezone.now()
        yield _by("prweb_games", "Games by status", "status", _counts(Game.objects.all(), Game.Status.values))
        yield _turns()
        queue = waiting().aggregate(length=Count("pk"), oldest=Min("opened_at"))
        yield GaugeMetricFamily("prweb_bot_queue", "Open turns that a bot has to decide", queue["length"])
        yield GaugeMetricFamily(
            "prweb_bot_queue_age_seconds", "Since the oldest of them was opened", _age(now, queue["oldest"])
        )
        outbox = OutgoingMail.objects.filter(status__in=UNSENT)
        yield _by("prweb_outbox", "Outgoing mails that are not settled, by status", "status", _counts(outbox, UNSENT))
        due = OutgoingMail.objects.filter(status=OutgoingMail.Status.PENDING, next_attempt_at__lte=now)
        yield GaugeMetricFamily(
            "prweb_outbox_late_seconds",
            "Since the most overdue mail should have gone out",
            _age(now, due.aggregate(oldest=Min("next_attempt_at"))["oldest"]),
        )
        inbox = IncomingMail.objects.filter(status__in=UNSETTLED)
        yield _by(
            "prweb_inbox", "Incoming mails that are unread or quarantined, by status", "status",
            _counts(inbox, UNSETTLED),
        )  # fmt: skip
        yield _by(
            "prweb_heartbeat_age_seconds", "Since a process was last heard of", "process",
            {beat.name: _age(now, beat.at) for beat in Heartbeat.objects.all()},
        )  # fmt: skip
        pulse = Pulse.objects.values_list("at", flat=True).first()
        yield GaugeMetricFamily("prweb_clock_age_seconds", "Since the clock last ticked", _age(now, pulse))
        yield GaugeMetricFamily("prweb_broker_up", "Whether the broker can be reached", int(broker() == OK))


def _turns() -> GaugeMetricFamily:
    """Open turns of running games, by whether their time has come or they can be answered ahead."""
    turns = Turn.objects.filter(status=Turn.Status.OPEN).values_list("ahead").annotate(number=Count("pk"))
    numbers = dict(turns.order_by())
    return _by("prweb_open_turns", "Open turns", "when", {"now": numbers.get(False, 0), "ahead": numbers.get(True, 0)})


def _counts(rows: QuerySet[Game] | QuerySet[OutgoingMail] | QuerySet[IncomingMail], every: object) -> dict[str, float]:
    found = dict(rows.order_by().values_list("status").annotate(number=Count("pk")))
    return {str(status): found.get(status, 0) for status in every}  # type: ignore[attr-defined]


def _by(name: str, says: str, label: str, numbers: dict[str, float]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, says, labels=[label])
    for value, number in numbers.items():
        family.add_metric([value], number)
    return family


def _age(now: datetime, since: datetime | None) -> float:
    """In seconds; 0 when there is nothing that could be old."""
    return 0 if since is None else max(0.0, (now - since).total_seconds())
